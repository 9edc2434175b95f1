"""Crowns, caps and other headgear about the middle of the head."""

from collections.abc import Callable

from jassvision.datasets.decks.heads import Head
from jassvision.datasets.decks.paint import circle, ellipse, path, placed, shade
from jassvision.datasets.decks.style import Palette


def hat(head: Head, p: Palette, w: float) -> str:
    """What the person wears on the head, to be drawn over face and hair; raises KeyError for an unknown kind."""
    return HATS[head.hat](head, p, w)


def _crown(head: Head, p: Palette, w: float) -> str:
    band = "M-46 -40C-30 -54 34 -54 50 -38L50 -62C34 -76 -30 -78 -46 -64Z"
    spikes = "M-46 -62L-60 -112L-34 -84L-22 -122L2 -86L28 -122L38 -84L64 -110L50 -60C34 -74 -30 -76 -46 -62Z"
    pearls = "".join(
        circle(x, y, 6.5, p.red, p.ink, w * 0.7) for x, y in ((-60, -114), (-22, -125), (28, -125), (64, -112))
    )
    stones = "".join(
        ellipse(x, y, 6, 5, c, p.ink, w * 0.5)
        for x, y, c in ((-30, -59, p.blue), (-8, -63, p.red), (14, -63, p.blue), (36, -57, p.red))
    )
    return path(spikes, p.yellow, p.ink, w) + path(band, head.hat_colour, p.ink, w) + stones + pearls


def _high_crown(head: Head, p: Palette, w: float) -> str:
    cap = path("M-40 -60C-44 -104 -16 -122 2 -122C22 -122 48 -104 46 -58Z", head.hat_colour, p.ink, w)
    arches = path(
        "M-42 -62C-46 -100 -20 -118 2 -120C24 -118 48 -100 48 -60M2 -120C-6 -100 -6 -84 -4 -66", "none", p.ink, w * 3.4
    ) + path(
        "M-42 -62C-46 -100 -20 -118 2 -120C24 -118 48 -100 48 -60M2 -120C-6 -100 -6 -84 -4 -66",
        "none",
        p.yellow,
        w * 1.8,
    )
    band = path("M-48 -36C-30 -52 34 -52 52 -34L50 -60C32 -74 -30 -76 -48 -62Z", p.yellow, p.ink, w)
    dots = "".join(
        circle(x, y, 4.5, c, p.ink, w * 0.5)
        for x, y, c in ((-36, -53, p.red), (-18, -58, p.blue), (2, -60, p.red), (22, -58, p.blue), (40, -51, p.red))
    )
    cross = path("M-3 -146h10v8h8v9h-8v10h-10v-10h-8v-9h8Z", p.yellow, p.ink, w * 0.7)
    return cap + arches + band + dots + cross


def _lily_crown(head: Head, p: Palette, w: float) -> str:
    d = (
        "M-44 -44L-56 -92C-44 -96 -36 -88 -32 -76C-34 -100 -18 -108 -14 -118"
        "C-4 -106 8 -100 6 -78C10 -88 22 -96 36 -94L48 -96L50 -40C30 -56 -26 -58 -44 -44Z"
    )
    return (
        path(d, p.yellow, p.ink, w)
        + path("M-46 -50C-26 -64 30 -62 50 -46", "none", head.hat_colour, w * 2.2)
        + "".join(circle(x, y, 5, p.red, p.ink, w * 0.6) for x, y in ((-34, -70), (-12, -82), (10, -74), (34, -78)))
    )


def _diadem(head: Head, p: Palette, w: float) -> str:
    d = "M-38 -42C-20 -58 26 -58 44 -38L46 -58L34 -66L28 -82L14 -70L2 -92L-10 -72L-24 -84L-30 -66L-42 -58Z"
    return (
        path(d, p.yellow, p.ink, w)
        + circle(2, -70, 5, p.red, p.ink, w * 0.5)
        + "".join(circle(x, -58, 3.5, p.blue, p.ink, w * 0.4) for x in (-22, 26))
    )


def _fez(head: Head, p: Palette, w: float) -> str:
    cap = path("M-40 -52C-44 -96 -24 -124 16 -122C44 -118 54 -86 48 -48Z", head.hat_colour, p.ink, w)
    folds = path(
        "M-20 -60C-24 -90 -10 -112 12 -116M6 -60C2 -84 8 -104 20 -112M28 -58C30 -80 30 -96 26 -108",
        "none",
        shade(head.hat_colour, -0.55),
        w * 0.6,
    )
    brim = path(
        "M-48 -34C-30 -50 30 -52 54 -32C58 -42 58 -54 52 -62C28 -76 -28 -76 -48 -60C-54 -52 -54 -42 -48 -34Z",
        head.hat_trim,
        p.ink,
        w,
    )
    studs = "".join(
        circle(x, y, 4, head.hat_colour) for x, y in ((-36, -50), (-18, -57), (2, -60), (22, -58), (40, -51))
    )
    tassel = (
        path("M18 -120C40 -140 66 -128 62 -100", "none", p.ink, w * 1.1)
        + path("M54 -104L70 -104L74 -70L50 -70Z", p.blue, p.ink, w * 0.7)
        + path("M58 -98L56 -72M66 -98L68 -72M62 -98L62 -72", "none", p.ink, w * 0.45)
    )
    return cap + folds + brim + studs + tassel


def _beret(head: Head, p: Palette, w: float) -> str:
    body = path(
        "M-48 -46C-74 -62 -66 -96 -24 -104C20 -116 76 -100 74 -68C72 -52 58 -44 50 -40C24 -58 -24 -60 -48 -46Z",
        head.hat_colour,
        p.ink,
        w,
    )
    folds = path(
        "M-44 -58C-48 -76 -36 -90 -14 -94M-10 -62C-8 -80 8 -96 30 -98M24 -60C34 -74 46 -84 60 -84",
        "none",
        shade(head.hat_colour, -0.55),
        w * 0.65,
    )
    band = path("M-48 -38C-28 -54 30 -54 52 -34L52 -46C30 -64 -28 -64 -50 -48Z", head.hat_trim, p.ink, w * 0.8)
    feather = path(
        "M30 -92C50 -140 100 -142 118 -112C104 -116 98 -110 100 -100C86 -108 78 -102 78 -92C66 -98 54 -92 44 -84Z",
        p.paper,
        p.ink,
        w * 0.8,
    )
    quill = path(
        "M34 -88C60 -112 90 -122 114 -112M56 -104L58 -120M72 -112L76 -128M66 -108L76 -98M84 -116L94 -106",
        "none",
        p.ink,
        w * 0.5,
    )
    return body + folds + band + feather + quill + circle(34, -86, 7, p.yellow, p.ink, w * 0.6)


def _cap(head: Head, p: Palette, w: float) -> str:
    top = path("M-42 -58C-52 -84 -30 -104 4 -104C40 -104 58 -84 48 -54Z", head.hat_colour, p.ink, w) + path(
        "M-30 -66C-32 -82 -16 -94 4 -94M20 -66C30 -76 32 -84 28 -94", "none", shade(head.hat_colour, -0.55), w * 0.6
    )
    peak = path(
        "M-58 -36C-30 -50 30 -52 56 -34L52 -60C26 -72 -26 -72 -46 -62C-54 -56 -58 -46 -58 -36Z", head.hat_trim, p.ink, w
    )
    return top + peak + circle(4, -108, 7, head.hat_trim, p.ink, w * 0.7)


def _turban(head: Head, p: Palette, w: float) -> str:
    body = path(
        "M-50 -36C-66 -66 -50 -106 0 -110C50 -112 74 -74 54 -34C28 -52 -26 -54 -50 -36Z", head.hat_colour, p.ink, w
    )
    for d in ("M-54 -54C-34 -74 26 -78 58 -50", "M-52 -74C-30 -94 20 -98 58 -70", "M-50 -40C-20 -60 30 -62 56 -38"):
        body += path(d, "none", p.ink, w * 2.6) + path(d, "none", head.hat_trim, w * 1.4)
    return (
        body
        + circle(0, -84, 10, p.yellow, p.ink, w * 0.8)
        + path("M0 -94C-8 -120 6 -136 22 -138C14 -124 16 -110 6 -94Z", p.paper, p.ink, w * 0.7)
    )


def _plumed_cap(head: Head, p: Palette, w: float) -> str:
    body = path(
        "M-44 -50C-48 -92 -22 -116 6 -116C38 -116 58 -88 48 -46C22 -62 -20 -64 -44 -50Z", head.hat_colour, p.ink, w
    )
    for x0, x1 in ((-26, -8), (8, 22)):
        body += path(f"M{x0} -60C{x0 - 4} -84 {x1 - 8} -104 {x1} -112", "none", head.hat_trim, w * 2.4)
    brim = path(
        "M-56 -40C-30 -58 30 -60 60 -36C64 -46 58 -56 50 -60C24 -74 -22 -76 -46 -64C-56 -60 -62 -50 -56 -40Z",
        head.hat_trim,
        p.ink,
        w,
    )
    feather = path(
        "M-40 -54C0 -76 60 -72 104 -34C84 -40 76 -36 78 -28C62 -40 54 -36 52 -30C30 -48 -10 -52 -40 -54Z",
        p.paper,
        p.ink,
        w * 0.8,
    ) + path("M-34 -56C10 -66 60 -60 96 -38M20 -60L28 -48M46 -56L54 -44M66 -50L76 -38", "none", p.ink, w * 0.5)
    return body + brim + feather + circle(6, -120, 8, p.blue, p.ink, w * 0.7)


def _fool(head: Head, p: Palette, w: float) -> str:
    parts = []
    for i in range(9):
        turn = -120 + i * 30
        fill = p.red if i % 2 else p.blue
        petal = path("M-15 -54C-24 -78 -12 -98 0 -112C12 -98 24 -78 15 -54Z", fill, p.ink, w) + path(
            "M-6 -58C-10 -76 -4 -88 0 -98C4 -88 10 -76 6 -58Z", p.yellow if i % 2 else p.ink, p.ink, w * 0.4
        )
        parts.append(placed(petal, 0, 0, 1.0, turn))
    ring = path(
        "M-54 24C-62 -40 -30 -68 0 -68C30 -68 62 -40 54 24C50 -24 34 -50 0 -50C-34 -50 -50 -24 -54 24Z", p.red, p.ink, w
    )
    return "".join(parts) + ring


def _wreath(head: Head, p: Palette, w: float) -> str:
    parts = []
    for x, y, turn in ((-38, -34, -60), (-28, -50, -40), (-10, -60, -15), (10, -62, 10), (30, -54, 35), (44, -38, 60)):
        parts.append(
            placed(path("M0 8C-10 0 -10 -14 0 -24C10 -14 10 0 0 8Z", p.green, p.ink, w * 0.6), x, y, 1.0, turn)
        )
    flowers = "".join(
        circle(x, y, 7, c, p.ink, w * 0.6) for x, y, c in ((-20, -54, p.red), (2, -62, p.yellow), (22, -58, p.red))
    )
    return "".join(parts) + flowers


HATS: dict[str, Callable[[Head, Palette, float], str]] = {
    "none": lambda head, p, w: "",
    "crown": _crown,
    "high crown": _high_crown,
    "lily crown": _lily_crown,
    "diadem": _diadem,
    "fez": _fez,
    "beret": _beret,
    "cap": _cap,
    "turban": _turban,
    "plumed cap": _plumed_cap,
    "fool": _fool,
    "wreath": _wreath,
}
