"""The state that pages show, as plain JSON (`jassvision-live/1`): the console's with everything, and the public one.

Seats and sides are named, cards are codes and tricks and deals count from 1, as in `jassvision/1`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from jassvision.rules.audit import CERTAIN, Verdict
from jassvision.rules.cards import cards_in, code, codes
from jassvision.rules.contracts import parse_contract
from jassvision.rules.ending import bergpreis
from jassvision.rules.errors import JassError
from jassvision.rules.options import Rules
from jassvision.rules.seats import Seat, next_seat, seat_name, side_of, step_of
from jassvision.tools.live.as_of import BoardMode, is_closed
from jassvision.tools.live.corrections import UNDO, play_id
from jassvision.tools.live.fold import DealView, MatchFold
from jassvision.tools.live.scoring import (
    Scorer,
    known_hands,
    proposals_of,
    rules_on_table,
    slates_of,
    weis_mode,
)
from jassvision.tools.reckoning import DealResult, Reckoning, by_side, side_names
from jassvision.tools.result_json import UNKNOWN_CARD
from jassvision.vision.decoder_answer import DecodedDeal, DecodedPlay

SCHEMA: Final = "jassvision-live/1"

STRAY_SECONDS: Final = 2.0
"""How long a card must lie that has no place in the game before picture and game no longer agree."""

STRAY_CLEAR: Final = 0.9
"""How clearly one card alone must be read for that; of two or more none need be clear."""

MOVED_SECONDS: Final = 5.0
"""How long it is shown that the camera was moved."""

BLIND: Final = ("opening", "stalled", "closed", "frozen", "dark", "covered", "lost")
"""What the camera may be when nothing can be seen."""


@dataclass(frozen=True)
class Camera:
    """What is known of the source of pictures.

    Attributes:
        source: as a person named it.
        status: `seeing`, one of `BLIND`, `ended` (a film is over) or `none`.
        since: session time of the last change.
        sentence: the status in words.
        fps: pictures a second.
        size: width and height in pixels.
        moved_at: session time at which the camera was last moved and the table found again.
    """

    source: str = ""
    status: str = "none"
    since: float = 0.0
    sentence: str = ""
    fps: float = 0.0
    size: tuple[int, int] | None = None
    moved_at: float | None = None


@dataclass(frozen=True)
class Around:
    """What belongs to the state beside the game.

    Attributes:
        session: a name that is another each time the program starts.
        revision: number of the state within the session.
        time: session time in seconds.
        record: its file, and a sentence when it cannot be written.
        delay: seconds by which the overlay is late.
    """

    session: str
    revision: int
    time: float
    camera: Camera = field(default_factory=Camera)
    record: tuple[str, str] = ("", "")
    delay: float = 0.0


@dataclass(frozen=True)
class Earlier:
    """A match of this record that is over or was left: its number, totals, winners and names."""

    number: int
    totals: dict[str, int]
    winners: list[str]
    names: dict[str, str]


def console_state(
    match: MatchFold, scorer: Scorer, around: Around, earlier: Sequence[Earlier] = (), event: int = 0
) -> dict[str, Any]:
    """Everything that the operator may see."""
    rules = rules_on_table(match)
    views = match.deals
    reckoning, results = scorer.reckoning(rules, views, weis_mode(match))
    mode, reasons = mode_and_reasons(match, views, around)
    file, sentence = around.record
    found = _common(match, rules, reckoning, results, views, around, earlier)
    found |= {
        "view": "console",
        "event": event,
        "mode": mode,
        "held": match.held,
        "reasons": reasons,
        "camera": {
            "source": around.camera.source,
            "status": around.camera.status,
            "since": round(around.camera.since, 2),
            "sentence": around.camera.sentence,
            "fps": round(around.camera.fps, 1),
            "size": around.camera.size and list(around.camera.size),
        },
        "record": {"file": file, "ok": not sentence, "sentence": sentence},
        "deal": _deal(match, rules, views[-1], results[-1], public=False) if views else None,
        "undo": _undo(match),
        "redo": _redo(match),
        "proposals": _proposals(match, rules, views),
        "weis_mode": weis_mode(match),
        "next_deal": match.next_deal,
        "next_contract": match.corrections.contracts.get(match.next_deal),
        "next_pushed": match.corrections.pushed.get(match.next_deal, False),
        "delay": around.delay,
        "notes": list(match.segments[-1].notes),
    }
    return found


def public_state(
    match: MatchFold,
    views: Sequence[DealView],
    scorer: Scorer,
    around: Around,
    view: str,
    earlier: Sequence[Earlier] = (),
) -> dict[str, Any]:
    """What the board or the overlay may show, of deals that were cut for the public."""
    rules = rules_on_table(match)
    reckoning, results = scorer.reckoning(rules, views, weis_mode(match))
    mode, reasons = mode_and_reasons(match, match.deals, around)
    found = _common(match, rules, reckoning, results, views, around, earlier)
    shown = views[-1] if views else None
    found |= {
        "view": view,
        "mode": mode,
        "reasons": [{"kind": reason["kind"]} for reason in reasons],
        "deal": None if shown is None else _deal(match, rules, shown, results[-1], public=True),
    }
    return found


def mode_and_reasons(match: MatchFold, views: Sequence[DealView], around: Around) -> tuple[str, list[dict[str, Any]]]:
    """`live`, `unsure`, `lost` or `manual`, and why; the most urgent reason first."""
    camera = around.camera
    manual: list[dict[str, Any]] = []
    if around.record[1]:
        manual.append({"kind": "record", "sentence": around.record[1]})
    if match.held:
        manual.append({"kind": "held", "sentence": "The operator holds the game: what is seen does not count."})
    if camera.status == "none":
        manual.append({"kind": "no_camera", "sentence": "There is no camera: the game is entered by hand."})
    if camera.status == "ended":
        manual.append({"kind": "ended", "sentence": "The film is over."})
    lost: list[dict[str, Any]] = []
    if camera.status in BLIND:
        lost.append({"kind": "camera", "status": camera.status, "sentence": camera.sentence})
    lost += _disagreement(match, views, around.time)
    unsure = _open_questions(match, views)
    other: list[dict[str, Any]] = []
    if camera.moved_at is not None and around.time - camera.moved_at < MOVED_SECONDS:
        other.append({"kind": "moved", "sentence": "The camera was moved; the table was found again."})
    for track in match.segments[-1].misfits:
        other.append(
            {
                "kind": "conflict",
                "play": play_id(track),
                "sentence": "What you said of this card does not fit the rest.",
            }
        )
    reasons = manual + lost + unsure + other
    if manual:
        return "manual", reasons
    if lost:
        return "lost", reasons
    return ("unsure" if unsure else "live"), reasons


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


# Parts of the state --------------------------------------------------------------------------------------------------


def _common(
    match: MatchFold,
    rules: Rules,
    reckoning: Reckoning,
    results: Sequence[DealResult],
    views: Sequence[DealView],
    around: Around,
    earlier: Sequence[Earlier],
) -> dict[str, Any]:
    names = match.names
    word = match.latest("board")
    board: BoardMode = match.setup.get("board", "live") if word is None else word.payload["mode"]
    slates = slates_of(rules, results, views)
    running = results[-1].score if results and not views[-1].void else (0,) * rules.sides
    partners = rules.sides < rules.players
    sides = []
    for side, name in enumerate(side_names(rules)):
        seats = [seat for seat in range(rules.players) if side_of(seat, partners) == side]
        spoken = [names.get(seat_name(seat, rules.players), "") for seat in seats]
        slate = slates[side]
        sides.append(
            {
                "side": name,
                "seats": [seat_name(seat, rules.players) for seat in seats],
                "name": " & ".join(spoken) if all(spoken) else "",
                "score": reckoning.totals[side],
                "deal_score": running[side],
                "slate": slate
                and {
                    "hundreds": slate.hundreds,
                    "fifties": slate.fifties,
                    "twenties": slate.twenties,
                    "rest": slate.rest,
                },
            }
        )
    return {
        "schema": SCHEMA,
        "session": around.session,
        "revision": around.revision,
        "time": round(around.time, 2),
        "rules": _rules(rules),
        "pack": match.pack,
        "pack_names": match.pack or rules.suits,
        "seats": [
            {
                "seat": seat_name(seat, rules.players),
                "name": names.get(seat_name(seat, rules.players), ""),
                "side": side_names(rules)[side_of(seat, partners)],
            }
            for seat in _in_order(rules)
        ],
        "sides": sides,
        "match": _match(match, rules, reckoning, results, views, earlier),
        "board_mode": board,
    }


def _rules(rules: Rules) -> dict[str, Any]:
    return {
        "name": rules.name,
        "game": rules.game,
        "players": rules.players,
        "direction": rules.direction,
        "suits": rules.suits,
        "contracts": list(rules.contracts),
        "factors": {contract: rules.factors.get(contract, 1) for contract in rules.contracts},
        "push": rules.trump_by == "named" and rules.sides == 2,
        "weis": rules.weis != "none",
        "stoeck": rules.stoeck,
        "target": rules.target,
        "deals": rules.total_deals,
        "tricks": rules.hand_size,
        "hand_size": rules.hand_size,
        "wins": rules.wins,
        "slate": rules.sides == 2 and rules.wins == "highest",
        "cards": codes(rules.card_pack),
    }


def _match(
    match: MatchFold,
    rules: Rules,
    reckoning: Reckoning,
    results: Sequence[DealResult],
    views: Sequence[DealView],
    earlier: Sequence[Earlier],
) -> dict[str, Any]:
    end = reckoning.end
    totals = [0] * rules.sides
    deals = []
    for view, result in zip(views, results, strict=True):
        decoded = view.decoded
        if not view.void:
            totals = [old + new for old, new in zip(totals, result.score, strict=True)]
        deals.append(
            {
                "number": view.number,
                "dealer": seat_name(_dealer(rules, view), rules.players),
                "contract": decoded.contract or None,
                "factor": rules.factors.get(decoded.contract, 1),
                "score": dict(by_side(rules, result.score))
                if not view.void
                else dict(by_side(rules, [0] * rules.sides)),
                "total": dict(by_side(rules, totals)),
                "complete": decoded.complete,
                "void": view.void,
                "illegal": len(result.illegal),
                "unsure": sum(play.unsure for play in decoded.plays) + decoded.contract_unsure,
            }
        )
    entries = [entry for result in reckoning.deals if result.deal is not None for entry in result.deal.entries]
    half = bergpreis(rules, entries)
    return {
        "number": len(earlier) + 1,
        "deals_played": sum(view.decoded.complete and not view.void for view in views),
        "end": None
        if end is None
        else {"winners": [side_names(rules)[s] for s in end.winners], "how": end.how, "reason": end.reason},
        "bergpreis": None if half is None else side_names(rules)[half.side],
        "deals": deals,
        "earlier": [{"number": e.number, "totals": e.totals, "winners": e.winners, "names": e.names} for e in earlier],
    }


def _deal(match: MatchFold, rules: Rules, view: DealView, result: DealResult, *, public: bool) -> dict[str, Any]:
    decoded, players = view.decoded, rules.players
    trick, to_play = expected(rules, decoded)
    known = any(decoded.contract == c for c in rules.contracts)
    found: dict[str, Any] = {
        "id": f"d{view.number}",
        "number": view.number,
        "dealer": seat_name(_dealer(rules, view), players),
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
            else [_play(match, view, index, place, play, players, public) for place, play in enumerate(seen.plays)]
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


def _play(
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


def _proposals(match: MatchFold, rules: Rules, views: Sequence[DealView]) -> dict[str, Any]:
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
    from jassvision.rules.weis import weis_of

    try:
        return weis_of(cards, rules, contract).points
    except JassError:
        return 0


def _undo(match: MatchFold) -> dict[str, Any] | None:
    word = last_word(match)
    if word is None:
        return None
    return {"event": word.id, "what": word.kind, "data": _without(word.payload, "nonce")}


def last_word(match: MatchFold) -> Any:
    """The last word that can be taken back: of the current match, or that which began it."""
    word = next((word for word in reversed(match.words) if word.kind != UNDO), None)
    return word if word is not None or match.begun.kind != "new_match" else match.begun


def last_undo(match: MatchFold) -> Any:
    """The undo that can be taken back: only if nothing else was said since."""
    if not match.words or match.words[-1].kind != UNDO:
        return None
    latest = max((e.id for e in match.events if e.source == "operator"), default=0)
    words = [e for e in match.events if e.source == "operator" and e.kind != UNDO]
    undo = match.words[-1]
    newer = [w for w in words if w.id > undo.id]
    return undo if latest and not newer else None


def _redo(match: MatchFold) -> dict[str, Any] | None:
    undo = last_undo(match)
    if undo is None:
        return None
    word = next((e for e in match.events if e.id == undo.payload["event"]), None)
    return None if word is None else {"event": undo.id, "what": word.kind, "data": _without(word.payload, "nonce")}


def _without(payload: Mapping[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in payload.items() if name != key}


def _disagreement(match: MatchFold, views: Sequence[DealView], time: float) -> list[dict[str, Any]]:
    """Picture and game no longer agree: cards lie there that have no place in the game."""
    if match.held:
        return []
    strays = [s for s in match.segments[-1].strays if time - s.time >= STRAY_SECONDS]
    if not views or not strays or (len(strays) == 1 and strays[0].probability < STRAY_CLEAR):
        return []
    deal = views[-1].decoded
    trick, to_play = expected(match.rules, deal)
    lying = deal.tricks[-1].plays if deal.tricks and not is_closed(deal, len(deal.tricks) - 1) else ()
    cards = [UNKNOWN_CARD if play.card is None else code(play.card) for play in lying]
    seen = [*cards, *(code(s.card) for s in strays)]
    who = "nobody" if to_play is None else seat_name(to_play, match.rules.players)
    return [
        {
            "kind": "disagree",
            "sentence": f"On the table lie {' '.join(seen)}; the game expects {who} to play to trick {trick}, "
            f"after {' '.join(cards) or 'no card'}.",
            "seen": seen,
            "strays": [{"play": play_id(s.track), "card": code(s.card), "p": round(s.probability, 3)} for s in strays],
            "plays": [play_id(s.track) for s in strays],
            "expected": {
                "trick": trick,
                "cards": cards,
                "next": None if to_play is None else seat_name(to_play, match.rules.players),
            },
            "ways": [{"action": a} for a in ("accept_table", "ignore_table", "end_trick", "redeal", "hold")],
        }
    ]


def _open_questions(match: MatchFold, views: Sequence[DealView]) -> list[dict[str, Any]]:
    """What waits for a human in the running deal."""
    if not views or views[-1].void:
        return []
    view = views[-1]
    decoded, players = view.decoded, match.rules.players
    found: list[dict[str, Any]] = []
    for index, trick in enumerate(decoded.tricks):
        for place, play in enumerate(trick.plays):
            shown = _play(match, view, index, place, play, players, public=False)
            if shown["unsure"]:
                kind = "missed_card" if play.track is None and play.card is None else "unsure_card"
                who = f"{shown['seat']}'s card in trick {index + 1}"
                found.append(
                    {
                        "kind": kind,
                        "play": shown["id"],
                        "seat": shown["seat"],
                        "trick": index + 1,
                        "sentence": f"{who} {'was not seen' if kind == 'missed_card' else 'is not sure'}.",
                    }
                )
        if trick.unsure:
            found.append(
                {"kind": "unsure_winner", "trick": index + 1, "sentence": f"Who won trick {index + 1} is not sure."}
            )
    if decoded.contract_unsure:
        found.append({"kind": "unsure_contract", "sentence": "Nobody has said what the contract is."})
    if decoded.forehand_confidence < 0.9 and decoded.tricks:
        found.append({"kind": "unsure_dealer", "sentence": "Who led the first trick is not sure."})
    return found


def _dealer(rules: Rules, view: DealView) -> Seat:
    return (
        view.dealer if view.dealer is not None else (view.decoded.forehand - step_of(rules.direction)) % rules.players
    )


def _in_order(rules: Rules) -> list[Seat]:
    step = step_of(rules.direction)
    return [(step * i) % rules.players for i in range(rules.players)]


def cards_of(mask: int) -> list[str]:
    """Codes of a set of cards."""
    return [code(card) for card in cards_in(mask)]
