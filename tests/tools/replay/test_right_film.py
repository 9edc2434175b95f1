"""A record of another film, or of other times of it, is noticed by what lies on the table."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from jassvision.rules.cards import code
from jassvision.rules.notation import write_notation
from jassvision.tools import cli
from jassvision.tools.places import Places, Stay, Way, places_beside, print_of, save_places
from jassvision.tools.played import Played, PlayedError, load_played
from jassvision.tools.replay.right_film import FEWEST_LOOKS, MOST_LOOKS, check_film, lying_cards, moments
from jassvision.vision.eyes import CardSeen, Seen

DEMO = Path(cli.__file__).parent / "demo"


class Filmed:
    """A film in which the cards of a record lie, later than it says by `shift` seconds, and eyes that read them.

    Args:
        hidden: the share of the cards that are not read.
        more: codes that are read in every picture as well, such as those of cards held into the picture.
    """

    def __init__(
        self, played: Played, shift: float = 0.0, *, hidden: float = 0.0, more: tuple[str, ...] = (), seed: int = 1
    ) -> None:
        self.lying, self.shift, self.hidden, self.more = lying_cards(played), shift, hidden, more
        self.path, self.duration, self.looked = Path("film.mp4"), played.last_time + 10 + abs(shift), 0
        self.chance = np.random.default_rng(seed)
        self.said: list[str] = []

    def frame(self, seconds: float) -> Any:
        return SimpleNamespace(picture=np.full((90, 90), seconds - self.shift))

    def see(self, picture: Any) -> Seen:
        self.looked, time = self.looked + 1, float(picture[0, 0])
        there = [next(iter(each.cards)) for each in self.lying if each.since <= time <= each.until]
        found = [code(card) for card in there if self.chance.random() >= self.hidden] + list(self.more)
        return Seen("swiss", tuple(CardSeen(name, 0.9, np.zeros((4, 2), np.float32), ()) for name in found))

    def checked(self, record: Played, places: Places | None = None) -> bool:
        film: Any = self
        return check_film(record, film, places, lambda: film, self.said.append)


@pytest.fixture(scope="module")
def records(simulate: Callable[..., Any], tmp_path_factory: pytest.TempPathFactory) -> tuple[Played, Played]:
    """The records of two evenings whose cards were laid at the same times."""
    found = []
    for seed in (3, 4):
        path = tmp_path_factory.mktemp("records") / f"{seed}.jass"
        path.write_text(write_notation(simulate(2, seed=seed)), encoding="utf-8")
        found.append(load_played(path))
    return found[0], found[1]


@pytest.mark.parametrize("hidden", [0.0, 0.5])
def test_the_right_film_is_known_after_a_few_looks(records: tuple[Played, Played], hidden: float) -> None:
    film = Filmed(records[0], hidden=hidden)
    assert film.checked(records[0]) and not film.said
    assert FEWEST_LOOKS <= film.looked <= (FEWEST_LOOKS if not hidden else MOST_LOOKS)


def test_the_right_film_is_known_although_cards_are_held_into_the_picture(records: tuple[Played, Played]) -> None:
    held = tuple(code(card) for card in range(9))
    assert Filmed(records[0], more=held).checked(records[0])


@pytest.mark.parametrize("hidden", [0.0, 0.5])
def test_another_film_is_refused(records: tuple[Played, Played], hidden: float) -> None:
    for record, other in (records, records[::-1]):
        with pytest.raises(PlayedError, match=r"is the record of another film: \d+ of \d+ cards .*--json NEW\.json"):
            Filmed(other, hidden=hidden).checked(record)


@pytest.mark.parametrize(("shift", "said"), [(3.0, "later"), (-3.0, "earlier"), (40.0, "later"), (-40.0, "earlier")])
def test_shifted_times_are_noticed(records: tuple[Played, Played], shift: float, said: str) -> None:
    with pytest.raises(PlayedError, match=rf"does not keep time .* about {abs(shift):.0f} seconds {said}"):
        Filmed(records[0], shift).checked(records[0])


def test_times_that_somebody_typed_a_little_late_are_told_of_only(records: tuple[Played, Played]) -> None:
    film = Filmed(records[0], -1.5)
    assert film.checked(records[0]) is None
    assert "does not quite keep time" in film.said[0]


def test_a_film_in_which_nothing_can_be_read_is_told_of_in_one_line(records: tuple[Played, Played]) -> None:
    film = Filmed(records[0], hidden=1.0)
    assert film.checked(records[0]) is None
    assert len(film.said) == 1 and "Too few cards" in film.said[0] and film.looked == MOST_LOOKS


def test_looks_are_spread_over_the_film(records: tuple[Played, Played]) -> None:
    for times in (moments(records[0], 1e9), moments(records[0], 1e9)[:FEWEST_LOOKS]):
        assert min(times) < records[0].last_time * 0.2 and max(times) > records[0].last_time * 0.75
    assert max(moments(records[0], 30.0)) < 30.0


def test_places_of_the_same_look_at_the_same_file_need_no_look(records: tuple[Played, Played], tmp_path: Path) -> None:
    corners = np.array([[0, 0], [9, 0], [9, 9], [0, 9]], np.float64)
    ways = tuple(Way((Stay(each.since, each.until, corners),), True) for each in lying_cards(records[0]))
    film = Filmed(records[1])
    film.path = tmp_path / "film.mp4"
    film.path.write_bytes(b"a film")
    assert film.checked(records[0], Places((90, 90), ways, print_of(film.path, 9.0))) and not film.looked
    film.path.write_bytes(b"another film")
    with pytest.raises(PlayedError, match="another film"):
        film.checked(records[0], Places((90, 90), ways, print_of(tmp_path / "none", 9.0)))


@pytest.mark.parametrize(("size", "there"), [((90, 90), True), ((180, 180), True), ((70, 70), False)])
def test_places_serve_a_copy_of_another_size_but_not_one_that_was_cut_smaller(
    records: tuple[Played, Played], size: tuple[int, int], there: bool
) -> None:
    """The eyes find all cards at the left upper corner; places elsewhere are those of a film that showed more."""
    card = np.array([[0, 0], [9, 0], [9, 15], [0, 15]], np.float64)
    grow = np.array(size) / 90
    corners = (card - card.mean(axis=0)) * grow + (0 if there else 20)
    ways = tuple(Way((Stay(each.since, each.until, corners),), True) for each in lying_cards(records[0]))
    assert Filmed(records[0]).checked(records[0], Places(size, ways, None)) is there


# With the film of the demo -------------------------------------------------------------------------------------------


def demo_record(path: Path, *, swapped: bool = False, later: float = 0.0) -> Path:
    """What is played in the demo as a record without places; or the same with the suits changed, or later."""
    key = json.loads((DEMO / "demo.json").read_text(encoding="utf-8"))
    lines = ['[Jass "1"]', '[Rules "swisslos_2500"]', "", f"deal 1 dealer {key['script']['dealer']}", "west name S"]
    other = str.maketrans("SHDC", "HSCD") if swapped else {}
    for number, trick in enumerate(key["script"]["tricks"]):
        times = [each["frame"] / key["fps"] + later for each in key["landings"] if each["trick"] == number]
        cards = [f"{card.translate(other)}@{time:.2f}" for card, time in zip(trick["cards"], times, strict=True)]
        lines.append(f"{number + 1} {trick['leader']}: {' '.join(cards)}")
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


COMMANDS = (
    ("replay", "{film}", "{record}", "-o", "{out}/x", "--overlay", "png", "--no-outlines"),
    ("clips", "{film}", "{record}", "--what", "tricks", "-o", "{out}/clips"),
    ("export", "{record}", "--film", "{film}", "--to", "player", "-o", "{out}/x.html"),
)


@pytest.mark.parametrize("words", COMMANDS, ids=[" ".join((c[0], *c[4:])) for c in COMMANDS])
def test_commands_refuse_the_record_of_another_film_before_they_write(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record, out = demo_record(tmp_path / "other.jass", swapped=True), tmp_path / "out"
    out.mkdir()
    filled = [word.format(film=DEMO / "demo.mp4", record=record, out=out) for word in words]
    assert cli.main(filled) == 2
    said = capsys.readouterr().err.strip()
    assert "is the record of another film" in said and "\n" not in said and "--unchecked" in said
    assert not list(out.iterdir()) and not places_beside(record).exists()


def test_clips_are_cut_where_it_is_the_right_film_and_where_nobody_wants_to_know(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    film = shutil.copy(DEMO / "demo.mp4", tmp_path / "film.mp4")
    right, other = demo_record(tmp_path / "right.jass"), demo_record(tmp_path / "other.jass", swapped=True)
    late = demo_record(tmp_path / "late.jass", later=3.0)
    words = ["--what", "illegal", "--lead", "0", "--tail", "0", "-o", str(tmp_path / "clips")]
    assert cli.main(["clips", str(film), str(late), *words]) == 2
    assert "seconds earlier" in capsys.readouterr().err
    assert cli.main(["clips", str(film), str(right), *words]) == 0
    assert cli.main(["clips", str(film), str(other), *words, "--unchecked"]) == 0
    assert not capsys.readouterr().err


def test_places_of_another_film_beside_its_record_do_not_make_it_the_right_one(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = demo_record(tmp_path / "other.jass", swapped=True)
    corners = np.array([[0, 0], [9, 0], [9, 9], [0, 9]], np.float64)
    ways = tuple(Way((Stay(e.since, e.until, corners),), True) for e in lying_cards(load_played(record)))
    known = print_of(record, 63.48)
    assert known is not None
    save_places(places_beside(record), Places((1280, 720), ways, replace(known, seconds=63.48)))
    assert cli.main(["replay", str(DEMO / "demo.mp4"), str(record), "-o", str(tmp_path / "x.mp4")]) == 2
    assert "another film" in capsys.readouterr().err and not (tmp_path / "x.mp4").exists()
