"""Hours at a stretch: a looped film at speed through eyes, decoder, record and pages' states; memory stays flat.

JASSVISION_SOAK_MINUTES=31 pytest -m slow tests/tools/live/test_soak.py -s

With `-k real_film` it is the program itself, in a process of its own with its networks and a page in a browser; set
JASSVISION_SOAK_SPEED to play the film faster than it was filmed.
"""

import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))

import gc

import jassvision.tools
from browsing import open_browser
from fake_source import ScriptClock
from jassvision.models.weights import load_session
from jassvision.tools.live.engine import Engine
from jassvision.tools.live.eyes import Eyes
from jassvision.tools.live.memory import give_back
from jassvision.tools.live.pictures import PictureDesk
from jassvision.tools.live.session_clock import SessionClock
from jassvision.tools.live.source import Source
from jassvision.vision.finder import Finder, Sightings
from jassvision.vision.observations import Swept
from jassvision.vision.reader import Reader
from jassvision.vision.watch import Watcher
from remembered import Remembered
from running import Running
from scripted import all_seen, opened, scripted_deals

MINUTES = float(os.environ.get("JASSVISION_SOAK_MINUTES", "3"))
WEIGHTS = os.environ.get("JASSVISION_WEIGHTS")
SPEED = float(os.environ.get("JASSVISION_SOAK_SPEED", "4"))
DEALS = int(os.environ.get("JASSVISION_SOAK_DEALS", "60"))
PLAYED_MINUTES = float(os.environ.get("JASSVISION_SOAK_MINUTES", "0"))
"""How long deals are told; 0 for as many as `DEALS`."""

GROWTH_MB = 12.0
"""What may be added between a third of the time and the end; with deals alone, by the 72 of six hours at a table. A
deal that was played stays in memory with its cards and its result, some 50 KB."""


REAL_MINUTES = float(os.environ.get("JASSVISION_SOAK_MINUTES", "1.5"))
REAL_SPEED = os.environ.get("JASSVISION_SOAK_SPEED", "1")
REAL_GROWTH_MB = 40.0
"""What the program may grow by from its fifth minute on: networks and decoders leave some holes behind."""

WARM_MINUTES = 5
OLDEST_MS = 500
"""How old the picture on the page may usually be: half of all looks at it."""

LOOPED = f"""
import sys
from functools import partial
from jassvision.tools.cli import main
from jassvision.tools.live import command
command.Source = partial(command.Source, loop=True, speed={REAL_SPEED})
command.SessionClock = partial(command.SessionClock, speed={REAL_SPEED})
sys.exit(main(sys.argv[1:]))
"""
"""The program, but for a film that begins anew when it is over."""


def used_mb(process="self"):
    """Memory of a process (default: this one), in megabytes."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    raise AssertionError("no VmRSS")


def kept():
    """What is left when all that is free goes back to the system: without it, growth is only fragmentation."""
    before = used_mb()
    gc.collect()
    give_back()
    return f"{before:.1f} MB, {used_mb():.1f} MB after trimming"


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_memory_is_flat(tmp_path):
    folder = Path(WEIGHTS) if WEIGHTS else None
    finder = Finder(threads=1, network=load_session("finder", 1, folder) if folder else None)
    reader = Reader("auto", threads=1, network=load_session("reader", 1, folder) if folder else None)
    networks = Remembered(finder, reader)
    made = opened(tmp_path / "a.jass.db")
    film = Path(jassvision.tools.__path__[0]) / "demo" / "demo.mp4"
    clock = SessionClock(running=False, speed=SPEED)
    engine, desk = Engine(made.record, made.fold, clock, delay=5.0), PictureDesk()
    source = Source(str(film), clock, threads=1, speed=SPEED, loop=True)

    def watcher():
        made = Watcher(networks, networks)
        take = made.take

        def taken(frame):
            networks.now = frame.time - source._film_offset
            return take(frame)

        made.take = taken
        return made

    eyes = Eyes(source, watcher, engine, desk, 0)
    engine.start()
    eyes.start()
    watching = threading.Event()
    threading.Thread(target=_a_page, args=(desk, engine, watching), daemon=True).start()
    measured = []
    try:
        begun = time.monotonic()
        while time.monotonic() - begun < 60 * MINUTES:
            time.sleep(5)
            measured.append(used_mb())
            if len(measured) % 12 == 0:
                deals, events, frames = len(engine.fold.match.deals), engine.fold.last.id, eyes.measured.frames
                print(
                    f"{len(measured) // 12} min: {measured[-1]:.1f} MB, {deals} deals, {events} events, {frames}"
                    f" pictures, networks asked {networks.asked} times, session second {clock.now():.0f}",
                    flush=True,
                )
            if len(measured) % 60 == 0:
                print(f"  {kept()}", flush=True)
    finally:
        watching.set()
        eyes.stop()
        engine.stop()
        desk.stop()
        made.record.close()
    third = measured[len(measured) // 3]
    assert measured[-1] - third < GROWTH_MB, measured
    assert engine.fold.match.deals


class NoCards:
    """Networks that find nothing."""

    def find(self, picture):
        return Sightings.none()

    def read(self, picture, sightings):
        return np.zeros((len(sightings), 73), np.float32)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("ffmpeg") is None, reason="ffmpeg is not installed")
def test_many_deals_leave_memory_flat(tmp_path):
    """Deal after deal is told, as fast as it can be understood, beside a looped film that a page looks at: an evening
    and more of record, decoder, fold, states and pictures, on any machine."""
    made = opened(tmp_path / "a.jass.db")
    clock = ScriptClock()
    engine, desk = Engine(made.record, made.fold, clock, delay=2.0), PictureDesk()  # type: ignore[arg-type]
    path = tmp_path / "film.mp4"
    film = ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x240:r=20:d=10", "-pix_fmt", "yuv420p", path]
    subprocess.run([str(word) for word in film], check=True)
    film_clock = SessionClock(running=False, speed=4.0)
    source = Source(str(path), film_clock, threads=1, speed=4.0, loop=True)
    eyes = Eyes(source, lambda: Watcher(NoCards(), NoCards()), engine, desk, 10**6)
    watching = threading.Event()
    threading.Thread(target=_a_page, args=(desk, engine, watching), daemon=True).start()
    engine.start()
    eyes.start()
    measured = []
    begun = time.monotonic()
    try:
        for number, seen in enumerate(all_seen(scripted_deals(DEALS, seed=3))):
            clock.time = max(clock.time, seen.time_last if isinstance(seen, Swept) else seen.time)
            engine.see([seen])
            if number % 3 == 0:
                engine.settled().result(120)
            if number % 450 == 0:  # ten deals
                measured.append(used_mb())
                spent = (time.monotonic() - begun) / 60
                now = f"{measured[-1]:.1f} MB" if len(measured) % 4 else kept()
                print(f"{spent:.1f} min, deal {number // 45}: {now}, {eyes.measured.frames} pictures", flush=True)
                if PLAYED_MINUTES and spent > PLAYED_MINUTES:
                    break
        engine.settled().result(120)
        measured.append(used_mb())
    finally:
        watching.set()
        eyes.stop()
        engine.stop()
        desk.stop()
        made.record.close()
    deals = len(engine.fold.match.deals)
    assert deals >= 0.9 * 10 * (len(measured) - 2)
    third = len(measured) // 3
    an_evening = 72 / max(1, deals - 10 * third)
    assert (measured[-1] - measured[third]) * an_evening < GROWTH_MB, measured


def _a_page(desk, engine, watching):
    """A page that asks for every picture."""
    number = 0
    while not watching.is_set():
        found = desk.newer(number)
        if found is not None:
            number = found.shot.number
            found.message(engine.plays)
        time.sleep(0.07)


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_the_real_film_all_evening(tmp_path):
    """The program on the bundled film, again and again, a match each time, looked at by a page in a browser."""
    film = Path(jassvision.tools.__path__[0]) / "demo" / "demo.mp4"
    memory, ages, matches, shown = [], [], 0, 0
    running = Running(tmp_path, str(film), "--record", "a.jass.db", program=LOOPED)
    try:
        with open_browser() as browser, browser.visiting(running.url, may_lose_the_line=True) as visit:
            page = visit("/")
            page.wait_for_function("() => document.querySelector('canvas').dataset.number > 0", timeout=120_000)
            running.say(action="contract", contract="S")
            left = REAL_MINUTES
            while left > 0:
                minute, more = _looked(page, running, min(1.0, left))
                left -= 1
                memory.append(used_mb(running.process.pid))
                ages += minute
                matches += more
                pictures = int(page.evaluate("() => document.querySelector('canvas').dataset.number"))
                assert pictures > shown, "the picture on the page stands still"
                shown = pictures
                print(
                    f"{len(memory)} min: {memory[-1]:.1f} MB; picture {np.median(minute):.0f} ms old, at most"
                    f" {max(minute)} ms; {pictures} pictures, {running.state()['event']} events, {matches} matches",
                    flush=True,
                )
        assert running.process.poll() is None
    finally:
        running.kill()
    assert np.median(ages) < OLDEST_MS
    if len(memory) >= 2 * WARM_MINUTES:
        assert memory[-1] - memory[WARM_MINUTES - 1] < REAL_GROWTH_MB, memory


def _looked(page, running, minutes):
    """How old the picture on the page was each second, in ms, and how many matches were over and begun anew."""
    ages, matches, end = [], 0, time.monotonic() + 60 * minutes
    while time.monotonic() < end:
        page.wait_for_timeout(1000)
        ages.append(int(page.evaluate("() => document.querySelector('canvas').dataset.age")))
        if running.state()["match"]["deals_played"]:  # the film is nearly over
            running.say(action="new_match")
            running.say(action="contract", contract="S")
            matches += 1
    return ages, matches
