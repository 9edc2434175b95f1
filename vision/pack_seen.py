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

REMEMBERED = 300
"""Cards whose odds are kept one by one, as they may be read again: some deals. Of older ones only the sums are kept."""


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
        self._old_odds = 0.0
        self._old_strong = 0
        self._old_clear = [0, 0]

    def weigh(self, tracks: Iterable[Track]) -> bool:
        """Take what new readings of some cards say; whether the pack has changed by that."""
        for track in tracks:
            self._odds.pop(track.number, None)  # the one read last stands last
            self._odds[track.number] = track.readings.pack_odds(), track.readings.legible > 0.5
        self._forget()
        if self.given is not None:
            return False
        odds = self._old_odds + sum(o for o, _ in self._odds.values())
        pack = PACKS[0] if odds > 0 else PACKS[1]
        if abs(odds) < PACK_ODDS and self.pack is not None:
            return False
        changed = pack != self.pack
        self.pack = pack
        return changed

    def _forget(self) -> None:
        """Keep no more than the sums of cards that were read last long ago."""
        while len(self._odds) > REMEMBERED:
            odds, legible = self._odds.pop(next(iter(self._odds)))
            self._old_odds += odds
            if legible:
                self._old_strong += 1
                for pack, sign in enumerate((1, -1)):
                    self._old_clear[pack] += odds * sign >= OTHER_PACK[0]

    def problem(self) -> str:
        """What makes the result worthless, as a sentence; empty where nothing does."""
        if not self._odds or self.pack is None:
            return ""
        sign = 1 if self.pack == PACKS[0] else -1
        clear = [o * sign for o, legible in self._odds.values() if legible]
        strong = self._old_strong + len(clear)
        others = self._old_clear[1 if sign > 0 else 0] + sum(o <= -OTHER_PACK[0] for o in clear)
        other = PACKS[1] if self.pack == PACKS[0] else PACKS[0]
        if self.given is not None and others > strong / 2 and others >= OTHER_PACK[1]:
            return f"The cards on the table are of the {other} pack, not of the {self.pack} one: leave --pack away."
        if others >= OTHER_PACK[1] and others >= OTHER_PACK[2] * strong:
            return "Cards of both packs lie on the table: play with one pack, or cut the film where the pack changes."
        return ""
