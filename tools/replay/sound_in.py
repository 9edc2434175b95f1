"""The film's sound along a cut: the samples of each stretch, stretched where the replay runs faster or slower."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import av
import av.error
import numpy as np
from jassvision.tools.replay.cutting import Cut, Piece
from numpy.typing import NDArray

Samples = NDArray[np.float32]
"""(channels, n), -1 to 1."""

STRETCHED: Final = (Fraction(1, 2), Fraction(5, 2))
"""Speeds between which sound is stretched; beyond them voices are noise, and the replay is silent."""

FADE_SECONDS: Final = 0.008
"""Seconds over which sound comes and goes at a cut, against clicks."""

BLOCK: Final = 0.1
"""Seconds of sound that are read at a time."""

AHEAD: Final = 3.0
"""Seconds ahead that are rather decoded than jumped to."""


class SoundIn:
    """The sound of a film.

    Args:
        first: seconds of the film's clock at its first picture.

    Attributes:
        rate: samples a second.
        channels: 1 or 2.
    """

    def __init__(self, path: Path, first: Fraction) -> None:
        self.path, self._first = path, first
        self._open()
        context = self._stream.codec_context
        self.rate: int = context.sample_rate or 48000
        self.channels = 1 if context.channels == 1 else 2

    @staticmethod
    def of(path: Path, first: Fraction) -> SoundIn | None:
        """The sound of a film, None where it has none that can be decoded."""
        with av.open(str(path.absolute())) as container:
            streams = container.streams.audio
            if not streams or streams[0].codec_context is None or not streams[0].codec_context.sample_rate:
                return None
        return SoundIn(path, first)

    def along(self, cut: Cut) -> Iterator[Samples]:
        """The sound of a replay in blocks, exactly as long as its pictures."""
        silent = not STRETCHED[0] <= cut.speed <= STRETCHED[1]
        done = 0
        for piece in cut.pieces:
            upto = self._samples((piece.out + piece.length) * cut.tick)
            if piece.still is not None or silent:
                yield from self._silence(upto - done)
            else:
                yield from self._faded(self._run(piece, cut, upto - done), upto - done)
            done = upto

    def _run(self, piece: Piece, cut: Cut, count: int) -> Iterator[Samples]:
        """At least `count` samples of a stretch."""
        begin = self._samples(piece.start * cut.tick)
        end = self._samples(piece.stop * cut.tick)
        blocks = (
            self.read(at, min(end, at + round(BLOCK * self.rate))) for at in range(begin, end, round(BLOCK * self.rate))
        )
        return blocks if cut.speed == 1 else self._stretched(blocks, cut.speed)

    def _faded(self, blocks: Iterator[Samples], count: int) -> Iterator[Samples]:
        """Exactly `count` samples, soft at both ends."""
        fade, done = max(1, round(FADE_SECONDS * self.rate)), 0
        for block in blocks:
            block = block[:, : count - done]
            if not block.shape[1]:
                continue
            at = np.arange(done, done + block.shape[1])
            gain = np.clip(np.minimum((at + 1) / fade, (count - at) / fade), 0, 1).astype(np.float32)
            done += block.shape[1]
            yield block * gain
        yield from self._silence(count - done)

    def _silence(self, count: int) -> Iterator[Samples]:
        while count > 0:
            part = min(count, round(BLOCK * self.rate))
            yield np.zeros((self.channels, part), np.float32)
            count -= part

    def _stretched(self, blocks: Iterator[Samples], speed: Fraction) -> Iterator[Samples]:
        """The same sound at another speed and the same pitch (FFmpeg's atempo)."""
        from av.filter import Graph

        graph = Graph()
        layout = "mono" if self.channels == 1 else "stereo"
        source = graph.add_abuffer(
            sample_rate=self.rate, format="fltp", layout=layout, time_base=Fraction(1, self.rate)
        )
        planar = graph.add("aformat", f"sample_fmts=fltp:channel_layouts={layout}")
        graph.link_nodes(source, graph.add("atempo", f"{float(speed):.6f}"), planar, graph.add("abuffersink"))
        graph.configure()
        at = 0
        for block in blocks:
            frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(block), format="fltp", layout=layout)
            frame.sample_rate, frame.pts, frame.time_base = self.rate, at, Fraction(1, self.rate)
            at += block.shape[1]
            graph.push(frame)
            yield from _pulled(graph)
        graph.push(None)
        yield from _pulled(graph)

    # Reading ---------------------------------------------------------------------------------------------------------

    def read(self, begin: int, end: int) -> Samples:
        """Samples of the film from one number to before another; where it has none there is silence."""
        if begin < self._at or begin > self._at + self._held.shape[1] + AHEAD * self.rate:
            self._seek(begin)
        while not self._over and self._at + self._held.shape[1] < end:
            self._more(begin)
        found = np.zeros((self.channels, max(0, end - begin)), np.float32)
        low, high = max(begin, self._at), min(end, self._at + self._held.shape[1])
        if low < high:
            found[:, low - begin : high - begin] = self._held[:, low - self._at : high - self._at]
        return found

    def close(self) -> None:
        """Let go of the file."""
        self._container.close()

    def _samples(self, seconds: Fraction) -> int:
        return round(seconds * self.rate)

    def _open(self) -> None:
        self._container = av.open(str(self.path.absolute()))
        self._stream: Any = self._container.streams.audio[0]
        self._reset()

    def _reset(self) -> None:
        self._frames = self._decoded()
        self._resampler: Any = None
        self._held: Samples = np.zeros((getattr(self, "channels", 1), 0), np.float32)
        self._at = -(10**15) if not hasattr(self, "rate") else 0
        self._placed = False
        self._over = False

    def _seek(self, begin: int) -> None:
        target = Fraction(begin, self.rate) + self._first
        try:
            self._container.seek(int(target / self._stream.time_base), stream=self._stream, backward=True)
            self._reset()
        except (av.error.FFmpegError, OSError):
            self._container.close()
            self._open()
        self._at = begin

    def _more(self, keep: int) -> None:
        """Decode a little more, and forget what lies before `keep`."""
        frame = next(self._frames, None)
        if frame is None:
            self._over = True
            return
        if self._resampler is None:
            layout = "mono" if self.channels == 1 else "stereo"
            self._resampler = av.AudioResampler(format="fltp", layout=layout, rate=self.rate)
        start = None if frame.pts is None else Fraction(frame.pts) * Fraction(frame.time_base) - self._first
        got = [part.to_ndarray() for part in self._resampler.resample(frame)]
        new = np.concatenate(got, axis=1) if got else np.zeros((self.channels, 0), np.float32)
        end = self._at + self._held.shape[1]
        at = end if start is None else self._samples(start)
        if not self._placed:
            self._at, self._held, end, self._placed = at, self._held[:, :0], at, True
        if at > end + self.rate // 20:  # a hole in the sound stays a hole, so that it does not run ahead
            new = np.concatenate([np.zeros((self.channels, at - end), np.float32), new], axis=1)
        elif at < end - self.rate // 20:
            new = new[:, end - at :]
        self._held = np.concatenate([self._held, new.astype(np.float32)], axis=1)
        if self._at < keep:
            drop = min(keep - self._at, self._held.shape[1])
            self._held, self._at = self._held[:, drop:], self._at + drop

    def _decoded(self) -> Iterator[Any]:
        packets = self._container.demux(self._stream)
        while True:
            try:
                packet = next(packets, None)
                if packet is None:
                    return
                found = packet.decode()
            except (av.error.FFmpegError, OSError, ValueError) as error:
                if isinstance(error, av.error.EOFError):
                    return
                continue
            yield from found


def _pulled(graph: Any) -> Iterator[Samples]:
    while True:
        try:
            yield graph.pull().to_ndarray()
        except (av.error.BlockingIOError, av.error.EOFError):
            return
