"""What a deal was made from, so that a record can make it anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jassvision.rules.deal import Deal


def setup_of(deal: Deal) -> Mapping[str, Any]:
    """The arguments of `deal_for` besides rules and dealer that make the same deal anew, as it was before any action.

    `hands` is always there; games with more in them add `turned`, `stock`, `blind`, `covers`, `open_boxes` or
    `carried`. `strict` and `as_dealt` are not part of it: they are a way to look at a deal, not what was dealt.

    >>> from jassvision.rules.games import deal_for
    >>> from jassvision.rules.preset import load_rules
    >>> sorted(setup_of(deal_for(load_rules("handjass"))))
    ['blind', 'hands', 'stock', 'turned']
    """
    found: Mapping[str, Any] | None = getattr(deal, "setup", None)
    return {"hands": deal.dealt} if found is None else found
