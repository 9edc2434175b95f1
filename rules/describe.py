"""House rules as sentences that a player understands, in German or English.

>>> from jassvision.rules.preset import load_rules
>>> print(describe(load_rules("tournament_157"), "en").splitlines()[0])
Schieber (tournament_157)
"""

from __future__ import annotations

from collections.abc import Iterator

from jassvision.rules.cards import JACK, NINE, SEVEN, SIX
from jassvision.rules.contracts import CONTRACTS
from jassvision.rules.describe_scoring import counting, ending
from jassvision.rules.errors import RulesError
from jassvision.rules.names import contract_name, rank_name
from jassvision.rules.options import OPTIONS, Box, Rules
from jassvision.rules.phrases import Sentence, listed, number

DESCRIBED = ("de", "en")
"""Languages in which rules are described."""

GAME_NAMES = {
    "schieber": "Schieber",
    "coiffeur": "Coiffeur",
    "differenzler": "Differenzler",
    "molotow": "Molotow",
    "mittlere": "Mittlere",
    "luzern": "Luzerner Jass",
    "handjass": "Handjass",
    "bessern": "Bessern",
    "sidi": "Sidi-Jass",
    "smoojas": "Smoojas",
    "klaberjass": "Klaberjass",
    "belote": "Belote",
}


def describe(rules: Rules, language: str = "de") -> str:
    """What some rules mean, as a title and one sentence a line, grouped by empty lines.

    Suits and ranks are called as in the pack that is played with.

    Raises:
        RulesError: the language is not spoken here.

    >>> from jassvision.rules.preset import load_rules
    >>> print(*describe(load_rules("swisslos_2500"), "en").splitlines()[:3], sep="\\n")
    Schieber (swisslos_2500)
    <BLANKLINE>
    Four play, two against two.
    """
    _check(language)
    groups = (_table(rules), _trump(rules), _legality(rules), counting(rules), ending(rules))
    title = f"{GAME_NAMES[rules.game]} ({rules.name})"
    texts = ["\n".join(sentence.text(language) for sentence in group) for group in groups]
    return "\n\n".join([title, *(text for text in texts if text)])


def describe_options(language: str = "de") -> str:
    """Every field of the rules, one a paragraph: its meaning, allowed values, default and source.

    Raises:
        RulesError: the language is not spoken here.
    """
    _check(language)
    allowed, default, source = {
        "de": ("Erlaubt", "Vorgabe", "Quelle"),
        "en": ("Allowed", "Default", "Source"),
    }[language]
    lines = []
    for option in OPTIONS.values():
        name = "factors" if option.kind == "factors" else option.name
        meaning = option.de if language == "de" else option.en
        standard = "swisslos_2500" if option.kind == "factors" else _plain(option.default)
        lines.append(
            f"{name}: {meaning}\n  {allowed}: {option.allowed}. {default}: {standard}. {source}: {option.source}."
        )
    return "\n".join(lines)


def _check(language: str) -> None:
    if language not in DESCRIBED:
        raise RulesError(f"rules are not described in {language!r}: choose {' or '.join(DESCRIBED)}")


def _plain(value: object) -> str:
    """A value as it stands in a file."""
    if isinstance(value, tuple):
        return "[" + ", ".join(map(str, value)) + "]"
    return "null" if value is None else str(value).lower() if isinstance(value, bool) else str(value)


def _table(rules: Rules) -> Iterator[Sentence]:
    """Players, cards and the deal."""
    if rules.experimental:
        yield Sentence(
            "Versuchsweise: die Quellen klären dieses Spiel nicht ganz.",
            "Experimental: the sources do not settle this game.",
        )
    if rules.sides < rules.players:
        yield Sentence("Vier spielen, zwei gegen zwei.", "Four play, two against two.")
    else:
        de, en = number(rules.players)
        alone = (
            (" gegeneinander", " against each other") if rules.players == 2 else (", jeder für sich", ", each alone")
        )
        yield Sentence(f"{de.capitalize()} spielen{alone[0]}.", f"{en.capitalize()} play{alone[1]}.")
    cards = rules.card_pack.bit_count()
    pack_de, pack_en = (
        ("Deutschschweizer", "Swiss-suited") if rules.suits == "swiss" else ("französische", "French-suited")
    )
    yield Sentence(
        f"Man braucht {cards} {pack_de} Karten; jeder erhält {rules.hand_size}.",
        f"The pack has {cards} {pack_en} cards; everybody gets {rules.hand_size}.",
    )
    if rules.first_cards is not None:
        yield Sentence(
            f"Zuerst gibt es {rules.first_cards} Karten, der Rest folgt nach der Ansage.",
            f"First {rules.first_cards} cards are dealt, the rest after the bidding.",
        )
    if rules.open_piles:
        yield Sentence(
            "Die Karten liegen in Häufchen: unter jeder offenen Karte eine verdeckte.",
            "The cards lie in piles: one face down below each open card.",
        )
    if rules.draw:
        yield Sentence(
            "Nach jedem Stich zieht jeder eine Karte vom Talon.", "After each trick everybody draws from the stock."
        )
    if rules.players > 2:
        right = rules.direction == "anticlockwise"
        yield Sentence(
            f"Gegeben und gespielt wird {'rechtsherum (gegen den' if right else 'linksherum (im'} Uhrzeigersinn).",
            f"Deal and play go {'to the right (anticlockwise)' if right else 'to the left (clockwise)'}.",
        )


def _trump(rules: Rules) -> Iterator[Sentence]:
    """How a contract arises and what it is worth."""
    yield _TRUMP_BY[rules.trump_by]
    if rules.trump_by == "named" and rules.sides < rules.players:
        yield Sentence(
            "Die Vorhand darf dem Partner schieben"
            + ("; der darf einmal zurückschieben." if rules.push_back else "; der muss ansagen."),
            "Forehand may push to the partner"
            + (", who may push back once." if rules.push_back else ", who must name."),
        )
    yield _contracts(rules)
    if rules.boxes:
        de, en = (", ".join(_box_label(box, rules.suits, language) for box in rules.boxes) for language in DESCRIBED)
        yield Sentence(
            f"Jede Partei spielt jedes Feld einmal: {de}; das gibt {rules.total_deals} Spiele.",
            f"Each side plays each box once: {en}; that makes {rules.total_deals} deals.",
        )
    else:
        yield from _factors(rules)
    if rules.lead == "declarer":
        yield Sentence("Wer ansagt, spielt aus.", "Whoever names the contract leads.")
    if rules.swap != "none":
        rank = SIX if rules.swap == "six" else SEVEN
        yield Sentence(
            f"Die Trumpf-{rank + 6} darf gegen die aufgedeckte Karte getauscht werden.",
            f"The {rank + 6} of trump may be swapped for the card turned up.",
        )
    if rules.turn_up_to_taker:
        yield Sentence("Wer nimmt, erhält die aufgedeckte Karte.", "The taker gets the card turned up.")
    if rules.blind:
        yield Sentence(
            "Wer will, legt seine Karten weg und nimmt ungesehen den Blinden.",
            "A player may put the hand away and take the blind unseen.",
        )
    if rules.exchange:
        yield Sentence(
            f"Jeder darf {rules.exchange} Karten gegen unbekannte tauschen.",
            f"Each may exchange {rules.exchange} cards for unknown ones.",
        )
    if rules.drop:
        yield Sentence(
            "Wer nicht spielen will, passt; dann schreibt der andere einen Strich.",
            "A player may drop; then the other scores a stroke.",
        )


_TRUMP_BY = {
    "named": Sentence("Die Vorhand sagt an.", "Forehand names the contract."),
    "box": Sentence(
        "Wer an der Reihe ist, sagt ein offenes Feld seiner Partei an oder passt; passen alle, muss der Erste.",
        "The player to speak declares an open box of his side or passes; if all pass, the first must.",
    ),
    "last_card": Sentence("Die letzte Karte des Gebers bestimmt Trumpf.", "The dealer's last card makes trump."),
    "turn_up": Sentence(
        "Die oberste Karte des Talons wird aufgedeckt und bestimmt Trumpf.", "The top card of the stock makes trump."
    ),
    "first_discard": Sentence(
        "Es beginnt wie Obenabe; die erste Karte von jemandem, der nicht bedienen kann, bestimmt Trumpf.",
        "It begins as Obenabe; the first card of somebody who cannot follow makes trump.",
    ),
    "bid": Sentence(
        "Eine Karte wird aufgedeckt; man nimmt ihre Farbe oder passt, in der zweiten Runde eine andere Farbe.",
        "A card is turned up; one takes its suit or passes, in the second round another suit.",
    ),
}


def _box_label(box: Box, suits: str, language: str) -> str:
    """A box with its factor; one that is called after its contract is so in every language."""
    own = box.name != contract_name(box.contract, suits=suits)
    name = box.name if own else contract_name(box.contract, suits=suits, language=language)
    return f"{name} ({box.factor})"


def _contracts(rules: Rules) -> Sentence:
    names = {}
    for language in DESCRIBED:
        suits = [c for c in rules.contracts if c in "DHSC"]
        others = [contract_name(c, suits=rules.suits, language=language) for c in rules.contracts if c not in "DHSC"]
        trumps = [contract_name(c, suits=rules.suits, language=language) for c in suits]
        names[language] = listed([*trumps, *others], language)
    return Sentence(f"Gespielt wird {names['de']}.", f"Contracts are {names['en']}.")


def _factors(rules: Rules) -> Iterator[Sentence]:
    by_factor: dict[int, list[str]] = {}
    for code in (c for c in CONTRACTS if c in rules.contracts):
        by_factor.setdefault(rules.factors[code], []).append(code)
    if list(by_factor) == [1]:
        if rules.unit == "points":
            yield Sentence("Alles zählt einfach.", "Everything counts single.")
        return
    parts = {
        language: [
            f"{listed([contract_name(c, suits=rules.suits, language=language) for c in codes], language)} "
            f"{_TIMES[language].get(factor, f'{factor}×')}"
            for factor, codes in sorted(by_factor.items())
        ]
        for language in DESCRIBED
    }
    yield Sentence(f"Es zählen {', '.join(parts['de'])}.", f"What counts: {', '.join(parts['en'])}.")


_TIMES = {
    "de": {1: "einfach", 2: "doppelt", 3: "dreifach", 4: "vierfach", 5: "fünffach", 6: "sechsfach"},
    "en": {1: "single", 2: "double", 3: "three times", 4: "four times", 5: "five times", 6: "six times"},
}


def _legality(rules: Rules) -> Iterator[Sentence]:
    """Which card may be played."""
    jack_de, jack_en = (rank_name(JACK, suits=rules.suits, language=lang) for lang in DESCRIBED)
    if rules.follow == "jass":
        yield Sentence(
            "Man gibt die Farbe an oder sticht mit Trumpf; wer die Farbe nicht hat, spielt, was er will.",
            "Follow suit or trump, as you please; one who is void plays anything.",
        )
        yield Sentence(
            f"Auf Trumpf gibt man Trumpf; nur der Puur (Trumpf-{jack_de}) muss nie gegeben werden.",
            f"A trump lead is followed with trump; only the Puur (trump {jack_en}) need never be played to it.",
        )
        yield _UNDERTRUMP[rules.undertrump, rules.all_trumps]
        if set(rules.contracts) - set("DHSC"):
            yield Sentence(
                "Ohne Trumpf gibt man die Farbe an, wenn man sie hat, und jede 8 zählt acht.",
                "Without trump one follows suit if able, and each 8 counts eight.",
            )
    elif rules.follow == "free_then_strict":
        yield Sentence(
            "Solange der Talon reicht, spielt man, was man will; danach gilt: Farbe geben und wenn möglich stechen.",
            "While the stock lasts any card may be played; afterwards follow suit and win if possible.",
        )
    else:
        yield from _strict(rules)
    if rules.revoke != "report":
        yield _REVOKE[rules.revoke]
    else:
        yield Sentence(
            "Falsches Farbenverhalten wird vermerkt, das Resultat bleibt.",
            "A revoke is listed, the score stands.",
        )
    if rules.family != "jass":
        nine, ace = rank_name(NINE, suits=rules.suits), rank_name(8, suits=rules.suits)
        yield Sentence(
            f"In Trumpf sind {jack_de} und {nine} die höchsten, sonst {ace} und 10.",
            f"In trump {jack_en} and {nine} are highest, elsewhere ace and 10.",
        )


def _strict(rules: Rules) -> Iterator[Sentence]:
    yield Sentence(
        "Man muss die Farbe geben; wer sie nicht hat, muss trumpfen.", "Follow suit; one who is void must trump."
    )
    if rules.follow == "klaberjass":
        yield Sentence("Auf Trumpf muss man wenn möglich höher gehen.", "A trump lead must be beaten if possible.")
        return
    if rules.overtrump_partner:
        yield Sentence("Das gilt auch, wenn der Partner gewinnt.", "That holds even when the partner is winning.")
    else:
        yield Sentence("Gewinnt der Partner, ist man frei.", "When the partner is winning one is free.")
    if rules.pisser:
        yield Sentence(
            "Wer nicht höher trumpfen kann, muss tiefer trumpfen.", "One who cannot overtrump must undertrump."
        )
    else:
        yield Sentence("Wer nicht höher trumpfen kann, ist frei.", "One who cannot overtrump is free.")
    if rules.beat_partner:
        yield Sentence(
            "Auf Trumpf muss man wenn möglich höher gehen, auch über den Partner.",
            "A trump lead must be beaten if possible, even the partner's.",
        )
    else:
        yield Sentence(
            "Auf Trumpf muss man wenn möglich höher gehen, aber nicht über den Partner.",
            "A trump lead must be beaten if possible, but not the partner's.",
        )


_FREE_HAND = Sentence(
    "Untertrumpfen ist verboten, ausser man hat nur noch Trumpf.",
    "Undertrumping is barred, except from a hand of trumps only.",
)
_BEATING_HAND = Sentence(
    "Untertrumpfen ist verboten; wer nur noch Trumpf hat, muss wenn möglich höher stechen.",
    "Undertrumping is barred; a hand of trumps only must go higher if it can.",
)
_VOID_ONLY = Sentence(
    "Untertrumpfen darf nur, wer die ausgespielte Farbe nicht hat.",
    "Only one who is void of the suit led may undertrump.",
)
_UNDERTRUMP = {
    ("barred", "free"): _FREE_HAND,
    ("barred", "must_beat"): _BEATING_HAND,
    ("void_ok", "free"): _VOID_ONLY,
    ("void_ok", "must_beat"): Sentence(
        "Untertrumpfen darf nur, wer die ausgespielte Farbe nicht hat und noch andere Karten als Trumpf.",
        "Only one who is void of the suit led and holds more than trumps may undertrump.",
    ),
}
_REVOKE = {
    "trick_and_rest": Sentence(
        "Wer die Farbe verrät, verliert diesen und alle weiteren Stiche.",
        "A revoke costs that trick and all later ones.",
    ),
    "void_deal": Sentence(
        "Nach falschem Farbenverhalten dürfen die Gegner das Spiel für ungültig erklären.",
        "After a revoke the opponents may annul the deal.",
    ),
}
