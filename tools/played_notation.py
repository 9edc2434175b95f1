"""A record of the notation (`.jass`, or what a live record holds) as a `Played`, played through by the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from jassvision.rules.actions import Action, Name, Push
from jassvision.rules.audit import CERTAIN, CLEAN
from jassvision.rules.cards import cards_in
from jassvision.rules.deal import Deal
from jassvision.rules.ending import GameEnd, game_end
from jassvision.rules.errors import JassError
from jassvision.rules.ledger import SCORE, Entry
from jassvision.rules.match import Ruling
from jassvision.rules.notation import read_notation
from jassvision.rules.notation_record import (
    ActionLine,
    DealLine,
    DealRecord,
    HandLine,
    MatchRecord,
    Reading,
    RulingLine,
    ScoreLine,
    TrickLine,
)
from jassvision.rules.notation_replay import audit_record, replay
from jassvision.rules.notation_rules import rules_of_tags
from jassvision.rules.options import Rules
from jassvision.rules.seats import SEAT_NAMES, next_seat, playing_order, side_of
from jassvision.tools.played_facts import Gain, Illegal, Played, PlayedCard, PlayedDeal, PlayedError, PlayedTrick
from jassvision.tools.played_scoring import scored_deal

OWN_TAGS = ("Jass", "Rules", "Rule", "Film")
"""Tags of the header that have a place of their own in a `Played`, besides those of the seats."""


NOT_RULED = "the score is without a ruling"
"""How a note begins that says that a ruling could not be counted."""


def played_of_notation(text: str, path: Path) -> Played:
    """The match that a `.jass` text holds.

    Raises:
        PlayedError: it cannot be read; the sentence names the first mistake.
    """
    try:
        record = read_notation(text)
    except JassError as error:
        raise PlayedError(f"{path} is no record: {error}.") from None
    if not record.deals:
        first = f" ({record.errors[0]})" if record.errors else ""
        raise PlayedError(f"{path} is no record: it holds no deal{first}.")
    if record.errors:
        raise PlayedError(f"{path} has mistakes, first {record.errors[0]}; `jassvision check {path}` lists them all.")
    return played_of_record(record, path)


def played_of_record(record: MatchRecord, path: Path, form: str = "notation") -> Played:
    """The match of a record.

    Raises:
        PlayedError: its house rules do not exist, or it cannot be played by them from the start.
    """
    try:
        rules = rules_of_tags(record.tags)
        dealt = _dealt(record)
    except JassError as error:
        raise PlayedError(f"{path} cannot be played through: {error}.") from None
    before = (0,) * rules.sides
    deals: list[PlayedDeal] = []
    for index, (written, one, ruled) in enumerate(zip(record.deals, dealt.deals, dealt.ruled, strict=True)):
        deals.append(_deal(record, index, written, one, ruled, before, rules))
        before = deals[-1].after
    end = dealt.end or _end(rules, dealt)
    uncounted = [note for deal in deals for note in deal.notes if note.startswith(NOT_RULED)]
    names = tuple(record.tag(seat.capitalize()) for seat in SEAT_NAMES[rules.players])
    seats = {seat.capitalize() for seat in SEAT_NAMES[rules.players]}
    return Played(
        path=path,
        form=form,
        film=record.tag("Film"),
        rules=rules,
        pack=rules.suits,
        given_names=names if any(names) else (),
        deals=tuple(deals),
        totals=before,
        winners=None if end is None else end.winners,
        notes=(*dealt.notes, *uncounted),
        tags=tuple((name, value) for name, value in record.tags if name not in seats and name not in OWN_TAGS),
        record=record,
    )


@dataclass(frozen=True)
class _Dealt:
    """The deals as far as the rules can follow, one for each of the record; None where they cannot at all.

    Attributes:
        ruled: the rulings on each deal that could be counted.
    """

    deals: tuple[Deal | None, ...]
    ruled: tuple[tuple[Ruling, ...], ...]
    end: GameEnd | None
    notes: tuple[str, ...]


def _dealt(record: MatchRecord) -> _Dealt:
    """The deals played through on the likeliest cards: the match as a whole, or each for itself where it breaks off."""
    guessed = replace(record, deals=tuple(map(_guessed, record.deals)))
    whole = replay(guessed)
    if whole.complete and len(whole.match.deals) == len(record.deals):
        ruled = tuple(_of_deal(whole.match.rulings, index) for index in range(len(record.deals)))
        return _Dealt(whole.match.deals, ruled, whole.match.end, tuple(map(str, whole.errors)))
    deals: list[Deal | None] = []
    alone: list[tuple[Ruling, ...]] = []
    notes: list[str] = []
    for deal in guessed.deals:
        found = replay(replace(guessed, deals=(deal,)))
        deals.append(found.match.deals[0] if found.match.deals else None)
        alone.append(_of_deal(found.match.rulings, 0))
        notes += [str(error) for error in found.errors[-1:]]
    return _Dealt(tuple(deals), tuple(alone), None, tuple(notes))


def _of_deal(rulings: Sequence[Ruling], index: int) -> tuple[Ruling, ...]:
    return tuple(ruling for ruling in rulings if ruling.deal == index)


def _guessed(deal: DealRecord) -> DealRecord:
    """A deal in which every card that has a likeliest one counts as sure.

    Hands that do not hold a guessed card are left out, for they would refuse it.
    """
    unsure = any(reading.cards and not reading.sure for trick in deal.tricks for reading in trick.readings)
    lines: list[DealLine] = []
    for line in deal.lines:
        if isinstance(line, TrickLine):
            items = tuple(replace(i, sure=bool(i.cards)) if isinstance(i, Reading) else i for i in line.items)
            lines.append(replace(line, items=items))
        elif not (unsure and isinstance(line, HandLine)):
            lines.append(line)
    return replace(deal, lines=tuple(lines))


def _end(rules: Rules, dealt: _Dealt) -> GameEnd | None:
    entries: list[Entry] = []
    for deal, ruled in zip(dealt.deals, dealt.ruled, strict=True):
        entries += _entries(deal, ruled)
    played = sum(deal is not None and deal.is_over and not deal.void for deal in dealt.deals)
    return game_end(rules, entries, deals_played=played)


def _entries(deal: Deal | None, ruled: Sequence[Ruling]) -> tuple[Entry, ...]:
    """What a deal has scored, with what rulings on it took back and gave."""
    if deal is None or deal.void:
        return ()
    return (*deal.entries, *(entry for ruling in ruled for entry in ruling.entries))


def _deal(
    record: MatchRecord,
    index: int,
    written: DealRecord,
    deal: Deal | None,
    ruled: Sequence[Ruling],
    before: tuple[int, ...],
    rules: Rules,
) -> PlayedDeal:
    tricks = _tricks(written, deal, rules)
    times = [time for trick in tricks for time in (trick.start, trick.end) if time is not None]
    verdicts, doubts = _verdicts(record, index)
    named = [action for action in _said(written) if isinstance(action, Name)]
    contract = named[-1].contract if named else ""
    if not contract and deal is not None and deal.contract is not None:
        contract = deal.contract.code
    void = deal is not None and deal.void
    gains = [_gain(entry) for entry in _entries(deal, ruled) if entry.account == SCORE]
    score = tuple(sum(gain.points for gain in gains if gain.side == side) for side in range(rules.sides))
    complete = deal is not None and deal.is_over and not void
    noted = next((line.points for line in written.lines if isinstance(line, ScoreLine)), ())
    if not complete and not void and len(noted) == rules.sides:
        # the rules cannot follow unknown cards to the end: then what whoever wrote the record counted holds
        score, complete = noted, True
    lines = sum(isinstance(line, RulingLine) for line in written.lines)
    if lines > len(ruled):
        doubts += (f"{NOT_RULED} of deal {index + 1}: the cards or the contract are not all known",)
    card_points = [0] * rules.sides
    for trick in tricks:
        if trick.winner is not None:
            card_points[side_of(trick.winner, rules.sides < rules.players)] += trick.points
    played = PlayedDeal(
        number=index + 1,
        dealer=written.dealer,
        forehand=next_seat(written.dealer, rules.players, rules.direction),
        contract=contract,
        contract_unsure=False,
        pushed=any(isinstance(action, Push) for action in _said(written)),
        factor=1 if deal is None else deal.factor,
        complete=complete,
        void=void,
        start=min(times, default=None),
        end=max(times, default=None),
        tricks=tricks,
        illegal=verdicts,
        gains=(),
        card_points=tuple(card_points),
        score=score,
        before=before,
        after=before,
        notes=doubts,
    )
    return scored_deal(played, gains, rules)


def _said(deal: DealRecord) -> list[Action]:
    return [line.action for line in deal.lines if isinstance(line, ActionLine)]


def _gain(entry: Entry) -> Gain:
    cards = tuple(cards_in(entry.cards)) if entry.kind in ("weis", "stoeck") else ()
    trick = None if entry.trick is None else entry.trick + 1
    return Gain(entry.kind, entry.side, entry.seat, entry.raw, entry.factor, trick, cards)


def _tricks(written: DealRecord, deal: Deal | None, rules: Rules) -> tuple[PlayedTrick, ...]:
    found: list[PlayedTrick] = []
    for number, line in enumerate(written.tricks, start=1):
        seats = playing_order(line.leader, rules.players, rules.direction)
        plays = tuple(_play(seat, reading) for seat, reading in zip(seats, line.readings, strict=False))
        unsure = any(play.unsure for play in plays)
        winner, points = line.winner, line.points or 0
        if deal is not None and number <= len(deal.tricks) and deal.tricks[number - 1].cards:
            played = deal.tricks[number - 1]
            last = deal.is_over and number == len(deal.tricks)
            winner, points = played.winner, played.points + rules.last_trick * last
        found.append(PlayedTrick(number, line.leader, winner, points, unsure, plays, None, (), ()))
    if deal is not None and len(deal.tricks) > len(found) and not deal.tricks[-1].cards:
        rest = deal.tricks[-1]
        points = rest.points + rules.last_trick
        found.append(PlayedTrick(len(found) + 1, rest.leader, rest.winner, points, False, (), None, (), ()))
    return tuple(found)


def _play(seat: int, reading: Reading) -> PlayedCard:
    time = float(reading.time) if reading.time else None
    likely = () if reading.sure else tuple((card, None) for card in reading.cards)
    return PlayedCard(seat, reading.cards[0] if reading.cards else None, time, not reading.sure, likely)


def _verdicts(record: MatchRecord, index: int) -> tuple[tuple[Illegal, ...], tuple[str, ...]]:
    try:
        verdicts = audit_record(record, index)
    except JassError as error:
        return (), ((f"plays could not be judged: {error}",) if record.deals[index].tricks else ())
    found = tuple(
        Illegal(
            trick=v.trick + 1,
            seat=v.seat,
            card=v.card,
            certain=v.status == CERTAIN,
            rule=v.rule,
            reason=v.reason,
            legal=tuple(cards_in(v.legal)),
            proof=v.proof,
        )
        for v in verdicts
        if v.status != CLEAN
    )
    return found, ()
