"""Writing the replay: H.264 and AAC in an MP4 that plays while it loads, or VP9 with alpha for an editor's own mix.

A full disk ends the replay where it is: room kept aside is freed then, so that the file can be closed and played.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import av
import av.error
import numpy as np
from jassvision.tools.replay.cutting import Chapter
from jassvision.tools.replay.film_in import FilmIn, plane_view
from jassvision.tools.replay.mixing import Planes
from jassvision.tools.replay.sound_in import Samples

PRESET: Final = "veryfast"
"""x264's preset, by `python -m jassvision.tools.replay.bench` at 1080p30: `superfast` takes 0.86 of its time for a file
2.7 times as large, `ultrafast` 0.67."""

QUALITY: Final = 21
"""x264's constant quality: fine print on cards stays sharp."""

KEY_SECONDS: Final = 2.0
"""Seconds between two whole pictures: how finely a player can jump."""

SOUND_BITS: Final = 160_000
"""AAC bits a second."""

KEPT_ASIDE: Final = 3 << 20
"""Bytes kept aside for closing the file on a full disk; an hour's index takes some 1.5 MB."""

FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What the system says when there is no more room."""


class WriteError(ValueError):
    """The replay cannot be written."""


class OutFile:
    """A file that frees room kept aside when the disk is full, and remembers it.

    Attributes:
        full: whether the disk was full.
    """

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self.path, self._aside = path, path.with_name(path.name + ".room")
        self.full = False
        try:
            self._file = path.open("wb+", buffering=0)
        except OSError as error:
            raise WriteError(f"{path} cannot be written: {error.strerror or error}.") from None
        try:
            with self._aside.open("wb") as aside:
                aside.write(bytes(KEPT_ASIDE))
        except OSError as error:
            self._file.close()
            self.free()
            path.unlink(missing_ok=True)
            raise WriteError(f"{path} cannot be written: {error.strerror or error}.") from None

    def write(self, data: bytes) -> int:
        """Write all, into the room kept aside if need be."""
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[self._put(rest) :]
            except OSError as error:
                if error.errno not in FULL or self.full:
                    raise
                self.full = True
                self.free()
        return len(data)

    def _put(self, data: memoryview) -> int:
        return self._file.write(data) or 0

    def read(self, count: int) -> bytes:
        """Read, for moving the index to the front."""
        return self._file.read(count) or b""

    def seek(self, place: int, whence: int = os.SEEK_SET) -> int:
        """Go somewhere."""
        return self._file.seek(place, whence)

    def tell(self) -> int:
        """Where the file stands."""
        return self._file.tell()

    def free(self) -> None:
        """Give the room kept aside back."""
        self._aside.unlink(missing_ok=True)

    def close(self) -> None:
        """Close the file; called once more by PyAV, which does no harm."""
        self._file.close()
        self.free()


class FilmOut:
    """An MP4 (H.264 yuv420p, AAC) that is written picture by picture.

    Args:
        film: the film it is made of: sizes, clock and colours are its own.
        sound: samples a second and channels, None without sound.
        chapters: chapters in ticks, with the length of the whole.
    """

    def __init__(
        self,
        path: Path,
        film: FilmIn,
        sound: tuple[int, int] | None,
        chapters: Sequence[Chapter],
        length: int,
        threads: int = 2,
        title: str = "",
    ) -> None:
        self.file = OutFile(path)
        try:
            self._container = av.open(self.file, "w", format="mp4", options={"movflags": "+faststart"})
        except (av.error.FFmpegError, OSError, ValueError) as error:
            self.file.close()
            raise WriteError(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}.") from None
        if title:
            self._container.metadata["title"] = title
        self.tick = film.tick
        options = {"preset": PRESET, "crf": str(QUALITY), "bf": "2"}
        rate = min(Fraction(240), max(Fraction(1), film.rate)).limit_denominator(1001)
        video: Any = self._container.add_stream("libx264", rate=rate, options=options)
        video.width, video.height = film.size_wh
        video.pix_fmt = "yuv420p"
        context = video.codec_context
        context.time_base = video.time_base = film.tick
        context.gop_size = max(1, round(KEY_SECONDS * float(rate)))
        context.thread_count = threads
        context.color_range = 1
        context.colorspace, context.color_primaries, context.color_trc = film.colours
        self._video = video
        self._audio: Any = None
        self._audio_at = 0
        self._fifo: list[Samples] = []
        if sound is not None:
            layout = "mono" if sound[1] == 1 else "stereo"
            self._audio = self._container.add_stream("aac", rate=sound[0], layout=layout)
            self._audio.bit_rate = SOUND_BITS if sound[1] == 2 else SOUND_BITS // 2
            self._layout, self._rate = layout, sound[0]
        self._container.set_chapters(chapter_marks(chapters, length, film.tick))
        self._last = -1
        self._closed = False

    def frame(self) -> tuple[Any, Planes]:
        """An empty picture and its planes, to be filled."""
        frame = av.VideoFrame(self._video.width, self._video.height, "yuv420p")
        return frame, planes_of(frame)

    def picture(self, frame: Any, tick: int) -> None:
        """Write a picture that is shown from a tick on; one that is not later than the last is left out."""
        if tick <= self._last:
            return
        self._last = tick
        frame.pts, frame.time_base = tick, self.tick
        self._mux(self._video.encode(frame))

    def sound(self, samples: Samples) -> None:
        """Write the samples that come next, (channels, n)."""
        size = self._audio.codec_context.frame_size or 1024
        self._fifo.append(samples)
        if sum(part.shape[1] for part in self._fifo) < size:
            return
        held = np.concatenate(self._fifo, axis=1)
        for start in range(0, held.shape[1] - size + 1, size):
            self._sound_frame(held[:, start : start + size])
        self._fifo = [held[:, held.shape[1] // size * size :]]

    @property
    def sound_seconds(self) -> float:
        """Seconds of sound taken so far."""
        held = sum(part.shape[1] for part in self._fifo)
        return (self._audio_at + held) / self._rate if self._audio is not None else float("inf")

    @property
    def seconds(self) -> float:
        """When the last picture written begins."""
        return float(max(0, self._last) * self.tick)

    def close(self) -> None:
        """Finish the file so that it can be played; harmless when done already."""
        if self._closed:
            return
        self._closed = True
        try:
            self._mux(self._video.encode(None))
            if self._audio is not None:
                held = np.concatenate(self._fifo, axis=1) if self._fifo else np.zeros((1, 0), np.float32)
                if held.shape[1]:
                    self._sound_frame(held)
                self._mux(self._audio.encode(None))
            self._container.close()
        except (av.error.FFmpegError, OSError) as error:
            raise WriteError(
                f"{self.file.path} could not be finished: {getattr(error, 'strerror', None) or error}."
            ) from None
        finally:
            self.file.close()

    def _sound_frame(self, samples: Samples) -> None:
        frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(samples), format="fltp", layout=self._layout)
        frame.sample_rate, frame.pts, frame.time_base = self._rate, self._audio_at, Fraction(1, self._rate)
        self._audio_at += samples.shape[1]
        self._mux(self._audio.encode(frame))

    def _mux(self, packets: Any) -> None:
        for packet in packets:
            self._container.mux(packet)


def chapter_marks(chapters: Sequence[Chapter], length: int, tick: Fraction) -> list[Any]:
    """Chapters in the form that PyAV writes, in thousandths of a second, each until the next one."""
    ends = [*(chapter.start for chapter in chapters[1:]), length][: len(chapters)]
    return [
        {
            "id": number,
            "start": round(chapter.start * tick * 1000),
            "end": round(end * tick * 1000),
            "time_base": Fraction(1, 1000),
            "metadata": {"title": chapter.title},
        }
        for number, (chapter, end) in enumerate(zip(chapters, ends, strict=True))
    ]


def planes_of(frame: Any) -> Planes:
    """The planes of a 4:2:0 picture of even size as arrays that share its memory."""
    width, height = frame.width, frame.height
    sizes = ((width, height), (width // 2, height // 2), (width // 2, height // 2))
    y, u, v = (plane_view(plane, *size) for plane, size in zip(frame.planes, sizes, strict=False))
    return y, u, v


def trimmed_chapters(chapters: Sequence[Chapter], length: int) -> list[Chapter]:
    """The chapters of a replay that ended early."""
    return [chapter for chapter in chapters if chapter.start < length]
