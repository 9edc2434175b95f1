"""The theme of the pages: a title, names, colours and a logo, from a file that a club or a broadcaster writes.

::

    title: Jassclub Wil
    names: {north: Anna, south: Chiara}
    colours: {accent: "#c8102e", background: "#0b3d2e"}
    logo: logo.svg
    font: club.woff2
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from jassvision.rules.errors import JassError, cannot_be_read
from jassvision.rules.yaml_text import YamlError, parsed_yaml

FILES: Final = {
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
    ".woff": "font/woff",
    ".ttf": "font/ttf",
}
"""Kinds of files that a theme may name."""

LONGEST: Final = 80
MOST_BYTES: Final = 8_000_000

_COLOUR: Final = re.compile(r"#[0-9a-fA-F]{3,8}|(rgb|rgba|hsl|hsla)\([0-9., %/]+\)|[a-zA-Z]{3,30}")
_NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,30}")


class ThemeError(JassError):
    """A theme that cannot be used."""


@dataclass(frozen=True)
class Theme:
    """What a theme says.

    Attributes:
        title: a title for board and overlay.
        names: players' names by seat.
        colours: colours by name.
        files: the files that it names, by what they are for: `logo`, `font`.
    """

    title: str = ""
    names: dict[str, str] = field(default_factory=dict)
    colours: dict[str, str] = field(default_factory=dict)
    files: dict[str, Path] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        """The theme as pages get it."""
        urls = {what: f"/theme/{path.name}" for what, path in self.files.items()}
        return {
            "title": self.title,
            "names": self.names,
            "colours": self.colours,
            "logo": urls.get("logo"),
            "font": urls.get("font"),
        }

    def file(self, name: str) -> Path | None:
        """The file of a name, if the theme names it."""
        return next((path for path in self.files.values() if path.name == name), None)


def load_theme(path: Path) -> Theme:
    """Read a theme from a YAML or JSON file.

    Raises:
        ThemeError: it cannot be read, or something in it makes no sense.
    """
    try:
        _, said = parsed_yaml(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise ThemeError(cannot_be_read(path, error, "give a YAML or JSON file with a theme")) from None
    except UnicodeDecodeError:
        raise ThemeError(f"--theme {path} is no text: give a YAML or JSON file with a theme") from None
    except YamlError as error:
        raise ThemeError(f"--theme {path}{error.place}: {error}") from None
    if not isinstance(said, dict):
        raise ThemeError(f"--theme {path} must give title, names, colours, logo or font, such as title: Jassclub Wil")
    unknown = sorted(str(key) for key in set(said) - {"title", "names", "colours", "logo", "font"})
    if unknown:
        raise ThemeError(f"--theme {path}: there is no {unknown[0][:40]!r}; write title, names, colours, logo or font")
    colours = {
        _matching(path, "a colour's name", key, _NAME): _matching(path, f"colour {key}", value, _COLOUR)
        for key, value in _table(path, said, "colours").items()
    }
    names = {str(seat): _line(path, f"the name of {seat}", name) for seat, name in _table(path, said, "names").items()}
    files = {what: _file(path, what, said[what]) for what in ("logo", "font") if said.get(what) is not None}
    return Theme(_line(path, "title", said.get("title") or ""), names, colours, files)


def _table(path: Path, said: dict[Any, Any], key: str) -> dict[Any, Any]:
    value = said.get(key) or {}
    if not isinstance(value, dict) or len(value) > 40:
        raise ThemeError(f"--theme {path}: {key} is a table such as {key}: {{...}}")
    return value


def _line(path: Path, what: str, value: Any) -> str:
    if not isinstance(value, str) or len(value) > LONGEST or not value.isprintable():
        raise ThemeError(f"--theme {path}: {what} is one line of at most {LONGEST} characters")
    return value


def _matching(path: Path, what: str, value: Any, pattern: re.Pattern[str]) -> str:
    if not isinstance(value, str) or not pattern.fullmatch(value):
        raise ThemeError(f"--theme {path}: {what} is not understood: {str(value)[:40]!r} (colours are such as #c8102e)")
    return value


def _file(path: Path, what: str, value: Any) -> Path:
    if not isinstance(value, str):
        raise ThemeError(f"--theme {path}: {what} is the name of a file beside it")
    found = path.parent / value
    if found.suffix.lower() not in FILES:
        raise ThemeError(f"--theme {path}: {what} {value[:80]!r} must be one of {', '.join(FILES)}")
    if not found.is_file() or found.stat().st_size > MOST_BYTES:
        raise ThemeError(f"--theme {path}: there is no file {found} of at most {MOST_BYTES // 1_000_000} MB for {what}")
    return found
