"""The whole chain without a browser: a film through eyes, record, decoder and state; ended in mid-trick and gone on."""

import json
import os
import sys
from itertools import chain
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

import jassvision.tools
from fake_source import ScriptClock
from jassvision.models.weights import load_session
from jassvision.tools.live.engine import Engine
from jassvision.tools.live.eyes import Eyes
from jassvision.tools.live.pictures import PictureDesk
from jassvision.tools.live.source import ENDED, OPENING, SEEING, Taken
from jassvision.vision.finder import Finder
from jassvision.vision.frames import Film
from jassvision.vision.reader import Reader
from jassvision.vision.watch import Watcher
from scripted import opened

FILM = Path(jassvision.tools.__path__[0]) / "demo" / "demo.mp4"
CUT = 17.5
"""Seconds at which the film is left: two cards of the third trick lie there."""

WEIGHTS = os.environ.get("JASSVISION_WEIGHTS")


class EveryPicture:
    """A film of which no picture is dropped, however slow the machine; it stops before `until`."""

    def __init__(self, clock, since, until):
        self.name, self.is_film, self.status, self.sentence, self.fps = str(FILM), True, OPENING, "", 25.0
        self.clock, self.since, self.until = clock, since, until
        self.frames = iter(Film(FILM, 1))

    def listen(self, listener):
        pass

    def start(self):
        pass

    def stop(self):
        pass

    def newest(self, patience):
        for frame in self.frames:
            if frame.time >= self.until:
                break
            if frame.time >= self.since:
                self.status = SEEING
                self.clock.time = frame.time
                return Taken(frame, 0.0)
        self.status = ENDED
        return None


@pytest.fixture(scope="module")
def networks():
    folder = Path(WEIGHTS) if WEIGHTS else None
    finder = Finder(threads=1, network=load_session("finder", 1, folder) if folder else None)
    return finder, Reader("auto", threads=1, network=load_session("reader", 1, folder) if folder else None)


def watched(folder, networks, since, until, finish=True):
    """The state after a part of the film; without `finish` the eyes are cut off in the middle of what they do."""
    finder, reader = networks
    made = opened(folder / "a.jass.db", contracts=(("S", False),))
    clock = ScriptClock(made.base)
    engine, desk = Engine(made.record, made.fold, clock), PictureDesk()
    eyes = Eyes(EveryPicture(clock, since, until), lambda: Watcher(finder, reader), engine, desk, made.fold.next_track)
    if not finish:
        eyes._silent = lambda: eyes.source.status == ENDED
    engine.start()
    eyes.start()
    eyes._thread.join(900)
    engine.settled().result(120)
    state = json.loads(engine.published.texts["console"])
    eyes.stop()
    engine.stop()
    desk.stop()
    made.record.close()
    return state


def cards_of(deal):
    return [[play["card"] for play in trick["plays"]] for trick in deal["tricks"]]


@pytest.mark.slow
def test_the_demo_film_ended_in_mid_trick_and_gone_on(tmp_path, networks):
    key = json.loads(FILM.with_suffix(".json").read_text())["script"]
    truth = [trick["cards"] for trick in key["tricks"]]
    before = watched(tmp_path, networks, 0.0, CUT, finish=False)
    shown = cards_of(before["deal"])
    assert shown == [cards[: len(t)] for cards, t in zip(truth, shown, strict=False)]
    assert 0 < len(shown[-1]) < 4, "the film is to be cut in mid-trick"
    state = watched(tmp_path, networks, CUT, 1e9)
    deal = state["deal"]
    plays = [play for trick in deal["tricks"] for play in trick["plays"]]
    wrong = [(play, true) for play, true in zip(plays, chain(*truth), strict=False) if play["card"] not in (true, "??")]
    assert not [pair for pair in wrong if not pair[0]["unsure"]], wrong
    assert len(wrong) <= 2
    assert cards_of(deal)[: len(shown) - 1] == shown[:-1]
    assert deal["complete"] and state["match"]["deals_played"] == 1
    assert sum(deal["card_points"].values()) == 157
