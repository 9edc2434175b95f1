"""The bundled demo film: small enough, whole, and the deal that its program deals."""

import json
from pathlib import Path

import av
import numpy as np
import pytest
from jassvision.datasets.demo_film import FPS, MOST_BYTES, SIZE_WH, demo_scenery, demo_script
from jassvision.datasets.film_script import script_json

DEMO = Path(__file__).resolve().parents[2] / "tools" / "demo"


@pytest.fixture(scope="module")
def key() -> dict:
    """The answer key beside the film."""
    return json.loads((DEMO / "demo.json").read_text())


def test_the_deal_is_worth_watching() -> None:
    script = demo_script()
    assert len(script.tricks) == 9 and sum(script.points) == 157 and script.contract in "DHSC"
    assert len({t.winner for t in script.tricks}) >= 3
    ((trick, _, _),) = script.illegal
    assert 2 <= trick <= 6


def test_the_key_is_that_of_the_deal(key: dict) -> None:
    assert key["script"] == script_json(demo_script())
    assert (key["fps"], tuple(key["size"]), key["pack"]) == (FPS, SIZE_WH, "swiss")
    assert 50 <= key["frames"] / key["fps"] <= 75


def test_the_film_is_small_and_whole(key: dict) -> None:
    film = DEMO / "demo.mp4"
    assert 200_000 < film.stat().st_size <= MOST_BYTES
    with av.open(str(film)) as container:
        stream = container.streams.video[0]
        assert (stream.width, stream.height) == SIZE_WH and stream.frames == key["frames"]
        picture = next(container.decode(video=0)).to_ndarray(format="bgr24").astype(int)
    bare = demo_scenery(np.random.default_rng(2024)).bare(demo_scenery(np.random.default_rng(2024)).camera)
    middle = (slice(300, 420), slice(560, 720))
    green, bare_green = picture[middle].reshape(-1, 3).mean(axis=0), bare[middle].reshape(-1, 3).mean(axis=0)
    assert green.argmax() == bare_green.argmax() == 1
