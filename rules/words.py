"""The vocabulary of the card table: suits, ranks, contracts and seats in four languages, and how people spell them.

Tables only; `jassvision.rules.names` reads and writes with them. Spellings are given without accents and in small
letters. Swiss suits and French suits are mapped Schellen-diamonds, Rosen-hearts, Schilten-spades, Eicheln-clubs (rule
list section 1).
"""

from __future__ import annotations

from collections.abc import Mapping

LANGUAGES = ("de", "en", "fr", "it")

SUIT_NAMES: Mapping[tuple[str, str], tuple[str, str, str, str]] = {
    ("swiss", "de"): ("Schellen", "Rosen", "Schilten", "Eicheln"),
    ("swiss", "en"): ("Bells", "Roses", "Shields", "Acorns"),
    ("swiss", "fr"): ("grelots", "roses", "écussons", "glands"),
    ("swiss", "it"): ("sonagli", "rose", "scudi", "ghiande"),
    ("french", "de"): ("Ecken", "Herz", "Schaufel", "Kreuz"),
    ("french", "en"): ("Diamonds", "Hearts", "Spades", "Clubs"),
    ("french", "fr"): ("carreau", "cœur", "pique", "trèfle"),
    ("french", "it"): ("quadri", "cuori", "picche", "fiori"),
}
"""Suits in the order D H S C by pack and language."""

COURT_NAMES: Mapping[tuple[str, str], tuple[str, str, str, str, str]] = {
    ("swiss", "de"): ("Banner", "Under", "Ober", "König", "Ass"),
    ("swiss", "en"): ("Banner", "Under", "Ober", "King", "Ace"),
    ("swiss", "fr"): ("bannière", "valet", "ober", "roi", "as"),
    ("swiss", "it"): ("bandiera", "fante", "ober", "re", "asso"),
    ("french", "de"): ("10", "Bauer", "Dame", "König", "Ass"),
    ("french", "en"): ("10", "Jack", "Queen", "King", "Ace"),
    ("french", "fr"): ("10", "valet", "dame", "roi", "as"),
    ("french", "it"): ("10", "fante", "donna", "re", "asso"),
}
"""Ranks from the ten to the ace by pack and language; six to nine are called by their digit everywhere."""

CONTRACT_NAMES: Mapping[str, Mapping[str, str]] = {
    "O": {"de": "Obenabe", "en": "Obenabe", "fr": "tout en haut", "it": "dall'alto"},
    "U": {"de": "Undenufe", "en": "Undenufe", "fr": "tout en bas", "it": "dal basso"},
    "slalom": {"de": "Slalom", "en": "Slalom", "fr": "slalom", "it": "slalom"},
    "slalom-up": {"de": "Slalom von oben", "en": "Slalom from high", "fr": "slalom par le haut", "it": "slalom alto"},
    "slalom-down": {"de": "Slalom von unten", "en": "Slalom from low", "fr": "slalom par le bas", "it": "slalom basso"},
    "guschti": {"de": "Guschti", "en": "Guschti", "fr": "Guschti", "it": "Guschti"},
    "mary": {"de": "Mary", "en": "Mary", "fr": "Mary", "it": "Mary"},
    "free": {"de": "Joker", "en": "Joker", "fr": "joker", "it": "jolly"},
}
"""Contracts without a trump suit, and what a Coiffeur box may leave open."""

SEAT_WORDS: Mapping[str, Mapping[str, str]] = {
    "north": {"de": "Nord", "en": "north", "fr": "nord", "it": "nord"},
    "northeast": {"de": "Nordost", "en": "northeast", "fr": "nord-est", "it": "nord-est"},
    "east": {"de": "Ost", "en": "east", "fr": "est", "it": "est"},
    "southeast": {"de": "Südost", "en": "southeast", "fr": "sud-est", "it": "sud-est"},
    "south": {"de": "Süd", "en": "south", "fr": "sud", "it": "sud"},
    "southwest": {"de": "Südwest", "en": "southwest", "fr": "sud-ouest", "it": "sud-ovest"},
    "west": {"de": "West", "en": "west", "fr": "ouest", "it": "ovest"},
    "northwest": {"de": "Nordwest", "en": "northwest", "fr": "nord-ouest", "it": "nord-ovest"},
}
"""Seats by their name in `jassvision.rules.seats`."""

SUIT_SPELLINGS = (
    "schellen schelle schalle schallen schaelle schaellen schella schalla bells bell grelots grelot sonagli campanelli "
    "ecken ecke egge eggen karo karos caro carreau carreaux diamonds diamond quadri ♦ ♢",
    "rosen rose roose roosen rosa roses blumen bluemen flowers fleurs herz herzen harz haerz herzli hearts heart coeur "
    "coeurs cuori ♥ ♡",
    "schilten schilte schilt schilta schild schilde schilder shields shield ecussons ecusson boucliers scudi "
    "schaufel schaufeln schaufle schuufle schufle schuflen pik pique piques spades spade picche ♠ ♤",
    "eicheln eichel eichle eichlen eichla aichle acorns acorn glands gland ghiande kreuz kruz chruz kruez chruuz treff "
    "trefle trefles clubs club fiori ♣ ♧",
)
"""What people call a suit, in the order D H S C."""

RANK_SPELLINGS = (
    "6 sechs sechser sachs sachsi sechsi six sei",
    "7 sieben siebner siebener sibe siebe sibni sibener siebni seven sept sette",
    "8 acht achter achti eight huit otto",
    "9 neun neuner nun nuun nuni nuuni nell nall naell nine neuf nove",
    "10 zehn zehner zah zahni zaehni zehni ten dix dieci banner banniere panner bandiera",
    "under unter undere bube bub bauer buur bur puur pur jack valet fante bour",
    "ober obere dame dama queen donna regina ober",
    "konig koenig kunig kuenig chunig chonig kini king roi re",
    "ass as ace asso sau daus",
)
"""What people call a rank, from the six to the ace."""

SUIT_LETTERS_OF_CODES = {"d": 0, "h": 1, "s": 2, "c": 3}
RANK_LETTERS_OF_CODES = {"j": 5, "q": 6, "k": 7, "a": 8}

LOOSE_SUIT_LETTERS: Mapping[str, Mapping[str, tuple[int, ...]]] = {
    "e": {"swiss": (3,), "french": (0,)},
    "r": {"swiss": (1,), "french": ()},
    "k": {"swiss": (), "french": (0, 3)},
    "p": {"swiss": (), "french": (2,)},
    "t": {"swiss": (), "french": (3,)},
}
"""Letters outside of the codes that people use for suits: Eicheln or Ecken, Rosen, Karo or Kreuz, pique, trèfle."""

LOOSE_RANK_LETTERS: Mapping[str, Mapping[str, tuple[int, ...]]] = {
    "b": {"swiss": (4, 5), "french": (5,)},
    "t": {"swiss": (4,), "french": (4,)},
    "u": {"swiss": (5,), "french": ()},
    "v": {"swiss": (5,), "french": (5,)},
    "o": {"swiss": (6,), "french": ()},
    "d": {"swiss": (), "french": (6,)},
    "r": {"swiss": (7,), "french": (7,)},
    "1": {"swiss": (4, 8), "french": (8,)},
}
"""Letters outside of the codes that people use for ranks: Banner or Bauer, ten, Under, valet, Ober, dame, roi.

A 1 is the ace of French cards; elsewhere it may be a ten cut short."""

CONTRACT_SPELLINGS: Mapping[str, str] = {
    "O": "obenabe oben obe obeabe obenab bock tops-down tout-en-haut dall-alto",
    "U": "undenufe unden une unde undeufe undeufa untenaufe geiss geis gaiss bottoms-up tout-en-bas dal-basso",
    "slalom-up": "slalom-up slalom-oben slalom-obe slalom-von-oben slalom-from-high slalom-par-haut slalom-alto",
    "slalom-down": "slalom-down slalom-unten slalom-unden slalom-une slalom-von-unten slalom-from-low "
    "slalom-par-bas slalom-basso",
    "guschti": "guschti gusti",
    "mary": "mary marie",
}
"""What people call a contract without a trump suit; words are joined by hyphens, fillers left out."""

FILLERS = frozenset(
    ["of", "the", "de", "du", "des", "d'", "le", "la", "di", "il", "der", "die", "das", "von", "vo", "trumpf", "trump"]
)
"""Words between suit and rank that say nothing."""
