"""Films of our own, drawn anew from their seeds with our own decks, are scored exactly.

The whole set of thirty deals takes an hour: `python -m jassvision.datasets.film_set` and
`python -m jassvision.tools.bench_films` make and score it.
"""

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest
from jassvision.datasets.film_set import film_set, main
from jassvision.datasets.films import make_film
from jassvision.tools import bench_films
from jassvision.tools.bench_films import FIGURES, Watched, row, rules_of, scored
from jassvision.tools.cli import main as run
from jassvision.vision.observations import Ended

FILMS = ("apart-illegal", "apart-takeback", "mixed-phone")


def test_the_set_has_thirty_deals_of_many_kinds(tmp_path: Path) -> None:
    orders = film_set(tmp_path)
    assert sum(order.deals for order in orders) == 30
    assert len({order.name for order in orders}) == len(orders)
    assert {order.style for order in orders} >= {"apart", "stacked", "mixed"}
    assert {order.pack for order in orders} == {"swiss", "french"}
    assert sum(order.game == "luzern" for order in orders) >= 2
    assert any(order.variable for order in orders) and any(order.rotation for order in orders)
    assert {"weis", "rest", "takeback", "dropped", "bump", "light"} <= {e for order in orders for e in order.events}
    assert all(order.size_wh in ((1280, 720), (720, 1280)) for order in orders)


def test_a_name_that_is_in_no_film_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--out", str(tmp_path), "--only", "nothing"]) == 2
    assert "no film has 'nothing' in its name" in capsys.readouterr().err


def test_rows_show_what_is_not_as_it_should_be(shared: Path, tmp_path: Path) -> None:
    key = shared / "data" / "films" / "dev-swiss-felt.json"
    facts = json.loads(key.read_text(encoding="utf-8"))
    nothing = Watched((Ended(60.0),), "swiss", 60.0, 20.0)
    result = tmp_path / "result.json"
    made, _ = scored(nothing, rules_of(facts), facts, True, "a.mp4")
    result.write_text(json.dumps(made), encoding="utf-8")
    figures = bench_films.reported(shared / "bench" / "film_report.py", result, key)
    assert (figures["exact"], figures["exact of"], figures["cards of"]) == (0, 1, 36)
    assert figures["missing"] == 36 and figures["silent"] == 0
    text = row("a", True, figures, nothing)
    assert all(name in text for name, _ in FIGURES)
    assert "exact 0/1" in text and "missing 36" in text and "silent ." in text


@pytest.mark.parametrize(
    ("words", "said"),
    [(["."], "no film with its key"), (["FILMS", "--again"], "nothing kept")],
    ids=["no films", "nothing kept"],
)
def test_the_benchmark_says_what_it_lacks(
    words: list[str], said: str, shared: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = str(tmp_path) if words[0] == "." else str(shared / "data" / "films")
    report = str(shared / "bench" / "film_report.py")
    assert bench_films.main([folder, *words[1:], "--report", report]) == 2
    assert said in capsys.readouterr().err


def report_of(shared: Path) -> Any:
    """The report program as a module."""
    spec = importlib.util.spec_from_file_location("film_report", shared / "bench" / "film_report.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
@pytest.mark.parametrize("name", FILMS)
def test_own_film_is_scored_exactly(name: str, shared: Path, tmp_path: Path) -> None:
    (order,) = (order for order in film_set(tmp_path) if order.name.endswith(f"-{name}"))
    made = make_film(order)
    result = tmp_path / "result.json"
    assert run(["score", str(made.film), "--json", str(result), "--quiet"]) == 0
    figures = report_of(shared).report(
        json.loads(result.read_text(encoding="utf-8")), json.loads(made.key.read_text(encoding="utf-8"))
    )
    assert (figures["exact"], figures["silent"], figures["extra"]) == (1, 0, 0), figures
    assert (figures["illegal_found"], figures["illegal_false"]) == (figures["illegal"], 0)
