"""A deal as JSON: its tricks and plays, illegal plays, what was scored, and the Weis that may be said."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from jassvision.rules.audit import CERTAIN, Verdict
from jassvision.rules.cards import code, codes
from jassvision.rules.contracts import parse_contract
from jassvision.rules.errors import JassError
from jassvision.rules.options import Rules
from jassvision.rules.seats import Seat, next_seat, seat_name, step_of
from jassvision.rules.weis import weis_of
from jassvision.tools.live.as_of import is_closed
from jassvision.tools.live.corrections import play_id
from jassvision.tools.live.counting import ruling_of
from jassvision.tools.live.fold import DealView, MatchFold
from jassvision.tools.live.scoring import known_hands, proposals_of, weis_mode
from jassvision.tools.reckoning import DealResult, by_side, side_names
from jassvision.tools.result_json import UNKNOWN_CARD
from jassvision.vision.decoder_answer import DecodedDeal, DecodedPlay


def deal_json(match: MatchFold, rules: Rules, view: DealView, result: DealResult, *, public: bool) -> dict[str, Any]:
    decoded, players = view.decoded, rules.players
    trick, to_play = expected(rules, decoded)
    known = any(decoded.contract == c for c in rules.contracts)
    found: dict[str, Any] = {
        "id": f"d{view.number}",
        "number": view.number,
        "dealer": seat_name(dealer_of(rules, view), players),
        "forehand": seat_name(decoded.forehand, players),
        "forehand_sure": decoded.forehand_confidence >= 0.9,
        "contract": decoded.contract if known else None,
        "contract_given": decoded.given is not None,
        "contract_unsure": decoded.contract_unsure,
        "pushed": view.pushed,
        "factor": rules.factors.get(decoded.contract, 1) if known else 1,
        "to_play": None if to_play is None or view.void else seat_name(to_play, players),
        "trick": min(trick, rules.hand_size),
        "complete": decoded.complete,
        "void": view.void,
        "rest": None if decoded.rest is None else seat_name(decoded.rest, players),
        "score": dict(by_side(rules, result.score)),
        "card_points": dict(by_side(rules, result.card_points)),
        "tricks": _tricks(match, rules, view, result, public),
        "illegal": [
            _illegal(rules, view, verdict, public)
            for verdict in result.verdicts
            if not public or verdict.status == CERTAIN
        ],
        "entries": _entries(rules, result),
    }
    if not public:
        ranked = sorted(((c, p) for c, p in decoded.contracts.items() if c), key=lambda pair: -pair[1])
        found["posterior"] = [{"contract": c, "p": round(p, 4)} for c, p in ranked if p >= 0.001]
        found["known"] = _known(rules, decoded)
        found["notes"] = list(result.notes)
    return found


def _tricks(match: MatchFold, rules: Rules, view: DealView, result: DealResult, public: bool) -> list[dict[str, Any]]:
    decoded, players = view.decoded, rules.players
    found = []
    for index, trick in enumerate(result.tricks):
        seen = decoded.tricks[index] if index < len(decoded.tricks) else None
        closed = seen is None or is_closed(decoded, index)
        plays = (
            []
            if seen is None
            else [play_json(match, view, index, place, play, players, public) for place, play in enumerate(seen.plays)]
        )
        found.append(
            {
                "number": index + 1,
                "leader": seat_name(trick.leader, players),
                "winner": seat_name(trick.winner, players) if closed and trick.winner is not None else None,
                "unsure": trick.unsure,
                "points": trick.points,
                "closed": closed,
                "plays": plays,
            }
        )
    return found


def play_json(
    match: MatchFold, view: DealView, index: int, place: int, play: DecodedPlay, players: int, public: bool
) -> dict[str, Any]:
    said = match.corrections
    name = unseen_id(view.number, index, place) if play.track is None else play_id(play.track)
    certain = play.track is not None and (play.track in said.faces or play.track < 0)
    unsure = play.unsure and not (certain and play.card is not None)
    found: dict[str, Any] = {
        "id": name,
        "seat": seat_name(play.seat, players),
        "card": UNKNOWN_CARD if play.card is None else code(play.card),
        "unsure": unsure,
    }
    if not public:
        found |= {
            "confidence": round(play.confidence, 4),
            "likely": [{"card": code(card), "p": round(p, 4)} for card, p in play.likely],
            "time": None if play.time is None else round(play.time, 3),
            "source": "inferred" if play.track is None else "operator" if play.track < 0 else "vision",
            "certain": certain,
        }
    return found


def unseen_id(deal: int, index: int, place: int) -> str:
    """The name of a play that nobody saw, by its place."""
    return f"m{deal}.{index + 1}.{place + 1}"


def _illegal(rules: Rules, view: DealView, verdict: Verdict, public: bool) -> dict[str, Any]:
    trick = view.decoded.tricks[verdict.trick] if verdict.trick < len(view.decoded.tricks) else None
    place, play = next(
        ((i, p) for i, p in enumerate(trick.plays) if p.seat == verdict.seat) if trick else iter(()), (0, None)
    )
    track = None if play is None else play.track
    found: dict[str, Any] = {
        "play": unseen_id(view.number, verdict.trick, place) if track is None else play_id(track),
        "seat": seat_name(verdict.seat, rules.players),
        "card": UNKNOWN_CARD if verdict.card is None else code(verdict.card),
        "trick": verdict.trick + 1,
        "certainty": verdict.status,
        "rule": verdict.rule,
        "reason": verdict.reason,
    }
    ruled = ruling_of(view, verdict.seat, verdict.trick)
    found["ruling"] = None if ruled is None else ruled.kind
    if not public:
        found |= {"legal": codes(verdict.legal), "proof": verdict.proof}
    return found


def _entries(rules: Rules, result: DealResult) -> list[dict[str, Any]]:
    entries = result.deal.entries if result.deal is not None else ()
    return [
        {
            "kind": entry.kind,
            "side": side_names(rules)[entry.side],
            "seat": None if entry.seat is None else seat_name(entry.seat, rules.players),
            "points": entry.raw,
            "factor": entry.factor,
            "trick": None if entry.trick is None else entry.trick + 1,
            "cards": codes(entry.cards) if entry.kind in ("weis", "stoeck") else [],
        }
        for entry in entries
        if entry.kind != "trick"
    ]


def _known(rules: Rules, decoded: DecodedDeal) -> dict[str, list[str]]:
    """The cards that seats have shown and not played yet."""
    hands = known_hands(decoded, rules.players)
    for play in decoded.plays:
        if play.card is not None:
            hands = [hand & ~(1 << play.card) for hand in hands]
    return {seat_name(seat, rules.players): codes(hand) for seat, hand in enumerate(hands) if hand}


def proposals_json(match: MatchFold, rules: Rules, views: Sequence[DealView]) -> dict[str, Any]:
    if not views:
        return {"weis": [], "stoeck": None}
    view = views[-1]
    weis, stoeck = proposals_of(rules, view, weis_mode(match))
    listed = [
        {
            "id": f"w-{seat_name(p.seat, rules.players)}-{''.join(codes(p.cards))}",
            "seat": seat_name(p.seat, rules.players),
            "cards": codes(p.cards),
            "points": p.points,
            "status": p.status,
            "proved": True,
        }
        for p in weis
    ]
    proposed = {(p.seat, p.cards) for p in weis}
    for seat, cards, event in view.said.entered:
        if (seat, cards) not in proposed:
            listed.append(
                {
                    "id": f"e{event}",
                    "seat": seat_name(seat, rules.players),
                    "cards": codes(cards),
                    "points": _weis_points(rules, view.decoded.contract, cards),
                    "status": "accepted",
                    "proved": False,
                }
            )
    for seat, points, event in view.said.points:
        listed.append(
            {
                "id": f"e{event}",
                "seat": seat_name(seat, rules.players),
                "cards": [],
                "points": points,
                "status": "accepted",
                "proved": False,
            }
        )
    pair: dict[str, Any] | None = None
    if stoeck is not None:
        pair = {
            "seat": seat_name(stoeck.seat, rules.players),
            "cards": codes(stoeck.cards),
            "status": stoeck.status,
        }
    elif view.said.stoeck is not None:
        pair = {"seat": seat_name(view.said.stoeck, rules.players), "cards": [], "status": "accepted"}
    return {"weis": listed, "stoeck": pair}


def _weis_points(rules: Rules, contract: str, cards: int) -> int:
    try:
        return weis_of(cards, rules, contract).points
    except JassError:
        return 0


def dealer_of(rules: Rules, view: DealView) -> Seat:
    return (
        view.dealer if view.dealer is not None else (view.decoded.forehand - step_of(rules.direction)) % rules.players
    )


def expected(rules: Rules, deal: DecodedDeal) -> tuple[int, Seat | None]:
    """Number of the trick that is being played, from 1, and who is to play; None where nobody can say."""
    players = rules.players
    if deal.complete:
        return len(deal.tricks), None
    if not deal.tricks:
        return 1, deal.forehand
    last = len(deal.tricks) - 1
    trick = deal.tricks[last]
    if is_closed(deal, last):
        return last + 2, trick.winner
    if len(trick.plays) < players:
        return last + 1, next_seat(trick.plays[-1].seat, players, rules.direction) if trick.plays else trick.leader
    cards = [play.card for play in trick.plays]
    if deal.contract and not deal.contract_unsure and None not in cards:
        order = parse_contract(deal.contract).order(last, undenufe_points=rules.undenufe_points, family=rules.family)
        return last + 1, trick.plays[order.winner([card for card in cards if card is not None])].seat
    return last + 1, None
