"""How the graphics look: colours, font, logo, names, safe area, and which elements there are, from one YAML file.

Three looks come with the program (`broadcast`, `referee`, `plain`); a theme file changes what it names of one of them.
"""

from __future__ import annotations

import difflib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
from jassvision.rules.errors import cannot_be_read
from jassvision.rules.seats import SEAT_NAMES
from jassvision.rules.yaml_text import YamlError, parsed_yaml
from numpy.typing import NDArray

STYLES: Final = ("broadcast", "referee", "plain")

ELEMENTS: Final = (
    "intro",
    "score",
    "contract",
    "strip",
    "outlines",
    "plates",
    "arrows",
    "melds",
    "illegal",
    "possible",
    "freeze",
    "final",
    "clock",
    "confidence",
)
"""What a theme may show."""

Colour = tuple[int, int, int]
"""Blue, green, red, 0 to 255."""

_COLOURS: Final = ("panel", "panel_light", "ink", "dim", "accent", "good", "bad", "unsure", "outline")
_KEYS: Final = ("colours", "opacity", "safe", "seconds", "show", "hide", "font", "logo", "names", "title")
_SECONDS: Final = {"intro": 30.0, "freeze": 60.0, "final": 60.0}
_SIDES: Final = 6
_SEATS: Final = tuple(dict.fromkeys(name for names in SEAT_NAMES.values() for name in names))


class ThemeError(ValueError):
    """A theme file cannot be used."""


@dataclass(frozen=True, eq=False)
class Theme:
    """A look.

    Attributes:
        colours: by name, see the built-in themes.
        sides: a colour for each side.
        opacity: how much of the film a panel covers up, 0 to 1.
        safe: share of width and height left free at each edge, since some screens cut it off.
        seconds: how long intro card, frozen illegal play and final sheet stay.
        show: the elements there are.
        font: TrueType file, empty for the built-in font.
        logo: (height, width, 4) BGRA with straight alpha, None without.
        names: what players are called, by seat name; empty where nobody says.
        title: what stands on the intro card; empty for the usual words.
    """

    name: str
    colours: Mapping[str, Colour]
    sides: tuple[Colour, ...]
    opacity: float
    safe: float
    seconds: Mapping[str, float]
    show: frozenset[str]
    font: str = ""
    logo: NDArray[np.uint8] | None = None
    names: tuple[tuple[str, str], ...] = ()
    title: str = ""

    def shows(self, element: str) -> bool:
        """Whether there is an element."""
        return element in self.show

    def side(self, side: int) -> Colour:
        """The colour of a side."""
        return self.sides[side % len(self.sides)]


def load_theme(style: str = STYLES[0], path: Path | None = None) -> Theme:
    """A built-in look, changed by a theme file where one is given.

    Raises:
        ThemeError: there is no such look, or the file has a mistake; one sentence says which, and how to mend it.
    """
    if style not in STYLES:
        raise ThemeError(f"there is no style {style!r}: choose {', '.join(STYLES)}.")
    text = resources.files("jassvision.tools.replay").joinpath(f"themes/{style}.yaml").read_text(encoding="utf-8")
    base = _theme(_blank(style), _mapping(text, style), style, Path())
    if path is None:
        return base
    try:
        given = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ThemeError(f"{cannot_be_read(path, error, 'give a YAML file with a theme')}.") from None
    return _theme(base, _mapping(given, str(path)), str(path), path.parent)


def _blank(name: str) -> Theme:
    white = (255, 255, 255)
    return Theme(name, dict.fromkeys(_COLOURS, white), (white,), 0.9, 0.04, dict.fromkeys(_SECONDS, 0.0), frozenset())


def _mapping(text: str, where: str) -> dict[str, Any]:
    try:
        _, found = parsed_yaml(text)
    except YamlError as error:
        raise ThemeError(f"{where}{error.place}: {error}.") from None
    if found is None:
        return {}
    if not isinstance(found, dict):
        raise ThemeError(f"{where} is no theme: it must be a mapping such as `safe: 0.05`.")
    return found


def _theme(base: Theme, given: dict[str, Any], where: str, folder: Path) -> Theme:
    for key in given:
        _known(str(key), _KEYS, where, "a theme has")
    colours, sides = dict(base.colours), base.sides
    for name, value in _inner(given, "colours", where).items():
        if name == "sides":
            if not isinstance(value, list) or not 2 <= len(value) <= _SIDES:
                raise ThemeError(f"{where}: colours.sides must be a list of 2 to {_SIDES} colours.")
            sides = tuple(_colour(v, f"{where}: colours.sides") for v in value)
            continue
        _known(str(name), (*_COLOURS, "sides"), where, "colours are")
        colours[name] = _colour(value, f"{where}: colours.{name}")
    seconds = dict(base.seconds)
    for name, value in _inner(given, "seconds", where).items():
        _known(str(name), tuple(_SECONDS), where, "seconds are given for")
        seconds[name] = _number(value, f"{where}: seconds.{name}", 0.0, _SECONDS[name])
    return replace(
        base,
        colours=colours,
        sides=sides,
        seconds=seconds,
        opacity=_number(given.get("opacity", base.opacity), f"{where}: opacity", 0.2, 1.0),
        safe=_number(given.get("safe", base.safe), f"{where}: safe", 0.0, 0.2),
        show=_shown(base, given, where),
        font=_font(given, where, folder) if "font" in given else base.font,
        logo=_logo(given, where, folder) if "logo" in given else base.logo,
        names=_names(given, where) if "names" in given else base.names,
        title=_title(given, where) if "title" in given else base.title,
    )


def _shown(base: Theme, given: dict[str, Any], where: str) -> frozenset[str]:
    found = set(base.show)
    for key in ("show", "hide"):
        listed = given.get(key, [])
        if not isinstance(listed, list):
            raise ThemeError(f"{where}: {key} must be a list of elements, such as [score, strip].")
        for element in listed:
            _known(str(element), ELEMENTS, where, "elements are")
        found = (found | set(listed)) if key == "show" else (found - set(listed))
    return frozenset(found)


def _known(word: str, words: tuple[str, ...], where: str, what: str) -> None:
    if word in words:
        return
    near = difflib.get_close_matches(word, words, n=1)
    hint = f" (did you mean {near[0]}?)" if near else ""
    raise ThemeError(f"{where}: there is no {word!r}{hint}: {what} {', '.join(words)}.")


def _inner(given: dict[str, Any], key: str, where: str) -> dict[str, Any]:
    found = given.get(key, {})
    if not isinstance(found, dict):
        raise ThemeError(f"{where}: {key} must be a mapping of names to values.")
    return found


def _number(value: object, what: str, low: float, high: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= high:
        raise ThemeError(f"{what} is {value!r}: it must be a number from {low:g} to {high:g}.")
    return float(value)


def _colour(value: object, what: str) -> Colour:
    text = value.lstrip("#") if isinstance(value, str) else ""
    if len(text) == 3:
        text = "".join(2 * letter for letter in text)
    try:
        red, green, blue = bytes.fromhex(text)
    except ValueError:
        raise ThemeError(f'{what} is {value!r}: write a colour as "#rrggbb", in quotes.') from None
    return blue, green, red


def _font(given: dict[str, Any], where: str, folder: Path) -> str:
    path = _file(given["font"], f"{where}: font", folder)
    # OpenCV crashes on files that are no fonts, so it gets to see only what has the form of one
    if not _is_truetype(path.read_bytes()) or not cv2.FontFace().set(str(path)):
        raise ThemeError(f"{where}: the font {path} cannot be read: name a TrueType file (.ttf).")
    return str(path)


def _is_truetype(data: bytes) -> bool:
    """Whether a file has the form of a TrueType font: its directory, and all the tables that drawing needs."""
    if len(data) < 12 or data[:4] not in (b"\0\1\0\0", b"true"):
        return False
    count = int.from_bytes(data[4:6], "big")
    tables = set()
    for start in range(12, 12 + 16 * count, 16):
        entry = data[start : start + 16]
        offset, length = int.from_bytes(entry[8:12], "big"), int.from_bytes(entry[12:16], "big")
        if len(entry) < 16 or offset + length > len(data):
            return False
        tables.add(entry[:4])
    return tables >= {b"cmap", b"glyf", b"head", b"hhea", b"hmtx", b"loca", b"maxp"}


def _logo(given: dict[str, Any], where: str, folder: Path) -> NDArray[np.uint8]:
    path = _file(given["logo"], f"{where}: logo", folder)
    picture = cv2.imdecode(np.frombuffer(path.read_bytes() or b"\0", np.uint8), cv2.IMREAD_UNCHANGED)
    if picture is None or picture.dtype != np.uint8:
        raise ThemeError(f"{where}: the logo {path} is no picture that can be read: give a PNG.")
    code = {2: cv2.COLOR_GRAY2BGRA, 3: cv2.COLOR_BGR2BGRA}.get(picture.shape[2] if picture.ndim == 3 else 2)
    return np.asarray(picture if code is None else cv2.cvtColor(picture, code), np.uint8)


def _file(value: object, what: str, folder: Path) -> Path:
    if not isinstance(value, str) or not value:
        raise ThemeError(f"{what} must be the path of a file.")
    path = Path(value) if Path(value).is_absolute() else folder / value
    if not path.is_file():
        raise ThemeError(f"{what}: there is no file {path}.")
    return path


def _names(given: dict[str, Any], where: str) -> tuple[tuple[str, str], ...]:
    found = _inner(given, "names", where)
    for seat, name in found.items():
        if not isinstance(seat, str) or not isinstance(name, str) or not name.strip():
            raise ThemeError(f"{where}: names must give each seat a name, such as `north: Anni`.")
        _known(seat.lower(), _SEATS, where, "seats are")
    return tuple((seat.lower(), name.strip()) for seat, name in found.items())


def _title(given: dict[str, Any], where: str) -> str:
    title = given["title"]
    if not isinstance(title, str) or len(title) > 80:
        raise ThemeError(f"{where}: title must be a text of at most 80 characters.")
    return title.strip()
