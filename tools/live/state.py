"""The state that pages show, as plain JSON (`jassvision-live/1`): the console's with everything, and the public one.

Seats and sides are named, cards are codes and tricks and deals count from 1, as in `jassvision/1`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from jassvision.rules.cards import codes
from jassvision.rules.ending import bergpreis
from jassvision.rules.options import Rules
from jassvision.rules.seats import Seat, seat_name, side_of, step_of
from jassvision.tools.live.as_of import BoardMode
from jassvision.tools.live.corrections import UNDO
from jassvision.tools.live.counting import rulings_allowed
from jassvision.tools.live.deal_json import deal_json, dealer_of, proposals_json
from jassvision.tools.live.fold import DealView, MatchFold
from jassvision.tools.live.modes import Around, mode_and_reasons
from jassvision.tools.live.scoring import Scorer, slates_of, weis_mode
from jassvision.tools.reckoning import DealResult, Reckoning, by_side, side_names

SCHEMA: Final = "jassvision-live/1"


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
    views = match.deals
    rules, reckoning, results = scorer.of_match(match, views)
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
        "deal": deal_json(match, rules, views[-1], results[-1], public=False) if views else None,
        "undo": _undo(match),
        "redo": _redo(match),
        "proposals": proposals_json(match, rules, views),
        "weis_mode": weis_mode(match),
        "next_deal": match.next_deal,
        "next_contract": match.corrections.contracts.get(match.next_deal),
        "next_pushed": match.corrections.pushed.get(match.next_deal, False),
        "delay": around.delay,
        "notes": list(match.segments[-1].notes),
    }
    return found


def match_state(match: MatchFold, number: int, around: Around) -> dict[str, Any]:
    """A match of the record to look at: what `console_state` says of it beside the table, and every deal."""
    views = match.deals
    rules, reckoning, results = Scorer().of_match(match, views)
    found = _common(match, rules, reckoning, results, views, around, ())
    found["match"]["number"] = number
    kept = ("schema", "session", "rules", "pack", "pack_names", "seats", "sides", "match")
    played = [deal_json(match, rules, view, result, public=False) for view, result in zip(views, results, strict=True)]
    return {name: found[name] for name in kept} | {"view": "match", "number": number, "played": played}


def public_state(
    match: MatchFold,
    views: Sequence[DealView],
    scorer: Scorer,
    around: Around,
    view: str,
    earlier: Sequence[Earlier] = (),
) -> dict[str, Any]:
    """What the board or the overlay may show, of deals that were cut for the public."""
    rules, reckoning, results = scorer.of_match(match, views)
    mode, reasons = mode_and_reasons(match, match.deals, around)
    found = _common(match, rules, reckoning, results, views, around, earlier)
    shown = views[-1] if views else None
    found |= {
        "view": view,
        "mode": mode,
        "reasons": [{"kind": reason["kind"]} for reason in reasons],
        "deal": None if shown is None else deal_json(match, rules, shown, results[-1], public=True),
    }
    return found


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
        "claim": rules.claim,
        "revoke": rules.revoke,
        "rulings": list(rulings_allowed(rules)),
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
                "dealer": seat_name(dealer_of(rules, view), rules.players),
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


def _undo(match: MatchFold) -> dict[str, Any] | None:
    word = last_word(match)
    if word is None:
        return None
    return {"event": word.id, "what": word.kind, "data": _without(word.payload, "nonce")}


def last_word(match: MatchFold) -> Any:
    """The last word that can be taken back: of the current match, or that which began it."""
    word = next((word for word in reversed(match.words) if word.kind not in (UNDO, "look_again")), None)
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


def _in_order(rules: Rules) -> list[Seat]:
    step = step_of(rules.direction)
    return [(step * i) % rules.players for i in range(rules.players)]
