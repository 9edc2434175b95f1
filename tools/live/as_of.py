"""The game as the public may see it: as it was some time ago, without the running trick or deal, without hidden hands.

What is shown is always cut out of what is known now, so a play that was corrected is never shown as it was before.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, Literal, TypeAlias

from jassvision.tools.live.fold import DealView, MatchFold
from jassvision.vision.decoder_answer import DecodedDeal, DecodedTrick

BoardMode: TypeAlias = Literal["live", "after_trick", "after_deal"]
BOARD_MODES: Final = ("live", "after_trick", "after_deal")

KEPT: Final = 8
"""Cuts that are kept beside those of all deals: the last deals as they were after each play."""


def is_closed(deal: DecodedDeal, index: int) -> bool:
    """Whether a trick of a deal is over."""
    trick = deal.tricks[index]
    return index < len(deal.tricks) - 1 or trick.winner is not None or trick.time_swept is not None or deal.complete


class PublicViews:
    """Cuts deals for the public; the same cut of the same deal is one object, so it is counted only once."""

    def __init__(self) -> None:
        self._kept: dict[tuple[object, ...], tuple[DecodedDeal, DecodedDeal]] = {}
        self._room = KEPT

    def of(self, match: MatchFold, mode: BoardMode, until: float | None) -> list[DealView]:
        """The deals of a match for the public.

        Args:
            mode: what is shown of the running deal.
            until: session time in seconds up to which it is shown, None for now.
        """
        found = []
        views = match.deals
        self._room = KEPT + 2 * len(views)
        for view in views:
            said = contract_said_at(match, view.number)
            cut = self._cut(view.decoded, mode, until, said)
            if cut is not None:
                found.append(replace(view, decoded=cut, void=view.void and cut.complete == view.decoded.complete))
        return found

    def _cut(self, deal: DecodedDeal, mode: BoardMode, until: float | None, said: float | None) -> DecodedDeal | None:
        if mode == "after_deal" and not deal.complete:
            return None
        tricks, whole = _tricks_until(deal, until)
        if mode == "after_trick" and tricks and not (whole and is_closed(deal, len(tricks) - 1)):
            tricks = [t for i, t in enumerate(tricks) if t.winner is not None or i < len(tricks) - 1]
            whole = False
        rest = deal.rest if until is None or deal.rest_time is None or deal.rest_time <= until else None
        complete = deal.complete and whole and (deal.rest is None or rest is not None)
        if (mode == "after_deal" and not complete) or (until is not None and not tricks):
            return None
        hidden = until is not None and said is not None and said > until
        plays = sum(len(trick.plays) for trick in tricks)
        winners = sum(trick.winner is not None for trick in tricks)
        key = (id(deal), len(tricks), plays, winners, rest, complete, hidden)
        found = self._kept.pop(key, None)
        if found is None:
            made = replace(deal, tricks=tuple(tricks), rest=rest, complete=complete, shown={})
            if hidden:
                made = replace(made, contract="", given=None, contracts={"": 1.0})
            found = (deal, made)
        self._kept[key] = found
        while len(self._kept) > self._room:
            del self._kept[next(iter(self._kept))]
        return found[1]


def contract_said_at(match: MatchFold, number: int) -> float | None:
    """When the contract of a deal was first said; None when nobody did, or before the session."""
    times = [word.time for word in match.words if word.kind == "contract" and word.payload["deal"] == number]
    return min(times, default=None)


def next_change(match: MatchFold, until: float) -> float | None:
    """The session time after `until` at which a delayed view changes next; None when all is shown."""
    times: list[float] = []
    for view in match.deals[-2:]:
        deal = view.decoded
        times += [play.time for play in deal.plays if play.time is not None]
        times += [trick.time_swept for trick in deal.tricks if trick.time_swept is not None]
        times += [time for time in (deal.rest_time, contract_said_at(match, view.number)) if time is not None]
    times += [word.time for word in match.words[-20:]]
    return min((time for time in times if time > until), default=None)


def _tricks_until(deal: DecodedDeal, until: float | None) -> tuple[list[DecodedTrick], bool]:
    """The tricks up to a time, and whether that is all there is."""
    if until is None:
        return list(deal.tricks), True
    found: list[DecodedTrick] = []
    for trick in deal.tricks:
        late = next((i for i, play in enumerate(trick.plays) if play.time is not None and play.time > until), None)
        plays = trick.plays if late is None else trick.plays[:late]
        if not plays:
            return found, False
        if late is not None:
            found.append(replace(trick, plays=plays, winner=None, time_swept=None))
            return found, False
        if trick.time_swept is not None and trick.time_swept > until:
            found.append(replace(trick, winner=None, time_swept=None))
            return found, False
        found.append(trick)
    return found, True
