"""Making the replay: picture by picture through the cut, graphics laid over, sound beside it."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import av
import av.error
from jassvision.tools.replay.cutting import Chapter, Cut, Piece
from jassvision.tools.replay.film_in import FilmIn, Picture
from jassvision.tools.replay.film_out import FilmOut, chapter_marks, trimmed_chapters
from jassvision.tools.replay.mixing import YuvMixer
from jassvision.tools.replay.sound_in import SoundIn
from jassvision.tools.replay.stage import Stage
from jassvision.tools.replay.stopping import stop_wish

DENSEST: Final = 0.75
"""Share of the usual step below which pictures of a fast replay are left out."""

FAST_START: Final = {"movflags": "+faststart"}
"""The index in front, so that players begin before they have all."""

Tell = Callable[[float, float], None]
"""Told the seconds done and of the whole."""


@dataclass(frozen=True)
class Rendered:
    """How a replay ended.

    Attributes:
        seconds: how long it is.
        interrupted: whether somebody stopped it.
        full: whether the disk was full.
    """

    seconds: float
    interrupted: bool = False
    full: bool = False


def render(
    film: FilmIn,
    stage: Stage,
    cut: Cut,
    chapters: Sequence[Chapter],
    path: Path,
    *,
    threads: int = 2,
    title: str = "",
    tell: Tell = lambda done, whole: None,
) -> Rendered:
    """Write a replay as MP4; Ctrl-C and a full disk end it early with a file that plays.

    Raises:
        WriteError: it cannot be written at all.
        FilmError: the film cannot be read.
    """
    sound = SoundIn.of(film.path, film.first_seconds)
    kind = None if sound is None else (sound.rate, sound.channels)
    out = FilmOut(path, film, kind, chapters, cut.length, threads, title)
    blocks = iter(()) if sound is None else sound.along(cut)
    mixer = YuvMixer(film.matrix)
    whole = float(cut.length * cut.tick)
    with stop_wish() as wish:
        try:
            for at, picture, piece in shown(film, cut):
                frame, planes = out.frame()
                film.copy_to(picture.raw, planes)
                age = float((at - piece.out) * cut.tick)
                mixer.mix(planes, stage.layers(float(picture.tick * cut.tick), piece.still, age))
                out.picture(frame, at)
                while out.sound_seconds < out.seconds:
                    block = next(blocks, None)
                    if block is None:
                        break
                    out.sound(block)
                tell(out.seconds, whole)
                if out.file.full or wish.asked:
                    break
            else:
                for block in blocks:
                    out.sound(block)
        finally:
            out.close()
            if sound is not None:
                sound.close()
    early = wish.asked or out.file.full
    seconds = min(whole, out.seconds + float(film.step * film.tick))
    if early:
        _cut_chapters(path, chapters, round(out.seconds / float(cut.tick)), cut)
    return Rendered(seconds if early else whole, wish.asked, out.file.full)


def shown(film: FilmIn, cut: Cut) -> Iterator[tuple[int, Picture, Piece]]:
    """The pictures of a replay: the tick of the replay, the picture with its tick of the film, and the piece."""
    last, least = -(10**15), film.step * DENSEST
    for piece in cut.pieces:
        if piece.still is not None:
            picture = film.still(piece.start)
            for at in range(piece.out, piece.out + piece.length, film.step):
                last = at
                yield at, picture, piece
            continue
        for picture in film.pictures(piece.start, piece.stop):
            at = piece.out + round((picture.tick - piece.start) / cut.speed)
            if cut.speed > 1 and at - last < least and at != piece.out:
                continue
            last = at
            yield at, picture, piece


def _cut_chapters(path: Path, chapters: Sequence[Chapter], length: int, cut: Cut) -> None:
    """Write a file that ended early anew with the chapters it has; left as it is where that is not possible."""
    new = path.with_name(path.name + ".cut")
    try:
        with (
            av.open(str(path.absolute())) as old,
            av.open(str(new.absolute()), "w", format="mp4", options=FAST_START) as fresh,
        ):
            fresh.metadata.update(old.metadata)
            streams: dict[int, Any] = {
                s.index: fresh.add_stream_from_template(s) for s in old.streams if s.type in ("video", "audio")
            }
            fresh.set_chapters(chapter_marks(trimmed_chapters(chapters, length), length, cut.tick))
            for packet in old.demux([s for s in old.streams if s.index in streams]):
                if packet.dts is not None:
                    packet.stream = streams[packet.stream.index]
                    fresh.mux(packet)
        shutil.move(new, path)
    except (av.error.FFmpegError, OSError, ValueError):
        with contextlib.suppress(OSError):
            new.unlink(missing_ok=True)
