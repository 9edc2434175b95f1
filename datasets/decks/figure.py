"""One half of a court card: a person from the waist up, put together from head, dress and attributes."""

import math
from dataclasses import dataclass, replace

from jassvision.datasets.decks import garments, headgear, heads
from jassvision.datasets.decks.attributes import ATTRIBUTES
from jassvision.datasets.decks.garments import Dress
from jassvision.datasets.decks.heads import Head
from jassvision.datasets.decks.paint import Point, path, placed, polygon, shade
from jassvision.datasets.decks.style import Palette, Style

HEAD_AT = (0.0, -256.0)
WAIST_DROP = 26.0  # the figure stands this much below the middle, so that a larger head fits above it


@dataclass(frozen=True)
class Arm:
    """Where an arm goes (shoulder, elbow, wrist) and what its hand holds; `turn` turns the thing held."""

    shoulder: Point
    elbow: Point
    wrist: Point
    holds: str = ""
    turn: float = 0.0
    hand_turn: float = 0.0
    mirrored: bool = False
    offers: bool = False
    puffed: bool = False


@dataclass(frozen=True)
class Person:
    """A court figure; `mirrored` turns the head to the right."""

    head: Head
    dress: Dress
    arms: tuple[Arm, ...] = ()
    mirrored: bool = False
    smokes: bool = False


def body(person: Person, style: Style, name: str) -> str:
    """The person without arms: cloak, torso, neck, head."""
    p, w, head, dress = style.palette, style.line, person.head, person.dress
    back = garments.cloak(dress.cloak, dress.trim, p, w, style.engraving) if dress.cloak else ""
    x, y = HEAD_AT
    size = style.head_size
    behind = placed(heads.behind(head, p, w), x, y, size, 0.0, person.mirrored)
    front = heads.face(head, p, w) + headgear.hat(head, p, w)
    if person.smokes:
        mouth = heads.MOUTHS[head.view]
        front += placed(ATTRIBUTES["pipe"](p, w), mouth[0] - 4, mouth[1] + 1)
    face = placed(front, x, y, size, style.head_tilt, person.mirrored)
    veil_last = head.hair == "long"
    trunk = garments.neck(p, w) + garments.torso(dress, p, w, style.engraving, name)
    return back + ("" if veil_last else behind) + trunk + (behind if veil_last else "") + face


def arm(spec: Arm, person: Person, style: Style) -> str:
    """One arm with its hand and what it holds, the fingers in front."""
    p, w, dress = style.palette, style.line, person.dress
    sleeve = garments.arm(
        spec.shoulder,
        spec.elbow,
        spec.wrist,
        dress.sleeve,
        dress.trim,
        p,
        w,
        style.engraving,
        0.92 if dress.lady else 1.0,
        spec.puffed,
    )
    away = math.atan2(spec.wrist[1] - spec.elbow[1], spec.wrist[0] - spec.elbow[0])
    at = (spec.wrist[0] + 20 * math.cos(away), spec.wrist[1] + 20 * math.sin(away))
    thing = placed(ATTRIBUTES[spec.holds](p, w), at[0], at[1], 1.0, spec.turn) if spec.holds else ""
    if spec.offers:
        hand = garments.open_hand(at, math.degrees(away) + 90 + spec.hand_turn, p, w, 1.0, spec.mirrored)
        return hand + sleeve + thing
    hand = garments.fist(at, math.degrees(away) + 180 + spec.hand_turn, p, w, 1.0, spec.mirrored)
    return sleeve + thing + hand


def robe_palette(style: Style) -> Palette:
    """The palette with its inks dealt to the robes in the order `style.robe_shift` (0 the customary one)."""
    p = style.palette
    orders = (
        (p.red, p.yellow, p.green, p.blue),
        (p.blue, p.yellow, p.green, p.red),
        (p.red, p.yellow, p.blue, p.green),
        (p.green, p.yellow, p.red, p.blue),
        (p.red, shade(p.yellow, 0.45), p.blue, "#6a3d8f"),
        ("#b8541e", p.yellow, "#4d7d3a", "#27406f"),
    )
    red, yellow, green, blue = orders[style.robe_shift % len(orders)]
    return replace(p, red=red, yellow=yellow, green=green, blue=blue)


def half_plane(angle: float) -> str:
    """Path data of the half plane above a line through the origin, `angle` degrees clockwise from the horizontal."""
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    far = 900.0
    return polygon(
        [
            (-far * c, -far * s),
            (far * c, far * s),
            (far * c + far * s, far * s - far * c),
            (-far * c + far * s, -far * s - far * c),
        ]
    )


def split_bar(style: Style, angle: float, reach: float, thick: float = 15.0) -> str:
    """The white bar that parts the two halves, about the origin."""
    if thick <= 0:
        return placed(path(f"M{-reach} 0H{reach}", "none", style.palette.ink, style.line), 0, 0, 1.0, angle)
    bar = path(
        f"M{-reach} {-thick / 2}H{reach}V{thick / 2}H{-reach}Z", style.palette.paper, style.palette.ink, style.line
    )
    return placed(bar, 0, 0, 1.0, angle)
