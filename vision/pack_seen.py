"""Which pack lies on the table, by the readings of all its cards."""

from __future__ import annotations

from collections.abc import Iterable

from jassvision.vision.faces import PACKS
from jassvision.vision.reader import AUTO
from jassvision.vision.track import Track

PACK_ODDS = 2.0
"""Log odds from which the pack on the table is decided."""

OTHER_PACK = (3.0, 5, 0.25)
"""Log odds of a card, cards, and share of all from which the other pack is on the table as well."""


class PackSeen:
    """What the cards of a film say about their pack.

    Args:
        given: the pack that a person named, or `auto`.

    Attributes:
        pack: the pack on the table, None until it is known.

    Raises:
        ValueError: there is no such pack.
    """

    def __init__(self, given: str = AUTO) -> None:
        if given not in (*PACKS, AUTO):
            raise ValueError(f"There is no pack {given!r}: write {', '.join(PACKS)} or {AUTO}.")
        self.given = None if given == AUTO else given
        self.pack = self.given
        self._odds: dict[int, tuple[float, bool]] = {}

    def weigh(self, tracks: Iterable[Track]) -> bool:
        """Take what new readings of some cards say; whether the pack has changed by that."""
        for track in tracks:
            self._odds[track.number] = track.readings.pack_odds(), track.readings.legible > 0.5
        if self.given is not None:
            return False
        odds = sum(o for o, _ in self._odds.values())
        pack = PACKS[0] if odds > 0 else PACKS[1]
        if abs(odds) < PACK_ODDS and self.pack is not None:
            return False
        changed = pack != self.pack
        self.pack = pack
        return changed

    def problem(self) -> str:
        """What makes the result worthless, as a sentence; empty where nothing does."""
        if not self._odds or self.pack is None:
            return ""
        sign = 1 if self.pack == PACKS[0] else -1
        strong = [o * sign for o, legible in self._odds.values() if legible]
        others = sum(o <= -OTHER_PACK[0] for o in strong)
        other = PACKS[1] if self.pack == PACKS[0] else PACKS[0]
        if self.given is not None and others > len(strong) / 2 and others >= OTHER_PACK[1]:
            return f"The cards on the table are of the {other} pack, not of the {self.pack} one: leave --pack away."
        if others >= OTHER_PACK[1] and others >= OTHER_PACK[2] * len(strong):
            return "Cards of both packs lie on the table: play with one pack, or cut the film where the pack changes."
        return ""
