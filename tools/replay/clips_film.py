"""Cutting a piece out of a film to the picture: decoded from the key picture before it and encoded anew.

The piece begins with the picture that stands at its start, in time stamps of the film itself, so that any rate, also a
variable one, is kept; the sound is trimmed to the sample and stays in step. Turned films are turned upright, pixels
made square, sides even, ten bits made eight: what every player and editor opens.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import av
import av.error
from av.filter import Graph
from jassvision.tools.replay.film_out import FULL

TICKS: Final = 90_000
"""Time stamps a second in the clip, as MPEG has them: fine enough for any rate."""

QUALITY: Final = "20"
"""CRF of x264: no difference to the film is seen."""

PRESET: Final = "veryfast"
SOUND_RATE: Final = 160_000
"""Bits a second of the sound (AAC)."""

BEFORE: Final = 0.5
"""Seconds by which the sound is looked up earlier, for packets of sound lie behind the pictures they belong to."""


class ClipError(ValueError):
    """A clip cannot be cut or written."""


def cut(film: Path, start: float, end: float, target: Path) -> None:
    """Cut a piece of a film into an MP4 file (H.264, AAC where there is sound, ready to be streamed).

    Args:
        start, end: seconds since the first picture of the film.
        target: the file; it is there only once it is whole.

    Raises:
        ClipError: the film cannot be read there, or the file not be written.
    """
    part = target.with_name(f".{target.name}.part")
    try:
        _write(film, start, end, part)
        part.replace(target)
    except ClipError:
        raise
    except (av.error.FFmpegError, OSError, ValueError) as error:
        full = getattr(error, "errno", None) in FULL
        what = "the disk is full" if full else str(getattr(error, "strerror", None) or error)
        raise ClipError(f"{target} cannot be written: {what}.") from None
    finally:
        with contextlib.suppress(OSError):  # on a disk that can only be read there is no part to take away
            part.unlink(missing_ok=True)


def _write(film: Path, start: float, end: float, part: Path) -> None:
    with (
        av.open(str(film.absolute())) as source,
        av.open(str(part.absolute()), "w", format="mp4", options={"movflags": "+faststart"}) as out,
    ):
        video = source.streams.video[0]
        video.thread_type = "AUTO"
        sound = source.streams.audio[0] if source.streams.audio else None
        first = _first_picture(source, video)
        if first is None:
            raise ClipError(f"{film} has no picture that can be decoded.")
        zero = float(first.time or 0.0)  # from which the times of a record count
        source.seek(int(max(zero + start - BEFORE, zero) * av.time_base), backward=True)
        pictures = _Pictures(out, zero + start, zero + end, video, first)
        tones = None if sound is None else _Tones(out, zero + start, zero + end, sound)
        for packet in source.demux([stream for stream in (video, sound) if stream is not None]):
            if packet.stream is video and not pictures.done:
                for frame in _decoded(packet):
                    pictures.take(frame)
            elif tones is not None and packet.stream is sound and not tones.done:
                for frame in _decoded(packet):
                    tones.take(frame)
            if pictures.done and (tones is None or tones.done or _behind(packet, zero + end)):
                break
        if not pictures.finish():
            raise ClipError(f"{film} has no picture between {start:.1f} and {end:.1f} seconds.")
        if tones is not None:
            tones.finish()


def _decoded(packet: Any) -> Iterator[Any]:
    """The frames of a packet; a damaged one has none."""
    try:
        yield from packet.decode()
    except av.error.InvalidDataError:
        return


def _behind(packet: Any, end: float) -> bool:
    """Whether a packet lies so far behind the end that no sound can come any more."""
    return packet.dts is not None and float(packet.dts * packet.time_base) > end + 2.0


def _first_picture(source: Any, video: Any) -> Any:
    for packet in source.demux(video):
        for frame in _decoded(packet):
            return frame
    return None


class _Pictures:
    """Takes decoded pictures, keeps those of the piece, and encodes them."""

    def __init__(self, out: Any, start: float, end: float, video: Any, first: Any) -> None:
        rate = video.average_rate or video.guessed_rate or Fraction(25)
        self.start, self.end, self.step = start, end, float(1 / rate)
        self.done = False
        self._stream = out.add_stream("libx264", rate=rate, options={"crf": QUALITY, "preset": PRESET})
        self._stream.pix_fmt = "yuv420p"
        self._stream.codec_context.time_base = Fraction(1, TICKS)
        self._graph, (self._stream.width, self._stream.height) = _upright(first, video.sample_aspect_ratio)
        self._out = out
        self._before: Any = None
        self._last = -1

    def take(self, frame: Any) -> None:
        """A picture in the order of time; the one that stands at the start is the first of the clip."""
        time = float(frame.time if frame.time is not None else self.start)
        if time >= self.end:
            self.done = True
            return
        if time <= self.start:
            self._before = frame
            return
        if self._before is not None:
            self._encode(self._before, self.start)
            self._before = None
        self._encode(frame, time)

    def finish(self) -> bool:
        """Encode what is left; False when there was no picture at all."""
        if self._before is not None and self._last < 0:
            # one picture that stands all along; but the last one of a film does not stand for ever
            stands = self.done or float(self._before.time or 0.0) + 2 * self.step > self.start
            if stands:
                self._encode(self._before, self.start)
        if self._last < 0:
            return False
        for packet in self._stream.encode(None):
            self._out.mux(packet)
        return True

    def _encode(self, frame: Any, time: float) -> None:
        self._graph.push(frame)
        picture = self._graph.pull()
        stamp = max(round((time - self.start) * TICKS), self._last + 1)
        self._last = stamp
        picture.pts, picture.time_base = stamp, Fraction(1, TICKS)
        picture.pict_type = 0
        for packet in self._stream.encode(picture):
            self._out.mux(packet)


def _upright(frame: Any, ratio: Fraction | None) -> tuple[Any, tuple[int, int]]:
    """The graph that turns pictures upright, makes pixels square, sides even and bits eight; width and height then."""
    graph = Graph()
    last = graph.add_buffer(
        width=frame.width, height=frame.height, format=frame.format.name, time_base=Fraction(1, TICKS)
    )
    steps = [("transpose", turn) for turn in _TURNS.get(round((frame.rotation or 0) / 90) % 4, ())]
    wide = float(ratio) if ratio else 1.0
    width, height = frame.width * max(wide, 1.0), frame.height / min(wide, 1.0)
    if steps and round((frame.rotation or 0) / 90) % 2:
        width, height = height, width
    size = (_even(width), _even(height))
    steps += [("scale", f"{size[0]}:{size[1]}"), ("setsar", "1"), ("format", "yuv420p")]
    for name, options in [*steps, ("buffersink", "")]:
        node = graph.add(name, options) if options else graph.add(name)
        last.link_to(node)
        last = node
    graph.configure()
    return graph, size


_TURNS: Final = {1: ("cclock",), 2: ("clock", "clock"), 3: ("clock",)}
"""How a picture is turned by the quarters that its display matrix states, counter-clockwise."""


def _even(pixels: float) -> int:
    return max(2, round(pixels / 2) * 2)


class _Tones:
    """Takes decoded sound, trims it to the piece by the sample, and encodes it."""

    def __init__(self, out: Any, start: float, end: float, sound: Any) -> None:
        self.start, self.end = start, end
        self.done = False
        self._rate = int(sound.rate or 48_000)
        self._stream = out.add_stream("aac", rate=self._rate)
        self._stream.bit_rate = SOUND_RATE
        self._resampler = av.AudioResampler(
            format="fltp", layout="stereo" if sound.channels > 1 else "mono", rate=self._rate
        )
        self._stream.layout = "stereo" if sound.channels > 1 else "mono"
        self._out = out
        self._next: int | None = None

    def take(self, frame: Any) -> None:
        """Some sound in the order of time."""
        for piece in self._resampler.resample(frame):
            self._trim(piece)

    def finish(self) -> None:
        """Encode what is left."""
        for packet in self._stream.encode(None):
            self._out.mux(packet)

    def _trim(self, piece: Any) -> None:
        if piece.pts is None:
            return
        first = round((float(piece.pts * piece.time_base) - self.start) * self._rate)
        samples = piece.to_ndarray()
        length = round((self.end - self.start) * self._rate)
        if self._next is not None and abs(first - self._next) < self._rate // 100:
            first = self._next  # stamps in milliseconds round by some samples: no gap, no overlap
        low, high = max(0, -first, (self._next or 0) - first), min(samples.shape[1], length - first)
        if first >= length:
            self.done = True
        if high <= low:
            return
        kept = av.AudioFrame.from_ndarray(samples[:, low:high].copy(), format="fltp", layout=piece.layout.name)
        kept.sample_rate, kept.time_base, kept.pts = self._rate, Fraction(1, self._rate), first + low
        self._next = first + high
        for packet in self._stream.encode(kept):
            self._out.mux(packet)
