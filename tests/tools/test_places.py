"""Where cards lie: followed by what the watcher says, kept in a file, known again by film and record."""

from __future__ import annotations

import json
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from jassvision.tools.places import (
    Places,
    PlacesError,
    Stay,
    Way,
    is_places,
    load_places,
    places_beside,
    print_of,
    save_places,
)
from jassvision.tools.places_kept import PlacesKeeper
from jassvision.vision.observations import Disturbed, SeenCard, Swept
from jassvision.vision.track import Track

CARD = np.array([[100.0, 100.0], [160.0, 100.0], [160.0, 200.0], [100.0, 200.0]])
STEP = 0.04


def by(x: float, y: float) -> Any:
    return np.array([x, y])


class Table:
    """What a watcher knows of a table of 1280 x 720 seen in half size, told frame by frame."""

    def __init__(self) -> None:
        self.trick: list[Any] = []
        self.gate = SimpleNamespace(moved_at=np.zeros((72, 128), np.float32))
        self.table = SimpleNamespace(size_wh=(640, 360))
        self.scale, self.now = 0.5, 0.0
        self.play = SimpleNamespace(trick=self.trick)
        self.keeper = PlacesKeeper(self)  # type: ignore[arg-type]

    def lay(self, number: int, corners: Any = CARD) -> Track:
        """A card comes to rest; corners in pixels of the small picture."""
        track = Track(number, np.array(corners), self.now, self.now, self.now, "lying", present_at=self.now)
        seen = SeenCard(number, self.now, (), np.zeros(36), track.corners / self.scale, (0.0, 0.0), 3)
        self.keeper.take(seen)
        self.trick.append(SimpleNamespace(track=track))
        return track

    def until(self, time: float, moving: float = 0.0, *, hidden: bool = False) -> None:
        """Frames until a time, with motion in a share of the rows."""
        while self.now < time - 1e-6:
            self.now = round(self.now + STEP, 3)
            self.gate.moved_at[: round(72 * moving)] = self.now
            for told in self.trick:
                if told.track.state == "lying" and not hidden:
                    told.track.present_at = self.now
            self.keeper.look(self.now)

    def sweep(self, *tracks: Track, later: float = 0.2) -> None:
        """The cards are seen gone, and that is told some seconds later or at once."""
        for track in tracks:
            track.state, track.gone_at = "gone", track.present_at
        self.until(self.now + later, hidden=True)
        self.trick.clear()
        ends = [track.gone_at for track in tracks]
        self.keeper.take(Swept(min(ends), self.now, (), tuple(track.number for track in tracks)))
        self.keeper.look(self.now)

    @property
    def ways(self) -> tuple[Way, ...]:
        """What was kept."""
        return self.keeper.places().ways


@pytest.mark.parametrize("later", [0.2, 0.0])
def test_a_card_lies_until_a_hand_takes_it(later: float) -> None:
    table = Table()
    table.until(1.0)
    track = table.lay(1)
    table.until(3.0)
    table.until(3.4, 0.3, hidden=True)
    table.sweep(track, later=later)
    (way,) = table.ways
    assert (way.time, way.gone) == (1.0, 3.0)
    assert way.at(2.0) == pytest.approx(CARD * 2), "in pixels of the film itself"
    assert table.keeper.places().size_wh == (1280, 720)


def test_what_lay_there_at_the_end_of_the_film_was_not_seen_to_leave() -> None:
    table = Table()
    table.lay(1)
    table.until(2.0)
    (way,) = table.ways
    assert way.gone is None and way.stays[-1].until == 2.0


def test_a_pushed_card_is_followed_and_a_better_box_is_no_push() -> None:
    table = Table()
    track = table.lay(1)
    table.until(1.0)
    track.corners = CARD + 2.0  # the finder frames it a little better
    table.until(2.0)
    table.until(2.4, 1.0, hidden=True)  # a hand pushes it
    track.corners = np.roll(CARD[::-1] + by(30.0, 10.0), 1, axis=0)  # corners come in any order
    table.until(3.0)
    (way,) = table.ways
    assert len(way.stays) == 2
    assert way.at(0.5) == pytest.approx((CARD + 2.0) * 2) and way.at(2.9) == pytest.approx((CARD + by(30.0, 10.0)) * 2)
    assert way.stays[0].until == pytest.approx(2.0) and way.stays[1].since == pytest.approx(2.4)
    assert way.at(2.2) == pytest.approx((CARD + by(16.0, 6.0)) * 2), "half way in between"
    assert way.moment(1.9) == way.moment(0.1) and way.moment(2.2) == 2.2


def test_a_bumped_camera_moves_all_cards_while_it_trembles() -> None:
    table = Table()
    first, second = table.lay(1), table.lay(2, CARD + by(200.0, 0.0))
    table.until(1.0)
    table.until(1.8, 0.1, hidden=True)  # a hand comes
    table.until(2.0)
    table.until(2.2, 1.0, hidden=True)  # and bumps the camera
    table.until(2.5)
    for track in (first, second):
        track.corners = track.corners + by(1.0, 0.5)  # little, but all of them
    table.keeper.take(Disturbed("bumped", table.now))
    table.until(3.0)
    for way in table.ways:
        assert (way.stays[0].since, way.stays[0].until) == pytest.approx((0.0, 2.0))
        assert way.stays[1].since == pytest.approx(2.2)
        assert way.at(3.0) - way.at(0.0) == pytest.approx(np.tile([2.0, 1.0], (4, 1)))


def test_a_card_found_before_the_bump_was_understood_is_not_moved_twice() -> None:
    table = Table()
    track = table.lay(1)
    table.until(2.0)
    table.until(2.2, 1.0, hidden=True)
    track.corners = CARD + by(20.0, 0.0)
    table.until(2.5)
    track.corners = CARD + by(40.0, 0.0)
    table.keeper.take(Disturbed("bumped", table.now))
    table.until(3.0)
    (way,) = table.ways
    assert way.at(3.0) == pytest.approx((CARD + by(20.0, 0.0)) * 2)
    track.corners = CARD + by(20.5, 0.0)
    table.until(3.2)
    assert table.ways[0].at(3.2) == pytest.approx((CARD + by(20.5, 0.0)) * 2), "the finder has put it right"


def test_cards_of_a_trick_leave_together_though_some_lie_under_others() -> None:
    table = Table()
    under = table.lay(1)
    table.until(1.0)
    over = table.lay(2, CARD + 5.0)
    table.until(3.0)
    under.present_at = 1.0  # covered since
    table.until(3.0)
    table.sweep(under, over)
    assert [way.gone for way in table.ways] == [3.0, 3.0]


def test_a_card_that_was_taken_with_the_trick_but_never_followed_leaves_with_it() -> None:
    table = Table()
    track = table.lay(1)
    table.until(1.0)
    table.keeper.take(SeenCard(2, 1.0, (), np.zeros(36), CARD * 2 + 300.0, (0.0, 0.0), 3))
    table.until(2.0)
    track.state, track.gone_at = "gone", 2.0
    table.until(2.2, hidden=True)
    table.keeper.take(Swept(2.0, 2.2, (), (1, 2)))
    assert [way.gone for way in table.ways] == [2.0, 2.0]


# Files ---------------------------------------------------------------------------------------------------------------


@pytest.fixture
def film(tmp_path: Path) -> Path:
    path = tmp_path / "film.mp4"
    path.write_bytes(bytes(range(256)) * 20_000)
    return path


def some(film: Path | None = None, seconds: float | None = 60.0) -> Places:
    ways = (Way((Stay(1.0, 2.0, CARD), Stay(2.5, 4.0, CARD + 7)), True), Way((Stay(3.0, 3.0, CARD + 300),), False))
    return Places((1280, 720), ways, None if film is None else print_of(film, seconds))


def test_what_is_written_is_read_again(film: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.places"
    save_places(path, some(film))
    again = load_places(path)
    assert (again.size_wh, again.film) == ((1280, 720), print_of(film, 60.0))
    for way, other in zip(again.ways, some().ways, strict=True):
        assert way.left == other.left
        for time in (0.0, 1.5, 2.2, 9.0):
            assert way.at(time) == pytest.approx(other.at(time), abs=0.06)
    assert is_places(path) and not is_places(film) and not is_places(tmp_path / "none")


@pytest.mark.parametrize(
    ("record", "beside"),
    [
        ("a.json", "a.places"),
        ("a.jass", "a.places"),
        ("a.jass.db", "a.places"),
        ("1.2.JSON", "1.2.places"),
        ("a", "a.places"),
    ],
)
def test_places_lie_beside_their_record(record: str, beside: str) -> None:
    assert places_beside(Path("x") / record) == Path("x") / beside


def test_a_film_is_known_by_its_file_or_by_its_length_and_shape(film: Path, tmp_path: Path) -> None:
    places = some(film)
    assert places.is_of(film, 60.1, (1280, 720))
    assert places.is_of(film, 71.0, (1280, 720)), "the same bytes, whatever its container says"
    copy = tmp_path / "large.mp4"
    copy.write_bytes(b"another")
    assert places.is_of(copy, 60.1, (1920, 1080)), "a larger copy of the same film"
    assert not places.is_of(copy, 61.0, (1920, 1080)) and not places.is_of(copy, 60.0, (1080, 1920))
    assert places.is_from(film) and not places.is_from(copy) and not some().is_from(film)
    assert not some().is_of(film, 60.0, (1280, 720)), "places of which nobody knows the film"
    assert not some(film, None).is_of(copy, 60.0, (1280, 720))
    assert print_of(tmp_path, 1.0) is None and print_of(tmp_path / "none", 1.0) is None


def test_places_of_the_first_version_are_read(tmp_path: Path) -> None:
    path = tmp_path / "old.places"
    cards = [{"time": 3.0, "corners": (CARD + 7).tolist()}, {"time": 1.5, "corners": CARD.tolist()}]
    found = {"schema": "jassvision-places/1", "size": [1280, 720], "cards": cards}
    path.write_text(json.dumps(found), encoding="utf-8")
    places = load_places(path)
    assert [way.time for way in places.ways] == [1.5, 3.0] and places.film is None
    assert places.ways[0].at(9.0) == pytest.approx(CARD) and places.ways[0].gone is None


BAD: list[tuple[str, Any]] = [
    ("schema", "jassvision-places/1"),
    ("size", [0, 720]),
    ("film", {"bytes": "many"}),
    ("cards", [{"left": True, "stays": []}]),
    ("cards", [{"left": True, "stays": [{"since": 2, "until": 1, "corners": CARD.tolist()}]}]),
    ("cards", [{"left": True, "stays": [{"since": 0, "until": 1, "corners": [[0, 0]]}]}]),
    ("cards", [{"left": True, "stays": [{"since": 0, "until": 1, "corners": [[0, float("nan")]] * 4}]}]),
    ("cards", 7),
]


@pytest.mark.parametrize(("key", "value"), BAD)
def test_a_damaged_file_is_refused_in_one_sentence(film: Path, tmp_path: Path, key: str, value: Any) -> None:
    path = tmp_path / "a.places"
    save_places(path, some(film))
    found = json.loads(path.read_text(encoding="utf-8")) | {key: value}
    path.write_text(json.dumps(found), encoding="utf-8")
    with pytest.raises(PlacesError, match="does not say where cards lie"):
        load_places(path)
