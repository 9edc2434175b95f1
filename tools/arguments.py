"""Arguments of the command line: what cannot be meant is refused in one sentence that says how to mend it."""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable, Sequence
from typing import Any, Final, NoReturn

from jassvision.rules.errors import did_you_mean

MOST_THREADS: Final = 256
"""More CPU threads than any machine has that this runs on."""


_FIRST: Final = re.compile(r"(a|an|no|nobody|the|there|this) ")
"""Words that begin a sentence of ours: all else may be the name of a file."""


def sentence(error: object) -> str:
    """What an error says as a whole sentence.

    >>> sentence("there is no file abend.jass")
    'There is no file abend.jass.'
    """
    text = str(error)
    text = text[0].upper() + text[1:] if _FIRST.match(text) else text
    return text if text.endswith((".", "!")) else f"{text}."


class _Help(argparse.HelpFormatter):
    """Help whose texts may hold examples: lines that are indented stay as they are."""

    def _fill_text(self, text: str, width: int, indent: str) -> str:
        filled = super()._fill_text
        return "\n".join(line if line.startswith(" ") else filled(line, width, indent) for line in text.split("\n"))


class Parser(argparse.ArgumentParser):
    """A parser that says in one sentence what is wrong instead of printing all its options."""

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **{"formatter_class": _Help} | options)

    def show_examples(self, lines: Sequence[str]) -> None:
        """End the help with examples, after what it ends with already."""
        examples = "\n".join(["Examples:", *(f"  {line}" for line in lines)])
        self.epilog = f"{self.epilog}\n\n{examples}" if self.epilog else examples

    def error(self, message: str) -> NoReturn:
        """Say what is wrong on standard error and end with status 2."""
        said = re.sub(r"^argument ", "", message)
        self.exit(2, f"{self.prog}: {said}; `{self.prog} --help` says what there is.\n")

    def refuse_unknown(self, words: Sequence[str]) -> None:
        """End with a sentence about the first word that no argument takes, if there is one."""
        if not words:
            return
        word = words[0].split("=")[0]
        if word.startswith("-"):
            self.error(f"there is no option {word}{did_you_mean(word, self._option_string_actions, '; {}')}")
        self.error(f"{word!r} is one argument too many")

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is None or value in action.choices:
            return
        words = [str(choice) for choice in action.choices]
        hint = did_you_mean(str(value), words)
        named = f"{action.option_strings[-1]} " if action.option_strings else ""
        what = "command " if action.dest == "command" else ""
        raise argparse.ArgumentError(
            None, f"{named}{what}{str(value)!r} does not exist: {hint}choose one of {', '.join(words)}"
        )


def refuse_empty(parser: Parser, words: Sequence[str]) -> None:
    """End with a sentence about an argument that is empty, such as a variable of the shell that holds nothing."""
    for before, word in zip(["", *words], words, strict=False):
        option, sign, value = word.partition("=")
        named = option if sign and word.startswith("-") else before if not word and before.startswith("-") else ""
        if not word or (named and not value):
            parser.error(f"{named or 'an argument'} is empty: give a value{' or leave it away' if named else ''}")


def whole(low: int, high: int) -> Callable[[str], int]:
    """The type of an argument that is a whole number within bounds.

    >>> whole(1, 9)("3")
    3
    """

    def number(text: str) -> int:
        if re.fullmatch(r"[+-]?\d{1,9}", text) is None or not low <= int(text) <= high:
            raise argparse.ArgumentTypeError(f"{text[:40]!r} is no whole number from {low} to {high}")
        return int(text)

    return number


def decimal(low: float, high: float, unit: str = "") -> Callable[[str], float]:
    """The type of an argument that is a number within bounds.

    >>> decimal(0, 60, "seconds")("1.5")
    1.5
    """

    def number(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not low <= value <= high:  # so that no number (NaN) is refused too
            raise argparse.ArgumentTypeError(
                f"{text[:40]!r} is no number {f'of {unit} ' if unit else ''}from {low:g} to {high:g}"
            )
        return value

    return number


threads = whole(1, MOST_THREADS)
"""The type of `--threads`."""
