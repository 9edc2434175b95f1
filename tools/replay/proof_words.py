"""The auditor's proofs in the languages of the screen: its English sentences have a few fixed forms.

>>> proof_text("held D8 in trick 6: played it in trick 9", "swiss", "de")
'Hatte Schellen 8 in Stich 6: in Stich 9 ausgespielt.'
"""

from __future__ import annotations

import re
from typing import Final

from jassvision.rules.cards import CODES, parse_code
from jassvision.tools.replay.screen_words import LANGUAGES, card_words

_CARDS: Final = r"(?P<cards>[DHSC](?:\d+|[JQKA])(?: [DHSC](?:\d+|[JQKA]))*)"

_FORMS: Final[tuple[tuple[str, tuple[str, str, str, str, str]], ...]] = (
    (
        rf"held {_CARDS} in trick (?P<a>\d+): played it in trick (?P<b>\d+)",
        (
            "Hatte {cards} in Stich {a}: in Stich {b} ausgespielt.",
            "Avait {cards} au pli {a} : joué au pli {b}.",
            "Aveva {cards} nella presa {a}: giocata nella presa {b}.",
            "Aveva {cards} en la pigliada {a}: dà en la pigliada {b}.",
            "Held {cards} in trick {a}: played it in trick {b}.",
        ),
    ),
    (
        rf"held {_CARDS} in trick (?P<a>\d+): showed it",
        (
            "Hatte {cards} in Stich {a}: selbst gewiesen.",
            "Avait {cards} au pli {a} : montré en annonce.",
            "Aveva {cards} nella presa {a}: mostrata.",
            "Aveva {cards} en la pigliada {a}: mussà sez.",
            "Held {cards} in trick {a}: showed it.",
        ),
    ),
    (
        rf"held {_CARDS} in trick (?P<a>\d+): the hand is known",
        (
            "Hatte {cards} in Stich {a}: die Hand ist bekannt.",
            "Avait {cards} au pli {a} : la main est connue.",
            "Aveva {cards} nella presa {a}: la mano è nota.",
            "Aveva {cards} en la pigliada {a}: il maun è enconuschent.",
            "Held {cards} in trick {a}: the hand is known.",
        ),
    ),
    (
        rf"held {_CARDS} in trick (?P<a>\d+): it can be nowhere else",
        (
            "Hatte {cards} in Stich {a}: sie kann sonst nirgends sein.",
            "Avait {cards} au pli {a} : elle ne peut être ailleurs.",
            "Aveva {cards} nella presa {a}: non può essere altrove.",
            "Aveva {cards} en la pigliada {a}: ella na po esser nagliur auter.",
            "Held {cards} in trick {a}: it can be nowhere else.",
        ),
    ),
    (
        rf"held one of {_CARDS} in trick (?P<a>\d+): only (?P<b>\d+) others for (?P<c>\d+) places",
        (
            "Hatte eine von {cards} in Stich {a}: für {c} Plätze bleiben nur {b} andere.",
            "Avait une de {cards} au pli {a} : {b} autres seulement pour {c} places.",
            "Aveva una tra {cards} nella presa {a}: solo {b} altre per {c} posti.",
            "Aveva ina da {cards} en la pigliada {a}: mo {b} autras per {c} plazs.",
            "Held one of {cards} in trick {a}: only {b} others for {c} places.",
        ),
    ),
    (
        rf"held {_CARDS} in trick (?P<a>\d+)",
        (
            "Hatte {cards} in Stich {a}.",
            "Avait {cards} au pli {a}.",
            "Aveva {cards} nella presa {a}.",
            "Aveva {cards} en la pigliada {a}.",
            "Held {cards} in trick {a}.",
        ),
    ),
    (
        rf"illegal if the hand held one of {_CARDS}, still unseen",
        (
            "Regelwidrig, falls eine von {cards} auf der Hand war.",
            "Faute si la main avait une de {cards}.",
            "Irregolare se in mano c'era una tra {cards}.",
            "Cunter las reglas, sch'ina da {cards} era en maun.",
            "Illegal if the hand held one of {cards}, still unseen.",
        ),
    ),
)
"""English form and its translations; rarer forms are shown as they are."""

MOST_NAMED: Final = 4
"""Cards named in full; more are counted."""


def proof_text(proof: str, suits: str, language: str) -> str:
    """A proof as a sentence, cards by their names."""
    for form, texts in _FORMS:
        match = re.fullmatch(form, proof)
        if match is not None:
            values = match.groupdict()
            values["cards"] = _named(values["cards"].split(), suits, language)
            return texts[LANGUAGES.index(language)].format(**values)
    words = [card_words(parse_code(w), suits, language) if w in CODES else w for w in proof.split()]
    text = " ".join(words)
    return f"{text[:1].upper()}{text[1:]}." if text else ""


def _named(codes: list[str], suits: str, language: str) -> str:
    names = [card_words(parse_code(code), suits, language) for code in codes[:MOST_NAMED]]
    return ", ".join(names) + (" …" if len(codes) > MOST_NAMED else "")
