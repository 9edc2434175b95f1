"""Pictures of a film, a camera or a stream with their times, upright and with square pixels.

Times come from the stream's own presentation time stamps, counted from the first picture; never from a number of
pictures and a rate. Pictures are decoded as they come and converted only where somebody looks at them.
"""

from __future__ import annotations

import sys
import threading
from collections import deque
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import av
import av.error
import cv2
import numpy as np
from jassvision.vision.motion import STEP_SECONDS
from numpy.typing import NDArray

LONGEST = 2560
"""Longest side in pixels of the pictures handed out: a card of a 4K film is still twice as fine as the reader needs."""

SMALL = 320
"""Longest side in pixels of the small picture in which motion is looked for: a card is 15 to 40 pixels long in it."""

SHORTFALL = (1.0, 0.02)
"""Seconds, and share of the stated length, that may be missing at the end before a film counts as cut off."""

STEP_BACK = 0.5
"""Seconds by which a time stamp may jump before it is taken for a new beginning (joined files, a camera's restart)."""

START_SLACK = 20.0
"""Seconds before its `start` at which a film may begin after seeking, to the key picture before; else what its time
stamps say is not how it runs, and it is decoded from its beginning."""

LONGEST_PAUSE = 30.0
"""Seconds without a picture in a recorded film before the gap is taken for a jump of the clock, not for a pause."""

OPEN_SECONDS, READ_SECONDS = 15.0, 15.0
"""How long a camera or stream may take to open, and to send its next picture."""

AHEAD = 8
"""Pictures that are decoded ahead of the one that is looked at, so that decoding goes on while somebody looks: 25 MB of
a 1920x1080 film."""

_TURNS: Final = {90: cv2.ROTATE_90_CLOCKWISE, 180: cv2.ROTATE_180, 270: cv2.ROTATE_90_COUNTERCLOCKWISE}


class FilmError(ValueError):
    """There is no such film, camera or stream, or nothing in it that can be seen."""


class Frame:
    """One picture and its time.

    Attributes:
        time: seconds since the first picture.
        scale: pixels of `picture` for one pixel of the film; below 1 for films larger than LONGEST.
    """

    def __init__(self, time: float, raw: Any, turn: int = 0, aspect: float = 1.0) -> None:
        self.time, self.turn, self._raw = time, turn % 360, raw
        width, height = raw.width * max(aspect, 1.0), raw.height / min(aspect, 1.0)
        self.scale = min(1.0, LONGEST / max(width, height))
        self._wh = (max(1, round(width * self.scale)), max(1, round(height * self.scale)))
        self._picture: NDArray[np.uint8] | None = None
        self._small: NDArray[np.uint8] | None = None

    @property
    def size_wh(self) -> tuple[int, int]:
        """Width and height of `picture`."""
        return self._wh if self.turn % 180 == 0 else self._wh[::-1]

    @property
    def picture(self) -> NDArray[np.uint8]:
        """The picture (height, width, 3), BGR, upright."""
        if self._picture is None:
            self._picture = self._turned(self._converted(*self._wh, "bgr24"))
        return self._picture

    def shrunk(self, longest: int) -> tuple[NDArray[np.uint8], float]:
        """The picture in BGR with its longest side shrunk to `longest`, and pixels of `picture` for one of its own.

        Much cheaper than shrinking `picture`: it is made from the decoded picture in one go.
        """
        width, height = self._wh
        ratio = min(1.0, longest / max(width, height))
        if ratio == 1.0:
            return self.picture, 1.0
        small = self._converted(max(1, round(width * ratio)), max(1, round(height * ratio)), "bgr24")
        return self._turned(small), 1 / ratio

    def prepare(self) -> None:
        """Make the small picture of the usual size now, by whatever thread this is."""
        self._small = self.small()

    def small(self, longest: int = SMALL) -> NDArray[np.uint8]:
        """The picture (height, width, 3) in YCbCr with its longest side shrunk to `longest`, upright."""
        if self._small is not None and longest == SMALL:
            return self._small
        width, height = self._wh
        ratio = min(1.0, longest / max(width, height))
        small = self._converted(max(1, round(width * ratio)), max(1, round(height * ratio)), "yuv444p")
        return self._turned(np.ascontiguousarray(small.transpose(1, 2, 0)))

    def _converted(self, width: int, height: int, form: str) -> NDArray[np.uint8]:
        same = (width, height) == (self._raw.width, self._raw.height)
        shape = {} if same else {"width": width, "height": height, "interpolation": "AREA"}
        # threads are started anew for each picture: that takes longer than the work
        converted: NDArray[np.uint8] = self._raw.reformat(format=form, threads=1, **shape).to_ndarray()
        return converted

    def _turned(self, picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
        if not self.turn:
            return picture
        turned: NDArray[np.uint8] = cv2.rotate(picture, _TURNS[self.turn])  # type: ignore[assignment]
        return turned

    @staticmethod
    def of_picture(picture: NDArray[np.uint8], time: float) -> Frame:
        """A frame from a (height, width, 3) BGR picture, for sources that are no film."""
        return Frame(time, av.VideoFrame.from_ndarray(np.ascontiguousarray(picture), format="bgr24"))


class Film:
    """A film file, a camera or a stream; iterate over it once to get its frames.

    Args:
        source: path of a file; number of a camera; or an address (`rtsp://`, `http://`, ...).
        threads: threads that decode.
        start: seconds that need not be decoded: a film begins at the key picture before, if it can. Times count from
            its own first picture all the same.

    Attributes:
        duration: stated length in seconds; None for cameras, streams and files that do not say it.
        usual_step: seconds between two pictures, as the file states its rate.
        live: whether pictures come as they happen, so that the latest counts and late ones are left out.
        problems: what a person should know about the film, in sentences; complete once all frames are read.

    Raises:
        FilmError: there is no such source, or no video in it.
    """

    def __init__(self, source: str | int | Path, threads: int = 2, start: float = 0.0) -> None:
        self.name = str(source)
        self._begin = start
        self.problems: list[str] = []
        self._container, self.live = _opened(source)
        videos = self._container.streams.video
        if not videos:
            self._container.close()
            raise FilmError(f"{self.name} has no video in it: give a film, not a sound or text file.")
        # attached pictures (covers of sound files) are video streams of one picture
        self._stream = next((v for v in videos if v.average_rate or v.frames != 1), videos[0])
        context = self._stream.codec_context
        if context is None:
            self._container.close()
            raise FilmError(f"{self.name} holds video of a kind that cannot be decoded here: convert it to H.264.")
        context.thread_type = "AUTO" if not self.live else "SLICE"
        context.thread_count = threads
        base = self._stream.time_base
        self.duration: float | None = None
        if not self.live and self._stream.duration and base:
            self.duration = float(self._stream.duration * base)
        elif not self.live and self._container.duration:
            self.duration = self._container.duration / 1_000_000
        rate = self._stream.average_rate or self._stream.guessed_rate or Fraction(25)
        self.usual_step = float(1 / rate) if rate else 0.04
        ratio = self._stream.sample_aspect_ratio
        self._aspect = float(ratio) if ratio and 0.2 < ratio < 5 else 1.0

    def __iter__(self) -> Iterator[Frame]:
        clock = _Clock(self.usual_step, self.live)
        count = 0
        try:
            for frame in _Pump(self._frames(clock), 1 if self.live else AHEAD, drops=self.live):
                count += 1
                yield frame
        finally:
            self._container.close()
        if not count:
            # servers that send files from their beginning only cannot send films whose index is at their end
            mend = "save it as a file and give that" if "://" in self.name else "copy it anew or convert it to H.264"
            raise FilmError(f"{self.name} has a video in it, but not one picture of it can be decoded: {mend}.")
        missing = (self.duration or 0.0) - clock.now - clock.step
        if self.duration and missing > max(SHORTFALL[0], SHORTFALL[1] * self.duration):
            self.problems.append(
                f"{self.name} is cut off: it says it lasts {self.duration:.0f} seconds, but ends after {clock.now:.0f}."
            )

    def _frames(self, clock: _Clock) -> Iterator[Frame]:
        """Frames, those at which the motion gate will look with their small pictures made."""
        due = 0.0
        if self._begin > 0 and not self.live:
            self._skip(clock)
        for raw in self._pictures():
            seconds = float(raw.pts * raw.time_base) if raw.pts is not None and raw.time_base else None
            # the display matrix turns counter-clockwise, players turn the other way
            frame = Frame(clock.time(seconds), raw, -_quarter(raw.rotation), self._aspect)
            if frame.time >= due:
                frame.prepare()
                due = frame.time + STEP_SECONDS
            yield frame

    def _skip(self, clock: _Clock) -> None:
        """Go on at the key picture before the start; where the film cannot be trusted in that, at its beginning."""
        base = self._stream.time_base
        found = _key_before(self.name, self._stream.index, self._begin)
        if found is None or not base:
            return
        try:
            self._container.seek(found[1], stream=self._stream)
        except (av.error.FFmpegError, OSError):
            return
        clock.skip(*(float(stamp * base) for stamp in found))

    def _pictures(self) -> Iterator[Any]:
        """Decoded pictures, deinterlaced; damaged ones are left out and counted."""
        damaged, lost_at, weave = 0, None, None
        packets = self._container.demux(self._stream)
        while True:
            try:
                packet = next(packets, None)
            except (av.error.FFmpegError, OSError) as error:
                self.problems.append(f"{self.name} could not be read to its end: {_reason(error)}.")
                break
            if packet is None:
                break
            try:
                pictures = packet.decode()
            except (av.error.FFmpegError, ValueError):
                damaged += 1
                lost_at = lost_at or packet.pts
                continue
            for picture in pictures:
                if picture.is_corrupt:
                    damaged += 1
                    continue
                if weave is None and picture.interlaced_frame:
                    weave = _Deinterlacer(self._stream)
                yield from (picture,) if weave is None else weave.through(picture)
        if weave is not None:
            yield from weave.rest()
        if damaged:
            self.problems.append(f"{self.name} is damaged: {damaged} pictures could not be decoded and were left out.")


class _Clock:
    """Turns time stamps, some of them missing or jumping, into seconds that never run backwards."""

    def __init__(self, step: float, live: bool) -> None:
        self.step, self.live, self.now = step, live, 0.0
        self._last: float | None = None

    def skip(self, first: float, stamp: float) -> None:
        """Go on at a stamp, as if all pictures since the first one had been there."""
        self.now, self._last = stamp - first, None

    def time(self, stamp: float | None) -> float:
        if self._last is None:
            self._last = stamp if stamp is not None else 0.0
            return self.now
        gap = self.step if stamp is None else stamp - self._last
        if stamp is not None:
            self._last = stamp
        if gap < -STEP_BACK or (gap > LONGEST_PAUSE and not self.live):
            gap = self.step
        self.now += max(gap, 1e-4)
        return self.now


class _Deinterlacer:
    """Makes whole pictures of the two half pictures of interlaced video (FFmpeg's bwdif); others pass through."""

    def __init__(self, stream: Any) -> None:
        from av.filter import Graph

        self._graph = Graph()
        first = self._graph.add_buffer(template=stream, time_base=stream.time_base)
        weave = self._graph.add("bwdif", "mode=send_frame:deint=interlaced")
        self._graph.link_nodes(first, weave, self._graph.add("buffersink")).configure()

    def through(self, picture: Any) -> Iterator[Any]:
        self._graph.push(picture)
        yield from self._ready()

    def rest(self) -> Iterator[Any]:
        try:
            self._graph.push(None)
        except (av.error.FFmpegError, ValueError):
            return
        yield from self._ready()

    def _ready(self) -> Iterator[Any]:
        while True:
            try:
                yield self._graph.pull()
            except (av.error.BlockingIOError, av.error.EOFError):
                return


class _Pump:
    """Frames that a thread makes while somebody looks at those before.

    Args:
        room: how many may wait.
        drops: whether the oldest makes room for a new one, as a live source wants it; else the thread waits.
    """

    def __init__(self, frames: Iterator[Frame], room: int, *, drops: bool) -> None:
        self._room, self._drops = room, drops
        self._changed = threading.Condition()
        self._waiting: deque[Frame] = deque()
        self._over = False
        self._error: Exception | None = None
        self._thread = threading.Thread(target=self._pump, args=(frames,), daemon=True)

    def __iter__(self) -> Iterator[Frame]:
        self._thread.start()
        try:
            while True:
                with self._changed:
                    self._changed.wait_for(lambda: self._waiting or self._over)
                    if not self._waiting:
                        break
                    frame = self._waiting.popleft()
                    self._changed.notify()
                yield frame
            if self._error is not None:
                raise self._error
        finally:
            with self._changed:
                self._over = True
                self._changed.notify()
            self._thread.join(READ_SECONDS)

    def _pump(self, frames: Iterator[Frame]) -> None:
        try:
            for frame in frames:
                with self._changed:
                    if not self._drops:
                        self._changed.wait_for(lambda: len(self._waiting) < self._room or self._over)
                    if self._over:
                        return
                    while len(self._waiting) >= self._room:
                        self._waiting.popleft()
                    self._waiting.append(frame)
                    self._changed.notify()
        except Exception as error:
            self._error = error
        finally:
            with self._changed:
                self._over = True
                self._changed.notify()


def _key_before(name: str, index: int, start: float) -> tuple[int, int] | None:
    """Stamps of a film's first picture and of the key picture before some seconds; None where its stamps do not go on
    as they begin, or it cannot be sought in. A container of its own finds out, so that nothing is read twice."""
    container, _ = _opened(name)
    try:
        stream = container.streams[index]
        stamps = (packet.pts for packet in container.demux(stream) if packet.pts is not None)
        first, base = next(stamps, None), stream.time_base
        if first is None or not base:
            return None
        container.seek(first + int(start / base), stream=stream)
        key = next((packet.pts for packet in container.demux(stream) if packet.pts is not None), None)
        if key is None or not 0 <= start - float((key - first) * base) <= START_SLACK:
            return None
        return first, key
    except (av.error.FFmpegError, OSError, ValueError):
        return None
    finally:
        container.close()


def _opened(source: str | int | Path) -> tuple[Any, bool]:
    """The open container, and whether it is live."""
    name = str(source)
    limits = (OPEN_SECONDS, READ_SECONDS)
    if isinstance(source, int) or name.isdecimal():
        return _open_camera(int(name)), True
    if "://" in name:
        options = {"rtsp_transport": "tcp"} if name.startswith("rtsp") else {}
        try:
            container = av.open(name, options=options, timeout=limits)
        except (av.error.FFmpegError, OSError, ValueError) as error:
            raise FilmError(f"The stream {name} cannot be opened: {_reason(error)}.") from None
        recorded = container.duration is not None and not name.startswith(("rtsp", "rtmp", "udp", "rtp"))
        return container, not recorded
    path = Path(source)
    if not path.exists():
        raise FilmError(f"There is no file {path}: give the path of a film, the number of a camera or an address.")
    if path.is_dir():
        raise FilmError(f"{path} is a folder: name the film in it.")
    if path.is_fifo():
        raise FilmError(f"{path} is a pipe, in which nobody can go back: write the film to a file first.")
    if not path.is_char_device() and not path.stat().st_size:
        raise FilmError(f"{path} is empty.")
    try:
        # a name such as 20:15.mp4 alone would be an address of the kind `20`
        return av.open(str(path.absolute())), path.is_char_device()
    except PermissionError:
        raise FilmError(f"{path} must not be read by you: change its permissions.") from None
    except (av.error.FFmpegError, OSError, ValueError) as error:
        hint = "no film, or one that was cut off before its index was written"
        raise FilmError(f"{path} cannot be opened as a film ({_reason(error)}): it is {hint}.") from None


def _open_camera(number: int) -> Any:
    kinds = {"linux": ("v4l2", f"/dev/video{number}"), "darwin": ("avfoundation", str(number))}
    kind, device = kinds.get(sys.platform, ("dshow", f"video={number}"))
    try:
        return av.open(device, format=kind, timeout=(OPEN_SECONDS, READ_SECONDS))
    except (av.error.FFmpegError, OSError, ValueError) as error:
        raise FilmError(
            f"Camera {number} cannot be opened ({_reason(error)}): plug it in, close other programs that use it, or "
            "give another number."
        ) from None


def _reason(error: Exception) -> str:
    return str(getattr(error, "strerror", None) or error)


def _quarter(degrees: float) -> int:
    return round((degrees or 0) / 90) * 90 % 360
