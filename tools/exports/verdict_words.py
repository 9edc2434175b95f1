"""Rule and proof of an illegal play as lines for people: the words of the screen, and the rarer proofs beside them.

>>> proof_said("held D8 in trick 6: played it in trick 9", "de", "swiss")
'Hatte Schellen 8 in Stich 6: in Stich 9 ausgespielt.'
>>> proof_said("S10 SJ lay open", "it", "french")
'Erano scoperte: 10 di picche, fante di picche.'
"""

from __future__ import annotations

import re
from typing import Final

from jassvision.rules.cards import CODES, parse_code
from jassvision.rules.names import card_name
from jassvision.tools.exports.words import LANGUAGES, said
from jassvision.tools.played_facts import Illegal
from jassvision.tools.replay.proof_words import proof_text
from jassvision.tools.replay.screen_words import rule_text

_RARE: Final[tuple[tuple[str, tuple[str, str, str, str]], ...]] = (
    (
        r"(?P<cards>.+) lay open",
        ("Offen lagen: {cards}.", "{cards} lay open.", "Étaient visibles : {cards}.", "Erano scoperte: {cards}."),
    ),
    (
        r"hangs on which of (?P<cards>.+) the hand held",
        (
            "Hängt davon ab, welche davon auf der Hand waren: {cards}.",
            "Hangs on which of these the hand held: {cards}.",
            "Dépend de celles que la main tenait : {cards}.",
            "Dipende da quali erano in mano: {cards}.",
        ),
    ),
    (
        r"cannot have held only (?P<cards>.+): (?P<n>\d+) for (?P<m>\d+) places",
        (
            "Kann nicht nur diese gehabt haben, {n} für {m} Plätze: {cards}.",
            "Cannot have held only these, {n} for {m} places: {cards}.",
            "Ne peut avoir tenu que celles-ci, {n} pour {m} places : {cards}.",
            "Non può aver avuto solo queste, {n} per {m} posti: {cards}.",
        ),
    ),
    (
        r"too many cards are unread to settle it",
        (
            "Zu viele Karten sind ungelesen, um es zu entscheiden.",
            "Too many cards are unread to settle it.",
            "Trop de cartes n’ont pas été lues pour trancher.",
            "Troppe carte non lette per decidere.",
        ),
    ),
    (
        r"no hand that fits what was seen makes it legal in trick (?P<n>\d+)",
        (
            "Keine mögliche Hand macht es in Stich {n} erlaubt.",
            "No hand that fits what was seen makes it legal in trick {n}.",
            "Aucune main possible ne le permet au pli {n}.",
            "Nessuna mano possibile lo permette alla presa {n}.",
        ),
    ),
)
"""Proofs that are too long for the screen or too rare for it: German, English, French, Italian."""

_CODE: Final = rf"\b(?:{'|'.join(sorted(CODES, key=len, reverse=True))})\b"
_CODES: Final = re.compile(rf"{_CODE}(?: {_CODE})*")


def rule_said(rule: str, reason: str, language: str) -> str:
    """What a rule says; the auditor's own sentence where the rule has no other words."""
    return rule_text(rule, reason, language)


def proof_said(proof: str, language: str, pack: str) -> str:
    """A proof as a sentence, with the cards named."""
    for form, texts in _RARE:
        found = re.fullmatch(form, proof)
        if found is not None:
            parts = {name: _named(text, language, pack) for name, text in found.groupdict().items()}
            return texts[LANGUAGES.index(language)].format(**parts)
    return proof_text(proof, pack, language)


def _named(text: str, language: str, pack: str) -> str:
    def names(match: re.Match[str]) -> str:
        cards = map(parse_code, match[0].split())
        return ", ".join(card_name(card, suits=pack, language=language) for card in cards)

    return _CODES.sub(names, text)


def verdict_lines(verdict: Illegal, language: str, pack: str) -> list[str]:
    """Rule, proof and the cards that were legal, each as a line for people."""
    lines = []
    colon = " :" if language == "fr" else ":"
    if verdict.rule:
        reason = rule_said(verdict.rule, verdict.reason, language)
        lines.append(f"{said('rule', language)} {verdict.rule}{colon} {reason}")
    if verdict.proof:
        lines.append(f"{said('proof', language)}{colon} {proof_said(verdict.proof, language, pack)}")
    if verdict.legal:
        cards = ", ".join(card_name(card, suits=pack, language=language) for card in verdict.legal)
        lines.append(f"{said('legal', language)}{colon} {cards}")
    return lines
