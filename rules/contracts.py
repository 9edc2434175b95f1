"""Contracts: what is trump, or which way the ranks run, trick by trick.

Codes: D H S C a trump suit, O Obenabe, U Undenufe, slalom-up, slalom-down, guschti (five tricks up, four down), mary
(five down, four up). Source: rule list section 4.
"""

from __future__ import annotations

from dataclasses import dataclass

from jassvision.rules.cards import SUIT_LETTERS, Suit
from jassvision.rules.errors import InvalidActionError
from jassvision.rules.orders import Order, order_of


@dataclass(frozen=True)
class Contract:
    """A contract.

    Attributes:
        code: the code in files.
        trump: the trump suit, or None.
        downs: for each trick whether low cards win, repeated from the start when a deal has more tricks; () with trump.
    """

    code: str
    trump: Suit | None = None
    downs: tuple[bool, ...] = ()

    def order(self, trick: int = 0, *, undenufe_points: str = "modern", family: str = "jass") -> Order:
        """The order of the cards in trick number `trick` (from 0).

        In contracts that change direction, card values follow the first direction for the whole deal.
        """
        if self.trump is not None or not self.downs:
            return order_of(self.trump, family=family)
        count = "up" if not self.downs[0] else "down_old" if undenufe_points == "old" else "down"
        return order_of(None, down=self.downs[trick % len(self.downs)], points=count, family=family)


CONTRACTS: dict[str, Contract] = {
    **{letter: Contract(letter, trump=suit) for suit, letter in enumerate(SUIT_LETTERS)},
    "O": Contract("O", downs=(False,)),
    "U": Contract("U", downs=(True,)),
    "slalom-up": Contract("slalom-up", downs=(False, True)),
    "slalom-down": Contract("slalom-down", downs=(True, False)),
    "guschti": Contract("guschti", downs=(False,) * 5 + (True,) * 4),
    "mary": Contract("mary", downs=(True,) * 5 + (False,) * 4),
}


def parse_contract(code: str) -> Contract:
    """The contract of a code.

    Raises:
        InvalidActionError: there is no such contract.

    >>> from jassvision.rules.cards import parse_code
    >>> parse_contract("H").order(0).points[parse_code("H9")]  # the Nell
    14
    """
    try:
        return CONTRACTS[code]
    except KeyError:
        raise InvalidActionError(f"{code!r} is no contract: choose one of {', '.join(CONTRACTS)}") from None
