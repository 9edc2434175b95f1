"""The artwork that the program carries: `python -m jassvision.datasets.art --out tools/art`.

Draws the house decks as small pictures and their suit signs as vector and pixel files, so that what runs at a table
needs neither the generator nor an SVG library:

    swiss/S10.webp ... swiss/back.webp      faces and back of the Swiss pack, straight alpha outside the round corners
    french/S10.webp ... french/back.webp    the same of the French pack
    suits/swiss-S.svg, suits/swiss-S.png    a suit sign on nothing, in a square
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import Final

import cv2
import numpy as np
import resvg_py
from jassvision.datasets.decks import french_pips, swiss_signs
from jassvision.datasets.decks.raster import Picture, draw_back, draw_face
from jassvision.datasets.decks.style import CODES, PACKS, SUITS, Pack, standard_style

FACE_HEIGHT: Final = 468
"""Pixels of a face; its width is 300. The largest card that graphics of a 1080p film show is 440 high."""

FACE_QUALITY: Final = 80
"""WebP quality: 60 blurs the engraver's lines, 90 makes the two packs twice as large."""

SIGN_SIZE: Final = 256
"""Pixels of a suit sign's square."""

_MARGIN = 3.0
"""Units (of 100) left free around a sign."""


def sign_svg(pack: Pack, suit: str) -> str:
    """A suit sign of a house deck as an SVG document, centred in a square that it just fits.

    Raises:
        ValueError: there is no such pack.
    """
    style = standard_style(pack)
    art = swiss_signs.sign(suit, style) if pack == "swiss" else french_pips.sign(suit, style, 0.0, 0.0, 1.0)
    # names of clipping paths must differ where a page holds several signs
    art = re.sub(r'(id="|url\(#)', rf"\1{pack}-{suit}-", art)
    return _document(art, *_fitting_square(art))


def main(argv: list[str] | None = None) -> int:
    """Draw everything; returns the exit status (2 where the folder cannot be written)."""
    parser = argparse.ArgumentParser(
        prog="python -m jassvision.datasets.art", description="Draw the faces and suit signs that the program carries."
    )
    parser.add_argument("--out", type=Path, required=True, help="folder to write to")
    out: Path = parser.parse_args(argv).out
    try:
        for pack in PACKS:
            _draw_pack(pack, out)
    except OSError as error:
        print(f"{out} cannot be written: {error.strerror or error}.", file=sys.stderr)
        return 2
    return 0


def _draw_pack(pack: Pack, out: Path) -> None:
    style = standard_style(pack)
    (out / pack).mkdir(parents=True, exist_ok=True)
    (out / "suits").mkdir(exist_ok=True)
    for code in CODES:
        _write_webp(out / pack / f"{code}.webp", draw_face(code, style, FACE_HEIGHT))
    _write_webp(out / pack / "back.webp", draw_back(style, FACE_HEIGHT))
    for suit in SUITS:
        svg = sign_svg(pack, suit)
        (out / "suits" / f"{pack}-{suit}.svg").write_text(svg + "\n", encoding="utf-8")
        (out / "suits" / f"{pack}-{suit}.png").write_bytes(_rendered(svg, SIGN_SIZE))


def _write_webp(path: Path, picture: Picture) -> None:
    bgra = cv2.cvtColor(picture, cv2.COLOR_RGBA2BGRA)
    _, data = cv2.imencode(".webp", bgra, [cv2.IMWRITE_WEBP_QUALITY, FACE_QUALITY])
    path.write_bytes(data.tobytes())


def _document(art: str, x: float, y: float, side: float) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x:.2f} {y:.2f} {side:.2f} {side:.2f}">{art}</svg>'


def _fitting_square(art: str) -> tuple[float, float, float]:
    """Left, top and side of the smallest square round what is drawn, measured on a rendering."""
    reach, pixels = 90.0, 720
    png = _rendered(_document(art, -reach, -reach, 2 * reach), pixels)
    picture = cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED)
    assert picture is not None
    ys, xs = np.nonzero(picture[..., 3] > 8)
    unit = 2 * reach / pixels
    left, right = float(xs.min()) * unit - reach, float(xs.max() + 1) * unit - reach
    top, bottom = float(ys.min()) * unit - reach, float(ys.max() + 1) * unit - reach
    side = max(right - left, bottom - top) + 2 * _MARGIN
    return (left + right - side) / 2, (top + bottom - side) / 2, side


def _rendered(svg: str, pixels: int) -> bytes:
    sized = svg.replace("<svg ", f'<svg width="{pixels}" height="{pixels}" ', 1)
    return bytes(resvg_py.svg_to_bytes(svg_string=sized, skip_system_fonts=True))


if __name__ == "__main__":
    sys.exit(main())
