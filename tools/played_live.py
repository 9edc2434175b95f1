"""The record of a live session as a `Played`: its events folded into the game, then read as the result of a film."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from jassvision.rules.audit_rulings import RULINGS
from jassvision.rules.errors import JassError
from jassvision.rules.ledger import SCORE
from jassvision.rules.notation_record import Comment, DealLine, DealRecord, MatchRecord, RulingLine, ScoreLine
from jassvision.rules.notation_replay import replay
from jassvision.rules.seats import SEAT_NAMES
from jassvision.tools.live.corrections import Ruled
from jassvision.tools.live.fold import Fold
from jassvision.tools.live.scoring import Scorer
from jassvision.tools.played_facts import Played, PlayedError
from jassvision.tools.played_result import played_of_result
from jassvision.tools.record import read_record
from jassvision.tools.result_json import result_json

NO_SCORE: Final = "no score line, for the notation has no place for what was counted without cards (Weis by points)"
"""Why a deal has no score line; what it made follows."""

NO_RULING: Final = "no ruling line, for not every card of the deal is known, so it cannot be counted from here"
"""Why a ruling is left out."""


def played_of_live(path: Path, number: int | None = None) -> Played:
    """A match of a session; deals that were called off are left out, and they and other matches are noted.

    Times are seconds of the session.

    Args:
        number: which of the matches in which anything was played, from 1; the last one by default.

    Raises:
        PlayedError: it is no record of a live session, or nothing was played in it, or it has no such match.
    """
    try:
        fold = Fold(read_record(path))
        matches = [match for match in fold.matches if match.deals]
        if not matches:
            raise PlayedError(f"{path} holds no deal: nothing was played in that session.")
        number = len(matches) if number is None else number
        if not 1 <= number <= len(matches):
            raise PlayedError(f"{path} has no match {number}: there are {len(matches)}.")
        match = matches[number - 1]
        views = match.deals
        rules, reckoning, _ = Scorer().of_match(match, views)
        void = sum(view.void for view in views)
        notes: list[str] = []
        if void:
            notes.append(f"{void} deals were called off" if void > 1 else "a deal was called off")
        if len(matches) > 1:
            notes.append(f"this is match {number} of {len(matches)} of the session")
        source = str(match.setup.get("source") or "")
        found = result_json(reckoning, source=source, pack=match.pack, notes=tuple(notes))
    except JassError as error:
        raise PlayedError(f"{path} is no record that can be used: {str(error).rstrip('.')}.") from None
    given = match.names
    names = [given.get(seat) or "" for seat in SEAT_NAMES[rules.players]] if any(given.values()) else []
    played = played_of_result(found, path, form="live", rules=rules, names=names)
    rulings = [view.rulings for view in views if not view.void]
    return replace(played, record=_with_words(played, rulings))


def _with_words(played: Played, rulings: Sequence[Sequence[Ruled]]) -> MatchRecord:
    """The record with the rulings on revokes, and with no score that the rules cannot make from it.

    A score line of the notation tells what the play made; what a ruling costs follows from its own line.
    """
    assert played.record is not None
    deals = []
    for written, deal, ruled in zip(played.record.deals, played.deals, rulings, strict=True):
        score = next((line for line in written.lines if isinstance(line, ScoreLine)), None)
        lines = [RulingLine(r.kind, r.seat, r.trick + 1) for r in ruled if r.kind in RULINGS]
        if score is None and not lines:
            deals.append(written)
            continue
        bare = replace(written, lines=_without_score(written))
        made = _scored(replace(played.record, deals=(replace(bare, lines=(*bare.lines, *lines)),)))
        after: list[DealLine] = []
        if made is not None and score is not None and made[1] == deal.score:
            after.append(ScoreLine(made[0]))
        elif score is not None:
            after.append(Comment(f"{NO_SCORE}: {' '.join(map(str, deal.score))}", line=True))
        if made is not None:
            after += lines
        elif lines:
            after.append(Comment(NO_RULING, line=True))
        deals.append(replace(bare, lines=(*bare.lines, *after)))
    return replace(played.record, deals=tuple(deals))


def _without_score(deal: DealRecord) -> tuple[DealLine, ...]:
    return tuple(line for line in deal.lines if not isinstance(line, ScoreLine))


def _scored(record: MatchRecord) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """What a deal made by the play and with its rulings, None where the rules cannot follow it."""
    found = replay(record)
    deal = found.match.deal
    if deal is None or found.errors or not deal.is_over:
        return None
    plain = tuple(deal.points(side) for side in range(deal.rules.sides))
    added = [entry for made in found.match.rulings for entry in made.entries if entry.account == SCORE]
    ruled = tuple(points + sum(e.points for e in added if e.side == side) for side, points in enumerate(plain))
    return plain, ruled
