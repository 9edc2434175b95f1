"""What a film is made from: an order, and the table, people, deck, deals and movements that chance adds to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import numpy as np
from jassvision.datasets import wear
from jassvision.datasets.camera import Camera
from jassvision.datasets.choreography import PILES, STYLES, Director, Manner, Performance
from jassvision.datasets.film_script import Script, Wish, write_script
from jassvision.datasets.filming import LightChange, Shoot, Sprite, card_sprite, hand_sprite
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
from jassvision.datasets.table_plan import CARD_MM, places_of
from jassvision.rules.preset import load_rules
from jassvision.rules.seats import next_seat
from jassvision.vision.faces import CODES
from numpy.typing import NDArray

Rng = np.random.Generator

RATES = (15.0, 20.0, 24.0, 25.0, 29.97, 30.0, 50.0, 60.0)
"""Frame rates of cameras and telephones."""

GAMES = {"schieber": "swisslos_2500", "luzern": "luzern"}
"""Games that can be filmed, each with the rules it is played by."""

CARD_PX = {"schieber": (78.0, 150.0), "luzern": (78.0, 104.0)}
FREE_MM = {"schieber": 185.0, "luzern": 312.0}
"""Half the side of the square that must be in the picture."""


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
    title: str | None = None

    @property
    def name(self) -> str:
        """The file's name without its ending."""
        return self.title or f"{self.game}-{self.seed}-{self.number:03d}"


@dataclass(frozen=True)
class Plan:
    """All that is decided before the first picture: what is filmed, the deals, the deck, frame rate, H.264 quality."""

    shoot: Shoot
    scripts: tuple[Script, ...]
    deck: Deck
    fps: float
    crf: int


def plan_film(order: Order) -> Plan:
    """Decide everything that an order leaves open; the same order gives the same plan.

    Raises:
        ValueError: the contract is not played, the wishes cannot be met or the material is not there.
    """
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
    people = [random_person(rng) for _ in names]
    hands = cache(lambda seat, pose: hand_sprite(player_hand(people[seat], pose), per_mm))
    cards = card_sprites(rng, deck, per_mm)
    cameras = cameras_of(rng, scenery, performance)
    adapts = float(rng.uniform(0.3, 0.9))
    shoot = Shoot(scenery, cards, hands, places, performance, cameras, lights_of(rng, performance), adapts)
    fps = film_rate(rng, order.rates)
    chance = int(rng.integers(19, 29))
    return Plan(shoot, tuple(scripts), deck, fps, chance if order.crf is None else order.crf)


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
        drawn = material.random_deck(rng)
        deck = replace(drawn, name=drawn.name.split("~")[0], figures=None)  # nobody owns a mixture
        if pack is None or deck.pack == pack:
            return deck
    return Deck(f"own-{KINDS[pack != 'swiss']}-{int(rng.integers(OWN_STYLES))}", KINDS[pack != "swiss"], 57 / 89)


def card_sprites(rng: Rng, deck: Deck, per_mm: float) -> Callable[[str], Sprite]:
    """Gives faces and the back of a deck at the size in which they are seen, each drawn when it is first asked for."""
    height = max(40, round(CARD_MM[1] * per_mm * 1.25))
    state = wear.random_wear(rng)
    design, seed = int(rng.integers(120)), int(rng.integers(1 << 30))

    @cache
    def sprite(name: str) -> Sprite:
        back = name == "back"
        face = back_picture(deck, design, height) if back else face_picture(deck, name, height)
        chance = np.random.default_rng([seed, len(CODES) if back else CODES.index(name)])
        mask = rounded_mask(height, face.shape[1], state.radius * height)
        return card_sprite(wear.worn(chance, face, state), mask)

    return sprite


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
