"""The result of `jassvision score` as JSON, schema `jassvision/1` (see `schema/jassvision-1.json`)."""

from __future__ import annotations

import json
from importlib import resources
from typing import Any

from jassvision.rules.audit import Verdict
from jassvision.rules.cards import code, codes
from jassvision.rules.notation_rules import rule_tags
from jassvision.rules.seats import seat_name, step_of
from jassvision.tools.reckoning import DealResult, Reckoning, TrickResult, by_side, side_names
from jassvision.vision.decoder_answer import DecodedDeal, DecodedPlay

SCHEMA = "jassvision/1"
UNKNOWN_CARD = "??"
"""A card that nobody saw or could read."""


def schema() -> dict[str, Any]:
    """The JSON Schema that results obey."""
    text = resources.files("jassvision.tools").joinpath("schema/jassvision-1.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def result_json(reckoning: Reckoning, *, source: str, pack: str | None, notes: tuple[str, ...] = ()) -> dict[str, Any]:
    """The result of a film: seats and cards by name and code, tricks and deals from 1, times in seconds."""
    rules = reckoning.rules
    end = reckoning.end
    return {
        "schema": SCHEMA,
        "source": source,
        "game": rules.game,
        "rules": rules.name,
        "house_rules": [value for tag, value in rule_tags(rules) if tag == "Rule"],
        "pack": pack,
        "deals": [_deal(reckoning, number, result) for number, result in enumerate(reckoning.deals, start=1)],
        "totals": dict(by_side(rules, reckoning.totals)),
        "winners": None if end is None else [side_names(rules)[side] for side in end.winners],
        "notes": list(notes),
    }


def _deal(reckoning: Reckoning, number: int, result: DealResult) -> dict[str, Any]:
    rules = reckoning.rules
    players = rules.players
    decoded = result.decoded
    assert decoded is not None
    dealer = (decoded.forehand - step_of(rules.direction)) % players
    entries = result.deal.entries if result.deal is not None else ()
    return {
        "number": number,
        "dealer": seat_name(dealer, players),
        "forehand": seat_name(decoded.forehand, players),
        "contract": decoded.contract or None,
        "contract_given": decoded.given is not None,
        "contract_unsure": decoded.contract_unsure,
        "contract_posterior": {c: round(p, 6) for c, p in decoded.contracts.items() if c},
        "complete": decoded.complete,
        "start": _seconds(decoded.start),
        "end": _seconds(decoded.end),
        "tricks": _tricks(decoded, result.tricks, players),
        "illegal": [_illegal(verdict) for verdict in result.verdicts],
        "card_points": dict(by_side(rules, result.card_points)),
        "factor": rules.factors.get(decoded.contract, 1),
        "score": dict(by_side(rules, result.score)),
        "weis_as_dealt": result.weis_as_dealt,
        "entries": [
            {
                "kind": entry.kind,
                "side": side_names(rules)[entry.side],
                "seat": None if entry.seat is None else seat_name(entry.seat, players),
                "points": entry.raw,
                "factor": entry.factor,
                "trick": None if entry.trick is None else entry.trick + 1,
                "cards": codes(entry.cards) if entry.kind in ("weis", "stoeck") else [],
            }
            for entry in entries
        ],
        "notes": list(result.notes),
    }


def _tricks(decoded: DecodedDeal, tricks: tuple[TrickResult, ...], players: int) -> list[dict[str, Any]]:
    found = []
    for index, trick in enumerate(tricks):
        seen = decoded.tricks[index] if index < len(decoded.tricks) else None
        found.append(
            {
                "leader": seat_name(trick.leader, players),
                "winner": None if trick.winner is None else seat_name(trick.winner, players),
                "unsure": trick.unsure,
                "points": trick.points,
                "plays": [] if seen is None else [_play(play, players) for play in seen.plays],
                "swept": None if seen is None or seen.time_swept is None else _seconds(seen.time_swept),
            }
        )
    return found


def _play(play: DecodedPlay, players: int) -> dict[str, Any]:
    found: dict[str, Any] = {
        "seat": seat_name(play.seat, players),
        "card": UNKNOWN_CARD if play.card is None else code(play.card),
        "time": None if play.time is None else _seconds(play.time),
        "unsure": play.unsure,
        "confidence": round(play.confidence, 4),
    }
    if play.unsure:
        found["likely"] = [{"card": code(card), "probability": round(p, 4)} for card, p in play.likely]
    return found


def _seconds(time: float) -> float:
    """A time of the film; what lay there at its beginning came to rest before it, and has the time 0."""
    return max(0.0, round(time, 3))


def _illegal(verdict: Verdict) -> dict[str, Any]:
    return {
        "trick": verdict.trick + 1,
        "seat": seat_name(verdict.seat, verdict.players),
        "card": UNKNOWN_CARD if verdict.card is None else code(verdict.card),
        "certainty": verdict.status,
        "rule": verdict.rule,
        "reason": verdict.reason,
        "legal": codes(verdict.legal),
        "proof": verdict.proof,
    }
