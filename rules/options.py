"""Every house rule as one field of a frozen dataclass, each documented with its source and the values it allows.

The engine asks the fields and never the name of a game, so a house rule is data. Defaults are those of the preset
`swisslos_2500`. Presets and files of one's own are read by `jassvision.rules.preset`.

Sources: S0 Luzern Jass, S1 How to Play, S2 Schieber Jass, S3 Handjass, S4 Jass-Belote card games, PNA Puur-Näll-As,
SL Swisslos, PG Pagat, JW JassWiki.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from jassvision.rules.cards import PACK_32, PACK_36, CardSet
from jassvision.rules.contracts import CONTRACTS

GAMES = (
    "schieber",
    "coiffeur",
    "differenzler",
    "molotow",
    "mittlere",
    "luzern",
    "handjass",
    "bessern",
    "sidi",
    "smoojas",
    "klaberjass",
    "belote",
)
SUIT_PACKS = ("swiss", "french")
FREE, SLALOM = "free", "slalom"
"""Contracts of Coiffeur boxes that leave a choice: any contract, or a Slalom that starts up or down."""
BOX_CONTRACTS = (*CONTRACTS, SLALOM, FREE)


class FactorTable(Mapping[tuple[str, str], int]):
    """A frozen, hashable table of factors by (suit names of the pack, contract code).

    >>> FactorTable({("swiss", "O"): 3})["swiss", "O"]
    3
    """

    __slots__ = ("_factors",)

    def __init__(self, factors: Mapping[tuple[str, str], int]) -> None:
        self._factors = dict(factors)

    def __getitem__(self, key: tuple[str, str]) -> int:
        return self._factors[key]

    def __iter__(self) -> Iterator[tuple[str, str]]:
        return iter(self._factors)

    def __len__(self) -> int:
        return len(self._factors)

    def __hash__(self) -> int:
        return hash(frozenset(self._factors.items()))

    def __repr__(self) -> str:
        return f"FactorTable({self._factors!r})"

    def column(self, suits: str) -> dict[str, int]:
        """The factors of one pack, by contract code."""
        return {code: factor for (pack, code), factor in self._factors.items() if pack == suits}


@dataclass(frozen=True)
class Box:
    """A box of the Coiffeur grid.

    Attributes:
        name: what stands on the slate.
        contract: a contract code, `"slalom"` (started up or down) or `"free"` (any contract).
        factor: what its score is multiplied with.
    """

    name: str
    contract: str
    factor: int

    def choices(self, contracts: tuple[str, ...]) -> tuple[str, ...]:
        """The contract codes that may be played for this box, out of those the rules allow.

        >>> Box("Slalom", "slalom", 7).choices(("D", "slalom-up", "slalom-down"))
        ('slalom-up', 'slalom-down')
        """
        if self.contract == FREE:
            return contracts
        return tuple(c for c in contracts if c == self.contract or (self.contract == SLALOM and c.startswith(SLALOM)))


@dataclass(frozen=True)
class Option:
    """What a field of `Rules` means and which values it takes.

    Attributes:
        name: the field.
        en, de: its meaning in one sentence.
        source: where the rule is written.
        kind: `choice`, `flag`, `number`, `text`, `contracts`, `factors` or `boxes`.
        choices: the values of a choice.
        low, high: bounds of a number, both included.
        optional: None is allowed, too.
        default: the value of `swisslos_2500`.
    """

    name: str
    en: str
    de: str
    source: str
    kind: str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    optional: bool = False
    default: Any = None

    @property
    def allowed(self) -> str:
        """The allowed values in words."""
        words = {
            "choice": ", ".join(self.choices),
            "flag": "true, false",
            "number": f"a whole number from {self.low} to {self.high}",
            "text": "a text of one line",
            "contracts": f"a list of {', '.join(CONTRACTS)}",
            "factors": "a number from 1 to 100, or a table of contract codes and such numbers (perhaps by pack)",
            "boxes": f"a list of boxes, each with a contract ({', '.join(BOX_CONTRACTS)}), a factor and perhaps a name",
        }[self.kind]
        return f"{words}, null" if self.optional else words


def _option(default: Any, kind: str, en: str, de: str, source: str, **limits: Any) -> Any:
    return dataclasses.field(
        default=default,
        metadata={"option": Option("", en, de, source, kind, default=default, **limits)},
    )


def _choice(default: str, choices: str, en: str, de: str, source: str) -> Any:
    return _option(default, "choice", en, de, source, choices=tuple(choices.split()))


def _flag(default: bool, en: str, de: str, source: str) -> Any:
    return _option(default, "flag", en, de, source)


def _number(default: int | None, low: int, high: int, en: str, de: str, source: str, optional: bool = False) -> Any:
    return _option(default, "number", en, de, source, low=low, high=high, optional=optional)


_SWISSLOS = FactorTable(
    {
        **{("swiss", c): f for c, f in {"D": 2, "H": 1, "S": 2, "C": 1}.items()},
        **{("french", c): f for c, f in {"D": 1, "H": 1, "S": 2, "C": 2}.items()},
        **{(suits, c): 3 for suits in SUIT_PACKS for c in CONTRACTS if c not in "DHSC"},
    }
)


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The rules of one game at one table: a fact that never changes while a match lasts."""

    # fmt: off
    # What is played, by whom
    name: str = _option("swisslos_2500", "text", "Name of the preset.", "Name der Vorgabe.", "-")
    game: str = _choice("schieber", " ".join(GAMES), "The game.", "Das Spiel.", "rule list 4 to 9")
    experimental: bool = _flag(
        False, "The sources do not settle this game.", "Die Quellen klären dieses Spiel nicht ganz.", "S1 (Sidi-Jass)"
    )
    pack: str = _choice(
        "jass36", "jass36 piquet32", "Size of the pack: 36 cards, or 32 without the sixes.",
        "Grösse des Kartenspiels: 36 Karten oder 32 ohne die Sechser.", "S0 S4",
    )
    suits: str = _choice(
        "swiss", "swiss french", "Suits of the pack: they decide the names and the column of the factors.",
        "Farben des Kartenspiels: sie bestimmen Namen und Faktoren.", "PNA SL",
    )
    players: int = _number(4, 2, 6, "How many play.", "Anzahl Spieler.", "PNA")
    partners: bool = _flag(
        True, "Those who sit opposite play together.", "Wer sich gegenübersitzt, spielt zusammen.", "PNA S2"
    )
    direction: str = _choice(
        "anticlockwise", "anticlockwise clockwise", "Direction of play and of the deal.",
        "Richtung, in der gespielt und gegeben wird.", "PNA; clockwise: Vorarlberg, S4",
    )
    hand_size: int = _number(9, 6, 18, "Cards a player gets for the play.", "Karten je Spieler.", "PNA S0 S4")
    first_cards: int | None = _number(
        None, 1, 18, "Cards dealt before the bidding, when the rest follows after it.",
        "Karten vor der Ansage, wenn der Rest erst danach gegeben wird.", "S4", optional=True,
    )
    open_piles: bool = _flag(
        False, "Cards lie open in piles, one face down below each.",
        "Die Karten liegen offen in Häufchen, unter jeder eine verdeckte.", "S0",
    )
    draw: bool = _flag(
        False, "After each trick everybody draws a card while the stock lasts.",
        "Nach jedem Stich zieht jeder eine Karte, solange der Talon reicht.", "S4",
    )

    # Trump and contract
    family: str = _choice(
        "jass", "jass belote smoojas", "Ranking and values of the cards.", "Rangfolge und Werte der Karten.", "S2 S4"
    )
    trump_by: str = _choice(
        "named", "named box last_card turn_up first_discard bid",
        "How trump arises: named by forehand or partner, a Coiffeur box, the dealer's last card, a card turned up from "
        "the stock, the first card of somebody who cannot follow, or bids on a card turned up.",
        "Wie Trumpf entsteht: angesagt, als Coiffeur-Feld, durch die letzte Karte des Gebers, durch eine aufgedeckte "
        "Karte des Talons, durch die erste Karte von jemandem, der nicht bedienen kann, oder durch Gebote.",
        "PNA S1 S3 S4",
    )
    contracts: tuple[str, ...] = _option(
        ("D", "H", "S", "C", "O", "U"), "contracts", "Contracts that may be named.", "Erlaubte Ansagen.", "PNA S2"
    )
    factor_table: FactorTable = _option(  # noqa: RUF009
        _SWISSLOS, "factors", "Factor of each contract, by the suits of the pack; written `factors` in files.",
        "Faktor jeder Ansage, je nach Farben des Kartenspiels; in Dateien `factors`.", "SL S2 PG",
    )
    push_back: bool = _flag(
        False, "The partner who was pushed to may push back once.", "Der Partner darf einmal zurückschieben.", "S2"
    )
    lead: str = _choice(
        "forehand", "forehand declarer", "Who leads to the first trick: the forehand, or whoever named the contract.",
        "Wer zum ersten Stich ausspielt: die Vorhand, oder wer angesagt hat.", "PNA; declarer: SL (Coiffeur)",
    )
    swap: str = _choice(
        "none", "none six seven", "Lowest trump that may be swapped for the card turned up.",
        "Niedrigster Trumpf, der gegen die aufgedeckte Karte getauscht werden darf.", "S3 S4",
    )
    turn_up_to_taker: bool = _flag(
        False, "The taker gets the card turned up.", "Der Nehmende erhält die aufgedeckte Karte.", "S4"
    )
    blind: bool = _flag(
        False, "A blind hand may be taken unseen.", "Ein Blinder darf ungesehen genommen werden.", "S3"
    )
    drop: bool = _flag(
        False, "A player may drop before the play; the other scores a stroke.",
        "Man darf vor dem Spiel passen; der andere schreibt einen Strich.", "S3",
    )
    exchange: int = _number(
        0, 0, 9, "Cards a player may exchange for unknown ones.", "Karten, die man unbesehen tauschen darf.", "S3"
    )

    # Which card is legal
    follow: str = _choice(
        "jass", "jass klaberjass belote free_then_strict",
        "Duty to follow: Jass rules; must trump and beat trump leads; the same unless the partner wins; or free while "
        "the stock lasts, then follow and win.",
        "Bedienpflicht: Jassregeln; Trumpfzwang und Stechzwang auf Trumpf; dasselbe, ausser der Partner gewinnt; oder "
        "frei, solange der Talon reicht, danach bedienen und stechen.",
        "PNA S2 S4",
    )
    undertrump: str = _choice(
        "barred", "barred void_ok", "Undertrumping a trumped plain suit: barred, or allowed to those void of the suit.",
        "Untertrumpfen: verboten, oder erlaubt für den, der die Farbe nicht hat.", "PNA; void_ok: Differenzler",
    )
    all_trumps: str = _choice(
        "free", "free must_beat", "A hand of trumps only when trumped before: any card, or if possible a higher one.",
        "Nur Trumpf in der Hand, wenn gestochen ist: beliebig, oder wenn möglich höher.", "PNA",
    )
    overtrump_partner: bool = _flag(
        False, "One who is void must trump even when the partner is winning.",
        "Wer nicht bedienen kann, muss auch dann trumpfen, wenn der Partner gewinnt.", "S4",
    )
    pisser: bool = _flag(
        True, "One who cannot overtrump the opponents must still play a lower trump.",
        "Wer die Gegner nicht übertrumpfen kann, muss trotzdem einen tieferen Trumpf spielen.", "S4",
    )
    beat_partner: bool = _flag(
        True, "On a trump lead the partner's trump must be beaten, too.",
        "Auf ausgespielten Trumpf muss auch der Trumpf des Partners überboten werden.", "PG; S4 says not",
    )

    # What counts
    undenufe_points: str = _choice(
        "modern", "modern old", "In Undenufe 6 = 11 and A = 0, or the old count A = 11 and 6 = 0.",
        "Undenufe: Sechs = 11 und As = 0, oder alte Zählung As = 11 und Sechs = 0.", "S0 PNA; old: Vorarlberg",
    )
    last_trick: int = _number(5, 0, 100, "Points for the last trick.", "Punkte für den letzten Stich.", "PNA S4")
    match_bonus: int = _number(100, 0, 1000, "Points added for all tricks.", "Punkte für den Match.", "PNA SL S4")
    weis: str = _choice(
        "large", "none small large vorarlberg luzern smoojas klaberjass", "Schedule of the Weis (melds).",
        "Weis-Tabelle.", "large: PNA S2; small: S0 S1 S3 PG; S4",
    )
    four_nines: int = _number(150, 0, 300, "Points for four nines.", "Punkte für vier Neuner.", "PNA; 0: S3")
    weis_reuse: bool | None = _option(
        None, "flag", "One card may count in a run and in a four; null: as the schedule says.",
        "Eine Karte darf in einer Folge und in vier Gleichen zählen; null: wie die Tabelle sagt.", "PNA S2",
        optional=True,
    )
    weis_order: str = _choice(
        "value", "value fours_first", "Which Weis is better: by value, or every four before every run.",
        "Welcher Weis besser ist: nach Wert, oder alle vier Gleichen vor allen Folgen.", "PNA; fours_first: S0",
    )
    weis_time: str = _choice(
        "first_card", "first_card on_lead first_open",
        "When Weis count: with one's first card, when on lead, or from the cards that lie open at the start.",
        "Wann gewiesen wird: mit der ersten Karte, beim Ausspielen, oder aus den zu Beginn offenen Karten.",
        "PNA; on_lead: S4; first_open: S0",
    )
    stoeck: bool = _flag(
        True, "King and queen of trump in one hand count.", "König und Ober (Dame) von Trumpf zählen.", "PNA S2 S4"
    )
    stoeck_points: int = _number(20, 0, 200, "Points for them.", "Punkte dafür.", "PNA S4")
    stoeck_time: str = _choice(
        "second_card", "second_card lead both_open",
        "When they count: with the second of them, when one is led while holding the other, or when both lie open.",
        "Wann sie zählen: mit der zweiten Karte, beim Ausspielen der einen, oder wenn beide offen liegen.",
        "PNA; lead: S4; both_open: S0",
    )
    maker: str = _choice(
        "none", "none more_than_opponent more_than_half",
        "What those who made trump must reach lest the others score everything.",
        "Was der Nehmende erreichen muss, damit nicht der Gegner alles schreibt.", "S4",
    )
    stoeck_kept: bool = _flag(
        False, "King and queen of trump count for their holder even when the makers fail.",
        "König und Dame von Trumpf zählen für ihren Besitzer, auch wenn der Nehmende es nicht schafft.", "S4 (Belote)",
    )
    litige: bool = _flag(
        False, "At a tie the takers' points are carried over to the next deal.",
        "Bei Gleichstand werden die Punkte der Nehmenden zurückgelegt.", "S4",
    )
    scoring: str = _choice(
        "points", "points box difference strokes jasswiki handjass",
        "What a deal scores: its points, a Coiffeur box, the difference to the announcement, strokes for high and low, "
        "points less Weis, or a stroke for the better hand.",
        "Was ein Spiel zählt: Punkte, ein Coiffeur-Feld, die Differenz zur Ansage, Striche für hoch und tief, Punkte "
        "minus Weis, oder ein Strich für den Besseren.",
        "PNA S1 S2 S3 JW",
    )
    boxes: tuple[Box, ...] = _option(
        (), "boxes", "Boxes of the Coiffeur grid.", "Felder der Coiffeur-Tafel.", "PNA S1 S2 JW"
    )
    box_score: str = _choice(
        "tens", "tens points", "What a box scores: full tens of the card points, or the points, times the factor.",
        "Was ein Feld zählt: ganze Zehner der Kartenpunkte oder die Punkte, mal Faktor.", "tens: S2; points: SL",
    )
    announce: str = _choice(
        "none", "none open hidden", "Players announce the points they will take.",
        "Die Spieler sagen ihre Punkte voraus.", "PNA",
    )
    exact_bonus: int = _number(
        0, 0, 100, "Points taken off for an exact announcement.", "Abzug für eine genaue Ansage.", "PNA"
    )
    middle_noughts: int = _number(
        0, 0, 10, "Noughts for the players between the highest and the lowest.",
        "Nullen für die Spieler zwischen dem höchsten und dem tiefsten.", "PNA",
    )
    hundred_noughts: int = _number(
        0, 0, 10, "Noughts for 100 points and more.", "Nullen für 100 und mehr Punkte.", "PNA"
    )
    no_trick_noughts: int = _number(
        0, 0, 10, "Noughts for one who takes no trick.", "Nullen für den, der keinen Stich macht.", "S1"
    )
    match_strokes: int = _number(0, 0, 10, "Strokes for all tricks.", "Striche für den Match.", "PNA")
    minimum: int = _number(
        0, 0, 157, "Points below which a player gets a potato (minus one).",
        "Punkte, unter denen man eine Kartoffel (minus eins) schreibt.", "S3",
    )

    # The end, and what happens on the way
    target: int | None = _number(
        2500, 1, 100_000, "Score that ends the game.", "Zielpunktzahl.", "SL PG", optional=True,
    )
    deals: int | None = _number(
        None, 1, 1000, "Number of deals that ends the game.", "Anzahl Spiele (Runden).", "PNA", optional=True
    )
    unit: str = _choice("points", "points strokes", "What is counted.", "Was gezählt wird.", "PNA S3")
    wins: str = _choice(
        "highest", "highest lowest", "Which total wins.", "Welches Total gewinnt.", "PNA; lowest: Differenzler"
    )
    claim: str = _choice(
        "auto", "auto bedanken", "The game ends by itself, or a side must claim it.",
        "Das Spiel endet von selbst, oder man muss sich bedanken.", "PNA",
    )
    end_order: str = _choice(
        "stoeck_wys_stich", "stoeck_wys_stich stoeck_stich_wys stich_first",
        "What counts first when both sides cross the target in the same trick.",
        "Was zuerst zählt, wenn beide Parteien im selben Stich das Ziel erreichen.", "PNA",
    )
    bergpreis: int = _number(
        0, 0, 100_000, "Bonus for the first side at half the target; listed, never added.",
        "Preis für die erste Partei auf halbem Weg; wird nur aufgeführt.", "PNA",
    )
    revoke: str = _choice(
        "report", "report trick_and_rest void_deal",
        "What a revoke costs: it is listed, that trick and the rest go to the others, or the deal may be annulled.",
        "Was falsches Farbenverhalten kostet: nur vermerkt, Stich und Rest an den Gegner, oder Spiel ungültig.",
        "JW (trick_and_rest); PNA",
    )

    # fmt: on

    @cached_property
    def factors(self) -> Mapping[str, int]:
        """Factor by contract code, in the column of the pack that is played with."""
        return self.factor_table.column(self.suits)

    @property
    def sides(self) -> int:
        """How many sides score: two with partners, else as many as players."""
        return 2 if self.partners and self.players == 4 else self.players

    @property
    def card_pack(self) -> CardSet:
        """The set of all cards of the pack."""
        return PACK_36 if self.pack == "jass36" else PACK_32

    @property
    def total_deals(self) -> int | None:
        """Deals in a match: the number agreed, or with boxes one for each box of each side; None when open."""
        return len(self.boxes) * self.sides if self.boxes and self.deals is None else self.deals


OPTIONS: Mapping[str, Option] = {
    field.name: dataclasses.replace(field.metadata["option"], name=field.name) for field in dataclasses.fields(Rules)
}
"""Every field with its meaning, source and allowed values."""
