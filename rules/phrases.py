"""Small parts of speech for describing rules in German and English."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_NUMBERS = {2: ("zwei", "two"), 3: ("drei", "three"), 4: ("vier", "four"), 5: ("fünf", "five"), 6: ("sechs", "six")}
_AND = {"de": "und", "en": "and"}


@dataclass(frozen=True)
class Sentence:
    """A sentence in both languages."""

    de: str
    en: str

    def text(self, language: str) -> str:
        """The sentence in one of them."""
        return self.de if language == "de" else self.en


def number(count: int) -> tuple[str, str]:
    """A small number in German and English words, digits where there is no word for it here.

    >>> number(4), number(12)
    (('vier', 'four'), ('12', '12'))
    """
    return _NUMBERS.get(count, (str(count), str(count)))


def listed(words: Sequence[str], language: str) -> str:
    """Words as a list within a sentence.

    >>> listed(["Rosen", "Eicheln", "Schilten"], "de")
    'Rosen, Eicheln und Schilten'
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {_AND[language]} {words[-1]}"
