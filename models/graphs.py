"""Networks as they are exported: a picture as OpenCV holds it goes in, what the program needs comes out."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

ROWS = {"one2one": 100, "one2many": 200}
"""Rows that the finder returns for each picture: the one-to-many branch has several for one card."""


class PictureGraph(nn.Module):
    """A network that takes (n, h, w, 3) uint8 BGR pictures; channel order and scale lie in its first convolution."""

    def __init__(self, model: nn.Module, branch: str = "one2one") -> None:
        super().__init__()
        model = copy.deepcopy(model).float().eval()
        for parameter in model.parameters():
            parameter.requires_grad = False
        head: Any = model.model[-1]
        if hasattr(head, "one2one_cv2"):
            head.end2end = branch == "one2one"  # fusing drops the other branch
        model.fuse(verbose=False)
        first = model.model[0].conv
        first.weight.data = first.weight.data[:, [2, 1, 0]] / 255
        self.model = model
        self.eval()

    def planes(self, pictures: Tensor) -> Tensor:
        """(n, 3, h, w) float from (n, h, w, 3) uint8."""
        return pictures.permute(0, 3, 1, 2).float()


class FinderGraph(PictureGraph):
    """Pictures to (n, rows, 7), best first: x, y, width, height in pixels, score, class, angle in radians.

    The one-to-one branch was trained to give one row for a card; the one-to-many branch gives several, of which the
    caller keeps the best, and learns faster.

    A second output holds what the rows were chosen from, (n, places, 7): x, y, width, height, two scores, angle. Parity
    is checked on it, since rows with equal scores may change places; at run time it is not asked for.
    """

    def __init__(self, model: nn.Module, branch: str = "one2one") -> None:
        super().__init__(model, branch)
        self.branch = branch
        head: Any = self.model.model[-1]
        head.export, head.dynamic, head.format = True, True, "onnx"
        head.max_det, head.agnostic_nms = ROWS[branch], True

    def forward(self, pictures: Tensor) -> tuple[Tensor, Tensor]:
        """See the class."""
        x: Any = self.planes(pictures)
        kept: list[Any] = []
        for layer in self.model.model[:-1]:
            if layer.f != -1:
                x = kept[layer.f] if isinstance(layer.f, int) else [x if j == -1 else kept[j] for j in layer.f]
            x = layer(x)
            kept.append(x if layer.i in self.model.save else None)
        head: Any = self.model.model[-1]
        found = head.forward_head([kept[j] for j in head.f], **getattr(head, self.branch))
        every: Tensor = head._inference(found).permute(0, 2, 1)
        rows: Tensor = head.postprocess(every)
        return rows, every


class ReaderGraph(PictureGraph):
    """Crops (n, 128, 80, 3) to (n, classes) logits."""

    def forward(self, crops: Tensor) -> Tensor:
        """See the class."""
        layers: Sequence[Any] = self.model.model
        x = self.planes(crops)
        for layer in layers[:-1]:
            x = layer(x)
        head = layers[-1]
        logits: Tensor = head.linear(head.pool(head.conv(x)).flatten(1))
        return logits


def load_trained(path: Path) -> nn.Module:
    """The averaged weights of a checkpoint of ultralytics as a network in float32.

    Raises:
        ValueError: the file is no checkpoint.
    """
    try:
        # checkpoints hold the network as a pickled object: only load those that were trained here
        checkpoint = torch.load(path, map_location="cpu", weights_only=False)
        model: nn.Module = checkpoint.get("ema") or checkpoint["model"]
    except (OSError, EOFError, RuntimeError, KeyError, AttributeError, pickle.UnpicklingError) as error:
        reason = str(error).splitlines()[:1]
        raise ValueError(f"{path} is no checkpoint of ultralytics: {' '.join(reason)}") from None
    return model.float().eval()
