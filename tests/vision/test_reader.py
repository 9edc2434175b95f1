"""The reader: batches, packs, temperature, crops upside down."""

from typing import Any

import numpy as np
import pytest
from jassvision.vision.faces import CLASSES, class_index
from jassvision.vision.finder import Sightings
from jassvision.vision.reader import BATCH, Reader, best_pack, likeliest, restricted

FACES = len(CLASSES)


def by_brightness(crops: np.ndarray) -> np.ndarray:
    """Logits that name the class whose number is the brightness of the crop's top left pixel."""
    logits = np.zeros((len(crops), FACES))
    logits[np.arange(len(crops)), crops[:, 0, 0, 0]] = 8.0
    return logits


def probabilities(**chances: float) -> np.ndarray:
    found = np.zeros(FACES, np.float32)
    for name, chance in chances.items():
        found[CLASSES.index(name.replace("_", "-"))] = chance
    return found


def test_every_crop_has_its_reading_whatever_the_batches(played: Any) -> None:
    crops = np.zeros((BATCH * 2 + 5, 128, 80, 3), np.uint8)
    crops[:] = np.arange(len(crops), dtype=np.uint8)[:, None, None, None]
    network = played(by_brightness)
    read = Reader(network=network).read_crops(crops)
    assert read.shape == (len(crops), FACES)
    assert read.argmax(axis=1).tolist() == list(range(len(crops)))
    np.testing.assert_allclose(read.sum(axis=1), 1, atol=1e-5)
    session = network.session
    assert [len(i) for i in session.inputs] == [BATCH, BATCH, 5]


def test_crops_are_cut_from_the_picture(played: Any) -> None:
    picture = np.zeros((300, 400, 3), np.uint8)
    picture[100:189, 50:107] = 7
    quad = np.float32([[[50, 100], [107, 100], [107, 189], [50, 189]]])
    seen = Sightings(quad, np.float32([0.9]), np.int8([0]))
    network = played(lambda crops: by_brightness(crops[:, 40:, 30:]))
    assert Reader(network=network).read(picture, seen).argmax() == 7


def test_nothing_to_read(played: Any) -> None:
    reader = Reader(network=played(by_brightness))
    assert reader.read(np.zeros((9, 9, 3), np.uint8), Sightings.none()).shape == (0, FACES)


def test_a_thorough_reader_cuts_each_card_upright_and_upside_down(played: Any) -> None:
    picture = np.zeros((300, 400, 3), np.uint8)
    picture[100:145, 40:117], picture[145:200, 40:117] = 3, 5
    seen = Sightings(np.float32([[[50, 100], [107, 100], [107, 189], [50, 189]]]), np.float32([0.9]), np.int8([0]))
    network = played(lambda crops: by_brightness(crops[:, 30:, 40:]))
    read = Reader(thorough=True, network=network).read(picture, seen)[0]
    assert read[3] == pytest.approx(0.6, abs=0.03) and read[5] == pytest.approx(0.4, abs=0.03)
    assert Reader(thorough=True, network=network).read(picture, Sightings.none()).shape == (0, FACES)


def test_temperature_of_the_card_flattens(played: Any) -> None:
    crops = np.zeros((1, 128, 80, 3), np.uint8)
    sharp = Reader(network=played(by_brightness)).read_crops(crops)
    flat = Reader(network=played(by_brightness, {"calibration": {"temperature": 4.0}})).read_crops(crops)
    assert flat[0, 0] < sharp[0, 0]
    assert flat[0, 0] == pytest.approx(np.exp(2) / (np.exp(2) + FACES - 1), rel=1e-4)


def test_a_given_pack_rules_the_other_out(played: Any) -> None:
    def torn(crops: np.ndarray) -> np.ndarray:
        logits = np.zeros((len(crops), FACES))
        logits[:, class_index("swiss", "DA")] = 6
        logits[:, class_index("french", "HK")] = 8
        return logits

    crops = np.zeros((1, 128, 80, 3), np.uint8)
    for pack, code in (("swiss", "DA"), ("french", "HK")):
        read = Reader(pack, network=played(torn)).read_crops(crops)[0]
        assert read.argmax() == class_index(pack, code)
        assert read.sum() == pytest.approx(1, abs=1e-5)
    assert restricted(Reader(network=played(torn)).read_crops(crops), "swiss")[0, class_index("french", "HK")] == 0


def test_the_pack_is_what_all_readings_together_say() -> None:
    odd = probabilities(french_HK=0.999, swiss_S6=0.001)
    clear = probabilities(swiss_D10=0.97, french_D10=0.02, unreadable=0.01)
    assert best_pack(np.stack([odd])) == "french"
    assert best_pack(np.stack([odd, clear, clear])) == "swiss"
    assert best_pack(np.zeros((0, FACES), np.float32)) is None


def test_the_likeliest_codes_count_both_packs() -> None:
    told = likeliest(probabilities(swiss_S10=0.3, french_S10=0.25, swiss_CJ=0.4, unreadable=0.05), 2)
    assert [code for code, _ in told] == ["S10", "CJ"]
    assert [p for _, p in told] == pytest.approx([0.55, 0.4])


def test_a_pack_that_does_not_exist_is_refused(played: Any) -> None:
    with pytest.raises(ValueError, match="no pack 'tarot'"):
        Reader("tarot", network=played(by_brightness))
