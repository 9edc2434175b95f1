"""Whole films through `jassvision score`, held against their answer keys by the report program that lies beside them.

The demo film is scored on every run. The films of `../shared` take minutes: they are scored with the slow tests, with
the contract given and without.
"""

import json
import subprocess
import sys
from pathlib import Path

import av
import av.error
import numpy as np
import pytest
from av.filter import Graph
from jassvision.tools.cli import main
from jassvision.tools.places import load_places
from jassvision.tools.played import load_played
from jassvision.tools.replay.ways import ways_of_plays

DEMO = Path(__file__).resolve().parents[2] / "tools" / "demo"
SEATS = ("north", "east", "south", "west")
FILMS = ("dev-swiss-felt", "dev-swiss-stacked", "dev-frjass-wood")


def report(shared: Path, result: Path, key: Path) -> str:
    told = subprocess.run(
        [sys.executable, str(shared / "bench" / "film_report.py"), str(result), str(key)],
        capture_output=True,
        text=True,
        check=False,
    )
    return told.stdout.splitlines()[-1]


def plays(deal: dict) -> list[tuple[str, str]]:
    return [(p["seat"], p["card"]) for t in deal["tricks"] for p in t["plays"]]


def test_demo_film_is_scored_exactly(tmp_path, capsys):
    result = tmp_path / "result.json"
    assert main(["demo", "--json", str(result)]) == 0
    (deal,) = json.loads(result.read_text(encoding="utf-8"))["deals"]
    script = json.loads((DEMO / "demo.json").read_text(encoding="utf-8"))["script"]
    wanted = [(seat, card) for t in script["tricks"] for seat, card in zip(t["seats"], t["cards"], strict=True)]
    sure = [(p["seat"], p["card"]) for t in deal["tricks"] for p in t["plays"] if not p.get("unsure")]
    assert set(sure) <= set(wanted), "a card was named wrongly without a mark"
    assert plays(deal) == wanted
    assert [t["winner"] for t in deal["tricks"]] == [t["winner"] for t in script["tricks"]]
    assert (deal["contract"], deal["card_points"]) == (script["contract"], script["card_points"])
    assert [(b["trick"] - 1, b["seat"], b["card"]) for b in deal["illegal"] if b["certainty"] == "certain"] == [
        (b["trick"], b["seat"], b["card"]) for b in script["illegal"]
    ]
    assert "Eicheln König in trick 6" in " ".join(capsys.readouterr().out.split())
    key = json.loads((DEMO / "demo.json").read_text(encoding="utf-8"))
    places = load_places(tmp_path / "result.places")
    assert places.is_of(DEMO / "demo.mp4", key["frames"] / key["fps"], tuple(key["size"]))
    check_ways(ways_of_plays(load_played(result), places), key)


HALF_PICTURES = ("setfield=mode=tff", "separatefields", r"select=expr=not(mod(n\,4))+not(mod(n-3\,4))", "weave")
"""Filters that make interlaced film of twice as many whole pictures."""

KINDS = {
    "interlaced": (HALF_PICTURES, "libx264", "yuv420p", 0, {"flags": "+ilme+ildct", "crf": "22"}),
    "8 pictures a second of 10 bits, on their side": (
        ("fps=fps=8", "transpose=dir=cclock", "format=pix_fmts=yuv420p10le"),
        "libx265",
        "yuv420p10le",
        90,
        {"x265-params": "log-level=none"},
    ),
}


def made_anew(kind: str, target: Path) -> Path:
    """The demo film as another kind of film."""
    filters, codec, form, rotation, options = KINDS[kind]
    with av.open(str(DEMO / "demo.mp4")) as film, av.open(str(target), "w") as out:
        video = film.streams.video[0]
        graph = Graph()
        nodes = [graph.add_buffer(template=video, time_base=video.time_base)]
        nodes += [graph.add(*word.split("=", 1)) for word in filters]
        graph.link_nodes(*nodes, graph.add("buffersink")).configure()
        stream = None
        for picture in (*film.decode(video), None):
            graph.push(picture)
            while True:
                try:
                    made = graph.pull()
                except (av.error.BlockingIOError, av.error.EOFError):
                    break
                if stream is None:
                    stream = out.add_stream(codec, rate=25)
                    stream.width, stream.height, stream.pix_fmt = made.width, made.height, form
                    stream.options = {"preset": "ultrafast", **options}
                    stream.codec_context.time_base = made.time_base
                    stream.set_display_rotation(-rotation)
                out.mux(stream.encode(made))
        out.mux(stream.encode(None))
    return target


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_deal_is_scored_whatever_kind_of_film_it_is(kind, tmp_path):
    film, result = made_anew(kind, tmp_path / "film.mp4"), tmp_path / "result.json"
    assert main(["score", str(film), "--json", str(result), "--quiet"]) == 0
    (deal,) = json.loads(result.read_text(encoding="utf-8"))["deals"]
    script = json.loads((DEMO / "demo.json").read_text(encoding="utf-8"))["script"]
    assert plays(deal) == [(s, c) for t in script["tricks"] for s, c in zip(t["seats"], t["cards"], strict=True)]
    assert not any(p["unsure"] for t in deal["tricks"] for p in t["plays"])
    assert (deal["contract"], deal["card_points"]) == (script["contract"], script["card_points"])


def check_ways(ways, key):
    """Every play's card is known by its place from its landing until the trick is taken away.

    One card may be framed by the part of it that could be seen at first (the film's first one is, by 14 pixels).
    """
    assert len(ways) == len(key["landings"])
    gaps = []
    for landing in key["landings"]:
        way = ways[1, landing["trick"] + 1, SEATS.index(landing["seat"])]
        corners = np.array(landing["corners"])
        gaps.append(np.abs(way.at(landing["clear_frame"] / key["fps"]).mean(axis=0) - corners.mean(axis=0)).max())
        sweep = next(s for s in key["sweeps"] if s["trick"] == landing["trick"])
        begin, end = sweep["first_frame"] / key["fps"] - 0.5, sweep["last_frame"] / key["fps"] + 0.2
        assert way.gone is not None and begin <= way.gone <= end
    assert sorted(gaps)[-2] < 6 and max(gaps) < 20, gaps


@pytest.mark.slow
@pytest.mark.parametrize("said", [True, False], ids=["contract given", "contract not given"])
@pytest.mark.parametrize("name", FILMS)
def test_film_is_scored_exactly(name, said, shared, tmp_path):
    film, key = (shared / "data" / "films" / f"{name}.{ending}" for ending in ("mp4", "json"))
    result = tmp_path / "result.json"
    contract = json.loads(key.read_text(encoding="utf-8"))["script"]["contract"]
    words = ["--contracts", contract] if said else []
    assert main(["score", str(film), "--json", str(result), "--quiet", *words]) == 0
    line = report(shared, result, key)
    assert "exact 1/1" in line, line
    assert "silent 0" in line, line
