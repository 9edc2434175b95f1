"""Backs of cards: lattices, dots, ornaments, plain ones and ones with a name."""

import math

import numpy as np
from jassvision.datasets.decks.lettering import text_path, text_width
from jassvision.datasets.decks.paint import (
    CENTRE,
    HEIGHT,
    WIDTH,
    both_ways,
    circle,
    clipped,
    ellipse,
    hatch,
    path,
    placed,
    polygon,
    rectangle,
    shade,
)
from jassvision.datasets.decks.style import MAKERS, Style

INKS = ("#b3161f", "#1d3f8f", "#146b3a", "#1b1b1f", "#6b1f6e", "#a8741a", "#0f7f9c", "#7a2b17", "#c8471b", "#3c4a5a")
CX, CY = CENTRE


def back_art(style: Style, rng: np.random.Generator) -> str:
    """The printing of a back, chosen by `rng`; the same whichever way the card is turned, save a logo."""
    ink = str(rng.choice(INKS))
    second = str(rng.choice(INKS)) if rng.random() < 0.35 else shade(ink, 0.45)
    paper = style.palette.paper
    margin = float(rng.choice([0.0, 26.0, 34.0, 46.0], p=[0.25, 0.25, 0.3, 0.2]))
    kind = int(rng.integers(len(PATTERNS)))
    field = rectangle(
        margin,
        margin,
        WIDTH - 2 * margin,
        HEIGHT - 2 * margin,
        ink if rng.random() < 0.6 else shade(ink, 0.82),
        "",
        0,
        18 if margin else 0,
    )
    light = field.find(ink) < 0
    mark = ink if light else (paper if rng.random() < 0.6 else second)
    inside = f"M{margin} {margin}H{WIDTH - margin}V{HEIGHT - margin}H{margin}Z"
    art = clipped(PATTERNS[kind](rng, mark, second), inside, "backfield")
    rim = ""
    if margin and rng.random() < 0.7:
        rim = rectangle(
            margin, margin, WIDTH - 2 * margin, HEIGHT - 2 * margin, "none", ink, float(rng.uniform(2, 9)), 18
        )
    return field + art + rim + (_medallion(rng, paper, ink, second) if rng.random() < 0.45 else "")


def _lattice(rng: np.random.Generator, mark: str, second: str) -> str:
    step = float(rng.uniform(14, 60))
    angle = float(rng.choice([45.0, 33.0, 60.0]))
    w = step * float(rng.uniform(0.08, 0.4))
    box = (0.0, 0.0, WIDTH, HEIGHT)
    return path(hatch(box, step, angle), "none", mark, w) + path(hatch(box, step, -angle), "none", mark, w)


def _dots(rng: np.random.Generator, mark: str, second: str) -> str:
    step = float(rng.uniform(26, 62))
    r = step * float(rng.uniform(0.12, 0.34))
    parts = []
    for row in range(-1, int(HEIGHT / step) + 2):
        for col in range(-1, int(WIDTH / step) + 2):
            x, y = (
                CX + (col - int(WIDTH / step / 2) + 0.5 * (row % 2)) * step,
                CY + (row - int(HEIGHT / step / 2)) * step,
            )
            parts.append(
                f"M{x - r:.1f} {y:.1f}a{r:.1f} {r:.1f} 0 1 0 {2 * r:.1f} 0a{r:.1f} {r:.1f} 0 1 0 {-2 * r:.1f} 0Z"
            )
    return path("".join(parts), mark)


def _plain(rng: np.random.Generator, mark: str, second: str) -> str:
    return ""


def _stripes(rng: np.random.Generator, mark: str, second: str) -> str:
    step = float(rng.uniform(16, 70))
    return path(
        hatch((0.0, 0.0, WIDTH, HEIGHT), step, float(rng.choice([0.0, 90.0, 45.0, -45.0]))),
        "none",
        mark,
        step * float(rng.uniform(0.2, 0.6)),
    )


def _scales(rng: np.random.Generator, mark: str, second: str) -> str:
    step = float(rng.uniform(34, 70))
    parts = []
    for row in range(-1, int(HEIGHT / step * 2) + 2):
        for col in range(-1, int(WIDTH / step) + 2):
            x, y = (col + 0.5 * (row % 2)) * step, row * step / 2
            for k in (0.5, 0.36, 0.2):
                parts.append(f"M{x - k * step:.1f} {y:.1f}a{k * step:.1f} {k * step:.1f} 0 0 1 {2 * k * step:.1f} 0")
    return path("".join(parts), "none", mark, float(rng.uniform(1.6, 3.6)))


def _chequers(rng: np.random.Generator, mark: str, second: str) -> str:
    step = float(rng.uniform(22, 64))
    cols, rows = int(WIDTH / step) + 2, int(HEIGHT / step) + 2
    parts = [
        f"M{c * step:.1f} {r * step:.1f}h{step:.1f}v{step:.1f}h{-step:.1f}Z"
        for r in range(rows)
        for c in range(cols)
        if (r + c) % 2
    ]
    return path("".join(parts), mark)


def _diamonds(rng: np.random.Generator, mark: str, second: str) -> str:
    step = float(rng.uniform(40, 90))
    parts, inner = [], []
    for row in range(-1, int(HEIGHT / step * 2) + 3):
        for col in range(-1, int(WIDTH / step) + 2):
            x, y = (col + 0.5 * (row % 2)) * step, row * step * 0.75
            parts.append(
                polygon([(x, y - 0.62 * step), (x + 0.42 * step, y), (x, y + 0.62 * step), (x - 0.42 * step, y)])
            )
            inner.append(polygon([(x, y - 0.3 * step), (x + 0.2 * step, y), (x, y + 0.3 * step), (x - 0.2 * step, y)]))
    return path("".join(parts), "none", mark, 3.0) + path("".join(inner), second)


def _rays(rng: np.random.Generator, mark: str, second: str) -> str:
    count = int(rng.integers(10, 36))
    parts = []
    for i in range(count):
        a, b = i * math.tau / count, (i + 0.5) * math.tau / count
        parts.append(
            polygon(
                [
                    (CX, CY),
                    (CX + 700 * math.cos(a), CY + 700 * math.sin(a)),
                    (CX + 700 * math.cos(b), CY + 700 * math.sin(b)),
                ]
            )
        )
    rings = "".join(circle(CX, CY, r, "none", mark, 4) for r in range(60, 540, int(rng.integers(60, 140))))
    return path("".join(parts), mark) + rings


def _vines(rng: np.random.Generator, mark: str, second: str) -> str:
    curls = []
    for row in range(5):
        for col in range(3):
            x, y = 95 + col * 190, 90 + row * 178
            flip = 1 if (row + col) % 2 else -1
            curls.append(
                placed(
                    path(
                        "M-80 0C-50 -70 50 -70 60 -6C62 36 6 44 0 8C-2 -14 28 -18 30 2M60 -6"
                        "C80 40 40 84 -10 80M-80 0C-90 30 -60 60 -40 40",
                        "none",
                        mark,
                        7,
                    )
                    + path(
                        "M-10 80C-34 70 -34 50 -14 48C-2 60 -4 72 -10 80ZM-44 -52C-30 -80 -4 -74 -2 -60"
                        "C-16 -46 -32 -46 -44 -52Z",
                        second,
                        mark,
                        2,
                    ),
                    x,
                    y,
                    1.0,
                    0.0 if flip > 0 else 180.0,
                )
            )
    return "".join(curls)


def _guilloche(rng: np.random.Generator, mark: str, second: str) -> str:
    parts = []
    turns, lobes = int(rng.integers(5, 12)), int(rng.integers(5, 13))
    for k in range(turns):
        points = []
        for i in range(120):
            t = i * math.tau / 120
            r = 1 + 0.32 * math.cos(lobes * t + k * math.tau / turns)
            points.append((CX + 205 * r * math.cos(t), CY + 330 * r * math.sin(t)))
        parts.append(polygon(points))
    return path("".join(parts), "none", mark, float(rng.uniform(2, 5)))


PATTERNS = (_lattice, _dots, _plain, _stripes, _scales, _chequers, _diamonds, _rays, _vines, _guilloche)


def _medallion(rng: np.random.Generator, paper: str, ink: str, second: str) -> str:
    kind = int(rng.integers(3))
    if kind == 0:
        name = str(rng.choice([m for m in MAKERS if m]))
        size = min(58.0, 58.0 * 330 / text_width(name, "clarendon", 58.0))
        plate = rectangle(CX - 205, CY - 62, 410, 124, paper, ink, 6, 40)
        return plate + path(text_path(name, "clarendon", size, CX, CY - size / 2, 0.5), ink)
    if kind == 1:
        star = polygon(
            [
                (
                    CX + (78 if i % 2 == 0 else 34) * math.sin(i * math.pi / 8),
                    CY - (78 if i % 2 == 0 else 34) * math.cos(i * math.pi / 8),
                )
                for i in range(16)
            ]
        )
        return ellipse(CX, CY, 120, 120, paper, ink, 7) + path(star, second) + circle(CX, CY, 20, ink)
    cross = path(f"M{CX - 22} {CY - 74}h44v52h52v44h-52v52h-44v-52h-52v-44h52Z", paper)
    small = both_ways(circle(CX, CY - 150, 16, ink) + circle(CX, CY - 190, 9, ink))
    return rectangle(CX - 106, CY - 106, 212, 212, ink, paper, 8, 26) + cross + small
