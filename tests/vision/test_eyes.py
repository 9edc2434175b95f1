"""Sightings and readings weighed together."""

import numpy as np
import pytest
from jassvision.vision.eyes import SURE, entry, weigh
from jassvision.vision.faces import CLASSES
from jassvision.vision.finder import BACK, FACE, Sightings

FACES = len(CLASSES)


def reading(**chances: float) -> np.ndarray:
    found = np.full(FACES, 1e-7, np.float32)
    for name, chance in chances.items():
        found[CLASSES.index(name.replace("_", "-"))] = chance
    return found


def at(*places: tuple[float, float], size: float = 20) -> np.ndarray:
    square = np.float32([[-1, -1.5], [1, -1.5], [1, 1.5], [-1, 1.5]]) * size
    return np.stack([square + np.float32(place) for place in places])


def sightings(places: np.ndarray, confidence: list[float], kinds: list[int]) -> Sightings:
    return Sightings(places, np.float32(confidence), np.int8(kinds))


def test_confidence_is_card_there_times_face_read() -> None:
    seen = weigh(
        sightings(at((50, 50), (200, 50)), [0.9, 0.6], [FACE, FACE]),
        np.stack([reading(swiss_S10=0.95, swiss_SJ=0.04), reading(swiss_DA=0.5, swiss_D10=0.45)]),
    )
    assert seen.pack == "swiss"
    assert [c.card for c in seen.cards] == ["S10", "DA"]
    assert seen.cards[0].confidence == pytest.approx(0.9 * 0.95 / 0.99, abs=1e-3)
    assert seen.cards[0].sure
    assert not seen.cards[1].sure
    assert [code for code, _ in seen.cards[1].likely] == ["DA", "D10"]


def test_the_pack_found_rules_out_the_other_packs_faces() -> None:
    table = np.stack([reading(swiss_S10=0.9), reading(swiss_C6=0.9), reading(french_HK=0.6, swiss_HK=0.3)])
    seen = weigh(sightings(at((50, 50), (150, 50), (250, 50)), [0.9] * 3, [FACE] * 3), table)
    assert seen.pack == "swiss"
    assert seen.cards[-1].confidence > 0.85


def test_a_back_is_a_back_unless_a_face_is_plain_to_read() -> None:
    table = np.stack([reading(unreadable=0.98, swiss_S10=0.02), reading(swiss_S10=0.99, unreadable=0.01)])
    seen = weigh(sightings(at((50, 50), (200, 50)), [0.9, 0.9], [BACK, BACK]), table)
    assert sorted(c.card for c in seen.cards) == ["S10", "back"]


def test_what_the_reader_cannot_read_is_never_sure() -> None:
    seen = weigh(sightings(at((50, 50)), [0.99], [FACE]), np.stack([reading(unreadable=0.9, swiss_S10=0.08)]))
    assert [(c.card, c.sure) for c in seen.cards] == [("S10", False)]


def test_two_boxes_on_one_card_are_one_card_and_two_like_cards_are_two() -> None:
    table = np.stack([reading(french_HK=0.9)] * 3)
    seen = weigh(sightings(at((50, 50), (55, 52), (300, 50)), [0.9, 0.8, 0.7], [FACE] * 3), table)
    assert [round(float(c.corners.mean(axis=0)[0])) for c in seen.cards] == [50, 300]


def test_a_box_inside_a_surer_one_is_a_part_of_that_card() -> None:
    whole, part = at((50, 50), size=30), at((45, 45), size=18)
    seen = weigh(
        sightings(np.concatenate([whole, part]), [0.9, 0.8], [FACE, FACE]),
        np.stack([reading(french_C10=0.95), reading(french_S10=0.9)]),
    )
    assert [c.card for c in seen.cards] == ["C10"]


def box(left: float, right: float) -> np.ndarray:
    return np.float32([[left, 0], [right, 0], [right, 90], [left, 90]])


def test_a_covered_card_is_the_part_of_it_that_can_be_seen() -> None:
    table = np.stack([reading(french_H9=0.97), reading(french_HA=0.6, french_DA=0.3), reading(french_DA=0.8)])
    on_top, strip, whole = box(25, 82), box(0, 25), box(0, 57)
    seen = weigh(sightings(np.stack([on_top, strip, whole]), [0.99, 0.9, 0.95], [FACE] * 3), table)
    assert [c.card for c in seen.cards] == ["H9", "HA"]
    assert np.allclose(seen.cards[1].corners, strip)


def test_a_box_inside_one_that_no_card_covers_is_a_part_of_it() -> None:
    table = np.stack([reading(french_HA=0.9), reading(french_DA=0.6)])
    seen = weigh(sightings(np.stack([box(0, 57), box(0, 25)]), [0.95, 0.9], [FACE] * 2), table)
    assert [c.card for c in seen.cards] == ["HA"]


def test_nothing_seen() -> None:
    seen = weigh(Sightings.none(), np.zeros((0, FACES), np.float32))
    assert seen.pack is None
    assert seen.cards == ()
    assert weigh(Sightings.none(), np.zeros((0, FACES), np.float32), "french").pack == "french"


def test_entries_are_cut_off_at_the_edge_and_name_guesses_of_unsure_cards() -> None:
    seen = weigh(
        sightings(at((5, 50), (200, 50)), [0.9, 0.6], [FACE, FACE]),
        np.stack([reading(swiss_S10=0.95), reading(swiss_DA=0.5, swiss_D10=0.45)]),
    )
    told = entry("a.jpg", 210, 100, seen)
    assert told["size"] == [210, 100]
    sure, unsure = told["cards"]
    assert sure["confidence"] >= SURE > unsure["confidence"]
    assert "likely" not in sure
    assert [g["card"] for g in unsure["likely"]] == ["DA", "D10"]
    assert min(x for x, _ in sure["corners"]) == 0
    assert max(x for x, _ in unsure["corners"]) == 210
