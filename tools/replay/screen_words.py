"""The words that replays write on the screen, in German, French, Italian, Romansh and English."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from jassvision.rules.cards import TEN, Card, rank_of, suit_of
from jassvision.rules.contracts import CONTRACTS
from jassvision.rules.names import card_name, contract_name, rank_name, suit_name
from jassvision.rules.words import CONTRACT_NAMES, SEAT_WORDS

LANGUAGES: Final = ("de", "fr", "it", "rm", "en")

_SCREEN: Final[Mapping[str, tuple[str, str, str, str, str]]] = {
    "deal": ("Spiel", "Donne", "Mano", "Dada", "Deal"),
    "trick": ("Stich", "Pli", "Presa", "Pigliada", "Trick"),
    "contract": ("Trumpf", "Atout", "Briscola", "Trumf", "Trump"),
    "points": ("Punkte", "points", "punti", "puncts", "points"),
    "total": ("Total", "Total", "Totale", "Total", "Total"),
    "weis": ("Weis", "Annonce", "Annuncio", "Mussar", "Weis"),
    "stoeck": ("Stöck", "Stöck", "Stöck", "Stöck", "Stöck"),
    "sequence": ("{n} Blatt", "suite de {n}", "sequenza di {n}", "sequenza da {n}", "run of {n}"),
    "four": ("Vier gleiche", "Carré", "Quattro uguali", "Quatter egualas", "Four alike"),
    "illegal": ("Regelverstoss", "Faute", "Irregolarità", "Cunter las reglas", "Illegal play"),
    "possible": (
        "Vielleicht regelwidrig",
        "Faute possible",
        "Forse irregolare",
        "Forsa cunter las reglas",
        "Perhaps illegal",
    ),
    "rule": ("Regel", "Règle", "Regola", "Regla", "Rule"),
    "legal": ("Erlaubt war", "Cartes permises", "Carte permesse", "Lubì fiss stà", "Legal cards"),
    "played": ("spielt", "joue", "gioca", "giuga", "plays"),
    "against": ("gegen", "contre", "contro", "cunter", "versus"),
    "match": ("Match", "Match", "Match", "Match", "Match"),
    "winner": ("Sieger", "Vainqueur", "Vincitore", "Victur", "Winner"),
    "sheet": ("Schlussstand", "Résultat final", "Risultato finale", "Resultat final", "Final score"),
    "interim": ("Zwischenstand", "Score", "Punteggio", "Puncts fin ussa", "Score so far"),
    "void": ("ungespielt", "annulée", "annullata", "annullada", "void"),
    "open": ("offen", "en cours", "in corso", "averta", "unfinished"),
    "unsure": ("unsicher", "incertain", "incerto", "malsegir", "unsure"),
    "rest": ("Der Rest", "Le reste", "Il resto", "Il rest", "The rest"),
    "replay": ("Aufzeichnung", "Rediffusion", "Replica", "Repetiziun", "Replay"),
    "more": ("und {n} weitere", "et {n} autres", "e altre {n}", "e {n} ulteriuras", "and {n} more"),
}

_RULES: Final[Mapping[str, tuple[str, str, str, str, str]]] = {
    "follow_trump": (
        "Trumpf war angespielt: Trumpf muss gegeben werden, ausser der Puur ist der einzige auf der Hand.",
        "Atout demandé : il faut fournir atout, sauf si le bour est le seul en main.",
        "Chiesta la briscola: bisogna rispondere, salvo che il fante sia l'unica in mano.",
        "Trumf è vegnì dà: ins sto suandar, danor che il pur è il sulet en maun.",
        "Trump was led and must be followed, unless the Puur is the only trump in the hand.",
    ),
    "follow": (
        "Farbe angeben oder stechen: Wer die angespielte Farbe hat, muss sie geben oder trumpfen.",
        "Il faut fournir la couleur demandée ou couper tant qu'on la possède.",
        "Bisogna rispondere al seme chiesto o tagliare, finché lo si possiede.",
        "Ins sto suandar la colur u trumfar, sch'ins l'ha en maun.",
        "The suit led must be followed or trumped while one holds it.",
    ),
    "undertrump": (
        "Untertrumpfen ist verboten: Auf dem Tisch liegt schon ein höherer Trumpf.",
        "Il est interdit de sous-couper : un atout plus fort est déjà sur la table.",
        "Vietato tagliare più basso: sul tavolo c'è già una briscola più alta.",
        "Trumfar pli bass è scumandà: sin maisa è gia in trumf pli aut.",
        "Undertrumping is barred: a higher trump lies on the table.",
    ),
    "overtrump": (
        "Wer nur noch Trumpf hat, muss den höchsten Trumpf auf dem Tisch übertrumpfen, wenn er kann.",
        "Une main d'atouts doit surcouper l'atout le plus fort si elle le peut.",
        "Chi ha solo briscole deve superare la più alta sul tavolo, se può.",
        "Tgi che ha mo trumfs sto surtrumfar il pli aut, sch'el po.",
        "A hand of trumps only must beat the highest trump on the table if it can.",
    ),
    "follow_plain": (
        "Ohne Trumpf muss die angespielte Farbe gegeben werden, solange man sie hat.",
        "Sans atout, il faut fournir la couleur demandée tant qu'on la possède.",
        "Senza briscola bisogna rispondere al seme chiesto, finché lo si possiede.",
        "Senza trumf ston ins suandar la colur, uscheditg ch'ins l'ha.",
        "Without trump the suit led must be followed while one holds it.",
    ),
    "must_follow": (
        "Die angespielte Farbe muss gegeben werden, solange man sie hat.",
        "Il faut fournir la couleur demandée tant qu'on la possède.",
        "Bisogna rispondere al seme chiesto, finché lo si possiede.",
        "Ins sto suandar la colur, uscheditg ch'ins l'ha.",
        "The suit led must be followed while one holds it.",
    ),
    "must_trump": (
        "Wer die angespielte Farbe nicht hat, muss stechen.",
        "Qui ne peut pas fournir doit couper.",
        "Chi non può rispondere deve tagliare.",
        "Tgi che na po betg suandar sto trumfar.",
        "One who cannot follow must trump.",
    ),
    "must_beat": (
        "Die höchste Karte auf dem Tisch muss übertroffen werden, wenn es geht.",
        "Il faut monter sur la carte la plus forte si on le peut.",
        "Bisogna superare la carta più alta sul tavolo, se si può.",
        "La carta la pli auta sin maisa sto vegnir surtratga, sch'i va.",
        "The highest card on the table must be beaten if possible.",
    ),
}

_RULE_OF: Final = {
    "2.2": "follow_trump",
    "2.3": "follow",
    "2.4": "undertrump",
    "2.5": "overtrump",
    "2.7": "follow_plain",
    **dict.fromkeys(("8.4a", "8.5a", "9a"), "must_follow"),
    **dict.fromkeys(("8.5b", "9b", "9d"), "must_trump"),
    **dict.fromkeys(("8.4b", "8.5c", "9c", "9e"), "must_beat"),
}
"""Texts by the number of the rule broken (rule list sections 2, 8 and 9); others keep the engine's sentence."""

_ROMANSH_SUITS: Final = {
    "swiss": ("Stgellas", "Rosas", "Scuts", "Glonds"),
    "french": ("Quadrels", "Cors", "Palas", "Cruschs"),
}
_ROMANSH_RANKS: Final = {
    "swiss": ("Banera", "Pur", "Ober", "Retg", "Ass"),
    "french": ("10", "Pur", "Dama", "Retg", "Ass"),
}
_ROMANSH_CONTRACTS: Final = {"O": "Da surengiu", "U": "Da sutensi"}
_ROMANSH_SEATS: Final = {
    "north": "nord",
    "northeast": "nordost",
    "east": "ost",
    "southeast": "sidost",
    "south": "sid",
    "southwest": "sidvest",
    "west": "vest",
    "northwest": "nordvest",
}


def word(key: str, language: str, **values: object) -> str:
    """A word or phrase of the screen, capital at the start."""
    return _SCREEN[key][LANGUAGES.index(language)].format(**values)


def rule_text(rule: str, reason: str, language: str) -> str:
    """A rule broken as a sentence; the engine's own English reason where there are no words for it here."""
    if rule not in _RULE_OF:
        return f"{reason[:1].upper()}{reason[1:]}."
    return _RULES[_RULE_OF[rule]][LANGUAGES.index(language)]


def card_words(card: Card, suits: str, language: str) -> str:
    """The name of a card."""
    if language != "rm":
        name = card_name(card, suits=suits, language=language)
        return name[0].upper() + name[1:]
    return f"{suit_words(suit_of(card), suits, language)} {rank_words(card, suits, language)}"


def suit_words(suit: int, suits: str, language: str) -> str:
    """The name of a suit, capital at the start."""
    name = _ROMANSH_SUITS[suits][suit] if language == "rm" else suit_name(suit, suits=suits, language=language)
    return name[0].upper() + name[1:]


def rank_words(card: Card, suits: str, language: str) -> str:
    """The name of a card's rank, capital at the start."""
    rank = rank_of(card)
    if language == "rm":
        return str(rank + 6) if rank < TEN else _ROMANSH_RANKS[suits][rank - TEN]
    name = rank_name(rank, suits=suits, language=language)
    return name[0].upper() + name[1:]


def contract_words(contract: str, suits: str, language: str) -> str:
    """The name of a contract, capital at the start; empty where there is none."""
    if contract not in CONTRACTS:
        return contract
    if language != "rm":
        name = contract_name(contract, suits=suits, language=language)
    elif contract in ("D", "H", "S", "C"):
        name = suit_words("DHSC".index(contract), suits, language)
    else:
        name = _ROMANSH_CONTRACTS.get(contract, CONTRACT_NAMES.get(contract, {}).get("de", contract))
    return name[0].upper() + name[1:]


def seat_words(seat: str, language: str) -> str:
    """The name of a seat such as `"north"`, capital at the start."""
    name = _ROMANSH_SEATS[seat] if language == "rm" else SEAT_WORDS[seat][language]
    return name[0].upper() + name[1:]
