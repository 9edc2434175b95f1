"""Cards and sets of cards as plain ints, so that rules over them are bit operations.

A card is an int from 0 to 35: suit times nine plus rank, suits in the order D H S C, ranks rising 6 7 8 9 10 J Q K A.
A set of cards is an int of 36 bits, bit n standing for card n.

>>> card = parse_code("S10")
>>> card, code(card), suit_of(card) == SPADES, rank_of(card) == TEN
(22, 'S10', True, True)
>>> codes(card_set(["HA", "D6"]))
['D6', 'HA']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from jassvision.rules.errors import DuplicateCardError, InvalidCardError

Card: TypeAlias = int
CardSet: TypeAlias = int
Suit: TypeAlias = int
Rank: TypeAlias = int

SUITS: tuple[Suit, ...] = (0, 1, 2, 3)
DIAMONDS, HEARTS, SPADES, CLUBS = SUITS
SUIT_LETTERS = "DHSC"

RANKS: tuple[Rank, ...] = tuple(range(9))
SIX, SEVEN, EIGHT, NINE, TEN, JACK, QUEEN, KING, ACE = RANKS
RANK_CODES = ("6", "7", "8", "9", "10", "J", "Q", "K", "A")

CARDS: tuple[Card, ...] = tuple(range(36))
CODES: tuple[str, ...] = tuple(s + r for s in SUIT_LETTERS for r in RANK_CODES)
BIT: tuple[CardSet, ...] = tuple(1 << c for c in CARDS)
SUIT_SETS: tuple[CardSet, ...] = tuple(0x1FF << 9 * s for s in SUITS)
RANK_SETS: tuple[CardSet, ...] = tuple(sum(1 << 9 * s + r for s in SUITS) for r in RANKS)

EMPTY: CardSet = 0
PACK_36: CardSet = (1 << 36) - 1
PACK_32: CardSet = PACK_36 & ~RANK_SETS[SIX]

_BY_CODE = {text: card for card, text in enumerate(CODES)}


def card_of(suit: Suit, rank: Rank) -> Card:
    """The card of a suit (0 to 3, D H S C) and a rank (0 to 8, 6 to ace)."""
    return 9 * suit + rank


def suit_of(card: Card) -> Suit:
    """The suit of a card, 0 to 3 in the order D H S C."""
    return card // 9


def rank_of(card: Card) -> Rank:
    """The rank of a card, 0 (six) to 8 (ace)."""
    return card % 9


def code(card: Card) -> str:
    """The code of a card in files, such as `"S10"`; `parse_code` is the way back.

    >>> code(parse_code("S10"))
    'S10'
    """
    return CODES[card]


def parse_code(text: str) -> Card:
    """The card of an exact code such as `"S10"`; people's spellings are read by `jassvision.rules.names`.

    Raises:
        InvalidCardError: the text is no code.

    >>> parse_code("S10")
    22
    """
    try:
        return _BY_CODE[text]
    except KeyError:
        raise InvalidCardError(
            f"{text[:40]!r} is no card: a code is a suit letter D, H, S or C and a rank 6 7 8 9 10 J Q K A, such as S10"
        ) from None


def card_set(cards: Iterable[Card | str]) -> CardSet:
    """The set of some cards or codes.

    Raises:
        InvalidCardError: one of them is no card.
        DuplicateCardError: one comes twice.

    >>> hand = card_set(["S10", "HA"])
    >>> codes(hand), parse_code("HA") in cards_in(hand)
    (['HA', 'S10'], True)
    """
    found = EMPTY
    for card in cards:
        number = parse_code(card) if isinstance(card, str) else card
        if not 0 <= number < 36:
            raise InvalidCardError(f"{card!r} is no card: cards are numbered 0 to 35")
        if found & BIT[number]:
            raise DuplicateCardError(f"{CODES[number]} is there twice")
        found |= BIT[number]
    return found


def cards_in(cards: CardSet) -> Iterator[Card]:
    """The cards of a set, rising."""
    while cards:
        low = cards & -cards
        yield low.bit_length() - 1
        cards ^= low


def codes(cards: CardSet) -> list[str]:
    """The codes of a set's cards, in the order of the pack.

    Raises:
        InvalidCardError: the number is no set of cards.
    """
    if not 0 <= cards <= PACK_36:
        raise InvalidCardError(f"{cards} is no set of cards: a set has 36 bits, one for each card")
    return [CODES[c] for c in cards_in(cards)]
