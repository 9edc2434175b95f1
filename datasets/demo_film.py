"""The film of the demonstration: a deal of Schieber with our own Swiss cards at a wooden table, one play illegal.

    python -m jassvision.datasets.demo_film --out tools/demo

writes demo.mp4 and demo.json; the same program writes the same film.
"""

from __future__ import annotations

import argparse
import sys
from functools import cache
from pathlib import Path

import cv2
import numpy as np
from jassvision.datasets.camera import place_camera
from jassvision.datasets.choreography import Director, Manner
from jassvision.datasets.decks import draw_back, draw_deck, standard_style
from jassvision.datasets.film_plan import Order, Plan
from jassvision.datasets.film_script import Script, Wish, write_script
from jassvision.datasets.filming import Shoot, Sprite, card_sprite, hand_sprite
from jassvision.datasets.films import make_film
from jassvision.datasets.material import Deck
from jassvision.datasets.player_hands import Person, player_hand
from jassvision.datasets.props import prop
from jassvision.datasets.scenery import Lens, Light, Scenery, Thing, flat_thing, sized
from jassvision.datasets.table_plan import places_of
from jassvision.datasets.tables import clouds
from jassvision.rules.preset import load_rules
from numpy.typing import NDArray

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]
Rng = np.random.Generator

SIZE_WH = (1280, 720)
FPS = 25.0
SEED = 2024
DEAL_SEED = 2956
MOST_BYTES = 8_000_000
"""What the package may grow by."""

PEOPLE = (
    Person((9.0, 92.0, 238.0), (118.0, 84.0, 52.0), 34.0, 0.0, 11),
    Person((10.0, 112.0, 216.0), (70.0, 72.0, 150.0), 120.0, 0.0, 12),
    Person((10.0, 124.0, 172.0), (222.0, 222.0, 226.0), 40.0, 7.0, 13),
    Person((8.0, 84.0, 248.0), (84.0, 104.0, 74.0), 210.0, 0.0, 14),
)
"""Arms of north, east, south, west."""


def demo_script() -> Script:
    """A deal worth watching: a trump contract, all seats but one take tricks, one revoke in the middle."""
    return write_script(load_rules("swisslos_2500"), DEAL_SEED, dealer=0, wish=Wish(illegal=1))


def walnut(rng: Rng, size_wh: tuple[int, int]) -> Image:
    """Boards of walnut, the grain running to the right."""
    w, h = size_wh
    picture = np.empty((h, w, 3), np.float32)
    tone = np.array([50, 84, 132], np.float32)
    y = 0
    while y < h:
        high = int(rng.integers(150, 230))
        board = picture[y : y + high]
        rows = board.shape[0]
        warp = clouds(rng, (w, rows), 420, 0.35) * 26 + clouds(rng, (w, rows), 160, 0.5) * 6
        across = np.arange(rows, dtype=np.float32)[:, None] + warp
        rings = np.sin(across / rng.uniform(5, 9)) * 0.5 + np.sin(across / rng.uniform(13, 22) + 1.7)
        fibre = cv2.GaussianBlur(rng.standard_normal((rows, w), dtype=np.float32), (0, 0), sigmaX=26, sigmaY=0.7)
        pores = cv2.GaussianBlur(rng.standard_normal((rows, w), dtype=np.float32), (0, 0), sigmaX=9, sigmaY=0.6)
        relief = 0.055 * rings + 0.30 * fibre - 0.16 * np.maximum(pores - 0.12, 0) * 4 + rng.normal(0, 0.05)
        board[:] = tone * (1 + relief[..., None]) * (1 + rng.normal(0, 0.015, 3).astype(np.float32))
        board[:2] *= 0.55
        board[2:4] *= 1.08
        y += high
    return np.asarray(np.clip(picture, 0, 255).astype(np.uint8))


def carpet(rng: Rng, size_mm: tuple[float, float], grain: float = 1.5) -> tuple[Image, Image]:
    """A Jass carpet of dark green felt with a golden border; the picture and its alpha."""
    w, h = round(size_mm[0] * grain), round(size_mm[1] * grain)
    fibres = cv2.GaussianBlur(rng.standard_normal((h, w), dtype=np.float32), (0, 0), 0.8)
    relief = 0.11 * fibres + 0.03 * clouds(rng, (w, h), 45)
    picture = np.clip(np.array([46, 78, 30], np.float32) * (1 + relief[..., None]), 0, 255).astype(np.uint8)
    gold = (84, 158, 186)
    inset = round(17 * grain)
    cv2.rectangle(picture, (inset, inset), (w - inset, h - inset), gold, 3, cv2.LINE_AA)
    inset = round(22 * grain)
    cv2.rectangle(picture, (inset, inset), (w - inset, h - inset), gold, 1, cv2.LINE_AA)
    for x, y in ((inset, inset), (w - inset, inset), (w - inset, h - inset), (inset, h - inset)):
        cv2.ellipse(picture, (x, y), (24, 24), 0, 0, 360, gold, 1, cv2.LINE_AA)
        cv2.ellipse(picture, (x, y), (8, 8), 0, 0, 360, gold, -1, cv2.LINE_AA)
    worn: Image = np.asarray(cv2.addWeighted(picture, 0.94, cv2.GaussianBlur(picture, (0, 0), 2), 0.06, 0), np.uint8)
    alpha = np.zeros((h, w), np.uint8)
    r = round(9 * grain)
    cv2.rectangle(alpha, (r, 0), (w - 1 - r, h - 1), 255, -1)
    cv2.rectangle(alpha, (0, r), (w - 1, h - 1 - r), 255, -1)
    for x in (r, w - 1 - r):
        for y in (r, h - 1 - r):
            cv2.circle(alpha, (x, y), r, 255, -1, cv2.LINE_AA)
    return worn, alpha


def lamp_light(size_wh: tuple[int, int]) -> Floats:
    """A warm lamp that hangs over the table, a little to the left."""
    w, h = size_wh
    x, y = np.meshgrid(np.linspace(-1, 1, w, dtype=np.float32), np.linspace(-1, 1, h, dtype=np.float32))
    fall = np.exp(-((x + 0.12) ** 2 / 1.5 + (y + 0.1) ** 2 / 1.9))
    return np.asarray(np.dstack([0.50 + 0.46 * fall, 0.52 + 0.51 * fall, 0.54 + 0.55 * fall]).astype(np.float32))


def demo_scenery(rng: Rng) -> Scenery:
    """A walnut table with a green carpet, the slate, a glass of wine and one of beer, seen from above."""
    camera = place_camera(SIZE_WH, 108.0, 11.0, 0.0, 44.0, (0.0, 6.0))
    per_mm = camera.focal / camera.distance
    wood = walnut(rng, (2000, 1300))
    ground = flat_thing(wood, np.full(wood.shape[:2], 255, np.uint8), (0, 0), 0.0, (1400.0, 910.0), 0.0)
    felt, alpha = carpet(rng, (640.0, 470.0))
    things: list[Thing] = [flat_thing(felt, alpha, (0, 0), 0.4, (640.0, 470.0), 2.0)]
    for kind, variant, at, turn in (
        ("slate", 14, (-430.0, -18.0), 6.0),
        ("beer mat", 15, (424.0, 176.0), 20.0),
        ("glass", 7, (424.0, 176.0), 40.0),
        ("glass", 1, (-398.0, -216.0), 200.0),
    ):
        it = prop(kind, variant)
        size = it.size_mm if kind != "slate" else (it.size_mm[0] * 0.8, it.size_mm[1] * 0.8)
        things.append(flat_thing(it.picture, it.alpha, at, turn, size, it.thick))
    lamp = lamp_light(SIZE_WH)
    light = Light((lamp, lamp), (0.62, 0.78), 0.42, 0.8)
    lens = Lens((0.97, 1.02, 1.06), 0.95, 1.06, 0.0, 0.45, 1.0, 0.45)
    return Scenery(camera, sized(ground, per_mm), tuple(sized(t, per_mm) for t in things), light, lens)


def demo_cards(per_mm: float) -> dict[str, Sprite]:
    """The house deck."""
    height = round(89 * per_mm * 1.6)
    style = standard_style("swiss")
    faces = {**draw_deck("swiss", style, height), "back": draw_back(style, height)}
    return {
        name: card_sprite(np.ascontiguousarray(face[..., 2::-1]), np.ascontiguousarray(face[..., 3]))
        for name, face in faces.items()
    }


def make_demo(out: Path, preset: str = "medium", crf: int = 21) -> Path:
    """Make the film and its key in a folder; returns the film's path.

    Raises:
        ValueError: the film is larger than MOST_BYTES.
    """
    rng = np.random.default_rng(SEED)
    script = demo_script()
    scenery = demo_scenery(rng)
    per_mm = scenery.camera.focal / scenery.camera.distance
    places = places_of(("north", "east", "south", "west"), scenery.camera)
    director = Director(rng, places, Manner("apart", 62.0, 4.5, haste=1.0, pause=0.5, longest=1.6))
    director.perform(script)
    hands = cache(lambda seat, pose: hand_sprite(player_hand(PEOPLE[seat], pose), per_mm))
    cards = demo_cards(per_mm)
    shoot = Shoot(scenery, cards.__getitem__, hands, places, director.finished(), ((0.0, scenery.camera),))
    plan = Plan(shoot, (script,), Deck("own-swiss-house", "swiss", 57 / 89), FPS, crf)
    made = make_film(Order(out, SEED, 0, size_wh=SIZE_WH, title="demo"), plan, preset)
    if made.film.stat().st_size > MOST_BYTES:
        raise ValueError(f"{made.film} has {made.film.stat().st_size} bytes; raise --crf to stay below {MOST_BYTES}")
    print(f"{made.film}: {made.frames} frames, {made.duration:.1f} s", file=sys.stderr)
    return made.film


def main(arguments: list[str] | None = None) -> int:
    """The command line; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m jassvision.datasets.demo_film", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder to write demo.mp4 and demo.json into")
    parser.add_argument("--preset", default="medium", help="preset of x264")
    parser.add_argument("--crf", type=int, default=21, help="H.264 quality, 0 best to 51")
    given = parser.parse_args(arguments)
    cv2.setNumThreads(1)
    try:
        make_demo(given.out, given.preset, given.crf)
    except (OSError, ValueError) as error:
        print(f"demo_film: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
