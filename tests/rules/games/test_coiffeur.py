"""Coiffeur: rule list section 5."""

from __future__ import annotations

import pytest
from jassvision.rules.actions import Name, Pass, TakeRest
from jassvision.rules.cards import parse_code
from jassvision.rules.errors import InvalidActionError, RulesError
from jassvision.rules.games.coiffeur import CoiffeurDeal
from jassvision.rules.preset import load_rules


def new_deal(preset: str = "coiffeur", boxes: list[list[str]] | None = None, **changes: object) -> CoiffeurDeal:
    return CoiffeurDeal(load_rules(preset, **changes), dealer=0, open_boxes=boxes)


def play(deal: CoiffeurDeal, text: str) -> None:
    for code in text.split():
        deal.play(parse_code(code))


def test_5_pass_goes_round_the_table_and_the_first_is_forced() -> None:
    deal = new_deal()
    asked = []
    for _ in range(4):
        assert deal.to_act is not None
        asked.append(deal.to_act)
        deal.push(Pass(deal.to_act))
    assert asked == [3, 2, 1, 0]
    assert deal.forced
    assert deal.to_act == 3
    with pytest.raises(InvalidActionError, match="all have passed: west must declare"):
        deal.push(Pass(3))


@pytest.mark.parametrize(("lead", "leader"), [("declarer", 1), ("forehand", 3)])
def test_5_option_lead(lead: str, leader: int) -> None:
    deal = new_deal(lead=lead)
    deal.push(Pass(3))
    deal.push(Pass(2))
    deal.push(Name(1, "H"))
    assert deal.to_act == leader


def test_5_a_box_is_played_once_by_each_side() -> None:
    deal = new_deal(boxes=[["Schilten", "Joker 1"], ["Rosen"]])
    with pytest.raises(InvalidActionError, match="'Schilten' has been played already: this side may still play Rosen"):
        deal.push(Name(3, "S", "Schilten"))
    with pytest.raises(InvalidActionError, match="is not in the grid"):
        deal.push(Name(3, "S", "Tango"))
    deal.push(Pass(3))
    assert deal.push(Name(2, "S")).action.contract == "S"  # type: ignore[attr-defined]
    assert deal.box is not None
    assert (deal.box.name, deal.factor) == ("Schilten", 3)


def test_5_joker_is_free_and_must_be_named_when_it_is_not_plain() -> None:
    deal = new_deal(boxes=[["Rosen"], ["Joker 1", "Joker 2"]])
    with pytest.raises(InvalidActionError, match="O fits Joker 1 and Joker 2"):
        deal.push(Name(3, "O"))
    deal.push(Name(3, "O", "Joker 2"))
    assert deal.contract is not None
    assert (deal.contract.code, deal.factor) == ("O", 8)


def test_5_a_box_of_a_suit_is_played_in_that_suit_only() -> None:
    with pytest.raises(InvalidActionError, match="'Schellen' is not played as H: choose D"):
        new_deal().push(Name(3, "H", "Schellen"))


def test_5_seats_without_an_open_box_are_passed_over() -> None:
    deal = new_deal(boxes=[["Rosen"], []])
    assert deal.to_act == 2
    deal.push(Pass(2))
    assert deal.to_act == 0
    deal.push(Pass(0))
    assert deal.forced
    assert deal.to_act == 2


def test_5_no_box_left() -> None:
    with pytest.raises(InvalidActionError, match="every box has been played"):
        new_deal(boxes=[[], []])
    with pytest.raises(RulesError, match="no box 'Tango'"):
        new_deal(boxes=[["Tango"], []])


@pytest.mark.parametrize(
    ("preset", "score", "box", "expected"),
    [
        # Card points 24 + 133 with the last trick, in tens 2 and in points 24; the match is 157 + 100.
        ("coiffeur", "tens", "Schellen", 2 * 4),
        ("coiffeur", "points", "Schellen", 24 * 4),
        ("coiffeur_jasswiki", "tens", "Schellen", 2 * 3),
        ("coiffeur_ten", "tens", "Joker 2", 2 * 10),
    ],
)
def test_5_only_the_declaring_side_scores(preset: str, score: str, box: str, expected: int) -> None:
    deal = new_deal(preset, box_score=score)
    deal.push(Name(3, "D", box))
    play(deal, "DJ HK D6 D7")  # 24 for the declarer
    play(deal, "H6 HA H7 H8")  # and the lead for the others
    deal.push(TakeRest(2))
    assert deal.card_points(1) == 24
    assert deal.card_points(0) == 133
    assert (deal.points(1), deal.points(0)) == (expected, 0)


@pytest.mark.parametrize(("preset", "expected"), [("coiffeur", 25 * 4), ("coiffeur_six", 15 * 4)])
def test_5_match_counts_157_and_100_where_the_preset_says_so(preset: str, expected: int) -> None:
    deal = new_deal(preset)
    deal.push(Name(3, "D"))
    deal.push(TakeRest(3))
    assert (deal.points(1), deal.points(0)) == (expected, 0)


def test_5_the_others_match_scores_nothing() -> None:
    deal = new_deal(lead="forehand")
    deal.push(Pass(3))
    deal.push(Name(2, "D"))
    deal.push(TakeRest(3))
    assert (deal.points(1), deal.points(0)) == (0, 0)


def test_5_everybody_alone() -> None:
    deal = new_deal(partners=False)
    assert deal.rules.total_deals == 32
    deal.push(Name(3, "U"))
    deal.push(TakeRest(3))
    assert [deal.points(side) for side in range(4)] == [0, 0, 0, 25 * 6]


def test_5_slalom_box_starts_up_or_down() -> None:
    deal = new_deal("coiffeur_ten")
    assert {a.contract for a in deal.actions() if isinstance(a, Name) and a.box == "Slalom"} == {
        "slalom-up",
        "slalom-down",
    }
    deal.push(Name(3, "slalom-down"))
    play(deal, "H7 H6 HA HK")
    assert deal.tricks[0].winner == 2
    play(deal, "S7 SA S6 SK")
    assert deal.tricks[1].winner == 1
