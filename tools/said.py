"""What a person tells the program beside the film: game and rules, contracts, dealer, announced Weis."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jassvision.rules.cards import CardSet, card_set
from jassvision.rules.errors import InvalidActionError, JassError, RulesError, cannot_be_read, did_you_mean
from jassvision.rules.names import parse_card, parse_contract_name
from jassvision.rules.options import GAMES, Rules
from jassvision.rules.preset import DEFAULT_PRESET, load_rules, preset_names
from jassvision.rules.seats import Seat, parse_seat
from jassvision.rules.yaml_text import YamlError, parsed_yaml
from jassvision.tools.reckoning import AS_DEALT, NONE, Melds
from jassvision.vision.table import Table, TableError, load_table

UNKNOWN = "?"
"""A contract that nobody knows."""


@dataclass(frozen=True)
class SaidContract:
    """What was said of a deal's contract: its code, None if nobody knows it, and whether the forehand pushed."""

    code: str | None
    pushed: bool = False


def said_rules(game: str | None, preset: str | None) -> Rules:
    """The house rules for a game, a preset or a file of rules; what is not given follows from the other.

    Raises:
        RulesError: there is no such game or preset, or they are not of the same game.
    """
    if game is not None and game not in GAMES:
        if game in preset_names():
            raise RulesError(f"{game} is no game, but house rules of {load_rules(game).game}: give --rules {game}")
        raise RulesError(f"there is no game {game!r}: {did_you_mean(game, GAMES)}choose one of {', '.join(GAMES)}")
    if preset is None:
        fitting = [n for n in (DEFAULT_PRESET, game or "", *preset_names()) if n in preset_names()]
        preset = next((n for n in fitting if game is None or load_rules(n).game == game), DEFAULT_PRESET)
    rules = load_rules(preset)
    if game is not None and rules.game != game:
        raise RulesError(f"{preset} are rules of {rules.game}, not of {game}: leave --game or --rules away")
    return rules


def said_table(path: Path, rules: Rules) -> Table:
    """The table of a file, for a game under the rules.

    Raises:
        TableError: the file cannot be used, or says other players or another direction of play than the rules.
    """
    table = load_table(path)
    if table.players != rules.players:
        raise TableError(
            f"The table file {path} is of a table with {table.players} players, but {rules.game} is played by "
            f"{rules.players}: write one for {rules.players} with `jassvision calibrate --players {rules.players}`."
        )
    if table.direction != rules.direction:
        raise TableError(
            f"The table file {path} says that play goes {table.direction}, but the house rules say {rules.direction}: "
            "change `direction` in one of them."
        )
    return table


def said_contracts(text: str, rules: Rules) -> tuple[SaidContract, ...]:
    """The contracts of `S,O,?,push:H`, one for each deal.

    >>> [(c.code, c.pushed) for c in said_contracts("S,Obenabe,?,push:H", Rules())]
    [('S', False), ('O', False), (None, False), ('H', True)]

    Raises:
        InvalidActionError: a contract does not exist or is not played under the rules.
    """
    if rules.trump_by == "first_discard":
        raise InvalidActionError(f"in {rules.game} trump arises in the play: leave --contracts away")
    found = []
    for number, word in enumerate(text.split(","), start=1):
        word = word.strip()
        pushed = word.lower().startswith("push:")
        name = word[5:].strip() if pushed else word
        if name == UNKNOWN:
            found.append(SaidContract(None, pushed))
            continue
        try:
            code = parse_contract_name(name, suits=rules.suits)
        except JassError as error:
            raise InvalidActionError(f"--contracts, deal {number}: {error}; write ? if nobody knows it") from None
        if code not in rules.contracts:
            raise InvalidActionError(
                f"--contracts, deal {number}: {code} is not played under the rules {rules.name}; "
                f"choose one of {', '.join(rules.contracts)}, or ? if nobody knows it"
            )
        found.append(SaidContract(code, pushed))
    return tuple(found)


def said_weis(text: str, rules: Rules) -> str | dict[int, Melds]:
    """`auto`, `none`, or what was announced in each deal (from 1), from a YAML file.

    ::

        1:
          north: [H6 H7 H8, DQ HQ SQ CQ]
          stoeck: south

    Raises:
        RulesError: the file cannot be read or something in it is not understood.
    """
    if text in (AS_DEALT, NONE):
        return text
    path = Path(text)
    try:
        _, said = parsed_yaml(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise RulesError(cannot_be_read(path, error, "--weis takes auto, none, or a file of announcements")) from None
    except UnicodeDecodeError:
        raise RulesError(f"{path} is no text: --weis takes auto, none, or a file of announcements") from None
    except YamlError as error:
        raise RulesError(f"{path}{error.place}: {error}") from None
    if not isinstance(said, dict) or not all(isinstance(n, int) and not isinstance(n, bool) for n in said):
        raise RulesError(
            f"{path} must give for each number of a deal what was announced, such as 1: {{north: [H6 H7 H8]}}"
        )
    return {number: _melds(path, number, entry, rules) for number, entry in said.items()}


def _melds(path: Path, number: int, entry: Any, rules: Rules) -> Melds:
    if not isinstance(entry, dict):
        raise RulesError(f"{path}, deal {number}: give seats and their Weis, such as north: [H6 H7 H8]")
    weis: list[tuple[Seat, CardSet]] = []
    stoeck = None
    for word, value in entry.items():
        try:
            if word == "stoeck":
                stoeck = parse_seat(str(value), rules.players)
                continue
            seat = parse_seat(str(word), rules.players)
            for cards in value if isinstance(value, list) else [value]:
                weis.append((seat, card_set(parse_card(c, suits=rules.suits) for c in str(cards).split())))
        except JassError as error:
            raise RulesError(f"{path}, deal {number}, {word}: {error}") from None
    return Melds(tuple(weis), stoeck)


def codes_of(contracts: Sequence[SaidContract]) -> list[str | None]:
    """The codes alone, as the decoder takes them."""
    return [contract.code for contract in contracts]
