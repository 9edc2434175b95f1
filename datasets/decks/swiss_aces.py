"""The four aces of the Swiss pack; they carry no index at all, those of bells and shields the maker's name."""

from jassvision.datasets.decks import swiss_signs as signs
from jassvision.datasets.decks.lettering import text_path, text_width
from jassvision.datasets.decks.paint import (
    CENTRE,
    HEIGHT,
    WIDTH,
    both_ways,
    circle,
    clipped,
    ellipse,
    path,
    placed,
    rectangle,
    shade,
    smooth,
)
from jassvision.datasets.decks.style import Style

CX, CY = CENTRE


def ace_face(suit: str, style: Style) -> str:
    """The inside of an ace; aces carry no index at all."""
    return {"D": _ace_of_bells, "H": _ace_of_roses, "S": _ace_of_shields, "C": _ace_of_acorns}[suit](style)


def _maker(style: Style, width: float, size: float) -> str:
    if not style.maker:
        return ""
    words = style.maker.split(" ")
    lines = (
        [style.maker]
        if len(words) == 1
        else [" ".join(words[: (len(words) + 1) // 2]), " ".join(words[(len(words) + 1) // 2 :])]
    )
    parts = []
    for i, line in enumerate(lines):
        fit = min(
            size / (1 if len(lines) == 1 else 1.3), size * width / max(1.0, text_width(line, style.word_font, size))
        )
        parts.append(
            path(
                text_path(line, style.word_font, fit, CX, CY - fit / 2 + (i - (len(lines) - 1) / 2) * size * 1.05, 0.5),
                style.palette.ink,
            )
        )
    return "".join(parts)


def _ace_of_bells(style: Style) -> str:
    p, w = style.palette, style.line
    band = rectangle(0, CY - 135, WIDTH, 270, p.blue, p.ink, w)
    corner = path(
        f"M14 {CY - 122}H240C170 {CY - 116} 110 {CY - 96} 78 {CY - 60}C60 {CY - 40} 40 {CY - 30} 14 {CY - 26}Z", p.ink
    )
    corner += path(
        f"M24 {CY - 112}H170C110 {CY - 100} 80 {CY - 84} 62 {CY - 60}C48 {CY - 46} 38 {CY - 42} 24 {CY - 40}Z", p.yellow
    )
    corner += path(
        f"M34 {CY - 100}C60 {CY - 96} 70 {CY - 84} 60 {CY - 72}"
        f"C52 {CY - 66} 42 {CY - 72} 46 {CY - 80}M130 {CY - 104}"
        f"C104 {CY - 100} 90 {CY - 90} 84 {CY - 78}",
        "none",
        p.red,
        w * 1.5,
    )
    mirrored = f'<g transform="translate({WIDTH} 0) scale(-1 1)">{corner}</g>'
    label = ellipse(CX, CY, 214, 84, p.ink) + ellipse(CX, CY, 206, 76, p.paper)
    big = placed(signs.bell(style, 30.0), CX + 6, 172, 2.5 * style.pip_size)
    return (
        band
        + both_ways(corner + mirrored)
        + label
        + _maker(style, 330, 42)
        + big
        + placed(signs.bell(style, 205.0), CX - 6, HEIGHT - 172, 2.5 * style.pip_size)
    )


def _ace_of_roses(style: Style) -> str:
    p, w = style.palette, style.line
    rope = smooth(
        [
            (110, 96),
            (92, 150),
            (132, 216),
            (220, 292),
            (300, 372),
            (372, 470),
            (424, 560),
            (452, 660),
            (470, 740),
            (462, 806),
        ]
    )
    other = smooth([(458, 250), (420, 330), (330, 420), (240, 500), (160, 560), (120, 640)])
    parts = [path(other, "none", p.ink, 40), path(other, "none", p.blue, 40 - 2 * w)]
    parts += [
        path(other, "none", p.red, 40 - 2 * w, 'stroke-dasharray="22 26"').replace(
            'stroke-linecap="round"', 'stroke-linecap="butt"'
        )
    ]
    parts += [path(rope, "none", p.ink, 46), path(rope, "none", p.red, 46 - 2 * w)]
    parts += [
        path(rope, "none", p.blue, 46 - 2 * w, 'stroke-dasharray="26 30"').replace(
            'stroke-linecap="round"', 'stroke-linecap="butt"'
        )
    ]
    # Leaves in pairs along the twigs; the second of a pair is an autumn one.
    for x, y, turn, size, fill in (
        (330, 408, 58, 2.1, p.green),
        (398, 512, 74, 2.0, p.red),
        (438, 600, -118, 1.8, p.green),
        (124, 190, -112, 1.9, p.green),
        (150, 238, 84, 1.5, p.red),
        (226, 512, -62, 2.0, p.green),
        (402, 356, 120, 1.5, p.green),
    ):
        parts.insert(0, placed(signs.rose_leaf(fill, p.ink, w * 0.5), x, y, size, turn))
    for x, y, turn in ((112, 92, -14), (462, 806, 176)):
        bud = path("M0 -54C18 -40 20 -18 12 0C4 6 -4 6 -12 0C-20 -18 -18 -40 0 -54Z", p.red, p.ink, w * 0.8)
        bud += path("M-14 4C-16 -14 -10 -22 -6 -26L0 -10L6 -26C10 -22 16 -14 14 4Z", p.green, p.ink, w * 0.8)
        parts.append(placed(bud, x, y, 1.1, turn))
    parts.append(placed(signs.rose(style, 10.0), 380, 212, 3.0 * style.pip_size))
    parts.append(placed(signs.rose(style, 46.0), 190, 690, 3.0 * style.pip_size))
    return "".join(parts)


HEART = (
    "M0 178C-30 128 -150 70 -150 -42C-150 -112 -104 -136 -70 -136"
    "C-36 -136 -10 -116 0 -92C10 -116 36 -136 70 -136C104 -136 150 -112 150 -42"
    "C150 70 30 128 0 178Z"
)


def _ace_of_shields(style: Style) -> str:
    p, w = style.palette, style.line
    wing = path(
        "M0 178C-30 128 -150 70 -150 -42C-150 -112 -104 -136 -70 -136C-96 -110 -108 -80 -100 -40C-90 20 -40 70 0 120Z",
        p.red,
    )
    wing += path(
        "M0 178C30 128 150 70 150 -42C150 -112 104 -136 70 -136C96 -110 108 -80 100 -40C90 20 40 70 0 120Z", p.blue
    )
    inner = path(
        "M0 118C-34 78 -94 40 -94 -36C-94 -78 -66 -96 -44 -96C-22 -96 -6 -82 0 -66"
        "C6 -82 22 -96 44 -96C66 -96 94 -78 94 -36C94 40 34 78 0 118Z",
        p.yellow,
        p.ink,
        w,
    )
    plumes = path(
        "M-136 -80C-124 -40 -110 0 -60 60M-146 -40C-130 10 -90 60 -40 106M136 -80"
        "C124 -40 110 0 60 60M146 -40C130 10 90 60 40 106",
        "none",
        p.ink,
        w * 0.9,
    )
    shell = path(HEART, p.ink) + wing + plumes + inner + path(HEART, "none", p.ink, w * 1.3)
    face = path("M-34 -28Q-22 -40 -10 -28M34 -28Q22 -40 10 -28", "none", p.ink, w * 1.1)
    face += (
        ellipse(-22, -18, 10, 6, p.paper, p.ink, w * 0.7)
        + ellipse(22, -18, 10, 6, p.paper, p.ink, w * 0.7)
        + circle(-21, -18, 4, p.ink)
        + circle(23, -18, 4, p.ink)
    )
    face += path("M2 -22C-2 0 -12 14 -8 22C-4 28 6 26 10 22", "none", p.ink, w * 0.9) + path(
        "M-22 44Q0 36 22 44Q0 62 -22 44Z", p.red, p.ink, w * 0.7
    )
    face += (
        ellipse(-42, 18, 13, 10, shade(p.red, 0.3))
        + ellipse(42, 18, 13, 10, shade(p.red, 0.3))
        + path("M-12 78Q0 86 12 78", "none", p.ink, w * 0.7)
    )
    arms = (
        path("M-90 -40L56 92M-70 -84L84 52", "none", p.ink, w)
        + path("M-84 -56L76 78", "none", p.red, 26)
        + path("M-84 -56L76 78", "none", p.ink, 12)
    )
    arms = clipped(
        arms,
        "M0 118C-34 78 -94 40 -94 -36C-94 -78 -66 -96 -44 -96C-22 -96 -6 -82 0 -66"
        "C6 -82 22 -96 44 -96C66 -96 94 -78 94 -36C94 40 34 78 0 118Z",
        "acearms",
    )
    arms += path("M40 -66v40M22 -46h36", "none", p.ink, 9) + path("M-40 20v36M-56 38h32", "none", p.ink, 8)
    band = path(
        f"M22 {CY - 112}Q{CX} {CY - 66} {WIDTH - 22} {CY - 112}V{CY + 112}Q{CX} {CY + 66} 22 {CY + 112}Z",
        p.yellow,
        p.ink,
        w,
    )
    band += path(
        f"M40 {CY - 84}Q{CX} {CY - 44} {CX} {CY - 52}V{CY + 52}Q{CX} {CY + 44} 40 {CY + 84}Z", p.red, p.ink, w * 0.8
    )
    band += path(
        f"M{WIDTH - 40} {CY - 84}Q{CX} {CY - 44} {CX} {CY - 52}V{CY + 52}Q{CX} {CY + 44} {WIDTH - 40} {CY + 84}Z",
        p.blue,
        p.ink,
        w * 0.8,
    )
    label = rectangle(92, CY - 46, WIDTH - 184, 92, p.paper, p.ink, w, 30)
    words = f'<g transform="rotate(180 {CX} {CY})">{_maker(style, 300, 40)}</g>'
    return (
        band + label + words + placed(shell + arms, CX, 192, 1.08) + placed(shell + face, CX, HEIGHT - 192, 1.08, 180)
    )


def _ace_of_acorns(style: Style) -> str:
    p, w = style.palette, style.line
    top = path(
        f"M{CX - 34} {CY - 60}"
        f"C{CX - 30} {CY - 110} {CX - 60} {CY - 140} {CX - 104} {CY - 150}"
        f"C{CX - 160} {CY - 170} {CX - 150} {CY - 250} {CX - 96} {CY - 248}"
        f"C{CX - 110} {CY - 320} {CX - 50} {CY - 362} {CX} {CY - 362}"
        f"C{CX + 50} {CY - 362} {CX + 110} {CY - 320} {CX + 96} {CY - 248}"
        f"C{CX + 150} {CY - 250} {CX + 160} {CY - 170} {CX + 104} {CY - 150}"
        f"C{CX + 60} {CY - 140} {CX + 30} {CY - 110} {CX + 34} {CY - 60}Z",
        p.red,
        p.ink,
        w,
    )
    inner = path(
        f"M{CX - 20} {CY - 80}"
        f"C{CX - 24} {CY - 150} {CX - 80} {CY - 160} {CX - 64} {CY - 200}"
        f"C{CX - 50} {CY - 226} {CX - 20} {CY - 214} {CX} {CY - 190}"
        f"C{CX + 20} {CY - 214} {CX + 50} {CY - 226} {CX + 64} {CY - 200}"
        f"C{CX + 80} {CY - 160} {CX + 24} {CY - 150} {CX + 20} {CY - 80}Z",
        p.ink,
    )
    eyes = "".join(
        circle(CX + dx, CY - 200, 27, p.yellow, p.ink, w) + circle(CX + dx, CY - 200, 9, p.ink) for dx in (-106, 106)
    )
    crest = path(
        f"M{CX - 56} {CY - 262}C{CX - 60} {CY - 316} {CX - 24} {CY - 336} {CX} {CY - 336}"
        f"C{CX + 24} {CY - 336} {CX + 60} {CY - 316} {CX + 56} {CY - 262}"
        f"C{CX + 40} {CY - 240} {CX + 14} {CY - 246} {CX} {CY - 268}"
        f"C{CX - 14} {CY - 246} {CX - 40} {CY - 240} {CX - 56} {CY - 262}Z",
        p.blue,
        p.ink,
        w,
    )
    crest += circle(CX, CY - 300, 13, p.yellow, p.ink, w * 0.8) + path(
        f"M{CX - 38} {CY - 274}Q{CX} {CY - 300} {CX + 38} {CY - 274}", "none", p.ink, w
    )
    petals = path(
        f"M{CX} {CY - 104}C{CX - 14} {CY - 126} {CX - 14} {CY - 150} {CX} {CY - 166}"
        f"C{CX + 14} {CY - 150} {CX + 14} {CY - 126} {CX} {CY - 104}Z",
        p.yellow,
    )
    petals += path(
        f"M{CX - 8} {CY - 158}"
        f"C{CX - 30} {CY - 168} {CX - 44} {CY - 182} {CX - 46} {CY - 200}"
        f"M{CX + 8} {CY - 158}"
        f"C{CX + 30} {CY - 168} {CX + 44} {CY - 182} {CX + 46} {CY - 200}",
        "none",
        p.yellow,
        w * 1.4,
    )
    twigs = ""
    for side in (-1, 1):
        x = CX + side * 84
        twigs += path(
            f"M{x} {CY - 280}L{x + side * 126} {CY - 392}"
            f"M{x + side * 50} {CY - 324}q{side * 50} -4 {side * 74} -30"
            f"M{x + side * 60} {CY - 332}q0 -34 {side * -8} -56",
            "none",
            p.ink,
            w * 1.3,
        )
        twigs += path(
            f"M{x + side * 116} {CY - 384}l{side * 22} -26l{side * 10} 2l{side * -4} 12Z", p.yellow, p.ink, w * 0.7
        )
        twigs += signs.shaded_ball(x + side * 130, CY - 356, 11, p.blue, p.ink, w * 0.6) + signs.shaded_ball(
            x + side * 50, CY - 392, 11, p.red, p.ink, w * 0.6
        )
    belt = "".join(
        rectangle(
            CX - 40 - (i % 2) * 8,
            CY + (i - 2.5) * 22,
            80 + (i % 2) * 16,
            22,
            (p.red, p.yellow, p.ink, p.blue, p.yellow)[i],
            p.ink,
            w * 0.8,
            8,
        )
        for i in range(5)
    )
    nut = path(f"M{CX - 36} {CY - 30}Q{CX - 100} {CY + 60} {CX - 160} {CY + 92}", "none", p.ink, w * 3) + path(
        f"M{CX - 36} {CY - 30}Q{CX - 100} {CY + 60} {CX - 160} {CY + 92}", "none", p.green, w * 1.4
    )
    nut += placed(signs.acorn(style, 0.0), CX - 170, CY - 6, 1.9 * style.pip_size)
    nut += placed(signs.leaf(p.green, p.ink, w * 0.5), CX - 120, CY + 84, 1.2, 120)
    return both_ways(twigs + top + inner + eyes + crest + petals) + both_ways(nut) + belt
