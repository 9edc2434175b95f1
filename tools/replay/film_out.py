"""Writing the replay: H.264 and AAC in an MP4 that plays while it loads, or VP9 with alpha for an editor's own mix.

A full disk ends the replay where it is: room kept ahead is used then, so that the file can be closed and played.
"""

from __future__ import annotations

import contextlib
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

KEPT_AHEAD: Final = 6 << 20
"""Bytes kept ahead for closing the file on a full disk: pictures that the encoder holds back take some 2 MB, and the
index of an hour some 1.5 MB."""

STEP: Final = 1 << 20
"""Bytes by which the file grows at least."""

FULL: Final = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
"""What the system says when there is no more room."""


MARK: Final = "jassvision replay"
"""What stands in a replay as its comment, so that it is known from a film of somebody's camera."""


class WriteError(ValueError):
    """The replay cannot be written."""


def check_own(path: Path) -> None:
    """Refuse to write over a film that is no replay: there may be no other copy of it.

    Raises:
        WriteError: the file is there and is none of ours.
    """
    if not path.is_file() or not path.stat().st_size:
        return
    try:
        with av.open(str(path.absolute())) as old:
            comments = [value for name, value in old.metadata.items() if name.lower() == "comment"]
    except (av.error.FFmpegError, OSError, ValueError):
        return  # a replay that broke off, or no film at all
    if MARK not in comments:
        raise WriteError(f"{path} is a film already and no replay of ours: it would be lost; write to another file.")


class OutFile:
    """A file that grows ahead of what is written, so that it can be closed when the disk, or a file of it, is full.

    Attributes:
        full: whether there was no more room to grow; what is still written goes into the room kept ahead.
        problem: what the system said when something could not be written, empty as long as all could.
    """

    def __init__(self, path: Path) -> None:
        self.name, self.path = str(path), path
        self.full, self.problem = False, ""
        self._at = self._end = self._room = 0
        try:
            self._file = path.open("wb+", buffering=0)
        except OSError as error:
            raise WriteError(f"{path} cannot be written: {error.strerror or error}.") from None
        self._grow(KEPT_AHEAD)
        if self.full:
            with contextlib.suppress(OSError):
                self._file.close()
                path.unlink(missing_ok=True)
            raise WriteError(f"{path} cannot be written: there is no room for it on the disk.")

    def write(self, data: bytes) -> int:
        """Write all, into the room kept ahead if need be."""
        if not self.full:
            self._grow(self._at + len(data) + KEPT_AHEAD)
        rest = memoryview(data)
        while rest:
            try:
                count = self._put(rest)
            except OSError as error:
                self.problem = error.strerror or str(error)
                raise
            rest, self._at = rest[count:], self._at + count
        self._end = max(self._end, self._at)
        return len(data)

    def _put(self, data: memoryview) -> int:
        return self._file.write(data) or 0

    def read(self, count: int) -> bytes:
        """Read what was written, for moving the index to the front."""
        found = self._file.read(max(0, min(count, self._end - self._at))) or b""
        self._at += len(found)
        return found

    def seek(self, place: int, whence: int = os.SEEK_SET) -> int:
        """Go somewhere; the end is that of what was written."""
        start = {os.SEEK_SET: 0, os.SEEK_CUR: self._at, os.SEEK_END: self._end}[whence]
        self._at = self._file.seek(max(0, start + place))
        return self._at

    def tell(self) -> int:
        """Where the file stands."""
        return self._at

    def close(self) -> None:
        """Give back the room kept ahead and close the file; called once more by PyAV, which does no harm."""
        if self._file.closed:
            return
        with contextlib.suppress(OSError):  # a disk that is gone: what is there is there
            self._file.truncate(self._end)
        with contextlib.suppress(OSError):
            self._file.close()

    def _grow(self, size: int) -> None:
        """Take room for a file of a size, in steps, or remember that there is none.

        Raises:
            WriteError: the disk cannot be written to any more.
        """
        if size <= self._room:
            return
        try:
            self._claim(size + STEP)
        except OSError as error:
            if error.errno not in FULL:
                raise WriteError(f"{self.path} cannot be written: {error.strerror or error}.") from None
            self.full = True
        else:
            self._room = size + STEP

    def _claim(self, size: int) -> None:
        if hasattr(os, "posix_fallocate"):
            try:
                os.posix_fallocate(self._file.fileno(), 0, size)
                return
            except OSError as error:
                if error.errno not in (errno.EINVAL, errno.EOPNOTSUPP):
                    raise
        self._file.seek(self._room)
        while self._file.tell() < size:
            self._file.write(bytes(min(STEP, size - self._file.tell())))
        self._file.seek(self._at)


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
        self._container.metadata["comment"] = MARK
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
            raise broken(self.file, error) from None
        finally:
            self.file.close()

    def _sound_frame(self, samples: Samples) -> None:
        frame = av.AudioFrame.from_ndarray(np.ascontiguousarray(samples), format="fltp", layout=self._layout)
        frame.sample_rate, frame.pts, frame.time_base = self._rate, self._audio_at, Fraction(1, self._rate)
        self._audio_at += samples.shape[1]
        self._mux(self._audio.encode(frame))

    def _mux(self, packets: Any) -> None:
        try:
            for packet in packets:
                self._container.mux(packet)
        except (av.error.FFmpegError, OSError) as error:
            raise broken(self.file, error) from None


def broken(file: OutFile, error: Exception) -> WriteError:
    """What is said when a file could not be written to its end."""
    what = file.problem or getattr(error, "strerror", None) or error
    return WriteError(f"{file.path} could not be written to its end: {what}.")


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
