"""A mirrored film, or one in which play goes round the other way than the rules say, is scored as it is, and said."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

import av
import numpy as np
import pytest
from jassvision.rules.preset import load_rules
from jassvision.tools.bench_decoder import Noise, observations, random_play
from jassvision.tools.score import Wishes, _other_way_round, score_film
from jassvision.vision.decoder import Decoder
from jassvision.vision.observations import Ended
from rich.console import Console

DEMO = Path(__file__).parents[2] / "tools/demo/demo.mp4"
RULES = load_rules("swisslos_2500")


@pytest.mark.parametrize("seed", range(3))
def test_a_deal_is_told_in_the_direction_in_which_it_was_played(seed: int) -> None:
    clockwise = replace(RULES, direction="clockwise")
    played = random_play(clockwise, random.Random(seed))
    told = [*observations(played, clockwise, Noise(), np.random.default_rng(seed)), Ended(1000.0, (), "")]
    (wrong,) = Decoder(RULES).take_all(told).deals
    assert wrong.reverse and all(play.unsure for play in wrong.plays)
    wishes, decoded = _other_way_round(Wishes(RULES), told)
    (deal,) = decoded.deals
    assert wishes.rules.direction == "clockwise" and not deal.reverse
    assert [trick.winner for trick in deal.tricks] == [winner for *_, winner in played.tricks]
    assert sum(play.unsure for play in deal.plays) < 4
    assert any("clockwise, not anticlockwise" in note for note in decoded.notes)


def mirrored(source: Path, target: Path) -> Path:
    """The film as a camera shows it that is used as a mirror, smaller."""
    with av.open(str(source)) as given, av.open(str(target), "w") as written:
        stream = written.add_stream("libx264", rate=given.streams.video[0].average_rate, options={"preset": "veryfast"})
        stream.width, stream.height, stream.pix_fmt = 960, 540, "yuv420p"
        for frame in given.decode(video=0):
            picture = frame.reformat(960, 540, "bgr24").to_ndarray()[:, ::-1]
            written.mux(stream.encode(av.VideoFrame.from_ndarray(np.ascontiguousarray(picture), "bgr24")))
        written.mux(stream.encode())
    return target


@pytest.mark.slow
def test_a_mirrored_film_is_scored_and_said(tmp_path: Path) -> None:
    plain = score_film(str(DEMO), Wishes(RULES), Console())
    found = score_film(str(mirrored(DEMO, tmp_path / "mirrored.mp4")), Wishes(RULES), Console())
    assert found.reckoning.totals == plain.reckoning.totals
    assert found.reckoning.rules.direction == "clockwise"
    assert any("mirrored" in note for note in found.notes)
