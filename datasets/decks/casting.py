"""New persons for the courts: other heads, robes and attributes, within what a rank is known by."""

from dataclasses import replace

import numpy as np
from jassvision.datasets.decks.figure import Arm, Person
from jassvision.datasets.decks.heads import Head, View
from jassvision.datasets.decks.style import Palette

HAIR_COLOURS = ("#d9a441", "#8a5a2b", "#3a332e", "#b9b2a6", "#a8441f", "#efe6d6", "#f0cf6a", "#5f3d22")
HATS = {
    "swiss J": ("cap", "plumed cap", "beret", "fez"),
    "swiss Q": ("turban", "fez", "none", "cap"),
    "swiss K": ("crown", "high crown", "lily crown"),
    "french J": ("beret", "plumed cap", "cap", "none"),
    "french Q": ("diadem", "lily crown", "wreath", "diadem"),
    "french K": ("crown", "high crown", "lily crown"),
}
THINGS = {
    "J": ("halberd", "spear", "sword", "axe"),
    "Q": ("flower", "tulip", "fan", "mirror"),
    "K": ("sceptre", "sword", "axe"),
}
BEARDS = {
    "swiss J": ("none", "none", "moustache"),
    "swiss Q": ("none", "moustache", "goatee", "full"),
    "swiss K": ("full", "long", "goatee", "none"),
    "french J": ("none", "moustache", "goatee", "none"),
    "french Q": ("none",),
    "french K": ("full", "long", "full", "goatee"),
}
PATTERNS = ("plain", "stripes", "bands", "spots", "lozenges", "halves", "slashes")
COLLARS = {False: ("flat", "ruff", "fur", "chain", "scarf", "high"), True: ("necklace", "necklace", "ruff")}
HAIRS = {False: ("bob", "long", "curls", "short"), True: ("bob", "bun", "curls", "veil", "long")}


def recast(person: Person, pack: str, rank: str, palette: Palette, rng: np.random.Generator) -> Person:
    """`person` with another head, dress and held thing, drawn by `rng`; pose, sign and what tells the rank stay."""
    lady = person.dress.lady
    key = f"{pack} {rank}"
    head = _head(person.head, key, lady, palette, rng)
    inks = [palette.red, palette.blue, palette.yellow, palette.green]
    order = [inks[i] for i in rng.permutation(4)]
    dress = replace(
        person.dress,
        coat=order[0],
        vest=order[1] if rng.random() < 0.8 else palette.paper,
        sleeve=order[int(rng.integers(0, 3))],
        trim=order[3],
        pattern=str(rng.choice(PATTERNS)),
        collar=str(rng.choice(COLLARS[lady])),
        belt=bool(rng.random() < 0.7),
        cloak=order[2] if rng.random() < 0.55 and pack == "french" else "",
        wide=float(rng.uniform(0.92, 1.08)),
    )
    arms = tuple(_arm(a, rank, rng) for a in person.arms)
    return replace(
        person,
        head=head,
        dress=dress,
        arms=arms,
        mirrored=bool(rng.random() < 0.5) if pack == "french" else person.mirrored,
        smokes=bool(pack == "swiss" and rank != "K" and head.view == "side" and rng.random() < 0.6),
    )


def _head(head: Head, key: str, lady: bool, palette: Palette, rng: np.random.Generator) -> Head:
    if head.hat == "fool" and rng.random() < 0.7:
        return replace(head, hat_colour=palette.red)
    views: tuple[View, ...] = ("front", "turned", "side")
    hair = str(rng.choice(HAIRS[lady]))
    return Head(
        view=views[int(rng.integers(3))],
        hair=hair,
        beard=str(rng.choice(BEARDS[key])),
        hat=str(rng.choice(HATS[key])),
        hair_colour=str(rng.choice(HAIR_COLOURS)),
        hat_colour=str(rng.choice([palette.red, palette.blue, palette.green, palette.yellow])),
        hat_trim="#a9cfe6"
        if hair == "veil"
        else str(rng.choice([palette.yellow, palette.blue, palette.red, palette.paper])),
        lady=lady,
    )


def _arm(arm: Arm, rank: str, rng: np.random.Generator) -> Arm:
    holds = arm.holds
    if holds in THINGS[rank] and rng.random() < 0.7:
        holds = str(rng.choice(THINGS[rank]))
    moved = (arm.elbow[0] + float(rng.normal(0, 4)), arm.elbow[1] + float(rng.normal(0, 6)))
    return replace(arm, holds=holds, elbow=moved, puffed=bool(rng.random() < 0.3))
