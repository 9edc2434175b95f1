"""However long a film is: what watcher and decoder keep, and the work for a deal, do not grow with the deals before."""

import gc
import importlib.util
import random
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
from jassvision.rules.cards import CARDS, code
from jassvision.rules.options import Rules
from jassvision.rules.seats import next_seat
from jassvision.tools.bench_decoder import Noise, observations, random_play
from jassvision.vision.decoder import Decoder
from jassvision.vision.watch import Watcher

MIB = 2**20
WANTED_MIB = 1024
"""What a film may take, however long it is."""

DEALS_OF_A_DAY = 250
"""More deals than anybody films in one go: twelve hours at three minutes a deal."""


def held_bytes(thing: object, without: Iterable[object] = ()) -> int:
    """Bytes of all that can be reached from a thing, but for code and what is left out."""
    known = {id(it) for it in without}
    waiting, total = [thing], 0
    while waiting:
        it = waiting.pop()
        if id(it) in known or isinstance(it, type | ModuleType | FunctionType):
            continue
        known.add(id(it))
        total += it.nbytes if isinstance(it, np.ndarray) and it.base is None else sys.getsizeof(it)
        waiting += gc.get_referents(it)
    return total


def scene_class() -> Any:
    """The drawn table of the watcher's own tests."""
    path = Path(__file__).resolve().parents[1] / "vision" / "test_watch.py"
    spec = importlib.util.spec_from_file_location("drawn_table", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module.Scene


def test_what_is_held_is_counted() -> None:
    row = np.zeros(1000, np.uint8)
    assert 1000 <= held_bytes({"a": [row, row[:10]]}) < 2000
    assert held_bytes([row], without=[row]) < 200


def test_the_decoder_keeps_little_of_a_deal_and_does_not_slow_down() -> None:
    rules = Rules()
    decoder = Decoder(rules)
    held, work = [], []
    now, track, dealer = 0.0, 0, 0
    for number in range(9):
        played = random_play(rules, random.Random(number), dealer=dealer)
        seen = list(observations(played, rules, Noise(0.01, 0, 0), np.random.default_rng(7), start=now, track=track))
        begun = time.process_time()
        for one in seen:
            decoder.take(one)
        assert len(decoder.answer.deals) == number + 1
        work.append(time.process_time() - begun)
        held.append(held_bytes(decoder))
        dealer = next_seat(dealer, 4)
        now = max(getattr(o, "time", getattr(o, "time_last", 0.0)) for o in seen) + 8
        track = max(getattr(o, "track", 0) for o in seen) + 1
    growth = (held[-1] - held[2]) / (len(held) - 3)
    assert growth * DEALS_OF_A_DAY < 0.5 * WANTED_MIB * MIB, f"{growth / MIB:.2f} MiB a deal"
    assert np.median(work[-3:]) < 4 * np.median(work[:4]), work


def test_the_watcher_keeps_nothing_of_tricks_that_are_over() -> None:
    scene = scene_class()(rate=8.0)
    deck = [code(card) for card in CARDS]
    start = 0.9
    ends = []
    for number in range(12):
        start = scene.trick(" ".join(deck[4 * (number % 9) : 4 * (number % 9) + 4]), "south", start, "east", gap=0.6)
        ends.append(start)
    scene.length += 1
    watcher = Watcher(scene, scene)
    held = {}
    for frame in scene.frames():
        watcher.take(frame)
        for number in (3, 11):
            if number not in held and frame.time > ends[number] + 0.4:
                held[number] = held_bytes(watcher, without=[scene])
    assert set(held) == {3, 11}
    growth = (held[11] - held[3]) / 8 * 9  # nine tricks are a deal
    assert growth * DEALS_OF_A_DAY < 0.4 * WANTED_MIB * MIB, f"{growth / MIB:.2f} MiB a deal"
