"""Things on the table that are not cards: phones, books, slates, beer mats, notes, newspapers, glasses, pens."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from jassvision.datasets.arrays import Image, Rng

VARIANTS = 40
"""How many of each kind are drawn before they repeat."""

GRAIN = 2.0
"""Pixels a millimetre at which small props are drawn (large ones coarser, so that none passes 420 pixels)."""


@dataclass(frozen=True)
class Prop:
    """A flat thing: BGR `picture`, `alpha`, its size in millimetres (w, h) and thickness."""

    picture: Image
    alpha: Image
    size_mm: tuple[float, float]
    thick: float


def random_prop(rng: Rng) -> Prop:
    """Any of the things."""
    names = list(MAKERS)
    return prop(names[int(rng.integers(len(names)))], int(rng.integers(VARIANTS)))


def small_prop(rng: Rng) -> Prop:
    """A thing that may lie on cards without hiding all of them."""
    names = ("phone", "beer mat", "note", "business card", "pen", "pen", "remote", "glass", "glass")
    return prop(names[int(rng.integers(len(names)))], int(rng.integers(VARIANTS)))


@lru_cache(maxsize=800)
def prop(name: str, variant: int) -> Prop:
    """One variant of a thing by the name of its kind (the keys of MAKERS)."""
    rng = np.random.default_rng([list(MAKERS).index(name), variant, 80])
    return MAKERS[name](rng)


def sheet(
    rng: Rng, size_mm: tuple[float, float], colour: tuple[float, ...] | None = None, corner: float = 0.0
) -> tuple[Image, Image]:
    """A plain rectangle of a colour (random when None) with rounded corners, and its alpha."""
    grain = min(GRAIN, 420 / max(size_mm))
    w, h = max(8, round(size_mm[0] * grain)), max(8, round(size_mm[1] * grain))
    picture = np.empty((h, w, 3), np.uint8)
    picture[:] = rng.uniform(10, 245, 3) if colour is None else colour
    alpha = np.zeros((h, w), np.uint8)
    r = int(corner * grain)
    cv2.rectangle(alpha, (r, 0), (w - 1 - r, h - 1), 255, -1)
    cv2.rectangle(alpha, (0, r), (w - 1, h - 1 - r), 255, -1)
    for x in (r, w - 1 - r):
        for y in (r, h - 1 - r):
            cv2.circle(alpha, (x, y), r, 255, -1, cv2.LINE_AA)
    return picture, alpha


def paper(rng: Rng) -> tuple[float, ...]:
    """A BGR paper colour."""
    level = rng.uniform(185, 252)
    return (level * rng.uniform(0.8, 1), level * rng.uniform(0.93, 1), level)


def write_lines(rng: Rng, picture: Image, box: tuple[int, int, int, int], pitch: int, ink: tuple[float, ...]) -> None:
    """Something like lines of print or handwriting in a box (x0, y0, x1, y1)."""
    x0, y0, x1, y1 = box
    for y in range(y0 + pitch, y1, pitch):
        x, stop = x0, x1 - int(rng.uniform(0, 0.4) * (x1 - x0) * (rng.random() < 0.4))
        while x < stop:
            word = int(rng.uniform(1, 5) * pitch * 0.6) + 1
            top = y - max(1, int(pitch * rng.uniform(0.3, 0.55)))
            cv2.rectangle(picture, (x, top), (min(x + word, stop), y - max(1, pitch // 6)), ink, -1)
            x += word + max(1, pitch // 2)


def phone(rng: Rng) -> Prop:
    """A telephone, screen dark or lit."""
    size = (rng.uniform(65, 80), rng.uniform(135, 165))
    picture, alpha = sheet(rng, size, tuple(rng.uniform(5, 60, 3)), rng.uniform(4, 10))
    h, w = alpha.shape
    rim = int(rng.uniform(0.02, 0.07) * w) + 1
    screen = picture[rim * 2 : h - rim * 2, rim : w - rim]
    if rng.random() < 0.5:
        screen[:] = rng.uniform(0, 40)
    else:
        small = rng.uniform(20, 255, (4, 3, 3)).astype(np.uint8)
        screen[:] = cv2.resize(small, screen.shape[1::-1], interpolation=cv2.INTER_CUBIC)
        write_lines(rng, screen, (8, 30, screen.shape[1] - 8, screen.shape[0] // 2), 14, tuple(rng.uniform(0, 255, 3)))
    return Prop(picture, alpha, size, 8.0)


def book(rng: Rng) -> Prop:
    """A book or a box with a title."""
    size = (rng.uniform(100, 220), rng.uniform(140, 300))
    picture, alpha = sheet(rng, size)
    h, w = alpha.shape
    if rng.random() < 0.5:
        inset = int(rng.uniform(0.05, 0.15) * w)
        cv2.rectangle(
            picture, (inset, inset), (w - inset, h - inset), tuple(rng.uniform(0, 255, 3)), int(rng.integers(1, 5))
        )
    cv2.putText(
        picture,
        "".join(chr(int(c)) for c in rng.integers(65, 91, 6)),
        (w // 8, h // 3),
        cv2.FONT_HERSHEY_DUPLEX,
        w / 160,
        tuple(rng.uniform(0, 255, 3)),
        2,
        cv2.LINE_AA,
    )
    if rng.random() < 0.4:
        centre, radius = (w // 2, int(h * 0.65)), int(w * rng.uniform(0.1, 0.3))
        cv2.circle(picture, centre, radius, tuple(rng.uniform(0, 255, 3)), -1, cv2.LINE_AA)
    return Prop(picture, alpha, size, rng.uniform(5, 30))


def slate(rng: Rng) -> Prop:
    """The Jass slate: a dark board in a wooden frame, the chalk Z of the score on it."""
    size = (rng.uniform(140, 220), rng.uniform(180, 300))
    picture, alpha = sheet(rng, size, tuple(rng.uniform(20, 55, 3)), 3)
    h, w = alpha.shape
    frame = int(rng.uniform(0.02, 0.07) * w) + 1
    timber = tuple(np.array([rng.uniform(60, 130), rng.uniform(100, 180), rng.uniform(150, 220)]))
    cv2.rectangle(picture, (0, 0), (w - 1, h - 1), timber, frame * 2)
    chalk = (225, 230, 230)
    x0, x1, y0, y1 = int(w * 0.2), int(w * 0.8), int(h * 0.2), int(h * 0.8)
    ink = tuple(rng.choice([(60, 60, 200), chalk]).tolist())
    for a, b in (((x0, y0), (x1, y0)), ((x1, y0), (x0, y1)), ((x0, y1), (x1, y1))):
        cv2.line(picture, a, b, ink, 2, cv2.LINE_AA)
    for _ in range(int(rng.integers(3, 25))):
        x, y = int(rng.uniform(x0, x1)), int(rng.choice([y0, (y0 + y1) // 2, y1])) + int(rng.uniform(-6, 6))
        cv2.line(picture, (x, y - 9), (x + int(rng.uniform(-3, 3)), y + 9), chalk, 1, cv2.LINE_AA)
    return Prop(picture, alpha, size, 6.0)


def beer_mat(rng: Rng) -> Prop:
    """A beer mat, round or square, with a printed ring and word."""
    side = rng.uniform(85, 110)
    is_round = rng.random() < 0.5
    picture, alpha = sheet(rng, (side, side), paper(rng) if rng.random() < 0.6 else None, 8)
    h, w = alpha.shape
    ink = tuple(rng.uniform(0, 230, 3))
    if is_round:
        alpha[:] = 0
        cv2.circle(alpha, (w // 2, h // 2), w // 2 - 1, 255, -1, cv2.LINE_AA)
    cv2.circle(picture, (w // 2, h // 2), int(w * rng.uniform(0.3, 0.46)), ink, int(rng.integers(2, 12)), cv2.LINE_AA)
    cv2.ellipse(
        picture,
        (w // 2, h // 2),
        (int(w * 0.3), int(w * 0.12)),
        rng.uniform(0, 30),
        0,
        360,
        tuple(rng.uniform(0, 230, 3)),
        -1,
    )
    cv2.putText(
        picture,
        "BIER",
        (int(w * 0.28), int(h * 0.55)),
        cv2.FONT_HERSHEY_TRIPLEX,
        w / 220,
        (250, 250, 250),
        1,
        cv2.LINE_AA,
    )
    return Prop(picture, alpha, (side, side), 1.5)


def note(rng: Rng) -> Prop:
    """A slip of paper, blank, ruled or written on; some are of the size of a card."""
    size = (rng.uniform(50, 110), rng.uniform(60, 160))
    picture, alpha = sheet(rng, size, paper(rng))
    h, w = alpha.shape
    pick = rng.random()
    if pick < 0.45:
        write_lines(
            rng,
            picture,
            (w // 10, h // 12, w - w // 10, h - h // 12),
            int(rng.integers(8, 18)),
            tuple(rng.uniform(0, 150, 3)),
        )
    elif pick < 0.65:
        for y in range(12, h, 11):
            cv2.line(picture, (0, y), (w, y), (220, 190, 170), 1)
    elif pick < 0.8:
        for k in range(0, max(h, w), 9):
            cv2.line(picture, (0, k), (w, k), (225, 205, 190), 1)
            cv2.line(picture, (k, 0), (k, h), (225, 205, 190), 1)
    return Prop(picture, alpha, size, 0.3)


def business_card(rng: Rng) -> Prop:
    """A bank or visiting card: nearly as large as a playing card, but lying across, with a chip or a few words."""
    size = (85.6, 54.0)
    picture, alpha = sheet(rng, size, paper(rng) if rng.random() < 0.4 else None, rng.choice([0.0, 3.2]))
    h, w = alpha.shape
    ink = tuple(rng.uniform(0, 255, 3))
    if rng.random() < 0.5:
        cv2.rectangle(picture, (int(w * 0.1), int(h * 0.3)), (int(w * 0.25), int(h * 0.5)), (90, 190, 215), -1)
        write_lines(rng, picture, (int(w * 0.1), int(h * 0.55), int(w * 0.9), int(h * 0.7)), 12, ink)
    else:
        write_lines(
            rng, picture, (int(w * 0.1), int(h * 0.2), int(w * 0.6), int(h * 0.8)), int(rng.integers(9, 20)), ink
        )
    if rng.random() < 0.4:
        cv2.circle(
            picture, (int(w * 0.82), int(h * 0.25)), int(h * 0.13), tuple(rng.uniform(0, 255, 3)), -1, cv2.LINE_AA
        )
    return Prop(picture, alpha, size, 0.8)


def newspaper(rng: Rng) -> Prop:
    """A page of print in columns with a headline and a photo."""
    size = (rng.uniform(180, 320), rng.uniform(200, 420))
    picture, alpha = sheet(rng, size, paper(rng))
    h, w = alpha.shape
    ink = tuple(rng.uniform(10, 90, 3))
    cv2.putText(
        picture,
        "".join(chr(int(c)) for c in rng.integers(65, 91, 9)),
        (w // 20, h // 9),
        cv2.FONT_HERSHEY_TRIPLEX,
        w / 230,
        ink,
        2,
        cv2.LINE_AA,
    )
    columns = int(rng.integers(2, 5))
    for k in range(columns):
        x0 = int(w * (0.04 + 0.94 * k / columns))
        x1 = int(w * (0.94 * (k + 1) / columns)) - 2
        top = h // 7
        if rng.random() < 0.5:
            top += h // 4
            small = rng.uniform(20, 240, (5, 5, 3 if rng.random() < 0.5 else 1)).astype(np.uint8)
            photo = cv2.resize(small, (x1 - x0, h // 4 - 6), interpolation=cv2.INTER_CUBIC)
            picture[h // 7 : h // 7 + h // 4 - 6, x0:x1] = photo[..., None] if photo.ndim == 2 else photo
        write_lines(rng, picture, (x0, top, x1, h - h // 20), int(rng.integers(5, 8)), ink)
    return Prop(picture, alpha, size, 1.0)


def envelope(rng: Rng) -> Prop:
    """An envelope with its flap or window."""
    size = (rng.uniform(160, 230), rng.uniform(100, 130))
    picture, alpha = sheet(rng, size, paper(rng))
    h, w = alpha.shape
    if rng.random() < 0.5:
        fold = np.array([[0, 0], [w // 2, int(h * rng.uniform(0.4, 0.6))], [w - 1, 0]], np.int32)
        cv2.polylines(picture, [fold], False, (150, 160, 165), 1, cv2.LINE_AA)
    else:
        write_lines(rng, picture, (int(w * 0.5), int(h * 0.5), int(w * 0.9), int(h * 0.85)), 12, (60, 50, 50))
        cv2.rectangle(
            picture, (int(w * 0.82), int(h * 0.08)), (int(w * 0.94), int(h * 0.32)), tuple(rng.uniform(0, 255, 3)), -1
        )
    return Prop(picture, alpha, size, 0.6)


def picture_card(rng: Rng) -> Prop:
    """A postcard, photograph or leaflet: a bright picture with or without a white margin."""
    size = (rng.uniform(90, 160), rng.uniform(60, 130))
    picture, alpha = sheet(rng, size, (250, 250, 250))
    h, w = alpha.shape
    rim = int(rng.choice([0, 0.06]) * w)
    small = rng.uniform(0, 255, (int(rng.integers(3, 9)), int(rng.integers(3, 9)), 3)).astype(np.uint8)
    how = cv2.INTER_NEAREST if rng.random() < 0.3 else cv2.INTER_CUBIC
    picture[rim : h - rim, rim : w - rim] = cv2.resize(small, (w - 2 * rim, h - 2 * rim), interpolation=how)
    for _ in range(int(rng.integers(0, 5))):
        centre = (int(rng.uniform(0, w)), int(rng.uniform(0, h)))
        cv2.ellipse(
            picture,
            centre,
            (int(rng.uniform(5, w / 3)), int(rng.uniform(5, h / 3))),
            rng.uniform(0, 180),
            0,
            360,
            tuple(rng.uniform(0, 255, 3)),
            -1,
            cv2.LINE_AA,
        )
    return Prop(picture, alpha, size, 0.4)


def pen(rng: Rng) -> Prop:
    """A pen, a pencil or a piece of chalk."""
    size = (rng.uniform(7, 12), rng.uniform(60, 150))
    picture, alpha = sheet(rng, size, None, 4)
    shade = np.sin(np.linspace(0.3, np.pi - 0.3, picture.shape[1]))[None, :, None]
    return Prop((picture * shade).astype(np.uint8), alpha, size, 8.0)


def remote(rng: Rng) -> Prop:
    """A remote control with its keys."""
    size = (rng.uniform(38, 55), rng.uniform(140, 210))
    picture, alpha = sheet(rng, size, tuple(rng.uniform(10, 90, 3)), 8)
    h, w = alpha.shape
    for y in range(int(h * 0.1), int(h * 0.9), max(8, h // 14)):
        for x in (w // 5, w // 2, 4 * w // 5):
            cv2.circle(picture, (x, y), max(2, w // 14), tuple(rng.uniform(60, 230, 3)), -1, cv2.LINE_AA)
    return Prop(picture, alpha, size, 15.0)


def plate(rng: Rng) -> Prop:
    """A plate, an ashtray, a bowl or a coin seen from above."""
    side = rng.choice([rng.uniform(18, 32), rng.uniform(90, 240)])
    picture, alpha = sheet(rng, (side, side), paper(rng) if rng.random() < 0.6 else None)
    h, w = alpha.shape
    alpha[:] = 0
    cv2.circle(alpha, (w // 2, h // 2), w // 2 - 1, 255, -1, cv2.LINE_AA)
    for share in sorted(rng.uniform(0.3, 0.95, 3))[::-1]:
        cv2.circle(
            picture,
            (w // 2, h // 2),
            int(w / 2 * share),
            tuple(rng.uniform(40, 250, 3)),
            int(rng.integers(1, 8)),
            cv2.LINE_AA,
        )
    return Prop(picture, alpha, (side, side), 10.0)


def glass(rng: Rng) -> Prop:
    """A glass, cup or bottle top from above: rings, a drink, a bright reflection."""
    side = rng.uniform(45, 95)
    picture, alpha = sheet(rng, (side, side), tuple(rng.uniform(120, 230, 3)))
    h, w = alpha.shape
    centre = (w // 2, h // 2)
    alpha[:] = 0
    cv2.circle(alpha, centre, w // 2 - 1, 255, -1, cv2.LINE_AA)
    drinks = ((30, 140, 215), (20, 20, 90), (200, 205, 205), (20, 40, 70), (90, 180, 200))
    cv2.circle(picture, centre, int(w * 0.43), drinks[int(rng.integers(5))], -1, cv2.LINE_AA)
    cv2.circle(picture, centre, int(w * 0.47), (235, 238, 238), 2, cv2.LINE_AA)
    cv2.ellipse(
        picture,
        centre,
        (int(w * 0.36), int(w * 0.36)),
        rng.uniform(0, 360),
        0,
        rng.uniform(20, 90),
        (252, 252, 252),
        3,
        cv2.LINE_AA,
    )
    return Prop(picture, alpha, (side, side), 90.0)


def printed_mat(rng: Rng) -> Prop:
    """A cloth with a logo or one great faint card sign printed on it."""
    size = (rng.uniform(350, 700), rng.uniform(300, 600))
    picture, alpha = sheet(rng, size, None, 10)
    h, w = alpha.shape
    ink = tuple(np.clip(picture[0, 0].astype(float) + rng.normal(0, 60, 3), 0, 255))
    inset = int(0.04 * w)
    cv2.rectangle(picture, (inset, inset), (w - inset, h - inset), ink, int(rng.integers(1, 5)))
    for x, y in ((0.15, 0.2), (0.85, 0.2), (0.15, 0.8), (0.85, 0.8)):
        at, r = np.array([w * x, h * y]), w * rng.uniform(0.03, 0.07)
        kind = int(rng.integers(3))
        if kind == 0:
            diamond = np.array([[0, -1.3], [1, 0], [0, 1.3], [-1, 0]]) * r + at
            cv2.fillPoly(picture, [diamond.astype(np.int32)], ink, cv2.LINE_AA)
        else:
            for dx, dy in ((-0.5, 0), (0.5, 0), (0, -0.8 if kind == 1 else 0.8)):
                cv2.circle(picture, (int(at[0] + dx * r), int(at[1] + dy * r)), int(r * 0.55), ink, -1, cv2.LINE_AA)
    cv2.putText(picture, "JASS", (int(w * 0.35), int(h * 0.55)), cv2.FONT_HERSHEY_TRIPLEX, w / 260, ink, 2, cv2.LINE_AA)
    return Prop(picture, alpha, size, 3.0)


MAKERS: dict[str, Callable[[Rng], Prop]] = {
    "phone": phone,
    "book": book,
    "slate": slate,
    "beer mat": beer_mat,
    "note": note,
    "business card": business_card,
    "newspaper": newspaper,
    "envelope": envelope,
    "picture card": picture_card,
    "pen": pen,
    "remote": remote,
    "plate": plate,
    "glass": glass,
}
"""The kinds of thing that may lie anywhere, also partly on cards."""
