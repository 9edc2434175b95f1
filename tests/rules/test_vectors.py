"""Sourced facts: legality vectors and games that people played.

The facts stand in tables here, so that they are checked everywhere; the files in `../shared/vectors` are read as well
where they lie beside the project.
"""

import json
from dataclasses import replace

import pytest
from jassvision.rules.actions import Name, Push
from jassvision.rules.cards import CODES, card_set, codes, parse_code
from jassvision.rules.contracts import CONTRACTS
from jassvision.rules.errors import IllegalPlayError
from jassvision.rules.games import deal_for
from jassvision.rules.legality import legal_cards
from jassvision.rules.options import Rules

RULES = Rules(weis="none", stoeck=False)
JASS_KIT_CODES = [suit + rank for suit in "DHSC" for rank in ("A", "K", "Q", "J", "10", "9", "8", "7", "6")]
"""jass-kit counts cards from the ace of diamonds down; its seats N E S W are ours."""
JASS_KIT_TRUMPS = "DHSCOU"

GAMES = [
    # contract, dealer, and for each trick: leader, cards, winner, points
    (
        "human_undenufe",
        "U",
        3,
        "2 C7 CK C6 CJ 0 17; 0 S7 SJ SA C10 0 12; 0 S9 S6 SQ D10 3 24; 3 H10 HJ H6 HQ 1 26; 1 H7 DA H8 C9 1 8; "
        "1 H9 CA HA DJ 1 2; 1 HK S8 SK CQ 1 19; 1 DQ D6 D9 DK 0 18; 0 S10 D7 C8 D8 0 31",
    ),
    (
        "human_diamonds",
        "D",
        3,
        "2 D10 D8 DJ DA 0 41; 0 S9 S10 D6 SA 2 21; 2 CA C7 C10 CJ 2 23; 2 HA H6 C6 H7 2 11; 2 SQ C8 SK S6 0 7; "
        "0 DK H10 H8 H9 0 14; 0 DQ HJ S7 CQ 0 8; 0 D9 S8 C9 CK 0 18; 0 D7 SJ HQ HK 0 14",
    ),
]


def replayed(contract, dealer, record, *, strict=True):
    """The deal of a record, with the hands that its cards show; compared with it trick by trick."""
    rows = [row.split() for row in record.split(";")]
    hands = [0] * 4
    for first, *cards, _, _ in rows:
        for place, text in enumerate(cards):
            hands[(int(first) - place) % 4] |= card_set([text])
    deal = deal_for(RULES, dealer, hands, strict=strict)
    deal.push(Push(deal.forehand))
    deal.push(Name((deal.forehand + 2) % 4, contract))
    for number, (first, *cards, winner, points) in enumerate(rows):
        assert deal.to_act == int(first)
        for text in cards:
            deal.play(parse_code(text))
        trick = deal.tricks[-1]
        last = RULES.last_trick if number == 8 else 0
        assert (trick.winner, trick.points + last) == (int(winner), int(points))
    assert deal.is_over
    return deal


GENERATED = (
    "3 DJ D8 DA DK 1 17; 1 D9 DQ D10 D6 0 13; 0 HA H9 HK HQ 3 32; 3 D7 H7 HJ H10 1 30; 1 H6 H8 SK CA 0 15; "
    "0 SA S9 CQ SQ 0 17; 0 S10 S7 CJ SJ 1 14; 1 S6 S8 CK C10 0 14; 0 C9 C7 C6 C8 0 5"
)
"""A random game by jass-kit, hearts trump, north dealing. Its fourth trick holds the undertrumping that jass-kit lets
pass in the fourth seat when two trumps lie on the table (its issue #10)."""


@pytest.mark.parametrize(("contract", "dealer", "record"), [row[1:] for row in GAMES], ids=[row[0] for row in GAMES])
def test_11_games_come_out_trick_by_trick_as_recorded(contract, dealer, record):
    deal = replayed(contract, dealer, record)
    assert sum(entry.raw for entry in deal.entries if entry.kind != "match") == 157


def test_4_a_match_that_people_played_counts_257():
    _, contract, dealer, record = GAMES[1]
    deal = replayed(contract, dealer, record)
    assert [sum(e.raw for e in deal.entries if e.side == side) for side in (0, 1)] == [257, 0]
    assert deal.points(0) == 257 * RULES.factors["D"]


def test_2_4_undertrumping_in_the_fourth_seat_that_jass_kit_lets_pass():
    with pytest.raises(IllegalPlayError, match="north may not play H10") as caught:
        replayed("H", 0, GENERATED)
    assert (caught.value.rule, codes(caught.value.legal)) == ("2.4", ["S8", "S10", "SA", "C9"])
    deal = replayed("H", 0, GENERATED, strict=False)
    assert [(found.rule, found.trick, CODES[found.card]) for found in deal.violations] == [("2.4", 3, "H10")]


def test_shared_legality_vectors(shared):
    vectors = json.loads((shared / "vectors" / "legality_vectors.json").read_text(encoding="utf-8"))
    assert len(vectors) >= 18
    for vector in vectors:
        options = vector["options"]
        rules = replace(
            RULES,
            undertrump=options.get("under", "barred"),
            all_trumps=options.get("only", "free"),
        )
        order = CONTRACTS[vector["trump"]].order()
        trick = [parse_code(text) for text in vector["trick"]]
        found = codes(legal_cards(card_set(vector["hand"]), trick, order, rules))
        assert set(found) == set(vector["legal"]), vector["name"]


def test_shared_human_games(shared):
    lines = (shared / "vectors" / "swisslos_v01_complete_games.jsonl").read_text(encoding="utf-8").splitlines()
    for line in lines:
        game = json.loads(line)
        rows = [f"{t['first']} {' '.join(t['cards'])} {t['win']} {t['points']}" for t in game["tricks"]]
        replayed(JASS_KIT_TRUMPS[game["trump"]], game["dealer"], ";".join(rows))


def test_shared_human_decisions_are_legal(shared):
    folder = shared / "vectors"
    lines = []
    for name in ("swisslos_obs_action_1game.txt", "swisslos_obs_action_single.txt"):
        lines += (folder / name).read_text(encoding="utf-8").splitlines()
    judged = 0
    for line in lines:
        record = json.loads(line)
        view = record["obs"]
        hand = card_set(view["player"][view["playerView"]]["hand"])
        tricks = view["tricks"]
        trick = [parse_code(text) for text in tricks[-1].get("cards", [])] if tricks else []
        if len(trick) == 4:
            trick = []
        order = CONTRACTS[JASS_KIT_TRUMPS[view["trump"]]].order()
        played = JASS_KIT_CODES[record["action"]]
        assert played in codes(hand)
        assert played in codes(legal_cards(hand, trick, order, RULES)), line
        judged += 1
    assert judged == len(lines) >= 22
    assert set(JASS_KIT_CODES) == set(CODES)
