"""What the court figures hold, drawn about the hand that holds it."""

from collections.abc import Callable

from jassvision.datasets.decks.paint import circle, ellipse, path, placed, shade
from jassvision.datasets.decks.style import Palette

Drawing = Callable[[Palette, float], str]


def pipe(p: Palette, w: float) -> str:
    """A tobacco pipe with the mouthpiece at the origin, the bowl to the left, smoke above."""
    stem = path("M0 0C-20 2 -36 6 -52 22", "none", p.ink, w * 2.2) + path(
        "M0 0C-20 2 -36 6 -52 22", "none", shade(p.yellow, -0.3), w * 0.9
    )
    bowl = path("M-64 8L-44 6L-44 30C-46 40 -60 40 -62 30Z", p.red, p.ink, w * 0.8)
    smoke = path(
        "M-56 2C-70 -8 -60 -22 -48 -20C-44 -36 -24 -34 -24 -20M-60 -18C-78 -30 -66 -50 -50 -44C-44 -60 -22 -56 -24 -40",
        "none",
        shade(p.ink, 0.45),
        w * 0.7,
    )
    return smoke + stem + bowl


def goblet(p: Palette, w: float) -> str:
    """A drinking cup."""
    return (
        path("M-22 -70C-22 -34 -14 -24 -5 -20L-5 4L-16 14H16L5 4L5 -20C14 -24 22 -34 22 -70Z", p.red, p.ink, w)
        + path("M-22 -70H22L20 -50H-20Z", p.yellow, p.ink, w * 0.8)
        + ellipse(0, -70, 22, 6, shade(p.red, -0.4), p.ink, w * 0.8)
    )


def letter(p: Palette, w: float) -> str:
    """A sealed letter."""
    return placed(
        path("M-36 -24H36V24H-36Z", p.paper, p.ink, w)
        + path("M-36 -24L0 6L36 -24M-36 24L-10 -2M36 24L10 -2", "none", p.ink, w * 0.8)
        + circle(0, 6, 7, p.red, p.ink, w * 0.6),
        0,
        -30,
        1.0,
        -18.0,
    )


def sceptre(p: Palette, w: float) -> str:
    """A royal staff, upright through the hand."""
    shaft = path("M-6 -150L6 -150L6 170L-6 170Z", p.yellow, p.ink, w) + "".join(
        path(f"M-10 {y}h20v10h-20Z", p.red, p.ink, w * 0.7) for y in (-150, -100, -30, 60, 120)
    )
    head = path(
        "M0 -230C14 -214 14 -206 6 -198C22 -204 34 -190 24 -178C16 -170 6 -176 6 -182"
        "L8 -150H-8L-6 -182C-6 -176 -16 -170 -24 -178C-34 -190 -22 -204 -6 -198"
        "C-14 -206 -14 -214 0 -230Z",
        p.yellow,
        p.ink,
        w,
    )
    return shaft + head + circle(0, -190, 5, p.red, p.ink, w * 0.5)


def sword(p: Palette, w: float) -> str:
    """A straight sword, point up, the hand below the guard."""
    steel = shade(p.blue, 0.72)
    blade = path("M-9 -24L-9 -206L0 -236L9 -206L9 -24Z", steel, p.ink, w) + path(
        "M0 -220L0 -30", "none", p.ink, w * 0.6
    )
    guard = path("M-46 -30C-30 -18 -20 -20 0 -20C20 -20 30 -18 46 -30L46 -18C30 -6 -30 -6 -46 -18Z", p.yellow, p.ink, w)
    return blade + guard + path("M-6 -10h12v44h-12Z", p.red, p.ink, w) + circle(0, 42, 10, p.yellow, p.ink, w)


def halberd(p: Palette, w: float) -> str:
    """A pole arm, upright through the hand."""
    steel = shade(p.blue, 0.72)
    shaft = path("M-6 -170L6 -170L6 190L-6 190Z", shade(p.yellow, -0.25), p.ink, w)
    head = path("M-5 -178L-8 -230L0 -262L8 -230L5 -178Z", steel, p.ink, w)
    axe = path("M-6 -166L-40 -196C-58 -170 -58 -142 -40 -118L-6 -142Z", steel, p.ink, w) + path(
        "M6 -164L40 -172C34 -158 34 -150 44 -138L6 -142Z", steel, p.ink, w
    )
    tassel = path("M-8 -122L8 -122L14 -86L-14 -86Z", p.red, p.ink, w * 0.8) + path(
        "M-5 -116L-8 -90M0 -116L0 -90M5 -116L8 -90", "none", p.ink, w * 0.5
    )
    return shaft + axe + head + tassel + circle(-34, -156, 5, p.ink)


def spear(p: Palette, w: float) -> str:
    """A lance with a pennon."""
    shaft = path("M-5 -180L5 -180L5 190L-5 190Z", p.red, p.ink, w)
    flag = path("M5 -176C40 -186 60 -158 92 -168L78 -146L90 -126C60 -118 38 -142 5 -130Z", p.yellow, p.ink, w)
    return shaft + flag + path("M-5 -182L-14 -204L0 -244L14 -204L5 -182Z", shade(p.blue, 0.72), p.ink, w)


def orb(p: Palette, w: float) -> str:
    """The orb of an emperor."""
    ball = (
        circle(0, -34, 34, shade(p.blue, 0.1), p.ink, w)
        + path("M-34 -40C-16 -28 16 -28 34 -40L34 -30C16 -18 -16 -18 -34 -30Z", p.yellow, p.ink, w * 0.7)
        + path("M-5 -68H5L6 -30H-6Z", p.yellow, p.ink, w * 0.7)
    )
    return ball + path("M-4 -100h8v10h10v8h-10v16h-8v-16h-10v-8h10Z", p.yellow, p.ink, w * 0.8)


def flower(p: Palette, w: float) -> str:
    """A red flower on a stem."""
    stem = path("M0 30C-4 0 2 -26 0 -56", "none", p.ink, w * 2.0) + path(
        "M0 30C-4 0 2 -26 0 -56", "none", p.green, w * 1.0
    )
    leaves = path(
        "M0 -10C-18 -12 -26 -26 -28 -36C-14 -34 -4 -24 0 -10ZM0 -22C16 -26 22 -38 22 -46C10 -44 2 -34 0 -22Z",
        p.green,
        p.ink,
        w * 0.7,
    )
    petals = "".join(
        placed(path("M0 0C-14 -6 -16 -24 0 -30C16 -24 14 -6 0 0Z", p.red, p.ink, w * 0.7), 0, -74, 1.0, 72.0 * i)
        for i in range(5)
    )
    return stem + leaves + petals + circle(0, -74, 8, p.yellow, p.ink, w * 0.7)


def tulip(p: Palette, w: float) -> str:
    """A yellow tulip on a stem."""
    stem = path("M0 30L0 -50", "none", p.ink, w * 2.0) + path("M0 30L0 -50", "none", p.green, w)
    leaf = path(
        "M0 10C-22 0 -24 -30 -18 -50C-8 -36 -2 -14 0 10ZM0 16C20 8 22 -16 18 -34C8 -22 2 -4 0 16Z",
        p.green,
        p.ink,
        w * 0.7,
    )
    return (
        stem
        + leaf
        + path("M0 -48C-22 -52 -24 -80 -18 -100L-8 -86L0 -106L8 -86L18 -100C24 -80 22 -52 0 -48Z", p.yellow, p.ink, w)
        + path("M0 -56C-8 -66 -8 -76 -6 -84M0 -56C8 -66 8 -76 6 -84", "none", p.ink, w * 0.6)
    )


def fan(p: Palette, w: float) -> str:
    """An open fan."""
    body = path("M0 10L-58 -56C-36 -88 36 -88 58 -56Z", p.red, p.ink, w) + path(
        "M0 10L-30 -30C-18 -46 18 -46 30 -30Z", p.yellow, p.ink, w * 0.8
    )
    return body + path("M0 10L-40 -70M0 10L-20 -78M0 10L0 -80M0 10L20 -78M0 10L40 -70", "none", p.ink, w * 0.6)


def mirror(p: Palette, w: float) -> str:
    """A hand mirror."""
    return (
        path("M-5 -20H5V34H-5Z", p.yellow, p.ink, w)
        + ellipse(0, -52, 30, 36, p.yellow, p.ink, w)
        + ellipse(0, -52, 22, 28, shade(p.blue, 0.75), p.ink, w * 0.7)
        + path("M-10 -44L6 -66M0 -40L12 -56", "none", p.paper, w)
    )


def round_shield(p: Palette, w: float) -> str:
    """A buckler with a star."""
    spikes = path("M0 -40L8 -10L38 -12L14 6L26 34L0 16L-26 34L-14 6L-38 -12L-8 -10Z", p.yellow, p.ink, w * 0.7)
    return (
        circle(0, 0, 70, shade(p.blue, 0.65), p.ink, w)
        + circle(0, 0, 58, p.paper, p.ink, w * 0.7)
        + spikes
        + circle(0, 2, 8, p.red, p.ink, w * 0.6)
    )


def stick(p: Palette, w: float) -> str:
    """A fool's red slapstick, upwards from the hand."""
    return (
        path("M-9 24L-14 -96L0 -124L14 -96L9 24Z", p.red, p.ink, w)
        + path("M0 -112L0 20", "none", p.ink, w * 0.7)
        + path("M-10 -4H10V10H-10Z", p.yellow, p.ink, w * 0.7)
    )


def axe(p: Palette, w: float) -> str:
    """A king's axe, upright through the hand."""
    shaft = path("M-6 -180L6 -180L6 150L-6 150Z", p.yellow, p.ink, w)
    return (
        shaft
        + path("M-6 -174C-40 -196 -66 -168 -62 -122C-48 -138 -24 -140 -6 -128Z", shade(p.blue, 0.7), p.ink, w)
        + path("M6 -160L30 -176L30 -132L6 -142Z", shade(p.blue, 0.7), p.ink, w)
        + circle(0, -190, 11, p.red, p.ink, w)
    )


ATTRIBUTES: dict[str, Drawing] = {
    "pipe": pipe,
    "goblet": goblet,
    "letter": letter,
    "sceptre": sceptre,
    "sword": sword,
    "halberd": halberd,
    "spear": spear,
    "orb": orb,
    "flower": flower,
    "tulip": tulip,
    "fan": fan,
    "mirror": mirror,
    "round shield": round_shield,
    "stick": stick,
    "axe": axe,
}
