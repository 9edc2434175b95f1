"""The player page: film, list of plays, score curve and marks in one file that works from disk.

Nothing comes from anywhere else: styles, program, data and suit signs stand in the page, and its content policy allows
them by their hashes alone. The film is linked beside the page, or put into it. Everything a person wrote reaches the
page as data and is set as text, never as markup.
"""

from __future__ import annotations

import base64
import hashlib
import html
import json
import os
import re
from importlib import resources
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import av
import av.error
from jassvision.rules.cards import SUIT_LETTERS
from jassvision.tools.artwork import sign_file
from jassvision.tools.exports.words import said
from jassvision.tools.played import Played, PlayedError, check_times
from jassvision.tools.replay.player_data import player_data

MOST_EMBEDDED: Final = 200 << 20
"""Largest film in bytes that is put into a page: browsers hold it in memory twice."""

TYPES: Final = {
    ".mp4": "video/mp4",
    ".m4v": "video/mp4",
    ".mov": "video/mp4",
    ".webm": "video/webm",
    ".ogv": "video/ogg",
}
"""What browsers call the films that they play, by the ending of the file."""

CODECS: Final = ("h264", "vp8", "vp9", "av1")
"""Pictures that every current browser decodes."""

H264_PIXELS: Final = ("", "yuv420p", "yuvj420p")
"""Pixels of H.264 that they decode: with ten bits, or finer colours, pages stay black in some."""


def player_page(played: Played, film: Path, language: str = "de", *, folder: Path, embed: bool = False) -> str:
    """The page.

    Args:
        film: the film.
        folder: where the page will lie; the film is linked from there.
        embed: put the film into the page.

    Raises:
        PlayedError: the record has no times or is that of another film, or the film cannot be shown in a page.
    """
    facts = _film_facts(film)
    check_times(played, facts["duration"], film=film.name)
    body = ""
    if embed:
        body = _embedded(film)
    else:
        facts["src"] = _link(film, folder)
    data = player_data(played, language, facts)
    title = " : ".join(played.side_name(side, language) for side in range(played.rules.sides))
    return page(
        template="player",
        title=f"{said('match', language)} {title}",
        language=language,
        data=data,
        signs=sign_symbols(played.pack),
        more=body,
    )


def page(*, template: str, title: str, language: str, data: Any, signs: str, more: str = "") -> str:
    """A page from its files `TEMPLATE.html`, `.css`, `.js`, with a content policy that allows these two and no other.

    Args:
        data: what the program reads; anything JSON can hold.
        signs: symbols of the suit signs, as `sign_symbols` makes them.
        more: base64 of a film, or nothing.
    """
    style, program = _template(f"{template}.css"), _template(f"{template}.js")
    policy = "; ".join(
        [
            "default-src 'none'",
            f"style-src '{_hash(style)}'",
            f"script-src '{_hash(program)}'",
            "img-src data:",
            "media-src 'self' file: data: blob:",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )
    parts = {
        "LANGUAGE": html.escape(language),
        "TITLE": html.escape(title),
        "POLICY": html.escape(policy, quote=False).replace('"', "&quot;"),
        "STYLE": style,
        "SIGNS": signs,
        "DATA": json_for_page(data),
        "FILM": more,
        "PROGRAM": program,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], _template(f"{template}.html"))


def json_for_page(data: Any) -> str:
    """JSON that cannot end the element it stands in."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    for sign, safe in (
        ("<", "\\u003c"),
        (">", "\\u003e"),
        ("&", "\\u0026"),
        ("\u2028", "\\u2028"),
        ("\u2029", "\\u2029"),
    ):
        text = text.replace(sign, safe)
    return text


def sign_symbols(pack: str) -> str:
    """Signs as SVG symbols for anywhere in a page: `sign-D` and so on of a pack, arrows for Obenabe and Undenufe."""
    found = [
        f'<symbol id="sign-{contract}" viewBox="0 0 24 24"><circle cx="12" cy="12" r="11" fill="{colour}"/>'
        f'<path d="M12 {tip}L5 {base}h4.4V{end}h5.2V{base}H19Z" fill="#fff"/></symbol>'
        for contract, colour, tip, base, end in (("O", "#3f7f63", 19, 12, 5), ("U", "#8a5a3c", 5, 12, 19))
    ]
    for suit in SUIT_LETTERS:
        text = sign_file(pack, suit).decode("utf-8")
        match = re.fullmatch(r"\s*<svg[^>]*viewBox=\"([^\"]+)\"[^>]*>(.*)</svg>\s*", text, re.DOTALL)
        if match is None:
            raise PlayedError(f"The sign of {suit} cannot be read: install the program anew.")
        found.append(f'<symbol id="sign-{suit}" viewBox="{match[1]}">{match[2]}</symbol>')
    return "".join(found)


def _template(name: str) -> str:
    return resources.files("jassvision.tools.replay").joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode("utf-8")).digest()).decode("ascii")


# The film ------------------------------------------------------------------------------------------------------------


def _film_facts(film: Path) -> dict[str, Any]:
    """Name, type, length in seconds, and where the first picture stands on a browser's clock."""
    try:
        with av.open(str(film.absolute())) as container:
            if not container.streams.video:
                raise PlayedError(f"{film} has no video in it: give a film.")
            video = container.streams.video[0]
            codec = video.codec_context.name if video.codec_context else ""
            pixels = (video.codec_context.pix_fmt or "") if video.codec_context else ""
            duration = container.duration / av.time_base if container.duration else None
            start = (container.start_time or 0) / av.time_base
            first = float((video.start_time or 0) * (video.time_base or 0))
    except (av.error.FFmpegError, OSError) as error:
        raise PlayedError(f"{film} cannot be opened as a film: {error.strerror or error}.") from None
    kind = TYPES.get(film.suffix.lower())
    if kind is None or codec not in CODECS or (codec == "h264" and pixels not in H264_PIXELS):
        what = " ".join(filter(None, (codec, pixels))) or "unknown"
        raise PlayedError(
            f"{film.name} ({what}) cannot be played by browsers: convert it first, with "
            f"`ffmpeg -i {film.name} -c:v libx264 -pix_fmt yuv420p {film.stem}-h264.mp4`."
        )
    offset = max(first - start, 0.0)
    return {"name": film.name, "src": "", "type": kind, "offset": round(offset, 4), "duration": duration}


def _link(film: Path, folder: Path) -> str:
    """The address of the film as seen from the page."""
    try:
        relative = os.path.relpath(film.resolve(), folder.resolve())
    except ValueError:  # on another drive
        return film.resolve().as_uri()
    return quote(relative.replace(os.sep, "/"))


def _embedded(film: Path) -> str:
    size = film.stat().st_size
    if size > MOST_EMBEDDED:
        raise PlayedError(
            f"{film.name} has {size >> 20} MB, too much for a page (at most {MOST_EMBEDDED >> 20}): leave --embed away "
            "and keep the film beside the page."
        )
    return base64.b64encode(film.read_bytes()).decode("ascii")
