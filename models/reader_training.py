"""Train the reader: YOLO26n-cls with ultralytics, on straightened crops, started from COCO weights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from copy import copy
from typing import Any

import numpy as np
import torch
from jassvision.models.pacing import Paced, Plan
from jassvision.models.reader_crops import ClassDrawing, Crops, training_loader, validation_loader
from jassvision.models.start import READER_LAYERS, gone_on_with, take_over, unfold_batch_norms
from jassvision.vision.faces import CLASSES, PACKS
from torch import Tensor, nn
from torch.nn import functional
from torch.utils.data import DataLoader
from ultralytics.models.yolo.classify import ClassificationTrainer, ClassificationValidator
from ultralytics.nn.tasks import ClassificationModel
from ultralytics.utils import LOGGER

CALIBRATION_BATCHES = 8

UNREADABLE_SHARE = 4.0
"""How often `unreadable` is drawn relative to one face: it has far more looks than a face has."""

WORST_CONFUSIONS = 12


class SmoothedLoss:
    """Cross entropy with a little of the label spread over the other classes, so that confidences stay honest."""

    def __init__(self, smoothing: float) -> None:
        self.smoothing = smoothing

    def __call__(self, preds: Any, batch: dict[str, Tensor]) -> tuple[Tensor, dict[str, Tensor]]:
        """Loss of the logits (n, classes) against batch["cls"] (n,)."""
        logits = preds[1] if isinstance(preds, (list, tuple)) else preds
        loss = functional.cross_entropy(logits, batch["cls"], label_smoothing=self.smoothing)
        return loss, {"loss": loss.detach()}


class ReaderValidator(ClassificationValidator):  # type: ignore[misc]
    """ultralytics' validator, telling besides the accuracy of each pack and the worst confusions."""

    def preprocess(self, batch: dict[str, Any]) -> dict[str, Any]:
        """The batch as it is."""
        return batch

    def get_stats(self) -> dict[str, float]:
        """The usual numbers; prints the others."""
        said = torch.cat(self.pred)[:, 0].numpy()
        true = torch.cat(self.targets).numpy()
        LOGGER.info(accuracy_report(said, true))
        return dict(super().get_stats())


def accuracy_report(said: np.ndarray[Any, Any], true: np.ndarray[Any, Any]) -> str:
    """Share read right for each pack and for `unreadable`, and which class is most often taken for which."""
    groups = [*PACKS, "unreadable"]
    kind = np.array([groups.index(c.split("-")[0]) for c in CLASSES])
    parts = []
    for number, group in enumerate(groups):
        mine = kind[true] == number
        if mine.any():
            parts.append(f"{group} {float((said[mine] == true[mine]).mean()):.4f} of {int(mine.sum())}")
    wrong = Counter((CLASSES[t], CLASSES[s]) for t, s in zip(true, said, strict=True) if t != s)
    worst = ", ".join(f"{t} read {s} x{n}" for (t, s), n in wrong.most_common(WORST_CONFUSIONS))
    return f"right: {', '.join(parts)}; confused: {worst or 'none'}"


class ReaderTrainer(Paced, ClassificationTrainer):  # type: ignore[misc]
    """ultralytics' classification trainer, fed with crops that are not square."""

    def get_dataset(self) -> dict[str, Any]:
        """Names and channels; the crops come from the plan."""
        return {"train": "", "val": "", "nc": len(CLASSES), "names": dict(enumerate(CLASSES)), "channels": 3}

    def get_dataloader(
        self, dataset_path: str, batch_size: int = 16, rank: int = 0, mode: str = "train"
    ) -> DataLoader[dict[str, Any]]:
        """Batches drawn class by class, or the held out crops."""
        config = self.plan.config
        crops = Crops(self.plan.data, config["validation_crops"], mode != "train")
        if mode != "train":
            return validation_loader(crops, batch_size)
        unreadable = {CLASSES.index("unreadable"): UNREADABLE_SHARE}
        self.drawing = ClassDrawing(crops, config["crops_per_epoch"], self.args.seed, unreadable)
        return training_loader(crops, self.drawing, self.batch_size)

    def get_model(self, cfg: Any = None, weights: Any = None, verbose: bool = True) -> ClassificationModel:
        """The network, its backbone started from the COCO weights of the plan when it is new."""
        model: ClassificationModel = super().get_model(cfg, weights, verbose)
        if weights is None and self.plan.start is not None:
            if gone_on_with(model, self.plan.start):
                LOGGER.info(f"Going on from {self.plan.start.name}.")
            else:
                taken = take_over(model, self.plan.start, READER_LAYERS)
                norms = unfold_batch_norms(model, self._calibration())
                LOGGER.info(f"Started from {self.plan.start.name}: {taken}, {norms} batch norms unfolded.")
        for module in model.modules():
            if isinstance(module, nn.Dropout):
                module.p = self.args.dropout
        return model

    def get_validator(self) -> ReaderValidator:
        """The validator that tells of packs and confusions."""
        return ReaderValidator(self.test_loader, self.save_dir, args=copy(self.args), _callbacks=self.callbacks)

    def _setup_train(self) -> None:
        super()._setup_train()
        self.model.criterion = SmoothedLoss(self.plan.config["label_smoothing"])

    def _calibration(self) -> Iterator[Tensor]:
        crops = Crops(self.plan.data, self.plan.config["validation_crops"], False)
        drawing = ClassDrawing(crops, CALIBRATION_BATCHES * 64, 1)
        return (batch["img"] for batch in training_loader(crops, drawing, 64))

    def _model_train(self) -> None:
        self.drawing.set_epoch(self.epoch)
        super()._model_train()


def train_reader(plan: Plan) -> None:
    """Train until the plan's hours (or epochs) are over; the result lies in `weights/final.pt` of the run."""
    ReaderTrainer(copy(plan)).train()
