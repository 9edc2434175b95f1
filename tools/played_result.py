"""The JSON result of `jassvision score --json` (schema `jassvision/1`) as a `Played`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from jassvision.rules.actions import Action, ShowStoeck, ShowWeis, TakeRest
from jassvision.rules.cards import EMPTY, Card, card_set, parse_code
from jassvision.rules.contracts import CONTRACTS
from jassvision.rules.errors import JassError
from jassvision.rules.notation_record import (
    ActionLine,
    Comment,
    DealLine,
    DealRecord,
    MatchRecord,
    Reading,
    ScoreLine,
    TrickItem,
    TrickLine,
)
from jassvision.rules.notation_rules import rule_tags, rules_of_tags
from jassvision.rules.options import GAMES, Rules
from jassvision.rules.preset import DEFAULT_PRESET, load_rules, preset_names
from jassvision.rules.seats import SEAT_NAMES, parse_seat
from jassvision.rules.weis import stoeck_cards
from jassvision.tools.played_facts import Gain, Illegal, Played, PlayedCard, PlayedDeal, PlayedError, PlayedTrick
from jassvision.tools.played_scoring import scored_deal
from jassvision.tools.reckoning import LISTED, contract_lines, side_names
from jassvision.tools.result_json import UNKNOWN_CARD
from jassvision.vision.faces import PACKS

NEWEST: Final = 1
"""Newest version of the schema that is read."""

LONGEST_REASON: Final = 200
"""Characters of a reason that are said: a value that makes no sense can fill pages."""


def played_of_result(
    found: Any, path: Path, *, form: str = "result", rules: Rules | None = None, names: Sequence[str] = ()
) -> Played:
    """The match that a result holds.

    Args:
        form: what the `Played` is said to be read from.
        rules: the house rules where they are known; else they are those of the name in the result.
        names: the players' names by seat, where they are known.

    Raises:
        PlayedError: it is no result, one of a newer version, or something in it cannot be.
    """
    name = found.get("schema") if isinstance(found, dict) else None
    version = re.fullmatch(r"jassvision/(\d{1,6})", name) if isinstance(name, str) else None
    if version is None:
        raise PlayedError(
            f"{path} is no record: it is JSON, but not the result of `jassvision score --json` (schema jassvision/1)."
        )
    if int(version[1]) > NEWEST:
        raise PlayedError(
            f"{path} was written by a newer jassvision (schema {name}); this one reads up to jassvision/{NEWEST}: "
            "update it."
        )
    try:
        return _match(found, path, form, rules or _rules(found), tuple(names))
    except PlayedError as error:
        raise PlayedError(f"{path}: {error}") from None
    except JassError as error:
        raise PlayedError(f"{path} contradicts itself: {error}.") from None
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        what = f"{error} is missing" if isinstance(error, KeyError) else str(error)
        what = what if len(what) <= LONGEST_REASON else f"{what[:LONGEST_REASON]}..."
        raise PlayedError(f"{path} does not keep to schema jassvision/1: {what}; write it anew with `score`.") from None


def _match(found: Mapping[str, Any], path: Path, form: str, rules: Rules, names: tuple[str, ...]) -> Played:
    sides = side_names(rules)
    before = (0,) * rules.sides
    deals: list[PlayedDeal] = []
    for deal in found["deals"]:
        deals.append(_deal(deal, rules, before))
        before = deals[-1].after
    totals = _points(found["totals"], rules)
    winners = found["winners"]
    return Played(
        path=path,
        form=form,
        film=_text(found["source"]),
        rules=rules,
        pack=rules.suits,
        given_names=names,
        deals=tuple(deals),
        totals=totals,
        winners=None if winners is None else tuple(sides.index(name) for name in winners),
        notes=tuple(map(_text, found["notes"])),
        tags=(),
        record=_record(rules, deals, _text(found["source"]), names),
    )


def _rules(found: Mapping[str, Any]) -> Rules:
    """The house rules as written; in results of old, the preset of that name or some of the game with such sides."""
    name, game, pack = _text(found["rules"]), _text(found["game"]), found["pack"]
    if pack not in (None, *PACKS):
        raise TypeError(f"{pack!r} is no pack")
    if game not in GAMES:
        raise PlayedError(f"there is no game {game!r} in this jassvision.")
    sides = tuple(found["totals"])
    if "house_rules" in found:
        base = name if name in preset_names() else DEFAULT_PRESET
        rules = rules_of_tags((("Rules", base), *(("Rule", _text(rule)) for rule in found["house_rules"])))
        if rules.game == game and side_names(rules) == sides:
            return replace(rules, name=name, **({} if pack is None else {"suits": pack}))
        raise PlayedError(f"nobody plays {game} as the sides {', '.join(sides)}.")
    named = [preset for preset in (name, game, DEFAULT_PRESET, *preset_names()) if preset in preset_names()]
    for preset in named:
        rules = load_rules(preset)
        if rules.game == game and side_names(rules) == sides:
            return replace(rules, name=name, **({} if pack is None else {"suits": pack}))
    raise PlayedError(f"nobody plays {game} as the sides {', '.join(sides)}.")


def _deal(found: Mapping[str, Any], rules: Rules, before: tuple[int, ...]) -> PlayedDeal:
    players, sides = rules.players, side_names(rules)
    tricks = [_trick(trick, number, rules) for number, trick in enumerate(found["tricks"], start=1)]
    gains = []
    for entry in found["entries"]:
        seat = None if entry["seat"] is None else parse_seat(entry["seat"], players)
        trick = None if entry["trick"] is None else _whole(entry["trick"])
        points, factor = _whole(entry["points"]), _whole(entry["factor"])
        gains.append(Gain(_text(entry["kind"]), sides.index(entry["side"]), seat, points, factor, trick, _cards(entry)))
    deal = PlayedDeal(
        number=_whole(found["number"]),
        dealer=parse_seat(found["dealer"], players),
        forehand=parse_seat(found["forehand"], players),
        contract=_contract(found["contract"]),
        contract_unsure=bool(found["contract_unsure"]),
        pushed=False,
        factor=_whole(found["factor"]),
        complete=bool(found["complete"]),
        void=False,
        start=_time(found["start"]),
        end=_time(found["end"]),
        tricks=tuple(tricks),
        illegal=tuple(_illegal(verdict, players) for verdict in found["illegal"]),
        gains=(),
        card_points=_points(found["card_points"], rules),
        score=_points(found["score"], rules),
        before=before,
        after=before,
        weis_as_dealt=bool(found["weis_as_dealt"]),
        notes=tuple(map(_text, found["notes"])),
    )
    return scored_deal(deal, gains, rules)


def _trick(found: Mapping[str, Any], number: int, rules: Rules) -> PlayedTrick:
    players = rules.players
    return PlayedTrick(
        number=number,
        leader=parse_seat(found["leader"], players),
        winner=None if found["winner"] is None else parse_seat(found["winner"], players),
        points=_whole(found["points"]),
        unsure=bool(found["unsure"]),
        plays=tuple(_play(play, players) for play in found["plays"]),
        swept=_time(found["swept"]),
        gained=(),
        totals=(),
    )


def _play(found: Mapping[str, Any], players: int) -> PlayedCard:
    likely = tuple((parse_code(one["card"]), float(one["probability"])) for one in found.get("likely", ()))
    return PlayedCard(
        seat=parse_seat(found["seat"], players),
        card=_card(found["card"]),
        time=_time(found["time"]),
        unsure=bool(found["unsure"]),
        likely=likely,
        confidence=float(found["confidence"]),
    )


def _illegal(found: Mapping[str, Any], players: int) -> Illegal:
    return Illegal(
        trick=_whole(found["trick"]),
        seat=parse_seat(found["seat"], players),
        card=_card(found["card"]),
        certain=found["certainty"] == "certain",
        rule=_text(found["rule"]),
        reason=_text(found["reason"]),
        legal=tuple(map(parse_code, found["legal"])),
        proof=_text(found["proof"]),
    )


def _card(text: str) -> Card | None:
    return None if text == UNKNOWN_CARD else parse_code(text)


def _cards(entry: Mapping[str, Any]) -> tuple[Card, ...]:
    return tuple(map(parse_code, entry["cards"]))


def _points(found: Mapping[str, Any], rules: Rules) -> tuple[int, ...]:
    return tuple(_whole(found[name]) for name in side_names(rules))


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{value!r} is no whole number")
    return value


def _contract(value: Any) -> str:
    if value is not None and value not in tuple(CONTRACTS):
        raise TypeError(f"{value!r} is no contract")
    return value or ""


def _time(value: Any) -> float | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1e7:
        raise TypeError(f"{value!r} is no time in seconds")
    return float(value)


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r} is no text")
    return value


# The same as a record of the notation --------------------------------------------------------------------------------


def _record(rules: Rules, deals: Sequence[PlayedDeal], film: str, names: Sequence[str]) -> MatchRecord:
    name = re.split(r"[\\/]", film)[-1]
    seats = [seat.capitalize() for seat in SEAT_NAMES[rules.players]]
    tags = (
        ("Jass", "1"),
        *rule_tags(rules),
        *((seat, called) for seat, called in zip(seats, names, strict=False) if called),
        *((("Film", name),) if name and name.isprintable() else ()),
    )
    return MatchRecord(tags, tuple(_deal_record(deal, rules) for deal in deals))


def _deal_record(deal: PlayedDeal, rules: Rules) -> DealRecord:
    lines: list[DealLine] = []
    if deal.contract:
        doubt = Comment("worked out from the play") if deal.contract_unsure else None
        lines += contract_lines(rules, deal.forehand, deal.contract, deal.pushed, doubt)
    sure = all(not play.unsure for _, play in deal.plays)
    for trick in deal.tricks:
        if not trick.plays:
            lines.append(ActionLine(TakeRest(trick.leader)))
            continue
        items: list[TrickItem] = []
        for play in trick.plays:
            items += _said(deal, trick, play, rules) if sure else ()
            items.append(_reading(play))
        lines.append(TrickLine(trick.number, trick.leader, tuple(items), None if trick.unsure else trick.winner))
    if sure and deal.complete:
        lines.append(ScoreLine(deal.score))
    return DealRecord(deal.number, deal.dealer, tuple(lines))


def _said(deal: PlayedDeal, trick: PlayedTrick, play: PlayedCard, rules: Rules) -> list[Action]:
    """What was announced with a card: Weis in the first trick, Stöck with the second of the pair."""
    found: list[Action] = []
    for gain in deal.melds:
        if gain.seat != play.seat or not gain.cards:
            continue
        if gain.kind == "weis" and trick.number == 1:
            found.append(ShowWeis(play.seat, card_set(gain.cards)))
        pair = stoeck_cards(deal.contract) if deal.contract and gain.kind == "stoeck" else EMPTY
        if gain.trick == trick.number and play.card is not None and pair >> play.card & 1:
            found.append(ShowStoeck(play.seat))
    return found


def _reading(play: PlayedCard) -> Reading:
    time = "" if play.time is None else f"{play.time:.2f}"
    if not play.unsure and play.card is not None:
        return Reading((play.card,), True, time=time)
    # A list of cards rules all others out; where it does not hold nearly everything, the card is just marked.
    cards = tuple(card for card, _ in play.likely)
    listed = sum(probability or 0.0 for _, probability in play.likely) >= LISTED
    return Reading(cards if listed else cards[:1], time=time)
