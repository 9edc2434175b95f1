"""Film files: H.264 in MP4 with true times, variable frame rates and a rotation tag."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]

TICKS = 90_000
"""Ticks a second in which times are kept; every usual frame rate divides it."""


def write_film(
    path: Path,
    frames: Iterable[tuple[float, Image]],
    size_wh: tuple[int, int],
    fps: float,
    crf: int = 22,
    preset: str = "veryfast",
    rotation: int = 0,
) -> int:
    """Write pictures with their times in seconds; returns how many.

    Args:
        frames: (seconds, (h, w, 3) BGR as it is to be seen), times rising.
        rotation: degrees clockwise by which a player must turn the stored pictures: they are stored turned back, as
            telephones do.
    """
    width, height = size_wh if rotation % 180 == 0 else size_wh[::-1]
    count = 0
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=Fraction(fps).limit_denominator(1001))
        stream.width, stream.height, stream.pix_fmt = width, height, "yuv420p"
        stream.options = {"crf": str(crf), "preset": preset}
        stream.codec_context.thread_count = 1
        stream.codec_context.time_base = Fraction(1, TICKS)
        if rotation:
            stream.set_display_rotation(-rotation)
        for seconds, picture in frames:
            turned = np.ascontiguousarray(np.rot90(picture, rotation // 90)) if rotation else picture
            frame = av.VideoFrame.from_ndarray(turned, format="bgr24")
            frame.pts, frame.time_base = round(seconds * TICKS), Fraction(1, TICKS)
            container.mux(stream.encode(frame))
            count += 1
        container.mux(stream.encode(None))
    return count


def frame_times(rng: np.random.Generator, duration: float, fps: float, variable: bool) -> NDArray[np.float64]:
    """Times in seconds of a film's pictures: evenly, or as a telephone in changing light takes them, with gaps."""
    if not variable:
        return np.arange(int(np.ceil(duration * fps))) / fps
    times, now, pace = [], 0.0, 1.0
    while now < duration:
        times.append(round(now * TICKS) / TICKS)
        pace = float(np.clip(pace + rng.normal(0, 0.08), 0.7, 1.9))
        gap = float(rng.integers(2, 6)) if rng.random() < 0.008 else 1.0
        now += pace * gap / fps * float(rng.uniform(0.9, 1.1))
    return np.array(times)
