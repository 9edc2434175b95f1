"""Duties to follow, trump and beat: rule list sections 8 (Smoojas, Klaberjass) and 9 (Belote)."""

from __future__ import annotations

import random

import pytest
from jassvision.rules.cards import BIT, CODES, PACK_32, Card, CardSet, card_set, cards_in, parse_code
from jassvision.rules.legality_belote import explain_strict, strict_cards
from jassvision.rules.options import Rules
from jassvision.rules.orders import order_of
from jassvision.rules.preset import load_rules

BELOTE = load_rules("belote")
KLABERJASS = load_rules("klaberjass")
SMOOJAS = load_rules("smoojas")

# Rules, trick, hand, and the rule that bars each of the cards that are not legal. Spades are trump throughout.
CASES = [
    # Klaberjass
    (KLABERJASS, "H9", "H7 HA S7 C7", "S7=8.5a C7=8.5a"),
    (KLABERJASS, "H9", "S7 SJ C7", "C7=8.5b"),
    (KLABERJASS, "H9", "D7 C7", ""),
    (KLABERJASS, "SK", "S7 S10 SJ CA", "S7=8.5c CA=8.5a"),
    (KLABERJASS, "S9", "S7 SA CA", "CA=8.5a"),
    (KLABERJASS, "S9", "HA CA", ""),
    # Smoojas without a stock
    (SMOOJAS, "HK", "H7 H10 HA S7", "H7=8.4b S7=8.4a"),
    (SMOOJAS, "HA", "H7 H10 S7", "S7=8.4a"),
    (SMOOJAS, "HA", "S7 C7", "C7=8.4b"),
    (SMOOJAS, "HA", "D7 C7", ""),
    (SMOOJAS, "S9", "S7 SA", ""),
    (SMOOJAS, "SA", "S7 SJ", "S7=8.4b"),
    # Belote: following a plain suit
    (BELOTE, "H9", "H7 HA S7 C7", "S7=9a C7=9a"),
    (BELOTE, "H9 S7", "H7 HA S9 C7", "S9=9a C7=9a"),
    # Belote: trumping
    (BELOTE, "H9", "S7 C7", "C7=9b"),
    (BELOTE, "H9 S10", "S7 SA C7", "S7=9c C7=9b"),
    (BELOTE, "H9 S10", "S7 S8 C7", "C7=9d"),
    (BELOTE, "H9 S10", "D7 C7", ""),
    # The partner (two cards before) is winning: free, with a plain card or with a trump.
    (BELOTE, "HA H9", "S7 C7", ""),
    (BELOTE, "H9 SJ H7", "S7 C7", ""),
    # The opponents have overtrumped the partner.
    (BELOTE, "H9 S7 SA", "S8 SJ C7", "S8=9c C7=9b"),
    # Belote: trump led
    (BELOTE, "SK", "S7 S10 SJ CA", "S7=9e CA=9a"),
    (BELOTE, "SK SJ", "S7 S10 CA", "CA=9a"),
    (BELOTE, "S7 H7 H8", "SA S8 CA", "CA=9a"),
    (BELOTE, "S9", "HA CA", ""),
    # The partner leads the trick: beat him all the same.
    (BELOTE, "SK S7", "S8 SA", "S8=9e"),
]


@pytest.mark.parametrize(("rules", "trick", "hand", "barred"), CASES)
def test_8_and_9_duties(rules: Rules, trick: str, hand: str, barred: str) -> None:
    order = order_of(2, family=rules.family)
    table = [parse_code(c) for c in trick.split()]
    held = card_set(hand.split())
    reasons = dict(pair.split("=") for pair in barred.split())
    legal = held & ~card_set(reasons)
    assert strict_cards(held, table, order, rules) == legal
    for card in cards_in(held):
        violation = explain_strict(card, held, table, order, rules)
        if CODES[card] not in reasons:
            assert violation is None
            continue
        assert violation is not None
        assert (violation.rule, violation.legal) == (reasons[CODES[card]], legal)
        assert violation.reason


# Option, trick, hand, legal cards with the option changed.
OPTIONS = [
    ("belote", {"pisser": False}, "H9 S10", "S7 S8 C7", "S7 S8 C7"),
    ("belote", {"pisser": False}, "H9 S10", "S7 SA C7", "SA"),
    ("belote", {"beat_partner": False}, "SK S7", "S8 SA", "S8 SA"),
    ("belote", {"beat_partner": False}, "S7 SK", "S8 SA", "SA"),
    ("belote_s4", {}, "SK S7", "S8 SA CA", "S8 SA"),
    ("belote", {"overtrump_partner": True}, "HA H9", "S7 C7", "S7"),
    ("belote", {"overtrump_partner": True}, "HA SA H9", "S7 SJ C7", "SJ"),
    ("belote", {"overtrump_partner": True}, "H9 SA H7", "S7 SJ C7", "SJ"),
    ("belote", {"overtrump_partner": True}, "H9 SA H7", "S7 S8 C7", "S7 S8 C7"),
]


@pytest.mark.parametrize(("preset", "changes", "trick", "hand", "legal"), OPTIONS)
def test_9_options(preset: str, changes: dict[str, bool], trick: str, hand: str, legal: str) -> None:
    rules = load_rules(preset, **changes)
    table = [parse_code(c) for c in trick.split()]
    found = strict_cards(card_set(hand.split()), table, order_of(2, family="belote"), rules)
    assert found == card_set(legal.split())


def naive_belote(hand: list[str], trick: list[str], trump: str) -> set[str]:
    """Belote with the default options, written a second time on lists, straight from the rule text."""
    if not trick:
        return set(hand)
    plain, high = ["7", "8", "9", "J", "Q", "K", "10", "A"], ["7", "8", "Q", "K", "10", "A", "9", "J"]

    def worth(card: str) -> int:
        if card[0] == trump:
            return 100 + high.index(card[1:])
        return plain.index(card[1:]) if card[0] == trick[0][0] else -1

    best = max(trick, key=worth)
    follow = [c for c in hand if c[0] == trick[0][0]]
    if trick[0][0] == trump:
        over = [c for c in follow if worth(c) > worth(best)]
        return set(over or follow or hand)
    if follow:
        return set(follow)
    if len(trick) >= 2 and trick[-2] == best:
        return set(hand)
    trumps = [c for c in hand if c[0] == trump]
    return set([c for c in trumps if worth(c) > worth(best)] or trumps or hand)


def test_9_agrees_with_a_second_implementation() -> None:
    rng = random.Random(9)
    pack: list[Card] = list(cards_in(PACK_32))
    for _ in range(4000):
        rng.shuffle(pack)
        table, held = pack[: rng.randrange(4)], pack[4 : 4 + rng.randint(1, 8)]
        trump = rng.randrange(4)
        hand: CardSet = sum(BIT[c] for c in held)
        found = strict_cards(hand, table, order_of(trump, family="belote"), BELOTE)
        naive = naive_belote([CODES[c] for c in held], [CODES[c] for c in table], "DHSC"[trump])
        assert {CODES[c] for c in cards_in(found)} == naive


def test_jass_rules_are_judged_elsewhere() -> None:
    with pytest.raises(ValueError, match="follow: jass"):
        strict_cards(1, [1], order_of(0), load_rules("swisslos_2500"))
