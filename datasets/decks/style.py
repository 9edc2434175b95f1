"""What may differ between two decks of the same pack, as one frozen record."""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from jassvision.rules.cards import CODES
from jassvision.rules.cards import SUIT_LETTERS as SUITS

__all__ = ["CODES", "PACKS", "SUITS", "Pack", "Palette", "Style", "random_style", "standard_style"]

Pack = Literal["swiss", "french"]
Scheme = Literal["poker", "jass"]
PACKS: tuple[Pack, ...] = ("swiss", "french")


@dataclass(frozen=True)
class Palette:
    """The printing inks; every colour is "#rrggbb"."""

    paper: str = "#fdfdf9"
    ink: str = "#16130f"
    red: str = "#d8202c"
    yellow: str = "#f6d21b"
    green: str = "#1f9149"
    blue: str = "#1b84bd"
    skin: str = "#f7dcc0"
    hair: str = "#d9a441"
    suits: tuple[str, str, str, str] = ("#d8202c", "#d8202c", "#131313", "#131313")


@dataclass(frozen=True)
class Style:
    """One deck's look. Lengths are in units of the card (570 x 890); `seed` fixes the small irregularities.

    `casting` 0 keeps the customary persons on the courts, any other number casts them anew; `sign_cut` is the form of
    the Swiss signs (0 the customary one); `split` is the angle of the line between the halves of French courts, in
    degrees; `engraving` is the amount of the engraver's shading (0 none); `field` tints the ground of framed courts (""
    leaves the paper).
    """

    pack: Pack = "swiss"
    scheme: Scheme = "poker"
    seed: int = 0
    palette: Palette = Palette()
    line: float = 4.0
    corner_radius: float = 34.0
    border: float = 2.0
    border_inset: float = 0.0
    index_font: str = "didone"
    index_size: float = 62.0
    index_corners: Literal[0, 2, 4] = 4
    index_inset: tuple[float, float] = (48.0, 30.0)
    index_pip: float = 0.8
    word_font: str = "clarendon"
    word_size: float = 44.0
    corner_sign: bool = True
    letters: tuple[str, str, str, str] = ("J", "Q", "K", "A")
    numbers_in_pips: bool = True
    pip_form: float = 0.5
    pip_size: float = 1.0
    frame: bool = True
    split: float = 0.0
    engraving: float = 1.0
    robe_shift: int = 0
    stature: float = 1.0
    head_size: float = 1.1
    head_tilt: float = 0.0
    flipped: bool = False
    casting: int = 0
    sign_cut: int = 0
    frame_kind: int = 0
    field: str = ""
    fancy_ace: bool = True
    maker: str = "JASSVISION"
    wear: float = 0.0


SIGN_CUTS = 3
# Chosen by eye for their backs: red with a cross, red lozenges with a star, blue scales.
HOUSE_SEEDS = {"swiss": 3, "poker": 8, "jass": 18}
FIELDS = ("#fbf1cf", "#e4eef4", "#f3e3dc", "#e6efdf", "#f6e7b4", "#dfe3ec")
INKS = ("#16130f", "#201a18", "#101418", "#2a211b", "#0b0b0d")
PAPERS = ("#fdfdf9", "#ffffff", "#faf7ee", "#f6f1e2", "#f3f4f4", "#f0e8d2", "#fbf8f5")
MAKERS = ("JASSVISION", "SCHIEBER", "STICH & MATCH", "BUUR & NELL", "JASSKARTEN", "TRUMPF", "STOECK WYS STICH", "")
INDEX_FONTS = {
    "swiss": ("didone", "clarendon", "roman", "grotesk", "bold", "narrow", "egyptian", "antiqua", "light"),
    "french": (
        "grotesk",
        "bold",
        "narrow",
        "round",
        "technical",
        "didone",
        "roman",
        "clarendon",
        "typewriter",
        "egyptian",
        "italic",
        "antiqua",
        "light",
    ),
}
WORD_FONTS = (
    "clarendon",
    "egyptian",
    "didone",
    "roman",
    "grotesk",
    "narrow",
    "bold",
    "blackletter",
    "antiqua",
    "light",
)
LETTERS = (("J", "Q", "K", "A"), ("B", "D", "K", "A"), ("V", "D", "R", "A"), ("V", "D", "R", "1"), ("B", "D", "K", "A"))
FOUR_COLOURS = (
    ("#1663b8", "#d8202c", "#131313", "#12813c"),
    ("#ee7a10", "#d3181f", "#14151a", "#0f7d3f"),
    ("#e7a100", "#cf1b26", "#1b1b1b", "#1d7f46"),
)


def standard_style(pack: Pack, scheme: Scheme = "poker") -> Style:
    """The house deck of a pack, without chance: what the replay graphics show.

    Raises ValueError for an unknown pack.
    """
    _check(pack)
    if pack == "swiss":
        return Style(pack="swiss", seed=HOUSE_SEEDS["swiss"], index_size=54.0, index_inset=(42.0, 24.0))
    if scheme == "jass":
        return Style(
            pack="french",
            scheme="jass",
            seed=HOUSE_SEEDS["jass"],
            index_font="grotesk",
            index_size=44.0,
            frame=False,
            border=2.0,
            fancy_ace=False,
        )
    return Style(
        pack="french",
        scheme="poker",
        seed=HOUSE_SEEDS["poker"],
        index_font="roman",
        index_size=74.0,
        index_corners=2,
        index_inset=(50.0, 34.0),
        border=2.0,
    )


def random_style(pack: Pack, rng: np.random.Generator, scheme: Scheme | None = None) -> Style:
    """A deck as another printer might have made it; `scheme` (French pack only) is drawn too unless given.

    Raises ValueError for an unknown pack.
    """
    _check(pack)
    if pack == "swiss":
        return _common(_random_swiss(rng), rng)
    chosen = scheme or ("jass" if rng.random() < 0.45 else "poker")
    return _common(_random_jass(rng) if chosen == "jass" else _random_poker(rng), rng)


def _check(pack: str) -> None:
    if pack not in PACKS:
        raise ValueError(f"the pack {pack!r} is unknown; use 'swiss' or 'french'")


def _common(style: Style, rng: np.random.Generator) -> Style:
    inset = float(rng.uniform(8, 26)) if rng.random() < 0.25 else 0.0
    return replace(
        style,
        seed=int(rng.integers(1 << 31)),
        line=float(rng.uniform(2.6, 5.4)),
        corner_radius=float(rng.uniform(12, 52)),
        border=float(rng.choice([0.0, 1.6, 2.4, 3.5, 6.0], p=[0.2, 0.3, 0.25, 0.15, 0.1])),
        border_inset=inset,
        engraving=float(rng.uniform(0, 1.3)) if rng.random() < 0.85 else 0.0,
        robe_shift=int(rng.integers(0, 6)) if rng.random() < 0.5 else 0,
        stature=float(rng.uniform(0.92, 1.03)),
        head_size=float(rng.uniform(0.98, 1.18)),
        head_tilt=float(rng.normal(0, 2.5)),
        flipped=bool(rng.random() < 0.4) if style.pack == "french" else False,
        pip_form=float(rng.random()),
        casting=int(rng.integers(1, 1 << 20)) if rng.random() < (0.45 if style.pack == "swiss" else 0.8) else 0,
        sign_cut=int(rng.integers(0, SIGN_CUTS)) if rng.random() < 0.55 else 0,
        frame_kind=int(rng.integers(0, 4)),
        field=str(rng.choice(FIELDS)) if rng.random() < 0.2 else "",
        maker=str(rng.choice(MAKERS)),
        wear=float(rng.beta(1.2, 3.5)) if rng.random() < 0.6 else 0.0,
    )


def _random_swiss(rng: np.random.Generator) -> Style:
    corners = rng.choice([4, 2, 0], p=[0.8, 0.16, 0.04])
    index_font = str(rng.choice(INDEX_FONTS["swiss"]))
    return Style(
        pack="swiss",
        palette=_random_palette(rng),
        index_font=index_font,
        index_size=float(rng.uniform(44, 88)),
        index_corners=int(corners),  # type: ignore[arg-type]
        index_inset=(float(rng.uniform(38, 54)), float(rng.uniform(20, 36))),
        word_font=index_font if rng.random() < 0.4 and index_font in WORD_FONTS else str(rng.choice(WORD_FONTS)),
        word_size=float(rng.uniform(34, 56)),
        corner_sign=bool(rng.random() < 0.85),
        pip_size=float(rng.uniform(0.92, 1.06)),
    )


def _random_poker(rng: np.random.Generator) -> Style:
    palette = _random_palette(rng)
    corners = int(rng.choice([2, 4], p=[0.7, 0.3]))
    index = (
        float(rng.uniform(58, 84 if corners == 4 else 112))
        if rng.random() < 0.8 or corners == 4
        else float(rng.uniform(112, 190))
    )
    return Style(
        pack="french",
        scheme="poker",
        palette=replace(palette, suits=_suit_colours(palette, rng, 0.2)),
        index_font=str(rng.choice(INDEX_FONTS["french"])),
        index_size=index,
        index_corners=corners,  # type: ignore[arg-type]
        index_inset=(float(rng.uniform(34, 50)) + 0.14 * max(0.0, index - 60), float(rng.uniform(22, 48))),
        index_pip=float(rng.uniform(0.65, 1.05)),
        letters=LETTERS[int(rng.choice(len(LETTERS), p=[0.6, 0.16, 0.08, 0.06, 0.1]))],
        pip_size=float(rng.uniform(0.8, 1.15)),
        frame=bool(rng.random() < 0.75),
        split=float(rng.choice([0.0, 0.0, -28.0, 28.0])),
        fancy_ace=bool(rng.random() < 0.5),
    )


def _random_jass(rng: np.random.Generator) -> Style:
    palette = _random_palette(rng)
    in_pips = bool(rng.random() < 0.7)
    return Style(
        pack="french",
        scheme="jass",
        palette=replace(palette, suits=_suit_colours(palette, rng, 0.03)),
        index_font=str(rng.choice(["grotesk", "bold", "narrow", "technical", "round", "light", "antiqua"])),
        index_size=float(rng.uniform(40, 50)) if in_pips else float(rng.uniform(56, 92)),
        index_inset=(float(rng.uniform(38, 52)), float(rng.uniform(22, 36))),
        numbers_in_pips=in_pips,
        pip_size=float(rng.uniform(0.92, 1.12)),
        frame=bool(rng.random() < 0.12),
        split=float(rng.choice([0.0, 0.0, 0.0, 24.0])),
        fancy_ace=False,
    )


def _suit_colours(palette: Palette, rng: np.random.Generator, four: float) -> tuple[str, str, str, str]:
    if rng.random() < four:
        return FOUR_COLOURS[int(rng.integers(len(FOUR_COLOURS)))]
    red = tuple(int(v) for v in (rng.integers(190, 246), rng.integers(0, 45), rng.integers(10, 55)))
    dark = int(rng.integers(0, 34))
    return (_hex(red), _hex(red), _hex((dark, dark, dark + 4)), _hex((dark, dark, dark + 4)))


def _random_palette(rng: np.random.Generator) -> Palette:
    """Inks that wander about the customary ones: another print run, other inks, faded ones."""
    base = Palette()
    fade = float(rng.uniform(0.0, 0.22)) if rng.random() < 0.3 else 0.0

    def near(colour: str, spread: float) -> str:
        raw = [int(colour[i : i + 2], 16) + float(rng.normal(0, spread)) for i in (1, 3, 5)]
        grey = sum(raw) / 3
        return _hex([v + (grey * 0.5 + 110 - v) * fade for v in raw])

    return Palette(
        paper=str(rng.choice(PAPERS, p=[0.3, 0.25, 0.12, 0.1, 0.1, 0.05, 0.08])),
        ink=str(rng.choice(INKS)),
        red=near(base.red, 14),
        yellow=near(str(rng.choice([base.yellow, "#f9e01a", "#eebb2b", "#e9d51c"])), 9),
        green=near(str(rng.choice([base.green, "#10984a", "#2e7d4f", "#4a8f35"])), 12),
        blue=near(str(rng.choice([base.blue, "#0f9ad6", "#2a5fa8", "#24439c"])), 12),
        skin=near(str(rng.choice([base.skin, "#fbeadb", "#f2c9a2", "#ffffff"])), 3),
        hair=near(base.hair, 18),
    )


def _hex(channels: object) -> str:
    values = [min(255, max(0, round(float(v)))) for v in channels]  # type: ignore[attr-defined]
    return "#" + "".join(f"{v:02x}" for v in values)
