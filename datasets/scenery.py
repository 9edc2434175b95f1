"""What a film shows besides cards and hands: the camera, the table and the things on it, the light, the lens."""

from __future__ import annotations

from dataclasses import dataclass, replace

import cv2
import numpy as np
from jassvision.datasets.camera import Camera, Matrix, place_camera
from jassvision.datasets.canvas import NOBODY, Canvas, Shadow
from jassvision.datasets.light import lamp_field
from jassvision.datasets.material import Material, texture_picture
from jassvision.datasets.props import prop
from jassvision.datasets.table_plan import TOWARDS, pile_place, places_of, sight
from jassvision.datasets.tables import checks, cloth, felt, plain, wood
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]
Rng = np.random.Generator

THINGS = ("glass", "slate", "phone", "beer mat", "pen", "plate", "note")
"""What stands about where people play Jass."""

PATTERNS = 100
"""A folder of textures with more pictures than this holds patterns of all sorts, good for scenes, but no tables."""

TABLE_HUES = ((0, 25, 256), (35, 90, 170), (95, 125, 110), (170, 180, 140))
"""Hues of strong colours on tables, of 180, each with its greatest brightness: wood, green, dark blue, wine red."""

PALE = 70
"""Saturation, of 255, below which a ground may have any hue."""


@dataclass(frozen=True)
class Thing:
    """A flat picture on the table: BGR, alpha, the matrix from pixels to table millimetres, height in millimetres."""

    picture: Image
    alpha: Image
    onto: Matrix
    thick: float


@dataclass(frozen=True)
class Light:
    """`fields` (h, w, 3): the light as it is and as it may become; which way shadows fall, how deep, how soft."""

    fields: tuple[Floats, Floats]
    shadow_way: tuple[float, float]
    shadow_depth: float
    shadow_soft: float


@dataclass(frozen=True)
class Lens:
    """The camera's rendering: gains (BGR), gamma, contrast, black level, blur sigma and noise deviation."""

    gain: tuple[float, float, float] = (1.0, 1.0, 1.0)
    gamma: float = 1.0
    contrast: float = 1.0
    black: float = 0.0
    blur: float = 0.6
    noise: float = 2.0
    shutter: float = 0.5


@dataclass(frozen=True)
class Scenery:
    """A filmed table. `ground` is the table's texture with its matrix to millimetres; `things` lie on it."""

    camera: Camera
    ground: Thing
    things: tuple[Thing, ...]
    light: Light
    lens: Lens

    def bare(self, camera: Camera) -> Image:
        """The table without cards in even light, (h, w, 3) BGR, as a camera sees it."""
        view = camera.homography() @ self.ground.onto
        picture = cv2.warpPerspective(
            self.ground.picture, view, camera.size_wh, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
        )
        canvas = Canvas(np.asarray(picture))
        for thing in self.things:
            lay_thing(canvas, camera, thing, self.light)
        return canvas.picture


def lay_thing(canvas: Canvas, camera: Camera, thing: Thing, light: Light) -> None:
    """Paste a thing; what stands up (a glass) leans away from the camera's foot."""
    per_mm = camera.focal / camera.distance
    reach = min(thing.thick, 30.0) * per_mm * 0.6 + 1.0
    shift = (light.shadow_way[0] * reach, light.shadow_way[1] * reach)
    shadow = Shadow(shift, 0.5 + light.shadow_soft * reach, light.shadow_depth)
    if thing.thick <= 40:
        canvas.paste(thing.picture, thing.alpha, camera.homography() @ thing.onto, NOBODY, shadow=shadow)
        return
    h, w = thing.alpha.shape
    middle = thing.onto @ np.array([w / 2, h / 2, 1.0])
    lean = camera.parallax(middle[:2] / middle[2]) * thing.thick
    for share in np.linspace(0, 1, 24):
        moved = np.array([[1, 0, lean[0] * share], [0, 1, lean[1] * share], [0, 0, 1.0]])
        dim = np.asarray(cv2.convertScaleAbs(thing.picture, alpha=0.45 + 0.55 * float(share) ** 2))
        view = camera.homography() @ moved @ thing.onto
        canvas.paste(
            dim, thing.alpha, view, NOBODY, shadow=shadow if share == 0 else None, opacity=1.0 if share == 1 else 0.35
        )


def flat_thing(
    picture: Image, alpha: Image, at: tuple[float, float], turn: float, size_mm: tuple[float, float], thick: float
) -> Thing:
    """A thing of a size in millimetres centred at a point of the table."""
    h, w = alpha.shape
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    kx, ky = size_mm[0] / w, size_mm[1] / h
    spin = np.array([[c, -s, at[0]], [s, c, at[1]], [0, 0, 1.0]])
    return Thing(
        picture, alpha, spin @ np.array([[kx, 0, -size_mm[0] / 2], [0, ky, -size_mm[1] / 2], [0, 0, 1.0]]), thick
    )


def sized(thing: Thing, per_mm: float) -> Thing:
    """The thing with no more pixels than the film can show, so that nothing flickers."""
    h, w = thing.alpha.shape
    scale = float(np.hypot(thing.onto[0, 0], thing.onto[1, 0])) * per_mm * 1.15
    if scale >= 0.95:
        return thing
    size = (max(2, round(w * scale)), max(2, round(h * scale)))
    return Thing(
        np.asarray(cv2.resize(thing.picture, size, interpolation=cv2.INTER_AREA)),
        np.asarray(cv2.resize(thing.alpha, size, interpolation=cv2.INTER_AREA)),
        thing.onto @ np.diag([w / size[0], h / size[1], 1.0]),
        thing.thick,
    )


def random_scenery(
    rng: Rng, material: Material, size_wh: tuple[int, int], card_px: tuple[float, float], free_mm: float
) -> Scenery:
    """Any table in any light.

    Args:
        card_px: range of the cards' length in pixels for a picture 720 pixels high.
        free_mm: half the side of the square in the middle that must be seen and stays free of things.
    """
    camera = random_camera(rng, size_wh, card_px, free_mm)
    per_mm = camera.focal / camera.distance
    texture = film_ground(rng, material)
    long = float(np.exp(rng.uniform(np.log(500), np.log(1500))))
    h, w = texture.shape[:2]
    ground = flat_thing(
        texture, np.full((h, w), 255, np.uint8), (0, 0), float(rng.uniform(0, 360)), (long, long * h / w), 0.0
    )
    things = []
    if rng.random() < 0.25:
        mat = film_ground(rng, material)
        wide = float(rng.uniform(420, 800))
        size = (wide, wide * mat.shape[0] / mat.shape[1])
        things.append(
            flat_thing(mat, np.full(mat.shape[:2], 255, np.uint8), (0, 0), float(rng.normal(0, 8)), size, 2.0)
        )
    things += random_things(rng, camera, free_mm)
    fields = (film_field(rng, size_wh), film_field(rng, size_wh))
    angle = rng.uniform(0, 2 * np.pi)
    light = Light(
        fields, (float(np.cos(angle)), float(np.sin(angle))), float(rng.uniform(0.2, 0.6)), float(rng.uniform(0.3, 1.2))
    )
    return Scenery(camera, sized(ground, per_mm), tuple(sized(t, per_mm) for t in things), light, random_lens(rng))


def film_ground(rng: Rng, material: Material) -> Image:
    """A BGR texture on which people do play: photographed tables where the material has some, else made up."""
    folders = [files for files in material.textures if len(files) <= PATTERNS]
    if folders and rng.random() < 0.5:
        shares = np.array([len(files) ** 0.6 for files in folders])
        files = folders[rng.choice(len(shares), p=shares / shares.sum())]
        return texture_picture(files[int(rng.integers(len(files)))])
    makers = (wood, felt, plain, cloth, checks)
    shares = np.array([5, 5, 2, 2, 0.7])
    maker = makers[rng.choice(len(makers), p=shares / shares.sum())]
    grounds = (maker(rng) for _ in range(40))
    return next((ground for ground in grounds if has_table_colours(ground)), wood(rng))


def has_table_colours(ground: Image) -> bool:
    """Whether the strong colours of a BGR texture are such as tables have."""
    hue, saturation, value = (
        plane.ravel() for plane in cv2.split(cv2.cvtColor(np.ascontiguousarray(ground[::8, ::8]), cv2.COLOR_BGR2HSV))
    )
    fits = (saturation < PALE) | (value < 40)
    for low, high, brightest in TABLE_HUES:
        fits |= (hue >= low) & (hue < high) & (value < brightest)
    return bool(fits.mean() > 0.9)


def random_camera(rng: Rng, size_wh: tuple[int, int], card_px: tuple[float, float], free_mm: float) -> Camera:
    """A camera over the table or leaning over it from the south, that sees the free square."""
    while True:
        length = float(np.exp(rng.uniform(*np.log(card_px)))) * size_wh[1] / 720
        tilt = float(rng.choice([rng.uniform(0, 10), rng.uniform(10, 30), rng.uniform(30, 45)], p=[0.5, 0.3, 0.2]))
        look = (float(rng.normal(0, 14)), float(rng.normal(0, 10)))
        camera = place_camera(size_wh, length, tilt, float(rng.normal(0, 3.5)), float(rng.uniform(32, 62)), look)
        if min(sight(camera, way) for way in TOWARDS.values()) >= free_mm:
            return camera
        card_px = (card_px[0] * 0.97, max(card_px[0], card_px[1] * 0.97))


def random_things(rng: Rng, camera: Camera, free_mm: float) -> list[Thing]:
    """Some things in the corners of the picture, off the cards, the piles and each other."""
    things: list[Thing] = []
    taken: list[tuple[float, float, float]] = []
    wide, high = (
        min(sight(camera, TOWARDS[a]), sight(camera, TOWARDS[b])) for a, b in (("east", "west"), ("north", "south"))
    )
    piles = [pile_place(place) for place in places_of(tuple(TOWARDS), camera)]
    slates = 0
    for _ in range(int(rng.choice([0, 1, 2, 3, 4, 5], p=[0.08, 0.2, 0.25, 0.25, 0.14, 0.08]))):
        kind = str(rng.choice(THINGS, p=[0.24, 0.2, 0.16, 0.16, 0.08, 0.08, 0.08]))
        slates += kind == "slate"
        if kind == "slate" and slates > 1:  # a table has one
            continue
        it = prop(kind, int(rng.integers(40)))
        radius = max(it.size_mm) / 2
        for _ in range(40):
            x, y = float(rng.uniform(-1.1, 1.1)) * wide, float(rng.uniform(-1.1, 1.1)) * high
            near = max(abs(x), abs(y)) < free_mm + 0.7 * radius
            crowded = any(np.hypot(x - a, y - b) < radius * 0.8 + c for a, b, c in taken)
            if not near and not crowded and all(np.hypot(x - p.x, y - p.y) > 60 + 0.8 * radius for p in piles):
                taken.append((x, y, radius * 0.8))
                turn = float(rng.uniform(0, 360))
                things.append(flat_thing(it.picture, it.alpha, (x, y), turn, it.size_mm, it.thick))
                break
    return things


def film_field(rng: Rng, size_wh: tuple[int, int]) -> Floats:
    """A light in which the middle of the table is bright enough to play."""
    field = lamp_field(rng, size_wh) ** 0.7  # nobody plays half in the dark
    h, w = field.shape[:2]
    middle = float(field[h // 4 : -h // 4, w // 4 : -w // 4].mean())
    return np.asarray((field / middle * rng.uniform(0.85, 1.05)).astype(np.float32))


def random_lens(rng: Rng) -> Lens:
    """Any camera that a club would use."""
    level = float(
        rng.choice([rng.uniform(0.8, 1.1), rng.uniform(0.6, 0.8), rng.uniform(1.1, 1.3)], p=[0.72, 0.18, 0.1])
    )
    warm, green = rng.normal(0, 0.07), rng.normal(0, 0.02)
    gain = (float(level * (1 - warm)), float(level * (1 + green)), float(level * (1 + warm)))
    return Lens(
        gain,
        float(np.exp(rng.normal(0, 0.12))),
        float(rng.uniform(0.85, 1.12)),
        float(max(0.0, rng.normal(0, 7))),
        float(rng.uniform(0.35, 1.0)),
        float(rng.gamma(2, 1.0)) * (1.6 if level < 0.8 else 1.0),
        float(rng.uniform(0.25, 0.7)),
    )


def bumped(rng: Rng, camera: Camera) -> Camera:
    """The camera after somebody knocked against its stand."""
    shift = rng.normal(0, 9, 2)
    shift += np.sign(shift) * 3
    turn = np.radians(rng.normal(0, 1.2))
    c, s = np.cos(turn), np.sin(turn)
    spin = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
    look = (camera.look_at[0] + float(shift[0]), camera.look_at[1] + float(shift[1]))
    return replace(
        camera,
        look_at=look,
        rotation=spin @ camera.rotation,
        distance=camera.distance * float(rng.uniform(0.985, 1.015)),
    )
