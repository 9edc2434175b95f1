"""The loader refuses weights that are not those of their card."""

from pathlib import Path

import numpy as np
import pytest
import yaml
from jassvision.models.weights import FOLDER, WeightsError, load_card, load_session, sha256
from jassvision.vision.faces import CLASSES

IDENTITY = bytes.fromhex(
    "08073a390a100a017812017922084964656e746974791201675a100a0178120b0a09080112050a0312016e62100a0179120b0a"
    "09080112050a0312016e42040a00100d"
)
"""An ONNX file that gives back what it is given."""


def lay_out(folder: Path, content: bytes, digest: str | None = None) -> None:
    path = folder / "finder.onnx"
    path.write_bytes(content)
    card = {"file": path.name, "sha256": digest or sha256(path), "classes": ["face", "back"]}
    (folder / "finder.yaml").write_text(yaml.safe_dump(card), encoding="utf-8")


def test_weights_that_match_run(tmp_path: Path) -> None:
    lay_out(tmp_path, IDENTITY)
    network = load_session("finder", 1, tmp_path)
    assert network.classes == ("face", "back")
    (given,) = network.session.run(None, {"x": np.float32([1, 2])})
    assert given.tolist() == [1, 2]


def test_changed_weights_are_refused_in_one_sentence(tmp_path: Path) -> None:
    lay_out(tmp_path, IDENTITY)
    (tmp_path / "finder.onnx").write_bytes(IDENTITY + b" ")
    with pytest.raises(WeightsError, match=r"finder\.onnx are not those of their model card") as caught:
        load_session("finder", 1, tmp_path)
    assert "\n" not in str(caught.value)


def test_missing_weights_and_cards_are_named(tmp_path: Path) -> None:
    with pytest.raises(WeightsError, match=r"no model card .*finder\.yaml"):
        load_session("finder", 1, tmp_path)
    lay_out(tmp_path, IDENTITY)
    (tmp_path / "finder.onnx").unlink()
    with pytest.raises(WeightsError, match=r"finder\.onnx are missing"):
        load_session("finder", 1, tmp_path)


def test_a_file_that_is_no_network_is_named(tmp_path: Path) -> None:
    lay_out(tmp_path, b"not a network")
    with pytest.raises(WeightsError, match="cannot load the weights"):
        load_session("finder", 1, tmp_path)


@pytest.mark.parametrize("name", ["finder", "reader"])
def test_the_shipped_weights_match_their_cards(name: str) -> None:
    if not (FOLDER / f"{name}.yaml").is_file():
        pytest.skip(f"no trained {name} lies in models/")
    card = load_card(name)
    path = FOLDER / card["file"]
    assert sha256(path) == card["sha256"]
    assert path.stat().st_size <= 12 * 1024 * 1024
    assert card["licence"] == "AGPL-3.0-or-later"
    assert tuple(card["classes"]) == (("face", "back") if name == "finder" else CLASSES)
    load_session(name, 1)
