"""The story along the film's time, the plan of a replay, words and proofs."""

from __future__ import annotations

import re
import string
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jassvision.rules.cards import CARDS
from jassvision.rules.contracts import CONTRACTS
from jassvision.tools.places import Places, Stay, Way, load_places
from jassvision.tools.played import Played
from jassvision.tools.replay.cutting import CutError, chapters, parse_moment, parse_speed, plan, span
from jassvision.tools.replay.proof_words import proof_text
from jassvision.tools.replay.screen_words import (
    _RULES,
    _SCREEN,
    LANGUAGES,
    card_words,
    contract_words,
    rule_text,
    seat_words,
)
from jassvision.tools.replay.story import AFTERGLOW, Story
from jassvision.tools.replay.theme import load_theme
from jassvision.tools.replay.ways import belong, ways_of_plays

TICK = Fraction(1, 15360)


@pytest.fixture(scope="module")
def story(played: Played) -> Story:
    return Story(played)


def test_a_trick_is_on_the_screen_until_the_next_begins(story: Story) -> None:
    assert story.trick_at(0.2) is None
    assert [story.trick_at(t).trick.number for t in (0.3, 1.25, 1.45, 1.5)] == [1, 1, 1, 2]  # type: ignore[union-attr]
    assert story.trick_at(2.5 + AFTERGLOW - 0.01) is not None and story.trick_at(2.5 + AFTERGLOW) is None


def test_plays_without_times_lie_between_their_neighbours(played: Played) -> None:
    deal = played.deals[0]
    trick = deal.tricks[0]
    plays = tuple(replace(p, time=None) if i in (0, 2) else p for i, p in enumerate(trick.plays))
    cut = replace(played, deals=(replace(deal, tricks=(replace(trick, plays=plays), *deal.tricks[1:])),))
    times = [laid.time for laid in Story(cut).tricks[0].laid]
    assert times == sorted(times) and times[1] == 0.5 and times[2] == pytest.approx(0.7) and times[3] == 0.9


def test_points_add_up_to_the_record(story: Story, played: Played) -> None:
    assert story.steps[-1].totals == played.totals
    for before, after in pairwise(story.steps):
        assert tuple(a + g for a, g in zip(before.totals, after.gained, strict=True)) == after.totals
        assert before.time <= after.time


@settings(max_examples=40, deadline=None)
@given(
    st.booleans(),
    st.sampled_from([Fraction(1), Fraction(2), Fraction(1, 2), Fraction(16), Fraction(1, 10)]),
    st.floats(0, 2.5),
    st.floats(0.1, 9),
)
def test_a_plan_has_no_gaps_and_never_runs_backwards(
    played: Played, tighten: bool, speed: Fraction, begin: float, length: float
) -> None:
    cut = plan(Story(played), load_theme(), TICK, 12.0, begin=begin, end=begin + length, speed=speed, tighten=tighten)
    at, film = 0, -1
    for piece in cut.pieces:
        assert piece.out == at and piece.length > 0
        at += piece.length
        if piece.still is None:
            assert piece.start >= film and piece.stop > piece.start
            assert abs(piece.length * speed - (piece.stop - piece.start)) <= max(1, speed)
            film = piece.stop
    assert cut.length == at
    marks = chapters(Story(played), cut, "Spiel", "Stich", "Anfang")
    assert [m.start for m in marks] == sorted({m.start for m in marks})
    assert not marks or marks[0].start == 0


def test_the_film_stands_still_for_an_illegal_play(story: Story) -> None:
    cut = plan(story, load_theme(), TICK, 3.0)
    kinds = [piece.still.kind if piece.still else "run" for piece in cut.pieces]
    assert kinds == ["intro", "run", "illegal", "run", "final"]
    assert cut.pieces[2].start * TICK == pytest.approx(0.7 + 0.45, abs=1e-3)
    assert float(cut.length * TICK) == pytest.approx(4 + 3 + 6 + 8, abs=1e-3)
    plain = plan(story, load_theme("plain"), TICK, 3.0)
    assert [piece.still.kind if piece.still else "run" for piece in plain.pieces] == ["run", "final"]


def test_tightening_keeps_every_play(story: Story) -> None:
    cut = plan(story, load_theme("plain"), TICK, 100.0, tighten=True, stills=False)
    assert float(cut.length * TICK) < 5
    for trick in story.tricks:
        for laid in trick.laid:
            assert cut.out_of(round(Fraction(laid.time) / TICK)) is not None


def test_moments(story: Story) -> None:
    assert parse_moment("1", story) == (1, None) and parse_moment("1.2", story) == (1, 2)
    begin, end = span(story, "1.2", "1.2", 3.0)
    assert 0 <= begin < 1.5 and 2.5 < end <= 3.0
    assert span(story, None, None, 3.0) == (0.0, 3.0)
    begin, end = span(story, "1.1", "1.1", 3.0)
    assert 1.2 <= end < 1.5, "the next trick is not shown"


@pytest.mark.parametrize(
    ("begin", "end", "said"),
    [
        ("2.5", None, "--from 2.5: the record has no deal 2 with times; deal 1 has the tricks 1 to 2."),
        (None, "0.1", "--to 0.1: the record has no deal 0 with times; deal 1 has the tricks 1 to 2."),
        ("1.10", None, "--from 1.10: deal 1 has no trick 10 with times; it has the tricks 1 to 2."),
        ("1.0", None, "--from 1.0: deal 1 has no trick 0 with times; it has the tricks 1 to 2."),
        (None, "x", "--to 'x' is no place in a match: write a deal such as 2, or its trick as 2.5; deal 1 has"),
        ("1.1.1", None, "--from '1.1.1' is no place in a match"),
        ("", None, "--from '' is no place in a match"),
        ("-1", None, "--from '-1' is no place in a match"),
        ("1.2", "1.1", "--to 1.1 ends before --from 1.2 begins: turn them round."),
    ],
)
def test_moments_that_are_not_there(begin: str | None, end: str | None, said: str, story: Story) -> None:
    with pytest.raises(CutError, match=re.escape(said)):
        span(story, begin, end, 3.0)


def test_deals_that_are_there_are_named_where_there_are_several(played: Played) -> None:
    deals = tuple(replace(played.deals[0], number=number) for number in (1, 2, 4))
    with pytest.raises(CutError, match=re.escape("no deal 3 with times; there are the deals 1 to 2 and 4.")):
        parse_moment("3", Story(replace(played, deals=deals)))


@pytest.mark.parametrize("wrong", ["0", "-1", "nan", "inf", "1/0", "1e9", "", "fast"])
def test_speeds_that_make_no_sense(wrong: str) -> None:
    with pytest.raises(CutError):
        parse_speed(wrong)
    assert parse_speed("1.5x") == Fraction(3, 2)


def test_places_are_paired_with_plays_by_time(played: Played, places_file: Path) -> None:
    places = load_places(places_file)
    assert len(ways_of_plays(played, places)) == 8 and belong(played, places)
    ways = tuple(Way((Stay(w.time + 30, w.time + 31, w.at(0)),), w.left) for w in places.ways)
    late = Places(places.size_wh, ways)
    assert not ways_of_plays(played, late) and not belong(played, late)
    extra = Places(places.size_wh, (*places.ways, Way((Stay(0.31, 0.4, np.zeros((4, 2))),), True)))
    found = ways_of_plays(played, extra)
    assert len(found) == 8 and all(way.at(0).any() for way in found.values())


# Words ---------------------------------------------------------------------------------------------------------------


def test_all_words_are_there_in_all_languages_with_the_same_blanks() -> None:
    for texts in (*_SCREEN.values(), *_RULES.values()):
        assert len(texts) == len(LANGUAGES) and all(texts)
        blanks = {tuple(sorted(f for _, f, _, _ in string.Formatter().parse(text) if f)) for text in texts}
        assert len(blanks) == 1


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("suits", ["swiss", "french"])
def test_cards_and_contracts_have_names_of_their_own(language: str, suits: str) -> None:
    names = [card_words(card, suits, language) for card in CARDS]
    assert len(set(names)) == 36 and all(name[0].isupper() or name[0].isdigit() for name in names)
    assert len({contract_words(contract, suits, language) for contract in CONTRACTS}) == len(CONTRACTS)
    assert contract_words("", suits, language) == ""
    assert len({seat_words(seat, language) for seat in ("north", "east", "south", "west")}) == 4


PROOFS = [
    ("held D8 in trick 6: played it in trick 9", "Hatte Schellen 8 in Stich 6: in Stich 9 ausgespielt."),
    ("held SA in trick 1: showed it", "Hatte Schilten Ass in Stich 1: selbst gewiesen."),
    ("held H6 in trick 8: it can be nowhere else", "Hatte Rosen 6 in Stich 8: sie kann sonst nirgends sein."),
    (
        "held one of D6 D7 in trick 2: only 3 others for 4 places",
        "Hatte eine von Schellen 6, Schellen 7 in Stich 2: für 4 Plätze bleiben nur 3 andere.",
    ),
]


@pytest.mark.parametrize(("proof", "german"), PROOFS)
def test_proofs_are_said_in_the_language_of_the_screen(proof: str, german: str) -> None:
    assert proof_text(proof, "swiss", "de") == german
    assert len({proof_text(proof, "swiss", language) for language in LANGUAGES}) == len(LANGUAGES)


def test_rare_proofs_and_rules_are_shown_as_they_are() -> None:
    assert proof_text("no hand makes D6 legal", "french", "de") == "No hand makes Ecken 6 legal."
    assert proof_text("", "swiss", "de") == ""
    assert rule_text("12.9", "some house rule", "de") == "Some house rule."
