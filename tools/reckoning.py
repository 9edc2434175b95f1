"""From plays to points: a decoded deal as a record, played through by the rules, judged by the auditor.

Two records are made of a deal. The *written* one says what is known: unsure cards with their candidates, unseen ones as
`??`. It is what `--record` writes and what the auditor judges, so a verdict is certain only if no guess is in it. The
*guessed* one takes the likeliest card of every play, so that there is a score to look at; what hangs on a guess is
marked unsure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from jassvision.rules.actions import Name, Push, ShowStoeck, ShowWeis, TakeRest
from jassvision.rules.audit import CERTAIN, CLEAN, Verdict
from jassvision.rules.cards import BIT, EMPTY, CardSet
from jassvision.rules.contracts import parse_contract
from jassvision.rules.deal import Deal
from jassvision.rules.ending import GameClaim, GameEnd, game_end
from jassvision.rules.errors import JassError, RulesError
from jassvision.rules.ledger import Entry
from jassvision.rules.notation_record import (
    ActionLine,
    Comment,
    DealLine,
    DealRecord,
    HandLine,
    MatchRecord,
    Reading,
    ScoreLine,
    TrickItem,
    TrickLine,
)
from jassvision.rules.notation_replay import audit_record, replay
from jassvision.rules.notation_rules import rule_tags
from jassvision.rules.options import Rules
from jassvision.rules.seats import Seat, seat_name, side_of, step_of
from jassvision.rules.weis import stoeck_cards
from jassvision.vision.decoder_answer import DecodedDeal, DecodedPlay

AS_DEALT, NONE = "auto", "none"
"""Weis from the hands that the plays reveal, or none at all; else what was announced comes from a file."""


LISTED = 0.97
"""Probability that the cards named for an unsure play must hold together to rule out all others."""


@dataclass(frozen=True)
class Melds:
    """What was announced in a deal: Weis as (seat, cards), and who announced Stöck."""

    weis: tuple[tuple[Seat, CardSet], ...] = ()
    stoeck: Seat | None = None


@dataclass(frozen=True)
class TrickResult:
    """A trick as it counts: all points in it, the last trick's included.

    `winner` is None while the trick lasts or when nobody can say; the rest claimed at once is a trick without plays.
    """

    leader: Seat
    winner: Seat | None
    points: int
    unsure: bool = False


@dataclass(frozen=True)
class DealResult:
    """A deal with its score.

    Attributes:
        decoded: what the decoder says; None for a deal read from a record.
        record: the written record.
        deal: the deal as played on the likeliest cards, as far as the rules can follow; None when not at all.
        tricks: the tricks as they count.
        verdicts: illegal plays, certain and possible.
        card_points: by side, the last trick's included, without factor.
        score: by side, everything with factor.
        weis_as_dealt: whether Weis and Stöck were taken from the hands.
        notes: what a person should know.
    """

    decoded: DecodedDeal | None
    record: DealRecord
    deal: Deal | None
    tricks: tuple[TrickResult, ...]
    verdicts: tuple[Verdict, ...]
    card_points: tuple[int, ...]
    score: tuple[int, ...]
    weis_as_dealt: bool
    notes: tuple[str, ...] = ()

    @property
    def illegal(self) -> tuple[Verdict, ...]:
        """The plays that were illegal beyond doubt."""
        return tuple(verdict for verdict in self.verdicts if verdict.status == CERTAIN)


@dataclass(frozen=True)
class Reckoning:
    """All deals of a film with the running score.

    Attributes:
        rules: the house rules.
        deals: the deals.
        totals: the score of every side.
        end: how the match ended, None while it goes on.
    """

    rules: Rules
    deals: tuple[DealResult, ...]
    totals: tuple[int, ...]
    end: GameEnd | None


def reckoned(rules: Rules, deals: Sequence[DealResult], claims: Sequence[tuple[int, int, int]] = ()) -> Reckoning:
    """The running score over some deals, and how the match has ended.

    Args:
        claims: index of the deal, side, and how many entries that deal had when the side claimed the game.
    """
    entries: list[Entry] = []
    starts: list[int] = []
    made: list[GameClaim] = []
    played = 0
    for index, result in enumerate(deals):
        start = len(entries)
        starts.append(start)
        deal = result.deal
        if deal is not None and not deal.void:
            entries += [e if e.reverses is None else replace(e, reverses=e.reverses + start) for e in deal.entries]
            played += deal.is_over
        made += [GameClaim(side, min(start + count, len(entries))) for at, side, count in claims if at == index]
    totals = tuple(sum(result.score[side] for result in deals) for side in range(rules.sides))
    end = game_end(rules, entries, claims=made, deals_played=played, starts=starts)
    return Reckoning(rules, tuple(deals), totals, end)


def deal_result(
    rules: Rules, decoded: DecodedDeal, number: int, *, weis: str | Melds = AS_DEALT, pushed: bool = False
) -> DealResult:
    """A decoded deal with its score and verdicts.

    Args:
        number: number of the deal, from 1.
        weis: `auto`, `none`, or what was announced.
        pushed: whether the forehand left the contract to the partner.
    """
    if weis == NONE:
        rules = replace(rules, weis="none", stoeck=False)
    melds = weis if isinstance(weis, Melds) else Melds()
    unheard = not_heard(rules)
    left_out: tuple[str, ...] = ()
    if unheard:
        deal, notes = None, [unheard]
    else:
        guessed = record_of_deal(rules, decoded, number, melds, pushed=pushed, guess=True)
        deal, notes = _played(rules, guessed, as_dealt=weis == AS_DEALT)
        if notes and melds != Melds():  # what was announced must not keep the plays from being counted and judged
            bare = record_of_deal(rules, decoded, number, pushed=pushed, guess=True)
            without, still = _played(rules, bare, as_dealt=False)
            if not still:
                left_out = (f"{notes[0]}: what was said to be announced is left out",)
                deal, notes, melds = without, [], Melds()
    written = record_of_deal(rules, decoded, number, melds, pushed=pushed)
    verdicts, doubts = _judged(rules, written)
    tricks = _tricks(rules, decoded, deal)
    card_points = _by_side(rules, tricks)
    score = card_points
    if deal is not None and not notes:
        score = tuple(deal.points(side) for side in range(rules.sides))
        if deal.is_over and all(not play.unsure for play in decoded.plays):
            if weis == AS_DEALT:  # written down as if announced, so that the record alone gives the same score
                written = record_of_deal(rules, decoded, number, _scored_melds(deal), pushed=pushed)
            written = replace(written, lines=(*written.lines, ScoreLine(score)))
    elif decoded.contract:
        score = tuple(points * rules.factors.get(decoded.contract, 1) for points in card_points)
    return DealResult(
        decoded,
        written,
        deal,
        tricks,
        verdicts,
        card_points,
        score,
        weis == AS_DEALT,
        (*decoded.notes, *left_out, *notes, *assumed(rules), *doubts),
    )


def _scored_melds(deal: Deal) -> Melds:
    """The Weis and Stöck that have scored in a deal."""
    weis = tuple((e.seat, e.cards) for e in deal.entries if e.kind == "weis" and e.seat is not None and e.cards)
    stoeck = next((e.seat for e in deal.entries if e.kind == "stoeck"), None)
    return Melds(weis, stoeck)


# Records -------------------------------------------------------------------------------------------------------------


def record_of_deal(
    rules: Rules,
    decoded: DecodedDeal,
    number: int,
    melds: Melds = Melds(),
    *,
    pushed: bool = False,
    guess: bool = False,
) -> DealRecord:
    """The record of a decoded deal; with `guess` every card that has a likeliest one counts as sure."""
    step = step_of(rules.direction)
    dealer = (decoded.forehand - step) % rules.players
    lines: list[DealLine] = list(_hands(rules, decoded, guess))
    if decoded.contract:
        lines += contract_lines(rules, decoded.forehand, decoded.contract, pushed, _doubt(decoded))
    for index, trick in enumerate(decoded.tricks):
        if not trick.plays:
            continue
        items: list[TrickItem] = []
        for play in trick.plays:
            if index == 0:  # said with the card, so before the trick can be complete
                items += [ShowWeis(seat, cards) for seat, cards in melds.weis if seat == play.seat]
            if melds.stoeck == play.seat and _second_of_pair(decoded, play):
                items.append(ShowStoeck(play.seat))
            items.append(_reading(play, guess))
        lines.append(TrickLine(index + 1, trick.leader, tuple(items), None if trick.unsure else trick.winner))
    if decoded.rest is not None:
        lines.append(ActionLine(TakeRest(decoded.rest)))
    return DealRecord(number, dealer, tuple(lines))


def contract_lines(
    rules: Rules, forehand: Seat, contract: str, pushed: bool, doubt: Comment | None = None
) -> list[DealLine]:
    """The lines of a record that say the contract: named, or by whoever turned up the card that gives trump."""
    turned = rules.trump_by in ("last_card", "turn_up")
    namer = (forehand - step_of(rules.direction)) % rules.players if turned else forehand
    if not pushed:
        return [ActionLine(Name(namer, contract), doubt)]
    partner = (namer + rules.players // 2) % rules.players
    return [ActionLine(Push(namer)), ActionLine(Name(partner, contract), doubt)]


def match_record(rules: Rules, deals: Sequence[DealResult], tags: Sequence[tuple[str, str]] = ()) -> MatchRecord:
    """The record of all deals of a film."""
    return MatchRecord((("Jass", "1"), *rule_tags(rules), *tags), tuple(result.record for result in deals))


def _hands(rules: Rules, decoded: DecodedDeal, guess: bool) -> list[HandLine]:
    """The hands as the plays reveal them; where that is not all, the cards that a seat has shown."""
    if rules.open_piles or rules.draw or rules.swap != "none" or rules.exchange or rules.blind or rules.first_cards:
        return []
    found = []
    for seat in range(rules.players):
        plays = [play for play in decoded.plays if play.seat == seat]
        cards: CardSet = EMPTY
        for play in plays:
            cards |= BIT[play.card] if play.card is not None and (guess or not play.unsure) else EMPTY
        if decoded.complete and cards.bit_count() == rules.hand_size:
            found.append(HandLine(seat, cards))
            continue
        others = EMPTY
        for play in decoded.plays:
            others |= BIT[play.card] if play.card is not None and play.seat != seat else EMPTY
        shown = decoded.shown.get(seat, EMPTY) & ~others
        if shown and (shown | cards).bit_count() < rules.hand_size and not guess:
            found.append(HandLine(seat, shown))
    return found


def _doubt(decoded: DecodedDeal) -> Comment | None:
    if decoded.given is not None:
        return None
    return Comment(f"not said: {round(100 * decoded.contracts[decoded.contract], 1)} % likely from the play")


def _reading(play: DecodedPlay, guess: bool) -> Reading:
    time = "" if play.time is None else f"{play.time:.2f}"
    if play.card is None:
        return Reading(time=time)
    if guess or not play.unsure:
        return Reading((play.card,), True, time=time)
    # A list of cards rules all others out; where it does not hold nearly everything, the card is just marked.
    others = [card for card, _ in play.likely if card != play.card]
    listed = sum(probability for _, probability in play.likely) >= LISTED
    return Reading((play.card, *(others if listed else ())), time=time)


def _second_of_pair(decoded: DecodedDeal, play: DecodedPlay) -> bool:
    """Whether a play is the second of king and queen of trump by its seat."""
    pair = stoeck_cards(decoded.contract) if decoded.contract else EMPTY
    if play.card is None or not pair & BIT[play.card]:
        return False
    before = EMPTY
    for other in decoded.plays:
        if other is play:
            break
        if other.seat == play.seat and other.card is not None:
            before |= BIT[other.card]
    return bool(before & pair)


# By the rules --------------------------------------------------------------------------------------------------------


def _played(rules: Rules, record: DealRecord, *, as_dealt: bool) -> tuple[Deal | None, list[str]]:
    """The deal as far as the rules can follow, and what keeps them from following."""
    try:
        found = replay(MatchRecord(tuple(rule_tags(rules)), (record,)), as_dealt=as_dealt)
    except RulesError as error:
        return None, [str(error)]
    deal = found.match.deal
    # what has stopped the rules is said last; what did not fit before it has not
    return deal, [] if found.complete else [str(error) for error in found.errors[-1:]]


def _judged(rules: Rules, record: DealRecord) -> tuple[tuple[Verdict, ...], list[str]]:
    """The verdicts that are not clean."""
    try:
        verdicts = audit_record(MatchRecord(tuple(rule_tags(rules)), (record,)), 0)
    except JassError as error:
        return (), [f"plays could not be judged: {error}"] if record.tricks else []
    return tuple(verdict for verdict in verdicts if verdict.status != CLEAN), []


def _tricks(rules: Rules, decoded: DecodedDeal, deal: Deal | None) -> tuple[TrickResult, ...]:
    """The tricks as they count: by the rules as far as they follow, else by the cards and who won as it was seen."""
    found = []
    last = rules.last_trick
    for index, trick in enumerate(decoded.tricks):
        unsure = trick.unsure or any(play.unsure for play in trick.plays)
        if deal is not None and index < len(deal.tricks) and deal.tricks[index].cards:
            played = deal.tricks[index]
            is_last = deal.is_over and index == len(deal.tricks) - 1
            found.append(TrickResult(played.leader, played.winner, played.points + last * is_last, unsure))
            continue
        points = 0
        if decoded.contract and trick.winner is not None:
            order = parse_contract(decoded.contract).order(
                index, undenufe_points=rules.undenufe_points, family=rules.family
            )
            points = sum(order.points[play.card] for play in trick.plays if play.card is not None)
            points += last * (decoded.complete and decoded.rest is None and index == len(decoded.tricks) - 1)
        found.append(TrickResult(trick.leader, trick.winner, points, unsure))
    if decoded.rest is not None and deal is not None and deal.is_over and not deal.tricks[-1].cards:
        rest = deal.tricks[-1]
        found.append(TrickResult(rest.leader, rest.winner, rest.points + last))
    return tuple(found)


def _by_side(rules: Rules, tricks: Sequence[TrickResult]) -> tuple[int, ...]:
    points = [0] * rules.sides
    for trick in tricks:
        if trick.winner is not None:
            points[side_of(trick.winner, rules.sides < rules.players)] += trick.points
    return tuple(points)


# What a film does not tell -------------------------------------------------------------------------------------------


def not_heard(rules: Rules) -> str:
    """What the score of a deal hangs on beside the cards, in a sentence; empty where a film shows all that counts.

    Then the card points alone are counted: the rest is for a person to say.
    """
    if rules.scoring == "difference":
        return "announcements are not heard: listed are the points made, not by how much they miss the announcement"
    if rules.scoring == "handjass":
        return "who stood, dropped or took the blind is not seen: listed are the card points, without Weis and strokes"
    if rules.maker != "none":
        return "who made trump is not seen: listed are the card points, without melds and the failure of a maker"
    return ""


def assumed(rules: Rules) -> tuple[str, ...]:
    """What is taken for granted when a deal is counted, though a film does not show it."""
    if rules.trump_by == "box":
        return ("who chose which box is not heard: counted for the forehand's side, as the box of that contract",)
    return ()


# Words ---------------------------------------------------------------------------------------------------------------


def side_names(rules: Rules) -> tuple[str, ...]:
    """The sides in files: `north_south` and `east_west`, or the seats where nobody has a partner."""
    if rules.sides == 2 and rules.players == 4:
        return ("north_south", "east_west")
    return tuple(seat_name(seat, rules.players) for seat in range(rules.players))


def by_side(rules: Rules, points: Sequence[int]) -> Mapping[str, int]:
    """Points by the names of the sides."""
    return dict(zip(side_names(rules), points, strict=True))
