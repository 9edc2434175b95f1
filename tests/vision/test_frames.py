"""Films of every kind are read by their own time stamps, upright, as far as they go."""

import threading
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import av
import numpy as np
import pytest
from av.filter import Graph
from jassvision.vision.frames import Film, FilmError, Frame, _Clock

WH = (160, 96)


def picture(number: int, width: int = WH[0], height: int = WH[1]) -> np.ndarray:
    """Grey noise with a red top left quarter and a white bar that moves."""
    out = np.random.default_rng(3).integers(90, 110, (height, width, 3)).astype(np.uint8)
    out[: height // 2, : width // 2] = (20, 20, 220)
    out[:, 10 + 2 * (number % 60) : 14 + 2 * (number % 60)] = 250
    return out


def film(path: Path, times: list[float], rotation: int = 0, **options: str) -> Path:
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=25)
        stream.width, stream.height, stream.pix_fmt = *WH, "yuv420p"
        stream.options = {"crf": "18", "preset": "ultrafast", **options}
        stream.codec_context.time_base = Fraction(1, 90_000)
        if rotation:
            stream.set_display_rotation(-rotation)
        for number, seconds in enumerate(times):
            frame = av.VideoFrame.from_ndarray(picture(number), format="bgr24")
            frame.pts, frame.time_base = round(seconds * 90_000), Fraction(1, 90_000)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    return path


@pytest.mark.parametrize(
    "times",
    [
        [k / 25 for k in range(40)],
        [k / 59.94 for k in range(40)],
        [0.0, 0.1, 0.13, 0.4, 0.42, 1.9, 1.95, 2.5],
        [7.0 + k / 15 for k in range(30)],
    ],
    ids=["even", "fast", "variable", "begins late"],
)
def test_times_are_those_of_the_stream(tmp_path: Path, times: list[float]) -> None:
    frames = list(Film(film(tmp_path / "a.mp4", times)))
    assert [f.time for f in frames] == pytest.approx([t - times[0] for t in times], abs=2e-3)
    assert all(f.size_wh == WH and f.picture.shape == (WH[1], WH[0], 3) for f in frames)


@pytest.mark.parametrize("start", [0.0, 0.9, 3.1, 5.3, 7.9])
@pytest.mark.parametrize("late", [0.0, 7.0])
def test_a_film_begins_at_the_key_picture_before_its_start(tmp_path: Path, start: float, late: float) -> None:
    times = [late + k / 20 for k in range(160)]
    path = film(tmp_path / "a.mp4", times, g="20", bf="2")
    whole = {round(f.time, 3): f.picture for f in Film(path)}
    part = list(Film(path, start=start))
    first = part[0].time
    assert start - 1.05 <= first <= start
    assert [f.time for f in part] == pytest.approx([t for t in whole if t >= first - 1e-6], abs=2e-3)
    for frame in (part[0], part[-1]):
        assert np.abs(frame.picture.astype(int) - whole[round(frame.time, 3)]).mean() < 2


def test_a_film_whose_stamps_jump_is_decoded_from_its_beginning(tmp_path: Path) -> None:
    times = [k / 20 for k in range(60)] + [400 + k / 20 for k in range(60)]
    path = film(tmp_path / "a.mp4", times, g="20")
    assert next(iter(Film(path, start=5.0))).time in (0.0, 2.0)
    assert next(iter(Film(path, start=300.0))).time == 0.0


def test_a_film_says_how_long_it_is_and_has_no_problems(tmp_path: Path) -> None:
    whole = Film(film(tmp_path / "a.mp4", [k / 25 for k in range(50)]))
    assert whole.duration == pytest.approx(2.0, abs=0.05)
    assert not whole.live
    assert len(list(whole)) == 50
    assert whole.problems == []


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_rotation_tags_are_followed(tmp_path: Path, rotation: int) -> None:
    frame = next(iter(Film(film(tmp_path / "a.mp4", [0.0, 0.04, 0.08], rotation))))
    upright = np.rot90(picture(0), -rotation // 90)
    assert frame.picture.shape == upright.shape
    assert frame.size_wh == (upright.shape[1], upright.shape[0])
    assert np.abs(frame.picture.astype(int) - upright.astype(int)).mean() < 12
    assert frame.small(80).shape[:2] == tuple(round(side * 80 / 160) for side in upright.shape[:2])


def test_the_small_picture_shows_the_same_in_brightness_and_colour(tmp_path: Path) -> None:
    frame = next(iter(Film(film(tmp_path / "a.mp4", [0.0, 0.04]))))
    small = frame.small(80)
    assert small.shape == (48, 80, 3)
    red = small[2:20, 2:4].reshape(-1, 3).mean(axis=0)
    grey = small[30:46, 50:78].reshape(-1, 3).mean(axis=0)
    assert red[2] > grey[2] + 60  # Cr
    assert abs(grey[1] - 128) < 4 and abs(grey[2] - 128) < 4


def test_large_pictures_are_shrunk_and_say_so() -> None:
    frame = Frame.of_picture(np.zeros((2160, 3840, 3), np.uint8), 1.5)
    assert frame.scale == pytest.approx(2560 / 3840)
    assert frame.picture.shape == (1440, 2560, 3)
    assert frame.small().shape == (180, 320, 3)


def woven(number: int, top_first: bool) -> np.ndarray:
    """Two half pictures in one: a white block that has moved on by 8 pixels from one half to the other."""
    halves = [np.full((WH[1], WH[0], 3), 60, np.uint8) for _ in range(2)]
    for late, half in enumerate(halves):
        x = 10 + 4 * number + 8 * late
        half[24:72, x : x + 24] = 220
    out = halves[0]
    out[top_first::2] = halves[1][top_first::2]
    return out


def teeth(picture: np.ndarray) -> float:
    """How much rows differ from both their neighbours, on average."""
    rows = picture.astype(int).mean(axis=2)
    return float(np.abs(2 * rows[1:-1] - rows[:-2] - rows[2:]).mean())


@pytest.mark.parametrize("rotation", [0, 90])
@pytest.mark.parametrize(("codec", "top_first"), [("libx264", True), ("libx264", False), ("mpeg2video", True)])
def test_interlaced_pictures_are_made_whole(tmp_path: Path, codec: str, top_first: bool, rotation: int) -> None:
    path = tmp_path / ("a.mp4" if codec == "libx264" else "a.mov")
    graph = Graph()  # the encoder takes from each picture which half comes first
    source = graph.add_buffer(width=WH[0], height=WH[1], format="yuv420p", time_base=Fraction(1, 25))
    halves = graph.add("setfield", "mode=" + ("tff" if top_first else "bff"))
    graph.link_nodes(source, halves, graph.add("buffersink")).configure()
    with av.open(str(path), "w") as container:
        stream = container.add_stream(codec, rate=25)
        stream.width, stream.height, stream.pix_fmt = *WH, "yuv420p"
        stream.options = {"flags": "+ilme+ildct", "qmin": "2", "qmax": "8"}
        if rotation:
            stream.set_display_rotation(-rotation)
        for number in range(12):
            frame = av.VideoFrame.from_ndarray(woven(number, top_first), format="bgr24").reformat(format="yuv420p")
            frame.pts, frame.time_base = number, Fraction(1, 25)
            graph.push(frame)
            container.mux(stream.encode(graph.pull()))
        container.mux(stream.encode(None))
    frames = list(Film(path))
    assert len(frames) == 12
    assert [f.time for f in frames] == pytest.approx([k / 25 for k in range(12)], abs=2e-3)
    for number, frame in enumerate(frames[1:-1], start=1):
        upright = np.rot90(frame.picture, rotation // 90)
        assert upright.shape == (WH[1], WH[0], 3)
        assert teeth(upright) < 0.4 * teeth(woven(number, top_first))
        middle = np.argwhere(upright[48, :, 0] > 140).mean()  # where the first of the two halves shows the block
        assert middle == pytest.approx(10 + 4 * number + 11.5, abs=3)


@pytest.mark.parametrize(
    ("codec", "form", "ending"),
    [
        ("libx265", "yuv420p10le", "mp4"),
        ("prores_ks", "yuv422p10le", "mov"),
        ("ffv1", "yuv420p16le", "mkv"),
        ("libx264", "yuv444p", "mp4"),
        ("mjpeg", "yuvj420p", "avi"),
    ],
)
def test_pictures_of_8_to_16_bits_look_the_same(tmp_path: Path, codec: str, form: str, ending: str) -> None:
    path = tmp_path / f"a.{ending}"
    with av.open(str(path), "w") as container:
        stream = container.add_stream(codec, rate=25)
        stream.width, stream.height, stream.pix_fmt = *WH, form
        stream.options = {"x265-params": "log-level=none"} if codec == "libx265" else {"qmin": "2", "qmax": "4"}
        for number in range(3):
            frame = av.VideoFrame.from_ndarray(picture(number), format="bgr24").reformat(format=form)
            frame.pts, frame.time_base = number, Fraction(1, 25)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    frame = next(iter(Film(path)))
    assert frame.picture.dtype == np.uint8 and frame.picture.shape == (WH[1], WH[0], 3)
    for region in (np.s_[4:44, 30:76], np.s_[52:92, 84:156], np.s_[4:92, 11:13]):
        seen, meant = (p[region].reshape(-1, 3).mean(axis=0) for p in (frame.picture.astype(int), picture(0)))
        assert seen == pytest.approx(meant, abs=14)


@pytest.mark.parametrize(
    ("width", "height", "seen"), [(64, 48, (64, 48)), (3840, 2160, (2560, 1440)), (2160, 3840, (1440, 2560))]
)
def test_films_of_every_size_are_read(tmp_path: Path, width: int, height: int, seen: tuple[int, int]) -> None:
    path = tmp_path / "a.mp4"
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=8)
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        stream.options = {"preset": "ultrafast"}
        for number in range(2):
            frame = av.VideoFrame.from_ndarray(np.full((height, width, 3), 128, np.uint8), format="bgr24")
            frame.pts, frame.time_base = number, Fraction(1, 8)
            container.mux(stream.encode(frame))
        container.mux(stream.encode(None))
    frames = list(Film(path))
    assert [f.time for f in frames] == pytest.approx([0.0, 0.125], abs=1e-3)
    assert frames[0].size_wh == seen and frames[0].picture.shape == (seen[1], seen[0], 3)
    assert frames[0].scale == pytest.approx(seen[0] / width)


def test_a_film_cut_off_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    path = film(tmp_path / "a.mkv", [k / 25 for k in range(200)])
    data = path.read_bytes()
    cut = tmp_path / "cut.mkv"
    cut.write_bytes(data[: len(data) // 2])
    half = Film(cut)
    frames = list(half)
    assert 20 < len(frames) < 180
    assert any("cut off" in p or "damaged" in p or "to its end" in p for p in half.problems)


def test_damage_in_the_middle_does_not_stop_the_film(tmp_path: Path) -> None:
    path = film(tmp_path / "a.mkv", [k / 25 for k in range(200)], g="10")
    data = bytearray(path.read_bytes())
    middle = len(data) // 2
    data[middle : middle + 1500] = bytes(np.random.default_rng(1).integers(0, 256, 1500, dtype=np.uint8))
    path.write_bytes(bytes(data))
    frames = list(Film(path))
    assert frames[-1].time > 7.5
    assert len(frames) > 120


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("missing.mp4", None, "There is no file"),
        ("empty.mp4", b"", "is empty"),
        ("words.mp4", b"this is no film at all, only words" * 50, "cannot be opened as a film"),
    ],
)
def test_what_is_no_film_is_refused_in_one_sentence(
    tmp_path: Path, name: str, content: bytes | None, said: str
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    with pytest.raises(FilmError, match=said) as caught:
        list(Film(tmp_path / name))
    assert "\n" not in str(caught.value)


def test_a_folder_is_no_film(tmp_path: Path) -> None:
    with pytest.raises(FilmError, match="is a folder"):
        Film(tmp_path)


def test_sound_alone_is_no_film(tmp_path: Path) -> None:
    path = tmp_path / "sound.wav"
    with av.open(str(path), "w") as container:
        stream = container.add_stream("pcm_s16le", rate=8000)
        sound = av.AudioFrame.from_ndarray(np.zeros((1, 8000), np.int16), format="s16", layout="mono")
        sound.sample_rate = 8000
        container.mux(stream.encode(sound))
        container.mux(stream.encode(None))
    with pytest.raises(FilmError, match="has no video"):
        Film(path)


class _Quiet(SimpleHTTPRequestHandler):
    """Sends files from their beginning only."""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    """Address of a server of the files in the folder of the test."""
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(tmp_path))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_a_film_is_read_from_an_address(tmp_path: Path, address: str) -> None:
    times = [k / 25 for k in range(40)]
    film(tmp_path / "a.mkv", times)
    there = Film(f"{address}/a.mkv")
    assert not there.live and there.duration == pytest.approx(1.6, abs=0.05)
    assert [f.time for f in there] == pytest.approx(times, abs=2e-3)
    assert there.problems == []


def test_an_address_without_a_film_is_named(tmp_path: Path, address: str) -> None:
    with pytest.raises(FilmError, match=r"none\.mp4 cannot be opened: .*404"):
        Film(f"{address}/none.mp4")
    film(tmp_path / "a.mp4", [k / 25 for k in range(400)], crf="1")  # its index is at its end, where nobody can start
    with pytest.raises(FilmError, match="save it as a file"):
        list(Film(f"{address}/a.mp4"))
    with pytest.raises(FilmError, match="cannot be opened: Connection refused"):
        Film("rtsp://127.0.0.1:9/none")


def test_a_camera_that_is_not_there_is_named() -> None:
    with pytest.raises(FilmError, match="Camera 61"):
        Film(61)


@pytest.mark.parametrize(
    ("stamps", "times"),
    [
        ([5.0, 5.1, 5.2], [0.0, 0.1, 0.2]),
        ([None, None, None], [0.0, 0.04, 0.08]),
        ([0.0, 0.1, None, 0.2], [0.0, 0.1, 0.14, 0.24]),
        ([8.0, 8.1, 0.0, 0.1], [0.0, 0.1, 0.14, 0.24]),
        ([0.0, 0.1, 900.0, 900.1], [0.0, 0.1, 0.14, 0.24]),
        ([0.0, 8.0], [0.0, 8.0]),
    ],
    ids=["late start", "none", "one missing", "starts anew", "leaps", "pause"],
)
def test_the_clock_never_runs_back(stamps: list[float | None], times: list[float]) -> None:
    clock = _Clock(0.04, live=False)
    assert [clock.time(s) for s in stamps] == pytest.approx(times, abs=1e-3)
