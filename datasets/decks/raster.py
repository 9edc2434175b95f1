"""From SVG text to pixels."""

import cv2
import numpy as np
import resvg_py
from jassvision.datasets.decks.faces import back_svg, face_svg
from jassvision.datasets.decks.paint import HEIGHT, WIDTH
from jassvision.datasets.decks.style import CODES, Pack, Style, random_style
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Look = np.random.Generator | Style


def draw_deck(pack: Pack, rng_or_style: Look, height: int) -> dict[str, Picture]:
    """All 36 faces of one deck by code, each (height, width, 4) uint8 RGBA with width = height * 57 / 89.

    A Generator draws the look by chance, a Style fixes it. Raises ValueError for an unknown pack, for a Style of the
    other pack and for a height below 8.
    """
    style = rng_or_style if isinstance(rng_or_style, Style) else random_style(pack, rng_or_style)
    if style.pack != pack:
        raise ValueError(f"the style is one of the {style.pack} pack, but the {pack} pack was asked for")
    return {code: draw_face(code, style, height) for code in CODES}


def draw_face(code: str, style: Style, height: int) -> Picture:
    """One face as (height, width, 4) uint8 RGBA; outside the rounded corners it is transparent.

    Raises ValueError for a code that is none of the 36 and for a height below 8.
    """
    return rendered(face_svg(code, style), height)


def draw_back(rng_or_style: Look, height: int) -> Picture:
    """One back as (height, width, 4) uint8 RGBA. Raises ValueError for a height below 8."""
    style = rng_or_style if isinstance(rng_or_style, Style) else random_style("swiss", rng_or_style)
    return rendered(back_svg(style), height)


def rendered(svg: str, height: int) -> Picture:
    """The card's SVG as (height, width, 4) uint8 RGBA with straight (not premultiplied) alpha."""
    if height < 8:
        raise ValueError(f"a card of {height} pixels is too small to draw; ask for at least 8")
    width = round(height * WIDTH / HEIGHT)
    # resvg keeps the drawing's own shape whatever size is asked for, so the exact size is written into the drawing.
    svg = svg.replace("<svg ", f'<svg width="{width}" height="{height}" preserveAspectRatio="none" ', 1)
    png = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True)
    picture = cv2.imdecode(np.frombuffer(bytes(png), np.uint8), cv2.IMREAD_UNCHANGED)
    if picture is None or picture.shape != (height, width, 4):
        raise RuntimeError("the SVG library returned no picture of the asked size")
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGRA2RGBA), np.uint8)
