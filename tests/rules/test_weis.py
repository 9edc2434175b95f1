"""Weis: the three schedules and the games' own, decomposition, comparison with every tie-break, claims, Stöck."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jassvision.rules.cards import CODES, RANK_CODES, SUIT_LETTERS, card_set, codes
from jassvision.rules.errors import IllegalClaimError, JassError
from jassvision.rules.options import Rules
from jassvision.rules.preset import load_rules
from jassvision.rules.weis import (
    Weis,
    all_weis,
    best_weis,
    check_together,
    holds_stoeck,
    settle_weis,
    stoeck_cards,
    weis_of,
    weis_strength,
)
from jassvision.rules.weis_claim import judge_claim

SMALL, LARGE, VORARLBERG = Rules(weis="small"), Rules(weis="large"), Rules(weis="vorarlberg")


def cards(text: str) -> int:
    return card_set(text.split())


def run(suit: str, low: str, high: str) -> str:
    ranks = RANK_CODES[RANK_CODES.index(low) : RANK_CODES.index(high) + 1]
    return " ".join(suit + rank for rank in ranks)


def four(rank: str) -> str:
    return " ".join(suit + rank for suit in SUIT_LETTERS)


@pytest.mark.parametrize(
    ("length", "small", "large", "vorarlberg"),
    [
        (3, 20, 20, 20),
        (4, 50, 50, 50),
        (5, 100, 100, 100),
        (6, 100, 150, 120),
        (7, 100, 200, 140),
        (8, 100, 250, 160),
        (9, 100, 300, 180),
    ],
)
def test_3_values_of_runs(length: int, small: int, large: int, vorarlberg: int) -> None:
    held = cards(run("S", "6", RANK_CODES[length - 1]))
    assert weis_of(held, SMALL, "H").points == small
    assert weis_of(held, LARGE, "H").points == large
    assert weis_of(held, VORARLBERG, "H").points == vorarlberg


@pytest.mark.parametrize(
    ("rank", "small", "large", "vorarlberg"),
    [
        ("J", 200, 200, 200),
        ("9", 150, 150, 150),
        ("A", 100, 100, 100),
        ("K", 100, 100, 100),
        ("Q", 100, 100, 100),
        ("10", 100, 100, 100),
        ("8", 0, 100, 0),
        ("7", 0, 100, 0),
        ("6", 0, 100, 0),
    ],
)
@pytest.mark.parametrize("contract", ["H", "O", "U", "slalom-up", "mary"])
def test_3_values_of_fours_in_every_contract(rank: str, small: int, large: int, vorarlberg: int, contract: str) -> None:
    for rules, points in ((SMALL, small), (LARGE, large), (VORARLBERG, vorarlberg)):
        assert sum(w.points for w in best_weis(cards(four(rank)), rules, contract)) == points


def test_option_four_nines() -> None:
    assert best_weis(cards(four("9")), load_rules("handjass"), "H") == ()
    assert best_weis(cards(four("9")), Rules(weis="small", four_nines=100), "H")[0].points == 100


def test_weis_none_finds_nothing() -> None:
    assert best_weis(cards(run("S", "6", "A")), load_rules("tournament_157"), "H") == ()
    assert all_weis(cards(run("S", "6", "A")), load_rules("tournament_157"), "H") == ()


def test_runs_count_in_natural_order_in_trump_too() -> None:
    # In trump the jack and the nine stand on top, but 9 10 J is a run all the same, and J 9 A none.
    assert weis_of(cards("S9 S10 SJ"), LARGE, "S").points == 20
    with pytest.raises(IllegalClaimError):
        weis_of(cards("SJ S9 SA"), LARGE, "S")


@pytest.mark.parametrize(
    "text",
    ["S6 S7", "S6 S7 S9", "S6 S7 H8", "SA S6 S7", "DJ HJ SJ", "DJ HJ SJ CQ", "S6", "", "SA D6 D7", "S10 SJ SQ H6"],
)
def test_what_is_no_weis(text: str) -> None:
    with pytest.raises(IllegalClaimError, match="is no Weis"):
        weis_of(cards(text), LARGE, "H")


@pytest.mark.parametrize(
    ("held", "rules", "expected"),
    [
        # One card in a run and in a four: in the large schedule only.
        ("D9 D10 DJ DQ HJ SJ CJ", LARGE, ["200 DJ HJ SJ CJ", "50 D9 D10 DJ DQ"]),
        ("D9 D10 DJ DQ HJ SJ CJ", SMALL, ["200 DJ HJ SJ CJ"]),
        ("D9 D10 DJ DQ HJ SJ CJ", VORARLBERG, ["200 DJ HJ SJ CJ"]),
        ("D9 D10 DJ DQ HJ SJ CJ", Rules(weis="small", weis_reuse=True), ["200 DJ HJ SJ CJ", "50 D9 D10 DJ DQ"]),
        ("D9 D10 DJ DQ HJ SJ CJ", Rules(weis_reuse=False), ["200 DJ HJ SJ CJ"]),
        # The run is shortened for the four.
        ("D8 D9 D10 DJ HJ SJ CJ", SMALL, ["200 DJ HJ SJ CJ", "20 D8 D9 D10"]),
        # Four tens or a run of five: equal in points, but five cards are better than four.
        ("D8 D9 D10 DJ DQ H10 S10 C10", SMALL, ["100 D8 D9 D10 DJ DQ"]),
        # Rather the four than the run of four it breaks.
        ("D9 D10 DJ DQ H10 S10 C10", SMALL, ["100 D10 H10 S10 C10"]),
        # A long run in the small schedule is worth more in two parts.
        (run("S", "6", "A"), SMALL, ["100 S10 SJ SQ SK SA", "50 S6 S7 S8 S9"]),
        (run("S", "6", "K"), SMALL, ["100 S9 S10 SJ SQ SK", "20 S6 S7 S8"]),
        (run("S", "6", "A"), LARGE, ["300 " + run("S", "6", "A")]),
        (run("S", "6", "A"), VORARLBERG, ["180 " + run("S", "6", "A")]),
        (run("S", "6", "J"), VORARLBERG, ["120 " + run("S", "6", "J")]),
        ("S6 S7 S8 S10 SJ SQ HA", LARGE, ["20 S10 SJ SQ", "20 S6 S7 S8"]),
    ],
)
def test_best_decomposition(held: str, rules: Rules, expected: list[str]) -> None:
    assert [str(weis) for weis in best_weis(cards(held), rules, "H")] == expected


def naive_total(hand: list[str], rules: Rules) -> int:
    """The best total straight from the rule text: try every set of melds that may stand together."""
    run_points = {
        "small": {3: 20, 4: 50, 5: 100, 6: 100, 7: 100, 8: 100, 9: 100},
        "large": {3: 20, 4: 50, 5: 100, 6: 150, 7: 200, 8: 250, 9: 300},
        "vorarlberg": {3: 20, 4: 50, 5: 100, 6: 120, 7: 140, 8: 160, 9: 180},
    }[rules.weis]
    four_points = {"J": 200, "9": 150, "A": 100, "K": 100, "Q": 100, "10": 100}
    if rules.weis == "large":
        four_points |= {"8": 100, "7": 100, "6": 100}
    melds: list[tuple[set[str], int, bool]] = []
    for suit in "DHSC":
        for length, points in run_points.items():
            for start in range(10 - length):
                wanted = {suit + RANK_CODES[start + i] for i in range(length)}
                if wanted <= set(hand):
                    melds.append((wanted, points, True))
    for rank, points in four_points.items():
        wanted = {suit + rank for suit in "DHSC"}
        if wanted <= set(hand):
            melds.append((wanted, points, False))

    def search(rest: list[tuple[set[str], int, bool]], taken: list[tuple[set[str], int, bool]]) -> int:
        if not rest:
            return sum(points for _, points, _ in taken)
        first, *others = rest
        without = search(others, taken)
        for other in taken:
            if first[0] & other[0] and (rules.weis != "large" or first[2] == other[2]):
                return without
        return max(without, search(others, [*taken, first]))

    return search(melds, [])


@st.composite
def melded_hands(draw: st.DrawFn) -> list[str]:
    """Hands of nine with more runs and fours than chance would deal."""
    hand: set[str] = set()
    for _ in range(draw(st.integers(0, 2))):
        suit = draw(st.sampled_from("DHSC"))
        start = draw(st.integers(0, 6))
        hand |= {suit + rank for rank in RANK_CODES[start : start + draw(st.integers(3, 7))]}
    if draw(st.booleans()):
        hand |= {suit + draw(st.shared(st.sampled_from(RANK_CODES), key="four")) for suit in "DHSC"}
    hand |= set(draw(st.lists(st.sampled_from(CODES), max_size=9)))
    return sorted(hand)[:9] if draw(st.booleans()) else sorted(hand, reverse=True)[:9]


@settings(max_examples=150, deadline=None)
@given(melded_hands(), st.sampled_from([SMALL, LARGE, VORARLBERG]), st.sampled_from("DHSCOU"))
def test_the_decomposition_is_the_best_there_is(hand: list[str], rules: Rules, contract: str) -> None:
    held = card_set(hand)
    best = best_weis(held, rules, contract)
    assert sum(weis.points for weis in best) == naive_total(hand, rules)
    check_together(best, rules, contract)
    for weis in best:
        assert weis.cards & ~held == 0
        assert weis_of(weis.cards, rules, contract) == weis
        assert weis in all_weis(held, rules, contract)


@settings(max_examples=60, deadline=None)
@given(melded_hands(), st.permutations(range(4)))
def test_relabelling_plain_suits_changes_nothing(hand: list[str], order: list[int]) -> None:
    def relabelled(code: str) -> str:
        return SUIT_LETTERS[order[SUIT_LETTERS.index(code[0])]] + code[1:]

    one = best_weis(card_set(hand), SMALL, "O")
    other = best_weis(card_set(map(relabelled, hand)), SMALL, "O")
    assert [w.points for w in one] == [w.points for w in other]
    assert {frozenset(map(relabelled, codes(w.cards))) for w in one} == {frozenset(codes(w.cards)) for w in other}


def test_weis_shown_together_may_not_share_cards() -> None:
    run_of_four, jacks = weis_of(cards("D9 D10 DJ DQ"), LARGE, "H"), weis_of(cards(four("J")), LARGE, "H")
    check_together([run_of_four, jacks], LARGE, "H")
    with pytest.raises(IllegalClaimError, match="DJ would count in two Weis"):
        check_together([run_of_four, jacks], SMALL, "H")
    shorter = weis_of(cards("D10 DJ DQ"), LARGE, "H")
    with pytest.raises(IllegalClaimError, match="D10 DJ DQ would count in two"):
        check_together([run_of_four, shorter], LARGE, "H")


# Comparing -----------------------------------------------------------------------------------------------------------


def winner(ours: str, theirs: str, contract: str, rules: Rules = LARGE) -> int:
    """The side that scores when east (side 1) speaks first as forehand and north (side 0) after it."""
    shown = {0: [weis_of(cards(ours), rules, contract)], 1: [weis_of(cards(theirs), rules, contract)]}
    side = settle_weis(shown, rules, contract, forehand=1).side
    assert side is not None
    return side


@pytest.mark.parametrize(
    ("better", "worse", "contract", "why"),
    [
        ("S6 S7 S8 S9", "HQ HK HA", "H", "value"),
        (four("J"), run("S", "6", "J"), "H", "value"),
        (run("S", "6", "Q"), four("J"), "H", "number of cards: a run of seven over four jacks, both 200"),
        (run("S", "6", "10"), four("A"), "H", "number of cards: a run of five over a four, both 100"),
        (run("S", "6", "J"), four("9"), "H", "number of cards: a run of six over four nines, both 150"),
        ("S7 S8 S9", "H6 H7 H8", "H", "highest card comes before trump"),
        ("SQ SK SA", "HJ HQ HK", "H", "highest card"),
        ("S6 S7 S8", "H7 H8 H9", "U", "lowest card in Undenufe"),
        ("S6 S7 S8", "H7 H8 H9", "mary", "lowest card where the first direction is down"),
        ("S7 S8 S9", "H6 H7 H8", "O", "highest card in Obenabe"),
        ("S7 S8 S9", "H6 H7 H8", "guschti", "highest card where the first direction is up"),
        (four("A"), four("K"), "H", "highest card of fours"),
        (four("7"), four("6"), "H", "highest card of fours"),
        (four("6"), four("A"), "U", "lowest card of fours in Undenufe"),
        (four("J"), four("6"), "U", "value comes before the lowest card"),
        ("S6 S7 S8", "H6 H7 H8", "S", "trump over plain"),
    ],
)
def test_3_comparison(better: str, worse: str, contract: str, why: str) -> None:
    # The better one wins as the second to speak, too, so it is not the playing order that decides.
    assert winner(better, worse, contract) == 0, why
    assert winner(worse, better, contract) == 1, why


def test_3_last_tie_break_is_the_playing_order_from_forehand() -> None:
    diamonds, clubs = weis_of(cards("D6 D7 D8"), LARGE, "H"), weis_of(cards("C6 C7 C8"), LARGE, "H")
    # Play goes 0, 3, 2, 1 from forehand.
    assert settle_weis({0: [diamonds], 1: [clubs]}, LARGE, "H", forehand=0).seat == 0
    assert settle_weis({0: [diamonds], 1: [clubs]}, LARGE, "H", forehand=1).seat == 1
    assert settle_weis({0: [diamonds], 1: [clubs]}, LARGE, "H", forehand=2).seat == 1
    assert settle_weis({0: [diamonds], 1: [clubs]}, LARGE, "H", forehand=3).seat == 1
    clockwise = Rules(direction="clockwise")
    assert settle_weis({0: [diamonds], 1: [clubs]}, clockwise, "H", forehand=2).seat == 0


def test_3_the_best_side_scores_all_its_weis() -> None:
    shown = {
        0: [weis_of(cards("D6 D7 D8"), LARGE, "H")],
        1: [weis_of(cards("SQ SK SA"), LARGE, "H"), weis_of(cards(run("C", "6", "9")), LARGE, "H")],
        2: [weis_of(cards(four("J")), LARGE, "H")],
    }
    settled = settle_weis(shown, LARGE, "H", forehand=1)
    assert (settled.side, settled.seat, settled.points()) == (0, 2, 220)
    assert [seat for seat, _ in settled.scored] == [0, 2]
    assert [str(w) for _, w in settled.lost] == ["50 C6 C7 C8 C9", "20 SQ SK SA"]
    assert [(e.kind, e.side, e.seat, e.points, e.trick) for e in settled.entries(3)] == [
        ("weis", 0, 0, 60, 0),
        ("weis", 0, 2, 600, 0),
    ]


def test_alone_only_the_best_player_scores() -> None:
    rules = Rules(partners=False)
    shown = {0: [weis_of(cards("D6 D7 D8"), rules, "H")], 2: [weis_of(cards("SQ SK SA"), rules, "H")]}
    settled = settle_weis(shown, rules, "H", forehand=0)
    assert (settled.side, settled.points()) == (2, 20)


def test_nobody_shows_anything() -> None:
    settled = settle_weis({}, LARGE, "H", forehand=0)
    assert (settled.side, settled.best, settled.points(), settled.entries(2)) == (None, None, 0, ())


@settings(max_examples=60, deadline=None)
@given(melded_hands(), melded_hands(), st.sampled_from(["D", "O", "U"]), st.integers(0, 3))
def test_the_side_that_scores_holds_the_strongest_weis(
    one: list[str], two: list[str], contract: str, first: int
) -> None:
    shown = {seat: best_weis(card_set(hand), LARGE, contract) for seat, hand in enumerate((one, two))}
    settled = settle_weis(shown, LARGE, contract, first)
    everything = [(seat, weis) for seat, some in shown.items() for weis in some]
    assert len(settled.scored) + len(settled.lost) == len(everything)
    if settled.best is not None:
        top = weis_strength(settled.best, LARGE, contract)
        assert all(weis_strength(weis, LARGE, contract) <= top for _, weis in everything)


# Games with their own schedules --------------------------------------------------------------------------------------


def test_8_luzern_fours_beat_runs_and_depend_on_the_contract() -> None:
    luzern = load_rules("luzern")
    assert winner(four("10"), run("S", "6", "A"), "H", luzern) == 0
    assert winner(run("S", "6", "9"), "HQ HK HA", "H", luzern) == 0
    orders = {
        "H": ["J", "9", "A", "K", "Q", "10"],
        "O": ["J", "9", "A", "K", "Q", "10", "8"],
        "U": ["J", "9", "6", "7", "8", "10", "Q", "K"],
    }
    for contract, ranks in orders.items():
        found = [weis_of(cards(four(rank)), luzern, contract) for rank in ranks]
        assert [w.points for w in found] == [200, 150] + [100] * (len(ranks) - 2)
        strengths = [weis_strength(weis, luzern, contract) for weis in found]
        assert strengths == sorted(strengths, reverse=True)
        for rank in set(RANK_CODES) - set(ranks):
            with pytest.raises(IllegalClaimError):
                weis_of(cards(four(rank)), luzern, contract)


def test_8_luzern_one_card_once() -> None:
    luzern = load_rules("luzern")
    assert [str(w) for w in best_weis(cards("D8 D9 D10 DJ HJ SJ CJ"), luzern, "H")] == [
        "200 DJ HJ SJ CJ",
        "20 D8 D9 D10",
    ]


def test_8_smoojas_and_klaberjass() -> None:
    smoojas, klaberjass = load_rules("smoojas"), load_rules("klaberjass")
    assert [weis_of(cards(run("S", "7", high)), smoojas, "H").points for high in ("9", "10", "J", "A")] == [
        20,
        50,
        100,
        100,
    ]
    assert [weis_of(cards(four(rank)), smoojas, "H").points for rank in "JQK"] == [200, 100, 100]
    assert best_weis(cards(f"{four('A')} {four('9')}"), smoojas, "H") == ()
    assert [weis_of(cards(run("S", "7", high)), klaberjass, "H").points for high in ("9", "10", "A")] == [20, 50, 50]
    assert best_weis(cards(four("J")), klaberjass, "H") == ()


def test_9_belote_fours_rank_as_its_cards_do() -> None:
    belote = load_rules("belote")
    order = [weis_of(cards(four(rank)), belote, "H") for rank in ("J", "9", "A", "10", "K", "Q")]
    assert [w.points for w in order] == [200, 150, 100, 100, 100, 100]
    strengths = [weis_strength(weis, belote, "H") for weis in order]
    assert strengths == sorted(strengths, reverse=True)
    assert len(set(strengths)) == 6


# Claims --------------------------------------------------------------------------------------------------------------

HAND = "S6 S7 S8 S9 HQ HK HA D6 C7"


@pytest.mark.parametrize(
    ("points", "verdict", "scores"),
    [(70, "right", ["50 S6 S7 S8 S9", "20 HQ HK HA"]), (100, "too_high", []), (50, "too_low", ["50 S6 S7 S8 S9"]),
     (20, "too_low", ["20 HQ HK HA"]), (30, "too_low", [])],
)  # fmt: skip
def test_claims_of_points(points: int, verdict: str, scores: list[str]) -> None:
    judged = judge_claim(LARGE, "D", cards(HAND), points=points)
    assert (judged.verdict, [str(w) for w in judged.scores]) == (verdict, scores)
    assert [str(w) for w in judged.held] == ["50 S6 S7 S8 S9", "20 HQ HK HA"]


@pytest.mark.parametrize(
    ("claimed", "points", "verdict", "reason"),
    [
        ("S6 S7 S8 S9", None, "right", "right: 50"),
        ("S6 S7 S8 S9", 50, "right", "right"),
        ("HQ HK HA", None, "right", "right: 20"),
        ("S6 S7 S8", None, "too_low", "S6 S7 S8 S9 would be 50"),
        ("S6 S7 S8 S9", 100, "too_high", "is 50, not 100"),
        ("S6 S7 S8 S9", 20, "too_low", "is 50"),
        ("S7 S8 S9 S10", None, "not_held", "dealt without S10"),
        (four("6"), None, "not_held", "dealt without H6 C6"),
        ("S6 S7 HA", None, "not_held", "is no Weis"),
    ],
)
def test_claims_of_cards(claimed: str, points: int | None, verdict: str, reason: str) -> None:
    judged = judge_claim(LARGE, "D", cards(HAND), cards=cards(claimed), points=points)
    assert judged.verdict == verdict
    assert reason in judged.reason


def test_a_claim_after_the_first_trick_is_too_late() -> None:
    judged = judge_claim(LARGE, "D", cards(HAND), points=70, completed_tricks=1)
    assert (judged.verdict, judged.scores) == ("too_late", ())
    on_lead = load_rules("smoojas")
    assert judge_claim(on_lead, "D", cards(HAND[3:]), cards=cards("S7 S8 S9"), completed_tricks=3).verdict == "right"


def test_a_claim_against_a_hidden_hand_is_unproven_unless_it_cannot_be() -> None:
    assert judge_claim(LARGE, "D", None, points=50).verdict == "unproven"
    judged = judge_claim(LARGE, "D", None, cards=cards("S6 S7 S8"))
    assert (judged.verdict, [str(w) for w in judged.scores]) == ("unproven", ["20 S6 S7 S8"])
    assert judge_claim(LARGE, "D", None, cards=cards("S6 S7 H8")).verdict == "not_held"
    assert judge_claim(LARGE, "D", None, points=50, completed_tricks=2).verdict == "too_late"


def test_a_claim_without_any_weis_in_the_hand() -> None:
    assert judge_claim(LARGE, "D", cards("S6 S8 H7"), points=20).verdict == "not_held"
    assert judge_claim(load_rules("tournament_157"), "D", cards(HAND), points=70).verdict == "not_held"
    with pytest.raises(IllegalClaimError, match="names points or cards"):
        judge_claim(LARGE, "D", cards(HAND))


def test_a_part_of_a_split_run_is_a_right_claim() -> None:
    held = cards(run("S", "6", "A"))
    assert judge_claim(SMALL, "D", held, cards=cards(run("S", "6", "9"))).verdict == "right"
    assert judge_claim(LARGE, "D", held, cards=cards(run("S", "6", "9"))).verdict == "too_low"


# Stöck ---------------------------------------------------------------------------------------------------------------


def test_3_stoeck_is_king_and_queen_of_trump_and_never_without_trump() -> None:
    for suit in SUIT_LETTERS:
        assert codes(stoeck_cards(suit)) == [f"{suit}Q", f"{suit}K"]
    for contract in ("O", "U", "slalom-up", "guschti", "mary"):
        assert stoeck_cards(contract) == 0
        assert not holds_stoeck(cards("HQ HK SQ SK"), contract)
    assert holds_stoeck(cards("HQ HK S6"), "H")
    assert not holds_stoeck(cards("HQ SK S6"), "H")


def test_parts_of_a_weis() -> None:
    weis = Weis("run", cards("H8 H9 H10"), 20)
    assert (weis.size, weis.suit, weis.top, weis.bottom) == (3, 1, 4, 2)
    jacks = Weis("four", cards(four("J")), 200)
    assert (jacks.size, jacks.suit, jacks.top, jacks.bottom) == (4, None, 5, 5)


@pytest.mark.parametrize("number", [-1, 1 << 40])
def test_what_is_no_set_of_cards_is_refused(number: int) -> None:
    with pytest.raises(JassError, match="is no set of cards"):
        weis_of(number, LARGE, "H")
    with pytest.raises(JassError, match="is no set of cards"):
        judge_claim(LARGE, "H", 7, cards=number)
