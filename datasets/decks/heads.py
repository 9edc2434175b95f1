"""Heads of the court figures about the origin, the face some 120 units high, looking left or at us."""

from dataclasses import dataclass
from typing import Literal

from jassvision.datasets.decks.paint import blend, circle, ellipse, path, shade
from jassvision.datasets.decks.style import Palette

View = Literal["front", "turned", "side"]


@dataclass(frozen=True)
class Head:
    """What a head looks like; colours are "#rrggbb"."""

    view: View = "turned"
    hair: str = "bob"
    beard: str = "none"
    hat: str = "none"
    hair_colour: str = "#d9a441"
    hat_colour: str = "#d8202c"
    hat_trim: str = "#f6d21b"
    lady: bool = False


FACES: dict[View, str] = {
    "front": "M-43 -18C-45 14 -34 46 -16 60C-6 67 6 67 16 60C34 46 45 14 43 -18C42 -58 -42 -58 -43 -18Z",
    "turned": "M-37 -40C-42 -28 -41 -18 -39 -10C-44 -2 -41 8 -42 20C-40 40 -30 58 -16 65"
    "C-4 70 14 62 28 46C40 30 46 6 45 -16C42 -58 -24 -66 -37 -40Z",
    "side": "M0 -58C-28 -58 -41 -42 -40 -22C-40 -14 -42 -9 -44 -4L-57 17C-60 23 -54 27 -46 27"
    "C-45 32 -50 34 -50 38C-49 41 -46 41 -46 43C-48 46 -49 50 -45 53"
    "C-43 62 -40 68 -30 68C-12 68 4 60 14 44L34 30C50 -10 40 -58 0 -58Z",
}
MOUTHS: dict[View, tuple[float, float]] = {"front": (0, 38), "turned": (-15, 38), "side": (-41, 40)}


# Hair over the shoulders: outline and locks; from the side it hangs down the back only.
LONG_HAIR = {
    "front": (
        "M-44 -24C-64 16 -66 76 -56 112C-44 122 -30 118 -20 106C-34 76 -38 40 -34 6Z"
        "M46 -30C66 10 70 76 60 112C48 122 34 118 24 106C38 76 42 40 38 6Z",
        "M-50 10C-58 46 -58 80 -48 112M-42 30C-48 66 -44 90 -34 112M52 4C62 46 62 80 52 112M44 30C50 66 48 90 38 112",
    ),
    "side": (
        "M-4 -50C40 -72 70 -32 64 20C70 64 72 96 60 118C40 124 18 114 8 96C18 64 14 24 -4 -50Z",
        "M40 -30C54 10 56 70 50 116M26 -20C42 20 42 70 34 112M54 -20C64 30 66 80 60 114M16 30C28 60 28 90 20 104",
    ),
}


def behind(head: Head, p: Palette, w: float) -> str:
    """What lies behind neck and shoulders: long hair and veils."""
    dark = shade(head.hair_colour, -0.55)
    hair = head.hair
    if hair == "long":
        body, locks = LONG_HAIR["side" if head.view == "side" else "front"]
        return path(body, head.hair_colour, p.ink, w) + path(locks, "none", dark, w * 0.6)
    if hair == "curls":
        balls = ((-46, 10), (-52, 34), (-50, 58), (-40, 78), (48, -6), (56, 18), (58, 44), (52, 68), (40, 84))
        return "".join(
            circle(x, y, 17, head.hair_colour, p.ink, w * 0.8)
            + path(
                f"M{x - 8} {y}C{x - 8} {y - 10} {x + 8} {y - 10} {x + 7} {y + 1}"
                f"C{x + 6} {y + 8} {x - 3} {y + 6} {x - 2} {y}",
                "none",
                dark,
                w * 0.5,
            )
            for x, y in balls
        )
    if hair == "bob":
        front = "M-48 -20C-56 10 -58 40 -50 62C-40 70 -30 66 -26 56L26 56C34 68 50 70 58 60C64 30 62 0 48 -30Z"
        back = "M-10 -56C30 -70 66 -40 62 10C64 40 62 56 52 70C36 74 16 70 10 52Z"
        return path(back if head.view == "side" else front, head.hair_colour, p.ink, w)
    if hair == "bun":
        return ellipse(46, -30, 28, 24, head.hair_colour, p.ink, w) + path(
            "M30 -36C38 -48 56 -46 62 -34M34 -24C44 -14 56 -16 64 -26", "none", dark, w * 0.6
        )
    if hair == "veil":
        d = "M-46 -44C-10 -84 50 -70 62 -20C74 30 76 80 96 130C70 140 46 132 30 120L-40 60C-54 30 -54 -10 -46 -44Z"
        folds = "M40 -50C58 0 56 60 76 128M24 -58C44 0 40 60 52 126"
        return path(d, head.hat_trim, p.ink, w) + path(folds, "none", shade(head.hat_trim, -0.5), w * 0.6)
    return ""


def face(head: Head, p: Palette, w: float) -> str:
    """Face, eyes, nose, mouth, hair over the brow and beard."""
    skin, line = p.skin, shade(p.skin, -0.7)
    parts = [path(FACES[head.view], skin, p.ink, w)]
    parts.append(_cheek(head, p))
    parts.append({"front": _front, "turned": _turned, "side": _side}[head.view](head, p, w, line))
    parts.append(_beard(head, p, w))
    parts.append(_fringe(head, p, w))
    return "".join(parts)


def _cheek(head: Head, p: Palette) -> str:
    pink = blend(p.skin, p.red, 0.2)
    spots = {"front": ((-28, 20), (28, 20)), "turned": ((-30, 20), (20, 22)), "side": ((-22, 20),)}[head.view]
    return "".join(ellipse(x, y, 10, 8, pink) for x, y in spots)


def _eye(x: float, y: float, half: float, look: float, head: Head, p: Palette, w: float) -> str:
    lash = w * (0.95 if head.lady else 0.7)
    white = path(
        f"M{x - half} {y + 1}Q{x} {y - half * 0.85} {x + half} {y + 1}Q{x} {y + half * 0.6} {x - half} {y + 1}Z",
        "#ffffff",
        "",
        0,
    )
    iris = circle(x + look, y, half * 0.42, p.ink) + circle(x + look - 1, y - 1.2, half * 0.13, "#ffffff")
    lid = path(f"M{x - half - 1} {y + 1}Q{x} {y - half * 0.95} {x + half + 1} {y + 1}", "none", p.ink, lash)
    under = path(f"M{x - half * 0.7} {y + 3}Q{x} {y + half * 0.65} {x + half * 0.7} {y + 3}", "none", p.ink, w * 0.35)
    return white + iris + lid + under


def _brow(x: float, y: float, half: float, head: Head, p: Palette, w: float) -> str:
    ink = shade(head.hair_colour, -0.5) if head.lady else shade(head.hair_colour, -0.65)
    return path(
        f"M{x - half} {y + 2}Q{x - half * 0.2} {y - 6} {x + half} {y + 3}",
        "none",
        ink,
        w * (0.7 if head.lady else 1.15),
    )


def _lips(x: float, y: float, half: float, head: Head, p: Palette, w: float) -> str:
    full = 1.0 if head.lady else 0.7
    lips = path(
        f"M{x - half} {y}Q{x - half * 0.4} {y - 5 * full} {x} {y - 2 * full}"
        f"Q{x + half * 0.4} {y - 5 * full} {x + half} {y}"
        f"Q{x} {y + 10 * full} {x - half} {y}Z",
        p.red if head.lady else shade(p.red, 0.15),
    )
    return lips + path(f"M{x - half} {y}Q{x} {y + 3} {x + half} {y}", "none", p.ink, w * 0.5)


def _front(head: Head, p: Palette, w: float, line: str) -> str:
    parts = [_eye(x, -2, 10.5, 0.5, head, p, w) for x in (-18, 18)]
    parts += [_brow(-18, -18, 11, head, p, w), f'<g transform="scale(-1 1)">{_brow(-18, -18, 11, head, p, w)}</g>']
    parts.append(
        path("M-5 -8C-4 6 -10 14 -9 19C-6 25 6 25 9 19", "none", line, w * 0.6)
        + path("M6 -6C5 2 6 8 8 13", "none", line, w * 0.35)
    )
    parts.append(_lips(0, 37, 14, head, p, w) + path("M-7 50Q0 53 7 50", "none", line, w * 0.45))
    return "".join(parts)


def _turned(head: Head, p: Palette, w: float, line: str) -> str:
    parts = [_eye(-28, -2, 8.5, -2, head, p, w), _eye(7, -2, 10.5, -2.5, head, p, w)]
    parts += [_brow(-28, -17, 8, head, p, w), _brow(8, -18, 12, head, p, w)]
    parts.append(
        path("M-14 -10C-14 4 -24 13 -23 18C-22 24 -12 24 -5 21", "none", line, w * 0.65)
        + path("M-9 15Q-4 17 -5 21", "none", line, w * 0.4)
    )
    parts.append(_lips(-15, 37, 12, head, p, w) + path("M-20 51Q-14 54 -8 50", "none", line, w * 0.45))
    if head.hair in ("none", "bun", "short"):
        parts.append(path("M40 -8C50 -14 54 4 46 14C42 18 40 14 39 10", p.skin, p.ink, w * 0.7))
    return "".join(parts)


def _side(head: Head, p: Palette, w: float, line: str) -> str:
    eye = path("M-40 -5Q-32 -13 -22 -4Q-32 1 -40 -5Z", "#ffffff") + circle(-35, -5, 4.2, p.ink)
    eye += path("M-41 -6Q-32 -14 -20 -3", "none", p.ink, w * (0.95 if head.lady else 0.7))
    brow = path("M-42 -17Q-32 -24 -18 -16", "none", shade(head.hair_colour, -0.65), w * (0.7 if head.lady else 1.15))
    nose = path("M-46 22Q-41 17 -38 23", "none", line, w * 0.6)
    lips = path(
        "M-50 37Q-44 34 -35 40Q-42 47 -46 43Q-50 41 -50 37Z", p.red if head.lady else shade(p.red, 0.15)
    ) + path("M-48 40L-34 40", "none", p.ink, w * 0.5)
    ear = path("M12 -6C22 -14 30 0 22 12C18 20 12 18 12 12M15 0Q22 0 18 8", p.skin, line, w * 0.6)
    return eye + brow + nose + lips + ("" if head.hair in ("bob", "long", "curls", "veil") else ear)


def _fringe(head: Head, p: Palette, w: float) -> str:
    """Hair in front of the face: parting, temples."""
    colour, dark = head.hair_colour, shade(head.hair_colour, -0.55)
    if head.hair in ("none", "veil"):
        return ""
    if head.view == "front":
        d = (
            "M-46 6C-56 -40 -30 -70 0 -68C30 -70 56 -40 46 6C42 -10 36 -26 26 -36"
            "C14 -34 6 -38 0 -44C-6 -38 -14 -34 -26 -36C-36 -26 -42 -10 -46 6Z"
        )
        locks = (
            "M-40 -14C-38 -34 -24 -52 -4 -58M40 -14C38 -34 24 -52 4 -58M-46 -4"
            "C-46 -30 -34 -50 -16 -60M46 -4C46 -30 34 -50 16 -60"
        )
    elif head.view == "turned":
        d = (
            "M-40 -22C-48 -56 -16 -74 12 -68C50 -62 62 -20 52 30C50 44 46 48 40 44"
            "C44 24 42 -4 34 -24C20 -22 0 -28 -10 -42C-18 -34 -30 -30 -40 -22Z"
        )
        locks = (
            "M40 30C46 0 42 -34 22 -54M46 34C54 4 50 -36 30 -58M-32 -30C-30 -46 -14 -58 2 -58"
            "M34 -24C30 -40 18 -52 4 -54"
        )
    else:
        d = (
            "M-40 -26C-46 -56 -12 -76 20 -66C56 -52 62 -10 54 40C48 56 36 58 22 52"
            "C26 34 20 18 10 8C4 -6 4 -20 -4 -32C-14 -24 -30 -24 -40 -26Z"
        )
        locks = (
            "M6 -30C14 -10 24 10 28 46M16 -44C28 -20 36 10 38 48M-30 -32C-22 -50 0 -60 20 -56M30 -50C44 -24 48 8 46 44"
        )
        if head.hair in ("short", "bun"):
            d = (
                "M-40 -26C-46 -56 -12 -76 20 -66C52 -54 56 -14 46 18C40 34 32 36 24 34"
                "C26 20 16 -4 8 -10C4 -16 2 -22 -4 -32C-14 -24 -30 -24 -40 -26Z"
            )
            locks = "M6 -30C14 -16 26 0 32 28M16 -44C28 -24 36 0 38 24M-30 -32C-22 -50 0 -60 20 -56"
    return path(d, colour, p.ink, w * 0.85) + path(locks, "none", dark, w * 0.55)


def _beard(head: Head, p: Palette, w: float) -> str:
    if head.beard == "none":
        return ""
    colour, dark = head.hair_colour, shade(head.hair_colour, -0.55)
    mx, my = MOUTHS[head.view]
    if head.beard in ("moustache", "goatee"):
        if head.view == "side":
            d = (
                f"M{mx - 10} {my - 8}C{mx - 2} {my - 14} {mx + 10} {my - 10} {mx + 24} {my + 6}"
                f"C{mx + 12} {my + 4} {mx} {my} {mx - 10} {my - 2}Z"
            )
        else:
            d = (
                f"M{mx} {my - 9}C{mx + 10} {my - 13} {mx + 20} {my - 6} {mx + 28} {my - 10}"
                f"C{mx + 26} {my + 6} {mx + 8} {my + 3} {mx} {my - 3}"
                f"C{mx - 8} {my + 3} {mx - 26} {my + 6} {mx - 28} {my - 10}"
                f"C{mx - 20} {my - 6} {mx - 10} {my - 13} {mx} {my - 9}Z"
            )
        tuft = ""
        if head.beard == "goatee":
            x = mx + (8 if head.view == "side" else 0)
            tuft = path(
                f"M{x - 9} {my + 13}C{x - 12} {my + 26} {x - 8} {my + 42} {x} {my + 50}"
                f"C{x + 8} {my + 42} {x + 12} {my + 26} {x + 9} {my + 13}"
                f"Q{x} {my + 18} {x - 9} {my + 13}Z",
                colour,
                p.ink,
                w * 0.7,
            )
        return tuft + path(d, colour, p.ink, w * 0.7)
    long_ = 58 if head.beard == "long" else 0
    if head.view == "front":
        d = (
            f"M-44 0C-48 40 -40 {74 + long_ * 0.6} -14 {90 + long_}"
            f"C-6 {84 + long_} 6 {84 + long_} 14 {90 + long_}C40 {74 + long_ * 0.6} 48 40 44 0"
            "C40 20 32 26 20 28C10 22 4 26 0 29C-4 26 -10 22 -20 28C-32 26 -40 20 -44 0Z"
        )
        locks = (
            f"M-30 40C-30 60 -22 {76 + long_ * 0.8} -12 {84 + long_}M30 40"
            f"C30 60 22 {76 + long_ * 0.8} 12 {84 + long_}M-12 54"
            f"C-12 66 -8 {74 + long_ * 0.8} -4 {80 + long_}M12 54"
            f"C12 66 8 {74 + long_ * 0.8} 4 {80 + long_}"
        )
    elif head.view == "turned":
        d = (
            f"M-42 22C-46 50 -44 {72 + long_ * 0.6} -30 {88 + long_}"
            f"C-22 {82 + long_} -12 {84 + long_} -4 {90 + long_}"
            f"C22 {78 + long_ * 0.6} 44 44 44 0C38 16 28 24 12 28C0 22 -10 24 -15 29"
            "C-20 24 -32 22 -42 22Z"
        )
        locks = (
            f"M-34 44C-34 60 -32 {72 + long_ * 0.8} -26 {82 + long_}M-14 54"
            f"C-16 66 -14 {76 + long_ * 0.8} -10 {82 + long_}M10 46"
            f"C10 60 4 {74 + long_ * 0.8} -2 {82 + long_}M30 30"
            f"C28 46 20 {62 + long_ * 0.7} 10 {74 + long_ * 0.9}"
        )
    else:
        d = (
            f"M-54 28C-58 50 -62 {72 + long_ * 0.7} -50 {90 + long_}"
            f"C-42 {84 + long_} -34 {86 + long_} -26 {92 + long_}"
            f"C-4 {76 + long_ * 0.6} 12 50 16 12C4 26 -8 30 -22 28C-32 22 -42 24 -54 28Z"
        )
        locks = (
            f"M-46 54C-50 68 -50 {76 + long_ * 0.8} -44 {84 + long_}M-30 52"
            f"C-32 68 -30 {78 + long_ * 0.8} -26 {86 + long_}M-12 42"
            f"C-12 58 -18 {70 + long_ * 0.8} -22 {82 + long_}"
        )
    mouth = path(f"M{mx - 10} {my + 2}Q{mx} {my - 3} {mx + 10} {my + 2}Q{mx} {my + 8} {mx - 10} {my + 2}Z", p.red)
    return (
        path(d, colour, p.ink, w * 0.85)
        + path(locks, "none", dark, w * 0.55)
        + (mouth if head.view != "side" else path(f"M{mx - 9} {my + 1}L{mx + 8} {my + 2}", "none", p.red, w * 1.3))
    )
