"""Deals in the JSON of jass-kit: V0.2 read and written, V0.1 (`tss`) read, as bare games and as lines of a log.

What differs from ours, and is easy to get wrong:

- Seats are N0 E1 S2 W3, clockwise, while play goes 0, 3, 2, 1: the seat numbers are those of this engine.
- The cards of a trick stand in the order in which they were played, beginning with seat `first`.
- Hands are those at the moment of the record, so they are empty at the end: the dealt hands are the cards left and the
  cards played. An observation shows one hand only (`playerView`).
- Points are raw: without factor, the last trick's 5 included, the match bonus not.
- Cards are numbered D H S C from the ace down (`DA` = 0); trumps 0 to 3 are D H S C, 4 Obenabe, 5 Undenufe, 10 pushed.
- `forehand` is 1 when the forehand named trump, 0 when it pushed, -1 while it has not spoken; V0.1 has `tss` instead, 1
  when trump was pushed.
- There are no Weis and no Stöck in it.

Sources: the format descriptions and games of jass-kit and of the Swisslos data set (file form only).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from jassvision.rules.actions import Name, Play, Push
from jassvision.rules.cards import BIT, EMPTY, PACK_36, Card, CardSet, cards_in, code, codes, parse_code
from jassvision.rules.deal import Deal
from jassvision.rules.errors import JassError, NotationError, broken_json
from jassvision.rules.games.schieber import SchieberDeal
from jassvision.rules.options import Rules
from jassvision.rules.preset import load_rules
from jassvision.rules.seats import Seat, playing_order

TRUMPS = ("D", "H", "S", "C", "O", "U")
"""Contract codes by jass-kit's number of the trump."""
PUSHED = 10
MAX_CHARACTERS = 100_000
"""Longest line that is read: a whole game has some 1,500 characters."""
_UNSPOKEN, _PUSHED, _NAMED = -1, 0, 1


@dataclass(frozen=True)
class JassKitRecord:
    """A record of jass-kit.

    Attributes:
        deal: the deal, with the hands that are known and everything that was done in it.
        version: `"V0.2"` or `"V0.1"`.
        view: the only seat whose hand is shown, in an observation.
        action: what was decided, in a line of a log: a number of a trump (10 for pushing) before the play, afterwards
            that of a card.
        extra: everything around the game in a line of a log (date, players).
        jass_type: the kind of Jass that the record names.
    """

    deal: Deal
    version: str
    view: Seat | None = None
    action: int | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)
    jass_type: str = "SCHIEBER"

    @property
    def decided(self) -> Name | Push | Play | None:
        """The action of a line of a log as an action of this engine."""
        seat = self.deal.to_act
        if self.action is None or seat is None:
            return None
        if self.deal.phase == "play":
            return Play(seat, card_from_number(self.action))
        return Push(seat) if self.action == PUSHED else Name(seat, TRUMPS[self.action])


def card_number(card: Card) -> int:
    """jass-kit's number of a card.

    >>> card_number(parse_code("DA")), card_number(parse_code("C6"))
    (0, 35)
    """
    return card // 9 * 9 + 8 - card % 9


def card_from_number(number: int) -> Card:
    """The card of jass-kit's number.

    Raises:
        NotationError: there is no such card.
    """
    if not 0 <= number < 36:
        raise NotationError(f"{number} is no card of jass-kit: cards are numbered 0 (DA) to 35 (C6)")
    return number // 9 * 9 + 8 - number % 9


def read_jasskit(text: str, rules: Rules | None = None) -> JassKitRecord:
    """Read a bare game or a line of a log; words before the first brace are passed over.

    Args:
        text: one JSON object.
        rules: the house rules to score by; by default the French-suited `swisslos_2500`.

    Raises:
        NotationError: the text is no record of jass-kit; the sentence says what is wrong in it.
    """
    if len(text) > MAX_CHARACTERS:
        raise NotationError(f"{len(text):,} characters are no record of jass-kit: one game has some 1,500")
    start = text.find("{")
    if start < 0:
        raise NotationError("there is no JSON object in the text")
    try:
        found = json.loads(text[start:], object_pairs_hook=_object, parse_constant=_no_number)
    except NotationError:
        raise
    except (ValueError, RecursionError) as error:
        raise NotationError(f"this is no JSON: {broken_json(error)}") from None
    try:
        return _record(found, rules or load_rules("swisslos_2500", suits="french"))
    except NotationError:
        raise
    except JassError as error:
        raise NotationError(f"the record of jass-kit cannot have been played: {error}") from error


def write_jasskit(record: JassKitRecord | Deal) -> str:
    """The record in V0.2 as one line of JSON, in jass-kit's own order of fields.

    A deal alone is written as a bare game; what was read with a date and players is written with them.

    Raises:
        NotationError: the game cannot be written so: another game than Schieber, a contract or a step that jass-kit
            does not know.
    """
    if isinstance(record, Deal):
        record = JassKitRecord(record, "V0.2")
    game = _game_dict(record)
    if record.action is not None:
        whole: dict[str, Any] = {"obs": game, "action": record.action, **record.extra}
    else:
        whole = {"game": game, **record.extra} if record.extra else game
    return json.dumps(whole, separators=(",", ":"))


# Reading -----------------------------------------------------------------------------------------------------


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise NotationError(f"{name[:40]}: it is given twice")
        found[name] = value
    return found


def _no_number(text: str) -> Any:
    raise NotationError(f"{text} is no number: JSON does not know it")


def _record(found: Any, rules: Rules) -> JassKitRecord:
    if not isinstance(found, dict):
        raise NotationError("a record of jass-kit is a JSON object")
    key = next((k for k in ("obs", "game") if k in found), None)
    extra = {} if key is None else {k: v for k, v in found.items() if k not in (key, "action")}
    game = found if key is None else found[key]
    if not isinstance(game, dict):
        raise NotationError(f"{key}: a game is a JSON object")
    version = game.get("version", "V0.1" if "tss" in game else "V0.2")
    if version not in ("V0.1", "V0.2"):
        raise NotationError(f"version: {version!r} is not known; V0.1 and V0.2 are read")
    view = None if "playerView" not in game else _number(game, "playerView", 0, 3)
    deal = _replay(game, rules, view, version)
    action = None if found.get("action") is None else _number(found, "action", 0, 35)
    _check_action(deal, action)
    name = game.get("jassTyp", "SCHIEBER")
    if not isinstance(name, str):
        raise NotationError(f"jassTyp: {name!r} is not allowed; give a text")
    return JassKitRecord(deal, version, view, action, extra, name)


def _check_action(deal: Deal, action: int | None) -> None:
    if action is not None and deal.phase == "bidding" and action != PUSHED and action >= len(TRUMPS):
        raise NotationError(f"action: {action} is no trump: 0 to 5, or {PUSHED} for pushing")


def _number(game: Mapping[str, Any], name: str, low: int, high: int) -> int:
    value = game.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise NotationError(f"{name}: {value!r} is not allowed; choose a whole number from {low} to {high}")
    return value


def _replay(game: Mapping[str, Any], rules: Rules, view: Seat | None, version: str) -> Deal:
    dealer = _number(game, "dealer", 0, 3)
    trump = _number(game, "trump", -1, 5) if game.get("trump") is not None else -1
    tricks = [_trick(trick, number) for number, trick in enumerate(_listed(game.get("tricks", []), "tricks", 9), 1)]
    played = _played(tricks)
    hands = _hands(game, played, view)
    deal = SchieberDeal(rules, dealer, hands, strict=False)
    forehand = deal.forehand
    if _was_pushed(game, version, trump >= 0):
        deal.push(Push(forehand))
    if trump >= 0:
        deal.push(Name(deal.to_act if deal.to_act is not None else forehand, TRUMPS[trump]))
    elif tricks:
        raise NotationError("trump: cards were played, but no trump was named")
    for number, trick in enumerate(tricks, 1):
        _play_trick(deal, trick, number)
    current = game.get("currentPlayer", -1)
    if version == "V0.2" and current != (-1 if deal.to_act is None else deal.to_act):
        raise NotationError(f"currentPlayer: {current!r} is not to act, but {deal.to_act}")
    return deal


def _was_pushed(game: Mapping[str, Any], version: str, named: bool) -> bool:
    """Whether the forehand has pushed; left out, it has not."""
    if version == "V0.1":
        return "tss" in game and _number(game, "tss", 0, 1) == 1
    spoken = _number(game, "forehand", _UNSPOKEN, _NAMED) if "forehand" in game else _NAMED if named else _UNSPOKEN
    if spoken == _NAMED and not named:
        raise NotationError("forehand: 1 means that the forehand named trump, but no trump is named")
    if spoken == _UNSPOKEN and named:
        raise NotationError("forehand: -1 means that the forehand has not spoken, but trump is named")
    return spoken == _PUSHED


def _listed(value: Any, name: str, most: int) -> Sequence[Any]:
    if not isinstance(value, list) or len(value) > most:
        raise NotationError(f"{name}: a list of at most {most} is expected")
    return value


def _trick(trick: Any, number: int) -> Mapping[str, Any]:
    if not isinstance(trick, dict):
        raise NotationError(f"tricks, number {number}: a trick is a JSON object")
    cards = _listed(trick.get("cards", []), f"tricks, number {number}, cards", 4)
    if "points" in trick and len(cards) != 4:
        raise NotationError(f"tricks, number {number}: a trick with points has four cards, not {len(cards)}")
    return {**trick, "cards": [_card(text, f"tricks, number {number}") for text in cards]}


def _card(text: Any, place: str) -> Card:
    try:
        return parse_code(text if isinstance(text, str) else repr(text)[:40])
    except JassError as error:
        raise NotationError(f"{place}: {error}") from None


def _played(tricks: Sequence[Mapping[str, Any]]) -> list[CardSet]:
    played = [EMPTY] * 4
    seen = EMPTY
    for number, trick in enumerate(tricks, 1):
        if not trick["cards"] and number < len(tricks):
            raise NotationError(f"tricks, number {number}: it has no cards, but later ones have")
        first = _number(trick, "first", 0, 3)
        for seat, card in zip(playing_order(first, 4), trick["cards"], strict=False):
            if seen & BIT[card]:
                raise NotationError(f"tricks, number {number}: {code(card)} was played twice")
            seen |= BIT[card]
            played[seat] |= BIT[card]
    return played


def _hands(game: Mapping[str, Any], played: Sequence[CardSet], view: Seat | None) -> list[CardSet | None]:
    """The hands as they were dealt: cards left and cards played; None where they are not shown."""
    shown = [*_listed(game.get("player", []), "player", 4)]
    shown += [{}] * (4 - len(shown))
    hands: list[CardSet | None] = [None] * 4
    for seat, player in enumerate(shown):
        left = EMPTY
        cards = player.get("hand", []) if isinstance(player, dict) else None
        for text in _listed(cards, f"player, number {seat}, hand", 9):
            card = _card(text, f"player, number {seat}")
            if left & BIT[card]:
                raise NotationError(f"player, number {seat}: {code(card)} is there twice")
            left |= BIT[card]
        if left & played[seat]:
            raise NotationError(f"player, number {seat}: {' '.join(codes(left & played[seat]))} was played already")
        whole = left | played[seat]
        if view is not None and seat != view and not left and whole.bit_count() < 9:
            continue
        if not left and whole.bit_count() < 9:
            continue
        hands[seat] = whole
    return hands


def _play_trick(deal: Deal, trick: Mapping[str, Any], number: int) -> None:
    if deal.is_over or deal.trick:
        raise NotationError(f"tricks, number {number}: the trick before it is not complete")
    if trick["first"] != deal.to_act:
        raise NotationError(f"tricks, number {number}: seat {trick['first']} leads, but seat {deal.to_act} must")
    for card in trick["cards"]:
        deal.play(card)
    if len(trick["cards"]) < 4:
        return
    last = deal.tricks[-1]
    bonus = deal.rules.last_trick if len(deal.tricks) == deal.trick_count else 0
    for name, value in (("win", last.winner), ("points", last.points + bonus)):
        if name in trick and trick[name] != value:
            raise NotationError(f"tricks, number {number}: {name} is {trick[name]!r}, but the cards say {value}")


# Writing -----------------------------------------------------------------------------------------------------


def _game_dict(record: JassKitRecord) -> dict[str, Any]:
    deal = record.deal
    if not isinstance(deal, SchieberDeal) or deal.players != 4 or deal.pack != PACK_36:
        raise NotationError(f"jass-kit knows Schieber for four only, not {deal.rules.game}")
    if deal.rules.direction != "anticlockwise":
        raise NotationError("jass-kit plays anticlockwise only")
    if deal.contract is not None and deal.contract.code not in TRUMPS:
        raise NotationError(f"jass-kit does not know the contract {deal.contract.code}")
    if deal.pushes > 1:
        raise NotationError("jass-kit does not know a second push")
    if deal.void or any(not trick.cards for trick in deal.tricks):
        raise NotationError("jass-kit does not know a misdeal, nor the rest laid down at once")
    forehand = _PUSHED if deal.pushes else _UNSPOKEN if deal.contract is None else _NAMED
    game: dict[str, Any] = {
        "version": "V0.2",
        "trump": -1 if deal.contract is None else TRUMPS.index(deal.contract.code),
        "dealer": deal.dealer,
        "currentPlayer": -1 if deal.to_act is None else deal.to_act,
    }
    if record.view is not None:
        game["playerView"] = record.view
    game["forehand"] = forehand
    game["tricks"] = _trick_dicts(record)
    game["player"] = [{"hand": _hand_codes(record, seat)} for seat in range(4)]
    game["jassTyp"] = record.jass_type
    return game


def _trick_dicts(record: JassKitRecord) -> list[dict[str, Any]]:
    deal = record.deal
    listed: list[dict[str, Any]] = []
    for number, trick in enumerate(deal.tricks, 1):
        points = trick.points + (deal.rules.last_trick if number == deal.trick_count else 0)
        cards = [code(card) for card in trick.cards]
        listed.append({"cards": cards, "points": points, "win": trick.winner, "first": trick.leader})
    if deal.trick:
        listed.append({"cards": [code(card) for card in deal.trick], "first": deal.leader})
    elif deal.phase == "play" and record.action is not None:
        listed.append({"first": deal.leader})
    return listed


def _hand_codes(record: JassKitRecord, seat: Seat) -> list[str]:
    """The cards left, in jass-kit's order: by suit, from the ace down."""
    hand = record.deal.hands[seat]
    if hand is None or (record.view is not None and seat != record.view):
        return []
    return [code(card) for card in sorted(cards_in(hand), key=card_number)]
