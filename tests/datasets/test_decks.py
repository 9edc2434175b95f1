"""Our own drawn decks: every card its own, the same for the same seed, valid and without fonts."""

import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jassvision.datasets.decks import (
    CODES,
    Style,
    back_svg,
    draw_back,
    draw_deck,
    draw_face,
    face_svg,
    random_style,
    standard_style,
)
from jassvision.datasets.decks.__main__ import main
from jassvision.datasets.decks.lettering import FONTS, SKELETONS, text_path, text_width
from jassvision.datasets.decks.raster import rendered
from jassvision.datasets.decks.style import PACKS, Pack, Scheme

HOUSE_DECKS: list[tuple[Pack, Scheme]] = [("swiss", "poker"), ("french", "poker"), ("french", "jass")]
SVG = "{http://www.w3.org/2000/svg}"
# Elements that draw without any font or outside file.
PLAIN_ELEMENTS = {"svg", "g", "path", "circle", "ellipse", "rect", "clipPath"}


def distance(a: np.ndarray, b: np.ndarray) -> float:
    """Mean difference of two pictures over white, 0 to 255, after a slight blur that forgives single pixels."""
    both = [cv2.GaussianBlur(_over_white(x), (0, 0), 1.0) for x in (a, b)]
    return float(np.abs(both[0] - both[1]).mean())


def _over_white(picture: np.ndarray) -> np.ndarray:
    alpha = picture[..., 3:].astype(np.float32) / 255
    return picture[..., :3] * alpha + 255 * (1 - alpha)


def test_the_codes_are_the_36_cards_in_order() -> None:
    assert len(CODES) == len(set(CODES)) == 36
    assert CODES[:9] == ("D6", "D7", "D8", "D9", "D10", "DJ", "DQ", "DK", "DA")


def test_all_72_faces_differ_from_each_other() -> None:
    keys = [(pack, code) for pack in PACKS for code in CODES]
    faces = [draw_face(code, standard_style(pack), 90) for pack, code in keys]
    seen = np.stack([cv2.GaussianBlur(_over_white(face), (0, 0), 1.0) for face in faces])
    for i, one in enumerate(keys):
        apart = np.abs(seen[i + 1 :] - seen[i]).mean(axis=(1, 2, 3))
        assert (apart > 1.0).all(), (one, [k for k, near in zip(keys[i + 1 :], apart <= 1.0, strict=True) if near])


@pytest.mark.parametrize(("pack", "scheme"), HOUSE_DECKS)
def test_courts_look_the_same_upside_down(pack: Pack, scheme: Scheme) -> None:
    for code in ("DJ", "HQ", "SK", "CJ", "CQ", "CK"):
        picture = draw_face(code, standard_style(pack, scheme), 178)
        assert distance(picture, picture[::-1, ::-1]) < 0.8, code


@pytest.mark.parametrize("pack", PACKS)
def test_a_deck_has_all_codes_in_the_asked_size(pack: Pack) -> None:
    deck = draw_deck(pack, np.random.default_rng(3), 89)
    assert tuple(deck) == CODES
    assert {(face.shape, face.dtype) for face in deck.values()} == {((89, 57, 4), np.dtype(np.uint8))}


@pytest.mark.parametrize("pack", PACKS)
def test_the_same_seed_draws_the_same_deck_and_another_seed_another(pack: Pack) -> None:
    one, same, other = (draw_deck(pack, np.random.default_rng(seed), 40) for seed in (7, 7, 8))
    assert all(np.array_equal(one[code], same[code]) for code in CODES)
    assert all(not np.array_equal(one[code], other[code]) for code in CODES)


def test_corners_are_transparent_and_the_rest_is_not() -> None:
    for pack in PACKS:
        style = replace(standard_style(pack), corner_radius=40.0)
        for picture in (draw_face("DK", style, 356), draw_back(style, 356)):
            assert [int(picture[y, x, 3]) for y in (0, -1) for x in (0, -1)] == [0, 0, 0, 0]
            assert picture[178, :, 3].min() == 255
            assert picture[:, 114, 3].min() == 255


@settings(max_examples=20, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), pack=st.sampled_from(PACKS), code=st.sampled_from(CODES))
def test_any_style_gives_valid_svg_without_text_fonts_or_links(seed: int, pack: Pack, code: str) -> None:
    style = random_style(pack, np.random.default_rng(seed))
    for svg in (face_svg(code, style), back_svg(style)):
        root = ElementTree.fromstring(svg)
        assert root.get("viewBox") == "0 0 570 890"
        assert {element.tag.removeprefix(SVG) for element in root.iter()} <= PLAIN_ELEMENTS
        assert "href" not in svg and "font" not in svg and "nan" not in svg


@settings(max_examples=12, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), height=st.integers(8, 500))
def test_any_height_is_met_exactly(seed: int, height: int) -> None:
    picture = draw_back(np.random.default_rng(seed), height)
    assert picture.shape == (height, round(height * 57 / 89), 4)


def test_styles_of_other_seeds_look_different() -> None:
    for pack in PACKS:
        looks = [draw_face("HQ", random_style(pack, np.random.default_rng(seed)), 120) for seed in range(6)]
        assert min(distance(a, b) for i, a in enumerate(looks) for b in looks[i + 1 :]) > 2.0


FIELDS_AND_VALUES = [
    ("swiss", "C9", {"sign_cut": 2}),
    ("swiss", "D7", {"pip_size": 0.9}),
    ("swiss", "SQ", {"casting": 5}),
    ("swiss", "HK", {"robe_shift": 3}),
    ("swiss", "H6", {"index_corners": 0}),
    ("swiss", "CJ", {"word_font": "blackletter"}),
    ("swiss", "CJ", {"engraving": 0.0}),
    ("swiss", "SA", {"maker": "STICH"}),
    ("french", "S8", {"pip_form": 1.0}),
    ("french", "S8", {"index_font": "typewriter"}),
    ("french", "H10", {"index_corners": 4}),
    ("french", "SA", {"fancy_ace": False}),
    ("french", "DQ", {"letters": ("B", "D", "K", "A")}),
    ("french", "DQ", {"flipped": True}),
    ("french", "CK", {"frame": False}),
    ("french", "CK", {"field": "#f6e7b4"}),
    ("french", "CK", {"split": 28.0}),
    ("french", "D6", {"wear": 1.0}),
    ("french", "D6", {"border": 8.0}),
    ("french", "D6", {"scheme": "jass"}),
]


@pytest.mark.parametrize(("pack", "code", "changes"), FIELDS_AND_VALUES)
def test_each_field_of_the_style_shows(pack: Pack, code: str, changes: dict[str, object]) -> None:
    plain = standard_style(pack)
    changed = replace(plain, **changes)  # type: ignore[arg-type]
    assert distance(draw_face(code, plain, 240), draw_face(code, changed, 240)) > 0.05


def test_the_jass_pack_has_no_letters_and_the_poker_pack_has() -> None:
    jass = standard_style("french", "jass")
    assert (
        draw_face("HK", jass, 200).tolist()
        == draw_face("HK", replace(jass, letters=("V", "D", "R", "1")), 200).tolist()
    )
    poker = standard_style("french", "poker")
    assert face_svg("HK", poker) != face_svg("HK", replace(poker, letters=("V", "D", "R", "1")))


@pytest.mark.parametrize("pip", ["D", "H"])
def test_red_signs_are_red_and_black_ones_black(pip: str) -> None:
    for suit, red in ((pip, True), ("S", False), ("C", False)):
        centre = draw_face(f"{suit}A", replace(standard_style("french"), fancy_ace=False), 356)[178, 114]
        assert bool(int(centre[0]) - int(centre[2]) > 100) is red


def test_the_sign_stands_low_on_unders_and_high_on_obers() -> None:
    style = standard_style("swiss")
    for suit in "DHSC":
        with_sign = {rank: draw_face(suit + rank, style, 356) for rank in "JQ"}
        without = {rank: draw_face(suit + rank, replace(style, pip_size=0.01), 356) for rank in "JQ"}
        rows = {}
        for rank in "JQ":
            changed = np.abs(with_sign[rank][:178].astype(int) - without[rank][:178]).sum(axis=(1, 2))
            rows[rank] = float((changed * np.arange(178)).sum() / changed.sum())
        assert rows["J"] > rows["Q"] + 40, (suit, rows)


@pytest.mark.parametrize("font", sorted(FONTS))
def test_every_font_draws_every_sign_as_ink_of_its_own(font: str) -> None:
    seen = set()
    for sign in SKELETONS:
        d = text_path(sign, font, 60.0, 30.0, 20.0)
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 57 89"><path d="{d}" fill="#000"/></svg>'
        ink = rendered(svg, 89)[..., 3] > 127
        assert 20 < ink.sum() < 2600 or sign in "-.", (font, sign)
        seen.add(ink.tobytes())
    assert len(seen) == len(SKELETONS)


def test_text_grows_with_size_and_words() -> None:
    assert text_width("UNDER", "clarendon", 60) == pytest.approx(2 * text_width("UNDER", "clarendon", 30))
    assert text_width("KÖNIG", "roman", 40) > text_width("ÖNIG", "roman", 40)
    with pytest.raises(KeyError):
        text_path("ß", "roman", 40, 0, 0)


BAD_CALLS = [
    (lambda: face_svg("X9", Style()), "no card 'X9'"),
    (lambda: draw_face("D5", Style(), 100), "no card 'D5'"),
    (lambda: draw_face("D6", Style(), 3), "too small"),
    (lambda: random_style("tarot", np.random.default_rng(0)), "pack 'tarot' is unknown"),  # type: ignore[arg-type]
    (lambda: standard_style("uno"), "pack 'uno' is unknown"),  # type: ignore[arg-type]
    (lambda: draw_deck("french", standard_style("swiss"), 100), "swiss pack"),
]


@pytest.mark.parametrize(("call", "words"), BAD_CALLS)
def test_bad_input_is_named(call, words: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(ValueError, match=words):
        call()


def test_the_command_writes_a_sheet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "deep" / "sheet.png"
    assert main(["--out", str(out), "--height", "40", "--seed", "4"]) == 0
    sheet = cv2.imread(str(out))
    assert sheet is not None and sheet.shape[0] > 8 * 40 and sheet.std() > 20
    assert main(["--out", str(out), "--cards", "D5"]) == 2
    assert "no such card: D5" in capsys.readouterr().err
