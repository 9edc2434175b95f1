"""Seats, direction and sides (rule list section 1)."""

import pytest
from jassvision.rules.errors import WrongSeatError
from jassvision.rules.seats import SEAT_NAMES, next_seat, parse_seat, playing_order, seat_name, side_of


def test_1_play_runs_anticlockwise_by_default():
    assert [seat_name(seat, 4) for seat in playing_order(0, 4)] == ["north", "west", "south", "east"]


def test_1_direction_clockwise():
    assert [seat_name(s, 4) for s in playing_order(2, 4, "clockwise")] == ["south", "west", "north", "east"]


@pytest.mark.parametrize("players", SEAT_NAMES)
@pytest.mark.parametrize("direction", ["anticlockwise", "clockwise"])
def test_a_round_visits_every_seat_once_and_ends_at_the_first(players, direction):
    for first in range(players):
        seats = playing_order(first, players, direction)
        assert sorted(seats) == list(range(players))
        assert [next_seat(seat, players, direction) for seat in seats] == [*seats[1:], first]


@pytest.mark.parametrize("players", SEAT_NAMES)
def test_names_go_there_and_back(players):
    assert len(SEAT_NAMES[players]) == players
    for seat in range(players):
        assert parse_seat(seat_name(seat, players), players) == seat
        assert parse_seat(f" {seat_name(seat, players).upper()} ", players) == seat


def test_first_letters_do_where_they_are_unique():
    assert [parse_seat(letter, 4) for letter in "NesW"] == [0, 1, 2, 3]
    with pytest.raises(WrongSeatError):
        parse_seat("s", 5)


@pytest.mark.parametrize("text", ["", "norden", "east"])
def test_unknown_seats_are_refused_with_those_there_are(text):
    with pytest.raises(WrongSeatError, match="seats are north, south"):
        parse_seat(text, 2)


def test_partners_sit_opposite():
    assert [side_of(seat, True) for seat in range(4)] == [0, 1, 0, 1]
    assert [side_of(seat, False) for seat in range(4)] == [0, 1, 2, 3]


@pytest.mark.parametrize(("seat", "players"), [(4, 4), (-1, 4), (0, 1), (0, 7)])
def test_names_of_seats_that_are_not_there(seat, players):
    with pytest.raises(WrongSeatError, match="there is no"):
        seat_name(seat, players)


def test_a_table_that_is_not_there():
    with pytest.raises(WrongSeatError, match="two to six play"):
        parse_seat("north", 9)
