"""The picture being composed: flat things are pasted on it in perspective; it remembers what each pixel shows."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np
from jassvision.datasets.arrays import Floats, Image
from numpy.typing import NDArray

Matrix = NDArray[np.float64]

NOBODY = 0
THING = 255
"""Owner number of everything that is not a card: props, hands."""


@dataclass(frozen=True)
class Edge:
    """How pasted things are blended in: `feather` sigma in pixels, `hard` cuts without smoothing, `bleed` share of the
    ground's colour that shows in the rim."""

    feather: float = 0.0
    hard: bool = False
    bleed: float = 0.0


@dataclass(frozen=True)
class Shadow:
    """A thing's own shadow: shift (dx, dy) and softness in pixels, share of light taken."""

    shift: tuple[float, float]
    softness: float
    depth: float


@dataclass(frozen=True)
class Sun:
    """The lamp that casts shadows: direction in radians, softness as a share of the height, share of light it gives."""

    direction: float
    softness: float
    depth: float

    def shadow(self, lift: float) -> Shadow:
        """The shadow of something that lies `lift` pixels above what is under it."""
        reach = min(0.6 + lift, 40.0)
        shift = (float(np.cos(self.direction) * reach), float(np.sin(self.direction) * reach))
        return Shadow(shift, 0.4 + self.softness * reach, self.depth)


@dataclass
class Canvas:
    """`picture` (h, w, 3) BGR and `owner` (h, w), the number of the topmost thing at every pixel."""

    picture: Image
    owner: Image = field(init=False)

    def __post_init__(self) -> None:
        """Nobody owns anything yet."""
        self.owner = np.zeros(self.picture.shape[:2], np.uint8)

    def paste(
        self,
        texture: Image,
        alpha: Image,
        to_pixels: Matrix,
        owner: int,
        edge: Edge = Edge(),
        shadow: Shadow | None = None,
        blur: Floats | None = None,
        opacity: float = 1.0,
    ) -> None:
        """Lay a texture (h, w, 3) with its alpha (h, w) on the picture.

        Args:
            to_pixels: 3x3 homography from the texture's pixels to the picture's.
            owner: number written where the thing hides what was there; NOBODY leaves the owners alone.
            blur: kernel that smears the thing (motion along a throw).
            opacity: below 1 for glass.
        """
        height, width = alpha.shape
        rim = np.array([[0, 0, 1], [width, 0, 1], [width, height, 1], [0, height, 1]], np.float64) @ to_pixels.T
        if (rim[:, 2] <= 1e-6).any() and (rim[:, 2] >= -1e-6).any():
            return  # reaches behind the camera
        corners = rim[:, :2] / rim[:, 2:]
        pad = 2 + 2 * edge.feather + (max(blur.shape) if blur is not None else 0)
        if shadow is not None:
            pad += max(abs(shadow.shift[0]), abs(shadow.shift[1])) + 2 * shadow.softness
        low = np.maximum(np.floor(corners.min(axis=0) - pad), 0).astype(int)
        high = np.minimum(np.ceil(corners.max(axis=0) + pad), self.picture.shape[1::-1]).astype(int)
        if (high - low < 1).any():
            return
        (x0, y0), (x1, y1) = low, high
        size = (int(x1 - x0), int(y1 - y0))
        part = self.picture[y0:y1, x0:x1]
        # a rim without cover round the texture: one warp, and the rim's colour goes on where cover ends
        framed = cv2.copyMakeBorder(cv2.merge([*cv2.split(texture), alpha]), 1, 1, 1, 1, cv2.BORDER_REPLICATE)
        framed[[0, -1], :, 3] = 0
        framed[:, [0, -1], 3] = 0
        # OpenCV counts from the middle of the first pixel, the homography from its corner
        local = np.array([[1, 0, -0.5 - x0], [0, 1, -0.5 - y0], [0, 0, 1.0]]) @ to_pixels
        local = local @ np.array([[1, 0, -0.5], [0, 1, -0.5], [0, 0, 1.0]])
        warped = cv2.warpPerspective(framed, local, size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        colour, cover = cv2.cvtColor(warped, cv2.COLOR_BGRA2BGR), cv2.extractChannel(warped, 3)
        solid = cover
        if edge.hard:
            cover = cv2.threshold(cover, 127, 255, cv2.THRESH_BINARY)[1]
        elif edge.feather > 0:
            cover = cv2.GaussianBlur(cover, (0, 0), edge.feather)
        if blur is not None:
            # smear colour times cover, so that nothing of the replicated rim gets in
            weight = cv2.filter2D(cover, -1, blur)
            smeared = cv2.filter2D(cv2.multiply(colour, cv2.merge([cover] * 3), scale=1 / 255), -1, blur)
            colour = cv2.divide(smeared, cv2.merge([np.maximum(weight, 1)] * 3), scale=255)
            cover = solid = weight
        if shadow is not None and shadow.depth > 0:
            self._darken(part, solid, shadow)
        if edge.bleed > 0:
            around = cv2.blur(part, (9, 9))
            inner = cv2.blur(cover, (5, 5))
            rim_mask = cv2.merge([cv2.convertScaleAbs(cv2.bitwise_not(inner), alpha=2 * edge.bleed)] * 3)
            colour = mix(colour, around, rim_mask)
        if opacity < 1:
            cover = cv2.convertScaleAbs(cover, alpha=opacity)
        part[:] = mix(part, colour, cv2.merge([cover] * 3))
        if owner != NOBODY:
            self.owner[y0:y1, x0:x1][solid > 127] = owner

    def shows_cards(self) -> NDArray[np.bool_]:
        """(h, w) whether a card is on top."""
        return np.asarray((self.owner != NOBODY) & (self.owner != THING))

    def _darken(self, part: Image, solid: Image, shadow: Shadow) -> None:
        """The shadow of a thing whose cover is `solid` on the part of the picture under it."""
        dx, dy = shadow.shift
        moved = np.array([[1, 0, dx], [0, 1, dy]], np.float64)
        shade = cv2.warpAffine(solid, moved, solid.shape[::-1])
        if shadow.softness >= 0.8:
            reach = int(shadow.softness) * 2 + 1
            shade = cv2.blur(shade, (reach, reach))
        light = 255 - (shade * shadow.depth).astype(np.uint8)
        part[:] = cv2.multiply(part, cv2.merge([light] * 3), scale=1 / 255)


def mix(below: Image, above: Image, cover: Image) -> Image:
    """`above` where cover is 255, `below` where it is 0; all (h, w, 3)."""
    return np.asarray(
        cv2.add(cv2.multiply(below, cv2.bitwise_not(cover), scale=1 / 255), cv2.multiply(above, cover, scale=1 / 255))
    )
