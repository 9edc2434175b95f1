"""One composed still: a table, cards of one deck on it, things and hands over them, and where every card is to be seen."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from jassvision.datasets import layouts, light, wear
from jassvision.datasets.camera import Camera, Matrix, place_camera, to_pixels
from jassvision.datasets.canvas import NOBODY, THING, Canvas, Edge, Shadow
from jassvision.datasets.hands import drawn_out, random_hand
from jassvision.datasets.layouts import Layout, Placement
from jassvision.datasets.material import Deck, Material, back_picture, face_picture, rounded_mask
from jassvision.datasets.props import Prop, printed_mat, random_prop
from jassvision.datasets.sight import Seen, what_is_seen
from jassvision.datasets.tables import random_ground
from jassvision.vision.faces import CODES

Image = NDArray[np.uint8]
Rng = np.random.Generator

CARD_MM = 89.0
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


def compose(rng: Rng, material: Material, framing: Framing = Framing()) -> Still:  # noqa: B008 - frozen
    """A still drawn at random; the same generator state gives the same still."""
    empty = framing.card_px is None and rng.random() < EMPTY_SHARE
    layout = Layout("empty", ()) if empty else layouts.random_layout(rng, framing.card_px is not None)
    camera = random_camera(rng, layout, framing)
    canvas = Canvas(lay_ground(rng, material, camera))
    deck = material.random_deck(rng)
    edge = random_edge(rng)
    sun = (float(rng.uniform(0, 2 * np.pi)), float(rng.uniform(0.3, 1.6)), float(rng.uniform(0.2, 0.75)))
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
        lay_prop(rng, canvas, camera, random_prop(rng), edge, sun, near=0, owner=THING)
    for _ in range(int(rng.choice([0, 1, 2], p=[0.72, 0.23, 0.05]))):
        reach_in(rng, canvas, camera, material, edge, sun, dealer)
    seen = [dealer.seen(k) for k in range(len(dealer.laid))]
    softness = 1.0
    if framing.card_px is not None:
        softness = max(1.0, max(camera.size_wh) / 640) ** 0.7
        canvas, corner = trimmed(canvas)  # the reader never sees the rest of the table
        seen = [what and what.moved(-corner) for what in seen]
    field = light.lamp_field(rng, (canvas.picture.shape[1], canvas.picture.shape[0]))
    picture, damage = light.photograph(rng, canvas.picture, field, softness, canvas.shows_cards())
    cards = tuple(Card(it.code, what, it.glare, it.smear, it.length) for it, what in zip(dealer.laid, seen, strict=True) if what)
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
        length = float(np.exp(rng.uniform(np.log(45), np.log(330)))) * longer / 640
    elif layout.kind == "empty":
        length = rng.uniform(40, 160) * longer / 640
    else:
        ideal = float(np.exp(rng.normal(np.log(100), 0.55))) * longer / 640
        length = float(np.clip(ideal, 30 * longer / 640, fits * rng.uniform(0.7, 1.15)))
    length = float(np.clip(length, 26 * longer / 640, 330 * longer / 640))
    slack = np.maximum(np.array([width, height]) / 2 - reach / CARD_MM * length / 2, 0.06 * longer)
    shift = rng.uniform(-1, 1, 2) * slack * rng.choice([0.4, 1.0])
    if framing.card_px is not None:
        target = float(np.exp(rng.uniform(*np.log(framing.card_px))))
        zoom = float(np.clip(target / length, 240 / longer, 1500 / longer))
        length, width, height, shift = length * zoom, width * zoom, height * zoom, shift * zoom
    turn = float(rng.choice([rng.normal(0, 6), rng.uniform(0, 360)], p=[0.4, 0.6]))
    look = (float(middle[0]), float(middle[1]))
    return place_camera((round(width), round(height)), length, tilt, turn, view, look, (float(shift[0]), float(shift[1])))


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


def lay_ground(rng: Rng, material: Material, camera: Camera) -> Image:
    """The bare table in perspective, with its far or near edge and the floor beyond it at times."""
    ground = textured(rng, random_ground(rng, material), camera)
    if rng.random() < 0.18:
        floor = textured(rng, random_ground(rng, material), camera)
        angle, away = rng.uniform(0, 2 * np.pi), rng.uniform(120, 420)
        normal = np.array([np.cos(angle), np.sin(angle)])
        along = np.array([-normal[1], normal[0]])
        start = np.array(camera.look_at) + normal * away
        view = camera.homography()
        ends = to_pixels(view, np.array([start - along * 300, start + along * 300]))
        out = ends[1] - ends[0]
        out = out / max(1e-6, float(np.hypot(*out))) * 4000
        beyond = to_pixels(view, np.array([start + normal * 60]))[0] - ends.mean(axis=0)
        side = np.array([-out[1], out[0]])
        side = side if side @ beyond > 0 else -side
        quad = np.array([ends[0] - out, ends[1] + out, ends[1] + out + side, ends[0] - out + side])
        mask = np.zeros(ground.shape[:2], np.uint8)
        cv2.fillPoly(mask, [quad.astype(np.int32)], 255)
        floor = np.asarray(cv2.convertScaleAbs(floor, alpha=rng.uniform(0.3, 1.0)))
        cv2.copyTo(floor, mask, ground)
    return ground


def textured(rng: Rng, texture: Image, camera: Camera) -> Image:
    """A texture spread over the table plane as the camera sees it."""
    scale = float(np.exp(rng.uniform(np.log(0.5), np.log(2.2)))) * 640 / max(texture.shape[:2])  # millimetres a pixel
    angle = rng.uniform(0, 2 * np.pi) if rng.random() < 0.5 else rng.choice([0, np.pi / 2])
    c, s = np.cos(angle) * scale, np.sin(angle) * scale
    h, w = texture.shape[:2]
    onto = np.array([[c, -s, camera.look_at[0]], [s, c, camera.look_at[1]], [0, 0, 1.0]])
    onto = onto @ np.array([[1, 0, -w * rng.uniform(0.2, 0.8)], [0, 1, -h * rng.uniform(0.2, 0.8)], [0, 0, 1.0]])
    density = camera.focal / camera.distance * scale  # picture pixels for each pixel of the texture
    if density < 0.7:
        shrink = max(0.12, density / 0.85)
        texture = np.asarray(cv2.resize(texture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA))
        onto = onto @ np.diag([1 / shrink, 1 / shrink, 1.0])
    view = camera.homography() @ onto
    out = cv2.warpPerspective(texture, view, camera.size_wh, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101)
    return np.asarray(out)


def table_frame(x: float, y: float, turn: float, size_mm: tuple[float, float], pixels_wh: tuple[int, int]) -> Matrix:
    """3x3 from a texture's pixels to table millimetres for a thing centred at (x, y)."""
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    kx, ky = size_mm[0] / pixels_wh[0], size_mm[1] / pixels_wh[1]
    w, h = size_mm
    return np.array(
        [
            [c * kx, -s * ky, x - c * w / 2 + s * h / 2],
            [s * kx, c * ky, y - s * w / 2 - c * h / 2],
            [0, 0, 1.0],
        ]
    )


def cast(sun: tuple[float, float, float], lift_px: float) -> Shadow:
    """The shadow of something `lift_px` above what is under it; `sun` is direction, softness and depth."""
    direction, soft, depth = sun
    reach = min(0.6 + lift_px, 40.0)
    return Shadow((float(np.cos(direction) * reach), float(np.sin(direction) * reach)), 0.4 + soft * reach, depth)


def lay_mat(rng: Rng, canvas: Canvas, camera: Camera, material: Material) -> None:
    """A Jass carpet under the cards, at times."""
    if rng.random() >= 0.16:
        return
    if rng.random() < 0.3:
        mat = printed_mat(rng)
        picture, alpha, size = mat.picture, mat.alpha, mat.size_mm
    else:
        picture = random_ground(rng, material)
        alpha = np.full(picture.shape[:2], 255, np.uint8)
        wide = rng.uniform(350, 750)
        size = (wide, wide * picture.shape[0] / picture.shape[1])
    off = rng.normal(0, 60, 2)
    place = table_frame(
        camera.look_at[0] + off[0], camera.look_at[1] + off[1], rng.uniform(0, 360), size, (alpha.shape[1], alpha.shape[0])
    )
    canvas.paste(picture, alpha, camera.homography() @ place, NOBODY, shadow=cast((1.0, 1.0, 0.3), 1.0))


def lay_prop(
    rng: Rng,
    canvas: Canvas,
    camera: Camera,
    prop: Prop,
    edge: Edge,
    sun: tuple[float, float, float],
    near: float,
    owner: int = NOBODY,
) -> None:
    """A thing somewhere in view, at least `near` millimetres from the middle."""
    per_mm = camera.focal / camera.distance
    far = max(near + 60.0, 0.5 * max(camera.size_wh) / per_mm)
    x, y, turn = layouts.around(rng, near, far)
    if rng.random() < 0.6:
        turn = rng.uniform(0, 360)
    h, w = prop.alpha.shape
    place = table_frame(camera.look_at[0] + x, camera.look_at[1] + y, turn, prop.size_mm, (w, h))
    picture, alpha = prop.picture, prop.alpha
    shrink = per_mm * prop.size_mm[1] / h
    if shrink < 0.7:
        size = (max(2, round(w * shrink)), max(2, round(h * shrink)))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))
        alpha = np.asarray(cv2.resize(alpha, size, interpolation=cv2.INTER_AREA))
        place = place @ np.diag([w / size[0], h / size[1], 1.0])
    view = camera.homography() @ place
    shadow = cast(sun, min(prop.thick, 30) * per_mm * 0.5)
    if prop.thick > 40:  # a glass stands up: its foot, then its rim where the height shifts it to
        lean = camera.parallax(np.array([camera.look_at[0] + x, camera.look_at[1] + y])) * prop.thick
        for share in np.linspace(0, 1, 7):
            moved = np.array([[1, 0, lean[0] * share], [0, 1, lean[1] * share], [0, 0, 1.0]])
            view = camera.homography() @ moved @ place
            dim = np.asarray(cv2.convertScaleAbs(picture, alpha=0.6 + 0.4 * share))
            canvas.paste(dim, alpha, view, owner, edge, shadow if share == 0 else None, opacity=1.0 if share == 1 else 0.5)
        return
    canvas.paste(picture, alpha, view, owner, edge, shadow)


@dataclass(frozen=True)
class Laid:
    """A card on the canvas: how to get from its own coordinates in [0, 1]^2 to pixels, bent or not."""

    code: str
    owner: int
    frame: Matrix
    corners: NDArray[np.float64]
    margin: float
    glare: float
    smear: float
    length: float


class Dealer:
    """Lays the cards of one deck on a canvas, each face once, and knows afterwards what of them is seen."""

    def __init__(
        self, rng: Rng, deck: Deck, camera: Camera, canvas: Canvas, edge: Edge, sun: tuple[float, float, float]
    ) -> None:
        """Shuffle the deck; wear, glare and bends are those of the whole picture."""
        self.rng, self.deck, self.camera, self.canvas, self.edge, self.sun = rng, deck, camera, canvas, edge, sun
        self.codes = [CODES[k] for k in rng.permutation(36)]
        self.wear = wear.random_wear(rng)
        self.back = int(rng.integers(120))
        self.bent_share = float(rng.choice([0.0, 0.3, 1.0], p=[0.7, 0.2, 0.1]))
        self.glare_share = float(rng.choice([0.0, 0.35, 0.8], p=[0.62, 0.26, 0.12]))
        self.laid: list[Laid] = []

    def lay(self, card: Placement) -> None:
        """Lay a card on the table."""
        if len(self.laid) >= THING - 2 or (not card.back and not self.codes):
            return
        view = self.camera.homography()
        size = (CARD_MM * self.deck.aspect, CARD_MM)
        frame = view @ table_frame(card.x, card.y, card.turn, size, (1, 1))
        shift = self.camera.parallax(np.array([card.x, card.y]))
        c, s = np.cos(np.radians(card.turn)), np.sin(np.radians(card.turn))
        leaning = (float(c * shift[0] + s * shift[1]), float(-s * shift[0] + c * shift[1]))
        self._paste(card.back, frame, leaning, card.lift)

    def hold(self, material: Material) -> None:
        """Hold one more card up to the camera, with the fingers behind it and a thumb on it."""
        if not self.codes:
            return
        rng, (w, h) = self.rng, self.camera.size_wh
        length = float(rng.uniform(0.2, 0.5)) * min(w, h)
        lean = rng.normal(0, 18, 2)
        turn = rng.uniform(0, 360) if rng.random() < 0.4 else rng.normal(0, 30)
        held = place_camera((w, h), length, float(min(abs(lean[0]), 50)), float(turn), 40.0)
        middle = np.array([w, h]) * rng.uniform(0.25, 0.75, 2)
        to_place = np.array([[1, 0, middle[0] - w / 2], [0, 1, middle[1] - h / 2], [0, 0, 1.0]])
        frame = to_place @ held.homography() @ table_frame(0, 0, 0, (CARD_MM * self.deck.aspect, CARD_MM), (1, 1))
        hand = drawn_out(random_hand(rng, material))
        grip = np.array([rng.uniform(0.1, 0.9), rng.uniform(0.8, 1.0)])
        point = to_pixels(frame, grip[None])[0]
        inside = to_pixels(frame, np.array([[0.5, 0.5]]))[0]
        towards = np.degrees(np.arctan2(*(inside - point)[::-1])) + 90 + rng.normal(0, 20)
        per_mm = length / CARD_MM
        arm = arm_frame(hand.tip, (float(point[0]), float(point[1])), float(towards), hand.mm * per_mm)
        over = arm_frame(hand.tip, tuple(point + (inside - point) * rng.uniform(0.1, 0.5)), float(towards), hand.mm * per_mm)  # type: ignore[arg-type]
        self.canvas.paste(hand.picture, hand.alpha, over, THING, self.edge, cast(self.sun, 12))
        self._paste(bool(rng.random() < 0.1), frame, (0.0, 0.0), 6.0)
        if rng.random() < 0.8:
            self.canvas.paste(hand.picture, hand.alpha, arm, THING, self.edge, cast(self.sun, 2))

    def _paste(self, is_back: bool, frame: Matrix, leaning: tuple[float, float], lift: float) -> None:
        """Draw a card whose unit square goes to pixels by `frame`."""
        rng = self.rng
        square = np.array([[0.0, 0], [1, 0], [1, 1], [0, 1]])
        corners = to_pixels(frame, square)
        sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
        length = float(max((sides[1] + sides[3]) / 2, (sides[0] + sides[2]) / 2 / self.deck.aspect, 8.0))
        height = int(np.clip(round(length), 10, 460))
        code = "back" if is_back else self.codes.pop()
        face = back_picture(self.deck, self.back, height) if is_back else face_picture(self.deck, code, height)
        face = wear.worn(rng, face, self.wear)
        alpha = rounded_mask(height, face.shape[1], self.wear.radius * height)
        strength = 0.0
        if rng.random() < self.glare_share:
            strength = float(rng.uniform(0.25, 1.0))
            face = light.glare(rng, face, strength)
        unit = frame
        margin = 0.0
        if rng.random() < self.bent_share:
            bend = wear.random_bend(rng)
            pixel_mm = height / CARD_MM
            face, alpha = wear.bent(face, alpha, bend, (leaning[0] * pixel_mm, leaning[1] * pixel_mm))
            pad = round(wear.BEND_MARGIN * height)
            width = alpha.shape[1] - 2 * pad
            to_unit = np.array([[1 / width, 0, -pad / width], [0, 1 / height, -pad / height], [0, 0, 1.0]])
            margin = pad / width
            rise = bend.heights(square[:, 0].astype(np.float32), square[:, 1].astype(np.float32)).astype(np.float64)
            corners = to_pixels(
                frame, square + np.column_stack([rise * leaning[0] / (CARD_MM * self.deck.aspect), rise * leaning[1] / CARD_MM])
            )
        else:
            to_unit = np.diag([1 / face.shape[1], 1 / height, 1.0])
        smear, blur = 0.0, None
        if rng.random() < 0.025:
            smear = float(rng.uniform(0.05, 0.4)) * length
            blur = light.line_kernel(max(smear, 2.0), float(rng.uniform(0, np.pi)))
        shadow = cast(self.sun, lift * length / CARD_MM)
        owner = len(self.laid) + 1
        self.canvas.paste(face, alpha, unit @ to_unit, owner, self.edge, shadow, blur)
        self.laid.append(Laid(code, owner, frame, corners, margin, strength, smear, length))

    def seen(self, k: int) -> Seen | None:
        """What can be seen of the k-th card."""
        card = self.laid[k]
        return what_is_seen(self.canvas.owner, card.owner, card.frame, card.corners, card.margin, card.length)


def arm_frame(tip: tuple[float, float], point: tuple[float, float], turn: float, scale: float) -> Matrix:
    """3x3 that lays a hand's fingertip on a pixel, turned by degrees and scaled."""
    c, s = np.cos(np.radians(turn)) * scale, np.sin(np.radians(turn)) * scale
    return np.array(
        [[c, -s, point[0] - c * tip[0] + s * tip[1]], [s, c, point[1] - s * tip[0] - c * tip[1]], [0, 0, 1.0]]
    )


def reach_in(
    rng: Rng,
    canvas: Canvas,
    camera: Camera,
    material: Material,
    edge: Edge,
    sun: tuple[float, float, float],
    dealer: Dealer,
) -> None:
    """An arm from the rim of the picture, its fingers on a card, beside it or anywhere; its hard shadow beside it."""
    w, h = camera.size_wh
    hand = drawn_out(random_hand(rng, material))
    if dealer.laid and rng.random() < 0.7:
        card = dealer.laid[int(rng.integers(len(dealer.laid)))]
        point = to_pixels(card.frame, rng.uniform(-0.25, 1.25, (1, 2)))[0]
        per_mm = card.length / CARD_MM
    else:
        point = rng.uniform(0.05, 0.95, 2) * (w, h)
        per_mm = camera.focal / camera.distance
    point = np.clip(point, (-0.1 * w, -0.1 * h), (1.1 * w, 1.1 * h))
    outward = point - np.array([w, h]) / 2
    direction = np.degrees(np.arctan2(outward[1], outward[0])) + rng.normal(0, 50)
    scale = hand.mm * per_mm * rng.uniform(0.9, 1.35)
    arm = arm_frame(hand.tip, (float(point[0]), float(point[1])), float(direction - 90), float(scale))
    picture, alpha = hand.picture, hand.alpha
    if scale < 0.7:
        size = (max(4, round(alpha.shape[1] * scale)), max(8, round(alpha.shape[0] * scale)))
        arm = arm @ np.diag([alpha.shape[1] / size[0], alpha.shape[0] / size[1], 1.0])
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))
        alpha = np.asarray(cv2.resize(alpha, size, interpolation=cv2.INTER_AREA))
    blur = light.line_kernel(rng.uniform(3, 16), rng.uniform(0, np.pi)) if rng.random() < 0.25 else None
    canvas.paste(picture, alpha, arm, THING, edge, cast(sun, float(rng.uniform(4, 30)) * per_mm), blur)
