"""Export trained weights to ONNX and check them: `python -m jassvision.models.export finder --weights last.pt`."""

from __future__ import annotations

import argparse
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import onnxruntime
import onnxslim
import torch
import yaml
from jassvision.models.graphs import ROWS, FinderGraph, PictureGraph, ReaderGraph, load_trained
from jassvision.models.weights import FOLDER, sha256
from jassvision.vision.crops import CROP_WH
from jassvision.vision.faces import CLASSES
from numpy.typing import NDArray

OPSET = 17
"""ONNX operators of the exported files: old enough for every onnxruntime from 1.14 on."""

LARGEST_FILE = 12 * 1024 * 1024
"""Bytes that weights may take."""

FINDER_FRAMES = ((288, 512), (384, 512), (512, 384), (352, 640), (480, 640), (96, 128))
"""Height and width of the frames on which torch and onnxruntime are compared; none is square."""

TOLERANCE = {"finder": 0.02, "reader": 0.002}
"""Largest difference allowed: pixels and scores of the finder's places, logits of the reader."""


def main(arguments: list[str] | None = None) -> int:
    """Export from the command line; 0 when file and card are written, 2 when the weights are unfit."""
    parser = argparse.ArgumentParser(prog="python -m jassvision.models.export", description=__doc__)
    parser.add_argument("model", choices=["finder", "reader"])
    parser.add_argument("--weights", type=Path, required=True, help="checkpoint of the training (final.pt or last.pt)")
    parser.add_argument(
        "--branch", choices=sorted(ROWS), default="one2one", help="branch of the finder's head to export"
    )
    parser.add_argument("--out", type=Path, default=FOLDER, help="folder of file and card (default: the program's own)")
    given = parser.parse_args(arguments)
    try:
        differences = export(given.model, given.weights, given.out, given.branch)
    except ValueError as error:
        print(f"export: {error}", file=sys.stderr)
        return 2
    for shape, difference in differences.items():
        print(f"{shape}: largest difference torch - onnxruntime {difference:.6f}")
    print(f"wrote {given.out / given.model}.onnx and {given.model}.yaml")
    return 0


def export(name: str, weights: Path, folder: Path, branch: str = "one2one") -> dict[str, float]:
    """Write `<name>.onnx` and its card into a folder; what people wrote into an older card is kept.

    Args:
        name: `finder` or `reader`.
        weights: checkpoint of ultralytics.
        folder: where to write.
        branch: which branch of the finder's head, `one2one` or `one2many`.

    Returns:
        The largest difference between torch and onnxruntime for each shape of input that was tried.

    Raises:
        ValueError: the checkpoint cannot be read, the file is too large, or onnxruntime computes something else.
    """
    model = load_trained(weights)
    graph: PictureGraph = FinderGraph(model, branch) if name == "finder" else ReaderGraph(model)
    path = folder / f"{name}.onnx"
    fresh = folder / f"{name}.new.onnx"
    folder.mkdir(parents=True, exist_ok=True)
    try:
        write_onnx(name, graph, fresh)
        if fresh.stat().st_size > LARGEST_FILE:
            raise ValueError(f"The weights take {fresh.stat().st_size} bytes, more than {LARGEST_FILE}.")
        differences = parity(name, graph, fresh)
        if (worst := max(differences.values())) > TOLERANCE[name]:
            raise ValueError(f"onnxruntime and torch differ by {worst:.4f}, more than {TOLERANCE[name]}.")
        fresh.replace(path)
    finally:
        fresh.unlink(missing_ok=True)
    write_card(name, path, max(differences.values()), graph)
    return differences


def write_onnx(name: str, graph: PictureGraph, path: Path) -> None:
    """Write a graph as a simplified ONNX file whose batch (and, for the finder, height and width) may vary."""
    shape = (1, 288, 512, 3) if name == "finder" else (2, CROP_WH[1], CROP_WH[0], 3)
    example = torch.randint(0, 255, shape, dtype=torch.uint8)
    source, results = ("pictures", ["cards", "every"]) if name == "finder" else ("crops", ["logits"])
    free = {0: "n", 1: "height", 2: "width"} if name == "finder" else {0: "n"}
    places = {"every": {0: "n", 1: "places"}}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the tracer warns of every shape that it follows
        torch.onnx.export(
            graph,
            (example,),
            str(path),
            dynamo=False,
            opset_version=OPSET,
            input_names=[source],
            output_names=results,
            dynamic_axes={source: free, **{result: places.get(result, {0: "n"}) for result in results}},
        )
    slim = onnxslim.slim(onnx.load(str(path)))
    onnx.save(slim, str(path))


def parity(name: str, graph: PictureGraph, path: Path) -> dict[str, float]:
    """Largest difference between the graph in torch and the file in onnxruntime, for several shapes of input."""
    session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
    rng = np.random.default_rng(0)
    differences: dict[str, float] = {}
    shapes = (
        [(1, h, w) for h, w in FINDER_FRAMES] if name == "finder" else [(n, CROP_WH[1], CROP_WH[0]) for n in (1, 7)]
    )
    for count, height, width in shapes:
        pictures = _blotches(rng, count, height, width)
        with torch.no_grad():
            answer = graph(torch.from_numpy(pictures))
        expected = (answer[1] if isinstance(answer, tuple) else answer).numpy()
        found = session.run(None, {session.get_inputs()[0].name: pictures})[-1]
        difference = float(np.abs(expected - found).max())
        differences[f"{count} x {height} x {width}"] = difference
    return differences


def _blotches(rng: np.random.Generator, count: int, height: int, width: int) -> NDArray[np.uint8]:
    """Pictures with coarse structure: pure noise leaves a network without anything to find."""
    coarse = rng.integers(0, 256, (count, -(-height // 16), -(-width // 16), 3), dtype=np.uint8)
    large = coarse.repeat(16, 1).repeat(16, 2)[:, :height, :width]
    pictures: NDArray[np.uint8] = np.clip(large + rng.integers(-20, 20, large.shape), 0, 255).astype(np.uint8)
    return pictures


def write_card(name: str, path: Path, difference: float, graph: PictureGraph) -> None:
    """Write what is known of an exported file into its card, and leave everything else in the card as it is."""
    card_path = path.with_suffix(".yaml")
    card: dict[str, Any] = {}
    if card_path.is_file():
        card = yaml.safe_load(card_path.read_text(encoding="utf-8")) or {}
    finder = name == "finder"
    facts: dict[str, Any] = {
        "name": name,
        "file": path.name,
        "sha256": sha256(path),
        "bytes": path.stat().st_size,
        "licence": "AGPL-3.0-or-later",
        "architecture": "YOLO26n-OBB (ultralytics)" if finder else "YOLO26n-cls (ultralytics)",
        **({"branch": graph.branch} if isinstance(graph, FinderGraph) else {}),
        "parameters": sum(p.numel() for p in graph.parameters()),
        "opset": OPSET,
        "classes": ["face", "back"] if finder else list(CLASSES),
        "input": (
            "pictures: n x height x width x 3, uint8, BGR; height and width multiples of 32"
            if finder
            else f"crops: n x {CROP_WH[1]} x {CROP_WH[0]} x 3, uint8, BGR"
        ),
        "output": (
            f"cards: n x {ROWS[graph.branch]} x 7, best first: x, y, width, height in pixels, score, class, angle"
            if isinstance(graph, FinderGraph)
            else f"logits: n x {len(CLASSES)}"
        ),
        "torch_and_onnxruntime_differ_by_at_most": round(difference, 6),
    }
    card = {**facts, **{k: v for k, v in card.items() if k not in facts}}
    card_path.write_text(yaml.safe_dump(card, sort_keys=False, allow_unicode=True, width=110), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
