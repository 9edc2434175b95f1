"""Train by the clock: a trainer that can be killed at any time and goes on where it was, within a budget of hours."""

from __future__ import annotations

import csv
import os
import pickle
import shutil
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

os.environ.setdefault("YOLO_OFFLINE", "1")  # before ultralytics is imported: it would look for fonts and updates

import torch
import yaml
from ultralytics.engine.trainer import BaseTrainer
from ultralytics.utils.torch_utils import strip_optimizer

SAVE_SECONDS = 480.0
"""Longest time between two checkpoints inside an epoch."""

ALWAYS = {
    "amp": False,
    "workers": 0,
    "plots": False,
    "val": True,
    "device": "cpu",
    "deterministic": False,
    "close_mosaic": 0,
    "patience": 10_000,
    "pretrained": False,
    "fliplr": 0.0,
    "flipud": 0.0,
    "mosaic": 0.0,
}
"""Arguments of ultralytics' trainer that hold for every training here: no mixed precision on a CPU, no early stop, and
never a mirrored card. (Pictures are turned, moved and recoloured by our own loaders, not by ultralytics'.)"""


@dataclass(frozen=True)
class Plan:
    """Everything a training needs: the YAML config, the data, where the run is kept, how long it may take."""

    config: dict[str, Any]
    data: tuple[tuple[Path, float], ...]
    run: Path
    hours: float | None = None
    start: Path | None = None
    resume: bool = False
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def last(self) -> Path:
        """The checkpoint to go on from."""
        return self.run / "weights" / "last.pt"

    def overrides(self) -> dict[str, Any]:
        """Arguments for ultralytics' trainer."""
        args = {**ALWAYS, **self.config["train"], "model": self.config["model"], "save_dir": str(self.run)}
        if self.hours is not None:
            args["time"] = self.hours
        if self.resume:
            args["resume"] = str(newest_whole(self.last))
        return args


def load_plan(config: Path, data: list[str], run: Path, hours: float | None, start: Path | None, resume: bool) -> Plan:
    """The plan from a config file and the command line.

    `data` entries are folders, each with an optional weight (`DIR:3` is drawn from three times as often).

    Raises:
        ValueError: a folder or file is missing; the message says which.
    """
    if not config.is_file():
        raise ValueError(f"There is no config {config}.")
    folders: list[tuple[Path, float]] = []
    for entry in data:
        name, colon, weight = entry.rpartition(":")
        folder = Path(name) if colon else Path(entry)
        if not folder.is_dir():
            raise ValueError(f"There is no folder {folder} with training data.")
        folders.append((folder, float(weight) if colon else 1.0))
    if not folders:
        raise ValueError("No training data: name at least one folder with --data DIR.")
    if start is not None and not start.is_file():
        raise ValueError(f"There are no weights {start} to start from.")
    if resume and not (run / "weights" / "last.pt").is_file():
        raise ValueError(f"There is no checkpoint in {run}/weights to go on from: leave out --resume.")
    settings: dict[str, Any] = yaml.safe_load(config.read_text(encoding="utf-8"))
    return Plan(settings, tuple(folders), run, hours, start, resume)


def newest_whole(last: Path) -> Path:
    """The checkpoint `last`, or the one saved before it if the machine stopped while it was written."""
    before = last.with_name("before_last.pt")
    for path in (last, before):
        try:
            torch.load(path, map_location="cpu", weights_only=False)
        except (OSError, EOFError, RuntimeError, ValueError, pickle.UnpicklingError):
            continue
        return path
    raise ValueError(f"No whole checkpoint in {last.parent}: start again without --resume.")


class Paced(BaseTrainer):  # type: ignore[misc]
    """What both trainings share: hours counted over all sittings, validation now and then, safe checkpoints."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.validated_epoch = -1
        super().__init__(overrides=plan.overrides())
        self.add_callback("on_train_start", _count_earlier_hours)
        self.add_callback("on_train_epoch_start", _count_from_first_epoch)
        self.add_callback("on_train_batch_end", _save_in_time)
        self.add_callback("on_fit_epoch_end", _draw_curves)

    def resume_training(self, ckpt: dict[str, Any] | None) -> None:
        """Go on from a checkpoint, also from one whose planned epochs are done when the budget of hours has grown."""
        if ckpt is not None and self.resume:
            self.epochs = self.args.epochs = max(self.epochs, ckpt["epoch"] + 2)
        super().resume_training(ckpt)

    def validate(self) -> tuple[dict[str, Any], float]:
        """Validate every few epochs and at the end; in between the last numbers stand and no checkpoint is `best`."""
        every = int(self.plan.config.get("validate_every", 1))
        if not (self.stop or self.epoch + 1 >= self.epochs or (self.epoch + 1) % every == 0):
            return dict(self.metrics), -1.0
        self.validated_epoch = self.epoch
        metrics, fitness = super().validate()
        return metrics, fitness

    def save_model(self) -> bool:
        """Save `last.pt`, keeping the one before it until the new one is whole."""
        if self.last.exists():
            shutil.copyfile(self.last, self.last.with_name("before_last.pt"))
        self.saved_at = time.time()
        return bool(super().save_model())

    def final_eval(self) -> None:
        """Write `final.pt`, the averaged weights alone; `last.pt` stays, so that a training can be given more hours."""
        if self.validated_epoch != self.epoch:
            self.stop = True
            self.metrics, self.fitness = self.validate()
        strip_optimizer(self.last, s=str(self.wdir / "final.pt"))


def _count_earlier_hours(trainer: Paced) -> None:
    trainer.saved_at = time.time()
    if trainer.resume and (seconds := _seconds_trained(trainer.csv)):
        trainer.train_time_start -= seconds


def _count_from_first_epoch(trainer: Paced) -> None:
    # ultralytics divides the time by the epochs since the restart, but the clock counts from the first epoch
    trainer.start_epoch = 0


def _save_in_time(trainer: Paced) -> None:
    if time.time() - trainer.saved_at > SAVE_SECONDS:
        trainer.save_model()


def _draw_curves(trainer: Paced) -> None:
    draw_curves(trainer.csv, trainer.save_dir / "curves.png")


def _seconds_trained(results: Path) -> float:
    rows = _rows(results)
    return float(rows[-1]["time"]) if rows else 0.0


def _rows(results: Path) -> list[dict[str, str]]:
    if not results.is_file():
        return []
    with results.open(encoding="utf-8", newline="") as file:
        return [{k.strip(): v.strip() for k, v in row.items()} for row in csv.DictReader(file)]


def draw_curves(results: Path, picture: Path) -> None:
    """Draw every column of ultralytics' results.csv over the epochs as one small plot each."""
    import matplotlib

    matplotlib.use("Agg")
    import matplotlib.pyplot as plt

    rows = _rows(results)
    if not rows:
        return
    names = [n for n in rows[0] if n not in ("epoch", "time") and not n.startswith("lr/pg1") and n != "lr/pg2"]
    epochs = [float(r["epoch"]) for r in rows]
    across = 4
    down = -(-len(names) // across)
    figure, axes = plt.subplots(down, across, figsize=(3.2 * across, 2.4 * down), squeeze=False, layout="constrained")
    for axis in axes.flat[len(names) :]:
        axis.axis("off")
    for axis, name in zip(axes.flat, names, strict=False):
        axis.plot(epochs, [float(r[name]) for r in rows], linewidth=1.6, marker=".")
        axis.set_title(name, fontsize=9)
        axis.grid(alpha=0.3)
        axis.tick_params(labelsize=7)
    figure.savefig(picture, dpi=110)
    plt.close(figure)
