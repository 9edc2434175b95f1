"""Films as a whole: pictures show what the key says, the report reads the key, files keep their times."""

import importlib.util
import itertools
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import av
import cv2
import numpy as np
import pytest
from jassvision.datasets import film_plan, material
from jassvision.datasets.camera import to_pixels
from jassvision.datasets.choreography import EVENTS
from jassvision.datasets.film_file import TICKS, frame_times, write_film
from jassvision.datasets.film_key import film_key
from jassvision.datasets.film_plan import Order, Plan, plan_film
from jassvision.datasets.filming import Filmer
from jassvision.datasets.films import main, make_film
from jassvision.datasets.gestures import Glide, Reach, Spot, Track
from jassvision.vision.faces import CODES

SMALL = {"size_wh": (320, 240), "rates": (12.0, 12.0), "pause": 0.15, "haste": 2.0, "crf": 20}


@pytest.fixture(scope="module", autouse=True)
def few_decks() -> Iterator[None]:
    """Drawing a deck takes seconds: the tests play with one of each kind, drawn small."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(material, "OWN_STYLES", 1)
        patch.setattr(material, "OWN_HEIGHT", 160)
        patch.setattr(film_plan, "OWN_STYLES", 1)
        yield


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], list[np.ndarray], list[float]]:
    """A small film of one deal: key, pictures and times."""
    film = make_film(Order(tmp_path_factory.mktemp("films"), 7, 0, style="apart", illegal=(1, 1), **SMALL))
    return json.loads(film.key.read_text()), *decoded(film.film)


def decoded(path: Path) -> tuple[list[np.ndarray], list[float]]:
    """Pictures as they are to be seen, and their times."""
    pictures, times = [], []
    with av.open(str(path)) as container:
        for frame in container.decode(video=0):
            picture = frame.to_ndarray(format="bgr24")
            pictures.append(np.rot90(picture, round(frame.rotation / 90)) if frame.rotation else picture)
            times.append(float(frame.time))
    return pictures, times


def planned_key(**options: Any) -> tuple[Plan, dict[str, Any]]:
    """Plan and key of a film, without drawing it."""
    order = Order(Path("unused"), options.pop("seed", 1), 0, **{**SMALL, **options})
    plan = plan_film(order)
    times = frame_times(np.random.default_rng(0), plan.shoot.performance.duration, plan.fps, order.variable)
    return plan, film_key(order, plan, times)


def perfect_result(key: dict[str, Any]) -> dict[str, Any]:
    """What a faultless program would answer for a film."""
    deals = []
    for script in key.get("scripts") or [key["script"]]:
        tricks = [
            {
                "leader": t["leader"],
                "winner": t["winner"],
                "points": t["points"],
                "plays": [{"seat": s, "card": c} for s, c in zip(t["seats"], t["cards"], strict=True)],
            }
            for t in script["tricks"]
        ]
        illegal = [{**v, "trick": v["trick"] + 1, "certainty": "certain"} for v in script["illegal"]]
        points = script["card_points"]
        deals.append({"contract": script["contract"], "tricks": tricks, "illegal": illegal, "card_points": points})
    return {"schema": "jassvision/1", "deals": deals}


def report_of(shared: Path) -> Any:
    """The report's functions."""
    spec = importlib.util.spec_from_file_location("film_report", shared / "bench" / "film_report.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# Pictures and keys ---------------------------------------------------------------------------------------------------


def test_the_file_has_the_frames_of_the_key(made: tuple[dict[str, Any], list[np.ndarray], list[float]]) -> None:
    key, pictures, times = made
    assert key["frames"] == len(pictures) and list(pictures[0].shape[1::-1]) == key["size"]
    assert np.allclose(times, np.arange(len(times)) / key["fps"], atol=1e-3)


def test_cards_lie_where_and_when_the_key_says(made: tuple[dict[str, Any], list[np.ndarray], list[float]]) -> None:
    key, pictures, _ = made
    empty = pictures[0].astype(int)
    hits = 0
    for landing in key["landings"]:
        frame = pictures[landing["clear_frame"]].astype(int)
        mask = np.zeros(empty.shape[:2], np.uint8)
        cv2.fillPoly(mask, [np.array(landing["corners"]).round().astype(np.int32)], 1)
        assert mask.any()
        hits += float(np.abs(frame - empty).mean(axis=2)[mask > 0].mean()) > 12
    assert hits == 36
    for sweep in key["sweeps"]:
        quads = [np.array(v["corners"]) for v in key["landings"] if v["trick"] == sweep["trick"]]
        middle = np.concatenate(quads).mean(axis=0).astype(int)
        spot = (slice(middle[1] - 8, middle[1] + 8), slice(middle[0] - 8, middle[0] + 8))
        after = pictures[sweep["last_frame"] : sweep["last_frame"] + 6]
        change = [float(np.abs(picture[spot].astype(int) - empty[spot]).mean()) for picture in after]
        assert min(change) < 6, f"trick {sweep['trick']} is still in the middle"


def test_pictures_before_the_landing_do_not_show_the_card(
    made: tuple[dict[str, Any], list[np.ndarray], list[float]],
) -> None:
    key, pictures, _ = made
    first = key["landings"][0]
    x, y = np.array(first["corners"]).mean(axis=0).astype(int)
    spot = (slice(y - 5, y + 5), slice(x - 5, x + 5))
    change = [float(np.abs(p[spot].astype(int) - pictures[0][spot].astype(int)).mean()) for p in pictures[:200]]
    assert max(change[: first["frame"] - 8]) < 6
    assert change[first["clear_frame"]] > 12


def test_tricks_come_one_after_the_other(made: tuple[dict[str, Any], list[np.ndarray], list[float]]) -> None:
    key = made[0]
    assert [(v["trick"], v["order"]) for v in key["landings"]] == [(t, o) for t in range(9) for o in range(4)]
    assert sorted(v["card"] for v in key["landings"]) == sorted(CODES)
    for landing, following in itertools.pairwise(key["landings"]):
        assert landing["frame"] < landing["clear_frame"] <= following["frame"]
    for sweep in key["sweeps"]:
        last = [v for v in key["landings"] if v["trick"] == sweep["trick"]][-1]
        assert last["clear_frame"] <= sweep["first_frame"] < sweep["last_frame"]
    for trick, sweep in zip(key["script"]["tricks"], key["sweeps"], strict=True):
        seats = [v["seat"] for v in key["landings"] if v["trick"] == sweep["trick"]]
        assert seats == trick["seats"] and sweep["winner"] == trick["winner"]


@pytest.mark.parametrize(("seat", "way"), [("north", (0, -1)), ("east", (1, 0)), ("south", (0, 1)), ("west", (-1, 0))])
def test_cards_laid_apart_lie_before_their_seat_the_right_way_up(seat: str, way: tuple[int, int]) -> None:
    _, key = planned_key(style="apart", seed=2)
    centre = np.mean([np.mean(v["corners"], axis=0) for v in key["landings"]], axis=0)
    for landing in (v for v in key["landings"] if v["seat"] == seat):
        quad = np.array(landing["corners"])
        out = quad.mean(axis=0) - centre
        assert out @ way > 0.6 * np.hypot(*out)
        foot = quad[2:].mean(axis=0) - quad[:2].mean(axis=0)  # from the card's top to its foot: towards the player
        assert foot @ way > 0.7 * np.hypot(*foot)
        side = quad[1] - quad[0]
        assert side[0] * foot[1] - side[1] * foot[0] > 0, "corners run clockwise in the picture, never mirrored"


def test_stacked_cards_cover_each_other_and_apart_ones_do_not() -> None:
    def shares(style: str) -> list[float]:
        _, key = planned_key(style=style, seed=3)
        found = []
        for trick in range(9):
            quads = [np.array(v["corners"], np.float32) for v in key["landings"] if v["trick"] == trick]
            for one, other in itertools.pairwise(quads):
                common = cv2.intersectConvexConvex(one, other)[0]
                found.append(common / cv2.contourArea(one))
        return found

    assert np.mean(shares("stacked")) > 0.35
    assert np.mean(shares("apart")) < 0.15


# Keys and the report -------------------------------------------------------------------------------------------------


def test_a_perfect_answer_is_exact_for_the_report(shared: Path) -> None:
    report = report_of(shared)
    for options in ({"illegal": (1, 1)}, {"deals": 2, "illegal": (0, 2)}, {"events": ("rest",)}):
        _, key = planned_key(seed=5, **options)
        found = report.report(perfect_result(key), key)
        assert found["exact"] == found["deals"] == options.get("deals", 1)
        assert found["silent"] == found["missing"] == found["extra"] == 0
        assert found["illegal_found"] == found["illegal"]
    worse = perfect_result(key)
    worse["deals"][0]["tricks"][0]["plays"][0]["card"] = "??"
    assert report.report(worse, key)["silent"] == 1


def test_keys_have_the_fields_of_the_given_ones(shared: Path) -> None:
    given = json.loads((shared / "data" / "films" / "dev-swiss-felt.json").read_text())
    _, key = planned_key(seed=6, illegal=(1, 1))
    assert set(given) <= set(key)
    for name in ("landings", "sweeps"):
        assert set(given[name][0]) == set(key[name][0])
    assert set(given["script"]) == set(key["script"])
    assert set(given["script"]["tricks"][0]) == set(key["script"]["tricks"][0])
    assert {type(v) for v in given["landings"][0].values()} == {type(v) for v in key["landings"][0].values()}


def test_everything_can_happen_in_one_deal() -> None:
    plan, key = planned_key(seed=9, events=EVENTS, style="mixed", piles="side")
    kinds = {e["kind"] for e in key["events"]}
    assert kinds == set(EVENTS)
    by_kind = {e["kind"]: e for e in key["events"]}
    script = key["script"]
    assert script["tricks"][-1]["cards"] == [] and by_kind["rest"]["seat"] == script["tricks"][-1]["leader"]
    laid = {c["card"] for c in by_kind["rest"]["cards"]}
    assert laid == {c for cards in script["rest"].values() for c in cards}
    assert laid | {v["card"] for v in key["landings"]} == set(CODES)
    for kind in ("takeback", "dropped"):
        event = by_kind[kind]
        assert event["cards"][0]["card"] in script["hands"][event["seat"]]
        later = [v for v in key["landings"] if v["card"] == event["cards"][0]["card"]]
        assert all(v["frame"] > event["last_frame"] for v in later)
    assert {c["card"] for c in by_kind["weis"]["cards"]} <= set(script["hands"][by_kind["weis"]["seat"]])
    assert by_kind["weis"]["last_frame"] < key["landings"][0]["frame"]
    assert len(plan.shoot.cameras) == 2 and plan.shoot.lights


def test_a_bump_moves_the_corners() -> None:
    plan, key = planned_key(seed=9, events=("bump",))
    (_, before), (since, after) = plan.shoot.cameras
    assert plan.shoot.camera_at(since - 0.01) is before and plan.shoot.camera_at(since) is after
    shift = np.abs(before.homography() / before.homography()[2, 2] - after.homography() / after.homography()[2, 2])
    assert shift[:2, 2].max() > 1
    (bump,) = key["events"]
    point = np.array([[40.0, -25.0]])
    moved = cv2.perspectiveTransform(to_pixels(before.homography(), point)[None], np.array(bump["homography"]))[0]
    assert np.allclose(moved, to_pixels(after.homography(), point), atol=1e-3)


def test_several_deals_pass_the_deal_on() -> None:
    _, key = planned_key(seed=4, deals=3)
    dealers = [s["dealer"] for s in key["scripts"]]
    round_table = ["north", "west", "south", "east"]
    assert all((round_table.index(b) - round_table.index(a)) % 4 == 1 for a, b in itertools.pairwise(dealers))
    assert [v["deal"] for v in key["landings"]] == [d for d in range(3) for _ in range(36)]
    assert "script" not in key and [v["deal"] for v in key["sweeps"]] == [d for d in range(3) for _ in range(9)]


def test_luzern_jass_has_nine_piles_each() -> None:
    plan, key = planned_key(seed=4, game="luzern")
    assert len(key["landings"]) == 36 and len(key["sweeps"]) == 18 and key["script"]["game"] == "luzern"
    assert [len(key["script"]["piles"][s]) for s in ("north", "south")] == [9, 9]
    assert sum(e["kind"] == "uncovered" for e in key["events"]) == 18
    filmer = Filmer(plan.shoot)
    lying = filmer.sort_cards(0.0)[1]
    assert [name for _, name, _ in lying].count("back") == 18 and len(lying) == 36


# Determinism and files -----------------------------------------------------------------------------------------------


def test_the_same_order_gives_the_same_film() -> None:
    (one, key), (other, same), (_, unlike) = (planned_key(seed=s, events=("light",)) for s in (1, 1, 2))
    assert key == same and key != unlike
    films = [Filmer(plan.shoot) for plan in (one, other)]
    start = one.shoot.performance.landings[0].time - 0.3
    for number in range(4):
        first, second = (film.frame(start + number / 12, number, 0.03) for film in films)
        assert np.array_equal(first, second)


def test_moving_things_are_smeared_and_still_ones_are_not_drawn_again() -> None:
    plan, _ = planned_key(seed=1)
    filmer = Filmer(plan.shoot)
    landing = plan.shoot.performance.landings[0]
    moving = filmer.frame(landing.time - 0.15, 0, 0.03)
    still = filmer.frame(landing.clear + 0.01, 0, 0.03)
    drawn = filmer.still
    filmer.frame(landing.clear + 0.02, 1, 0.03)
    assert filmer.still is drawn
    assert not np.array_equal(moving, still)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_the_rotation_tag_turns_pictures_upright(tmp_path: Path, rotation: int) -> None:
    picture = np.zeros((240, 320, 3), np.uint8)
    picture[:120, :160] = (0, 0, 255)
    picture[120:, 160:] = (0, 255, 0)
    path = tmp_path / "turned.mp4"
    write_film(path, [(k / 10, picture) for k in range(3)], (320, 240), 10, rotation=rotation)
    with av.open(str(path)) as container:
        stored = next(container.decode(video=0))
        assert (stored.width, stored.height) == ((320, 240) if rotation % 180 == 0 else (240, 320))
    seen = decoded(path)[0][0].astype(int)
    assert seen.shape == picture.shape and np.abs(seen - picture).mean() < 12


def test_variable_times_are_kept(tmp_path: Path) -> None:
    times = frame_times(np.random.default_rng(3), 6.0, 25, True)
    gaps = np.diff(times)
    assert gaps.min() > 0 and gaps.max() > 1.5 * np.median(gaps) and gaps.std() > 0.001
    grey = np.full((240, 320, 3), 90, np.uint8)
    write_film(tmp_path / "v.mp4", ((float(t), grey) for t in times), (320, 240), 25)
    assert np.allclose(decoded(tmp_path / "v.mp4")[1], times, atol=1.5 / TICKS)


def test_keys_of_variable_films_hold_the_times() -> None:
    _, key = planned_key(seed=2, variable=True)
    assert len(key["pts"]) == key["frames"] and key["pts"] == sorted(key["pts"])


def test_glides_start_and_end_where_they_should() -> None:
    a, b = Spot(0, 0, 10, 50, 0), Spot(300, 40, 190, 0, 1)
    glide = Glide(1.0, 2.0, a, b, bow=30, arch=20)
    assert glide.at(0.5) == glide.at(1.0) == a and glide.at(2.0) == glide.at(9.0)
    end = glide.at(2.0)
    assert np.allclose((end.x, end.y, end.turn, end.lift, end.flip), (300, 40, 190, 0, 1))
    speeds = [np.hypot(glide.at(t + 0.01).x - glide.at(t).x, 0) for t in (1.0, 1.5, 1.98)]
    assert speeds[1] > 20 * speeds[0] and speeds[1] > 20 * speeds[2]
    track = Track("D6", (glide, Glide(3.0, 3.5, b, a)), (1, 2), gone=4.0)
    assert [track.glide_at(t) for t in (0.9, 1.0, 2.5, 3.2, 4.0)] == [-1, 0, 0, 1, -1]
    assert track.is_moving(1.5) and not track.is_moving(2.5)
    reach = Reach(0, "pinch", (glide, Glide(3.0, 3.5, b, a)))
    assert (reach.start, reach.stop) == (1.0, 3.5) and np.isclose(reach.at(2.5).x, 300)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["--size", "1281x720"], "even"),
        (["--size", "wide"], "--size"),
        (["--fps", "500"], "--fps"),
        (["--illegal", "9"], "--illegal"),
        (["--events", "weis,storm"], "storm"),
        (["--contract", "X"], "no contract 'X'"),
        (["--material", "nowhere"], "nowhere"),
        (["--count", "0"], "at least 1"),
    ],
)
def test_wrong_options_are_refused_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], word: str
) -> None:
    assert main(["--out", str(tmp_path), *arguments]) == 2
    said = capsys.readouterr().err.strip()
    assert word in said and "\n" not in said and "Traceback" not in said
    assert not list(tmp_path.iterdir())
