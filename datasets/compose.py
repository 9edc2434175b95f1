"""One composed still: a table, cards of one deck on it, things and hands over them, and what is seen of every card."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from jassvision.datasets import layouts, light
from jassvision.datasets.arrays import Image, Rng
from jassvision.datasets.camera import Camera, place_camera
from jassvision.datasets.canvas import THING, Canvas, Edge, Sun
from jassvision.datasets.dealer import CARD_MM, Dealer
from jassvision.datasets.layouts import Layout
from jassvision.datasets.material import Deck, Material
from jassvision.datasets.props import random_prop, small_prop
from jassvision.datasets.sight import Seen
from jassvision.datasets.staging import lay_ground, lay_mat, lay_prop, reach_in
from numpy.typing import NDArray

ASPECTS = ((16, 9), (4, 3), (3, 4), (1, 1), (9, 16))
ASPECT_SHARES = (0.45, 0.33, 0.10, 0.07, 0.05)
EMPTY_SHARE = 0.06

TRIM_ROOM = 70
"""Pixels kept round the cards in pictures that only serve to cut crops."""


@dataclass(frozen=True)
class Card:
    """A labelled card: code or "back", what of it is seen, share of glare and blur in pixels that lies on it."""

    code: str
    seen: Seen
    glare: float
    smear: float
    length: float


@dataclass(frozen=True)
class Still:
    """A composed picture with its cards (lowest first), its deck, and what lens and file did to it."""

    picture: Image
    deck: Deck
    layout: str
    cards: tuple[Card, ...]
    damage: light.Damage


@dataclass(frozen=True)
class Framing:
    """How large things are drawn: `long_side` of the picture in pixels; or, for reading, `card_px` range of the cards'
    length, from which the picture's size follows."""

    long_side: int = 640
    card_px: tuple[float, float] | None = None


def compose(rng: Rng, material: Material, framing: Framing = Framing()) -> Still:
    """A still drawn at random; the same generator state gives the same still."""
    empty = framing.card_px is None and rng.random() < EMPTY_SHARE
    layout = Layout("empty", ()) if empty else layouts.random_layout(rng, framing.card_px is not None)
    camera = random_camera(rng, layout, framing)
    canvas = Canvas(lay_ground(rng, material, camera))
    deck = material.random_deck(rng)
    edge = random_edge(rng)
    sun = Sun(float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0.3, 1.6)), float(rng.uniform(0.2, 0.75)))
    lay_mat(rng, canvas, camera, material)
    things = int(rng.integers(2, 8)) if empty else int(rng.choice([0, 1, 2, 4], p=[0.4, 0.25, 0.2, 0.15]))
    for _ in range(things):
        lay_prop(rng, canvas, camera, random_prop(rng), edge, sun, near=60 if empty else 110)
    dealer = Dealer(rng, deck, camera, canvas, edge, sun)
    held = not empty and rng.random() < (0.5 if layout.kind == "single" else 0.04)
    for placement in (*layout.loose, *layout.cards):
        dealer.lay(placement)
    if held:
        dealer.hold(material)
    if not empty and rng.random() < 0.10:
        lay_prop(rng, canvas, camera, small_prop(rng), edge, sun, near=0, owner=THING)
    for _ in range(int(rng.choice([0, 1, 2], p=[0.72, 0.23, 0.05]))):
        reach_in(rng, canvas, camera, material, edge, sun, dealer.laid)
    seen = [dealer.seen(k) for k in range(len(dealer.laid))]
    softness = 1.0
    if framing.card_px is not None:
        softness = max(1.0, max(camera.size_wh) / 640) ** 0.7
        canvas, corner = trimmed(canvas)  # the reader never sees the rest of the table
        seen = [what and what.moved(-corner) for what in seen]
    field = light.lamp_field(rng, (canvas.picture.shape[1], canvas.picture.shape[0]))
    picture, damage = light.photograph(rng, canvas.picture, field, softness, canvas.shows_cards())
    cards = tuple(
        Card(it.code, what, it.glare, it.smear, it.length) for it, what in zip(dealer.laid, seen, strict=True) if what
    )
    return Still(picture, deck, layout.kind, cards, damage)


def trimmed(canvas: Canvas) -> tuple[Canvas, NDArray[np.float64]]:
    """The part of a canvas that holds its cards, with some room, and the pixel (x, y) where it begins."""
    cards = canvas.shows_cards()
    across, down = np.flatnonzero(cards.any(axis=0)), np.flatnonzero(cards.any(axis=1))
    if not len(across):
        return canvas, np.zeros(2)
    h, w = cards.shape
    x0, x1 = max(0, across[0] - TRIM_ROOM), min(w, across[-1] + TRIM_ROOM)
    y0, y1 = max(0, down[0] - TRIM_ROOM), min(h, down[-1] + TRIM_ROOM)
    part = Canvas(np.ascontiguousarray(canvas.picture[y0:y1, x0:x1]))
    part.owner = np.ascontiguousarray(canvas.owner[y0:y1, x0:x1])
    return part, np.array([x0, y0], np.float64)


def random_camera(rng: Rng, layout: Layout, framing: Framing) -> Camera:
    """A camera that shows the layout: mostly all of it, sometimes only a part; from above or from a seat."""
    aspect = ASPECTS[rng.choice(len(ASPECTS), p=ASPECT_SHARES)]
    longer = float(framing.long_side)
    width, height = longer * aspect[0] / max(aspect), longer * aspect[1] / max(aspect)
    tilt = float((rng.uniform(0, 12), rng.uniform(12, 38), rng.uniform(38, 60))[rng.choice(3, p=[0.4, 0.38, 0.22])])
    view = float(rng.uniform(28, 75))
    where = np.array([[c.x, c.y] for c in layout.cards] or [[0.0, 0.0]])
    middle = (where.min(axis=0) + where.max(axis=0)) / 2
    spread = np.sort(np.ptp(where, axis=0)) + 80
    reach = float(spread[1])
    fits = min(min(width, height) / float(spread[0]), max(width, height) / reach) * CARD_MM
    if layout.kind == "single":
        length = float(np.exp(rng.uniform(np.log(45), np.log(450)))) * longer / 640
    elif layout.kind == "empty":
        length = rng.uniform(40, 160) * longer / 640
    else:
        middling, scatter = ((108, 0.6), (210, 0.35))[rng.choice(2, p=[0.62, 0.38])]  # a table; a photo of a few cards
        ideal = float(np.exp(rng.normal(np.log(middling), scatter))) * longer / 640
        length = float(np.clip(ideal, 30 * longer / 640, fits * rng.uniform(0.7, 1.15)))
    length = float(np.clip(length, 26 * longer / 640, 450 * longer / 640))
    slack = np.maximum(np.array([width, height]) / 2 - reach / CARD_MM * length / 2, 0.06 * longer)
    shift = rng.uniform(-1, 1, 2) * slack * rng.choice([0.25, 0.6, 1.0])
    if framing.card_px is not None:
        target = float(np.exp(rng.uniform(*np.log(framing.card_px))))
        zoom = float(np.clip(target / length, 240 / longer, 1500 / longer))
        length, width, height, shift = length * zoom, width * zoom, height * zoom, shift * zoom
    turn = float(rng.choice([rng.normal(0, 6), rng.uniform(0, 360)], p=[0.4, 0.6]))
    look = (float(middle[0]), float(middle[1]))
    return place_camera(
        (round(width), round(height)), length, tilt, turn, view, look, (float(shift[0]), float(shift[1]))
    )


def random_edge(rng: Rng) -> Edge:
    """How this picture's things are blended in, so that no seam of one kind tells cards from ground."""
    pick = rng.random()
    if pick < 0.45:
        return Edge()
    if pick < 0.55:
        return Edge(hard=True)
    if pick < 0.85:
        return Edge(feather=float(rng.uniform(0.35, 1.1)), bleed=float(rng.choice([0.0, 0.2])))
    return Edge(feather=float(rng.uniform(0, 0.6)), bleed=float(rng.uniform(0.15, 0.5)))
