"""A match as JSON, schema `jassvision-match/1` (`tools/schema/jassvision-match-1.json`), and as a line for each event.

Beside what the result of `score` says it names the players and carries the running score: after every trick, and after
everything that was scored. An event line is one JSON object with `event`, `time` (seconds in the film or null), `deal`
and `trick`, in the order of the play, so that other programs can follow a match as it went.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from importlib import resources
from typing import Any, Final

from jassvision.rules.cards import Card, code
from jassvision.rules.names import contract_name
from jassvision.rules.seats import seat_name
from jassvision.tools.played_facts import Gain, Illegal, Played, PlayedCard, PlayedDeal, PlayedTrick
from jassvision.tools.reckoning import side_names
from jassvision.tools.result_json import UNKNOWN_CARD

SCHEMA: Final = "jassvision-match/1"


def schema() -> dict[str, Any]:
    """The JSON Schema that matches obey."""
    text = resources.files("jassvision.tools").joinpath("schema/jassvision-match-1.json").read_text(encoding="utf-8")
    found: dict[str, Any] = json.loads(text)
    return found


def match_json(played: Played, language: str = "de") -> dict[str, Any]:
    """The match: seats, sides and cards by name and code, deals and tricks from 1, times in seconds."""
    players = played.rules.players
    return {
        "schema": SCHEMA,
        "film": played.film or None,
        "game": played.rules.game,
        "rules": played.rules.name,
        "pack": played.pack,
        "target": played.rules.target,
        "players": [
            {"seat": seat_name(seat, players), "name": played.name(seat, language), "side": _side(played, seat)}
            for seat in range(players)
        ],
        "sides": [{"side": name, "name": played.side_name(side, language)} for side, name in enumerate(_sides(played))],
        "tags": dict(played.tags),
        "deals": [_deal(played, deal) for deal in played.deals],
        "totals": _points(played, played.totals),
        "winners": None if played.winners is None else [_sides(played)[side] for side in played.winners],
        "notes": list(played.notes),
    }


def event_lines(played: Played, language: str = "de") -> Iterator[str]:
    """The match as JSON lines: `match`, then for each deal `deal`, `play`, `illegal`, `score`, `trick`, `deal_end`."""
    for event in _events(played, language):
        yield json.dumps(event, ensure_ascii=False)


def _events(played: Played, language: str) -> Iterator[dict[str, Any]]:
    head = match_json(played, language)
    yield {"event": "match", **{name: head[name] for name in ("schema", "film", "game", "rules", "pack", "players")}}
    for deal in played.deals:
        place: dict[str, Any] = {"deal": deal.number, "trick": None}
        yield {
            "event": "deal",
            "time": deal.start,
            **place,
            "dealer": _seat(played, deal.dealer),
            "contract": deal.contract or None,
            "contract_name": contract_name(deal.contract, suits=played.pack, language=language)
            if deal.contract
            else None,
            "factor": deal.factor,
        }
        totals = list(deal.before)
        left = list(deal.gains)
        for trick in deal.tricks:
            place["trick"] = trick.number
            for play in trick.plays:
                yield {"event": "play", "time": play.time, **place, **_play(played, play, times=False)}
                verdict = deal.illegal_at(trick.number, play.seat)
                if verdict is not None:
                    yield {"event": "illegal", "time": play.time, **place, **_illegal(played, verdict, short=True)}
            for gain in [g for g in left if g.trick == trick.number]:
                totals[gain.side] += gain.points
                left.remove(gain)
                yield _scored(played, gain, place, totals)
            winner = None if trick.winner is None else _seat(played, trick.winner)
            yield {"event": "trick", "time": trick.end, **place, "winner": winner, "points": trick.points}
        place["trick"] = None
        for gain in left:
            totals[gain.side] += gain.points
            yield _scored(played, gain, place, totals)
        yield {"event": "deal_end", "time": deal.end, **place, "score": _points(played, deal.score)} | {
            "totals": _points(played, deal.after),
            "complete": deal.complete,
        }
    yield {"event": "end", "time": played.last_time or None, "totals": head["totals"], "winners": head["winners"]}


def _scored(played: Played, gain: Gain, place: dict[str, Any], totals: Sequence[int]) -> dict[str, Any]:
    return {"event": "score", **place, **_gain(played, gain), "totals": _points(played, totals)}


def _deal(played: Played, deal: PlayedDeal) -> dict[str, Any]:
    return {
        "number": deal.number,
        "dealer": _seat(played, deal.dealer),
        "forehand": _seat(played, deal.forehand),
        "contract": deal.contract or None,
        "contract_unsure": deal.contract_unsure,
        "pushed": deal.pushed,
        "factor": deal.factor,
        "complete": deal.complete,
        "void": deal.void,
        "start": deal.start,
        "end": deal.end,
        "tricks": [_trick(played, trick) for trick in deal.tricks],
        "illegal": [_illegal(played, verdict) for verdict in deal.illegal],
        "gains": [_gain(played, gain) for gain in deal.gains],
        "card_points": _points(played, deal.card_points),
        "score": _points(played, deal.score),
        "totals": _points(played, deal.after),
        "weis_as_dealt": deal.weis_as_dealt,
        "notes": list(deal.notes),
    }


def _trick(played: Played, trick: PlayedTrick) -> dict[str, Any]:
    return {
        "number": trick.number,
        "leader": _seat(played, trick.leader),
        "winner": None if trick.winner is None else _seat(played, trick.winner),
        "points": trick.points,
        "unsure": trick.unsure,
        "plays": [_play(played, play) for play in trick.plays],
        "swept": trick.swept,
        "gained": _points(played, trick.gained),
        "totals": _points(played, trick.totals),
    }


def _play(played: Played, play: PlayedCard, times: bool = True) -> dict[str, Any]:
    found: dict[str, Any] = {"seat": _seat(played, play.seat), "card": _card(play.card)}
    if times:
        found["time"] = play.time
    found["unsure"] = play.unsure
    if play.likely:
        found["likely"] = [{"card": code(card), "probability": p} for card, p in play.likely]
    return found


def _illegal(played: Played, verdict: Illegal, short: bool = False) -> dict[str, Any]:
    place = {} if short else {"trick": verdict.trick, "time": verdict.time}
    return {
        **place,
        "seat": _seat(played, verdict.seat),
        "card": _card(verdict.card),
        "certainty": "certain" if verdict.certain else "possible",
        "rule": verdict.rule,
        "reason": verdict.reason,
        "legal": [code(card) for card in verdict.legal],
        "proof": verdict.proof,
    }


def _gain(played: Played, gain: Gain) -> dict[str, Any]:
    return {
        "kind": gain.kind,
        "side": _sides(played)[gain.side],
        "seat": None if gain.seat is None else _seat(played, gain.seat),
        "raw": gain.raw,
        "factor": gain.factor,
        "points": gain.points,
        "trick": gain.trick,
        "cards": [code(card) for card in gain.cards],
        "time": gain.time,
    }


def _seat(played: Played, seat: int) -> str:
    return seat_name(seat, played.rules.players)


def _sides(played: Played) -> tuple[str, ...]:
    return side_names(played.rules)


def _side(played: Played, seat: int) -> str:
    return _sides(played)[played.side_of(seat)]


def _points(played: Played, points: Sequence[int]) -> dict[str, int]:
    return dict(zip(_sides(played), points, strict=True))


def _card(card: Card | None) -> str:
    return UNKNOWN_CARD if card is None else code(card)
