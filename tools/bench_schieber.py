"""schieber's side of `jassvision.tools.bench_rules`; runs by itself in an interpreter that has schieber and numpy.

Reads JSON lines. `{"positions": [[contract, table, hand], ...]}` is answered with a list of lists of codes,
`{"tricks": [[contract, table], ...]}` with a list of [index of the winning card, points].
"""

import json
import sys
from types import SimpleNamespace
from typing import Any

SUITS = {"D": "BELL", "H": "ROSE", "S": "SHIELD", "C": "ACORN"}
RANKS = ("6", "7", "8", "9", "10", "J", "Q", "K", "A")


def _cards_and_trumps() -> tuple[dict[str, Any], dict[str, Any]]:
    from schieber.card import Card
    from schieber.suit import Suit
    from schieber.trumpf import Trumpf

    suits = {letter: Suit[name] for letter, name in SUITS.items()}
    cards = {letter + rank: Card(suit, value) for letter, suit in suits.items() for value, rank in enumerate(RANKS, 6)}
    trumps = {**{letter: Trumpf[name] for letter, name in SUITS.items()}, "O": Trumpf.OBE_ABE, "U": Trumpf.UNDE_UFE}
    return cards, trumps


def legal_sets(positions: list[tuple[str, list[str], list[str]]]) -> list[list[str]]:
    """The codes that `schieber` allows in each position (contract code, table, hand)."""
    from schieber.rules.stich_rules import allowed_cards

    cards, trumps = _cards_and_trumps()
    codes = {(card.suit, card.value): code for code, card in cards.items()}
    answers = []
    for contract, table, hand in positions:
        legal = allowed_cards([cards[code] for code in hand], [cards[code] for code in table], trumps[contract])
        answers.append([codes[card.suit, card.value] for card in legal])
    return answers


def trick_results(tricks: list[tuple[str, list[str]]]) -> list[tuple[int, int]]:
    """Index of the winning card and card points of each complete trick (contract code, table)."""
    from schieber.rules.count_rules import count_stich
    from schieber.rules.stich_rules import stich_rules

    cards, trumps = _cards_and_trumps()
    answers = []
    for contract, table in tricks:
        trump = trumps[contract]
        played = [SimpleNamespace(player=place, card=cards[code]) for place, code in enumerate(table)]
        winner = stich_rules[trump](played_cards=played).player
        answers.append((winner, count_stich([p.card for p in played], trump)))
    return answers


def main() -> None:
    """Answer lines until the input ends."""
    try:
        _cards_and_trumps()
    except ImportError as error:
        sys.exit(f"schieber and numpy must be installed for {sys.executable}: {error}")
    for line in sys.stdin:
        asked = json.loads(line)
        found: list[Any] = legal_sets(asked["positions"]) if "positions" in asked else [*trick_results(asked["tricks"])]
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
