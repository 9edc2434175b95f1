"""The scene generator as a whole: files, determinism, balance, and labels that fit what was drawn."""

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from jassvision.datasets import material, scenes
from jassvision.datasets.compose import Framing, compose
from jassvision.datasets.material import KIND_SHARES, KINDS, Material, open_material
from jassvision.datasets.reader_crops import UNREADABLE_CLASS, as_found, crops_of
from jassvision.datasets.scenes import Order, main, make_scenes
from jassvision.vision.faces import CLASSES, CODES

OWN = open_material(None)


@pytest.fixture(scope="module", autouse=True)
def few_decks() -> Iterator[None]:
    """Drawing a deck takes seconds: the tests play with one of each kind, drawn small."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(material, "OWN_STYLES", 1)
        patch.setattr(material, "OWN_HEIGHT", 160)
        yield


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five small pictures and the crops of five more, of our own material."""
    out = tmp_path_factory.mktemp("scenes")
    list(make_scenes(Order(out, 5, seed=4, size=320, crops=True)))
    return out


def test_files_belong_together(made: Path) -> None:
    records = [json.loads(line) for line in (made / "labels.jsonl").read_text().splitlines()]
    assert len(records) == 5
    for index, record in enumerate(records):
        picture = cv2.imread(str(made / record["image"]))
        assert list(picture.shape[1::-1]) == record["size"]
        assert max(record["size"]) == 320
        rows = (made / "labels" / f"{index:06d}.txt").read_text().splitlines()
        assert len(rows) == len(record["cards"])
        for row, card in zip(rows, record["cards"], strict=True):
            numbers = [float(word) for word in row.split()]
            assert len(numbers) == 9
            assert numbers[0] == (card["card"] == "back")
            assert all(0 <= number <= 1 for number in numbers[1:])
            assert card["card"] in (*CODES, "back")
            assert card["visible"] >= 0.08
        faces = [card["card"] for card in record["cards"] if card["card"] != "back"]
        assert len(faces) == len(set(faces)), "one pack holds each face once"


def test_crops_and_their_classes(made: Path) -> None:
    pictures = np.load(made / "crops-0000.npy", mmap_mode="r")
    labels = json.loads((made / "crops-0000.json").read_text())
    assert pictures.shape[1:] == (128, 80, 3)
    assert pictures.dtype == np.uint8
    assert len(pictures) == len(labels["classes"]) == len(labels["facts"]) > 0
    for index, fact in zip(labels["classes"], labels["facts"], strict=True):
        assert CLASSES[index] == "unreadable" or CLASSES[index].endswith("-" + fact["card"])
    readable = [k for k, index in enumerate(labels["classes"]) if index != UNREADABLE_CLASS]
    assert all(pictures[k].std() > 2 for k in readable)


def test_a_picture_depends_on_seed_and_number_alone(tmp_path: Path, made: Path) -> None:
    list(make_scenes(Order(tmp_path, 3, seed=4, size=320)))
    for index in range(3):
        name = f"images/{index:06d}.jpg"
        assert (tmp_path / name).read_bytes() == (made / name).read_bytes()
    other = compose(np.random.default_rng([5, 0]), OWN, Framing(320)).picture
    first = compose(np.random.default_rng([4, 0]), OWN, Framing(320)).picture
    assert other.shape != first.shape or (other != first).any()


def test_two_processes_make_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scenes, "SHARD", 2)
    for jobs in (1, 2):
        list(make_scenes(Order(tmp_path / str(jobs), 4, seed=6, size=200), jobs))
    assert (tmp_path / "1/labels.jsonl").read_text() == (tmp_path / "2/labels.jsonl").read_text()
    assert (tmp_path / "1/images/000003.jpg").read_bytes() == (tmp_path / "2/images/000003.jpg").read_bytes()


def test_cards_are_never_mirrored_and_lie_where_they_are_labelled() -> None:
    found = 0
    for seed in range(6):
        still = compose(np.random.default_rng(seed), OWN, Framing(320))
        for card in still.cards:
            full = card.seen.full.astype(np.float32)
            turned = np.cross(np.append(full[1] - full[0], 0), np.append(full[3] - full[0], 0))[2]
            assert turned > 0, "corners must run clockwise on the screen"
            inside = cv2.contourArea(card.seen.quad.astype(np.float32)) <= cv2.contourArea(full) * 1.3
            assert inside
            found += 1
    assert found > 5


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--count", "0"], "--count"),
        (["--count", "5", "--size", "20"], "--size"),
        (["--count", "5", "--no-images"], "--crops"),
        (["--count", "5", "--first", "7"], "--first"),
        (["--count", "5", "--material", "/nowhere/at/all"], "decks/"),
    ],
)
def test_bad_orders_are_refused_in_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], word: str
) -> None:
    assert main(["--out", str(tmp_path / "out"), *arguments]) == 2
    said = capsys.readouterr().err
    assert word in said
    assert "Traceback" not in said


def test_decks_are_drawn_in_the_wanted_proportion() -> None:
    rng = np.random.default_rng(1)
    kinds = Counter(OWN.random_deck(rng).kind for _ in range(3000))
    for kind, share in zip(KINDS, KIND_SHARES, strict=True):
        assert abs(kinds[kind] / 3000 - share) < 0.04 and share >= 0.15


def test_scanned_decks_join_our_own(shared: Path) -> None:
    everything = open_material(shared / "data")
    rng = np.random.default_rng(1)
    names = Counter(everything.random_deck(rng).name for _ in range(3000))
    own = sum(count for name, count in names.items() if name.startswith("own-"))
    assert 0.25 < own / 3000 < 0.45
    assert all(names[deck.name] for deck in everything.decks)
    assert isinstance(everything, Material)


def test_crops_show_cards_upright_or_upside_down_alike() -> None:
    rng = np.random.default_rng(3)
    still = compose(rng, OWN, Framing(320, (60, 120)))
    crops = crops_of(np.random.default_rng(0), still)
    again = crops_of(np.random.default_rng(0), still)
    assert (crops.pictures == again.pictures).all()
    assert list(crops.classes) == list(again.classes)


def test_a_found_box_stays_near_the_true_one() -> None:
    quad = np.array([[100, 100], [160, 100], [160, 195], [100, 195]], float)
    for seed in range(50):
        box = as_found(np.random.default_rng(seed), quad)
        assert np.linalg.norm(box.mean(axis=0) - quad.mean(axis=0)) < 0.35 * 60
        assert 0.6 < cv2.contourArea(box) / (60 * 95) < 1.6
