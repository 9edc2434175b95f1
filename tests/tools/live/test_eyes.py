"""The eyes: newest picture only, and every trouble of a camera noticed within two seconds and got over."""

import json
import queue
import signal
import socket
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))

from jassvision.rules.preset import load_rules
from jassvision.tools.live.engine import Engine
from jassvision.tools.live.eyes import Eyes
from jassvision.tools.live.opening import Setup, open_session
from jassvision.tools.live.pictures import PictureDesk
from jassvision.tools.live.place import CameraPlace
from jassvision.tools.live.session_clock import SessionClock
from jassvision.tools.live.source import Source
from jassvision.tools.record import Draft, read_record
from jassvision.vision.finder import Sightings
from jassvision.vision.frames import Film, FilmError, Frame
from jassvision.vision.in_view import CardInView
from jassvision.vision.watch import NO_CARD, RESTLESS, TOO_SHORT, Watcher
from scripted import opened

NOTICED = 2.0
"""Seconds within which trouble must be shown; the machine of the tests may be slow, so only they are given more."""
SLACK = 1.5

RNG = np.random.default_rng(1)
TABLE = RNG.integers(60, 200, (18, 32, 3), np.uint8).repeat(20, 0).repeat(20, 1)


class NoFinder:
    def find(self, picture):
        return Sightings.none()


class NoReader:
    def read(self, picture, sightings):
        return np.zeros((len(sightings), 73), np.float32)


class Camera:
    """A camera in the hands of a test: `picture` is what it films, `plugged` and `stuck` what ails it."""

    def __init__(self, rate=20.0):
        self.picture, self.plugged, self.stuck, self.noise = TABLE, True, False, True
        self.rate, self.opened, self.shaking = rate, 0, False

    def film(self, name, threads):
        if not self.plugged:
            raise FilmError("Camera 7 cannot be opened: plug it in.")
        self.opened += 1
        return self._pictures()

    def _pictures(self):
        begun = time.monotonic()
        while self.plugged:
            if not self.stuck:
                noise = RNG.integers(0, 3, self.picture.shape, np.uint8) if self.noise else 0
                if self.shaking:
                    self.picture = np.roll(self.picture, int(RNG.integers(40, 200)), 1)
                yield Frame.of_picture(np.clip(self.picture + noise, 0, 255).astype(np.uint8), time.monotonic() - begun)
            time.sleep(1 / self.rate)


class Watched:
    """A session whose eyes look at a source."""

    def __init__(self, folder, source, clock):
        self.made = opened(folder / "a.jass.db")
        self.engine = Engine(self.made.record, self.made.fold, clock)
        self.desk = PictureDesk()
        self.eyes = Eyes(source, lambda: Watcher(NoFinder(), NoReader(), live=True), self.engine, self.desk, 0)
        self.states = queue.SimpleQueue()
        self.engine.start()
        self.eyes.start()

    def state(self):
        return json.loads(self.engine.published.texts["console"])

    def wait_for(self, *statuses, seconds=NOTICED + SLACK):
        """Seconds until the camera has one of some statuses."""
        begun = time.monotonic()
        while time.monotonic() - begun < seconds:
            if self.state()["camera"]["status"] in statuses:
                return time.monotonic() - begun
            time.sleep(0.02)
        raise AssertionError(f"{self.state()['camera']} after {seconds} s, not {statuses}")

    def close(self):
        self.eyes.stop()
        self.engine.stop()
        self.desk.stop()
        self.made.record.close()


@pytest.fixture
def camera():
    return Camera()


@pytest.fixture
def watched(tmp_path, camera):
    clock = SessionClock()
    made = Watched(tmp_path, Source("rtsp://test", clock, film=camera.film), clock)
    made.wait_for("seeing", seconds=10)
    yield made
    made.close()


def test_unplugged_and_back(watched, camera, capfd):
    camera.plugged = False
    watched.wait_for("closed")
    state = watched.state()
    assert state["mode"] == "lost" and state["reasons"][0]["kind"] == "camera"
    assert state["camera"]["sentence"] in capfd.readouterr().err, "the terminal says it as well"
    camera.plugged = True
    watched.wait_for("seeing", seconds=10)
    assert watched.state()["mode"] == "live" and camera.opened >= 2
    kinds = [e.payload["how"] for e in read_record(watched.made.record.path) if e.kind == "disturbed"]
    assert kinds == ["lost", "recovered"]


def test_no_picture_comes_any_more(watched, camera):
    camera.stuck = True
    watched.wait_for("stalled")
    assert watched.state()["mode"] == "lost"
    camera.stuck = False
    watched.wait_for("seeing")


def test_the_picture_stands_still(watched, camera):
    camera.noise = False
    watched.wait_for("frozen")
    camera.noise = True
    watched.wait_for("seeing")


def test_the_light_is_switched_off_and_on(watched, camera):
    camera.picture = np.full_like(TABLE, 5)
    watched.wait_for("dark")
    assert watched.state()["mode"] == "lost"
    camera.picture = TABLE
    watched.wait_for("seeing")


def test_the_lens_is_covered(watched, camera):
    time.sleep(1.0)
    camera.picture = 255 - TABLE
    camera.shaking = True
    watched.wait_for("covered")
    assert watched.state()["mode"] == "lost"


@pytest.mark.parametrize("moving", [True, False])
def test_the_lens_is_covered_and_free_again(watched, camera, moving):
    time.sleep(1.0)
    camera.picture = 255 - TABLE
    camera.shaking = moving
    watched.wait_for("covered")
    camera.shaking = False
    time.sleep(0.2)
    camera.picture = TABLE
    watched.wait_for("seeing")


def cloth(seed):
    """A table that is neither plain nor loud: another one differs everywhere, but nowhere much."""
    rough = cv2.GaussianBlur(np.random.default_rng(seed).normal(size=(360, 640, 3)), (0, 0), 5)
    return np.clip(122 + 12 * rough / rough.std(), 0, 255).astype(np.uint8)


CLOTH, ELSEWHERE = cloth(2), cloth(3)


def kinds(watched):
    watched.engine.settled().result(10)
    return [
        e.payload["how"] if e.kind == "disturbed" else e.kind
        for e in read_record(watched.made.record.path)
        if e.kind in ("disturbed", "reopened")
    ]


def test_the_camera_was_moved_and_is_put_back(watched, camera):
    camera.picture = CLOTH
    watched.engine.command({"action": "look_again"}).result(10)
    time.sleep(1.5)
    camera.picture = ELSEWHERE
    seconds = watched.wait_for("moved")
    print(f"noticed after {seconds:.2f} s")
    state = watched.state()
    assert state["mode"] == "lost"
    reason = state["reasons"][0]
    assert reason["seen"] == [] and reason["expected"] is None
    assert [way["action"] for way in reason["ways"]] == ["look_again", "hold"]
    scout = watched.eyes._watcher
    take = scout.take
    there = CardInView(3, np.array([[10, 10], [60, 10], [60, 90], [10, 90]]), "S7", 0.97, False, True)

    def taken(frame):
        found = take(frame)
        scout.lying = (there, there._replace(card="HA", probability=0.3), there._replace(card="D9", at_rest=False))
        return found

    scout.take = taken
    begun = time.monotonic()
    while watched.state()["reasons"][0]["seen"] != ["S7"] and time.monotonic() - begun < 5:
        time.sleep(0.05)
    assert watched.state()["reasons"][0]["seen"] == ["S7"]
    scout.take = take
    camera.picture = CLOTH
    watched.wait_for("seeing", seconds=10)
    assert watched.state()["mode"] == "live" and watched.state()["reasons"] == []
    assert kinds(watched)[-4:] == ["reopened", "lost", "reopened", "recovered"]


def test_the_camera_was_moved_and_stands_well_there(watched, camera):
    camera.picture = CLOTH
    watched.engine.command({"action": "look_again"}).result(10)
    time.sleep(1.5)
    camera.picture = ELSEWHERE
    watched.wait_for("moved")
    watched.engine.command({"action": "look_again"}).result(10)
    watched.wait_for("seeing", seconds=10)
    time.sleep(1.5)
    assert watched.state()["camera"]["status"] == "seeing"


def test_a_table_that_was_measured_stands_nowhere_else(watched, camera):
    watched.eyes._camera = replace(watched.eyes._camera, calibrated=True)
    camera.picture = CLOTH
    watched.engine.command({"action": "look_again"}).result(10)
    time.sleep(1.5)
    camera.picture = ELSEWHERE
    watched.wait_for("moved")
    assert [way["action"] for way in watched.state()["reasons"][0]["ways"]] == ["hold"]
    watched.engine.command({"action": "look_again"}).result(10)
    time.sleep(0.7)
    assert watched.state()["camera"]["status"] == "moved"
    camera.picture = CLOTH
    watched.wait_for("seeing", seconds=10)


@pytest.mark.parametrize("what", ["arm", "light", "lamp", "paper"])
def test_an_arm_or_another_light_is_no_move(what):
    place, time = CameraPlace(), 0.0
    table = cv2.cvtColor(cv2.resize(CLOTH, (320, 180), interpolation=cv2.INTER_AREA), cv2.COLOR_BGR2YCrCb)
    other = table.copy()
    if what == "arm":
        other[:120, 120:200] = (120, 110, 150)
    elif what == "light":
        other[..., 0] = np.clip(table[..., 0] * 0.6, 0, 255)
    elif what == "lamp":
        other[..., 0] = np.clip(table[..., 0] * np.linspace(0.7, 1.3, 320)[None], 0, 255)
    else:
        other[40:140, 100:260] = (235, 128, 128)
    noise = np.random.default_rng(1)
    for number in range(80):
        picture = (table if number < 15 else other) + noise.integers(0, 3, table.shape, np.uint8)
        moved_at = np.full(table.shape[:2], 0.05 * 15 if number >= 15 else -1.0, np.float32)
        if place.is_due(time):
            place.look(picture, time, moved_at, [])
        assert not place.moved
        time += 0.05
    for _ in range(60):
        place.look(np.roll(table, 60, 1), time, moved_at, [])
        time += 0.2
    assert place.moved


def test_another_size_of_pictures_begins_anew(watched, camera):
    camera.picture = TABLE[:240, :320]
    time.sleep(0.5)
    watched.wait_for("seeing")
    watched.engine.settled().result(10)
    assert "reopened" in [e.kind for e in read_record(watched.made.record.path)]


def test_a_failure_in_one_picture_is_told_and_got_over(watched, camera, capsys):
    watched.eyes._watcher.take = lambda frame: 1 / 0
    watched.wait_for("lost")
    watched.wait_for("seeing", seconds=10)
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_a_slow_machine_skips_pictures_and_never_queues_them(tmp_path):
    camera = Camera(rate=60.0)
    clock = SessionClock()
    made = Watched(tmp_path, Source("rtsp://test", clock, film=camera.film), clock)
    try:
        made.wait_for("seeing", seconds=10)
        take = made.eyes._watcher.take
        made.eyes._watcher.take = lambda frame: (time.sleep(0.2), take(frame))[1]
        time.sleep(2.0)
        assert made.eyes.source.dropped > 10
        assert np.median(made.eyes.measured.ages[-5:]) < 0.2 + 0.3
    finally:
        made.close()


def test_a_flood_of_commands_does_not_slow_the_eyes(watched):
    def looked(seconds):
        before, begun = watched.eyes.measured.frames, time.monotonic()
        time.sleep(seconds)
        return (watched.eyes.measured.frames - before) / (time.monotonic() - begun)

    usual = looked(1.0)
    waiting = [watched.engine.command({"action": "card", "play": "t1", "card": "S6"}) for _ in range(300)]
    assert looked(1.0) > 0.5 * usual
    assert all(future.exception(20) is not None for future in waiting)


def test_a_film_goes_on_where_it_was_left(tmp_path):
    path = _film(tmp_path, seconds=4)
    clock = SessionClock(running=False)
    source = Source(str(path), clock, film_time=2.5, film_offset=100.0, speed=4.0)
    source.start()
    times = []
    begun = time.monotonic()
    while source.status != "ended" and time.monotonic() - begun < 15:
        taken = source.newest(0.05)
        if taken is not None:
            times.append(taken.frame.time)
    source.stop()
    assert times and 102.4 < times[0] < 103.5 and times == sorted(times) and times[-1] < 104.1
    assert source.status == "ended"


def test_a_film_goes_on_however_its_path_is_written(tmp_path, monkeypatch):
    """A record that is gone on with from another folder must not have the film dealt a second time."""
    path, record = _film(tmp_path, seconds=2), tmp_path / "a.jass.db"
    (tmp_path / "link.mp4").symlink_to(path)
    monkeypatch.chdir(tmp_path)
    first = open_session(record, Setup(load_rules("swisslos_2500"), {}), path.name)
    assert first.film_time == 0
    first.record.append([Draft(1.5, "operator", "hold", {})])
    first.record.close()
    for spelled in (str(path), f"./{path.name}", "link.mp4"):
        again = open_session(record, Setup(load_rules("swisslos_2500"), {}), spelled)
        again.record.close()
        assert (again.film_time, again.film_offset) == (1.5, 0.0), spelled
    (tmp_path / "other.mp4").write_bytes(path.read_bytes())
    other = open_session(record, Setup(load_rules("swisslos_2500"), {}), "other.mp4")
    other.record.close()
    assert (other.film_time, other.film_offset) == (0.0, 1.5)


def test_a_film_goes_on_where_it_was_left_though_people_went_on_by_hand_meanwhile(tmp_path):
    path, record = _film(tmp_path, seconds=2), tmp_path / "a.jass.db"
    setup = Setup(load_rules("swisslos_2500"), {})
    first = open_session(record, setup, str(path))
    first.record.append([Draft(1.5, "operator", "hold", {})])
    first.record.close()
    for said in (4.0, 9.0):  # twice without a picture
        by_hand = open_session(record, setup, "-")
        by_hand.record.append([Draft(said, "operator", "resume", {})])
        by_hand.record.close()
    again = open_session(record, setup, str(path))
    again.record.append([Draft(9.2, "operator", "hold", {})])
    again.record.close()
    assert (again.film_time, again.film_offset) == (1.5, 7.5)
    last = open_session(record, setup, str(path))
    last.record.close()
    assert last.film_offset == 7.5 and last.film_time == pytest.approx(1.7)


def test_a_resumed_film_is_not_decoded_from_its_beginning(tmp_path):
    path = _film(tmp_path, seconds=12)
    asked = []

    def film(name, threads, start=0.0):
        asked.append(start)
        return Film(name, threads, start)

    source = Source(str(path), SessionClock(running=False), film_time=11.3, speed=4.0, film=film)
    first = next(iter(Film(path, start=11.3))).time
    assert 10.7 <= first <= 11.3
    source.start()
    begun = time.monotonic()
    while source.status != "ended" and time.monotonic() - begun < 15:
        source.newest(0.05)
    source.stop()
    assert source.status == "ended" and asked == [11.3]


class Recorded:
    """A film of some pictures that a server keeps."""

    live = False

    def __init__(self):
        self.opened = 0

    def __call__(self, name, threads):
        self.opened += 1
        return self

    def __iter__(self):
        for i in range(12):
            yield Frame.of_picture(np.roll(TABLE, 20 * i, 1), i * 0.05)


def test_a_film_that_a_server_keeps_ends_and_is_not_dealt_again(tmp_path):
    clock, film = SessionClock(), Recorded()
    made = Watched(tmp_path, Source("http://server/evening.mp4", clock, film=film), clock)
    try:
        made.wait_for("ended", seconds=10)
        time.sleep(1.0)
        assert film.opened == 1 and made.state()["camera"]["status"] == "ended"
    finally:
        made.close()


class CutOff(Recorded):
    problems = ("evening.mp4 is cut off: it says it lasts 3600 seconds, but ends after 1.",)


class Damaged(Recorded):
    def __iter__(self):
        yield from super().__iter__()
        raise FilmError("evening.mp4 cannot be read any further.")


@pytest.mark.parametrize(("film", "sentence"), [(CutOff, "is cut off"), (Damaged, "cannot be read any further")])
def test_a_film_that_breaks_off_is_not_taken_for_one_that_is_over(tmp_path, film, sentence):
    clock = SessionClock()
    made = Watched(tmp_path, Source("http://server/evening.mp4", clock, film=film()), clock)
    try:
        made.wait_for("broken", seconds=10)
        state = made.state()
        assert state["mode"] == "manual"
        assert state["reasons"][0]["kind"] == "broken" and sentence in state["reasons"][0]["sentence"]
        assert last_picture(made.desk) is not None
    finally:
        made.close()


def test_a_film_without_a_card_says_so_at_its_end(tmp_path):
    clock = SessionClock()
    made = Watched(tmp_path, Source("http://server/evening.mp4", clock, film=Recorded()), clock)
    try:
        made.wait_for("ended", seconds=10)
        (reason,) = made.state()["reasons"]
        assert reason["kind"] == "ended" and reason["problem"] in (NO_CARD, TOO_SHORT, RESTLESS)
        assert reason["sentence"] == f"The film is over. {reason['problem']}"
    finally:
        made.close()


def last_picture(desk):
    """The picture that a page gets which is opened now."""
    deadline = time.monotonic() + 3
    while time.monotonic() < deadline:
        found = desk.newer(0)
        if found is not None:
            return cv2.imdecode(np.frombuffer(found.jpeg, np.uint8), cv2.IMREAD_COLOR)
        time.sleep(0.05)
    raise AssertionError("there is no picture")


def test_the_last_picture_of_a_film_stays_for_who_comes_later(tmp_path):
    clock = SessionClock()
    made = Watched(tmp_path, Source("http://server/evening.mp4", clock, film=Recorded()), clock)
    try:
        made.wait_for("ended", seconds=10)
        assert np.abs(last_picture(made.desk).astype(int) - np.roll(TABLE, 220, 1)).mean() < 12
    finally:
        made.close()


def test_the_last_picture_of_a_camera_that_is_gone_stays(watched, camera):
    camera.picture = np.roll(TABLE, 300, 1)
    time.sleep(0.3)
    camera.plugged = False
    watched.wait_for("closed")
    assert np.abs(last_picture(watched.desk).astype(int) - camera.picture).mean() < 12


def test_covered_by_another_view_it_is_told_what_that_shows(watched, camera):
    time.sleep(1.0)
    camera.picture = 255 - np.roll(TABLE[::-1], 333, 1)
    watched.wait_for("covered", "moved")
    watched.wait_for("moved", seconds=2 * (NOTICED + SLACK))
    watched.engine.command({"action": "look_again"}).result(10)
    watched.wait_for("seeing")


def _film(folder, seconds):
    path = folder / "film.mp4"
    made = ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", f"testsrc2=s=320x240:r=20:d={seconds}", "-g", "10"]
    subprocess.run([*made, "-pix_fmt", "yuv420p", str(path)], check=True)
    return path


# A real stream -------------------------------------------------------------------------------------------------------


class Sender:
    """An ffmpeg process that serves a film again and again as MPEG-TS on loopback, as a network camera does."""

    def __init__(self, path):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.path = path
        self.start()

    @property
    def url(self):
        return f"tcp://127.0.0.1:{self.port}"

    def start(self):
        how = f"-v error -re -stream_loop -1 -i {self.path} -c:v mpeg2video -q:v 4 -f mpegts {self.url}?listen=1"
        self.process = subprocess.Popen(["ffmpeg", *how.split()], stdin=subprocess.DEVNULL)

    def stop(self):
        self.process.kill()
        self.process.wait()


@pytest.mark.slow
def test_a_stream_that_stops_stalls_and_comes_back(tmp_path):
    sender = Sender(_film(tmp_path, seconds=10))
    clock = SessionClock()
    made = Watched(tmp_path, Source(sender.url, clock, film=Film), clock)
    try:
        made.wait_for("seeing", seconds=30)
        sender.stop()
        gone = made.wait_for("closed")
        sender.start()
        made.wait_for("seeing", seconds=30)
        sender.process.send_signal(signal.SIGSTOP)
        stalled = made.wait_for("stalled")
        sender.process.send_signal(signal.SIGCONT)
        made.wait_for("seeing", seconds=30)
        print(f"gone noticed after {gone:.2f} s, stalled after {stalled:.2f} s")
        assert made.state()["mode"] == "live"
    finally:
        sender.stop()
        made.close()
