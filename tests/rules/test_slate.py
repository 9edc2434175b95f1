"""The slate: strokes always add up to the score."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jassvision.rules.errors import JassError
from jassvision.rules.slate import Slate, slate_of, slate_text, tally, tidy, write, write_all


@pytest.mark.parametrize(
    ("score", "strokes"),
    [
        (0, Slate()),
        (19, Slate(0, 0, 0, 19)),
        (20, Slate(0, 0, 1, 0)),
        (49, Slate(0, 0, 2, 9)),
        (50, Slate(0, 1, 0, 0)),
        (157, Slate(1, 1, 0, 7)),
        (257, Slate(2, 1, 0, 7)),
        (2500, Slate(25, 0, 0, 0)),
        (-40, Slate(0, 0, 0, -40)),
    ],
)
def test_fewest_strokes(score: int, strokes: Slate) -> None:
    assert slate_of(score) == strokes


@given(st.lists(st.integers(0, 600)))
def test_strokes_add_up_to_the_score_and_are_only_added(results: list[int]) -> None:
    slate = Slate()
    for points in results:
        new = write(slate, points)
        assert (new.hundreds, new.fifties) >= (slate.hundreds, 0)
        assert new.fifties >= slate.fifties and new.twenties >= slate.twenties
        assert 0 <= new.rest < 20
        slate = new
    assert slate.score == sum(results)
    assert tidy(slate) == slate_of(sum(results))
    assert write_all(results) == slate


@given(st.lists(st.integers(-400, 600)))
def test_strokes_add_up_with_corrections(results: list[int]) -> None:
    assert write_all(results).score == sum(results)


@given(st.integers(0, 60), st.integers(0, 60), st.integers(0, 60), st.integers(0, 19))
def test_the_drawing_shows_every_stroke(hundreds: int, fifties: int, twenties: int, rest: int) -> None:
    slate = Slate(hundreds, fifties, twenties, rest)
    title, top, *diagonal, bottom = slate_text(slate, "Nord / Süd").splitlines()
    assert title.split() == ["Nord", "/", "Süd", str(slate.score)]
    assert top.count("┼") == hundreds
    assert sum(row.count("╳") for row in diagonal) == fifties
    assert bottom.count("┼") == twenties
    assert bottom.endswith(f" {rest}")
    assert len(title) == len(top)
    starts = [len(row) - len(row.lstrip()) for row in diagonal]
    assert starts == sorted(starts, reverse=True)
    assert max(map(len, diagonal)) <= len(top)


def test_a_negative_number_of_strokes_is_refused() -> None:
    with pytest.raises(JassError, match="no negative strokes"):
        slate_text(Slate(-1))


@pytest.mark.parametrize(
    ("strokes", "noughts", "text"),
    [(0, 0, ""), (3, 0, "|||"), (5, 0, "|||||"), (12, 1, "||||| ||||| || o"), (0, 2, "oo")],
)
def test_tally(strokes: int, noughts: int, text: str) -> None:
    assert tally(strokes, noughts) == text
