"""Names for the arrays that pass between the scene modules. OpenCV's type stubs name no dtype, so neither do these."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Image: TypeAlias = NDArray[Any]
"""uint8 pictures, (h, w, 3) BGR or (h, w)."""

Floats: TypeAlias = NDArray[Any]
"""float32 maps and kernels."""

Rng: TypeAlias = np.random.Generator
