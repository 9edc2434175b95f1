"""Names for the arrays that pass between the scene modules. OpenCV's type stubs name no dtype, so neither do these."""

from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

Image: TypeAlias = NDArray[Any]
"""uint8 pictures, (h, w, 3) BGR or (h, w)."""

Floats: TypeAlias = NDArray[Any]
"""float32 maps and kernels."""

Rng: TypeAlias = np.random.Generator


LUMINANCE = np.array([0.114, 0.587, 0.299])
"""Shares of blue, green and red in the grey that a pixel is seen as."""


def as_bytes(values: Floats) -> Image:
    """Rounded to uint8, what is outside 0 to 255 cut off."""
    return np.asarray(cv2.convertScaleAbs(cv2.threshold(values, 0, 0, cv2.THRESH_TOZERO)[1]))


def toning(gain: NDArray[Any], saturation: float) -> NDArray[np.float32]:
    """(3, 3) matrix on BGR pixels: colours nearer to or further from their grey, then each channel times its gain."""
    mixed = saturation * np.eye(3) + (1 - saturation) * np.ones((3, 1)) * LUMINANCE
    return np.asarray(np.diag(gain) @ mixed, np.float32)
