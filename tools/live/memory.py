"""Memory that is free goes back to the system, so that an evening of pictures of all sizes leaves no holes behind.

The C library keeps what threads have freed in pools of their own, which only grow: after hours that is many times what
is in use. Where it has no such call, nothing is done.
"""

from __future__ import annotations

import ctypes
from typing import Final

TRIM_SECONDS: Final = 60.0
"""How often that is done; it takes some milliseconds."""


def give_back() -> bool:
    """Give free memory back to the system; whether the C library can."""
    try:
        trim = ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):
        return False
    trim(0)
    return True
