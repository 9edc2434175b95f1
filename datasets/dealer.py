"""Cards of one deck laid on a picture, and what is seen of them in the end."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from jassvision.datasets import light, wear
from jassvision.datasets.arrays import Rng
from jassvision.datasets.camera import Camera, Matrix, arm_frame, place_camera, table_frame, to_pixels
from jassvision.datasets.canvas import THING, Canvas, Edge, Sun
from jassvision.datasets.hands import drawn_out, random_hand
from jassvision.datasets.layouts import Placement
from jassvision.datasets.material import Deck, Material, back_picture, face_picture, rounded_mask
from jassvision.datasets.sight import Seen, what_is_seen
from jassvision.vision.faces import CODES
from numpy.typing import NDArray

CARD_MM = 89.0
"""Length of a card; its width follows from the deck's shape."""


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

    def __init__(self, rng: Rng, deck: Deck, camera: Camera, canvas: Canvas, edge: Edge, sun: Sun) -> None:
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
        over = arm_frame(
            hand.tip, tuple(point + (inside - point) * rng.uniform(0.1, 0.5)), float(towards), hand.mm * per_mm
        )
        self.canvas.paste(hand.picture, hand.alpha, over, THING, self.edge, self.sun.shadow(12))
        self._paste(bool(rng.random() < 0.1), frame, (0.0, 0.0), 6.0)
        if rng.random() < 0.8:
            self.canvas.paste(hand.picture, hand.alpha, arm, THING, self.edge, self.sun.shadow(2))

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
                frame,
                square
                + np.column_stack([rise * leaning[0] / (CARD_MM * self.deck.aspect), rise * leaning[1] / CARD_MM]),
            )
        else:
            to_unit = np.diag([1 / face.shape[1], 1 / height, 1.0])
        smear, blur = 0.0, None
        if rng.random() < 0.025:
            smear = float(rng.uniform(0.05, 0.4)) * length
            blur = light.line_kernel(max(smear, 2.0), float(rng.uniform(0, np.pi)))
        shadow = self.sun.shadow(lift * length / CARD_MM)
        owner = len(self.laid) + 1
        self.canvas.paste(face, alpha, unit @ to_unit, owner, self.edge, shadow, blur)
        self.laid.append(Laid(code, owner, frame, corners, margin, strength, smear, length))

    def seen(self, k: int) -> Seen | None:
        """What can be seen of the k-th card."""
        card = self.laid[k]
        return what_is_seen(self.canvas.owner, card.owner, card.frame, card.corners, card.margin, card.length)
