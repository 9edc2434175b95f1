"""Misdeals: hands that do not add up, so that the same dealer deals again and nothing scores.

Source: rule list section 4.
"""

from __future__ import annotations

from collections.abc import Sequence

from jassvision.rules.cards import EMPTY, PACK_36, CardSet, codes
from jassvision.rules.errors import DuplicateCardError, InvalidActionError, InvalidCardError, JassError
from jassvision.rules.seats import seat_name


def check_hands(hands: Sequence[CardSet | None], pack: CardSet, size: int) -> None:
    """Raise when hands cannot be played with, saying whose hand is wrong and how.

    Args:
        hands: a hand for each seat, None where it is hidden.
        pack: all cards of the pack.
        size: how many cards each player must hold.

    Raises:
        InvalidCardError: a card is not in the pack.
        DuplicateCardError: a card was dealt twice.
        InvalidActionError: a hand has the wrong number of cards.
    """
    seen = EMPTY
    for seat, hand in enumerate(hands):
        if hand is None:
            continue
        name = seat_name(seat, len(hands))
        foreign = hand & ~pack
        if foreign:
            listed = (
                " ".join(codes(foreign & PACK_36)) if 0 < foreign <= PACK_36 else "a number that is no set of cards"
            )
            raise InvalidCardError(f"{name}'s hand holds what is not in the pack: {listed}")
        if hand & seen:
            raise DuplicateCardError(f"dealt twice: {' '.join(codes(hand & seen))}, the second time to {name}")
        if hand.bit_count() != size:
            raise InvalidActionError(
                f"{name} was dealt {hand.bit_count()} cards instead of {size}: a misdeal, the same dealer deals again"
            )
        seen |= hand


def misdeal_reason(hands: Sequence[CardSet | None], pack: CardSet, size: int) -> str | None:
    """Why hands are a misdeal, in one sentence; None when they can be played.

    >>> from jassvision.rules.cards import PACK_36, card_set
    >>> misdeal_reason([card_set(["S6", "S7"]), None], PACK_36, 3)
    'north was dealt 2 cards instead of 3: a misdeal, the same dealer deals again'
    """
    try:
        check_hands(hands, pack, size)
    except JassError as error:
        return str(error)
    return None
