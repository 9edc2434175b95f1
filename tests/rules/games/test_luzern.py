"""Luzern Jass: rule list section 8, with the sample deal of S0 played through card by card."""

from __future__ import annotations

import pytest
from jassvision.rules.actions import Draw, Name, ShowStoeck, ShowWeis, TakeRest
from jassvision.rules.audit import CERTAIN, CLEAN
from jassvision.rules.cards import CardSet, card_set, parse_code
from jassvision.rules.errors import DuplicateCardError, IllegalClaimError, IllegalPlayError, InvalidCardError, JassError
from jassvision.rules.games.luzern import LuzernDeal
from jassvision.rules.notation import read_notation
from jassvision.rules.notation_replay import audit_record
from jassvision.rules.preset import load_rules

DEALER, NON_DEALER = 0, 1


def cards(text: str) -> CardSet:
    return card_set(text.split())


# Facts of the sample deal: face-up card and the card below it.
NON_DEALER_PILES = {
    "H8": "DQ", "HJ": "CK", "HA": "H10", "C8": "DA", "S8": "H6", "SJ": "H9", "CQ": "H7", "D8": "S10", "D6": "C6",
}  # fmt: skip
DEALER_PILES = {
    "HK": "C9", "CA": "D7", "S9": "C10", "SQ": "SA", "SK": "CJ", "DK": "S6", "D9": "HQ", "DJ": "S7", "D10": "C7",
}  # fmt: skip

# Leader, the two cards, winner, card points of the trick.
SAMPLE_DEAL = (
    (1, "H8", "HK", 1, 12), (1, "HJ", "CA", 1, 2), (1, "HA", "C9", 1, 0), (1, "C8", "S9", 1, 8),
    (1, "S8", "SQ", 1, 11), (1, "SJ", "SK", 1, 6), (1, "H10", "SA", 1, 10), (1, "H9", "CJ", 1, 2),
    (1, "H6", "DK", 1, 15), (1, "CQ", "C10", 0, 13), (0, "D9", "D8", 1, 8), (1, "H7", "HQ", 1, 3),
    (1, "CK", "DJ", 1, 6), (1, "DA", "D10", 0, 10), (0, "S7", "S10", 0, 10), (0, "C7", "DQ", 0, 3),
    (0, "S6", "D6", 0, 22), (0, "D7", "C6", 0, 11),
)  # fmt: skip


def sample_deal(known: bool = True, **changes: object) -> LuzernDeal:
    rows = (DEALER_PILES, NON_DEALER_PILES)
    covers = [{parse_code(up): parse_code(down) for up, down in row.items()} for row in rows]
    return LuzernDeal(
        load_rules("luzern", **changes), DEALER, [card_set(row) for row in rows], covers=covers if known else None
    )


@pytest.mark.parametrize("known", [True, False])
def test_8_sample_deal_of_s0_comes_out_as_549_to_222(known: bool) -> None:
    deal = sample_deal(known)
    below = {**NON_DEALER_PILES, **DEALER_PILES}
    assert deal.to_act == NON_DEALER
    deal.push(Name(NON_DEALER, "U"))
    made = [0, 0]
    for number, (leader, led, answer, winner, points) in enumerate(SAMPLE_DEAL):
        assert (deal.to_act, deal.phase) == (leader, "play")
        deal.play(parse_code(led))
        deal.play(parse_code(answer))
        trick = deal.tricks[number]
        assert (trick.leader, trick.winner, trick.points) == (leader, winner, points)
        made[winner] += points
        taken = [sum(e.raw for e in deal.entries if e.kind == "trick" and e.side == side) for side in (0, 1)]
        assert taken == made
        while deal.phase == "draw":
            assert not known
            assert deal.to_act is not None
            up = led if deal.to_act == leader else answer
            deal.push(Draw(deal.to_act, parse_code(below[up])))
    assert deal.is_over
    assert made == [69, 83]
    raw = [sum(e.raw for e in deal.entries if e.side == side) for side in (0, 1)]
    assert raw == [69 + 5, 83 + 100]
    assert (deal.points(NON_DEALER), deal.points(DEALER)) == (549, 222)
    assert [(e.side, e.raw, e.cards) for e in deal.entries if e.kind == "weis"] == [
        (NON_DEALER, 100, cards("H8 C8 S8 D8"))
    ]


def test_8_sample_deal_adds_up_with_the_modern_count_only() -> None:
    deal = sample_deal(undenufe_points="old")
    deal.push(Name(NON_DEALER, "U"))
    for _, led, answer, *_ in SAMPLE_DEAL:
        deal.play(parse_code(led))
        deal.play(parse_code(answer))
    assert [sum(e.raw for e in deal.entries if e.side == s and e.kind == "trick") for s in (0, 1)] == [47, 105]


def test_8_jass_rules_over_the_face_up_cards() -> None:
    deal = sample_deal()
    deal.push(Name(NON_DEALER, "U"))
    deal.play(parse_code("H8"))
    # The dealer has the king of hearts face up; the queen of hearts lies covered.
    assert deal.legal_set == cards("HK")
    with pytest.raises(IllegalPlayError) as caught:
        deal.play(parse_code("CA"))
    assert caught.value.rule == "2.7"
    with pytest.raises(InvalidCardError, match="HQ is not in north's hand"):
        deal.play(parse_code("HQ"))


def test_8_uncovered_cards_are_turned_up_after_the_trick() -> None:
    deal = sample_deal()
    deal.push(Name(NON_DEALER, "U"))
    deal.play(parse_code("H8"))
    hand = deal.hands[NON_DEALER]
    assert hand is not None
    assert hand.bit_count() == 8
    operation = deal.play(parse_code("HK"))
    assert operation.shown == cards("DQ C9")
    assert [hand.bit_count() for hand in deal.hands if hand is not None] == [9, 9]
    assert [len(piles) for piles in deal.covers] == [8, 8]


def test_8_what_was_turned_up_must_be_told_when_it_is_not_known() -> None:
    deal = sample_deal(known=False)
    deal.push(Name(NON_DEALER, "U"))
    deal.play(parse_code("H8"))
    deal.play(parse_code("HK"))
    assert (deal.phase, deal.to_act) == ("draw", NON_DEALER)
    for card in ("H8", "CA", "D8"):
        with pytest.raises(InvalidCardError, match="cannot be drawn"):
            deal.push(Draw(NON_DEALER, parse_code(card)))
    with pytest.raises(JassError, match="for all to see"):
        deal.push(Draw(NON_DEALER, None))
    deal.push(Draw(NON_DEALER, parse_code("DQ")))
    deal.push(Draw(DEALER, parse_code("C9")))
    assert (deal.phase, deal.to_act) == ("play", NON_DEALER)


def test_8_match_is_all_18_tricks_and_everything_times_the_factor() -> None:
    deal = sample_deal()
    deal.push(Name(NON_DEALER, "S"))
    deal.push(TakeRest(NON_DEALER))
    # Four eights are no Weis in trump; the dealer has a run of three and, face up together, Stöck.
    assert [sum(e.raw for e in deal.entries if e.side == side) for side in (0, 1)] == [40, 257]
    assert (deal.points(DEALER), deal.points(NON_DEALER)) == (80, 514)


@pytest.mark.parametrize(("contract", "factor"), [("H", 1), ("D", 1), ("S", 2), ("C", 2), ("O", 3), ("U", 3)])
def test_8_factors(contract: str, factor: int) -> None:
    deal = sample_deal()
    deal.push(Name(NON_DEALER, contract))
    assert deal.factor == factor


# First nine face-up cards of dealer and non-dealer, contract, who scores how much (raw).
FOURS = [
    ("SJ HJ DJ CJ S6 H6 D7 C7 S8", "S9 H9 D9 C9 SA HA D10 C10 SQ", "S", DEALER, 200),
    ("SA HA DA CA S6 H6 D7 C7 S8", "S9 H9 D9 C9 SK HK D10 C10 SQ", "S", NON_DEALER, 150),
    ("SA HA DA CA S6 H6 D7 C7 S8", "SK HK DK CK S9 H9 D10 C10 SQ", "S", DEALER, 100),
    ("SA HA DA CA S6 H6 D7 C7 S8", "SK HK DK CK S9 H9 D10 C10 SQ", "U", NON_DEALER, 100),
    # A four beats every run, the long run of 100 as well.
    ("S10 H10 D10 C10 S6 H6 D7 C7 S8", "HJ HQ HK HA H9 D9 C6 S7 SQ", "S", DEALER, 100),
    # Eights count in high and low only; in low the six is best.
    ("S8 H8 D8 C8 S6 H6 D7 C7 SA", "HJ HQ HK HA H9 D9 C6 S7 SQ", "O", DEALER, 100),
    ("S8 H8 D8 C8 S6 H6 D7 C7 SA", "HJ HQ HK D9 C9 D10 C6 S7 SQ", "S", NON_DEALER, 20),
    ("S6 H6 D6 C6 S9 HJ D7 C7 SA", "S7 H7 C8 D8 S8 H8 HQ D9 SQ", "U", DEALER, 100),
    # Ties between runs: length, top card, trump, then the non-dealer.
    ("H6 H7 H8 H9 S6 D7 C7 SA DA", "SJ SQ SK C8 D8 C9 D9 HA HJ", "C", DEALER, 50),
    ("H6 H7 H8 C9 S6 D7 C7 SA DA", "SJ SQ SK C8 D8 S9 D9 HA HJ", "C", NON_DEALER, 20),
    ("H6 H7 H8 C9 S6 D9 C7 SA DA", "D6 D7 D8 C8 SJ S9 DJ HA HJ", "H", DEALER, 20),
    ("H6 H7 H8 C9 S6 D9 C7 SA DA", "D6 D7 D8 C8 SJ S9 DJ HA HJ", "S", NON_DEALER, 20),
]


@pytest.mark.parametrize(("dealer", "other", "contract", "seat", "raw"), FOURS)
def test_8_order_of_weis(dealer: str, other: str, contract: str, seat: int, raw: int) -> None:
    hands = [cards(dealer), cards(other)]
    deal = LuzernDeal(load_rules("luzern"), DEALER, hands)
    deal.push(Name(NON_DEALER, contract))
    deal.push(TakeRest(NON_DEALER))
    weis = [entry for entry in deal.entries if entry.kind == "weis"]
    assert {e.side for e in weis} == {seat}
    assert max(e.raw for e in weis) == raw


def stoeck_deal(covered: bool) -> LuzernDeal:
    """The non-dealer has the king of spades open, the queen open or below the six of hearts."""
    face_up = cards("SK H6 C6 C7 D6 D7 D8 H7 H8" if covered else "SK SQ C6 C7 D6 D7 D8 H7 H8")
    others = cards("S6 S7 S8 H9 H10 HJ C8 C9 C10")
    below = {parse_code("H6"): parse_code("SQ")} if covered else {}
    deal = LuzernDeal(load_rules("luzern"), DEALER, [others, face_up], covers=[{}, below])
    deal.push(Name(NON_DEALER, "S"))
    return deal


def turn_up(deal: LuzernDeal) -> None:
    while deal.phase == "draw":
        deal.push(next(a for a in deal.actions() if isinstance(a, Draw)))


def test_8_stoeck_scores_at_the_second_card() -> None:
    deal = stoeck_deal(covered=False)
    deal.play(parse_code("SK"))
    assert deal.stoeck is None
    deal.play(parse_code("S6"))
    turn_up(deal)
    deal.play(parse_code("SQ"))
    assert [(e.side, e.points) for e in deal.entries if e.kind == "stoeck"] == [(NON_DEALER, 40)]


def test_8_stoeck_counts_when_the_second_is_turned_up_in_time() -> None:
    deal = stoeck_deal(covered=True)
    assert deal.open_pair is None
    deal.play(parse_code("H6"))
    deal.play(parse_code("H9"))
    turn_up(deal)
    assert deal.open_pair == NON_DEALER


def test_8_option_stoeck_time_both_open_needs_both_face_up_at_the_same_time() -> None:
    deal = stoeck_deal(covered=True)
    deal.play(parse_code("SK"))
    deal.play(parse_code("S6"))
    turn_up(deal)
    deal.play(parse_code("H6"))
    deal.play(parse_code("H9"))
    turn_up(deal)
    deal.play(next(iter(deal.legal)))
    deal.play(parse_code("SQ") if parse_code("SQ") in deal.legal else next(iter(deal.legal)))
    assert deal.open_pair is None
    assert deal.stoeck is None
    with pytest.raises(IllegalClaimError):
        deal.push(ShowStoeck(NON_DEALER))


def test_8_hidden_piles_announce_as_in_other_games() -> None:
    deal = LuzernDeal(load_rules("luzern"), DEALER)
    deal.push(Name(NON_DEALER, "H"))
    deal.push(ShowWeis(NON_DEALER, cards("C7 C8 C9")))
    deal.play(parse_code("C7"))
    deal.play(parse_code("CA"))
    assert [(e.side, e.points) for e in deal.entries if e.kind == "weis"] == [(NON_DEALER, 20)]


def test_piles_that_do_not_fit_together_are_refused() -> None:
    up = card_set(NON_DEALER_PILES)
    rules = load_rules("luzern")
    with pytest.raises(InvalidCardError, match="does not lie face up"):
        LuzernDeal(rules, 0, [None, up], covers=[{}, {parse_code("SA"): 0}])
    with pytest.raises(DuplicateCardError):
        LuzernDeal(rules, 0, [None, up], covers=[{}, {parse_code("H8"): parse_code("HJ")}])
    with pytest.raises(JassError, match="give both"):
        LuzernDeal(rules, 0, [None, up], covers=[{parse_code("SA"): 0}, {}])


def test_cards_that_were_turned_up_later_prove_no_play_illegal() -> None:
    plays = "1 south: HA S7 = south\n2 south: CA H6 = south\n"
    head = '[Rules "luzern"]\ndeal 1 dealer north\n{}south name O\n'
    hidden = read_notation(head.format("") + plays)
    assert not hidden.errors
    assert [v.status for v in audit_record(hidden, 0)] == [CLEAN] * 4
    assert [v.status for v in audit_record(read_notation(head.format("") + plays.replace("S7", "??")), 0)] == [
        CLEAN
    ] * 4
    piles = "piles north H6/D6 H7/D7 H8/D8 H9/D9 H10/D10 HJ/DJ S7/S8 C6/C7 C8/C9\n"
    open_piles = read_notation(head.format(piles) + plays)
    assert [v.status for v in audit_record(open_piles, 0)][:2] == [CLEAN, CERTAIN]
