"""The faces that the reader tells apart, in the one order that training, export and run time share."""

from __future__ import annotations

from typing import Final

from jassvision.rules.cards import CODES

__all__ = ["CLASSES", "CODES", "PACKS", "UNREADABLE", "class_index"]

PACKS: Final = ("swiss", "french")
"""The two packs Jass is played with."""

UNREADABLE: Final = "unreadable"
"""A back, a card whose telling part is not seen, a card outside the 36, or no card at all."""

CLASSES: Final = (*(f"{pack}-{code}" for pack in PACKS for code in CODES), UNREADABLE)
"""The 73 classes of the reader: Swiss faces, French faces, unreadable."""


def class_index(pack: str, code: str) -> int:
    """Index in CLASSES of a face; raises ValueError for a pack or code that does not exist."""
    return CLASSES.index(f"{pack}-{code}")
