"""The artwork of our own two packs that comes with the program: faces, backs and suit signs.

The files lie in `tools/art` and are drawn by `python -m jassvision.datasets.art`; see there for their names.
"""

from __future__ import annotations

from functools import cache
from importlib import resources

import cv2
import numpy as np
from jassvision.rules.cards import CODES, SUIT_LETTERS
from numpy.typing import NDArray

BACK = "back"
"""What stands for the code of a card that lies face down."""

PACKS = ("swiss", "french")


class ArtworkError(ValueError):
    """The artwork is not there: the program is not installed whole."""


def face_file(pack: str, card: str) -> bytes:
    """The WebP file, 300 x 468 pixels, of a face (`"S10"`) or of the back (`"back"`) of a pack.

    Raises:
        KeyError: there is no such pack or card.
        ArtworkError: the file is missing.
    """
    if pack not in PACKS or card not in (*CODES, BACK):
        raise KeyError(f"there is no picture of {card!r} in the pack {pack!r}")
    return _file(f"{pack}/{card}.webp")


def sign_file(pack: str, suit: str, kind: str = "svg") -> bytes:
    """The file of a suit sign (`"S"`), square, as `svg` or as `png` of 256 pixels.

    Raises:
        KeyError: there is no such pack, suit or kind.
        ArtworkError: the file is missing.
    """
    if pack not in PACKS or suit not in SUIT_LETTERS or len(suit) != 1 or kind not in ("svg", "png"):
        raise KeyError(f"there is no {kind} of the sign {suit!r} in the pack {pack!r}")
    return _file(f"suits/{pack}-{suit}.{kind}")


@cache
def face_picture(pack: str, card: str) -> NDArray[np.uint8]:
    """A face or back as (468, 300, 4) BGRA with straight alpha; not to be written to."""
    return _decoded(face_file(pack, card))


@cache
def sign_picture(pack: str, suit: str) -> NDArray[np.uint8]:
    """A suit sign as (256, 256, 4) BGRA with straight alpha; not to be written to."""
    return _decoded(sign_file(pack, suit, "png"))


def _file(name: str) -> bytes:
    try:
        return resources.files("jassvision.tools").joinpath(f"art/{name}").read_bytes()
    except OSError:
        raise ArtworkError(f"The picture art/{name} is missing: install the program anew.") from None


def _decoded(data: bytes) -> NDArray[np.uint8]:
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED)
    if picture is None or picture.ndim != 3 or picture.shape[2] != 4:
        raise ArtworkError("A picture of the artwork cannot be read: install the program anew.")
    found = np.asarray(picture, np.uint8)
    found.flags.writeable = False
    return found
