"""Start a network from the COCO-trained state dict: what fits is taken over, folded batch norms are unfolded again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import torch
from torch import Tensor, nn

READER_LAYERS = {9: 10}
"""Layers of yolo26n-cls and the layer of yolo26n they are taken from, where the numbers differ (cls has no SPPF)."""


@dataclass(frozen=True)
class TakenOver:
    """How much of a network was started from other weights: tensors equal in shape, cut to shape, left as they were."""

    equal: int
    cut: int
    left: int


def take_over(model: nn.Module, weights: Path, layers: Mapping[int, int] | None = None) -> TakenOver:
    """Copy every tensor of the state dict in `weights` that fits into `model`.

    A tensor of the same rank that is larger in some direction is cut (the 80 channels of the COCO class branch become
    64); the last layer of the class branch, whose outputs mean classes, is left alone.

    Args:
        model: network with parameters named `model.<layer>...`.
        weights: file with a plain state dict.
        layers: layer number in `model` -> layer number in the state dict, where they differ.
    """
    state: dict[str, Tensor] = torch.load(weights, map_location="cpu", weights_only=True)
    equal = cut = left = 0
    with torch.no_grad():
        for name, own in model.state_dict().items():
            if name.endswith("num_batches_tracked"):
                continue
            other = state.get(_source_name(name, layers or {}))
            if other is None or other.ndim != own.ndim or _means_classes(name):
                left += 1
            elif other.shape == own.shape:
                own.copy_(other)
                equal += 1
            elif all(o >= s for o, s in zip(other.shape, own.shape, strict=True)):
                own.copy_(other[tuple(slice(0, s) for s in own.shape)])
                cut += 1
            else:
                left += 1
    return TakenOver(equal, cut, left)


def gone_on_with(model: nn.Module, weights: Path) -> bool:
    """Load the state dict in `weights` if it has every tensor of this very network, classes and all; whether it had.

    Such are the files in `models/checkpoints`: they hold what a training has reached, in half precision. A finder's
    may hold a branch of the head besides that is no longer trained.
    """
    state: dict[str, Tensor] = torch.load(weights, map_location="cpu", weights_only=True)
    own = model.state_dict()
    if not own.keys() <= state.keys() or any(state[name].shape != tensor.shape for name, tensor in own.items()):
        return False
    model.load_state_dict({name: state[name] for name in own})
    return True


def unfold_batch_norms(model: nn.Module, batches: Iterable[Tensor]) -> int:
    """Give folded batch norms the statistics of real pictures without changing what the network computes.

    The published weights carry their batch norms folded into the convolutions (gamma 1, mean 0, variance 1). Such a
    network is right in evaluation, but the first training step normalises every channel to variance 1 and nothing fits
    any more. With the measured mean m and variance v of what enters the norm, gamma = sqrt(v + eps), mean = m,
    variance = v and beta + m give the same output, and training starts from the same function.

    Args:
        model: network as loaded.
        batches: (n, 3, h, w) float pictures in [0, 1].

    Returns:
        The number of norms changed.
    """
    sums: dict[nn.BatchNorm2d, list[Tensor]] = {}
    handles = []
    for module in model.modules():
        if isinstance(module, nn.BatchNorm2d) and _is_folded(module):
            sums[module] = [torch.zeros(module.num_features, dtype=torch.float64) for _ in range(3)]
            handles.append(module.register_forward_pre_hook(lambda m, args: _add(sums[m], args[0])))
    was_training = model.training
    model.eval()
    with torch.no_grad():
        for batch in batches:
            model(batch)
    model.train(was_training)
    for handle in handles:
        handle.remove()
    changed = 0
    for norm, (count, total, squares) in sums.items():
        if count[0] < 2:
            continue
        mean = total / count
        variance = (squares / count - mean**2).clamp_min(1e-6)
        with torch.no_grad():
            # sqrt(v + eps) here and in the norm itself cancel out
            gamma = torch.sqrt(variance + norm.eps)
            norm.bias += (mean * norm.weight).to(norm.bias.dtype)
            norm.weight *= gamma.to(norm.weight.dtype)
            norm.running_mean = mean.to(torch.float32)
            norm.running_var = variance.to(torch.float32)
        changed += 1
    return changed


def _source_name(name: str, layers: Mapping[int, int]) -> str:
    head, number, rest = name.split(".", 2)
    return f"{head}.{layers.get(int(number), int(number))}.{rest}"


def _means_classes(name: str) -> bool:
    parts = name.split(".")
    return (any(p in ("cv3", "one2one_cv3") for p in parts) and parts[-2] == "2") or parts[-2] == "linear"


def _is_folded(norm: nn.BatchNorm2d) -> bool:
    if norm.running_mean is None or norm.running_var is None:
        return False
    still = bool((norm.running_mean == 0).all() and (norm.weight == 1).all())
    return still and bool((norm.bias != 0).any())


def _add(sums: list[Tensor], entering: Tensor) -> None:
    values = entering.detach().double().transpose(0, 1).flatten(1)
    sums[0] += values.shape[1]
    sums[1] += values.sum(1)
    sums[2] += (values**2).sum(1)
