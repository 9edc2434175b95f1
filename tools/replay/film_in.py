"""Pictures of a film as planes, upright, with square pixels and even sizes, at their exact times, from any place."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import av
import av.error
import numpy as np
from jassvision.rules.errors import cannot_be_read
from jassvision.tools.replay.mixing import Planes
from jassvision.vision.frames import FilmError, Frame
from numpy.typing import NDArray

NEAR: Final = 6.0
"""Seconds ahead that are rather decoded than jumped to: seeking goes back to a whole picture anyway."""

JUMP: Final = 30.0
"""Seconds between two pictures from which the film's clock is taken to have jumped."""

SMALLEST: Final = 64
"""Pixels of the shorter side below which no graphics can be drawn."""

_MATRICES: Final = {1: "709", 5: "601", 6: "601", 4: "601", 9: "2020", 10: "2020"}
"""FFmpeg's numbers of colour spaces."""

_FULL: Final = 2


class Picture:
    """A picture and the tick of the film's clock at which it is shown."""

    def __init__(self, tick: int, raw: Any) -> None:
        self.tick, self.raw = tick, raw


class FilmIn:
    """A film file that is read for a replay.

    Attributes:
        size_wh: width and height of the pictures, upright, with square pixels, even.
        tick: seconds of a tick; ticks count from the first picture.
        step: ticks between two pictures, as the film states its rate.
        duration: seconds from the first picture to the end of the last one.
        rate: pictures a second, as stated.
        matrix: what the film's colours mean, see `YuvMixer`.
        colours: FFmpeg's numbers of colour space, primaries and transfer.

    Raises:
        FilmError: it cannot be opened, is no recorded film, or is too small.
    """

    def __init__(self, path: Path, threads: int = 2) -> None:
        self.path, self._threads = path, threads
        self._open()
        stream = self._stream
        base = stream.time_base
        if base is None:
            raise FilmError(f"{path} has no clock: its pictures have no times.")
        self.tick = Fraction(base)
        self._first: int | None = None
        self._last_tick: int | None = None
        rate = stream.average_rate or stream.guessed_rate or Fraction(25)
        self.rate = Fraction(rate) if rate and rate > 0 else Fraction(25)
        self.step = max(1, round(1 / self.rate / self.tick))
        self._pictures = self._decoded()
        first = next(self._pictures, None)
        if first is None:
            raise FilmError(f"{path} has a video in it, but not one picture of it can be decoded.")
        self.turn = -round((first.raw.rotation or 0) / 90) * 90 % 360
        ratio = stream.sample_aspect_ratio
        self._aspect = float(ratio) if ratio and 0.2 < ratio < 5 else 1.0
        self._square_wh, self.size_wh = self._sizes(first.raw)
        if min(self.size_wh) < SMALLEST:
            raise FilmError(f"{path} is only {self.size_wh[0]} x {self.size_wh[1]} pixels: no graphics fit on it.")
        space = int(first.raw.colorspace)
        self.matrix = _MATRICES.get(space, "709" if min(self.size_wh) >= 720 else "601")
        self._full = int(first.raw.color_range) == _FULL or first.raw.format.name.startswith("yuvj")
        context = stream.codec_context
        self.colours = (space, int(context.color_primaries), int(context.color_trc))
        self._ahead: Picture | None = first
        self.duration = self._stated_duration()
        self._held: Picture | None = None

    @property
    def first_seconds(self) -> Fraction:
        """The time stamp of the first picture, which the sound counts from as well."""
        return (self._first or 0) * self.tick

    def pictures(self, start: int, stop: int) -> Iterator[Picture]:
        """What is shown from a tick on, and every picture after it until before another tick.

        The first one is the picture that is on the screen at `start`; its tick is set to `start`.
        """
        self._go(start)
        if self._held is not None:
            yield Picture(start, self._held.raw)
        while self._ahead is not None and self._ahead.tick < stop:
            self._held = self._ahead
            self._ahead = next(self._pictures, None)
            yield self._held

    def still(self, tick: int) -> Picture:
        """The picture that is on the screen at a tick.

        Raises:
            FilmError: there is none.
        """
        self._go(tick)
        shown = self._held or self._ahead
        if shown is None:
            raise FilmError(f"{self.path} has no picture at {float(tick * self.tick):.1f} seconds.")
        return Picture(tick, shown.raw)

    def frame(self, seconds: float) -> Frame:
        """The picture that is on the screen at some seconds, for eyes to look at.

        Raises:
            FilmError: there is none.
        """
        return Frame(seconds, self.still(round(seconds / self.tick)).raw, self.turn, self._aspect)

    def copy_to(self, raw: Any, planes: Planes) -> None:
        """Write a picture upright into planes of `size_wh`."""
        width, height = self._square_wh
        if self._full:  # players want 16 to 235
            raw = raw.reformat(
                width=width, height=height, format="yuv420p", src_color_range="JPEG", dst_color_range="MPEG"
            )
        elif raw.format.name != "yuv420p" or (raw.width, raw.height) != (width, height):
            raw = raw.reformat(width=width, height=height, format="yuv420p")
        for index, (plane, target) in enumerate(zip(raw.planes, planes, strict=True)):
            source = plane_view(plane, plane.width, plane.height)
            if self.turn:
                source = np.rot90(source, -self.turn // 90)
            down, across = target.shape
            target[:] = source[:down, :across]
            if index == 2:
                break

    def close(self) -> None:
        """Let go of the file."""
        self._container.close()

    # Decoding --------------------------------------------------------------------------------------------------------

    def _open(self) -> None:
        try:
            self._container = av.open(str(self.path.absolute()))
        except (av.error.FFmpegError, OSError, ValueError) as error:
            if isinstance(error, FileNotFoundError | NotADirectoryError | IsADirectoryError | PermissionError):
                raise FilmError(f"{cannot_be_read(self.path, error, 'give the path of a film')}.") from None
            reason = getattr(error, "strerror", None) or error
            raise FilmError(f"{self.path} cannot be opened as a film ({reason}).") from None
        videos = self._container.streams.video
        if not videos:
            raise FilmError(f"{self.path} has no video in it: give a film, not a sound or text file.")
        self._stream: Any = next((v for v in videos if v.average_rate or v.frames != 1), videos[0])
        self._stream.codec_context.thread_type = "AUTO"
        self._stream.codec_context.thread_count = self._threads

    def _go(self, tick: int) -> None:
        """Let `_held` be the picture shown at a tick and `_ahead` the next one."""
        ahead, held = self._ahead, self._held
        inside = held is not None and held.tick <= tick
        far = ahead is not None and tick - ahead.tick > NEAR / self.tick
        if (held is not None or ahead is None or ahead.tick > tick) and not inside and tick > 0:
            self._seek(tick)
        elif not inside and held is not None:
            self._restart()
        elif far:
            self._seek(tick)
        while self._ahead is not None and self._ahead.tick <= tick:
            self._held = self._ahead
            self._ahead = next(self._pictures, None)

    def _seek(self, tick: int) -> None:
        self._held = None
        try:
            self._container.seek((self._first or 0) + tick, stream=self._stream, backward=True)
            self._last_tick = None
            self._pictures = self._decoded()
            self._ahead = next(self._pictures, None)
        except (av.error.FFmpegError, OSError):
            self._ahead = None
        if self._ahead is None or self._ahead.tick > tick:
            self._restart()  # this kind of file cannot be sought in: from the beginning then

    def _restart(self) -> None:
        self._container.close()
        self._open()
        self._held, self._last_tick = None, None
        self._pictures = self._decoded()
        self._ahead = next(self._pictures, None)

    def _decoded(self) -> Iterator[Picture]:
        """Pictures from where the file stands, deinterlaced; damaged ones are left out."""
        weave: Any = None
        packets = self._container.demux(self._stream)
        while True:
            try:
                packet = next(packets, None)
            except (av.error.FFmpegError, OSError):
                break
            if packet is None:
                break
            try:
                found = packet.decode()
            except (av.error.FFmpegError, ValueError):
                continue
            for raw in found:
                if raw.is_corrupt:
                    continue
                if weave is None and raw.interlaced_frame:
                    weave = self._weaver()
                for whole in (raw,) if weave is None else _through(weave, raw):
                    yield self._dated(whole)

    def _dated(self, raw: Any) -> Picture:
        pts = raw.pts
        if pts is not None and raw.time_base and Fraction(raw.time_base) != self.tick:
            pts = round(pts * Fraction(raw.time_base) / self.tick)
        if pts is None:
            pts = (self._first or 0) + (0 if self._last_tick is None else self._last_tick + self.step)
        if self._first is None:
            self._first = int(pts)
        tick = int(pts) - self._first
        if self._last_tick is not None and not self._last_tick < tick < self._last_tick + JUMP / self.tick:
            raise FilmError(
                f"The clock of {self.path} jumps at {float(self._last_tick * self.tick):.1f} seconds: make a new file "
                f"of it first, with `ffmpeg -i {self.path.name} -vsync cfr new.mp4`."
            )
        self._last_tick = tick
        return Picture(tick, raw)

    def _weaver(self) -> Any:
        from av.filter import Graph

        graph = Graph()
        first = graph.add_buffer(template=self._stream, time_base=self._stream.time_base)
        weave = graph.add("bwdif", "mode=send_frame:deint=interlaced")
        graph.link_nodes(first, weave, graph.add("buffersink")).configure()
        return graph

    def _sizes(self, raw: Any) -> tuple[tuple[int, int], tuple[int, int]]:
        """Width and height with square pixels before turning, and upright and even."""
        square = (round(raw.width * max(self._aspect, 1.0)), round(raw.height / min(self._aspect, 1.0)))
        upright = square if self.turn % 180 == 0 else square[::-1]
        return square, (upright[0] // 2 * 2, upright[1] // 2 * 2)

    def _stated_duration(self) -> float:
        if self._stream.duration:
            return float(self._stream.duration * self.tick)
        if self._container.duration:
            return float(self._container.duration / 1_000_000)
        return self._measured()

    def _measured(self) -> float:
        """Length of a film that does not state it, from its packets."""
        last, count = 0, 0
        for packet in self._container.demux(self._stream):
            count += packet.size > 0
            if packet.pts is not None:
                last = max(last, packet.pts - (self._first or 0))
        last = last or count * self.step
        self._restart()
        return float((last + self.step) * self.tick)


def plane_view(plane: Any, width: int, height: int) -> NDArray[np.uint8]:
    """The pixels of a plane of a PyAV picture as an array (height, width) that shares its memory."""
    found = np.frombuffer(plane, np.uint8).reshape(-1, plane.line_size)
    return found[:height, :width]


def _through(graph: Any, raw: Any) -> Iterator[Any]:
    graph.push(raw)
    while True:
        try:
            yield graph.pull()
        except (av.error.BlockingIOError, av.error.EOFError):
            return
