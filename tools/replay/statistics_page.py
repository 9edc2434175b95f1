"""The statistics of a match as one HTML page: headline, curve, plots, players, illegal plays. No program runs in it."""

from __future__ import annotations

import base64
import hashlib
import html
from collections.abc import Sequence
from importlib import resources
from typing import Final

from jassvision.rules.names import card_name
from jassvision.tools.exports.verdict_words import verdict_lines
from jassvision.tools.exports.words import said
from jassvision.tools.played_facts import Played, PlayedError
from jassvision.tools.replay.player import sign_symbols
from jassvision.tools.replay.statistics import (
    PLAYOUTS,
    Luck,
    PlayerMeasures,
    contract_measures,
    luck_measures,
    player_measures,
    trump_measures,
)
from jassvision.tools.replay.statistics_plots import (
    contract_bars,
    deal_bars,
    luck_rows,
    score_curve,
    time_strips,
    trump_multiples,
)
from jassvision.tools.replay.statistics_words import count, say, tenth, whole

NAMED: Final = ("named", "box")
"""Ways in which a contract arises that say something about who named it."""


def statistics_page(played: Played, language: str = "de") -> str:
    """The page.

    Raises:
        PlayedError: the record holds no trick.
    """
    if not any(deal.tricks for deal in played.deals):
        raise PlayedError(f"{played.path} holds no trick: there is nothing to count.")
    style = resources.files("jassvision.tools.replay").joinpath("statistics.css").read_text(encoding="utf-8")
    digest = base64.b64encode(hashlib.sha256(style.encode("utf-8")).digest()).decode("ascii")
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    title = f"{say('kicker', language)}: {_sides(played, language)}"
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{language}">',
            '<head><meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{policy}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            f"<title>{html.escape(title)}</title>",
            f"<style>{style}</style></head>",
            "<body>",
            f'<svg class="symbols" aria-hidden="true"><defs>{sign_symbols(played.pack)}</defs></svg>',
            "<main>",
            _headline(played, language),
            *_figures(played, language),
            _foot(played, language),
            "</main></body></html>",
            "",
        ]
    )


def _sides(played: Played, language: str) -> str:
    return " – ".join(played.side_name(side, language) for side in range(played.rules.sides))


def _headline(played: Played, language: str) -> str:
    best = max(played.totals) if played.rules.wins == "highest" else min(played.totals)
    leading = [side for side, total in enumerate(played.totals) if total == best]
    winners = list(played.winners) if played.winners is not None else leading
    names = ", ".join(played.side_name(side, language) for side in winners)
    together = "_together" if played.partners or len(winners) > 1 else ""
    if played.winners is not None:
        verb = say(f"won{together}", language, who=names)
    elif len(leading) > 1:
        verb = say("level", language)
    else:
        verb = say(f"leads{together}", language, who=names)
    many = len(played.totals) > 2
    totals = ("" if many else " : ").join(
        _result(played, side, language, named=many) for side in range(len(played.totals))
    )
    tags = " · ".join(value for _, value in played.tags)
    kicker = say("kicker", language) + (f" · {tags}" if tags else "")
    return (
        f'<header><p class="kicker">{html.escape(kicker)}</p><h1>{html.escape(verb)}</h1>'
        f'<p class="result" aria-label="{html.escape(_sides(played, language))}">{totals}</p>'
        f'<p class="lead">{html.escape(_standfirst(played, language))}</p></header>'
    )


def _result(played: Played, side: int, language: str, *, named: bool) -> str:
    name = f"<small>{html.escape(played.side_name(side, language))}</small>" if named else ""
    return f'<span class="f{side}">{whole(played.totals[side], language)}{name}</span>'


def _standfirst(played: Played, language: str) -> str:
    parts = [count("deals", len(played.deals), language)]
    first = next((deal.start for deal in played.deals if deal.start is not None), None)
    if first is not None and played.last_time - first >= 90:
        parts.append(say("lasted", language, n=round((played.last_time - first) / 60)))
    parts.append(count("changes", lead_changes(played), language))
    parts.append(count("wrong", sum(len(deal.certain) for deal in played.deals), language))
    sentence = ", ".join(parts[:-1]) + "; " + parts[-1] + "."
    return sentence[0].upper() + sentence[1:]


def lead_changes(played: Played) -> int:
    """How often another side came to lead alone, looked at after every trick."""
    leader, changes = -1, 0
    for deal in played.deals:
        for trick in deal.tricks:
            best = max(trick.totals) if played.rules.wins == "highest" else min(trick.totals)
            leading = [side for side, total in enumerate(trick.totals) if total == best]
            if len(leading) == 1 and leading[0] != leader:
                changes += leader >= 0
                leader = leading[0]
    return changes


def _figures(played: Played, language: str) -> list[str]:
    players = player_measures(played)
    curve = score_curve(played, language, wide=True) + score_curve(played, language, wide=False)
    found = [_figure("curve", language, curve, "full")]
    if played.rules.sides == 2:
        found.append(_figure("by_deal", language, deal_bars(played, language)))
    lucks = luck_measures(played)
    if lucks:
        who = played.side_name(0, language)
        note = say("luck_note", language, who=who, n=PLAYOUTS)
        found.append(
            _figure("luck", language, luck_rows(played, lucks, language), note=note, more=_luck(lucks, language))
        )
    contracts = contract_measures(played) if played.rules.sides == 2 and played.rules.trump_by in NAMED else ()
    if contracts:
        found.append(_figure("contracts", language, contract_bars(played, contracts, language)))
    if any(one.seconds for one in players):
        found.append(_figure("time", language, time_strips(played, players, language)))
    trumps = trump_measures(played)
    if trumps:
        plots = [trump_multiples(played, trumps, language, wide=wide) for wide in (True, False)]
        note = say("trumps_note", language)
        if played.rules.sides > 2:  # how many each held is not written beside
            note = note.partition(";")[0].rstrip() + "."
        found.append(_figure("trumps", language, "".join(plots), "full", note=note))
    found.append(_player_table(played, players, language))
    found.append(_violations(played, language))
    return found


def _figure(name: str, language: str, plot: str, kind: str = "", *, note: str = "", more: str = "") -> str:
    note = note or say(f"{name}_note", language)
    return (
        f'<figure class="{kind}" id="{name}"><figcaption><h2>{html.escape(say(name, language))}</h2>'
        f"<p>{html.escape(note)}</p></figcaption>{plot}{more}</figure>"
    )


def _luck(lucks: Sequence[Luck], language: str) -> str:
    luck = whole(sum(one.luck for one in lucks), language, sign=True)
    skill = whole(sum(one.skill for one in lucks), language, sign=True)
    return f'<p class="sum">{html.escape(say("luck_sum", language, luck=luck, skill=skill))}</p>'


def _player_table(played: Played, players: Sequence[PlayerMeasures], language: str) -> str:
    columns = ("cards", "won_tricks", "median", "illegal", "possible", "unsure")
    head = "".join(f'<th scope="col">{html.escape(say(name, language))}</th>' for name in columns)
    rows = []
    for one in sorted(players, key=lambda one: (played.side_of(one.seat), one.seat)):
        median = "–" if one.median is None else say("seconds", language, n=tenth(one.median, language))
        cells = [str(one.plays), str(one.won), median]
        cells += [str(number) if number else "–" for number in (one.illegal, one.possible, one.unsure)]
        marks = ["", "", "", "bad" if one.illegal else "", "", ""]
        data = "".join(f'<td class="{mark}">{html.escape(cell)}</td>' for mark, cell in zip(marks, cells, strict=True))
        name = html.escape(played.name(one.seat, language))
        rows.append(f'<tr><th scope="row" class="f{played.side_of(one.seat)}">{name}</th>{data}</tr>')
    return (
        f'<section class="full" id="players"><h2>{html.escape(say("players", language))}</h2><div class="scroll">'
        f"<table><thead><tr><td></td>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table></div></section>"
    )


def _violations(played: Played, language: str) -> str:
    items = []
    for deal in played.deals:
        for verdict in deal.certain:
            card = (
                said("unknown_card", language)
                if verdict.card is None
                else card_name(verdict.card, suits=played.pack, language=language)
            )
            where = say("where", language, deal=deal.number, trick=verdict.trick)
            lines = "".join(f"<p>{html.escape(text)}</p>" for text in verdict_lines(verdict, language, played.pack))
            who = html.escape(f"{played.name(verdict.seat, language)}: {card}")
            items.append(f'<li><span class="where">{html.escape(where)}</span><h3>{who}</h3>{lines}</li>')
    body = f"<ol>{''.join(items)}</ol>" if items else f"<p>{html.escape(say('violations_none', language))}</p>"
    head = html.escape(say("violations", language))
    return f'<section class="full" id="violations"><h2>{head}</h2>{body}</section>'


def _foot(played: Played, language: str) -> str:
    notes = [say("foot", language, record=played.path.name)]
    unsure = sum(play.unsure for deal in played.deals for _, play in deal.plays)
    if unsure:
        notes.insert(0, say("doubts", language, n=unsure))
    if any(deal.weis_as_dealt and deal.melds for deal in played.deals):
        notes.insert(0, said("as_dealt", language))
    return f"<footer>{''.join(f'<p>{html.escape(note)}</p>' for note in notes)}</footer>"
