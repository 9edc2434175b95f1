"""Load a picture of any common kind as the program works with it: upright, three channels BGR, eight bits."""

from __future__ import annotations

import struct
from pathlib import Path

import cv2
import numpy as np
from jassvision.rules.errors import cannot_be_read
from numpy.typing import NDArray

BEHIND = 128
"""Grey that shows through where a picture is transparent."""

LARGEST_BYTES = 512 * 1024 * 1024
"""A larger file is not opened: no camera makes such pictures."""

_TURNS = {
    3: (cv2.ROTATE_180, None),
    4: (None, 0),
    6: (cv2.ROTATE_90_CLOCKWISE, None),
    8: (cv2.ROTATE_90_COUNTERCLOCKWISE, None),
    2: (None, 1),
    5: (cv2.ROTATE_90_CLOCKWISE, 1),
    7: (cv2.ROTATE_90_COUNTERCLOCKWISE, 1),
}
"""What brings a picture upright for each EXIF orientation (EXIF 2.32, tag 0x0112): the turn, then the flip axis."""


class PictureError(ValueError):
    """A file is missing or is no picture."""


def load_picture(path: Path) -> NDArray[np.uint8]:
    """A picture file as (height, width, 3) BGR, eight bits, turned upright as its EXIF data say.

    Grey becomes three equal channels, transparent parts become grey, 16 bits are reduced to 8, floating point in
    [0, 1] is stretched to 8 bits.

    Raises:
        PictureError: the file is missing, empty, too large, or no picture that can be decoded.
    """
    if path.is_dir():
        raise PictureError(f"{path} is a folder: name the picture files in it.")
    try:
        size = path.stat().st_size
        data = path.read_bytes() if size <= LARGEST_BYTES else b""
    except OSError as error:
        raise PictureError(f"{cannot_be_read(path, error, 'give the path of a picture')}.") from None
    if size > LARGEST_BYTES:
        raise PictureError(f"{path} has {size // 2**20} MiB, more than any picture: not opened.")
    if not data:
        raise PictureError(f"{path} is empty.")
    return decode_picture(data, str(path))


def decode_picture(data: bytes, name: str = "the picture") -> NDArray[np.uint8]:
    """The picture in the bytes of a file; `name` is for the message.

    Raises:
        PictureError: the bytes are no picture that can be decoded.
    """
    try:
        raw = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_UNCHANGED | cv2.IMREAD_IGNORE_ORIENTATION)
    except cv2.error:
        raw = None
    if raw is None or raw.size == 0:
        raise PictureError(f"{name} is no picture that can be read: use JPEG, PNG, WebP, TIFF or BMP.")
    turn, axis = _TURNS.get(exif_orientation(data), (None, None))
    picture = _three_channels(_eight_bits(raw))
    if turn is not None:
        picture = cv2.rotate(picture, turn)  # type: ignore[assignment]
    if axis is not None:
        picture = cv2.flip(picture, axis)  # type: ignore[assignment]
    return np.ascontiguousarray(picture)


def exif_orientation(data: bytes) -> int:
    """The EXIF orientation, 1 to 8, of a JPEG, PNG or WebP file; 1 (upright) where it says none."""
    for mark in (b"Exif\0\0", b"eXIf", b"EXIF"):
        start = data.find(mark, 0, 1 << 20)
        if start < 0:
            continue
        tiff = data[start + len(mark) : start + (1 << 17)]
        if mark == b"EXIF":  # WebP: four bytes of length come first
            tiff = tiff[4:]
            if tiff.startswith(b"Exif\0\0"):
                tiff = tiff[6:]
        found = _orientation_in(tiff)
        if found is not None:
            return found
    return 1


def _orientation_in(tiff: bytes) -> int | None:
    order = {b"II*\0": "<", b"MM\0*": ">"}.get(tiff[:4])
    if order is None:
        return None
    try:
        (offset,) = struct.unpack_from(order + "I", tiff, 4)
        (count,) = struct.unpack_from(order + "H", tiff, offset)
        for entry in range(min(count, 200)):
            tag, kind, _, value = struct.unpack_from(order + "HHIH", tiff, offset + 2 + 12 * entry)
            if tag == 0x0112 and kind == 3:
                return int(value) if 1 <= value <= 8 else None
    except struct.error:
        return None
    return None


def _eight_bits(raw: NDArray[np.generic]) -> NDArray[np.uint8]:
    if raw.dtype == np.uint8:
        return raw  # type: ignore[return-value]
    if raw.dtype.kind == "f":
        finite = np.nan_to_num(raw.astype(np.float32), nan=0.0, posinf=1.0, neginf=0.0)
        return np.clip(finite * 255, 0, 255).astype(np.uint8)
    if raw.dtype == np.uint16:
        return (raw.astype(np.uint32) // 257).astype(np.uint8)
    # what is left are signed and 32 bit pictures of instruments: stretch what they use
    low, high = float(raw.min()), float(raw.max())
    return ((raw.astype(np.float64) - low) * (255 / max(high - low, 1.0))).astype(np.uint8)


def _three_channels(raw: NDArray[np.uint8]) -> NDArray[np.uint8]:
    if raw.ndim == 2:
        return cv2.cvtColor(raw, cv2.COLOR_GRAY2BGR)  # type: ignore[return-value]
    channels = raw.shape[2]
    if channels == 1:
        return cv2.cvtColor(raw[:, :, 0], cv2.COLOR_GRAY2BGR)  # type: ignore[return-value]
    if channels == 3:
        return raw
    colour = raw[:, :, :1].repeat(3, 2) if channels == 2 else raw[:, :, :3]
    opaque = raw[:, :, -1:].astype(np.uint16)
    mixed = (colour.astype(np.uint16) * opaque + np.uint16(BEHIND) * (255 - opaque) + 127) // 255
    return mixed.astype(np.uint8)
