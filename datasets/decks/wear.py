"""Wear: what years on pub tables do to a card, as vector marks over the print."""

import numpy as np
from jassvision.datasets.decks.paint import HEIGHT, WIDTH, ellipse, group, number, path, rectangle
from jassvision.datasets.decks.style import Style


def wear_marks(style: Style, salt: int) -> str:
    """Yellowing, grime, scratches, a crease and bared edges, in the amount `style.wear` (0 none, 1 a wreck)."""
    if style.wear <= 0:
        return ""
    rng = np.random.default_rng([style.seed, salt, 77])
    amount = style.wear
    parts = [group(rectangle(0, 0, WIDTH, HEIGHT, "#8a6a2a"), f'opacity="{0.14 * amount * rng.random():.3f}"')]
    for _ in range(rng.poisson(5 * amount)):
        x, y = rng.uniform(0, WIDTH), rng.uniform(0, HEIGHT)
        r = float(rng.uniform(8, 90))
        tint = str(rng.choice(["#6b5633", "#55504a", "#8a5a2a", "#ffffff"]))
        parts.append(
            group(ellipse(x, y, r, r * rng.uniform(0.5, 1.0), tint), f'opacity="{rng.uniform(0.02, 0.1):.3f}"')
        )
    for _ in range(rng.poisson(9 * amount)):
        x, y, turn, reach = rng.uniform(0, WIDTH), rng.uniform(0, HEIGHT), rng.uniform(0, 6.3), rng.uniform(20, 260)
        dx, dy = reach * np.cos(turn), reach * np.sin(turn)
        bend = rng.normal(0, 12, 2)
        line = (
            f"M{number(x)} {number(y)}q{number(dx / 2 + bend[0])} {number(dy / 2 + bend[1])} {number(dx)} {number(dy)}"
        )
        tint = str(rng.choice(["#ffffff", "#ffffff", "#4a4038"]))
        parts.append(
            group(
                path(line, "none", tint, float(rng.uniform(0.8, 2.6))),
                f'opacity="{rng.uniform(0.25, 0.8) * amount + 0.1:.3f}"',
            )
        )
    if rng.random() < 0.4 * amount:
        parts.append(_crease(rng))
    parts.append(_bared_edges(rng, amount))
    return "".join(parts)


def _crease(rng: np.random.Generator) -> str:
    corner = bool(rng.random() < 0.7)
    if corner:
        a, b = float(rng.uniform(60, 220)), float(rng.uniform(60, 220))
        x0, y0, x1, y1 = (0.0, b, a, 0.0) if rng.random() < 0.5 else (WIDTH - a, HEIGHT, WIDTH, HEIGHT - b)
    else:
        x0, y0, x1, y1 = 0.0, float(rng.uniform(0, HEIGHT)), WIDTH, float(rng.uniform(0, HEIGHT))
    line = f"M{number(x0)} {number(y0)}L{number(x1)} {number(y1)}"
    dark = group(path(line, "none", "#3a342c", 4.0), 'opacity="0.35"')
    return dark + group(path(line, "none", "#ffffff", 2.2), 'opacity="0.75"')


def _bared_edges(rng: np.random.Generator, amount: float) -> str:
    """The print rubbed off and grime along the edges."""
    nick = 15.0
    grime = group(rectangle(0, 0, WIDTH, HEIGHT, "none", "#5f5240", 16 * amount, 30.0), f'opacity="{0.3 * amount:.3f}"')
    nicks = []
    for _ in range(rng.poisson(14 * amount)):
        along = rng.uniform(0, 1)
        side = int(rng.integers(4))
        x, y = [(along * WIDTH, 0.0), (along * WIDTH, HEIGHT), (0.0, along * HEIGHT), (WIDTH, along * HEIGHT)][side]
        nicks.append(ellipse(x, y, float(rng.uniform(3, nick)), float(rng.uniform(3, 12)), "#efe9dc"))
    return grime + "".join(nicks)
