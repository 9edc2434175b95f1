"""Train the finder: YOLO26n-OBB with ultralytics, on scenes, started from COCO weights."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from itertools import islice
from typing import Any

from jassvision.models.pacing import Paced, Plan
from jassvision.models.scene_pictures import Drawing, ScenePictures, training_loader, validation_loader
from jassvision.models.start import gone_on_with, take_over, unfold_batch_norms
from torch import Tensor
from torch.utils.data import DataLoader
from ultralytics.models.yolo.obb import OBBTrainer
from ultralytics.nn.tasks import OBBModel, yaml_model_load
from ultralytics.utils import LOGGER

CALIBRATION_BATCHES = 8


class FinderTrainer(Paced, OBBTrainer):  # type: ignore[misc]
    """ultralytics' trainer of oriented boxes, fed with scenes instead of a dataset file."""

    def get_dataset(self) -> dict[str, Any]:
        """Names and channels; the pictures come from the plan."""
        names = dict(enumerate(self.plan.config["classes"]))
        return {"train": "", "val": "", "nc": len(names), "names": names, "channels": 3}

    def get_dataloader(
        self, dataset_path: str, batch_size: int = 16, rank: int = 0, mode: str = "train"
    ) -> DataLoader[dict[str, Any]]:
        """Batches drawn from the plan's folders, or the held out pictures."""
        config = self.plan.config
        pictures = ScenePictures(self.plan.data, config["validation_pictures"], mode != "train")
        if mode != "train":
            return validation_loader(pictures, self.args.imgsz)
        shapes = [(s["height"], s["width"], s["share"]) for s in config["shapes"]]
        self.drawing = Drawing(pictures, config["pictures_per_epoch"], self.batch_size, shapes, self.args.seed)
        return training_loader(self.drawing)

    def get_model(self, cfg: Any = None, weights: Any = None, verbose: bool = True) -> OBBModel:
        """The network, started from the weights of the plan when it is new.

        Only the one-to-many branch of the head is trained: it learns faster, and the boxes that it has too many are
        few enough to be dropped by their overlap at run time.
        """
        if isinstance(cfg, str):
            cfg = {**yaml_model_load(cfg), "end2end": False}
        model: OBBModel = super().get_model(cfg, weights, verbose)
        if weights is None and self.plan.start is not None:
            if gone_on_with(model, self.plan.start):
                LOGGER.info(f"Going on from {self.plan.start.name}.")
            else:
                taken = take_over(model, self.plan.start)
                norms = unfold_batch_norms(model, self._calibration())
                LOGGER.info(f"Started from {self.plan.start.name}: {taken}, {norms} batch norms unfolded.")
        return model

    def _calibration(self) -> Iterator[Tensor]:
        config = self.plan.config
        pictures = ScenePictures(self.plan.data, config["validation_pictures"], False)
        drawing = Drawing(pictures, CALIBRATION_BATCHES * 8, 8, [(384, 512, 1.0)], 1)
        return (batch["img"].float() / 255 for batch in islice(training_loader(drawing), CALIBRATION_BATCHES))

    def _model_train(self) -> None:
        self.drawing.set_epoch(self.epoch)
        super()._model_train()


def train_finder(plan: Plan) -> None:
    """Train until the plan's hours (or epochs) are over; the result lies in `weights/final.pt` of the run."""
    FinderTrainer(copy(plan)).train()
