"""Card faces and backs of our own as vector art: the Swiss and the French pack of 36, in endlessly many looks."""

from jassvision.datasets.decks.faces import back_svg, face_svg
from jassvision.datasets.decks.raster import draw_back, draw_deck, draw_face
from jassvision.datasets.decks.style import CODES, Palette, Style, random_style, standard_style

__all__ = [
    "CODES",
    "Palette",
    "Style",
    "back_svg",
    "draw_back",
    "draw_deck",
    "draw_face",
    "face_svg",
    "random_style",
    "standard_style",
]
