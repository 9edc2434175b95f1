"""The end of the game: by itself, by claim, by the number of deals; Stöck - Wys - Stich; Bergpreis."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jassvision.rules.ending import GameClaim, GameEnd, bergpreis, crossing, game_end
from jassvision.rules.errors import JassError
from jassvision.rules.ledger import Entry
from jassvision.rules.options import Rules
from jassvision.rules.preset import load_rules

AUTO = Rules(target=1000)
CLAIM = Rules(target=1000, claim="bedanken")
START = (Entry("trick", 0, 950, trick=8), Entry("trick", 1, 950, trick=8))
"""Both sides are 50 short of 1000."""


def winners(end: GameEnd | None) -> tuple[int, ...] | None:
    return None if end is None else end.winners


def how(end: GameEnd | None) -> str | None:
    return None if end is None else end.how


def test_the_game_goes_on_below_the_target() -> None:
    assert game_end(AUTO, START) is None
    assert game_end(AUTO, ()) is None


def test_the_first_side_at_the_target_wins_in_mid_deal() -> None:
    entries = (*START, Entry("trick", 1, 50, trick=2), Entry("trick", 0, 200, trick=3))
    end = game_end(AUTO, entries)
    assert end is not None
    assert (end.winners, end.how, end.index, end.totals) == ((1,), "target", 2, (950, 1000))
    assert end.reason == "side 1 reached 1000 first, with 1000"


def test_the_exact_target_is_enough_and_one_less_is_not() -> None:
    assert game_end(AUTO, (Entry("trick", 0, 1000),)) is not None
    assert game_end(AUTO, (Entry("trick", 0, 999),)) is None


SAME_TRICK = (Entry("trick", 0, 60, trick=0), Entry("weis", 1, 100, trick=0), Entry("stoeck", 2, 60, trick=0))
"""Three players get there in one trick, each by other points, listed in no good order."""


@pytest.mark.parametrize(
    ("end_order", "ranking"),
    [("stoeck_wys_stich", (2, 1, 0)), ("stoeck_stich_wys", (2, 0, 1)), ("stich_first", (0, 2, 1))],
)
def test_option_end_order_when_several_cross_in_the_same_trick(end_order: str, ranking: tuple[int, ...]) -> None:
    rules = Rules(target=1000, end_order=end_order, players=3, hand_size=12, partners=False)
    start = tuple(Entry("trick", side, 950, trick=8) for side in range(3))
    end = game_end(rules, (*start, *SAME_TRICK))
    assert end is not None and end.winners == ranking[:1]
    rest = tuple(entry for entry in SAME_TRICK if entry.side != ranking[0])
    end = game_end(rules, (*start, *rest))
    assert end is not None and end.winners == ranking[1:2]


def test_the_order_decides_within_a_trick_only() -> None:
    entries = (*START, Entry("trick", 0, 60, trick=3), Entry("stoeck", 1, 60, trick=4))
    end = game_end(AUTO, entries)
    assert end is not None and end.winners == (0,)


def test_last_trick_and_match_count_as_the_trick() -> None:
    late = (Entry("last_trick", 0, 15, trick=8), Entry("match", 0, 300, trick=8), Entry("stoeck", 1, 60, trick=8))
    entries = (Entry("trick", 0, 950), Entry("trick", 1, 950), *late)
    assert winners(game_end(AUTO, entries)) == (1,)
    assert winners(game_end(Rules(target=1000, end_order="stich_first"), entries)) == (0,)


def test_the_same_trick_number_in_the_next_deal_is_another_trick() -> None:
    # Trick 8 of one deal and trick 0 of the next lie apart even if Stöck comes in the later one.
    entries = (*START, Entry("trick", 0, 60, trick=7), Entry("trick", 1, 0, trick=8), Entry("stoeck", 1, 60, trick=0))
    assert winners(game_end(AUTO, entries)) == (0,)


def test_a_deal_of_a_single_trick_and_the_next_one_lie_apart() -> None:
    # "The rest is mine" on the first lead is trick 0, and so is the first trick of the next deal.
    entries = (*START, Entry("trick", 0, 60, trick=0), Entry("stoeck", 1, 60, trick=0))
    assert winners(game_end(AUTO, entries)) == (1,)
    assert winners(game_end(AUTO, entries, starts={0, 3})) == (0,)
    first = crossing(AUTO, entries, 1000, starts={3})
    assert first is not None and first.side == 0


def test_a_correction_recomputes_who_was_first() -> None:
    entries = (*START, Entry("trick", 0, 60, trick=2), Entry("trick", 1, 60, trick=3))
    assert winners(game_end(AUTO, entries)) == (0,)
    corrected = (*entries, Entry("trick", 0, -60, trick=2, reverses=2))
    end = game_end(AUTO, corrected)
    assert end is not None and (end.winners, end.index, end.totals) == ((1,), 3, (950, 1010))


def test_card_points_that_do_not_count_do_not_end_the_game() -> None:
    assert game_end(AUTO, (Entry("trick", 0, 2000, account="cards"),)) is None


# By claim ------------------------------------------------------------------------------------------------------------


def test_bedanken_forgetting_to_claim_is_not_winning() -> None:
    entries = (*START, Entry("trick", 0, 60, trick=2))
    assert game_end(CLAIM, entries) is None
    later = (*entries, Entry("trick", 1, 60, trick=3))
    end = game_end(CLAIM, later, claims=[GameClaim(side=1, after=4)])
    assert end is not None and (end.winners, end.how) == ((1,), "claim")


def test_bedanken_a_right_claim_wins_on_the_spot() -> None:
    entries = (*START, Entry("trick", 0, 60, trick=2))
    end = game_end(CLAIM, entries, claims=[GameClaim(side=0, after=3)])
    assert end is not None
    assert (end.winners, end.how, end.totals) == ((0,), "claim", (1010, 950))
    assert "rightly" in end.reason


def test_bedanken_a_wrong_claim_loses() -> None:
    entries = (*START, Entry("trick", 0, 60, trick=2))
    end = game_end(CLAIM, entries, claims=[GameClaim(side=0, after=2)])
    assert end is not None
    assert (end.winners, end.how, end.totals) == ((1,), "wrong_claim", (950, 950))
    assert "950 only" in end.reason


def test_bedanken_a_wrong_claim_stands_before_a_later_right_one() -> None:
    entries = (*START, Entry("trick", 0, 60, trick=2), Entry("trick", 1, 60, trick=3))
    claims = [GameClaim(side=1, after=4), GameClaim(side=0, after=2)]
    end = game_end(CLAIM, entries, claims=claims)
    assert end is not None and (end.winners, end.how) == ((1,), "wrong_claim")


def test_bedanken_at_the_same_moment_the_order_decides() -> None:
    entries = (*START, Entry("stoeck", 1, 60, trick=2), Entry("trick", 0, 60, trick=2))
    claims = [GameClaim(side=0, after=4), GameClaim(side=1, after=4)]
    assert winners(game_end(CLAIM, entries, claims=claims)) == (1,)
    stich = Rules(target=1000, claim="bedanken", end_order="stich_first")
    assert winners(game_end(stich, entries, claims=claims)) == (0,)


def test_bedanken_at_the_same_moment_the_right_claim_counts() -> None:
    entries = (*START, Entry("trick", 0, 60, trick=2))
    claims = [GameClaim(side=1, after=3), GameClaim(side=0, after=3)]
    assert winners(game_end(CLAIM, entries, claims=claims)) == (0,)


def test_bedanken_of_two_wrong_claims_the_first_loses() -> None:
    claims = [GameClaim(side=1, after=2), GameClaim(side=0, after=2)]
    end = game_end(CLAIM, START, claims=claims)
    assert end is not None and (end.winners, end.how) == ((0,), "wrong_claim")


def test_bedanken_points_that_were_reversed_are_no_ground_for_a_claim() -> None:
    entries = (*START, Entry("trick", 0, 60, trick=2), Entry("trick", 0, -60, trick=2, reverses=2))
    end = game_end(CLAIM, entries, claims=[GameClaim(side=0, after=3)])
    assert end is not None and (end.winners, end.how) == ((1,), "wrong_claim")


@pytest.mark.parametrize("claim", [GameClaim(0, 3), GameClaim(0, -1), GameClaim(2, 1)])
def test_bedanken_impossible_claims_are_refused(claim: GameClaim) -> None:
    with pytest.raises(JassError, match=r"cannot be|does not play"):
        game_end(CLAIM, START, claims=[claim])


def test_claims_count_with_bedanken_only() -> None:
    assert game_end(AUTO, START, claims=[GameClaim(side=0, after=2)]) is None


# By deals ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("preset", "deals", "best"),
    [
        ("tournament_157", 12, (1,)),
        ("differenzler", 12, (2, 3)),
        ("molotow_jasswiki", 8, (2, 3)),
        ("coiffeur", 16, (1,)),
    ],
)
def test_after_the_last_deal_the_highest_or_lowest_total_wins(preset: str, deals: int, best: tuple[int, ...]) -> None:
    rules = load_rules(preset)
    entries = [Entry("trick", 0, 700), Entry("trick", 1, 800)]
    assert game_end(rules, entries, deals_played=deals - 1) is None
    end = game_end(rules, entries, deals_played=deals)
    assert end is not None
    assert (end.winners, end.how, end.index) == (best, "deals", None)


def test_level_after_the_last_deal_both_are_winners() -> None:
    end = game_end(load_rules("tournament_157"), [Entry("trick", 0, 700), Entry("trick", 1, 700)], deals_played=12)
    assert end is not None
    assert end.winners == (0, 1)
    assert end.reason == "after 12 deals sides 0 and 1 have the highest total, 700"


def test_target_and_deals_whichever_comes_first() -> None:
    rules = Rules(target=1000, deals=4)
    assert how(game_end(rules, (*START, Entry("trick", 0, 60)), deals_played=2)) == "target"
    assert how(game_end(rules, START, deals_played=4)) == "deals"


def test_strokes_of_handjass_go_to_seven() -> None:
    rules = load_rules("handjass")
    strokes = [Entry("trick", 0, 99, account="cards"), *[Entry("stroke", 1, 1)] * 7]
    assert game_end(rules, strokes[:-1]) is None
    assert game_end(rules, [*strokes[:-1], Entry("potato", 1, -1), strokes[-1]]) is None
    assert winners(game_end(rules, strokes)) == (1,)


# Bergpreis -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "points", "reached"), [(1000, 499, False), (1000, 500, True), (2501, 1250, False), (2501, 1251, True)]
)
def test_bergpreis_at_half_the_target(target: int, points: int, reached: bool) -> None:
    found = bergpreis(Rules(target=target, bergpreis=50), [Entry("trick", 1, points)])
    assert (found is not None) == reached
    if found is not None:
        assert (found.side, found.bonus) == (1, 50)


def test_bergpreis_is_listed_and_never_added() -> None:
    rules = Rules(target=1000, bergpreis=500)
    entries = [Entry("trick", 0, 500)]
    assert bergpreis(rules, entries) is not None
    assert game_end(rules, entries) is None
    assert bergpreis(load_rules("tournament_157"), entries) is None


# Invariants ----------------------------------------------------------------------------------------------------------

entries = st.lists(
    st.builds(
        Entry,
        kind=st.sampled_from(["trick", "weis", "stoeck", "last_trick", "match"]),
        side=st.integers(0, 1),
        raw=st.integers(0, 60),
        factor=st.integers(1, 3),
        trick=st.integers(0, 8),
    )
)


@given(entries, st.integers(1, 400), st.sampled_from(["stoeck_wys_stich", "stoeck_stich_wys", "stich_first"]))
def test_whoever_is_first_reaches_the_target_and_somebody_does_if_anybody_can(
    listed: list[Entry], target: int, end_order: str
) -> None:
    rules = Rules(target=target, end_order=end_order)
    totals = [sum(e.points for e in listed if e.side == side) for side in (0, 1)]
    found = crossing(rules, listed, target)
    assert (found is not None) == (max(totals) >= target)
    if found is not None:
        assert found.totals[found.side] >= target
        assert found.totals[1 - found.side] < target
        assert listed[found.index].side == found.side


@given(entries, st.integers(1, 400))
def test_swapping_the_sides_swaps_the_winner(listed: list[Entry], target: int) -> None:
    swapped = [Entry(e.kind, 1 - e.side, e.raw, e.factor, e.trick) for e in listed]
    one, other = crossing(Rules(target=target), listed, target), crossing(Rules(target=target), swapped, target)
    assert (one is None) == (other is None)
    if one is not None and other is not None:
        assert (one.side, one.index) == (1 - other.side, other.index)
