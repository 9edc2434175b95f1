"""The decoder on simulated deals with noisy eyes: how much is right, marked unsure, and silently wrong.

The bounds are those that the decoder must keep; `tools/bench_decoder.py` prints the numbers themselves. The slow tests
together take some minutes: few deals of every kind; for more there is `bench_decoder --deals`.
"""

import pytest
from jassvision.rules.options import Rules
from jassvision.tools.bench_decoder import TRIALS, Noise, trial

RULES = Rules()


def test_usual_noise_leaves_nothing_silent():
    found = trial(RULES, Noise(), 4, seed=11, given=False, illegal=1)
    assert not found["silent"] and not found["silent_winner"] and not found["contract_silent"]
    assert found["right"] >= 142 and found["unsure"] <= 12 and not found["extra_deals"]


def test_things_that_are_no_cards_are_left_out():
    found = trial(RULES, Noise(0, 0, 0, ghosts=0.05), 3, seed=5)
    assert not found["silent"] and not found["extra_deals"] and found["right"] >= 106


@pytest.mark.parametrize(
    ("name", "seed"),
    [
        ("4 % of tricks missed, contract not given", 1000),
        ("2 % spurious", 2001),
        ("all of it, contract and dealer not given", 2001),
    ],
)
def test_what_goes_unseen_or_was_no_play_shifts_nothing_silently(name, seed):
    noise, options = TRIALS[name]
    found = trial(RULES, noise, 1, seed=seed, **options)
    assert not found["silent"] and not found["silent_winner"] and not found["contract_silent"], found
    assert found["right"] >= 34 and not found["extra_deals"], found


MISHAPS = [name for name in TRIALS if any(word in name for word in ("missed", "spurious", "twice", "all of it"))]


@pytest.mark.slow
@pytest.mark.parametrize("name", MISHAPS)
def test_mishaps_are_never_silent(name):
    noise, options = TRIALS[name]
    found = trial(RULES, noise, 4, seed=7, **options)
    assert not found["silent"] and not found["contract_silent"], found


@pytest.mark.slow
@pytest.mark.parametrize("name", TRIALS)
def test_silent_mistakes_are_next_to_none(name):
    noise, options = TRIALS[name]
    found = trial(RULES, noise, 6, seed=3, **options)
    # Two neighbours that are both read as the other, each nearly for sure, are two mistakes that nothing else tells.
    assert found["silent"] <= max(2, 0.002 * found["plays"]), found
    assert found["contract_silent"] <= 1, found
    assert found["right"] >= (0.85 if name in MISHAPS else 0.93) * found["plays"], found
