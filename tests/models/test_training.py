"""Plans, and both trainings from end to end on a handful of pictures: train, go on, export, load."""

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
import yaml

pytest.importorskip("torch")
pytest.importorskip("ultralytics")
from jassvision.models.pacing import draw_curves, load_plan, newest_whole
from jassvision.models.train import CONFIGS, main


@pytest.mark.parametrize("name", ["finder", "reader"])
def test_shipped_configs_never_mirror(name: str, tmp_path: Path) -> None:
    plan = load_plan(CONFIGS / f"{name}.yaml", [str(tmp_path)], tmp_path, 1.5, None, False)
    overrides = plan.overrides()
    assert overrides["time"] == 1.5
    assert overrides["amp"] is False
    assert overrides["fliplr"] == overrides["flipud"] == 0.0


def test_folders_may_have_weights(tmp_path: Path) -> None:
    plan = load_plan(CONFIGS / "finder.yaml", [str(tmp_path), f"{tmp_path}:2.5"], tmp_path, None, None, False)
    assert plan.data == ((tmp_path, 1.0), (tmp_path, 2.5))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--data", "/nowhere"], "no folder /nowhere"),
        ([], "name at least one folder"),
        (["--data", "/", "--start", "/nowhere.pt"], "no weights /nowhere.pt"),
        (["--data", "/", "--resume", "--run", "/nowhere"], "no checkpoint in /nowhere"),
        (["--data", "/", "--config", "/nowhere.yaml"], "no config /nowhere.yaml"),
    ],
)
def test_a_training_that_cannot_start_says_why(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["finder", *arguments]) == 2
    assert says in capsys.readouterr().err


def test_the_checkpoint_before_is_taken_when_the_last_is_cut_off(tmp_path: Path) -> None:
    import torch

    last = tmp_path / "last.pt"
    torch.save({"epoch": 3}, tmp_path / "before_last.pt")
    last.write_bytes((tmp_path / "before_last.pt").read_bytes()[:100])
    assert newest_whole(last).name == "before_last.pt"
    torch.save({"epoch": 4}, last)
    assert newest_whole(last) == last
    last.write_bytes(b"")
    (tmp_path / "before_last.pt").unlink()
    with pytest.raises(ValueError, match="No whole checkpoint"):
        newest_whole(last)


def test_curves_are_drawn_from_results(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    (tmp_path / "results.csv").write_text("epoch,time,train/loss,lr/pg0\n1,2,3,0.1\n2,4,1,0.05\n", encoding="utf-8")
    draw_curves(tmp_path / "results.csv", tmp_path / "curves.png")
    picture = cv2.imread(str(tmp_path / "curves.png"))
    assert picture is not None
    assert picture.std() > 1


def small_config(name: str, folder: Path, **changes: object) -> Path:
    config = yaml.safe_load((CONFIGS / f"{name}.yaml").read_text(encoding="utf-8"))
    config.update({k: v for k, v in changes.items() if k != "train"})
    config["train"].update(changes.get("train", {}))
    path = folder / f"{name}-small.yaml"
    path.write_text(yaml.safe_dump(config), encoding="utf-8")
    return path


@pytest.mark.slow
def test_a_finder_is_trained_taken_up_again_exported_and_loaded(tmp_path: Path) -> None:
    pytest.importorskip("onnxslim")
    from jassvision.models.export import export
    from jassvision.models.weights import load_session
    from jassvision.vision.finder import Finder

    rng = np.random.default_rng(0)
    (tmp_path / "images").mkdir()
    (tmp_path / "labels").mkdir()
    for number in range(10):
        picture = np.full((96, 128, 3), rng.integers(0, 90), np.uint8)
        quad = np.array([[-14, -22], [14, -22], [14, 22], [-14, 22]]) + rng.integers([30, 30], [98, 66])
        cv2.fillPoly(picture, [quad], (240, 240, 240))
        cv2.imwrite(str(tmp_path / f"images/{number}.jpg"), picture)
        row = " ".join(f"{v:.5f}" for v in (quad / [128, 96]).ravel())
        (tmp_path / f"labels/{number}.txt").write_text(f"0 {row}\n", encoding="utf-8")
    config = small_config(
        "finder",
        tmp_path,
        shapes=[{"height": 96, "width": 128, "share": 1.0}],
        pictures_per_epoch=8,
        validation_pictures=2,
        validate_every=1,
        train={"imgsz": 128, "batch": 4, "nbs": 4, "epochs": 1},
    )
    run = tmp_path / "run"
    arguments = ["finder", "--config", str(config), "--data", str(tmp_path), "--run", str(run)]
    assert main(arguments) == 0
    rows = (run / "results.csv").read_text(encoding="utf-8").splitlines()
    assert len(rows) == 2
    assert main([*arguments, "--resume"]) == 0
    assert len((run / "results.csv").read_text(encoding="utf-8").splitlines()) == 3
    assert (run / "curves.png").is_file()
    differences = export("finder", run / "weights" / "final.pt", tmp_path / "models", "one2many")
    assert max(differences.values()) < 0.02
    network = load_session("finder", 1, tmp_path / "models")
    Finder(320, network=network).find(np.zeros((90, 160, 3), np.uint8))


@pytest.mark.slow
def test_a_reader_is_trained_exported_and_loaded(tmp_path: Path) -> None:
    pytest.importorskip("onnxslim")
    from jassvision.models.export import export
    from jassvision.models.weights import load_session
    from jassvision.vision.faces import CLASSES
    from jassvision.vision.reader import Reader

    rng = np.random.default_rng(0)
    classes = [n % len(CLASSES) for n in range(2 * len(CLASSES))]
    np.save(tmp_path / "crops-0000.npy", rng.integers(0, 256, (len(classes), 128, 80, 3), dtype=np.uint8))
    (tmp_path / "crops-0000.json").write_text(json.dumps({"classes": classes}), encoding="utf-8")
    config = small_config(
        "reader",
        tmp_path,
        crops_per_epoch=32,
        validation_crops=20,
        validate_every=1,
        train={"batch": 16, "nbs": 16, "epochs": 1},
    )
    run = tmp_path / "run"
    assert main(["reader", "--config", str(config), "--data", str(tmp_path), "--run", str(run)]) == 0
    differences = export("reader", run / "weights" / "final.pt", tmp_path / "models")
    assert max(differences.values()) < 0.002
    reader = Reader(network=load_session("reader", 1, tmp_path / "models"))
    read = reader.read_crops(np.load(tmp_path / "crops-0000.npy")[:3])
    np.testing.assert_allclose(read.sum(axis=1), 1, atol=1e-4)


def test_export_refuses_what_is_no_checkpoint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("onnxslim")
    from jassvision.models.export import main as export_main

    path = tmp_path / "weights.pt"
    path.write_bytes(b"nothing")
    assert export_main(["reader", "--weights", str(path), "--out", str(tmp_path)]) == 2
    assert "no checkpoint" in capsys.readouterr().err
    assert not (tmp_path / "reader.onnx").exists()
