"""Loading pictures of every kind, and saying plainly which file is none."""

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest
from jassvision.vision.pictures import BEHIND, PictureError, decode_picture, exif_orientation, load_picture

Turn = Callable[[np.ndarray], np.ndarray]


def gradient(height: int = 40, width: int = 60) -> np.ndarray:
    """A picture in which every turn and reflection shows: brighter to the right and to the bottom, blue top left."""
    y, x = np.mgrid[:height, :width]
    grey = (x * 3 + y).astype(np.uint8)
    picture = np.dstack([grey, grey, grey])
    picture[: height // 4, : width // 4] = (250, 10, 10)
    return picture


def encoded(picture: np.ndarray, ending: str) -> bytes:
    done, data = cv2.imencode(ending, picture)
    assert done
    return data.tobytes()


def with_exif(jpeg: bytes, orientation: int, order: str) -> bytes:
    mark = "little" if order == "II" else "big"

    def number(value: int, size: int) -> bytes:
        return value.to_bytes(size, mark)  # type: ignore[arg-type]

    entry = number(0x0112, 2) + number(3, 2) + number(1, 4) + number(orientation, 2) + b"\0\0"
    tiff = order.encode() + number(42, 2) + number(8, 4) + number(1, 2) + entry + number(0, 4)
    body = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + (len(body) + 2).to_bytes(2, "big") + body + jpeg[2:]


@pytest.mark.parametrize("ending", [".png", ".bmp", ".tiff", ".webp", ".jpg"])
def test_common_formats(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"Bild mit Umlaut ä{ending}"
    path.write_bytes(encoded(gradient(), ending))
    picture = load_picture(path)
    assert picture.shape == (40, 60, 3)
    assert picture.dtype == np.uint8
    assert np.abs(picture.astype(int) - gradient()).mean() < 12


@pytest.mark.parametrize("order", ["II", "MM"])
@pytest.mark.parametrize(
    ("orientation", "upright"),
    [
        (1, lambda p: p),
        (2, lambda p: p[:, ::-1]),
        (3, lambda p: p[::-1, ::-1]),
        (4, lambda p: p[::-1]),
        (5, lambda p: p.transpose(1, 0, 2)),
        (6, lambda p: np.rot90(p, -1)),
        (7, lambda p: p[::-1, ::-1].transpose(1, 0, 2)),
        (8, lambda p: np.rot90(p, 1)),
    ],
)
def test_exif_turns_the_picture_upright(orientation: int, upright: Turn, order: str) -> None:
    plain = encoded(gradient(), ".jpg")
    data = with_exif(plain, orientation, order)
    assert exif_orientation(data) == orientation
    np.testing.assert_array_equal(decode_picture(data), upright(decode_picture(plain)))


@pytest.mark.parametrize("orientation", [0, 9, 65535])
def test_senseless_exif_is_upright(orientation: int) -> None:
    assert exif_orientation(with_exif(encoded(gradient(), ".jpg"), orientation, "II")) == 1


def test_cut_off_exif_is_upright() -> None:
    assert exif_orientation(b"\xff\xd8\xff\xe1\0\x10Exif\0\0II*\0\xff\xff") == 1


def test_grey_becomes_three_channels() -> None:
    picture = decode_picture(encoded(gradient()[:, :, 0], ".png"))
    np.testing.assert_array_equal(picture, gradient()[:, :, :1].repeat(3, 2))


def test_sixteen_bits_become_eight() -> None:
    deep = gradient().astype(np.uint16) * 257
    np.testing.assert_array_equal(decode_picture(encoded(deep, ".png")), gradient())


def test_floating_point_becomes_eight_bits() -> None:
    deep = (gradient() / 255).astype(np.float32)
    deep[0, 0] = np.nan
    picture = decode_picture(encoded(deep, ".tiff"))
    assert np.abs(picture[1:].astype(int) - gradient()[1:]).max() <= 1
    assert picture[0, 0].max() == 0


def test_transparent_parts_become_grey() -> None:
    picture = np.dstack([gradient(), np.full((40, 60), 255, np.uint8)])
    picture[10:20, :, 3] = 0
    picture[20:30, :, 3] = 128
    shown = decode_picture(encoded(picture, ".png"))
    np.testing.assert_array_equal(shown[:10], gradient()[:10])
    assert (shown[10:20] == BEHIND).all()
    assert np.abs(shown[25, 40].astype(int) - (int(gradient()[25, 40, 0]) + BEHIND) // 2).max() <= 2


def test_one_pixel_is_a_picture() -> None:
    assert decode_picture(encoded(np.zeros((1, 1, 3), np.uint8), ".png")).shape == (1, 1, 3)


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty"),
        (b"no picture at all", "is no picture"),
        (encoded(gradient(), ".png")[:60], "is no picture"),
        (b"\xff\xd8\xff\xe0" + bytes(40), "is no picture"),
    ],
)
def test_what_is_no_picture_is_named(tmp_path: Path, content: bytes, says: str) -> None:
    path = tmp_path / "broken.jpg"
    path.write_bytes(content)
    with pytest.raises(PictureError, match=says) as caught:
        load_picture(path)
    assert "broken.jpg" in str(caught.value)


def test_missing_file_and_folder_are_named(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"there is no file .*nowhere\.png"):
        load_picture(tmp_path / "nowhere.png")
    with pytest.raises(PictureError, match="is a folder"):
        load_picture(tmp_path)
