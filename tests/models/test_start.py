"""Starting from other weights: what fits is copied, folded norms are unfolded without changing the function."""

from itertools import pairwise
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
from jassvision.models.start import gone_on_with, take_over, unfold_batch_norms  # noqa: E402
from torch import nn  # noqa: E402


def folded(channels: tuple[int, ...] = (3, 8, 12)) -> nn.Sequential:
    """Convolutions with norms as they are after folding: mean 0, variance 1 - eps, gamma 1, some bias."""
    torch.manual_seed(0)
    layers: list[nn.Module] = []
    for before, after in pairwise(channels):
        norm = nn.BatchNorm2d(after, eps=1e-3)
        norm.running_var.fill_(1 - norm.eps)
        norm.bias.data.uniform_(-1, 1)
        layers += [nn.Conv2d(before, after, 3, padding=1, bias=False), norm, nn.SiLU()]
        layers[-3].weight.data *= 7
    return nn.Sequential(*layers)


def test_unfolding_keeps_what_is_computed_and_calms_the_first_step() -> None:
    model = folded().eval()
    pictures = torch.rand(16, 3, 24, 32)
    before = model(pictures)
    spread_before = (folded().train()(pictures) - before).abs().mean()
    assert unfold_batch_norms(model, [pictures[:8], pictures[8:]]) == 2
    assert not model.training
    torch.testing.assert_close(model(pictures), before, atol=1e-4, rtol=1e-4)
    spread_after = (model.train()(pictures) - before).abs().mean()
    assert spread_after < 0.02 * spread_before


def test_norms_that_were_never_folded_are_left_alone() -> None:
    model = nn.Sequential(nn.Conv2d(3, 4, 1), nn.BatchNorm2d(4))
    assert unfold_batch_norms(model, [torch.rand(2, 3, 8, 8)]) == 0


def test_tensors_are_copied_cut_or_left(tmp_path: Path) -> None:
    class Net(nn.Module):
        def __init__(self, inner: int) -> None:
            super().__init__()
            self.model = nn.ModuleList([nn.Conv2d(3, 4, 3), nn.Conv2d(4, inner, 1), nn.Conv2d(4, 4, 1)])

    torch.manual_seed(1)
    large, small = Net(8), Net(5)
    path = tmp_path / "weights.pt"
    torch.save({k: v for k, v in large.state_dict().items() if not k.startswith("model.2")}, path)
    kept = small.model[2].weight.clone()
    taken = take_over(small, path)
    assert (taken.equal, taken.cut, taken.left) == (2, 2, 2)
    torch.testing.assert_close(small.model[0].weight, large.model[0].weight)
    torch.testing.assert_close(small.model[1].weight, large.model[1].weight[:5])
    torch.testing.assert_close(small.model[2].weight, kept)


def test_layers_may_have_other_numbers(tmp_path: Path) -> None:
    model = nn.Module()
    model.model = nn.ModuleList([nn.Conv2d(3, 4, 3)])
    weight = torch.rand(4, 3, 3, 3)
    torch.save({"model.7.weight": weight, "model.7.bias": torch.rand(4)}, tmp_path / "w.pt")
    assert take_over(model, tmp_path / "w.pt", {0: 7}).equal == 2
    torch.testing.assert_close(model.model[0].weight, weight)


def test_a_checkpoint_of_the_same_network_is_loaded_whole(tmp_path: Path) -> None:
    reached, fresh, other = folded(), folded(), folded((3, 8, 16))
    with torch.no_grad():
        reached[0].weight.add_(1)
    path = tmp_path / "reached.pt"
    torch.save({name: tensor.half() for name, tensor in reached.state_dict().items()}, path)
    assert gone_on_with(fresh, path)
    torch.testing.assert_close(fresh[0].weight, reached[0].weight, atol=2e-3, rtol=2e-3)
    before = other[0].weight.clone()
    assert not gone_on_with(other, path)
    torch.testing.assert_close(other[0].weight, before)
