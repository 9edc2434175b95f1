"""The slate (Tafel): a score as strokes on a Z - hundreds on top, fifties on the diagonal, twenties below, and a rest.

Strokes are only ever added while points are written; the rest is a number that is wiped and written anew. What stands
on the slate always adds up to the score. Source: rule list section 4.

>>> slate = write(write(EMPTY_SLATE, 84), 73)
>>> slate, slate.score
(Slate(hundreds=0, fifties=2, twenties=2, rest=17), 157)
>>> tidy(slate)
Slate(hundreds=1, fifties=1, twenties=0, rest=7)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from jassvision.rules.errors import JassError

BUNDLE = 5
"""Strokes stand in bundles of five, so that they can be counted at a glance."""

DIAGONAL_ROWS = 5
"""Height of the diagonal in rows of text: enough that the Z is seen as one."""


@dataclass(frozen=True, slots=True)
class Slate:
    """What stands on one half of the slate.

    Attributes:
        hundreds, fifties, twenties: numbers of strokes.
        rest: the number written beside them; negative only when the whole score is.
    """

    hundreds: int = 0
    fifties: int = 0
    twenties: int = 0
    rest: int = 0

    @property
    def score(self) -> int:
        """The score in points."""
        return 100 * self.hundreds + 50 * self.fifties + 20 * self.twenties + self.rest


EMPTY_SLATE = Slate()


def write(slate: Slate, points: int) -> Slate:
    """The slate after some points were written; negative points wipe strokes and leave the slate tidy.

    Points go on as the largest strokes that fit, what is left is added to the rest, and a rest of 20 becomes a stroke.
    """
    if points < 0 or slate.rest < 0:
        return slate_of(slate.score + points)
    new = slate_of(points)
    more, rest = divmod(slate.rest + new.rest, 20)
    return Slate(slate.hundreds + new.hundreds, slate.fifties + new.fifties, slate.twenties + new.twenties + more, rest)


def write_all(points: Iterable[int], slate: Slate = EMPTY_SLATE) -> Slate:
    """The slate after several results were written one after the other."""
    for result in points:
        slate = write(slate, result)
    return slate


def tidy(slate: Slate) -> Slate:
    """The same score with as few strokes as possible."""
    return slate_of(slate.score)


def slate_of(score: int) -> Slate:
    """A score in as few strokes as possible; a score below zero has no strokes, only a number.

    >>> slate_of(1284)
    Slate(hundreds=12, fifties=1, twenties=1, rest=14)
    """
    if score < 0:
        return Slate(rest=score)
    hundreds, rest = divmod(score, 100)
    fifties, rest = divmod(rest, 50)
    twenties, rest = divmod(rest, 20)
    return Slate(hundreds, fifties, twenties, rest)


def slate_text(slate: Slate, title: str = "", width: int = 36) -> str:
    """The slate drawn as a Z of text; it grows wider than `width` when there are too many strokes.

    >>> print(slate_text(slate_of(770), "Nord / Süd", width=20))
    Nord / Süd       770
    ─┼┼┼┼┼─┼┼───────────
                    ╳
                 ╱
              ╱
          ╱
       ╱
    ─┼────────────────── 0

    Raises:
        JassError: a number of strokes is negative.
    """
    if min(slate.hundreds, slate.fifties, slate.twenties) < 0:
        raise JassError(f"a slate has no negative strokes: {slate}")
    top, bottom = (_bundles(n, "┼", "─") for n in (slate.hundreds, slate.twenties))
    per_row = [slate.fifties // DIAGONAL_ROWS + (i < slate.fifties % DIAGONAL_ROWS) for i in range(DIAGONAL_ROWS)]
    width = max(width, len(top) + 2, len(bottom) + 2, (max(per_row) + 1) * DIAGONAL_ROWS, len(title) + 8)
    lines = [f"{title:<{width - 8}}{slate.score:>8}"] if title else []
    lines.append("─" + top.ljust(width - 1, "─"))
    for row, crosses in enumerate(per_row):
        mark = "╳" * crosses or "╱"
        middle = (width - 1) * (DIAGONAL_ROWS - row) / (DIAGONAL_ROWS + 1)
        lines.append(" " * round(middle - (len(mark) - 1) / 2) + mark)
    lines.append("─" + bottom.ljust(width - 1, "─") + f" {slate.rest}")
    return "\n".join(lines)


def tally(strokes: int, noughts: int = 0) -> str:
    """Strokes and noughts as games that count in them are written (Handjass, Molotow).

    >>> tally(7, 2)
    '||||| || oo'
    """
    return " ".join(part for part in (_bundles(strokes, "|", " "), "o" * noughts) if part)


def _bundles(count: int, mark: str, gap: str) -> str:
    full, left = divmod(count, BUNDLE)
    return gap.join([mark * BUNDLE] * full + [mark * left] * (left > 0))
