"""The graphics alone, with alpha, in step with the film: a VP9 film in WebM, or a folder of PNG pictures."""

from __future__ import annotations

import contextlib
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

import av
import av.error
import cv2
import numpy as np
from jassvision.tools.replay.cutting import Cut
from jassvision.tools.replay.film_in import FilmIn
from jassvision.tools.replay.film_out import FULL, MARK, OutFile, WriteError, broken
from jassvision.tools.replay.mixing import mix_bgra, straight
from jassvision.tools.replay.render import Rendered, Tell, shown
from jassvision.tools.replay.stage import Stage
from jassvision.tools.replay.stopping import stop_wish
from numpy.typing import NDArray

OVERLAYS: Final = ("webm", "png")

BT709, LIMITED = 1, 1
"""FFmpeg's numbers of the colours of HD television and of values from 16 to 235."""

TIMES: Final = "times.ffconcat"
"""Name of the list of pictures and their times."""

WEBM_CLOCK: Final = Fraction(1, 1000)
"""WebM counts in thousandths of a second."""


def render_overlay(
    film: FilmIn,
    stage: Stage,
    cut: Cut,
    path: Path,
    kind: str,
    *,
    threads: int = 2,
    tell: Tell = lambda done, whole: None,
) -> Rendered:
    """Write the graphics of a cut as `webm` to a file or as `png` to a folder, with straight alpha.

    Raises:
        WriteError: it cannot be written.
        FilmError: the film cannot be read.
    """
    writer = _Webm(path, film, threads) if kind == "webm" else _Pictures(path, film)
    whole, seconds = float(cut.length * cut.tick), 0.0
    width, height = film.size_wh
    before: tuple[Any, ...] | None = None
    canvas = np.zeros((height, width, 4), np.uint8)
    with stop_wish() as wish:
        try:
            for at, picture, piece in shown(film, cut):
                time, age = float(picture.tick * cut.tick), float((at - piece.out) * cut.tick)
                layers = stage.layers(time, piece.still, age)
                state = tuple((id(layer.patch), layer.x, layer.y, round(layer.opacity, 3)) for layer in layers)
                if state != before:  # most pictures are like the one before
                    canvas = np.zeros((height, width, 4), np.uint8)
                    mix_bgra(canvas, layers)
                    canvas = straight(canvas)
                    before = state
                seconds = float(at * cut.tick)
                writer.picture(canvas, seconds)
                tell(seconds, whole)
                if writer.full or wish.asked:
                    break
        finally:
            writer.close()
    early = wish.asked or writer.full
    return Rendered(seconds + float(film.step * film.tick) if early else whole, wish.asked, writer.full)


def check_no_pictures(folder: Path) -> None:
    """Refuse a folder in which pictures would be mixed with those of another replay.

    Raises:
        WriteError: it holds pictures already.
    """
    if any(folder.glob("*.png")):
        raise WriteError(f"{folder} holds pictures already: name a new folder.")


class _Webm:
    """VP9 with alpha: two films in one, as browsers and editors read it."""

    def __init__(self, path: Path, film: FilmIn, threads: int) -> None:
        self._file = OutFile(path)
        try:
            self._container = av.open(self._file, "w", format="webm")
        except (av.error.FFmpegError, OSError, ValueError) as error:
            self._file.close()
            raise WriteError(f"{path} cannot be written: {getattr(error, 'strerror', None) or error}.") from None
        self._container.metadata["comment"] = MARK
        options = {"crf": "24", "b": "0", "deadline": "realtime", "cpu-used": "7", "row-mt": "1", "auto-alt-ref": "0"}
        stream: Any = self._container.add_stream("libvpx-vp9", rate=film.rate.limit_denominator(1001), options=options)
        stream.width, stream.height = film.size_wh
        stream.pix_fmt = "yuva420p"
        stream.codec_context.time_base = stream.time_base = WEBM_CLOCK
        stream.codec_context.thread_count = threads
        stream.codec_context.colorspace = stream.codec_context.color_primaries = stream.codec_context.color_trc = BT709
        stream.codec_context.color_range = LIMITED
        self._stream, self._last = stream, -1

    @property
    def full(self) -> bool:
        return self._file.full

    def picture(self, bgra: NDArray[np.uint8], seconds: float) -> None:
        stamp = round(seconds / WEBM_CLOCK)
        if stamp <= self._last:
            return
        self._last = stamp
        straight_alpha = av.VideoFrame.from_ndarray(bgra, format="bgra")
        frame = straight_alpha.reformat(format="yuva420p", dst_colorspace="ITU709", dst_color_range="MPEG")
        frame.pts, frame.time_base = stamp, WEBM_CLOCK
        self._mux(self._stream.encode(frame))

    def close(self) -> None:
        try:
            self._mux(self._stream.encode(None))
            self._container.close()
        except (av.error.FFmpegError, OSError) as error:
            raise broken(self._file, error) from None
        finally:
            self._file.close()

    def _mux(self, packets: Any) -> None:
        try:
            for packet in packets:
                self._container.mux(packet)
        except (av.error.FFmpegError, OSError) as error:
            raise broken(self._file, error) from None


class _Pictures:
    """PNG pictures numbered from 1, and a list of their times for editors and for FFmpeg (`ffconcat`)."""

    def __init__(self, folder: Path, film: FilmIn) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise WriteError(f"{folder} is no folder that can be written to: {error.strerror or error}.") from None
        check_no_pictures(folder)
        self._folder, self.full = folder, False
        self._times: list[float] = []
        self._step = float(film.step * film.tick)

    def picture(self, bgra: NDArray[np.uint8], seconds: float) -> None:
        _, data = cv2.imencode(".png", bgra, [cv2.IMWRITE_PNG_COMPRESSION, 2])
        target = self._folder / f"{len(self._times) + 1:06d}.png"
        try:
            target.write_bytes(data.tobytes())
        except OSError as error:
            if error.errno not in FULL:
                raise WriteError(f"{target} cannot be written: {error.strerror or error}.") from None
            _remove(target)
            self.full = True
            return
        self._times.append(seconds)

    def close(self) -> None:
        while True:
            try:
                (self._folder / TIMES).write_text(self._list(), encoding="utf-8")
                return
            except OSError as error:
                if error.errno not in FULL:
                    raise WriteError(f"{self._folder} cannot be written to: {error.strerror or error}.") from None
                self.full = True
                if not self._times:
                    return
                _remove(self._folder / f"{len(self._times):06d}.png")  # the list needs the room
                self._times.pop()

    def _list(self) -> str:
        lines = ["ffconcat version 1.0"]
        ends = [*self._times[1:], (self._times[-1] if self._times else 0.0) + self._step]
        for number, (start, end) in enumerate(zip(self._times, ends, strict=True), start=1):
            lines += [f"file {number:06d}.png", f"duration {end - start:.6f}"]
        return "\n".join(lines) + "\n"


def _remove(path: Path) -> None:
    with contextlib.suppress(OSError):
        path.unlink(missing_ok=True)
