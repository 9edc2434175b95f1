"""The artwork that comes with the program is whole, clear-cut and small."""

import pytest
from jassvision.rules.cards import CODES
from jassvision.tools.artwork import BACK, PACKS, face_file, face_picture, sign_file, sign_picture

MOST_BYTES = 3_000_000


@pytest.mark.parametrize("pack", PACKS)
def test_every_face_is_there_and_differs(pack: str) -> None:
    pictures = {card: face_picture(pack, card) for card in (*CODES, BACK)}
    assert all(picture.shape == (468, 300, 4) for picture in pictures.values())
    assert len({picture.tobytes() for picture in pictures.values()}) == 37
    for picture in pictures.values():
        assert picture[0, 0, 3] == 0, "the corners are round"
        assert picture[234, 150, 3] == 255


@pytest.mark.parametrize("pack", PACKS)
@pytest.mark.parametrize("suit", "DHSC")
def test_signs_fill_their_square_on_nothing(pack: str, suit: str) -> None:
    alpha = sign_picture(pack, suit)[..., 3]
    assert alpha.shape == (256, 256)
    assert alpha[0, 0] == 0 and alpha[128, 128] == 255
    filled = [(alpha > 128).any(axis=axis).sum() for axis in (0, 1)]
    assert max(filled) > 230, "the sign reaches its square on its longer side"
    svg = sign_file(pack, suit).decode()
    assert svg.startswith("<svg ") and "viewBox" in svg


def test_names_of_clipping_paths_differ_so_that_a_page_can_hold_all_signs() -> None:
    names = [n for pack in PACKS for s in "DHSC" for n in sign_file(pack, s).decode().split('id="')[1:]]
    assert len({n.split('"')[0] for n in names}) == len(names) >= 2


def test_it_is_small() -> None:
    files = [face_file(p, c) for p in PACKS for c in (*CODES, BACK)]
    files += [sign_file(p, s, k) for p in PACKS for s in "DHSC" for k in ("svg", "png")]
    assert sum(map(len, files)) < MOST_BYTES


@pytest.mark.parametrize("asked", [("swiss", "X1"), ("german", "S10"), ("swiss", "")])
def test_what_is_not_there_is_a_key_error(asked: tuple[str, str]) -> None:
    with pytest.raises(KeyError):
        face_file(*asked)
    with pytest.raises(KeyError):
        sign_file(*asked)
