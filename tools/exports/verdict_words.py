"""Rule and proof of an illegal play in the four languages, from the auditor's English sentences.

The rule is known by its number, the proof by its form; what has another form stays English, with the cards named.

>>> proof_said("held D8 in trick 6: played it in trick 9", "de", "swiss")
'hielt Schellen 8 in Stich 6: spielte sie in Stich 9'
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from jassvision.rules.cards import CODES, parse_code
from jassvision.rules.names import card_name
from jassvision.tools.exports.words import said
from jassvision.tools.played_facts import Illegal

RULES: Final[Mapping[str, tuple[str, str, str]]] = {
    "2.2": (
        "auf Trumpf muss Trumpf gegeben werden, ausser wenn der Puur der einzige ist",
        "sur atout il faut fournir de l’atout, sauf si le bour est le seul",
        "su briscola si deve rispondere a briscola, salvo se il fante è l’unica",
    ),
    "2.3": (
        "wer die ausgespielte Farbe hat, muss sie angeben oder stechen",
        "qui a la couleur demandée doit la fournir ou couper",
        "chi ha il seme richiesto deve rispondere o tagliare",
    ),
    "2.4": (
        "untertrumpfen ist nicht erlaubt: es liegt schon ein höherer Trumpf",
        "il est interdit de sous-couper : un atout plus fort est déjà posé",
        "è vietato sottotagliare: c’è già una briscola più alta",
    ),
    "2.5": (
        "wer nur noch Trümpfe hat, muss wenn möglich übertrumpfen",
        "qui n’a plus que des atouts doit surcouper s’il le peut",
        "chi ha solo briscole deve superare se può",
    ),
    "2.7": (
        "ohne Trumpf muss die ausgespielte Farbe angegeben werden",
        "sans atout il faut fournir la couleur demandée",
        "senza briscola si deve rispondere al seme",
    ),
}
"""What rules say, by number: German, French, Italian; English is what the auditor says."""

_PROOFS: Final[tuple[tuple[str, tuple[str, str, str]], ...]] = (
    (
        r"held (?P<a>[^:]+) in trick (?P<n>\d+): played it in trick (?P<m>\d+)",
        (
            "hielt {a} in Stich {n}: spielte sie in Stich {m}",
            "tenait {a} au pli {n} : l’a jouée au pli {m}",
            "aveva {a} alla presa {n}: giocata alla presa {m}",
        ),
    ),
    (
        r"held (?P<a>[^:]+) in trick (?P<n>\d+): showed it",
        (
            "hielt {a} in Stich {n}: hatte sie gewiesen",
            "tenait {a} au pli {n} : l’avait annoncée",
            "aveva {a} alla presa {n}: l’aveva annunciata",
        ),
    ),
    (
        r"held (?P<a>[^:]+) in trick (?P<n>\d+): the hand is known",
        (
            "hielt {a} in Stich {n}: die Hand ist bekannt",
            "tenait {a} au pli {n} : la main est connue",
            "aveva {a} alla presa {n}: la mano è nota",
        ),
    ),
    (
        r"held (?P<a>[^:]+) in trick (?P<n>\d+): it can be nowhere else",
        (
            "hielt {a} in Stich {n}: sie kann nirgends sonst sein",
            "tenait {a} au pli {n} : elle ne peut être ailleurs",
            "aveva {a} alla presa {n}: non può essere altrove",
        ),
    ),
    (
        r"held (?P<a>[^:]+) in trick (?P<n>\d+)",
        ("hielt {a} in Stich {n}", "tenait {a} au pli {n}", "aveva {a} alla presa {n}"),
    ),
    (
        r"illegal if the hand held one of (?P<a>[^:,]+), still unseen",
        (
            "regelwidrig, wenn eine davon in der Hand war: {a} (noch nicht gesehen)",
            "irrégulier si la main tenait l’une de : {a} (pas encore vues)",
            "irregolare se in mano c’era una di: {a} (non ancora viste)",
        ),
    ),
    (
        r"(?P<a>.+) lay open",
        ("offen lag {a}", "était visible : {a}", "era scoperta: {a}"),
    ),
    (
        r"too many cards are unread to settle it",
        (
            "zu viele Karten sind ungelesen, um es zu entscheiden",
            "trop de cartes n’ont pas été lues pour trancher",
            "troppe carte non lette per decidere",
        ),
    ),
    (
        r"no hand that fits what was seen makes it legal in trick (?P<n>\d+)",
        (
            "keine mögliche Hand macht es in Stich {n} erlaubt",
            "aucune main possible ne le permet au pli {n}",
            "nessuna mano possibile lo permette alla presa {n}",
        ),
    ),
)

_CODE: Final = re.compile(rf"\b(?:{'|'.join(sorted(CODES, key=len, reverse=True))})\b")
_CODES: Final = re.compile(rf"{_CODE.pattern}(?: {_CODE.pattern})*")


def cards_said(codes: str, language: str, pack: str) -> str:
    """Codes with blanks between them as names with commas."""
    return ", ".join(card_name(parse_code(code), suits=pack, language=language) for code in codes.split())


def rule_said(rule: str, reason: str, language: str) -> str:
    """What a rule says; the auditor's own sentence in English, and where the rule has no other words."""
    if language == "en" or rule not in RULES:
        return reason
    return RULES[rule][("de", "fr", "it").index(language)]


def proof_said(proof: str, language: str, pack: str) -> str:
    """A proof with the cards named."""
    if language != "en":
        for form, texts in _PROOFS:
            found = re.fullmatch(form, proof)
            if found is not None:
                parts = {name: _named(text, language, pack) for name, text in found.groupdict().items()}
                return texts[("de", "fr", "it").index(language)].format(**parts)
    return _named(proof, language, pack)


def _named(text: str, language: str, pack: str) -> str:
    return _CODES.sub(lambda match: cards_said(match[0], language, pack), text)


def verdict_lines(verdict: Illegal, language: str, pack: str) -> list[str]:
    """Rule, proof and the cards that were legal, each as a line for people."""
    lines = []
    if verdict.rule:
        reason = rule_said(verdict.rule, verdict.reason, language)
        lines.append(f"{said('rule', language)} {verdict.rule}: {reason}")
    if verdict.proof:
        lines.append(f"{said('proof', language)}: {proof_said(verdict.proof, language, pack)}")
    if verdict.legal:
        cards = ", ".join(card_name(card, suits=pack, language=language) for card in verdict.legal)
        lines.append(f"{said('legal', language)}: {cards}")
    return lines
