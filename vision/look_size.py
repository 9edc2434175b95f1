"""How large the finder's picture has to be, so that cards are neither blots nor a waste of time."""

from __future__ import annotations

from typing import Final

import numpy as np
from jassvision.vision.finder import STRIDE
from jassvision.vision.table import CARD_M, Table

CARD_SIDE: Final = 28.0
"""Short side in pixels that a card in the middle of the table should have in the finder's picture."""

SMALLEST, LARGEST = 416, 704
"""Bounds of the longest side: hands and fans are known from afar, and a look has to end before the next one."""


def look_size(table: Table) -> int:
    """Longest side in pixels of what the finder should look at to see the cards of this table well."""
    width, height = CARD_M
    here, right, down = table.pixels(np.array([[0.0, 0.0], [width, 0.0], [0.0, height]]))
    area = abs(float(np.linalg.det([right - here, down - here])))
    wanted = max(table.size_wh) * CARD_SIDE / max(np.sqrt(area * width / height), 1.0)
    return int(np.clip(round(wanted / STRIDE) * STRIDE, SMALLEST, LARGEST))
