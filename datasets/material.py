"""What scenes are made of: decks (scans from a folder, our own drawings), textures, hands; loaded when needed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import sha256
from itertools import groupby
from os import getpid
from pathlib import Path
from tempfile import gettempdir

import cv2
import numpy as np
from jassvision.datasets import decks as own
from jassvision.datasets.arrays import Image, Rng
from jassvision.datasets.decks.raster import rendered
from jassvision.vision.faces import CODES
from numpy.typing import NDArray

FACE_HEIGHT = 384
"""Pixels of the largest stored copy of a face: more than a card ever measures in a composed picture."""


OWN_HEIGHT = 356
"""Pixels at which our own faces are drawn."""

OWN_STYLES = 40
"""How many decks of our own there are of each kind before they repeat: a face costs 0.1 s to draw, reuse nothing."""

DRAWN = Path(gettempdir()) / "jassvision-faces"
"""Where drawn faces are kept between runs, by the digest of their drawing; may be deleted at any time."""

COURTS = ("J", "Q", "K")
"""Ranks with a figure and, in most packs, a letter."""

KINDS = ("swiss", "jass", "poker")
"""Kinds of deck: Swiss suits; French suits in the Jass pattern, without letters; French suits with indices."""

KIND_SHARES = (0.42, 0.18, 0.40)

MIXED_SHARE = 0.3
"""Share of the scanned decks with indices whose court cards show the figure of another rank of another deck: so the
index is learnt, and not the few figures that there are scans of."""

FIGURE = (0.19, 0.045)
"""Where the figure of a court card begins, as shares of width and height: beside the index, short of the edge."""


@dataclass(frozen=True)
class Deck:
    """One design: `name`, its kind, width over height of its cards, and how often it is taken among its kind.

    `figures` is the deck that the figures on its court cards are from, if not its own.
    """

    name: str
    kind: str
    aspect: float
    weight: float = 1.0
    folder: Path | None = None
    figures: Path | None = None

    @property
    def pack(self) -> str:
        """The pack of the reader's classes that the deck belongs to."""
        return "swiss" if self.kind == "swiss" else "french"


@dataclass(frozen=True)
class Material:
    """Everything pictures are composed of, `textures` by folder. Without a folder all of it is drawn."""

    folder: Path | None = None
    own_share: float = 0.35
    decks: tuple[Deck, ...] = field(default=())
    textures: tuple[tuple[Path, ...], ...] = field(default=())
    hands: tuple[Path, ...] = field(default=())

    def random_deck(self, rng: Rng) -> Deck:
        """A deck, the kinds in the proportion of KIND_SHARES."""
        kind = str(rng.choice(KINDS, p=KIND_SHARES))
        scans = [deck for deck in self.decks if deck.kind == kind]
        number = int(rng.integers(OWN_STYLES))
        drawn = rng.random() < (self.own_share if kind != "jass" else max(self.own_share, 0.4) * (self.own_share > 0))
        if drawn or not scans:
            return Deck(f"own-{kind}-{number}", kind, 57 / 89)
        weights = np.array([deck.weight for deck in scans])
        deck = scans[int(rng.choice(len(scans), p=weights / weights.sum()))]
        if kind == "poker" and rng.random() < MIXED_SHARE:
            other = scans[int(rng.integers(len(scans)))]
            return replace(deck, name=f"{deck.name}~{other.name}", figures=other.folder)
        return deck


def open_material(folder: Path | None, own_share: float = 0.35) -> Material:
    """The material in a folder (decks/, textures/, hands/), or our own when None.

    Raises:
        FileNotFoundError: the folder is named but is not there or holds no decks/.
    """
    if folder is None:
        return Material(None, 1.0)
    if not (folder / "decks").is_dir():
        raise FileNotFoundError(
            f"no folder decks/ in {folder}; name the folder that holds decks/, or leave --material out"
        )
    decks = tuple(scanned_deck(path) for path in sorted((folder / "decks").iterdir()) if (path / "D6.jpg").is_file())
    found = sorted(p for p in (folder / "textures").rglob("*") if p.suffix in (".jpg", ".png", ".jpeg"))
    textures = tuple(tuple(files) for _, files in groupby(found, key=lambda path: path.parent))
    hands = tuple(sorted((folder / "hands").glob("*.png")))
    return Material(folder, own_share, decks, textures, hands)


def scanned_deck(folder: Path) -> Deck:
    """The deck in a folder of one picture a card; its kind is told by the folder's name."""
    name = folder.name
    kind = "swiss" if name.startswith("swiss") else "jass" if name.startswith("frenchjass") else "poker"
    rare = ("historic", "plastic", "tarocco", "gnomangelo", "slavic", "simplistic")
    weight = 0.35 if any(word in name for word in rare) else 0.7 if "fabianhaef" in name else 1.0
    weight = 1.8 if name.endswith(("gnome_anglo", "svgcards", "teemoo7", "atlasnye")) else weight
    height, width = read_colour(folder / "D6.jpg").shape[:2]
    return Deck(name, kind, float(np.clip(width / height, 0.60, 0.72)), weight, folder)


def face_picture(deck: Deck, code: str, height: int) -> Image:
    """A face (height, aspect * height, 3) without its rounded corners, free of aliasing whatever the height."""
    return resized(face_pyramid(deck, code), height, deck.aspect)


def back_picture(deck: Deck, variant: int, height: int) -> Image:
    """A back; decks have several back designs, told by `variant`."""
    return resized(back_pyramid(variant), height, deck.aspect)


def resized(pyramid: tuple[Image, ...], height: int, aspect: float) -> Image:
    """The smallest copy that is large enough, shrunk to the height by averaging areas."""
    source = next((level for level in reversed(pyramid) if level.shape[0] >= height), pyramid[0])
    size = (max(4, round(height * aspect)), max(6, height))
    return np.asarray(
        cv2.resize(source, size, interpolation=cv2.INTER_AREA if source.shape[0] > height else cv2.INTER_LINEAR)
    )


@lru_cache(maxsize=2500)
def face_pyramid(deck: Deck, code: str) -> tuple[Image, ...]:
    """Copies of a face, each half the last."""
    if code not in CODES:
        raise ValueError(f"no such card: {code!r}")
    if deck.folder is not None:
        picture = scanned_face(deck.folder, code)
        if deck.figures is not None and code[1:] in COURTS:
            stranger = COURTS[(COURTS.index(code[1:]) + 1 + len(deck.name) % 2) % len(COURTS)]
            picture = with_figure(picture, scanned_face(deck.figures, code[0] + stranger))
    else:
        picture = drawn_picture(own.face_svg(code, own_style(deck.name)))
    return halvings(picture)


def scanned_face(folder: Path, code: str) -> Image:
    """A face of a scanned deck, at most FACE_HEIGHT high."""
    picture = read_colour(folder / f"{code}.jpg")
    trim = max(1, picture.shape[0] // 150)  # the outermost pixels of a scan belong to what lay around it
    picture = picture[trim:-trim, trim:-trim]
    if picture.shape[0] > FACE_HEIGHT:
        size = (round(picture.shape[1] * FACE_HEIGHT / picture.shape[0]), FACE_HEIGHT)
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))
    return picture


def with_figure(face: Image, other: Image) -> Image:
    """A court card with the figure of another one between its indices."""
    height, width = face.shape[:2]
    x, y = round(width * FIGURE[0]), round(height * FIGURE[1])
    mixed = face.copy()
    mixed[y : height - y, x : width - x] = cv2.resize(other, (width, height), interpolation=cv2.INTER_AREA)[
        y : height - y, x : width - x
    ]
    return mixed


@lru_cache(maxsize=400)
def own_style(name: str) -> own.Style:
    """The style of one of our own decks, which its name alone decides."""
    _, kind, number = name.split("-")
    rng = np.random.default_rng([KINDS.index(kind), int(number), 77])
    if kind == "swiss":
        return own.random_style("swiss", rng)
    return own.random_style("french", rng, "jass" if kind == "jass" else "poker")


def drawn_picture(svg: str) -> Image:
    """A drawing of our own in pixels, taken from DRAWN when it was drawn before."""
    file = DRAWN / f"{sha256(svg.encode()).hexdigest()[:24]}-{OWN_HEIGHT}.png"
    picture = cv2.imread(str(file), cv2.IMREAD_COLOR) if file.is_file() else None
    if picture is None:
        picture = on_paper(rendered(svg, OWN_HEIGHT))
        DRAWN.mkdir(exist_ok=True)
        half = file.with_name(f"{file.stem}-{getpid()}.png")  # never let another process read half a file
        cv2.imwrite(str(half), picture)
        half.replace(file)
    return np.asarray(picture)


@lru_cache(maxsize=200)
def back_pyramid(variant: int) -> tuple[Image, ...]:
    """Copies of a back, each half the last."""
    rng = np.random.default_rng([variant, 78])
    if variant % 2:
        return halvings(drawn_picture(own.back_svg(own.random_style("swiss", rng))))
    return halvings(lattice_back(rng))


def lattice_back(rng: Rng) -> Image:
    """A plain back: two colours in a lattice, dots, stripes or fine noise, with or without a white margin."""
    h, w = OWN_HEIGHT, round(OWN_HEIGHT * 57 / 89)
    y, x = np.mgrid[:h, :w].astype(np.float32)
    pitch = rng.uniform(4, 40)
    pattern = int(rng.integers(6))
    if pattern == 0:
        mix = np.sin((x + y) * 2 * np.pi / pitch) * np.sin((x - y) * 2 * np.pi / pitch) > rng.uniform(-0.3, 0.5)
    elif pattern == 1:
        mix = np.hypot(x % pitch - pitch / 2, y % pitch - pitch / 2) < pitch * rng.uniform(0.15, 0.45)
    elif pattern == 2:
        mix = np.minimum((x + y) % pitch, (x - y) % pitch) < rng.uniform(0.1, 0.4) * pitch
    elif pattern == 3:
        mix = (x // pitch + y // pitch) % 2 > 0
    elif pattern == 4:
        mix = np.sin(np.hypot(x - w / 2, y - h / 2) * 2 * np.pi / pitch) > 0
    else:
        mix = np.zeros_like(x)
    strong = from_hsv(float(rng.integers(180)), rng.uniform(60, 240), rng.uniform(50, 220))
    light = np.clip(strong + rng.uniform(40, 200), 0, 255) if rng.random() < 0.6 else rng.uniform(0, 255, 3)
    sharp = np.where(mix[..., None], light, strong).astype(np.float32)
    picture = np.asarray(cv2.GaussianBlur(sharp, (0, 0), 0.8))
    if rng.random() < 0.3:
        side = int(rng.uniform(0.15, 0.4) * w)
        cv2.ellipse(
            picture,
            (w // 2, h // 2),
            (side, int(side * rng.uniform(0.6, 1.4))),
            0,
            0,
            360,
            light.tolist(),
            -1,
            cv2.LINE_AA,
        )
        cv2.ellipse(picture, (w // 2, h // 2), (side // 2, side // 2), 0, 0, 360, strong.tolist(), -1, cv2.LINE_AA)
    margin = int(rng.choice([0, 0.05, 0.09]) * w)
    if margin:
        cv2.rectangle(picture, (0, 0), (w - 1, h - 1), (245, 248, 250), 2 * margin)
    return np.asarray(picture.astype(np.uint8))


def on_paper(rgba: Image) -> Image:
    """BGR of an RGBA card, its transparent corners filled with the colour of its margin."""
    height, width = rgba.shape[:2]
    paper = rgba[height // 2, max(1, width // 50), :3].astype(np.float32)
    alpha = rgba[..., 3:].astype(np.float32) / 255
    return np.ascontiguousarray((rgba[..., :3] * alpha + paper * (1 - alpha)).astype(np.uint8)[..., ::-1])


def from_hsv(hue: float, saturation: float, value: float) -> NDArray[np.float32]:
    """(3,) BGR of a hue in [0, 180) and saturation and value in [0, 255]."""
    pixel = np.array([[[hue, saturation, value]]]).astype(np.uint8)
    return np.asarray(cv2.cvtColor(pixel, cv2.COLOR_HSV2BGR)[0, 0].astype(np.float32))


def halvings(picture: Image, smallest: int = 40) -> tuple[Image, ...]:
    """A picture and its halves down to a height."""
    levels = [picture]
    while levels[-1].shape[0] // 2 >= smallest:
        half = (max(1, levels[-1].shape[1] // 2), levels[-1].shape[0] // 2)
        levels.append(np.asarray(cv2.resize(levels[-1], half, interpolation=cv2.INTER_AREA)))
    return tuple(levels)


@lru_cache(maxsize=300)
def texture_picture(path: Path) -> Image:
    """A texture, at most 720 pixels."""
    picture = read_colour(path)
    shrink = 720 / max(picture.shape[:2])
    return (
        picture
        if shrink >= 1
        else np.asarray(cv2.resize(picture, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA))
    )


@lru_cache(maxsize=64)
def hand_picture(path: Path) -> Image:
    """A hand with alpha (h, w, 4), fingertips up."""
    picture = cv2.imread(str(path), cv2.IMREAD_UNCHANGED)
    if picture is None or picture.ndim != 3 or picture.shape[2] != 4:
        raise ValueError(f"{path} is not a picture with an alpha channel; hands need one")
    return np.asarray(picture)


def read_colour(path: Path) -> Image:
    """A BGR picture; raises ValueError naming the file that is none."""
    picture = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError(f"{path} is not a readable picture; remove it or replace it")
    return np.asarray(picture)


@lru_cache(maxsize=512)
def rounded_mask(height: int, width: int, radius: float) -> Image:
    """(height, width) alpha of a card with corners rounded by `radius` pixels."""
    grain = 4
    mask = np.zeros((height * grain, width * grain), np.uint8)
    r = round(radius * grain)
    h, w = mask.shape
    cv2.rectangle(mask, (r, 0), (w - 1 - r, h - 1), 255, -1)
    cv2.rectangle(mask, (0, r), (w - 1, h - 1 - r), 255, -1)
    for x in (r, w - 1 - r):
        for y in (r, h - 1 - r):
            cv2.circle(mask, (x, y), r, 255, -1)
    return np.asarray(cv2.resize(mask, (width, height), interpolation=cv2.INTER_AREA))
