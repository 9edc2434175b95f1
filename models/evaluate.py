"""Measure finder and reader on photos, films, scenes and decks: `python -m jassvision.models.evaluate --photos DIR`."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from jassvision.models.contact_sheet import write_sheet
from jassvision.models.measure_films import measure_film
from jassvision.models.measure_photos import measure_photos, photo_sets
from jassvision.models.measure_scenes import measure_decks, measure_scenes
from jassvision.models.weights import FOLDER, load_card, load_session
from jassvision.vision.crops import CROP_WH
from jassvision.vision.eyes import Eyes
from jassvision.vision.finder import Finder
from jassvision.vision.reader import BATCH, Reader

ROUNDS = 30
"""Runs of which the median is the latency."""


def main(arguments: list[str] | None = None) -> int:
    """Measure from the command line; 0 when all was measured, 2 when something is missing."""
    parser = argparse.ArgumentParser(prog="python -m jassvision.models.evaluate", description=__doc__)
    parser.add_argument("--photos", type=Path, help="folder of photo sets, each with labels.json")
    parser.add_argument(
        "--report", type=Path, help="comparing program (default: PHOTOS/../../../bench/photo_report.py)"
    )
    parser.add_argument("--films", type=Path, help="folder of films with answer keys")
    parser.add_argument("--scenes", type=Path, help="folder of composed scenes with labels.jsonl")
    parser.add_argument("--count", type=int, default=200, help="scenes to look at (default 200)")
    parser.add_argument("--decks", type=Path, help="folder of decks, <deck>/<code>.jpg")
    parser.add_argument("--latency", action="store_true", help="time the networks")
    parser.add_argument("--weights", type=Path, help="folder of model cards and weights (default: the program's own)")
    parser.add_argument("--size", type=int, default=576, help="longest side that the finder looks at in stills")
    parser.add_argument("--film-size", type=int, default=512, help="longest side that the finder looks at in films")
    parser.add_argument("--pack", default="auto", help="swiss, french or auto")
    parser.add_argument("--samples", type=int, default=2, help="frames after every landing of a film")
    parser.add_argument("--failures", type=Path, metavar="DIR", help="write contact sheets of the failures")
    parser.add_argument("--out", type=Path, metavar="FILE", help="write all numbers as JSON")
    parser.add_argument("--note", action="store_true", help="write what was measured into both model cards")
    parser.add_argument("--threads", type=int, default=2)
    given = parser.parse_args(arguments)
    try:
        numbers = evaluate(given)
    except (ValueError, OSError) as error:
        print(f"evaluate: {error}", file=sys.stderr)
        return 2
    if given.note:
        for name in ("finder", "reader"):
            note_measured(given.weights or FOLDER, name, numbers)
    if given.out:
        given.out.write_text(json.dumps(numbers, indent=1), encoding="utf-8")
    return 0


def evaluate(given: argparse.Namespace) -> dict[str, Any]:
    """Measure what the arguments name, print a line for each, and return all numbers."""
    finder_network = load_session("finder", given.threads, given.weights)
    reader_network = load_session("reader", given.threads, given.weights)
    reader = Reader(given.pack, network=reader_network)
    still = Eyes(
        Finder(given.size, thorough=True, network=finder_network),
        Reader(given.pack, thorough=True, network=reader_network),
    )
    film = Eyes(Finder(given.film_size, network=finder_network), reader)
    numbers: dict[str, Any] = {}
    if given.latency:
        numbers["latency"] = latency(film.finder, reader)
    for folder in photo_sets(given.photos) if given.photos else []:
        report = given.report or given.photos.resolve().parents[2] / "bench" / "photo_report.py"
        told, line, failures = measure_photos(still, folder, report)
        print(f"{folder.name}: {line}", flush=True)
        numbers.setdefault("photos", {})[folder.name] = told
        _sheet(given.failures, folder.name, failures)
    for path in sorted(given.films.glob("*.mp4")) if given.films else []:
        score = measure_film(film, path, given.samples)
        print(score.line(), flush=True)
        numbers.setdefault("films", {})[path.stem] = {
            k: v for k, v in vars(score).items() if isinstance(v, int) and not isinstance(v, bool)
        }
        _sheet(given.failures, path.stem, score.failures)
    if given.scenes:
        scenes = measure_scenes(still, given.scenes, given.count)
        print(scenes.line(), flush=True)
        numbers["scenes"] = {k: v for k, v in vars(scenes).items() if isinstance(v, int)}
        _sheet(given.failures, "scenes", scenes.failures)
    if given.decks:
        for name, (shown, right, wrong) in measure_decks(reader, given.decks).items():
            print(f"{name}: {right} of {shown} faces read{'; ' if wrong else ''}{', '.join(wrong)}", flush=True)
            numbers.setdefault("decks", {})[name] = {"shown": shown, "right": right}
    return numbers


def note_measured(folder: Path, name: str, numbers: dict[str, Any]) -> None:
    """Write what was measured into a model card, beside what earlier measurements of other kinds say there."""
    card = load_card(name, folder)
    card["measured"] = {**(card.get("measured") or {}), **numbers}
    text = yaml.safe_dump(card, sort_keys=False, allow_unicode=True, width=110)
    (folder / f"{name}.yaml").write_text(text, encoding="utf-8")


def latency(finder: Finder, reader: Reader) -> dict[str, float]:
    """Median milliseconds of a finder's frame (16:9 and 4:3 at its size) and of one crop in a batch; prints them."""
    rng = np.random.default_rng(0)
    found = {}
    for shape in ((9, 16), (3, 4)):
        height, width = (side * finder.size // max(shape) for side in shape)
        picture = rng.integers(0, 256, (height, width, 3), dtype=np.uint8)
        found[f"finder {width}x{height}"] = _median_ms(lambda p=picture: finder.find(p))
    crops = rng.integers(0, 256, (BATCH, CROP_WH[1], CROP_WH[0], 3), dtype=np.uint8)
    found[f"reader, each of {BATCH} crops"] = _median_ms(lambda: reader.read_crops(crops)) / BATCH
    found["reader, one crop alone"] = _median_ms(lambda: reader.read_crops(crops[:1]))
    for name, value in found.items():
        print(f"{name}: {value:.1f} ms", flush=True)
    return found


def _median_ms(call: Any) -> float:
    times = []
    for _ in range(ROUNDS):
        start = time.perf_counter()
        call()
        times.append((time.perf_counter() - start) * 1000)
    return float(np.median(times))


def _sheet(folder: Path | None, name: str, failures: Any) -> None:
    if folder is not None and failures:
        write_sheet(failures, folder / f"{name}.png")


if __name__ == "__main__":
    sys.exit(main())
