"""Measure on labelled photos, with a report program that is kept apart from ours."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
from jassvision.models.contact_sheet import Failure
from jassvision.vision.eyes import Eyes, entry
from jassvision.vision.pictures import load_picture

NUMBERS = ("pictures", "perfect", "cards", "found", "read", "wrong", "false", "mAP50")
"""What the report program's last line tells."""


def photo_sets(folder: Path) -> list[Path]:
    """The folders with a labels.json: the folder itself, or those in it.

    Raises:
        ValueError: there are none.
    """
    sets = [folder] if (folder / "labels.json").is_file() else sorted(p.parent for p in folder.glob("*/labels.json"))
    if not sets:
        raise ValueError(f"There is no labels.json in {folder} nor in the folders in it.")
    return sets


def measure_photos(eyes: Eyes, folder: Path, report: Path) -> tuple[dict[str, float], str, list[Failure]]:
    """Look at every photo of a set and have the report program compare the result with the labels.

    Args:
        eyes: what looks.
        folder: photos and their labels.json.
        report: the program, called as `report RESULT LABELS --list`.

    Returns:
        The numbers of the report's last line by name, that line, and the pictures with a mistake.

    Raises:
        ValueError: the report program failed.
    """
    labels = json.loads((folder / "labels.json").read_text(encoding="utf-8"))["images"]
    seen = {}
    entries = []
    for image in labels:
        picture = load_picture(folder / image["file"])
        seen[image["file"]] = eyes.see(picture)
        entries.append(entry(image["file"], picture.shape[1], picture.shape[0], seen[image["file"]]))
    with tempfile.TemporaryDirectory() as place:
        result = Path(place) / "result.json"
        result.write_text(json.dumps({"images": entries}), encoding="utf-8")
        command = [sys.executable, str(report), str(result), str(folder / "labels.json"), "--list"]
        told = subprocess.run(command, capture_output=True, text=True, check=False)
    if told.returncode:
        raise ValueError(f"{report} failed on {folder}: {told.stderr.strip().splitlines()[-1:]}")
    *mistakes, last = told.stdout.strip().splitlines()
    boxes = {i["file"]: [c["box"] for c in i["cards"] if c["box"] and c["card"] != "ignore"] for i in labels}
    failures = []
    for line in mistakes:
        name, _, what = line.partition(" ")
        corners = tuple(np.array([[a, b], [c, b], [c, d], [a, d]], np.float32) for a, b, c, d in boxes[name])
        failures.append(Failure(load_picture(folder / name), seen[name], f"{name} {what}", corners))
    return _numbers(last), last, failures


def _numbers(line: str) -> dict[str, float]:
    found = {}
    for name in NUMBERS:
        match = re.search(rf"\b{name} ([0-9.]+)", line)
        if match is None:
            raise ValueError(f"The report does not tell {name}: {line}")
        found[name] = float(match[1])
    return found
