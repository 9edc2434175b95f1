"""What the player page shows, as plain data: the match with its times, and its words in every language."""

from __future__ import annotations

from typing import Any, Final

from jassvision.rules.cards import CARDS, RANKS, Card, code
from jassvision.rules.names import card_name, contract_name, rank_name
from jassvision.tools.exports.chapters import LEAD
from jassvision.tools.exports.verdict_words import verdict_lines
from jassvision.tools.exports.words import LANGUAGES, kind_said, said
from jassvision.tools.played_facts import Illegal, Played, PlayedDeal, PlayedTrick

PAGE_WORDS: Final[dict[str, tuple[str, str, str, str]]] = {
    "play_pause": ("Abspielen / Pause", "Play / pause", "Lecture / pause", "Riproduci / pausa"),
    "seek": (
        "5 Sekunden zurück / vor",
        "5 seconds back / forward",
        "5 secondes avant / arrière",
        "5 secondi indietro / avanti",
    ),
    "step": (
        "Karte zurück / vor",
        "Previous / next card",
        "Carte précédente / suivante",
        "Carta precedente / successiva",
    ),
    "step_trick": (
        "Stich zurück / vor",
        "Previous / next trick",
        "Pli précédent / suivant",
        "Presa precedente / successiva",
    ),
    "step_deal": (
        "Spiel zurück / vor",
        "Previous / next deal",
        "Donne précédente / suivante",
        "Mano precedente / successiva",
    ),
    "step_illegal": ("Nächster Regelverstoss", "Next illegal play", "Prochaine faute", "Prossima irregolarità"),
    "speed": ("Langsamer / schneller", "Slower / faster", "Plus lent / plus vite", "Più lento / più veloce"),
    "frame": (
        "Bild zurück / vor",
        "Frame back / forward",
        "Image précédente / suivante",
        "Fotogramma indietro / avanti",
    ),
    "mute": ("Ton aus / an", "Sound off / on", "Son coupé / rétabli", "Audio off / on"),
    "full": ("Ganzer Bildschirm", "Full screen", "Plein écran", "Schermo intero"),
    "keys": ("Tasten", "Keys", "Touches", "Tasti"),
    "close": ("Schliessen", "Close", "Fermer", "Chiudi"),
    "curve": ("Punkteverlauf", "Score over time", "Évolution du score", "Andamento del punteggio"),
    "list": ("Spiele und Stiche", "Deals and tricks", "Donnes et plis", "Mani e prese"),
    "no_film": (
        "Der Film {film} liegt nicht neben dieser Seite oder kann hier nicht abgespielt werden.",
        "The film {film} is not beside this page, or cannot be played here.",
        "Le film {film} n’est pas à côté de cette page ou ne peut être lu ici.",
        "Il film {film} non è accanto a questa pagina o non può essere riprodotto qui.",
    ),
    "choose": ("Film wählen …", "Choose the film …", "Choisir le film …", "Scegli il film …"),
    "before": ("Noch keine Karte", "No card yet", "Pas encore de carte", "Ancora nessuna carta"),
    "only_illegal": ("nur Regelverstösse", "illegal plays only", "fautes seulement", "solo irregolarità"),
}
"""Words of the page alone, in the order of `LANGUAGES`."""

_SHARED: Final = (
    "deal", "trick", "contract", "dealer", "points", "total", "score", "illegal", "possible", "unsure", "unknown_card",
    "rest", "or", "void", "broken_off", "language", "target", "winner",
)  # fmt: skip
"""Words that the page has in common with tables and captions."""

KINDS: Final = ("weis", "stoeck", "match")


def player_data(played: Played, language: str, film: dict[str, Any]) -> dict[str, Any]:
    """Everything the page needs.

    Args:
        language: the one it opens in.
        film: where the film is: `name`, `src` (empty when it is in the page), `type`, `offset` and `duration`.
    """
    seats = range(played.rules.players)
    return {
        "film": film,
        "language": language,
        "lead": LEAD,
        "pack": played.pack,
        "sides": played.rules.sides,
        "sideOf": [played.side_of(seat) for seat in seats],
        "turns": list(played.turns(0)),
        "target": played.rules.target,
        "totals": list(played.totals),
        "winners": None if played.winners is None else list(played.winners),
        "deals": [_deal(played, deal) for deal in played.deals],
        "moments": [[m.gain.time, list(m.totals)] for m in played.moments if m.gain.time is not None],
        "verdicts": [
            {"deal": deal.number, **_verdict(played, verdict)} for deal in played.deals for verdict in deal.illegal
        ],
        "languages": {one: _words(played, one) for one in LANGUAGES},
    }


def _words(played: Played, language: str) -> dict[str, Any]:
    at = LANGUAGES.index(language)
    contracts = {deal.contract for deal in played.deals if deal.contract}
    return {
        "words": {name: said(name, language) for name in _SHARED}
        | {name: texts[at] for name, texts in PAGE_WORDS.items()}
        | {kind: kind_said(kind, language) for kind in KINDS},
        "names": [played.name(seat, language) for seat in range(played.rules.players)],
        "sides": [played.side_name(side, language) for side in range(played.rules.sides)],
        "cards": {code(card): card_name(card, suits=played.pack, language=language) for card in CARDS},
        "ranks": [rank_name(rank, suits=played.pack, language=language) for rank in RANKS],
        "contracts": {c: contract_name(c, suits=played.pack, language=language) for c in sorted(contracts)},
    }


def _deal(played: Played, deal: PlayedDeal) -> dict[str, Any]:
    return {
        "number": deal.number,
        "dealer": deal.dealer,
        "contract": deal.contract,
        "factor": deal.factor,
        "start": deal.start,
        "score": list(deal.score),
        "after": list(deal.after),
        "state": "void" if deal.void else "" if deal.complete else "broken_off",
        "tricks": [_trick(trick) for trick in deal.tricks],
        "melds": [
            {
                "kind": gain.kind,
                "side": gain.side,
                "seat": gain.seat,
                "trick": gain.trick,
                "points": gain.points,
                "cards": [code(card) for card in gain.cards],
                "time": gain.time,
            }
            for gain in deal.melds
        ],
    }


def _trick(trick: PlayedTrick) -> dict[str, Any]:
    return {
        "number": trick.number,
        "winner": trick.winner,
        "points": trick.points,
        "unsure": trick.unsure,
        "start": trick.start,
        "end": trick.end,
        "gained": list(trick.gained),
        "totals": list(trick.totals),
        "plays": [
            {
                "seat": play.seat,
                "card": _code(play.card),
                "time": play.time,
                "unsure": play.unsure,
                "likely": [code(card) for card, _ in play.likely if card != play.card],
            }
            for play in trick.plays
        ],
    }


def _verdict(played: Played, verdict: Illegal) -> dict[str, Any]:
    return {
        "trick": verdict.trick,
        "seat": verdict.seat,
        "card": _code(verdict.card),
        "certain": verdict.certain,
        "time": verdict.time,
        "lines": {one: verdict_lines(verdict, one, played.pack) for one in LANGUAGES},
    }


def _code(card: Card | None) -> str | None:
    return None if card is None else code(card)
