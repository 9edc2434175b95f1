"""Sentences about what counts and when a game is over; part of `jassvision.rules.describe`."""

from __future__ import annotations

from collections.abc import Iterator

from jassvision.rules.names import rank_name
from jassvision.rules.options import Rules
from jassvision.rules.phrases import Sentence, listed, number
from jassvision.rules.weis import schedule_of


def counting(rules: Rules) -> Iterator[Sentence]:
    """Card points, Weis, Stöck, match, and what a deal is worth."""
    if "U" in rules.contracts or any(c in rules.contracts for c in ("slalom-down", "mary")):
        ace = rank_name(8, suits=rules.suits)
        yield (
            Sentence(
                f"In Undenufe zählt die 6 elf und das {ace} nichts.",
                "In Undenufe the 6 counts eleven, the ace nothing.",
            )
            if rules.undenufe_points == "modern"
            else Sentence(
                f"In Undenufe zählt das {ace} elf und die 6 nichts (alte Zählung).",
                "In Undenufe the ace counts eleven, the 6 nothing (old count).",
            )
        )
    yield Sentence(
        f"Der letzte Stich zählt {rules.last_trick}." if rules.last_trick else "Der letzte Stich zählt nichts extra.",
        f"The last trick counts {rules.last_trick}." if rules.last_trick else "The last trick counts nothing extra.",
    )
    if rules.scoring != "strokes":
        yield (
            Sentence(f"Ein Match gibt {rules.match_bonus} dazu.", f"A match (all tricks) adds {rules.match_bonus}.")
            if rules.match_bonus
            else Sentence("Ein Match gibt nichts dazu.", "A match (all tricks) adds nothing.")
        )
    yield from _weis(rules)
    yield from _stoeck(rules)
    yield from _result(rules)


def _weis(rules: Rules) -> Iterator[Sentence]:
    if rules.weis == "none":
        yield Sentence("Es wird nicht gewiesen.", "Weis do not count.")
        return
    schedule = schedule_of(rules, "D")
    runs: list[tuple[int, int, int]] = []
    for size, points in schedule.runs.items():
        if runs and runs[-1][2] == points:
            runs[-1] = (runs[-1][0], size, points)
        else:
            runs.append((size, size, points))
    biggest = max(schedule.runs)
    words = {"de": ("ab", "Blatt"), "en": ("from", "in a row")}
    parts = {
        language: [
            f"{size} {row} {points}"
            if size == last
            else f"{since} {size} {row} {points}"
            if last == biggest
            else f"{size} - {last} {row} {points}"
            for size, last, points in runs
        ]
        for language, (since, row) in words.items()
    }
    by_points: dict[int, list[int]] = {}
    for rank, points in schedule.fours.items():
        by_points.setdefault(points, []).append(rank)
    for language, four in (("de", "vier"), ("en", "four")):
        for points, ranks in by_points.items():
            plurals = [_plural(rank, rules.suits, language) for rank in sorted(ranks, reverse=True)]
            parts[language].append(f"{four} {_or(plurals, language)} {points}")
    yield Sentence(f"Weis: {', '.join(parts['de'])}.", f"Weis: {', '.join(parts['en'])}.")
    if rules.weis == "luzern":
        yield Sentence(
            "In Obenabe zählen auch vier Achter, in Undenufe vier Sechser, Siebner und Achter statt der Ass.",
            "In high four eights count as well, in low four sixes, sevens and eights instead of the aces.",
        )
    yield (
        Sentence(
            "Eine Karte darf in einer Folge und in vier Gleichen zählen.", "A card may count in a run and in a four."
        )
        if schedule.reuse
        else Sentence("Jede Karte zählt nur in einem Weis.", "A card counts in one Weis only.")
    )
    yield _WEIS_TIME[rules.weis_time]
    if rules.weis_order == "fours_first":
        yield Sentence("Vier Gleiche gehen vor jede Folge.", "Every four beats every run.")
    if rules.scoring != "jasswiki":
        yield Sentence(
            "Nur wer den besten Weis hat, schreibt" + (", dafür auch alle seiner Partei." if rules.partners else "."),
            "Only the best Weis scores" + (", and with it all of that side." if rules.partners else "."),
        )


def _plural(rank: int, suits: str, language: str) -> str:
    if rank < 4:
        return _DIGIT_PLURALS[language][rank]
    name = rank_name(rank, suits=suits, language=language)
    if language == "de":
        return {"10": "Zehner", "König": "Könige", "Dame": "Damen", "Bauer": "Bauern"}.get(name, name)
    return "tens" if name == "10" else f"{name.lower()}s"


_DIGIT_PLURALS = {"de": ("Sechser", "Siebner", "Achter", "Neuner"), "en": ("sixes", "sevens", "eights", "nines")}


def _or(words: list[str], language: str) -> str:
    return listed(words, language).replace(" und ", " oder ").replace(" and ", " or ")


_WEIS_TIME = {
    "first_card": Sentence(
        "Gewiesen wird mit der ersten Karte; nach dem ersten Stich ist es zu spät.",
        "Weis are announced with one's first card; after the first trick it is too late.",
    ),
    "on_lead": Sentence("Gewiesen wird beim Ausspielen.", "Weis are announced when on lead."),
    "first_open": Sentence(
        "Gewiesen wird nur aus den Karten, die zu Beginn offen liegen.",
        "Weis come only from the cards that lie open at the start.",
    ),
}


def _stoeck(rules: Rules) -> Iterator[Sentence]:
    queen_de, queen_en = (rank_name(6, suits=rules.suits, language=language) for language in ("de", "en"))
    if not rules.stoeck:
        yield Sentence("Stöck zählt nicht.", "Stöck does not count.")
        return
    when = {
        "second_card": Sentence("gemeldet mit der zweiten Karte", "announced with the second of them"),
        "lead": Sentence("gemeldet beim Ausspielen der einen", "announced when one of them is led"),
        "both_open": Sentence("sobald beide offen liegen, mit der zweiten", "when both lie open, with the second"),
    }[rules.stoeck_time]
    yield Sentence(
        f"Stöck (König und {queen_de} von Trumpf) zählt {rules.stoeck_points}, {when.de}.",
        f"Stöck (king and {queen_en.lower()} of trump) counts {rules.stoeck_points}, {when.en}.",
    )


def _result(rules: Rules) -> Iterator[Sentence]:
    if rules.scoring == "box":
        yield (
            Sentence(
                "Geschrieben werden die ganzen Zehner der Kartenpunkte mal Faktor, nur von der ansagenden Partei.",
                "A box scores the full tens of the card points times its factor, for the declaring side only.",
            )
            if rules.box_score == "tens"
            else Sentence(
                "Geschrieben werden die Kartenpunkte mal Faktor, nur von der ansagenden Partei.",
                "A box scores the card points times its factor, for the declaring side only.",
            )
        )
    elif rules.scoring == "difference":
        how = Sentence("offen", "openly") if rules.announce == "open" else Sentence("verdeckt", "hidden")
        yield Sentence(
            f"Jeder sagt {how.de} voraus, wie viele Punkte er macht; geschrieben wird die Differenz.",
            f"Each says {how.en} how many points he will make; the difference is written down.",
        )
        if rules.exact_bonus:
            yield Sentence(
                f"Wer genau trifft, erhält {rules.exact_bonus} gutgeschrieben.",
                f"An exact hit takes {rules.exact_bonus} off.",
            )
    elif rules.scoring == "strokes":
        yield from _strokes(rules)
    elif rules.scoring == "jasswiki":
        yield Sentence(
            "Gemachte Punkte sind schlecht: sie zählen plus, Weis und Stöck in der Hand minus.",
            "Points taken are bad: they count plus, Weis and Stöck in the hand minus.",
        )
    elif rules.scoring == "handjass":
        yield Sentence(
            f"Wer mehr Punkte macht und mindestens {rules.minimum}, schreibt einen Strich; wer darunter bleibt, eine "
            "Kartoffel (minus eins).",
            f"More points, and at least {rules.minimum}, make a stroke; fewer than that a potato (minus one).",
        )
    if rules.maker != "none":
        than = (
            Sentence("mehr als die Hälfte machen", "make more than half")
            if rules.maker == "more_than_half"
            else Sentence("mehr machen als der Gegner", "make more than the opponent")
        )
        yield Sentence(
            f"Wer nimmt, muss {than.de}, sonst schreibt der Gegner alles.",
            f"The takers must {than.en}, else the opponents score everything.",
        )
        if rules.stoeck_kept:
            yield Sentence(
                "König und Dame von Trumpf zählen auch dann für den, der sie hatte.",
                "King and queen of trump count even then for the one who held them.",
            )
        if rules.litige:
            yield Sentence(
                "Bei Gleichstand werden die Punkte des Nehmenden bis zum nächsten Spiel zurückgelegt.",
                "At a tie the takers' points are carried over to the next deal.",
            )


def _strokes(rules: Rules) -> Iterator[Sentence]:
    middle_de, middle_en = (_noughts(rules.middle_noughts, language) for language in ("de", "en"))
    yield Sentence(
        f"Wer am meisten und wer am wenigsten macht, schreibt einen Strich, die dazwischen {middle_de}.",
        f"The highest and the lowest score a stroke, those between {middle_en}.",
    )
    yield Sentence("Striche zählen plus, Nullen minus.", "Strokes count plus, noughts minus.")
    if rules.hundred_noughts:
        yield Sentence(
            f"Hundert und mehr Punkte geben {_noughts(rules.hundred_noughts, 'de')}.",
            f"A hundred points and more make {_noughts(rules.hundred_noughts, 'en')}.",
        )
    if rules.no_trick_noughts:
        yield Sentence(
            f"Wer keinen Stich macht, schreibt {_noughts(rules.no_trick_noughts, 'de')}.",
            f"No trick makes {_noughts(rules.no_trick_noughts, 'en')}.",
        )
    if rules.match_strokes:
        de, en = number(rules.match_strokes)
        yield Sentence(
            f"Ein Match gibt {de if rules.match_strokes > 1 else 'einen'} Strich{'e' * (rules.match_strokes > 1)}.",
            f"A match makes {en if rules.match_strokes > 1 else 'one'} stroke{'s' * (rules.match_strokes > 1)}.",
        )


def _noughts(count: int, language: str) -> str:
    if count == 0:
        return "nichts" if language == "de" else "nothing"
    if count == 1:
        return "eine Null" if language == "de" else "a nought"
    de, en = number(count)
    return f"{de} Nullen" if language == "de" else f"{en} noughts"


def ending(rules: Rules) -> Iterator[Sentence]:
    """When the game is over and who has won."""
    if rules.target is not None:
        unit = Sentence("Striche", "strokes") if rules.unit == "strokes" else Sentence("Punkte", "points")
        yield (
            Sentence(
                f"Wer zuerst {rules.target} {unit.de} hat, gewinnt; das Spiel endet sofort, auch mitten in der Runde.",
                f"The first with {rules.target} {unit.en} wins; the game ends at once, in mid-deal too.",
            )
            if rules.claim == "auto"
            else Sentence(
                f"Wer {rules.target} {unit.de} hat und sich bedankt, gewinnt sofort; wer sich zu früh bedankt, "
                "verliert, und wer es vergisst, hat nicht gewonnen.",
                f"Who has {rules.target} {unit.en} and claims wins at once; a wrong claim loses, and forgetting to "
                "claim is not winning.",
            )
        )
        if rules.unit == "points" and (rules.stoeck or rules.weis != "none"):
            yield _ORDERS[rules.end_order]
    if rules.total_deals is not None:
        count_de, count_en = ("ein", "one") if rules.total_deals == 1 else (rules.total_deals, rules.total_deals)
        spiele, deals = ("Spiel", "deal is") if rules.total_deals == 1 else ("Spiele", "deals are")
        most = Sentence("meisten", "highest") if rules.wins == "highest" else Sentence("wenigsten", "lowest")
        what = "Striche" if rules.unit == "strokes" else "Punkte"
        yield Sentence(
            f"Es wird {count_de} {spiele} lang gespielt; wer am Schluss am {most.de} {what} hat, gewinnt.",
            f"{str(count_en).capitalize()} {deals} played; the {most.en} total wins.",
        )
    if rules.bergpreis:
        yield Sentence(
            f"Bergpreis: wer zuerst auf halbem Weg ist, erhält {rules.bergpreis} (nur vermerkt).",
            f"Bergpreis: the first at half the target gets {rules.bergpreis} (listed only).",
        )


_ORDERS = {
    "stoeck_wys_stich": Sentence(
        "Erreichen beide im selben Stich das Ziel, gilt Stöck, Wys, Stich.",
        "When both get there in the same trick, Stöck comes first, then Weis, then the trick.",
    ),
    "stoeck_stich_wys": Sentence(
        "Erreichen beide im selben Stich das Ziel, gilt Stöck, Stich, Wys.",
        "When both get there in the same trick, Stöck comes first, then the trick, then Weis.",
    ),
    "stich_first": Sentence(
        "Erreichen beide im selben Stich das Ziel, gilt Stich, Stöck, Wys.",
        "When both get there in the same trick, the trick comes first, then Stöck, then Weis.",
    ),
}
