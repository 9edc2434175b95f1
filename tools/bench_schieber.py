"""schieber's side of `jassvision.tools.bench_rules`; runs by itself in an interpreter that has schieber and numpy.

Reads JSON lines `{"positions": [[contract, table, hand], ...]}` and answers each with a list of lists of codes.
"""

import json
import sys

SUITS = {"D": "BELL", "H": "ROSE", "S": "SHIELD", "C": "ACORN"}
RANKS = ("6", "7", "8", "9", "10", "J", "Q", "K", "A")


def legal_sets(positions):
    """The codes that `schieber` allows in each position (contract code, table, hand)."""
    from schieber.card import Card
    from schieber.rules.stich_rules import allowed_cards
    from schieber.suit import Suit
    from schieber.trumpf import Trumpf

    suits = {letter: Suit[name] for letter, name in SUITS.items()}
    cards = {letter + rank: Card(suit, value) for letter, suit in suits.items() for value, rank in enumerate(RANKS, 6)}
    codes = {(card.suit, card.value): code for code, card in cards.items()}
    trumps = {**{letter: Trumpf[name] for letter, name in SUITS.items()}, "O": Trumpf.OBE_ABE, "U": Trumpf.UNDE_UFE}
    answers = []
    for contract, table, hand in positions:
        legal = allowed_cards([cards[code] for code in hand], [cards[code] for code in table], trumps[contract])
        answers.append([codes[card.suit, card.value] for card in legal])
    return answers


def main():
    """Answer lines until the input ends."""
    for line in sys.stdin:
        print(json.dumps(legal_sets(json.loads(line)["positions"])), flush=True)


if __name__ == "__main__":
    main()
