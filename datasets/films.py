"""Films of whole deals with answer keys.

    python -m jassvision.datasets.films --out DIR --count 30 --seed 1 [--material FOLDER] [--illegal 1] ...

writes NAME.mp4 and NAME.json for each film. The key holds `landings` (frame at which a card lies, first frame without
the hand, corners in pixels from the card's own top left corner on round it), `sweeps` (first and last frame in which
the trick's cards move), `script` (contract, hands, tricks, card points, illegal plays) or `scripts` for several deals,
`events` (whatever else happens) and, with a variable frame rate, `pts` (seconds of every frame). Pictures and corners
are given as they are to be seen, after the rotation tag. The same arguments give the same films.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from jassvision.datasets import wear
from jassvision.datasets.camera import Camera
from jassvision.datasets.choreography import EVENTS, PILES, STYLES, Director, Manner, Performance
from jassvision.datasets.film_file import frame_times, write_film
from jassvision.datasets.film_script import Script, Wish, script_json, write_script
from jassvision.datasets.filming import Filmer, LightChange, Shoot, Sprite, card_sprite, hand_sprite
from jassvision.datasets.material import (
    KINDS,
    OWN_STYLES,
    Deck,
    Material,
    back_picture,
    face_picture,
    open_material,
    rounded_mask,
)
from jassvision.datasets.player_hands import player_hand, random_person
from jassvision.datasets.scenery import Scenery, bumped, random_scenery
from jassvision.datasets.table_plan import card_corners, places_of
from jassvision.rules.errors import JassError
from jassvision.rules.preset import load_rules
from jassvision.rules.seats import next_seat
from jassvision.vision.faces import CODES
from numpy.typing import NDArray

Rng = np.random.Generator
Image = NDArray[np.uint8]

RATES = (15.0, 20.0, 24.0, 25.0, 29.97, 30.0, 50.0, 60.0)
"""Frame rates of cameras and telephones."""

GAMES = {"schieber": "swisslos_2500", "luzern": "luzern"}
"""Games that can be filmed, each with the rules it is played by."""

CARD_PX = {"schieber": (78.0, 150.0), "luzern": (78.0, 104.0)}
FREE_MM = {"schieber": 185.0, "luzern": 312.0}
"""Half the side of the square that must be in the picture."""

SIZES = {"640x480", "1280x720", "1920x1080"}


@dataclass(frozen=True)
class Order:
    """One film to be made; what is None is left to chance."""

    out: Path
    seed: int
    number: int
    material: Path | None = None
    size_wh: tuple[int, int] = (1280, 720)
    rates: tuple[float, float] = (25.0, 25.0)
    deals: int = 1
    style: str | None = None
    piles: str | None = "winner"
    pack: str | None = None
    illegal: tuple[int, int] = (0, 0)
    events: tuple[str, ...] = ()
    variable: bool = False
    rotation: int = 0
    game: str = "schieber"
    contract: str | None = None
    pause: float | None = None
    haste: float | None = None
    crf: int | None = None

    @property
    def name(self) -> str:
        """The file's name without its ending."""
        return f"{self.game}-{self.seed}-{self.number:03d}"


@dataclass(frozen=True)
class Made:
    """A film that was made: its files, number of pictures, seconds it lasts and seconds the making took."""

    film: Path
    key: Path
    frames: int
    duration: float
    cost: float


def make_film(order: Order) -> Made:
    """Make one film and its key.

    Raises:
        ValueError: the contract is not played, the wishes cannot be met or the material is not there.
    """
    began = time.perf_counter()
    rng = np.random.default_rng([order.seed, order.number, 4])
    scripts = write_scripts(order, rng)
    material = open_material(order.material)
    deck = film_deck(rng, material, order.pack)
    scenery = random_scenery(rng, material, order.size_wh, CARD_PX[order.game], FREE_MM[order.game])
    names = ("north", "south") if scripts[0].players == 2 else ("north", "east", "south", "west")
    places = places_of(names, scenery.camera)
    director = Director(rng, places, random_manner(rng, order))
    for script in scripts:
        director.perform(script, order.events)
    performance = director.finished()
    per_mm = scenery.camera.focal / scenery.camera.distance
    cards = card_sprites(rng, deck, per_mm)
    hands = {}
    for seat in range(len(names)):
        person = random_person(rng)
        for pose in ("pinch", "flat"):
            hands[seat, pose] = hand_sprite(player_hand(person, pose), per_mm)
    cameras = cameras_of(rng, scenery, performance)
    lights = lights_of(rng, performance)
    shoot = Shoot(scenery, cards, hands, places, performance, cameras, lights, float(rng.uniform(0.3, 0.9)))
    fps = film_rate(rng, order.rates)
    crf = order.crf if order.crf is not None else int(rng.integers(19, 29))
    return shoot_film(order, shoot, scripts, deck, fps, crf, rng, began)


def shoot_film(
    order: Order,
    shoot: Shoot,
    scripts: Sequence[Script],
    deck: Deck,
    fps: float,
    crf: int,
    rng: Rng,
    began: float,
    preset: str = "veryfast",
) -> Made:
    """Draw and encode what was planned, and write the key beside it."""
    order.out.mkdir(parents=True, exist_ok=True)
    times = frame_times(rng, shoot.performance.duration, fps, order.variable)
    key = film_key(order, shoot, scripts, deck, fps, times)
    film, answer = order.out / f"{order.name}.mp4", order.out / f"{order.name}.json"
    write_film(film, pictures(shoot, times, fps), order.size_wh, fps, crf, preset, order.rotation)
    answer.write_text(json.dumps(key) + "\n", encoding="utf-8")
    return Made(film, answer, len(times), shoot.performance.duration, time.perf_counter() - began)


def pictures(shoot: Shoot, times: NDArray[np.float64], fps: float) -> Iterator[tuple[float, Image]]:
    """The film's pictures with their times."""
    filmer = Filmer(shoot)
    for number, moment in enumerate(times):
        yield float(moment), filmer.frame(float(moment), number, shoot.scenery.lens.shutter / max(fps, 20.0))


# What is filmed ------------------------------------------------------------------------------------------------------


def write_scripts(order: Order, rng: Rng) -> list[Script]:
    """The deals of a film; the deal moves one seat on each time."""
    rules = load_rules(GAMES[order.game])
    dealer = int(rng.integers(rules.players))
    scripts = []
    for _ in range(order.deals):
        illegal = int(rng.integers(order.illegal[0], order.illegal[1] + 1))
        claims = "rest" in order.events and order.game == "schieber"
        wish = Wish(illegal, "weis" in order.events and order.game == "schieber", claims)
        scripts.append(write_script(rules, int(rng.integers(1 << 30)), dealer, order.contract, wish))
        dealer = next_seat(dealer, rules.players, rules.direction)
    return scripts


def film_deck(rng: Rng, material: Material, pack: str | None) -> Deck:
    """A deck of the wanted pack, or of any."""
    for _ in range(200):
        deck = material.random_deck(rng)
        if pack is None or deck.pack == pack:
            return deck
    return Deck(f"own-{KINDS[pack != 'swiss']}-{int(rng.integers(OWN_STYLES))}", KINDS[pack != "swiss"], 57 / 89)


def card_sprites(rng: Rng, deck: Deck, per_mm: float) -> dict[str, Sprite]:
    """All faces and the back of a deck at the size in which they are seen."""
    height = max(40, round(89 * per_mm * 1.25))
    state = wear.random_wear(rng)
    mask = rounded_mask(height, face_picture(deck, "D6", height).shape[1], state.radius * height)
    sprites = {code: card_sprite(wear.worn(rng, face_picture(deck, code, height), state), mask) for code in CODES}
    back = back_picture(deck, int(rng.integers(120)), height)
    return {**sprites, "back": card_sprite(wear.worn(rng, back, state), mask)}


def random_manner(rng: Rng, order: Order) -> Manner:
    """How the people at this table play."""
    return Manner(
        style=order.style or str(rng.choice(STYLES)),
        radius=float(rng.uniform(56, 84)) if order.game == "schieber" else float(rng.uniform(44, 52)),
        scatter=float(rng.uniform(3, 9)) if order.game == "schieber" else 2.5,
        haste=order.haste or float(rng.uniform(0.8, 1.35)),
        pause=order.pause or float(rng.uniform(0.5, 1.3)),
        piles=order.piles or str(rng.choice(PILES)),
    )


def film_rate(rng: Rng, rates: tuple[float, float]) -> float:
    """A usual frame rate within a range; the range's end where there is none."""
    usual = [rate for rate in RATES if rates[0] <= rate <= rates[1]]
    return float(usual[int(rng.integers(len(usual)))]) if usual else rates[1]


def cameras_of(rng: Rng, scenery: Scenery, performance: Performance) -> tuple[tuple[float, Camera], ...]:
    """The camera from the start on and after each bump."""
    cameras = [(0.0, scenery.camera)]
    for bump in (h for h in performance.happenings if h.kind == "bump"):
        cameras.append((bump.first, bumped(rng, cameras[-1][1])))
    return tuple(cameras)


def lights_of(rng: Rng, performance: Performance) -> tuple[LightChange, ...]:
    """What the light does: a lamp goes off and on again or on for good, or the sun comes out."""
    changes: list[LightChange] = []
    level, mix = np.ones(3), 0.0
    for happening in (h for h in performance.happenings if h.kind == "light"):
        kind = int(rng.integers(3))
        start = happening.first
        if kind == 0:  # off and on again
            dark = level * float(rng.uniform(0.45, 0.7)) * np.array([1.12, 1.0, 0.9])
            changes.append(LightChange(start, 0.12, triple(dark), mix))
            changes.append(LightChange(start + float(rng.uniform(3, 8)), 0.12, triple(level), mix))
        else:
            way = float(np.exp(rng.choice([-1, 1]) * rng.uniform(0.15, 0.45)))
            level = np.clip(level * way * np.array([1.0, 1.0, float(rng.uniform(0.92, 1.08))]), 0.5, 1.7)
            mix = 1.0 - mix
            changes.append(LightChange(start, 0.12 if kind == 1 else float(rng.uniform(1, 3)), triple(level), mix))
    return tuple(sorted(changes, key=lambda c: c.start))


def triple(values: NDArray[np.float64]) -> tuple[float, float, float]:
    """Three numbers."""
    return (float(values[0]), float(values[1]), float(values[2]))


# The answer key ------------------------------------------------------------------------------------------------------


def film_key(
    order: Order, shoot: Shoot, scripts: Sequence[Script], deck: Deck, fps: float, times: NDArray[np.float64]
) -> dict[str, Any]:
    """The key in the form the module's first lines describe."""
    performance, names = shoot.performance, [place.name for place in shoot.places]

    def frame(seconds: float) -> int:
        return int(min(np.searchsorted(times, seconds - 1e-6), len(times) - 1))

    def shown(seconds: float, cards: Sequence[tuple[str, Any]]) -> list[dict[str, Any]]:
        camera = shoot.camera_at(seconds)
        return [{"card": card, "corners": card_corners(camera, spot, deck.aspect)} for card, spot in cards]

    several = len(scripts) > 1
    landings = [
        {
            **({"deal": it.deal} if several else {}),
            "trick": it.trick,
            "order": it.order,
            "seat": names[it.seat],
            "card": it.card,
            "frame": frame(it.time),
            "clear_frame": frame(it.clear),
            "corners": card_corners(shoot.camera_at(it.time), it.spot, deck.aspect),
        }
        for it in performance.landings
    ]
    sweeps = [
        {
            **({"deal": it.deal} if several else {}),
            "trick": it.trick,
            "winner": names[it.winner],
            "first_frame": frame(it.first),
            "last_frame": frame(it.last),
        }
        for it in performance.sweeps
    ]
    events = []
    for it in performance.happenings:
        facts = {k: v for k, v in it.facts.items() if k != "cards"}
        if "seat" in facts:
            facts["seat"] = names[facts["seat"]]
        if "cards" in it.facts:
            facts["cards"] = shown(it.last if it.kind == "rest" else it.first, it.facts["cards"])
        events.append({"kind": it.kind, "first_frame": frame(it.first), "last_frame": frame(it.last), **facts})
    key: dict[str, Any] = {
        "fps": int(fps) if float(fps).is_integer() else fps,
        "size": list(order.size_wh),
        "frames": len(times),
        "deck": deck.name,
        "pack": deck.pack,
        "landings": landings,
        "sweeps": sweeps,
        "events": events,
    }
    if order.rotation:
        key["rotation"] = order.rotation
    if order.variable:
        key["pts"] = [round(float(t), 6) for t in times]
    if several:
        key["scripts"] = [script_json(s) for s in scripts]
    else:
        key["script"] = script_json(scripts[0])
    return key


# The command line ----------------------------------------------------------------------------------------------------


def parse_arguments(arguments: list[str] | None) -> tuple[list[Order], int]:
    """The films that are asked for and the number of processes.

    Raises:
        ValueError: an option makes no sense; the sentence says which and why.
    """
    parser = argparse.ArgumentParser(
        prog="python -m jassvision.datasets.films",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--out", type=Path, required=True, help="folder to write into")
    parser.add_argument("--count", type=int, default=1, help="number of films")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--first", type=int, default=0, help="number of the first film: to go on where a run stopped")
    parser.add_argument("--material", type=Path, help="folder with decks/ and textures/ (else all is our own)")
    parser.add_argument("--size", default="1280x720", help="width x height in pixels, both even")
    parser.add_argument("--fps", default="25", help="frame rate, or a range such as 15-60")
    parser.add_argument("--deals", type=int, default=1, help="deals in each film")
    parser.add_argument("--style", choices=[*STYLES, "any"], default="any", help="how cards are laid")
    parser.add_argument("--piles", choices=[*PILES, "any"], default="winner", help="before whom tricks are put")
    parser.add_argument("--pack", choices=["swiss", "french", "any"], default="any")
    parser.add_argument("--illegal", default="0", help="illegal plays in each deal: a number, or a range such as 0-2")
    parser.add_argument(
        "--events", default="", help=f"what happens in each deal, by commas: {','.join(EVENTS)}, or all"
    )
    parser.add_argument("--vfr", action="store_true", help="variable frame rate")
    parser.add_argument("--rotation", type=int, choices=[0, 90, 180, 270], default=0, help="rotation tag, clockwise")
    parser.add_argument("--game", choices=list(GAMES), default="schieber")
    parser.add_argument("--contract", help="such as S, O, U or slalom-up (else what suits the forehand)")
    parser.add_argument("--pause", type=float, help="median seconds of thought before a play")
    parser.add_argument("--haste", type=float, help="factor on the speed of hands")
    parser.add_argument("--crf", type=int, help="H.264 quality, 0 best to 51 (else 19 to 28)")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    given = parser.parse_args(arguments)
    size = span(given.size, "x", "--size")
    if size[0] % 2 or size[1] % 2 or min(size) < 240:
        raise ValueError(f"--size {given.size}: width and height must be even and at least 240, such as 1280x720")
    rates = span(given.fps, "-", "--fps")
    if not 5 <= rates[0] <= rates[1] <= 120:
        raise ValueError(f"--fps {given.fps}: give a rate from 5 to 120 or a range such as 15-60")
    illegal = span(given.illegal, "-", "--illegal")
    if not 0 <= illegal[0] <= illegal[1] <= 5:
        raise ValueError(f"--illegal {given.illegal}: give a number from 0 to 5 or a range such as 0-2")
    events = EVENTS if given.events == "all" else tuple(e for e in given.events.split(",") if e)
    for event in events:
        if event not in EVENTS:
            raise ValueError(f"--events {event}: there is no such event; choose from {', '.join(EVENTS)}, or all")
    if given.count < 1 or given.deals < 1 or given.jobs < 1:
        raise ValueError("--count, --deals and --jobs must be at least 1")
    order = Order(
        given.out,
        given.seed,
        given.first,
        given.material,
        (int(size[0]), int(size[1])),
        rates,
        given.deals,
        None if given.style == "any" else given.style,
        None if given.piles == "any" else given.piles,
        None if given.pack == "any" else given.pack,
        (int(illegal[0]), int(illegal[1])),
        tuple(events),
        given.vfr,
        given.rotation,
        given.game,
        given.contract,
        given.pause,
        given.haste,
        given.crf,
    )
    return [replace(order, number=given.first + k) for k in range(given.count)], given.jobs


def span(text: str, mark: str, option: str) -> tuple[float, float]:
    """Two numbers with a mark between them, or one that stands for both.

    Raises:
        ValueError: they are no numbers.
    """
    parts = text.split(mark)
    try:
        return (float(parts[0]), float(parts[-1]))
    except ValueError:
        raise ValueError(f"{option} {text}: give a number or two with {mark!r} between them") from None


def make_quietly(order: Order) -> Made:
    """`make_film` in a process of its own."""
    cv2.setNumThreads(1)
    return make_film(order)


def main(arguments: list[str] | None = None) -> int:
    """The command line; returns the exit status."""
    try:
        orders, jobs = parse_arguments(arguments)
        with ProcessPoolExecutor(jobs) as pool:
            made_films = pool.map(make_quietly, orders) if jobs > 1 else map(make_quietly, orders)
            for made in made_films:
                pace = made.frames / max(made.cost, 1e-6)
                print(f"{made.film}: {made.frames} frames, {made.duration:.1f} s, {pace:.1f} frames/s", file=sys.stderr)
    except (OSError, ValueError, JassError) as error:
        print(f"films: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
