"""From a record to a match and back: played through with the rules, what was written beside it checked.

>>> from jassvision.rules.notation import read_notation
>>> record = read_notation("deal 1 dealer east\\nnorth name O\\n1 north: HA HK HQ HJ = west 20\\n")
>>> replayed = replay(record)
>>> [str(error) for error in replayed.errors]
['line 3: trick 1: west won as written, but by the cards it is north']
>>> record_of(replayed.match).deals[0].tricks[0].points
20
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from jassvision.rules.actions import Action, Name, Play, ShowWeis
from jassvision.rules.audit import Auditor, Verdict, as_listed
from jassvision.rules.cards import BIT, EMPTY, Card, CardSet, card_set, cards_in
from jassvision.rules.deal import Deal
from jassvision.rules.errors import JassError, NotationError
from jassvision.rules.games.setup import setup_of
from jassvision.rules.match import Match
from jassvision.rules.notation_record import (
    ActionLine,
    DealLine,
    DealRecord,
    HandLine,
    MatchRecord,
    OutsideLine,
    PilesLine,
    Reading,
    RulingLine,
    ScoreLine,
    TrickItem,
    TrickLine,
)
from jassvision.rules.notation_rules import rule_tags, rules_of_tags
from jassvision.rules.options import Rules
from jassvision.rules.seats import SEAT_NAMES, seat_name


@dataclass(frozen=True)
class Replayed:
    """A record played through.

    Attributes:
        match: the match as far as the record can be played: up to the first card that nobody read.
        errors: what does not fit, with line numbers where the record was read from a text.
        complete: whether the whole record was played.
    """

    match: Match
    errors: tuple[NotationError, ...]
    complete: bool


def replay(record: MatchRecord, *, strict: bool = False, as_dealt: bool | None = None) -> Replayed:
    """Play a record through.

    Args:
        record: the record.
        strict: refuse illegal cards; else they are taken as they were played (`Deal.violations` lists them).
        as_dealt: Weis and Stöck are taken from the hands; see `Match`.

    Raises:
        RulesError: the house rules in the header do not exist.

    >>> from jassvision.rules.notation import read_notation
    >>> record = read_notation("deal 1 dealer north\\nwest name H\\n1 west: S10 S6 SA S9 = south 21\\n")
    >>> print(*replay(record).errors)
    line 3: trick 1: south won as written, but by the cards it is east
    """
    rules = rules_of_tags(record.tags)
    names = [record.tag(name.capitalize(), name) for name in SEAT_NAMES[rules.players]]
    dealer = record.deals[0].dealer if record.deals else 0
    match = Match(rules, dealer=dealer, names=names, strict=strict, as_dealt=as_dealt)
    player = _Player(match)
    for number, deal in enumerate(record.deals):
        if not player.deal(deal, number):
            break
    return Replayed(match, tuple(player.errors), player.complete)


def record_of(match: Match, tags: Iterable[tuple[str, str]] = ()) -> MatchRecord:
    """The record of a match: hands as far as known, everything that was done, results beside it.

    A ruling is written into the deal it is about, whenever it was made.

    Args:
        match: the match.
        tags: more tags for the header, such as a date.
    """
    seats = SEAT_NAMES[match.rules.players]
    named = [(s.capitalize(), n) for s, n in zip(seats, match.names, strict=True) if n != s]
    head = (("Jass", "1"), *rule_tags(match.rules), *named, *tags)
    deals = []
    for index, deal in enumerate(match.deals):
        seats_of = {deal.sides[seat]: seat for seat in reversed(range(deal.players))}
        made = [RulingLine(r.kind, seats_of[r.side], r.trick + 1) for r in match.rulings if r.deal == index]
        record = _deal_record(deal, index + 1)
        deals.append(replace(record, lines=(*record.lines, *made)))
    return MatchRecord(head, tuple(deals))


def audit_record(record: MatchRecord, deal: int) -> tuple[Verdict, ...]:
    """The verdicts on the plays of one deal of a record, unread and unsure cards included.

    Args:
        record: the record.
        deal: index of the deal.

    Raises:
        NotationError: there is no such deal, or no contract was named in it.
        JassError: what was written contradicts itself.

    >>> from jassvision.rules.notation import read_notation
    >>> text = "deal 1 dealer north\\nwest name H\\n1 west: S10 D6 SA S9\\n2 east: S7 S8 SK SJ\\n"
    >>> [(v.trick, v.seat, v.rule) for v in audit_record(read_notation(text), 0) if v.status == "certain"]
    [(0, 2, '2.3')]
    """
    if not 0 <= deal < len(record.deals):
        raise NotationError(f"there is no deal {deal}: the record has {len(record.deals)}")
    rules = rules_of_tags(record.tags)
    chosen = record.deals[deal]
    contract: str | None = None
    # where hands change between dealing and playing, those dealt say little about those played
    changes = rules.open_piles or rules.first_cards or rules.blind or rules.exchange or rules.draw
    changes = changes or rules.swap != "none"
    hands: list[CardSet | None] = [None] * rules.players
    held: dict[int, CardSet] = {}
    plays: list[tuple[int, CardSet]] = []
    for line in chosen.lines:
        if isinstance(line, HandLine) and not changes:
            if line.cards.bit_count() == rules.hand_size:
                hands[line.seat] = line.cards
            else:
                held[line.seat] = held.get(line.seat, EMPTY) | line.cards
        actions = [line.action] if isinstance(line, ActionLine) else []
        if isinstance(line, TrickLine):
            actions += [item for item in line.items if isinstance(item, Action)]
            seats = _turns(line, rules)
            plays += [(seat, r.candidates) for seat, r in zip(seats, line.readings, strict=False)]
        for action in actions:
            if isinstance(action, ShowWeis):
                held[action.seat] = held.get(action.seat, EMPTY) | action.cards
            elif isinstance(action, Name):
                contract = action.contract
    if not plays:
        return ()
    if contract is None and rules.trump_by != "first_discard":
        raise NotationError(f"deal {chosen.number}: no contract is named, so plays cannot be judged", line=chosen.at)
    if rules.open_piles:
        return as_listed(replay(MatchRecord(record.tags, (chosen,))).match.deal, plays, rules.players)
    if rules.trump_by == "first_discard":
        contract = None
    auditor = Auditor(rules, contract, plays[0][0], hands=hands, shown=held)
    auditor.see_all(plays)
    return auditor.verdicts


def _turns(line: TrickLine, rules: Rules) -> list[int]:
    step = 1 if rules.direction == "clockwise" else -1
    return [(line.leader + step * i) % rules.players for i in range(rules.players)]


# Playing a record --------------------------------------------------------------------------------------------


class _Player:
    def __init__(self, match: Match) -> None:
        self.match = match
        self.errors: list[NotationError] = []
        self.complete = True

    def _fault(self, text: str, at: int) -> None:
        place = f"line {at}: " if at else ""
        self.errors.append(NotationError(f"{place}{text}", line=at))

    def _stop(self, text: str, at: int) -> bool:
        self._fault(text, at)
        self.complete = False
        return False

    def deal(self, record: DealRecord, index: int) -> bool:
        """Play one deal; False when nothing after it can be played."""
        match = self.match
        where = f"deal {record.number}"
        if index and record.dealer != match.next_dealer:
            due = seat_name(match.next_dealer, match.rules.players)
            written = seat_name(record.dealer, match.rules.players)
            self._fault(f"{where}: {written} deals as written, but it is {due}'s deal", record.at)
        try:
            hands, options = _setup(record, match.rules)
            deal = match.start(hands, dealer=record.dealer, **options)
        except JassError as error:
            return self._stop(f"{where}: {error}", record.at)
        for line in record.lines:
            if isinstance(line, ActionLine | TrickLine):
                items: tuple[TrickItem, ...] = (line.action,) if isinstance(line, ActionLine) else line.items
                if isinstance(line, TrickLine) and not self._leads(deal, line, where):
                    return False
                for item in items:
                    if isinstance(item, Reading | Action) and not self._item(deal, item, where, line.at):
                        return False
                if isinstance(line, TrickLine):
                    self._check_trick(deal, line)
            elif isinstance(line, ScoreLine):
                self._check_score(deal, line, where)
            elif isinstance(line, RulingLine):
                try:
                    match.rule(deal.sides[line.seat], line.trick - 1, kind=line.kind)
                except JassError as error:
                    self._fault(f"{where}: {error}", line.at)
        return True

    def _leads(self, deal: Deal, line: TrickLine, where: str) -> bool:
        if line.readings and deal.to_act is not None and not deal.trick and deal.phase == "play":
            if line.leader != deal.to_act:
                due, led = deal.name_of(deal.to_act), deal.name_of(line.leader)
                return self._stop(f"{where}, trick {line.number}: {led} leads as written, but {due} must", line.at)
        elif line.readings and deal.trick:
            return self._stop(f"{where}, trick {line.number}: the trick before it is not complete", line.at)
        if line.number != len(deal.tricks) + 1:
            self._fault(f"{where}: trick {line.number} is number {len(deal.tricks) + 1} of the deal", line.at)
        return True

    def _item(self, deal: Deal, item: Reading | Action, where: str, at: int) -> bool:
        if isinstance(item, Reading):
            if item.card is None:
                return self._stop(f"{where}: a card is not known, so it cannot be played on from here", at)
            if deal.to_act is None:
                return self._stop(f"{where}: nobody is to play a card", at)
            item = Play(deal.to_act, item.card)
        try:
            self.match.push(item)
        except JassError as error:
            return self._stop(f"{where}: {error}", at)
        return True

    def _check_trick(self, deal: Deal, line: TrickLine) -> None:
        if line.winner is None:
            return
        if deal.trick or not deal.tricks:
            self._fault(f"trick {line.number}: a winner is written, but the trick is not complete", line.at)
            return
        last = deal.tricks[-1]
        if line.winner != last.winner:
            written, right = deal.name_of(line.winner), deal.name_of(last.winner)
            self._fault(f"trick {line.number}: {written} won as written, but by the cards it is {right}", line.at)
        if line.points is not None and line.points != last.points:
            self._fault(
                f"trick {line.number}: {line.points} points as written, but the cards make {last.points}", line.at
            )

    def _check_score(self, deal: Deal, line: ScoreLine, where: str) -> None:
        points = tuple(deal.points(side) for side in range(deal.rules.sides))
        if points != line.points:
            written, right = " ".join(map(str, line.points)), " ".join(map(str, points))
            self._fault(f"{where}: the score is {written} as written, but {right} by the rules", line.at)


def _setup(record: DealRecord, rules: Rules) -> tuple[list[CardSet | None], dict[str, Any]]:
    """Hands and options for a deal; hands that are not whole are left hidden."""
    hands: list[CardSet | None] = [None] * rules.players
    options: dict[str, Any] = {}
    size = rules.hand_size // 2 if rules.open_piles else rules.first_cards or rules.hand_size
    written: set[tuple[object, ...]] = set()
    for line in record.lines:
        if isinstance(line, HandLine | PilesLine | OutsideLine):
            what = (line.word,) if isinstance(line, OutsideLine) else (type(line), line.seat)
            if what in written:
                raise NotationError("the same cards are written down twice", line=line.at)
            written.add(what)
        if isinstance(line, HandLine):
            hands[line.seat] = line.cards if line.cards.bit_count() >= size else hands[line.seat]
        elif isinstance(line, PilesLine):
            hands[line.seat] = card_set([up for up, _ in line.piles]) if hands[line.seat] is None else hands[line.seat]
            covers: list[dict[Card, Card | None] | None] = options.setdefault("covers", [None] * rules.players)
            covers[line.seat] = dict(line.piles)
        elif isinstance(line, OutsideLine):
            known = [card for card in line.cards if card is not None]
            if line.word == "turned":
                options["turned"] = line.cards[0]
            elif line.word == "stock":
                options["stock"] = line.cards
            else:
                options["blind"] = sum(BIT[card] for card in known) if known else None
    return hands, options


# Writing a match ---------------------------------------------------------------------------------------------


def _deal_record(deal: Deal, number: int) -> DealRecord:
    lines: list[DealLine] = [*_setup_lines(setup_of(deal))]
    leader, items, tricks = 0, [], 0  # type: int, list[TrickItem], int
    for operation in deal.history:
        action = operation.action
        if isinstance(action, Play):
            if not items:
                leader = action.seat
                tricks += 1
            items.append(Reading((action.card,), True))
            if operation.trick is not None:
                lines.append(TrickLine(tricks, leader, tuple(items), operation.trick.winner, operation.trick.points))
                items = []
        elif items:
            items.append(action)
        else:
            lines.append(ActionLine(action))
    if items:
        lines.append(TrickLine(tricks, leader, tuple(items)))
    if deal.is_over and not deal.void:
        lines.append(ScoreLine(tuple(deal.points(side) for side in range(deal.rules.sides))))
    return DealRecord(number, deal.dealer, tuple(lines))


def _setup_lines(setup: Mapping[str, Any]) -> Iterable[DealLine]:
    for seat, hand in enumerate(setup["hands"] or ()):
        if hand is not None:
            yield HandLine(seat, hand)
    for seat, piles in enumerate(setup.get("covers") or ()):
        if piles is not None:
            yield PilesLine(seat, tuple(sorted(piles.items())))
    if setup.get("turned") is not None:
        yield OutsideLine("turned", (setup["turned"],))
    if setup.get("stock") is not None:
        yield OutsideLine("stock", tuple(setup["stock"]))
    if setup.get("blind") is not None:
        yield OutsideLine("blind", tuple(cards_in(setup["blind"])))
