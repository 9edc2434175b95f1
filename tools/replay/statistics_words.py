"""The words of the statistics page in four languages, and numbers as they are written there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from jassvision.tools.exports.words import LANGUAGES

WORDS: Final[Mapping[str, tuple[str, str, str, str]]] = {
    "kicker": ("Die Partie in Zahlen", "The match in numbers", "Le match en chiffres", "La partita in cifre"),
    "won": ("{who} gewinnt", "{who} win", "{who} gagne", "{who} vince"),
    "won_together": ("{who} gewinnen", "{who} win", "{who} gagnent", "{who} vincono"),
    "leads": ("{who} führt", "{who} lead", "{who} mène", "{who} conduce"),
    "leads_together": ("{who} führen", "{who} lead", "{who} mènent", "{who} conducono"),
    "level": ("Gleichstand", "Level", "Égalité", "Parità"),
    "deals": ("{n} Spiele", "{n} deals", "{n} donnes", "{n} mani"),
    "deals_one": ("1 Spiel", "1 deal", "1 donne", "1 mano"),
    "lasted": ("{n} Minuten", "{n} minutes", "{n} minutes", "{n} minuti"),
    "changes": (
        "{n}-mal wechselte die Führung",
        "the lead changed {n} times",
        "{n} changements de tête",
        "{n} cambi in testa",
    ),
    "changes_one": (
        "einmal wechselte die Führung",
        "the lead changed once",
        "un changement de tête",
        "un cambio in testa",
    ),
    "changes_none": (
        "die Führung wechselte nie",
        "the lead never changed",
        "jamais de changement de tête",
        "nessun cambio in testa",
    ),
    "wrong": (
        "{n} Karten waren regelwidrig",
        "{n} cards were illegal",
        "{n} cartes irrégulières",
        "{n} carte irregolari",
    ),
    "wrong_one": (
        "eine Karte war regelwidrig",
        "one card was illegal",
        "une carte irrégulière",
        "una carta irregolare",
    ),
    "wrong_none": (
        "keine Karte war regelwidrig",
        "no card was illegal",
        "aucune carte irrégulière",
        "nessuna carta irregolare",
    ),
    "curve": ("Stich um Stich", "Trick by trick", "Pli après pli", "Presa dopo presa"),
    "curve_note": (
        "Punkte nach jedem Stich, Weis und Stöck inbegriffen.",
        "Points after every trick, Weis and Stöck included.",
        "Points après chaque pli, annonces et Stöck compris.",
        "Punti dopo ogni presa, annunci e Stöck compresi.",
    ),
    "target": ("Ziel {n}", "Target {n}", "But {n}", "Traguardo {n}"),
    "by_deal": ("Spiel für Spiel", "Deal by deal", "Donne par donne", "Mano per mano"),
    "by_deal_note": (
        "Geschriebene Punkte beider Parteien, mit Faktor.",
        "Points scored by both sides, with the factor.",
        "Points marqués par les deux camps, facteur compris.",
        "Punti segnati dalle due coppie, con il fattore.",
    ),
    "contracts": (
        "Was die Ansagen brachten",
        "What the contracts made",
        "Ce que les contrats ont rapporté",
        "Quanto hanno reso i contratti",
    ),
    "contracts_note": (
        "Mittlere Punkte je Spiel: voll die Partei, die angesagt hat, hell die anderen.",
        "Mean points a deal: full, the side that named the contract; pale, the others.",
        "Points moyens par donne : plein, le camp qui a choisi ; clair, l’autre.",
        "Punti medi per mano: pieno, chi ha scelto; chiaro, gli altri.",
    ),
    "makers": ("Ansager", "Named it", "Choix", "Scelta"),
    "others": ("andere", "others", "autres", "altri"),
    "time": ("Wie lange sie überlegten", "How long they thought", "Le temps de réflexion", "Quanto hanno pensato"),
    "time_note": (
        "Sekunden seit der Karte davor, ohne das Ausspiel. Ein Punkt ist eine Karte, der Strich die Mitte.",
        "Seconds since the card before, leads left out. A dot is a card, the bar the median.",
        "Secondes depuis la carte précédente, sans l’entame. Un point est une carte, le trait la médiane.",
        "Secondi dalla carta precedente, senza l’uscita. Un punto è una carta, il tratto la mediana.",
    ),
    "seconds": ("{n} s", "{n} s", "{n} s", "{n} s"),
    "beyond": ("{n} länger", "{n} longer", "{n} plus longs", "{n} più lunghi"),
    "trumps": ("Wie die Trümpfe fielen", "How the trumps fell", "La chute des atouts", "Come sono cadute le briscole"),
    "trumps_note": (
        "Trümpfe, die nach jedem Stich noch draussen sind; daneben, wie viele jede Partei hatte.",
        "Trumps still out after every trick; beside, how many each side held.",
        "Atouts restants après chaque pli ; à côté, combien chaque camp en avait.",
        "Briscole rimaste dopo ogni presa; accanto, quante ne aveva ogni coppia.",
    ),
    "luck": ("Glück und Können", "Luck and play", "Chance et jeu", "Fortuna e gioco"),
    "luck_note": (
        "Hohler Kreis: was die Karten von {who} wert waren, also die Kartenpunkte im Mittel, wenn dieselben Hände "
        "{n}-mal mit zufälligen erlaubten Karten zu Ende gespielt werden. Voller Kreis: was {who} daraus machten.",
        "Open circle: what the cards of {who} were worth, that is the mean card points when the same hands are played "
        "out {n} times with random legal cards. Full circle: what {who} made of them.",
        "Cercle vide : ce que valaient les cartes de {who}, soit la moyenne des points quand les mêmes mains sont "
        "jouées {n} fois avec des cartes permises au hasard. Cercle plein : ce que {who} en ont fait.",
        "Cerchio vuoto: quanto valevano le carte di {who}, cioè la media dei punti se le stesse mani si giocano {n} "
        "volte con carte permesse a caso. Cerchio pieno: ciò che {who} ne hanno fatto.",
    ),
    "luck_sum": (
        "Über alle Spiele: Kartenglück {luck}, erspielt {skill} Kartenpunkte.",
        "Over all deals: luck of the deal {luck}, made by play {skill} card points.",
        "Sur toutes les donnes : chance {luck}, par le jeu {skill} points de cartes.",
        "Su tutte le mani: fortuna {luck}, dal gioco {skill} punti di carte.",
    ),
    "even": ("halb", "even", "égal", "metà"),
    "worth": ("Karten wert", "cards worth", "valeur", "valore"),
    "made": ("gemacht", "made", "réalisé", "fatto"),
    "players": ("Wer was spielte", "Who played what", "Qui a joué quoi", "Chi ha giocato cosa"),
    "cards": ("Karten", "Cards", "Cartes", "Carte"),
    "won_tricks": ("Stiche", "Tricks", "Plis", "Prese"),
    "median": ("Bedenkzeit", "Thinking time", "Réflexion", "Riflessione"),
    "illegal": ("regelwidrig", "illegal", "irrégulières", "irregolari"),
    "possible": ("vielleicht", "perhaps", "peut-être", "forse"),
    "unsure": ("unsicher gelesen", "read unsurely", "lues sans certitude", "lette con dubbio"),
    "violations": ("Regelverstösse", "Illegal plays", "Fautes", "Irregolarità"),
    "violations_none": (
        "Niemand hat regelwidrig gespielt.",
        "Nobody played an illegal card.",
        "Personne n’a joué de carte irrégulière.",
        "Nessuno ha giocato carte irregolari.",
    ),
    "where": (
        "Spiel {deal}, Stich {trick}",
        "Deal {deal}, trick {trick}",
        "Donne {deal}, pli {trick}",
        "Mano {deal}, presa {trick}",
    ),
    "doubts": (
        "{n} Karten sind unsicher gelesen; gerechnet ist mit den wahrscheinlichsten.",
        "{n} cards were read unsurely; the likeliest are counted.",
        "{n} cartes lues sans certitude ; les plus probables sont comptées.",
        "{n} carte lette con dubbio; si contano le più probabili.",
    ),
    "foot": (
        "Erstellt mit jassvision aus dem Protokoll {record}.",
        "Made with jassvision from the record {record}.",
        "Établi avec jassvision d’après le procès-verbal {record}.",
        "Creato con jassvision dal verbale {record}.",
    ),
}
"""What is said, in the order of `LANGUAGES`."""


def say(name: str, language: str, **parts: object) -> str:
    """The words for something, with its parts filled in."""
    text = WORDS[name][LANGUAGES.index(language)]
    return text.format(**parts) if parts else text


def count(name: str, number: int, language: str) -> str:
    """The words for a number of things, with their own where there is one or none.

    >>> count("deals", 1, "de"), count("deals", 14, "fr"), count("wrong", 0, "en")
    ('1 Spiel', '14 donnes', 'no card was illegal')
    """
    special = f"{name}_{'none' if number == 0 else 'one'}"
    return say(
        special if number < 2 and special in WORDS else name,
        language,
        **({"n": number} if number > 1 or special not in WORDS else {}),
    )


def whole(number: float, language: str, *, sign: bool = False) -> str:
    """A whole number with thousands set apart, and a true minus.

    >>> whole(2514, "de"), whole(-12.4, "en", sign=True), whole(2514, "fr")
    ('2’514', '−12', '2\\u202f514')
    """
    rounded = round(number)
    text = f"{abs(rounded):,}".replace(",", {"en": ",", "fr": "\u202f"}.get(language, "’"))
    before = "−" if rounded < 0 else "+" if sign and rounded > 0 else ""
    return before + text


def tenth(number: float, language: str) -> str:
    """A number with one decimal.

    >>> tenth(1.64, "de"), tenth(1.64, "fr")
    ('1.6', '1,6')
    """
    return f"{number:.1f}".replace(".", "," if language == "fr" else ".")
