"""The words of captions, tables and pages in the four languages of Switzerland; German as it is written there (no ß).

>>> said("trick", "fr"), said("illegal_play", "it", who="Anna", card="re di cuori")
('Pli', 'Irregolarità: Anna, re di cuori')
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

LANGUAGES: Final = ("de", "en", "fr", "it")

WORDS: Final[Mapping[str, tuple[str, str, str, str]]] = {
    # the game
    "match": ("Partie", "Match", "Partie", "Partita"),
    "deal": ("Spiel", "Deal", "Donne", "Mano"),
    "deals": ("Spiele", "Deals", "Donnes", "Mani"),
    "deal_number": ("Spiel {number}", "Deal {number}", "Donne {number}", "Mano {number}"),
    "trick": ("Stich", "Trick", "Pli", "Presa"),
    "tricks": ("Stiche", "Tricks", "Plis", "Prese"),
    "trick_number": ("Stich {number}", "Trick {number}", "Pli {number}", "Presa {number}"),
    "card": ("Karte", "Card", "Carte", "Carta"),
    "play": ("Ausspiel", "Play", "Jeu", "Giocata"),
    "player": ("Spieler", "Player", "Joueur", "Giocatore"),
    "players": ("Spieler", "Players", "Joueurs", "Giocatori"),
    "seat": ("Platz", "Seat", "Place", "Posto"),
    "side": ("Partei", "Side", "Camp", "Coppia"),
    "dealer": ("Geber", "Dealer", "Donneur", "Mazziere"),
    "leader": ("Vorhand", "Leads", "Entame", "Di mano"),
    "contract": ("Ansage", "Contract", "Contrat", "Annuncio"),
    "trump": ("Trumpf", "Trump", "Atout", "Briscola"),
    "pushed": ("geschoben", "pushed", "passé au partenaire", "passato"),
    "factor": ("Faktor", "Factor", "Facteur", "Fattore"),
    "times": ("Zeit", "Time", "Temps", "Tempo"),
    "rest": ("Der Rest auf einmal", "The rest at once", "Le reste d’un coup", "Il resto in una volta"),
    "void": ("ungültig", "called off", "annulée", "annullata"),
    "broken_off": ("nicht fertig gespielt", "not played to the end", "inachevée", "non terminata"),
    "contract_unsure": (
        "Ansage aus dem Spiel erschlossen",
        "contract worked out from the play",
        "contrat déduit du jeu",
        "annuncio dedotto dal gioco",
    ),
    # the score
    "score": ("Stand", "Score", "Score", "Punteggio"),
    "score_sheet": ("Spielblatt", "Score sheet", "Feuille de match", "Foglio dei punti"),
    "points": ("Punkte", "Points", "Points", "Punti"),
    "card_points": ("Kartenpunkte", "Card points", "Points des cartes", "Punti delle carte"),
    "total": ("Total", "Total", "Total", "Totale"),
    "running": ("Zwischenstand", "Running total", "Cumul", "Progressivo"),
    "counted": ("geschrieben", "scored", "marqués", "segnati"),
    "target": ("Ziel", "Target", "But", "Traguardo"),
    "winner": ("Sieger", "Winner", "Vainqueur", "Vincitore"),
    "won": ("{who} gewinnt", "{who} wins", "{who} gagne", "{who} vince"),
    "goes_on": ("Die Partie läuft noch", "The match goes on", "La partie continue", "La partita continua"),
    "taken_by": ("geht an {who}", "taken by {who}", "pour {who}", "a {who}"),
    "taken_unsure": ("wohl an {who}", "probably {who}", "sans doute {who}", "forse a {who}"),
    "kind_trick": ("Stich", "Trick", "Pli", "Presa"),
    "kind_last_trick": ("Letzter Stich", "Last trick", "Dernier pli", "Ultima presa"),
    "kind_match": ("Match", "Match", "Match", "Match"),
    "kind_weis": ("Weis", "Weis", "Annonce", "Annuncio"),
    "kind_stoeck": ("Stöck", "Stöck", "Stöck", "Stöck"),
    "kind_box": ("Feld", "Box", "Case", "Casella"),
    "kind_difference": ("Differenz", "Difference", "Différence", "Differenza"),
    "kind_stroke": ("Striche", "Strokes", "Traits", "Tratti"),
    "kind_penalty": ("Strafe", "Penalty", "Pénalité", "Penalità"),
    "kind_correction": ("Korrektur", "Correction", "Correction", "Correzione"),
    "kind_maker": ("Ansager gefallen", "Takers failed", "Contrat chuté", "Contratto fallito"),
    "as_dealt": (
        "Weis und Stöck aus den Karten: was angesagt wurde, hört die Kamera nicht.",
        "Weis and Stöck from the cards: the camera does not hear what is announced.",
        "Annonces et Stöck d’après les cartes : la caméra n’entend pas ce qui est annoncé.",
        "Annunci e Stöck dalle carte: la camera non sente ciò che si annuncia.",
    ),
    # verdicts
    "illegal": ("Regelverstoss", "Illegal play", "Faute", "Irregolarità"),
    "illegal_plays": ("Regelverstösse", "Illegal plays", "Fautes", "Irregolarità"),
    "illegal_play": (
        "Regelverstoss: {who}, {card}",
        "Illegal play: {who}, {card}",
        "Faute : {who}, {card}",
        "Irregolarità: {who}, {card}",
    ),
    "possible_play": (
        "Vielleicht regelwidrig: {who}, {card}",
        "Perhaps illegal: {who}, {card}",
        "Faute possible : {who}, {card}",
        "Forse irregolare: {who}, {card}",
    ),
    "possible": ("vielleicht", "perhaps", "peut-être", "forse"),
    "certain": ("sicher", "certain", "certain", "certo"),
    "rule": ("Regel", "Rule", "Règle", "Regola"),
    "proof": ("Beweis", "Proof", "Preuve", "Prova"),
    "legal": ("Erlaubt war", "Legal was", "Permis", "Permesso"),
    "unsure": ("unsicher", "unsure", "incertain", "incerto"),
    "unsure_plays": ("Unsichere Karten", "Unsure cards", "Cartes incertaines", "Carte incerte"),
    "unknown_cards": ("Karten unbekannt", "cards unknown", "cartes inconnues", "carte sconosciute"),
    "uncounted": (
        "Karten unbekannt, nicht ganz gezählt",
        "cards unknown, not fully counted",
        "cartes inconnues, compte incomplet",
        "carte sconosciute, conteggio incompleto",
    ),
    "unknown_card": ("unbekannte Karte", "unknown card", "carte inconnue", "carta sconosciuta"),
    "or": ("oder", "or", "ou", "o"),
    "notes": ("Hinweise", "Notes", "Remarques", "Note"),
    "date": ("Datum", "Date", "Date", "Data"),
    "film": ("Film", "Film", "Film", "Film"),
    "rules": ("Regeln", "Rules", "Règles", "Regole"),
    "language": ("Sprache", "Language", "Langue", "Lingua"),
}
"""What is said, by a name for it: German, English, French, Italian."""


def said(name: str, language: str, **parts: object) -> str:
    """The words for something, with its parts filled in."""
    text = WORDS[name][LANGUAGES.index(language)]
    return text.format(**parts) if parts else text


def kind_said(kind: str, language: str) -> str:
    """What something scored is called; its own word where there is none."""
    return said(f"kind_{kind}", language) if f"kind_{kind}" in WORDS else kind
