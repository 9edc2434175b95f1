"""The plots of the statistics page as SVG: drawn to be read on paper and on a phone, with labels instead of legends.

A plot is drawn `NARROW` units wide with letters of `TEXT` units, so that it can be read at the width of a phone; the
curve also comes wide, for the width of a page. Colours and letters are classes of the page's style sheet.
"""

from __future__ import annotations

import html
from collections.abc import Sequence
from typing import Final

from jassvision.rules.names import contract_name
from jassvision.tools.played_facts import Played
from jassvision.tools.replay.statistics import (
    ContractMeasures,
    Luck,
    PlayerMeasures,
    TrumpMeasures,
    quantile,
)
from jassvision.tools.replay.statistics_words import say, tenth, whole

NARROW, WIDE = 420, 1080
TEXT: Final = 13
"""Height of letters in units of a plot."""

SIGNED: Final = "DHSCOU"
"""Contracts that have a sign."""

ROW: Final = 25
"""Height of a row in plots with a row for each deal."""


def svg(width: float, height: float, body: Sequence[str], title: str, kind: str = "") -> str:
    """A plot of its parts, named for those who hear it."""
    return (
        f'<svg class="{f"plot {kind}".strip()}" viewBox="0 0 {width:g} {height:g}" role="img" '
        f'aria-label="{html.escape(title)}">{"".join(body)}</svg>'
    )


def text(x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> str:
    """Some words."""
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{kind}" text-anchor="{anchor}">{html.escape(words)}</text>'


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    """A line."""
    return f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}"/>'


def bar(x: float, y: float, width: float, height: float, kind: str, hint: str = "") -> str:
    """A bar, with a hint for the pointer."""
    said = f"<title>{html.escape(hint)}</title>" if hint else ""
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" height="{height:.1f}" class="{kind}">{said}</rect>'
    )


def dot(x: float, y: float, radius: float, kind: str, hint: str = "") -> str:
    """A dot, with a hint for the pointer."""
    said = f"<title>{html.escape(hint)}</title>" if hint else ""
    return f'<circle cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}" class="{kind}">{said}</circle>'


def sign(contract: str, x: float, y: float, size: float) -> str:
    """The sign of a contract, centred; its code where it has none."""
    if contract in SIGNED and contract:
        place = f'x="{x - size / 2:.1f}" y="{y - size / 2:.1f}"'
        return f'<use href="#sign-{contract}" {place} width="{size:g}" height="{size:g}"/>'
    return text(x, y + 4, contract, "quiet", "middle")


# The curve -----------------------------------------------------------------------------------------------------------


def score_curve(played: Played, language: str, *, wide: bool) -> str:
    """The score of every side after every trick."""
    width, height = (WIDE, 400) if wide else (NARROW, 330)
    left, right, top, bottom = 6, 150 if wide else 62, 34, 26
    steps = sum(len(deal.tricks) for deal in played.deals) or 1
    target = played.rules.target
    everything = [total for deal in played.deals for trick in deal.tricks for total in trick.totals]
    least = min(0, *everything)
    most = max(least + 1, 0, *everything)
    if target and target < 1.6 * most:
        most = max(most, target)

    def x(step: float) -> float:
        return left + (width - left - right) * step / steps

    def y(points: float) -> float:
        return height - bottom - (height - top - bottom) * (points - least) / (most - least)

    body: list[str] = [line(left, y(0), width - right, y(0), "axis")] if least < 0 else []
    for points in _ticks(least, most):
        body.append(line(left, y(points), width - right, y(points), "grid"))
        if points != target:
            body.append(text(left, y(points) - 4, whole(points, language), "quiet small"))
    step = 0
    shown = -99.0
    for deal in played.deals:
        body.append(line(x(step), top - 8, x(step), height - bottom, "fold"))
        middle = x(step + len(deal.tricks) / 2)
        if middle - shown >= 24:
            body.append(sign(deal.contract, middle, 14, 17))
            body.append(text(middle, height - 8, str(deal.number), "quiet small", "middle"))
            shown = middle
        step += len(deal.tricks)
    if target and target <= most:
        body.append(line(left, y(target), width - right, y(target), "target"))
        words = say("target", language, n=whole(target, language))
        body.append(text(left, y(target) - 4, words, "quiet small"))
    ends = []
    for side in range(played.rules.sides):
        path, step = f"M{x(0):.1f} {y(0):.1f}", 0
        for deal in played.deals:
            for trick in deal.tricks:
                step += 1
                path += f"H{x(step):.1f}V{y(trick.totals[side]):.1f}"
        body.append(f'<path d="{path}" class="run s{side}"/>')
        ends.append((y(played.totals[side]), side))
    ends.sort()
    at = -99.0
    gap = 36 if wide else 20
    for height_of, side in ends:
        body.append(dot(x(steps), height_of, 4.5, f"f{side}"))
        at = max(height_of, at + gap)
        body.append(text(width - right + 12, at + 5, whole(played.totals[side], language), f"f{side} number"))
        if wide:
            body.append(text(width - right + 12, at + 21, _cut(played.side_name(side, language), 22), "quiet small"))
    return svg(width, height, body, say("curve", language), "wide" if wide else "narrow")


def _ticks(least: float, most: float) -> list[int]:
    """Round numbers between the smallest and the largest, without nought: some three to six of them."""
    units = (1, 2, 5, 10, 20, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000, 50_000)
    unit = next((unit for unit in units if (most - least) / unit <= 6), units[-1])
    return [unit * n for n in range(-int(-least // unit), int(most // unit) + 1) if n]


def _cut(words: str, most: int) -> str:
    return words if len(words) <= most else f"{words[: most - 1].rstrip()}…"


# Rows for deals ------------------------------------------------------------------------------------------------------


def deal_bars(played: Played, language: str) -> str:
    """The points of two sides in every deal, from the middle outwards."""
    middle, gap, reach = NARROW / 2, 36, NARROW / 2 - 36 - 42
    most = max(1, *(abs(points) for deal in played.deals for points in deal.score))
    height = 30 + ROW * len(played.deals)
    body = [text(middle - gap, 14, _cut(played.side_name(0, language), 22), "f0 name", "end")]
    body.append(text(middle + gap, 14, _cut(played.side_name(1, language), 22), "f1 name"))
    for index, deal in enumerate(played.deals):
        y = 28 + ROW * index
        body.append(text(middle - 20, y + 15, str(deal.number), "quiet small", "middle"))
        body.append(sign(deal.contract, middle + 4, y + 10, 18))
        if deal.factor > 1:
            body.append(text(middle + 23, y + 15, f"×{deal.factor}", "quiet small", "middle"))
        for side, way in ((0, -1), (1, 1)):
            points = deal.score[side]
            length = reach * abs(points) / most
            start = middle + way * gap
            hint = f"{played.side_name(side, language)}: {points}"
            body.append(bar(start - (length if way < 0 else 0), y + 1, length, 18, f"f{side}", hint))
            end = start + way * (length + 5)
            body.append(text(end, y + 15, whole(points, language), "small", "end" if way < 0 else "start"))
    return svg(NARROW, height, body, say("by_deal", language))


def luck_rows(played: Played, lucks: Sequence[Luck], language: str) -> str:
    """What the cards of the first side were worth in each deal, and what it made of them."""
    left, right = 58, 14
    total = max(luck.total for luck in lucks)
    height = 34 + ROW * len(lucks) + 18

    def x(points: float) -> float:
        return left + (NARROW - left - right) * points / total

    body = [line(x(total / 2), 20, x(total / 2), height - 20, "fold")]
    for points in (0, total / 2, total):
        anchor = "start" if points == 0 else "end" if points == total else "middle"
        words = say("even", language) if points == total / 2 else whole(points, language)
        body.append(text(x(points), 12, words, "quiet small", anchor))
    for index, luck in enumerate(lucks):
        y = 34 + ROW * index
        body.append(text(16, y + 4, str(luck.deal), "quiet small", "end"))
        body.append(sign(luck.contract, 34, y, 18))
        body.append(line(left, y, NARROW - right, y, "hair"))
        better = "gained" if luck.skill >= 0 else "lost"
        body.append(line(x(luck.expected), y, x(luck.made), y, f"link {better}"))
        hint = f"{say('worth', language)}: {whole(luck.expected, language)}"
        body.append(dot(x(luck.expected), y, 5, "open", hint))
        body.append(dot(x(luck.made), y, 5.5, "f0", f"{say('made', language)}: {luck.made}"))
    first = lucks[0]
    apart = abs(x(first.expected) - x(first.made)) > 70
    if apart:
        low, high = sorted(((first.expected, "worth"), (first.made, "made")))
        body.append(text(x(low[0]) - 9, 38, say(low[1], language), "quiet small", "end"))
        body.append(text(x(high[0]) + 9, 38, say(high[1], language), "quiet small"))
    return svg(NARROW, height, body, say("luck", language))


# Contracts, time, trumps ---------------------------------------------------------------------------------------------


def contract_bars(played: Played, measures: Sequence[ContractMeasures], language: str) -> str:
    """The mean points of those who named each contract and of the others."""
    left, right, pitch = 132, 46, 46
    most = max(1.0, *(max(m.makers, m.others) for m in measures))
    body: list[str] = []
    for index, one in enumerate(measures):
        y = 8 + pitch * index
        body.append(sign(one.contract, 14, y + 15, 22))
        name = contract_name(one.contract, suits=played.pack, language=language)
        body.append(text(34, y + 14, _cut(name[0].upper() + name[1:], 13), "name"))
        body.append(text(34, y + 29, f"{one.deals}×", "quiet small"))
        for row, (points, kind) in enumerate(((one.makers, "strong"), (one.others, "pale"))):
            length = (NARROW - left - right) * points / most
            body.append(bar(left, y + 17 * row, length, 15, kind, say("makers" if row == 0 else "others", language)))
            words = whole(points, language)
            if index == 0:
                words += f" {say('makers' if row == 0 else 'others', language)}"
            inside = index == 0 and length > 130
            if inside:
                body.append(
                    text(left + length - 6, y + 17 * row + 12, words, "small onbar" if row == 0 else "small", "end")
                )
            else:
                body.append(text(left + length + 5, y + 17 * row + 12, words, "small"))
    return svg(NARROW, 10 + pitch * len(measures), body, say("contracts", language))


def time_strips(played: Played, measures: Sequence[PlayerMeasures], language: str) -> str:
    """The thinking times of every player: a dot for each card, a bar for the median."""
    everything = [seconds for one in measures for seconds in one.seconds]
    cap = max(1.0, (quantile(everything, 0.97) or 1.0) * 1.15)
    left, right, pitch = 10, 10, 66

    def x(seconds: float) -> float:
        return left + (NARROW - left - right) * min(seconds, cap) / cap

    height = 22 + pitch * len(measures)
    body: list[str] = []
    unit = 1 if cap <= 6 else 2 if cap <= 14 else 5 if cap <= 35 else 20
    for mark in range(0, int(cap) + 1, unit):
        body.append(line(x(mark), 6, x(mark), height - 20, "grid"))
        words = say("seconds", language, n=mark) if mark == 0 else str(mark)
        body.append(text(x(mark), height - 6, words, "quiet small", "start" if mark == 0 else "middle"))
    for index, one in enumerate(measures):
        y = 10 + pitch * index
        side = played.side_of(one.seat)
        body.append(text(left, y + 12, _cut(played.name(one.seat, language), 24), f"f{side} name"))
        over = sum(seconds > cap for seconds in one.seconds)
        if over:
            body.append(text(NARROW - right, y + 12, say("beyond", language, n=over), "quiet small", "end"))
        for number, seconds in enumerate(one.seconds):
            if seconds <= cap:  # spread up and down by a fixed pattern, so that equal times are seen as many
                body.append(dot(x(seconds), y + 34 + ((number * 7) % 11 - 5) * 1.9, 3, f"mist f{side}"))
        if one.median is not None:
            body.append(line(x(one.median), y + 20, x(one.median), y + 48, f"median s{side}"))
            words = say("seconds", language, n=tenth(one.median, language))
            body.append(text(x(one.median), y + 16, words, "small strongtext", "middle"))
    return svg(NARROW, height, body, say("time", language))


def trump_multiples(played: Played, measures: Sequence[TrumpMeasures], language: str, *, wide: bool) -> str:
    """A small picture for each deal with a trump suit: how many trumps are still out after every trick."""
    width_of, across = (WIDE, 9) if wide else (NARROW, 4)
    cell, tall = width_of / across, 96
    body: list[str] = []
    for index, one in enumerate(measures):
        x0, y0 = cell * (index % across), tall * (index // across)
        width, height = cell - 16, 50
        most, steps = max(one.left[0], 1), max(len(one.left) - 1, 1)

        def x(step: float, start: float = x0, width: float = width, steps: int = steps) -> float:
            return start + width * step / steps

        def y(left: float, top: float = y0 + 22, height: float = height, most: int = most) -> float:
            return top + height * (1 - left / most)

        path = f"M{x(0):.1f} {y(0):.1f}V{y(one.left[0]):.1f}"
        for step, left in enumerate(one.left[1:], start=1):
            path += f"H{x(step - 0.5):.1f}V{y(left):.1f}"
        body.append(f'<path d="{path}H{x(steps):.1f}V{y(0):.1f}Z" class="area"/>')
        body.append(line(x(0), y(0), x(steps), y(0), "axis"))
        body.append(sign(one.contract, x0 + 8, y0 + 11, 15))
        body.append(text(x0 + 20, y0 + 16, str(one.deal), "quiet small"))
        if played.rules.sides == 2:
            body.append(text(x0 + width, y0 + 16, " : ".join(map(str, one.held)), "small", "end"))
    rows = -(-len(measures) // across)
    return svg(width_of, tall * rows, body, say("trumps", language), "wide" if wide else "narrow")
