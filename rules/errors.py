"""Errors of the rules engine: every one is a `ValueError` that says in one sentence what is wrong and where."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable


class JassError(ValueError):
    """Base of all errors of the rules engine; the state it was raised from is untouched."""


class InvalidCardError(JassError):
    """A text names no card, or a card is not in the pack that is played with."""


class AmbiguousCardError(InvalidCardError):
    """A text fits more than one card."""


class DuplicateCardError(JassError):
    """A card shows up twice in one deal."""


class WrongSeatError(JassError):
    """A seat acts that is not to act, or that does not sit at this table."""


class InvalidActionError(JassError):
    """An action that this game does not know, or not at this point of the deal."""


class IllegalPlayError(JassError):
    """A card that the rules forbid at this point.

    Attributes:
        rule: number of the rule broken, such as `"2.4"` (section and paragraph of the rule list).
        reason: the rule in one sentence.
        legal: set of the cards that were legal, as 36 bits.
    """

    def __init__(self, message: str, *, rule: str, reason: str, legal: int) -> None:
        super().__init__(message)
        self.rule = rule
        self.reason = reason
        self.legal = legal


class IllegalClaimError(JassError):
    """A Weis or another announcement that the hand does not hold, or that comes too late."""


class RulesError(JassError):
    """A preset or a house rule that does not exist or contradicts another."""


class NotationError(JassError):
    """A record that cannot be read; `line` counts from 1, 0 when the place is unknown."""

    def __init__(self, message: str, *, line: int = 0) -> None:
        super().__init__(message)
        self.line = line


def did_you_mean(word: str, words: Iterable[str], form: str = "{} ") -> str:
    """A hint at the word that was most likely meant; empty where none is close.

    Args:
        form: how the hint stands in its sentence.

    >>> did_you_mean("schiber", ["schieber", "coiffeur"])
    'did you mean schieber? '
    """
    by_letters = {known.lower(): known for known in words}
    near = difflib.get_close_matches(word.lower(), list(by_letters), n=1)
    return form.format(f"did you mean {by_letters[near[0]]}?") if near else ""


def cannot_be_read(path: object, error: Exception, mend: str) -> str:
    """Why a file that somebody named cannot be read: the sentence of the whole program for it.

    Args:
        mend: what to give instead.

    >>> cannot_be_read("abend.jass", FileNotFoundError(2, "No such file or directory"), "give the path of a record")
    'there is no file abend.jass: give the path of a record'
    """
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return f"there is no file {path}: {mend}"
    if isinstance(error, IsADirectoryError):
        return f"{path} cannot be read, for it is a folder: {mend}"
    if isinstance(error, PermissionError):
        return f"{path} cannot be read by you: change its permissions"
    return f"{path} cannot be read ({getattr(error, 'strerror', None) or error}): {mend}"


def broken_json(error: Exception) -> str:
    """What is wrong with a text that `json.loads` refused, in words for people.

    >>> broken_json(RecursionError("maximum recursion depth exceeded"))
    'it is nested too deeply'
    """
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    return str(error) if isinstance(error, json.JSONDecodeError) else "a number in it has too many digits"
