"""Ranks and values of the cards (rule list sections 1, 8 and 9)."""

import random

import pytest
from jassvision.rules.cards import CARDS, CODES, PACK_32, cards_in, parse_code, suit_of
from jassvision.rules.orders import order_of

DIAMONDS, HEARTS, SPADES, CLUBS = range(4)


def ranking(order, suit):
    """The ranks of a suit from high to low, by what beats what."""
    letter = "DHSC"[suit]
    cards = [card for card in CARDS if CODES[card][0] == letter]
    return " ".join(
        CODES[c][1:] for c in sorted(cards, key=lambda c: (order.beaters[c] & 0x1FF << 9 * suit).bit_count())
    )


RANKINGS = [
    ("plain", order_of(HEARTS), SPADES, "A K Q J 10 9 8 7 6"),
    ("trump", order_of(HEARTS), HEARTS, "J 9 A K Q 10 8 7 6"),
    ("Obenabe", order_of(None), SPADES, "A K Q J 10 9 8 7 6"),
    ("Undenufe", order_of(None, down=True), SPADES, "6 7 8 9 10 J Q K A"),
    ("Belote plain", order_of(HEARTS, family="belote"), CLUBS, "A 10 K Q J 9 8 7 6"),
    ("Belote trump", order_of(HEARTS, family="belote"), HEARTS, "J 9 A 10 K Q 8 7 6"),
]


@pytest.mark.parametrize(("name", "order", "suit", "expected"), RANKINGS, ids=[row[0] for row in RANKINGS])
def test_1_rank(name, order, suit, expected):
    assert ranking(order, suit) == expected


POINTS = [
    ("plain", order_of(HEARTS), "S", {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}),
    ("trump", order_of(HEARTS), "H", {"J": 20, "9": 14, "A": 11, "10": 10, "K": 4, "Q": 3}),
    ("Obenabe", order_of(None), "S", {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "8": 8}),
    ("Undenufe", order_of(None, down=True), "S", {"6": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "8": 8}),
    (
        "Undenufe old",
        order_of(None, down=True, points="down_old"),
        "S",
        {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2, "8": 8},
    ),
    ("Smoojas trump", order_of(HEARTS, family="smoojas"), "H", {"J": 20, "9": 14, "A": 11, "10": 10, "K": 3, "Q": 2}),
    ("Smoojas plain", order_of(HEARTS, family="smoojas"), "S", {"A": 11, "10": 10, "K": 3, "Q": 2, "J": 1}),
]


@pytest.mark.parametrize(("name", "order", "suit", "expected"), POINTS, ids=[row[0] for row in POINTS])
def test_1_points(name, order, suit, expected):
    found = {CODES[c][1:]: order.points[c] for c in CARDS if CODES[c][0] == suit and order.points[c]}
    assert found == expected


@pytest.mark.parametrize("order", [order_of(t) for t in range(4)] + [order_of(None), order_of(None, down=True)])
def test_11_cards_of_the_whole_pack_count_152(order):
    assert sum(order.points) == 152


def test_9_belote_pack_counts_152_too():
    assert sum(order_of(CLUBS, family="belote").points[card] for card in cards_in(PACK_32)) == 152


WINNERS = [
    ("trump beats plain", order_of(HEARTS), "SA H6 SK S10", "H6"),
    ("the higher trump", order_of(HEARTS), "SA H6 H7 HQ", "HQ"),
    ("Puur over Nell", order_of(HEARTS), "H9 HA HJ HK", "HJ"),
    ("Nell over ace", order_of(HEARTS), "HA H9 H10 HK", "H9"),
    ("other plain suits never win", order_of(HEARTS), "S6 DA CA S7", "S7"),
    ("Obenabe: ace of the suit led", order_of(None), "SK SA HA DA", "SA"),
    ("Undenufe: lowest of the suit led", order_of(None, down=True), "S8 S7 H6 SA", "S7"),
]


@pytest.mark.parametrize(("name", "order", "cards", "winner"), WINNERS, ids=[row[0] for row in WINNERS])
def test_2_winner_is_the_highest_trump_else_the_highest_of_the_suit_led(name, order, cards, winner):
    trick = [parse_code(text) for text in cards.split()]
    assert CODES[trick[order.winner(trick)]] == winner


def test_2_winner_of_random_tricks_by_plain_comparison():
    rng = random.Random(3)
    for _ in range(2000):
        trump = rng.choice([None, 0, 1, 2, 3])
        order = order_of(trump, down=trump is None and rng.random() < 0.5)
        trick = rng.sample(CARDS, rng.randint(1, 4))
        trumps = [c for c in trick if suit_of(c) == trump]
        running = trumps or [c for c in trick if suit_of(c) == suit_of(trick[0])]
        assert trick[order.winner(trick)] == max(running, key=lambda c: order.strength[c])
