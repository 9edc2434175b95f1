"""The score sheet as a table: a row for each deal, for each side its card points, Weis, Stöck, match and the rest.

What is in a cell counts without the factor, so that the deal's points are `factor * sum of the cells` and can be
checked with a pocket calculator; what has another factor, or none, stands under `other` already multiplied.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from jassvision.rules.names import contract_name
from jassvision.rules.options import Rules
from jassvision.tools.exports.markers import harmless
from jassvision.tools.exports.words import kind_said, said
from jassvision.tools.played_facts import Played, PlayedDeal

PARTS: Final = ("cards", "weis", "stoeck", "match")
"""What is multiplied with the deal's factor, a column for each side."""

_PART_OF: Final = {"trick": "cards", "last_trick": "cards", "weis": "weis", "stoeck": "stoeck", "match": "match"}


@dataclass(frozen=True)
class SideCells:
    """What a side made in a deal: parts without factor in the order of `PARTS`, and what counts as it is."""

    parts: tuple[int, ...]
    other: int
    points: int


@dataclass(frozen=True)
class Row:
    """A deal on the sheet."""

    number: int
    dealer: str
    contract: str
    factor: int
    cells: tuple[SideCells, ...]
    totals: tuple[int, ...]
    remark: str


def rows(played: Played, language: str = "de") -> tuple[Row, ...]:
    """The rows of the sheet."""
    return tuple(_row(played, deal, language) for deal in played.deals)


def used_parts(listed: Sequence[Row]) -> tuple[tuple[str, ...], bool]:
    """The parts that occur at all, card points always, and whether anything else does."""
    used = [p for i, p in enumerate(PARTS) if p == "cards" or any(c.parts[i] for row in listed for c in row.cells)]
    return tuple(used), any(cell.other for row in listed for cell in row.cells)


def part_said(part: str, language: str) -> str:
    """What a part is called at the head of its column."""
    if part == "cards":
        return said("card_points", language)
    return kind_said("correction" if part == "other" else part, language)


def _row(played: Played, deal: PlayedDeal, language: str) -> Row:
    cells = []
    for side in range(played.rules.sides):
        parts = dict.fromkeys(PARTS, 0)
        other = 0
        for gain in deal.gains:
            if gain.side != side:
                continue
            if gain.kind in _PART_OF and gain.factor == deal.factor:
                parts[_PART_OF[gain.kind]] += gain.raw
            else:
                other += gain.points
        cells.append(SideCells(tuple(parts.values()), other, deal.score[side]))
    contract = contract_name(deal.contract, suits=played.pack, language=language) if deal.contract else ""
    return Row(
        deal.number,
        played.name(deal.dealer, language),
        contract,
        deal.factor,
        tuple(cells),
        deal.after,
        _remark(deal, played.rules, language),
    )


def _remark(deal: PlayedDeal, rules: Rules, language: str) -> str:
    words = []
    if deal.void:
        words.append(said("void", language))
    elif not deal.complete and not _is_whole(deal, rules):
        words.append(said("broken_off", language))
    if any(play.card is None for _, play in deal.plays):
        words.append(said("unknown_cards" if deal.complete else "uncounted", language))
    if deal.pushed:
        words.append(said("pushed", language))
    if deal.contract_unsure:
        words.append(said("contract_unsure", language))
    if any(play.unsure for _, play in deal.plays):
        words.append(said("unsure_plays", language))
    if deal.certain:
        words.append(f"{said('illegal_plays', language)}: {len(deal.certain)}")
    return " · ".join(word[0].upper() + word[1:] for word in words)


def _is_whole(deal: PlayedDeal, rules: Rules) -> bool:
    """Whether all cards of a deal were played, known or not."""
    return sum(1 for _ in deal.plays) >= rules.players * rules.hand_size


def heads(played: Played, listed: Sequence[Row], language: str) -> list[str]:
    """The heads of the columns."""
    parts, other = used_parts(listed)
    found = [said(name, language) for name in ("deal", "dealer", "contract", "factor")]
    for side in range(played.rules.sides):
        name = played.side_name(side, language)
        found += [f"{name}: {part_said(part, language)}" for part in (*parts, *(["other"] if other else []))]
    for word in ("points", "running"):
        found += [f"{played.side_name(side, language)}: {said(word, language)}" for side in range(played.rules.sides)]
    return [*found, said("notes", language)]


def sheet_table(played: Played, language: str = "de", delimiter: str = ";") -> str:
    """The sheet as CSV; a semicolon divides cells, as spreadsheets in Switzerland expect it.

    The text begins with a byte order mark, by which they know that umlauts are written in UTF-8.
    """
    listed = rows(played, language)
    parts, other = used_parts(listed)
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\r\n")
    writer.writerow(map(harmless, heads(played, listed, language)))
    for row in listed:
        cells: list[object] = [row.number, harmless(row.dealer), harmless(row.contract), row.factor]
        for cell in row.cells:
            cells += [cell.parts[PARTS.index(part)] for part in parts] + ([cell.other] if other else [])
        cells += [cell.points for cell in row.cells]
        writer.writerow([*cells, *row.totals, harmless(row.remark)])
    sides = played.rules.sides
    blank = [""] * (3 + sides * (len(parts) + other))
    writer.writerow([said("total", language), *blank, *played.totals, *[""] * sides, ""])
    return "\ufeff" + out.getvalue()
