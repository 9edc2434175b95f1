"""Names that people use for cards, contracts and seats: written in four languages, read however they are spelt.

>>> from jassvision.rules.cards import code, parse_code
>>> card_name(parse_code("S10")), card_name(parse_code("S10"), suits="french", language="en")
('Schilten Banner', '10 of Spades')
>>> [code(parse_card(text)) for text in ("Schellen Under", "schälle under", "♣️ 9", "10♥", "SJ", "rosen-ass")]
['DJ', 'DJ', 'C9', 'H10', 'SJ', 'HA']
>>> parse_card("Sb", suits="swiss")
Traceback (most recent call last):
    ...
jassvision.rules.errors.AmbiguousCardError: 'Sb' may be S10 (Schilten Banner) or SJ (Schilten Under): write more of it
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product

from jassvision.rules.cards import (
    PACK_36,
    RANK_SETS,
    SUIT_LETTERS,
    SUIT_SETS,
    TEN,
    Card,
    CardSet,
    card_of,
    cards_in,
    code,
    rank_of,
    suit_of,
)
from jassvision.rules.contracts import CONTRACTS
from jassvision.rules.errors import (
    AmbiguousCardError,
    InvalidActionError,
    InvalidCardError,
    JassError,
    WrongSeatError,
    did_you_mean,
)
from jassvision.rules.seats import SEAT_NAMES, Seat
from jassvision.rules.words import (
    CONTRACT_NAMES,
    CONTRACT_SPELLINGS,
    COURT_NAMES,
    FILLERS,
    LOOSE_RANK_LETTERS,
    LOOSE_SUIT_LETTERS,
    RANK_LETTERS_OF_CODES,
    RANK_SPELLINGS,
    SEAT_WORDS,
    SUIT_LETTERS_OF_CODES,
    SUIT_NAMES,
    SUIT_SPELLINGS,
)

SHORTEST_PREFIX = 3
"""Letters of a word that are enough to mean it; two fit too many words."""

MOST_WORDS = 4
"""Words in the name of a card: suit and rank, each perhaps said twice, as in `Schilten Banner (♠10)`."""

LONGEST_NAME = 100
"""Characters of a name that are looked at: the longest in `jassvision.rules.words` have some 25."""

# Writing -------------------------------------------------------------------------------------------------------------


def suit_name(suit: int, *, suits: str = "swiss", language: str = "de") -> str:
    """The name of a suit (0 to 3, D H S C) in a pack of Swiss or French suits.

    >>> suit_name(3), suit_name(3, suits="french", language="fr")
    ('Eicheln', 'trèfle')
    """
    return SUIT_NAMES[suits, language][suit]


def rank_name(rank: int, *, suits: str = "swiss", language: str = "de") -> str:
    """The name of a rank (0 to 8, six to ace)."""
    return str(rank + 6) if rank < TEN else COURT_NAMES[suits, language][rank - TEN]


def card_name(card: Card, *, suits: str = "swiss", language: str = "de") -> str:
    """The name of a card as people at the table say it; `parse_card` is the way back.

    >>> card_name(32), card_name(32, suits="french"), card_name(32, suits="french", language="fr")
    ('Eicheln Under', 'Kreuz Bauer', 'valet de trèfle')
    """
    suit = suit_name(suit_of(card), suits=suits, language=language)
    rank = rank_name(rank_of(card), suits=suits, language=language)
    if language == "de":
        return f"{suit} {rank}"
    if language == "fr":
        return f"{rank} {'d’' if suit[0] in 'aeiouéœ' and suit[0] != 'œ' else 'de '}{suit}"
    return f"{rank} {'of' if language == 'en' else 'di'} {suit}"


def contract_name(contract: str, *, suits: str = "swiss", language: str = "de") -> str:
    """The name of a contract code (or of `"slalom"` and `"free"`, which Coiffeur boxes may hold).

    >>> contract_name("D"), contract_name("U"), contract_name("slalom-down", language="en")
    ('Schellen', 'Undenufe', 'Slalom from low')
    """
    if contract in SUIT_LETTERS:
        return suit_name(SUIT_LETTERS.index(contract), suits=suits, language=language)
    return CONTRACT_NAMES[contract][language]


def seat_label(seat: Seat, players: int, *, language: str = "de") -> str:
    """The name of a seat at a table of so many players.

    >>> [seat_label(seat, 4) for seat in range(4)]
    ['Nord', 'Ost', 'Süd', 'West']
    """
    return SEAT_WORDS[SEAT_NAMES[players][seat]][language]


# Reading -------------------------------------------------------------------------------------------------------------


def parse_card(text: str, *, suits: str | None = None, among: CardSet = PACK_36) -> Card:
    """The card that somebody means: a code, a name in any of the languages, symbols, and most ways to misspell them.

    Suit and rank may come in either order, glued or apart; the letters of the codes (D H S C, J Q K A) mean what they
    mean there; of a longer word three letters are enough.

    Args:
        text: what was written.
        suits: `"swiss"` or `"french"` where the pack is known: single letters then mean only words of that pack.
        among: the cards that come into question, such as a pack of 32 or a hand.

    Raises:
        AmbiguousCardError: several cards fit; the message names them.
        InvalidCardError: no card fits, or the only one that does does not come into question.

    >>> [code(parse_card(text)) for text in ("Schilten Banner", "♠10", "as de pique", "Eichel-Under")]
    ['S10', 'S10', 'SA', 'CJ']
    """
    return _card_among(text, suits, among)


def parse_pair(text: str, *, suits: str | None = None) -> tuple[Card, Card | None]:
    """An open card and the card beneath it, as Luzern Jass is written down: `8♦(10♠)`; None when it is not given.

    >>> [code(card) for card in parse_pair("8♦(10♠)")], parse_pair("8♦(??)"), parse_pair("8♦")
    (['D8', 'S10'], (2, None), (2, None))

    Raises:
        InvalidCardError: one of the two is no card, they are the same, or the brackets do not fit.
    """
    match = re.fullmatch(r"([^()]+)(?:\(([^()]*)\))?", _short(text, InvalidCardError).strip())
    if match is None:
        raise InvalidCardError(f"{text!r} is no card with a card beneath: write 8♦(10♠) or D8(S10)")
    top = parse_card(match[1], suits=suits)
    below = (match[2] or "").strip()
    if below.strip("?") == "":
        return top, None
    beneath = parse_card(below, suits=suits)
    if beneath == top:
        raise InvalidCardError(f"{text!r} names the same card twice: one lies beneath the other")
    return top, beneath


def parse_cards(text: str, *, suits: str | None = None) -> list[Card]:
    """The cards of a list: names between commas, semicolons or line ends, or codes with spaces between them.

    >>> [code(card) for card in parse_cards("Schellen Under, ♥10; sj")], len(parse_cards("SJ S9 SA"))
    (['DJ', 'H10', 'SJ'], 3)

    Raises:
        InvalidCardError: something in the list is no card, or may be several.
    """
    pieces = [piece for piece in re.split(r"[,;\n]+", text) if piece.strip()]
    found: list[Card] = []
    for piece in pieces:
        words = piece.split()
        alone = len(words) > 1 and all(len(word) <= LONGEST_NAME and _readings(word, suits) for word in words)
        found += [parse_card(word, suits=suits) for word in (words if alone else [piece])]
    return found


def parse_contract_name(text: str, *, suits: str | None = None) -> str:
    """The contract code that somebody means.

    >>> [parse_contract_name(t) for t in ("Obenabe", "une", "Trumpf Schilten", "♣️", "Slalom von unten", "slalom-up")]
    ['O', 'U', 'S', 'C', 'slalom-down', 'slalom-up']

    Raises:
        InvalidActionError: no contract or more than one fits.
    """
    stripped = _short(text, InvalidActionError).strip()
    exact = {c.lower(): c for c in CONTRACTS}.get(stripped.lower())
    if exact is not None:
        return exact
    words = tuple(word for word in _words(text) if word not in FILLERS)
    joined = "-".join(words)
    found = {c for c, spellings in CONTRACT_SPELLINGS.items() if joined in spellings.split()}
    if not found and len(words) == 1:
        found = {SUIT_LETTERS[s] for reading in _suit_readings(words[0], suits) for s in reading[1]}
    if not found and len(joined) >= SHORTEST_PREFIX:
        found = {
            c for c, spellings in CONTRACT_SPELLINGS.items() if any(s.startswith(joined) for s in spellings.split())
        }
    if len(found) == 1:
        return found.pop()
    if found:
        names = " or ".join(f"{c} ({contract_name(c, suits=suits or 'swiss')})" for c in sorted(found))
        raise InvalidActionError(f"{text!r} may be {names}: write more of it")
    hint = did_you_mean(text, (contract_name(c, suits=pack) for c in CONTRACTS for pack in ("swiss", "french")))
    raise InvalidActionError(
        f"{text!r} is no contract: {hint}write one of {', '.join(CONTRACTS)}, or a name such as Schilten, Obenabe, "
        "Undenufe"
    )


def parse_seat_name(text: str, players: int) -> Seat:
    """The seat of a name in any of the languages, or of a letter or two that fit one seat only.

    >>> parse_seat_name("Süd", 4), parse_seat_name("ouest", 4), parse_seat_name("W", 4)
    (2, 3, 3)

    Raises:
        WrongSeatError: nobody sits there, or several fit (`O` is Ost, ouest and ovest).
    """
    word = _plain(_short(text, WrongSeatError)).replace("-", "").replace(" ", "")
    names = SEAT_NAMES[players]
    spoken = [{_plain(w).replace("-", "") for w in (name, *SEAT_WORDS[name].values())} for name in names]
    found = [seat for seat, words in enumerate(spoken) if word in words]
    if not found and word:
        found = [seat for seat, words in enumerate(spoken) if any(w.startswith(word) for w in words)]
    if len(found) == 1:
        return found[0]
    if found:
        raise WrongSeatError(f"{text!r} may be {' or '.join(names[s] for s in found)}: write more of it")
    raise WrongSeatError(f"{text!r} is no seat at a table of {players}: seats are {', '.join(names)}")


# How a text is read --------------------------------------------------------------------------------------------------

_Reading = tuple[int, tuple[int, ...]]
"""How loosely a word was read (0 exact or a whole word, 1 a loose letter, 2 a prefix) and what it may mean."""


def _short(text: str, error: type[JassError]) -> str:
    """The text itself, unless it is far too long for a name: reading it could take for ever."""
    if len(text) > LONGEST_NAME:
        raise error(f"{text[:20]!r} and so on, {len(text):,} characters: a name has at most {LONGEST_NAME}")
    return text


def _plain(text: str) -> str:
    """Small letters without accents, variation selectors and other marks."""
    spread = unicodedata.normalize("NFKD", text.replace("œ", "oe").replace("Œ", "oe"))
    return "".join(c for c in spread if not unicodedata.category(c).startswith(("M", "C"))).casefold().strip()


def _words(text: str) -> tuple[str, ...]:
    """The words, numbers and suit symbols of a text; where there are more than two, without those that say nothing."""
    spread = "".join(_PLAYING_CARDS.get(c, c) for c in text)
    found = re.findall(r"[♠♣♥♦♤♧♡♢]|\d+|d'|[^\W\d_]+", _plain(spread.replace("’", "'")))
    return tuple(word for word in found if word not in FILLERS) if len(found) > 2 else tuple(found)


def _playing_cards() -> Iterator[tuple[str, str]]:
    """The cards of Unicode's own block (🂡 and on) as codes; knights and small cards are left alone."""
    for letter, start in {"S": 0x1F0A0, "H": 0x1F0B0, "D": 0x1F0C0, "C": 0x1F0D0}.items():
        for offset, rank in {1: "A", 6: "6", 7: "7", 8: "8", 9: "9", 10: "10", 11: "J", 13: "Q", 14: "K"}.items():
            yield chr(start + offset), f" {letter} {rank} "


_PLAYING_CARDS = dict(_playing_cards())


@cache
def _spellings(which: str) -> Mapping[str, int]:
    rows = SUIT_SPELLINGS if which == "suit" else RANK_SPELLINGS
    return {word: number for number, row in enumerate(rows) for word in row.split()}


def _suit_readings(word: str, suits: str | None) -> list[_Reading]:
    return _word_readings(word, suits, "suit", SUIT_LETTERS_OF_CODES, LOOSE_SUIT_LETTERS)


def _rank_readings(word: str, suits: str | None) -> list[_Reading]:
    return _word_readings(word, suits, "rank", RANK_LETTERS_OF_CODES, LOOSE_RANK_LETTERS)


def _word_readings(
    word: str,
    suits: str | None,
    which: str,
    letters: Mapping[str, int],
    loose: Mapping[str, Mapping[str, tuple[int, ...]]],
) -> list[_Reading]:
    spellings = _spellings(which)
    if word in letters:
        return [(0, (letters[word],)), *_loose(word, suits, loose)]
    if word in spellings:
        return [(0, (spellings[word],))]
    if word in loose:
        return _loose(word, suits, loose)
    if len(word) >= SHORTEST_PREFIX and not word.isdigit():
        fits = sorted({number for spelling, number in spellings.items() if spelling.startswith(word)})
        return [(2, tuple(fits))] if fits else []
    return []


def _loose(word: str, suits: str | None, loose: Mapping[str, Mapping[str, tuple[int, ...]]]) -> list[_Reading]:
    packs = (suits,) if suits else ("swiss", "french")
    found = sorted({number for pack in packs for number in loose.get(word, {}).get(pack, ())})
    return [(1, tuple(found))] if found else []


def _readings(text: str, suits: str | None) -> list[tuple[int, CardSet]]:
    """All ways to read a text as one suit and one rank: how loosely, and the cards they may mean.

    Further words must say the same again (`Schilten Banner 10`).
    """
    words = _words(text)
    splits: list[tuple[str, ...]] = []
    if len(words) == 1:
        whole = words[0]
        # "As" is an ace without a suit, but "AS" the ace of spades.
        if (whole in _spellings("rank") or whole in _spellings("suit")) and not text.strip().isupper():
            return []
        splits = [(whole[:i], whole[i:]) for i in range(1, len(whole))]
    elif 2 <= len(words) <= MOST_WORDS:
        splits = [words]
    found = []
    for split in splits:
        choices = [
            [(loose, _cards_of_suits(numbers), PACK_36) for loose, numbers in _suit_readings(word, suits)]
            + [(loose, PACK_36, _cards_of_ranks(numbers)) for loose, numbers in _rank_readings(word, suits)]
            for word in split
        ]
        for some in product(*choices):
            in_suit = in_rank = PACK_36
            for _, by_suit, by_rank in some:
                in_suit &= by_suit
                in_rank &= by_rank
            if in_suit != PACK_36 and in_rank != PACK_36 and in_suit & in_rank:
                found.append((max(loose for loose, _, _ in some), in_suit & in_rank))
    return found


def _cards_of_suits(numbers: tuple[int, ...]) -> CardSet:
    return sum(SUIT_SETS[suit] for suit in numbers)


def _cards_of_ranks(numbers: tuple[int, ...]) -> CardSet:
    return sum(RANK_SETS[rank] for rank in numbers)


def _card_among(text: str, suits: str | None, among: CardSet) -> Card:
    _short(text, InvalidCardError)
    readings = _readings(text, suits)
    if not readings:
        raise InvalidCardError(_unknown(text, suits))
    tightest = min(loose for loose, _ in readings)
    fits = 0
    for loose, cards in readings:
        if loose == tightest:
            fits |= cards
    possible = fits & among
    packs = (suits,) if suits else ("swiss", "french")
    named = [
        f"{code(card)} ({', '.join(card_name(card, suits=pack) for pack in packs)})"
        for card in cards_in(possible or fits)
    ]
    if not possible:
        raise InvalidCardError(f"{text!r} is {' or '.join(named)}, which does not come into question here")
    if possible & (possible - 1):
        raise AmbiguousCardError(f"{text!r} may be {' or '.join(named)}: write more of it")
    return possible.bit_length() - 1


def _unknown(text: str, suits: str | None) -> str:
    words = _words(text)
    expected = "write suit and rank, such as S10, ♠10, 10♠ or " + card_name(card_of(2, TEN), suits=suits or "swiss")
    if len(words) == 1 and any(loose != 1 for loose, _ in _suit_readings(words[0], None)):
        return f"{text!r} names a suit but no rank: {expected}"
    if len(words) == 1 and any(loose != 1 for loose, _ in _rank_readings(words[0], None)):
        return f"{text!r} names a rank but no suit: {expected}"
    known = [*_spellings("suit"), *_spellings("rank")]
    unclear = [word for word in words if len(word) > SHORTEST_PREFIX and word not in known]
    near = [match for word in unclear for match in difflib.get_close_matches(word, known, n=1)]
    hint = f" (did you mean {' '.join(near)}?)" if near else ""
    return f"{text!r} is no card{hint}: {expected}"
