"""The parts of a command - plays, deals, cards, seats, names - read from JSON and checked against the game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from jassvision.rules.cards import Card, code, parse_code
from jassvision.rules.errors import JassError
from jassvision.rules.options import Rules
from jassvision.rules.seats import SEAT_NAMES, parse_seat, seat_name
from jassvision.tools.live.corrections import play_id
from jassvision.tools.live.deal_json import unseen_id
from jassvision.tools.live.fold import DealView, MatchFold
from jassvision.vision.decoder_answer import DecodedPlay

LONGEST_NAME: Final = 40
MOST_DEAL: Final = 9_999

Given = Mapping[str, Any]


class CommandError(JassError):
    """A command that cannot be done; `code` says why in one word for programs."""

    def __init__(self, sentence: str, code: str = "bad_command") -> None:
        super().__init__(sentence)
        self.code = code


def running_deal(match: MatchFold) -> DealView:
    """The deal that is being played."""
    if not is_running(match):
        raise CommandError("no deal is being played now", "no_deal")
    return match.deals[-1]


def is_running(match: MatchFold) -> bool:
    last = match.segments[-1]
    return bool(last.deals) and not last.over and not last.deals[-1].complete


def deal_of(given: Given, match: MatchFold) -> DealView:
    """The deal that a command names, the last one by default."""
    views = match.deals
    number = given.get("deal")
    if number is None and views:
        return views[-1]
    found = next((view for view in views if view.number == number and not isinstance(number, bool)), None)
    if found is None:
        raise CommandError("no deal has begun" if number is None else f"there is no deal {str(number)[:20]}", "no_deal")
    return found


def deal_number(given: Given, match: MatchFold) -> int:
    """Number of the deal that a command names: one that began, or the next."""
    number = given.get("deal", match.next_deal)
    if number is None:
        return match.next_deal
    if isinstance(number, bool) or not isinstance(number, int) or not 1 <= number <= min(match.next_deal, MOST_DEAL):
        raise CommandError(f"there is no deal {str(number)[:20]}: deal {match.next_deal} comes next", "no_deal")
    return number


def play_of(given: Given, match: MatchFold) -> tuple[DealView, DecodedPlay]:
    """The play that a command names."""
    name = given.get("play")
    if isinstance(name, str) and re.fullmatch(r"[ti]\d{1,9}|m\d{1,4}\.\d{1,2}\.\d", name):
        for view in reversed(match.deals):
            for index, trick in enumerate(view.decoded.tricks):
                for place, play in enumerate(trick.plays):
                    own = unseen_id(view.number, index, place) if play.track is None else play_id(play.track)
                    if own == name:
                        return view, play
    raise CommandError(f"there is no play {str(name)[:20]!r} now", "unknown_play")


def a_card(value: Any, rules: Rules) -> Card:
    if not isinstance(value, str):
        raise CommandError("a card is a code such as S10", "bad_card")
    card = parse_code(value[:20])
    if not rules.card_pack >> card & 1:
        raise CommandError(f"{code(card)} is not in the pack of this game", "bad_card")
    return card


def a_seat(given: Given, key: str, rules: Rules) -> str:
    value = given.get(key)
    if not isinstance(value, str):
        raise CommandError(f"{key} is one of {', '.join(SEAT_NAMES[rules.players])}", "bad_seat")
    return seat_name(parse_seat(value, rules.players), rules.players)


def a_flag(value: Any, key: str) -> bool:
    if not isinstance(value, bool):
        raise CommandError(f"{key} is true or false")
    return value


def a_text(value: Any, key: str, longest: int, *, empty: bool = False) -> str:
    if not isinstance(value, str) or len(value) > longest or not value.isprintable() or not (value.strip() or empty):
        raise CommandError(f"{key} is one line of at most {longest} characters")
    return value.strip()


def a_set_of_names(value: Any, rules: Rules) -> dict[str, str]:
    if not isinstance(value, dict) or len(value) > rules.players:
        raise CommandError('names is an object such as {"north": "Anna"}')
    return {a_seat({"seat": seat}, "seat", rules): a_text(name, "a name", LONGEST_NAME) for seat, name in value.items()}


def one_of(value: Any, choices: tuple[str, ...], key: str) -> str:
    if not isinstance(value, str) or value not in choices:
        raise CommandError(f"{key} is one of {', '.join(choices)}")
    return value
