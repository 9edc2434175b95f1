"""The camera: draws each moment of a performance, only what moves anew, with motion blur, light, lens and noise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from jassvision.datasets.camera import Camera, Matrix
from jassvision.datasets.canvas import NOBODY, Canvas, Shadow
from jassvision.datasets.choreography import Performance
from jassvision.datasets.gestures import Reach, Spot
from jassvision.datasets.light import noise_bank
from jassvision.datasets.player_hands import PlayerHand
from jassvision.datasets.scenery import Lens, Scenery
from jassvision.datasets.table_plan import CARD_MM, Place
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

SMEAR_STEP = 3.0
"""Pixels between two of the sharp pictures that are averaged to a motion-blurred one."""

MOST_STEPS = 6
SHAKE_SECONDS = 0.5
LIGHT_STEPS = 48
"""Into so many steps a change of light is cut, so that pictures can be kept."""


@dataclass(frozen=True)
class Sprite:
    """A texture ready to be laid: BGRA with colour times alpha, and its plain parts; `onto` from pixels to its own
    millimetres."""

    over: Image
    picture: Image
    alpha: Image
    onto: Matrix


@dataclass(frozen=True)
class LightChange:
    """From `start` on, within `ramp` seconds, light goes to `level` (factors BGR) and `mix` (second field's share)."""

    start: float
    ramp: float
    level: tuple[float, float, float]
    mix: float


@dataclass(frozen=True)
class Shoot:
    """All that is needed to film: scenery, sprites, who sits where, what happens.

    Attributes:
        cards: gives the sprite of a code or of "back".
        hands: gives the sprite of a seat's hand in a pose.
        cameras: (seconds from which on, camera); the first from 0 on.
        lights: changes of light in the order of time.
        adapts: share of a change of light that the automatic exposure makes up for, within a second or so.
    """

    scenery: Scenery
    cards: Callable[[str], Sprite]
    hands: Callable[[int, str], Sprite]
    places: tuple[Place, ...]
    performance: Performance
    cameras: tuple[tuple[float, Camera], ...]
    lights: tuple[LightChange, ...] = ()
    adapts: float = 0.7
    seed: int = 0

    def camera_at(self, time: float) -> Camera:
        """The camera at a time."""
        return next(camera for since, camera in reversed(self.cameras) if since <= time or since == self.cameras[0][0])


def card_sprite(picture: Image, alpha: Image) -> Sprite:
    """The sprite of a card whose picture fills its alpha."""
    h, w = alpha.shape
    height = CARD_MM[1]
    width = height * w / h
    onto = np.array([[width / w, 0, -width / 2], [0, height / h, -height / 2], [0, 0, 1.0]])
    return Sprite(premultiplied(picture, alpha), picture, alpha, onto)


def hand_sprite(hand: PlayerHand, per_mm: float) -> Sprite:
    """The sprite of a hand, no larger than a camera of so many pixels a millimetre can show."""
    scale = min(1.0, 1.1 * per_mm / hand.grain)
    h, w = hand.alpha.shape
    size = (round(w * scale), round(h * scale))
    picture: Image = np.asarray(cv2.resize(hand.picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    alpha: Image = np.asarray(cv2.resize(hand.alpha, size, interpolation=cv2.INTER_AREA), np.uint8)
    kx, ky = w / size[0] / hand.grain, h / size[1] / hand.grain
    onto = np.array([[kx, 0, -hand.anchor[0] / hand.grain], [0, ky, -hand.anchor[1] / hand.grain], [0, 0, 1.0]])
    return Sprite(premultiplied(picture, alpha), picture, alpha, onto)


def premultiplied(picture: Image, alpha: Image) -> Image:
    """BGRA with the colour multiplied by alpha."""
    return np.asarray(cv2.merge([*cv2.split(cv2.multiply(picture, cv2.merge([alpha] * 3), scale=1 / 255)), alpha]))


class Filmer:
    """Draws moments in the order of time; `frame` gives the picture that the camera delivers."""

    def __init__(self, shoot: Shoot) -> None:
        """Nothing is drawn yet."""
        self.shoot = shoot
        self.bare: dict[int, Image] = {}
        self.rest_key: object = None
        self.rest: Image = np.zeros((1, 1, 3), np.uint8)
        self.still_key: object = None
        self.still: Image = self.rest
        self.noise = noise_frames(shoot.scenery.camera.size_wh, round(shoot.scenery.lens.noise * 4))
        self.exposed = np.ones(3)
        self.last_time = 0.0

    def frame(self, time: float, number: int, exposure: float) -> Image:
        """The picture (h, w, 3) BGR of the moment `time` seconds; `exposure` seconds the shutter stays open."""
        shoot = self.shoot
        camera = shoot.camera_at(time)
        key, lying, moving = self.sort_cards(time)
        reaches = [r for r in shoot.performance.reaches if r.start <= time + exposure and time < r.stop]
        self.draw_rest((id(camera), key), camera, lying)
        level, mix = self.light_at(time)
        shake = self.shake_at(time)
        still_key = (self.rest_key, mix, tuple(np.round(level, 3)))
        if still_key != self.still_key:
            lit = np.asarray(cv2.multiply(self.rest, self.field(mix), dtype=cv2.CV_8U), np.uint8)
            self.still, self.still_key = self.through_lens(lit, level), still_key
        picture = self.still
        if moving or reaches:
            picture = picture.copy()
            self.draw_moving(picture, camera, moving, reaches, time, exposure, mix, level)
        if shake != (0, 0):
            moved = np.array([[1, 0, shake[0]], [0, 1, shake[1]]], np.float64)
            picture = np.asarray(
                cv2.warpAffine(picture, moved, picture.shape[1::-1], borderMode=cv2.BORDER_REFLECT_101)
            )
        if shoot.scenery.lens.noise > 0.2:
            lighter, darker = self.noise[number * 7 % len(self.noise)]
            picture = np.asarray(cv2.subtract(cv2.add(picture, lighter), darker))
        return picture

    # Cards at rest ---------------------------------------------------------------------------------------------------

    def sort_cards(self, time: float) -> tuple[object, list[tuple[int, str, Spot]], list[tuple[int, int]]]:
        """What lies and what moves: a key of what lies, (level, sprite, spot) lowest first, (level, track number)."""
        lying, moving, key = [], [], []
        for number, track in enumerate(self.shoot.performance.tracks):
            k = track.glide_at(time)
            if k < 0:
                continue
            if time < track.glides[k].stop:
                moving.append((track.levels[k], number))
            else:
                spot = track.glides[k].goal
                lying.append((track.levels[k], "back" if spot.flip > 0.5 else track.name, spot))
                key.append((number, k))
        return tuple(key), sorted(lying, key=lambda it: it[0]), sorted(moving)

    def draw_rest(self, key: object, camera: Camera, lying: Sequence[tuple[int, str, Spot]]) -> None:
        """The table with all cards that lie on it, drawn again only when they change."""
        if key == self.rest_key:
            return
        if id(camera) not in self.bare:
            self.bare[id(camera)] = self.shoot.scenery.bare(camera)
        canvas = Canvas(self.bare[id(camera)].copy())
        light = self.shoot.scenery.light
        shift = (light.shadow_way[0] * 1.2, light.shadow_way[1] * 1.2)
        shadow = Shadow(shift, 1.3, 0.75 * light.shadow_depth)
        for _, name, spot in lying:
            sprite = self.shoot.cards(name)
            canvas.paste(sprite.picture, sprite.alpha, placed(camera, spot) @ sprite.onto, NOBODY, shadow=shadow)
        self.rest, self.rest_key = canvas.picture, key

    # Light and lens --------------------------------------------------------------------------------------------------

    def light_at(self, time: float) -> tuple[NDArray[np.float64], int]:
        """Brightness factors (BGR) as the camera gives them out, and the step of the way to the second field."""
        level, mix = np.ones(3), 0.0
        for change in self.shoot.lights:
            share = float(np.clip((time - change.start) / change.ramp, 0, 1))
            level = level + (np.array(change.level) - level) * share
            mix = mix + (change.mix - mix) * share
        passed = max(0.0, time - self.last_time)
        self.last_time = time
        wanted = 1 / level.mean() ** self.shoot.adapts
        self.exposed = self.exposed + (wanted - self.exposed) * (1 - np.exp(-passed / 0.7))
        return level * self.exposed, round(mix * LIGHT_STEPS)

    @lru_cache(maxsize=4)  # noqa: B019 - a filmer lives as long as its film
    def field(self, mix: int) -> Floats:
        """The light's field at a step between the first and the second."""
        first, second = self.shoot.scenery.light.fields
        return np.asarray(cv2.addWeighted(first, 1 - mix / LIGHT_STEPS, second, mix / LIGHT_STEPS, 0))

    def shake_at(self, time: float) -> tuple[int, int]:
        """Pixels by which the picture trembles just after a bump."""
        for since, _ in self.shoot.cameras[1:]:
            passed = time - since
            if 0 <= passed < SHAKE_SECONDS:
                size = self.shoot.scenery.camera.size_wh[1] / 90 * np.exp(-passed / 0.12)
                return (round(float(size * np.sin(passed * 70))), round(float(size * np.cos(passed * 55))))
        return (0, 0)

    def through_lens(self, picture: Image, level: NDArray[np.float64]) -> Image:
        """The picture with the tone and the softness of the camera."""
        lens = self.shoot.scenery.lens
        toned = cv2.LUT(picture, tone_table(lens, tuple(float(v) for v in np.round(level, 3))))
        return np.asarray(cv2.GaussianBlur(toned, (0, 0), lens.blur) if lens.blur > 0.3 else toned, np.uint8)

    # What moves ------------------------------------------------------------------------------------------------------

    def draw_moving(
        self,
        picture: Image,
        camera: Camera,
        moving: Sequence[tuple[int, int]],
        reaches: Sequence[Reach],
        time: float,
        exposure: float,
        mix: int,
        level: NDArray[np.float64],
    ) -> None:
        """Draw moving cards and the hands over them into a finished picture, smeared along their way."""
        steps = self.smear_steps(camera, moving, reaches, time, exposure)
        views = [self.layers(camera, moving, reaches, t) for t in np.linspace(time, time + exposure, steps)]
        box = covered([layer for view in views for layer in view], camera.size_wh)
        if box is None:
            return
        x0, y0, x1, y1 = box
        size = (x1 - x0, y1 - y0)
        to_box = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]])
        total = np.zeros((size[1], size[0], 4), np.float32)
        for view in views:
            cv2.accumulate(stacked([(s, to_box @ m) for s, m in view], size), total)
        over = cv2.convertScaleAbs(total, alpha=1 / len(views))
        light = self.shoot.scenery.light
        cover = over[..., 3]
        height = 16.0 * camera.focal / camera.distance
        moved = np.array([[1, 0, light.shadow_way[0] * height], [0, 1, light.shadow_way[1] * height]], np.float64)
        shade = cv2.warpAffine(cover, moved, size, borderMode=cv2.BORDER_REPLICATE)
        reach = int(2 * light.shadow_soft * height * 0.5) | 1
        shade = cv2.blur(shade, (reach, reach))
        darker = cv2.merge([255 - (shade * light.shadow_depth).astype(np.uint8)] * 3)
        below = cv2.multiply(self.rest[y0:y1, x0:x1], darker, scale=1 / 255)
        mixed = cv2.add(cv2.multiply(below, cv2.merge([cv2.bitwise_not(cover)] * 3), scale=1 / 255), over[..., :3])
        field = self.field(mix)[y0:y1, x0:x1]
        part = np.asarray(cv2.multiply(mixed, field, dtype=cv2.CV_8U), np.uint8)
        picture[y0:y1, x0:x1] = self.through_lens(part, level)

    def layers(
        self, camera: Camera, moving: Sequence[tuple[int, int]], reaches: Sequence[Reach], time: float
    ) -> list[tuple[Sprite, Matrix]]:
        """Sprites and where they are at an instant, lowest first."""
        found = []
        for _, number in moving:
            track = self.shoot.performance.tracks[number]
            spot = track.glides[max(track.glide_at(time), 0)].at(time)
            sprite = self.shoot.cards("back" if spot.flip > 0.5 else track.name)
            found.append((sprite, placed(camera, spot) @ sprite.onto))
        for reach in reaches:
            tip = reach.at(time)
            shoulder = self.shoot.places[reach.seat].shoulder
            turn = float(np.degrees(np.arctan2(tip.x - shoulder[0], shoulder[1] - tip.y)))
            sprite = self.shoot.hands(reach.seat, reach.pose)
            found.append((sprite, placed(camera, Spot(tip.x, tip.y, turn, tip.lift + 6)) @ sprite.onto))
        return found

    def smear_steps(
        self, camera: Camera, moving: Sequence[tuple[int, int]], reaches: Sequence[Reach], time: float, exposure: float
    ) -> int:
        """How many instants make up the picture: the faster, the more."""
        far = 0.0
        for _, number in moving:
            track = self.shoot.performance.tracks[number]
            glide = track.glides[max(track.glide_at(time), 0)]
            a, b = glide.at(time), glide.at(time + exposure)
            far = max(far, float(np.hypot(a.x - b.x, a.y - b.y)))
        for reach in reaches:
            a, b = reach.at(time), reach.at(time + exposure)
            far = max(far, float(np.hypot(a.x - b.x, a.y - b.y)))
        return int(np.clip(np.ceil(far * camera.focal / camera.distance / SMEAR_STEP), 1, MOST_STEPS))


def placed(camera: Camera, spot: Spot) -> Matrix:
    """3x3 from a thing's own millimetres to pixels, raised and turned over as the spot says."""
    foot_z = -camera.distance * camera.rotation[2, 2]
    away = camera.parallax(np.array([spot.x, spot.y])) * spot.lift
    grown = 1 + spot.lift / max(100.0, -foot_z)
    c, s = np.cos(np.radians(spot.turn)) * grown, np.sin(np.radians(spot.turn)) * grown
    thin = max(0.03, abs(float(np.cos(np.pi * spot.flip))))
    onto = np.array([[c * thin, -s, spot.x + away[0]], [s * thin, c, spot.y + away[1]], [0, 0, 1.0]])
    return np.asarray(camera.homography() @ onto)


def covered(
    layers: Sequence[tuple[Sprite, Matrix]], size_wh: tuple[int, int], margin: int = 45
) -> tuple[int, int, int, int] | None:
    """The part (x0, y0, x1, y1) of the picture that sprites and their shadows touch."""
    boxes = [box for box in (extent(sprite, view, size_wh, margin) for sprite, view in layers) if box is not None]
    if not boxes:
        return None
    x0, y0, x1, y1 = zip(*boxes, strict=True)
    return min(x0), min(y0), max(x1), max(y1)


def extent(sprite: Sprite, view: Matrix, size_wh: tuple[int, int], margin: int) -> tuple[int, int, int, int] | None:
    """The part (x0, y0, x1, y1) of the picture that a sprite touches, with a margin; None where it touches none."""
    h, w = sprite.alpha.shape
    rim = np.array([[0, 0, 1], [w, 0, 1], [w, h, 1], [0, h, 1]], np.float64) @ view.T
    behind = (rim[:, 2] <= 1e-9).any()  # an arm that reaches behind the camera
    points = np.array([[0, 0], size_wh], np.float64) if behind else rim[:, :2] / rim[:, 2:]
    x0, y0 = np.clip(np.floor(points.min(axis=0)) - margin, 0, size_wh).astype(int)
    x1, y1 = np.clip(np.ceil(points.max(axis=0)) + margin, 0, size_wh).astype(int)
    return (int(x0), int(y0), int(x1), int(y1)) if x1 > x0 and y1 > y0 else None


def stacked(layers: Sequence[tuple[Sprite, Matrix]], size_wh: tuple[int, int]) -> Image:
    """Sprites laid over each other, BGRA with colour times alpha; each costs no more than the part it touches."""
    out = np.zeros((size_wh[1], size_wh[0], 4), np.uint8)
    for number, (sprite, view) in enumerate(layers):
        box = extent(sprite, view, size_wh, 2)
        if box is None:
            continue
        x0, y0, x1, y1 = box
        to_box = np.array([[1, 0, -x0], [0, 1, -y0], [0, 0, 1.0]])
        part = cv2.warpPerspective(sprite.over, to_box @ view, (x1 - x0, y1 - y0), flags=cv2.INTER_LINEAR)
        below = out[y0:y1, x0:x1]
        if number:
            clear = cv2.cvtColor(cv2.bitwise_not(part[..., 3]), cv2.COLOR_GRAY2BGRA)
            clear[..., 3] = clear[..., 0]
            part = cv2.add(cv2.multiply(below, clear, scale=1 / 255), part)
        below[:] = part
    return out


@lru_cache(maxsize=256)
def tone_table(lens: Lens, level: tuple[float, float, float]) -> Image:
    """(1, 256, 3) what the camera makes of each value."""
    ramp = np.arange(256, dtype=np.float64)[:, None] * np.array(lens.gain) * np.array(level)
    ramp = 255 * np.clip(ramp / 255, 0, 1.2) ** lens.gamma
    ramp = (ramp - 110) * lens.contrast + 110
    ramp = lens.black + ramp * (1 - lens.black / 255)
    return np.asarray(np.clip(ramp, 0, 255).astype(np.uint8)[None])


def noise_frames(size_wh: tuple[int, int], quarters: int, count: int = 6) -> tuple[tuple[Image, Image], ...]:
    """Noise with a deviation of `quarters` / 4, what to add and what to take away; partly the same in all channels."""
    width, height = size_wh
    bank = noise_bank(1)
    side = bank.shape[0]
    frames = []
    for k in range(count):
        rows, columns = (np.arange(height) + 97 * k) % side, (np.arange(width) + 61 * k * k + 13) % side
        grey = bank[..., k % 3][rows][:, columns][..., None]
        noise = np.rint((0.8 * grey + 0.6 * bank[(rows + 31) % side][:, columns]) * (quarters / 4))
        lighter, darker = (np.ascontiguousarray(np.clip(sign * noise, 0, 255), dtype=np.uint8) for sign in (1, -1))
        frames.append((lighter, darker))
    return tuple(frames)
