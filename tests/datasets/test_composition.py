"""The parts of a scene: layouts, tables, things, hands, light, wear, what is legible."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from jassvision.datasets import layouts, light, props, tables, wear
from jassvision.datasets.compose import Card
from jassvision.datasets.hands import drawn_hand, drawn_out, random_hand
from jassvision.datasets.legibility import legible
from jassvision.datasets.material import Deck, face_picture, open_material, rounded_mask, scanned_deck
from jassvision.datasets.sight import Seen
from jassvision.vision.faces import CODES

OWN = open_material(None)
GOOD = light.Damage(0.0, 0.0, 0.0, 95, 1.0)


def rng(seed: int = 0) -> np.random.Generator:
    return np.random.default_rng(seed)


def test_layouts_show_everything_tables_have() -> None:
    made = [layouts.random_layout(rng(seed)) for seed in range(600)]
    assert {layout.kind for layout in made} >= {"trick", "stacked", "scatter", "fan", "row", "column", "grid", "single"}
    faces = [sum(not card.back for card in (*layout.cards, *layout.loose)) for layout in made]
    assert max(faces) <= 36
    assert max(faces) > 25
    assert any(layout.loose for layout in made)
    assert sum(any(card.back for card in (*layout.cards, *layout.loose)) for layout in made) > 60


@pytest.mark.parametrize(
    "make",
    [
        tables.plain,
        tables.felt,
        tables.wood,
        tables.cloth,
        tables.checks,
        tables.stripes,
        tables.tiles,
        tables.speckled,
        tables.mottled,
        tables.floral,
    ],
)
def test_grounds_are_pictures_and_differ(make: object) -> None:
    first, second = make(rng(1)), make(rng(2))  # type: ignore[operator]
    assert first.dtype == np.uint8
    assert first.shape == (tables.SIZE, tables.SIZE, 3)
    assert (first != second).any()


@pytest.mark.parametrize("name", sorted(props.MAKERS))
def test_things_have_a_shape(name: str) -> None:
    thing = props.prop(name, 1)
    assert thing.picture.shape[:2] == thing.alpha.shape
    assert (thing.alpha > 0).mean() > 0.5
    assert max(thing.alpha.shape) <= 421
    pixels = thing.alpha.shape[1] / thing.alpha.shape[0]
    assert pixels == pytest.approx(thing.size_mm[0] / thing.size_mm[1], rel=0.15)


def test_hands_point_up_and_their_arms_are_long() -> None:
    for variant in range(4):
        hand = drawn_hand(variant)
        assert hand.alpha[: int(hand.tip[1]) - 1].max(initial=0) < 128
        assert hand.alpha[-1].max() > 0
        assert len(drawn_out(hand).alpha) * hand.mm >= 890
    assert random_hand(rng(), OWN).picture.dtype == np.uint8


def test_glare_pales_the_ink_and_never_darkens() -> None:
    face = np.full((120, 77, 3), 30, np.uint8)
    shone = light.glare(rng(3), face, 0.9)
    assert shone.max() > 150
    assert (shone.astype(int) >= face.astype(int) - 1).all()


@pytest.mark.parametrize("seed", range(12))
def test_photographs_keep_their_size_and_never_lose_the_cards(seed: int) -> None:
    picture = np.full((121, 161, 3), 60, np.uint8)
    picture[40:90, 50:90] = 245
    subject = np.zeros((121, 161), bool)
    subject[40:90, 50:90] = True
    field = light.lamp_field(rng(seed), (161, 121))
    taken, damage = light.photograph(rng(seed), picture, field, subject=subject)
    assert taken.shape == picture.shape
    assert taken.dtype == np.uint8
    assert np.percentile(taken[..., 1][subject], 90) >= 25
    assert damage.exposure > 0


def test_h264_and_noise_change_little_but_something() -> None:
    picture = cv2.resize(rng().integers(0, 255, (9, 12, 3)).astype(np.uint8), (163, 121), interpolation=cv2.INTER_CUBIC)
    for damaged in (light.through_h264(rng(), picture), light.add_noise(rng(), picture, 6.0)):
        off = np.abs(damaged.astype(int) - picture.astype(int))
        assert damaged.shape == picture.shape
        assert 0.3 < off.mean() < 25


def test_smears_keep_the_light_and_run_along_their_angle() -> None:
    kernel = light.line_kernel(9, 0.0)
    assert kernel.sum() == pytest.approx(1, abs=1e-5)
    assert np.flatnonzero(kernel.sum(axis=1)).size == 1
    assert np.flatnonzero(kernel.sum(axis=0)).size == 9


def test_a_bend_shows_only_from_the_side() -> None:
    face, alpha = np.full((100, 64, 3), 200, np.uint8), np.full((100, 64), 255, np.uint8)
    bend = wear.Bend((0.0, 1.0), 8.0, 0.0)
    pad = round(wear.BEND_MARGIN * 100)
    above, beside = (wear.bent(face, alpha, bend, shift)[1] for shift in ((0.0, 0.0), (0.0, 1.0)))
    assert (above[pad:-pad, pad:-pad] > 250).mean() > 0.97
    assert (above > 127).sum() == pytest.approx(6400, rel=0.02)
    assert (beside[-pad:] > 127).any()


def test_worn_decks_stay_readable() -> None:
    face = face_picture(Deck("own-poker-1", "poker", 57 / 89), "S8", 120)
    for seed in range(20):
        worn = wear.worn(rng(seed), face, wear.random_wear(rng(seed)))
        assert worn.shape == face.shape
        grey = cv2.cvtColor(worn, cv2.COLOR_BGR2GRAY)
        assert np.percentile(grey, 95) - np.percentile(grey, 3) > 90


def test_corners_are_rounded() -> None:
    mask = rounded_mask(90, 58, 5.0)
    assert mask.shape == (90, 58)
    assert mask[0, 0] == 0
    assert mask[45, 29] == mask[0, 29] == 255


def card(code: str, shown: np.ndarray, length: float = 120.0) -> Card:
    """A card lying straight of which the cells of `shown` (32, 20) are seen."""
    full = np.array([[0, 0], [length * 0.64, 0], [length * 0.64, length], [0, length]])
    return Card(code, Seen(full, full, float(shown.mean()), shown), 0.0, 0.0, length)


@pytest.mark.parametrize("kind", ["swiss", "jass", "poker"])
def test_what_can_be_read(kind: str) -> None:
    deck = Deck(f"own-{kind}-2", kind, 57 / 89)
    whole, nothing = np.ones((32, 20), bool), np.zeros((32, 20), bool)
    sliver = nothing.copy()
    sliver[13:16, :] = True
    for code in ("D6", "S10", "HQ", "CA"):
        assert legible(deck, card(code, whole), GOOD) is True
        assert legible(deck, card(code, sliver), GOOD) is not True
        assert legible(deck, card(code, whole, 12.0), GOOD) is False
        assert legible(deck, card(code, whole, 60.0), light.Damage(4.0, 0.0, 0.0, 95, 1.0)) is False
    assert legible(deck, card("back", whole), GOOD) is False


def test_half_a_number_card_with_its_index_can_be_read_and_its_middle_cannot() -> None:
    deck = Deck("own-poker-2", "poker", 57 / 89)
    top, middle = np.zeros((32, 20), bool), np.zeros((32, 20), bool)
    top[:14] = True
    middle[10:22] = True
    assert legible(deck, card("S8", top), GOOD) is True
    assert legible(deck, card("S8", middle), GOOD) is not True


def test_every_scanned_face_loads(shared: Path) -> None:
    for folder in sorted((shared / "data" / "decks").iterdir())[::6]:
        deck = scanned_deck(folder)
        assert 0.6 <= deck.aspect <= 0.72
        for code in CODES[::7]:
            assert face_picture(deck, code, 64).shape[0] == 64


def test_material_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="decks/"):
        open_material(tmp_path)
    broken = tmp_path / "decks" / "french_broken"
    broken.mkdir(parents=True)
    (broken / "D6.jpg").write_bytes(b"no picture")
    with pytest.raises(ValueError, match=r"D6\.jpg"):
        open_material(tmp_path)
