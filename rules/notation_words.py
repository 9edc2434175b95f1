"""The words of the `.jass` text: cards as they were read, actions, comments - each read and written in a pair."""

from __future__ import annotations

from collections.abc import Sequence

from jassvision.rules.actions import (
    ACTIONS,
    Action,
    Announce,
    Draw,
    Misdeal,
    Name,
    Play,
    ShowWeis,
    Swap,
    TakeBlind,
)
from jassvision.rules.cards import Card, card_set, cards_in, code, codes
from jassvision.rules.contracts import parse_contract
from jassvision.rules.errors import JassError, NotationError
from jassvision.rules.names import parse_card, parse_contract_name
from jassvision.rules.notation_record import Comment, Reading
from jassvision.rules.seats import SEAT_NAMES, parse_seat, seat_name

UNKNOWN = "??"
MAX_CANDIDATES = 36
_WITH_CARDS = {cls.kind: cls for cls in (ShowWeis, Swap, TakeBlind)}


def words_of(line: str) -> list[str]:
    """A line cut into words; what stands in braces, brackets, parentheses or quotes is one word, its marks included.

    >>> words_of('1 north: SA S9[was S10] (west weis S6 S7 S8) {a doubt} ; late')
    ['1', 'north:', 'SA', 'S9[was S10]', '(west weis S6 S7 S8)', '{a doubt}', '; late']

    Raises:
        NotationError: a mark is not closed.
    """
    words: list[str] = []
    start = 0
    length = len(line)
    closing = {"{": "}", "(": ")", "[": "]", '"': '"'}
    while start < length:
        if line[start].isspace():
            start += 1
            continue
        if line[start] == ";":
            words.append(line[start:].rstrip())
            break
        end = start
        while end < length and not line[end].isspace():
            mark = closing.get(line[end])
            if mark is None:
                end += 1
                continue
            end = _closed(line, end, mark) + 1
        words.append(line[start:end])
        start = end
    return words


def _closed(line: str, start: int, mark: str) -> int:
    """The place of the closing mark; text in quotes may hold any mark."""
    place = start + 1
    while place < len(line):
        if mark == '"' and line[place] == "\\":
            place += 2
            continue
        if mark != '"' and mark != "}" and line[place] == '"':
            place = _closed(line, place, '"') + 1
            continue
        if line[place] == mark:
            return place
        place += 1
    raise NotationError(f"{line[start : start + 20]!r}: the closing {mark} is missing")


# Text in quotes, comments ------------------------------------------------------------------------------------


def is_plain(text: str) -> bool:
    """Whether a text can stand in a line: no control characters, no line ends of any kind, no halves of characters.

    >>> is_plain("Süd"), is_plain("two" + chr(0x2028) + "lines"), is_plain(chr(0xD800))
    (True, False, False)
    """
    return not any(
        ord(c) < 32 or 0x7F <= ord(c) < 0xA0 or 0xD800 <= ord(c) < 0xE000 or c in "\u2028\u2029" for c in text
    )


def quoted(text: str) -> str:
    """A text in quotes; `unquoted` is the way back.

    Raises:
        NotationError: it would not be read back as it is.
    """
    if not is_plain(text):
        raise NotationError(f"{text!r} cannot be written: a text stays on one line")
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def unquoted(word: str) -> str:
    """The text of a word in quotes; a word without quotes stands for itself."""
    if len(word) < 2 or word[0] != '"' or word[-1] != '"':
        return word
    out, place, inner = [], 0, word[1:-1]
    while place < len(inner):
        if inner[place] == "\\" and place + 1 < len(inner):
            place += 1
        out.append(inner[place])
        place += 1
    return "".join(out)


def comment_text(comment: Comment) -> str:
    """A comment as it is written.

    Raises:
        NotationError: it would not be read back as it is.
    """
    text = comment.text
    if not is_plain(text) or text != text.strip():
        raise NotationError(f"{text!r} cannot be a comment: it stays on one line, without blanks at its ends")
    if comment.line:
        return f"; {text}".rstrip()
    if "}" in text:
        raise NotationError(f"{text!r} cannot be a comment in braces")
    return "{" + text + "}"


def parse_comment(word: str) -> Comment | None:
    """The comment that a word is, or None."""
    if word.startswith(";"):
        return Comment(word[1:].strip(), line=True)
    if word.startswith("{") and word.endswith("}"):
        return Comment(word[1:-1].strip())
    return None


# Cards -------------------------------------------------------------------------------------------------------


def reading_text(reading: Reading) -> str:
    """A card as it was read: `S10`, `S10?`, `S10/S9?`, `??`, with `@12.5` for the time and `[was S9]`."""
    text = _cards_text(reading.cards, reading.sure)
    if reading.time:
        text += f"@{reading.time}"
    if reading.was is not None:
        text += f"[was {_cards_text(reading.was, True)}]"
    return text


def _cards_text(cards: Sequence[Card], sure: bool) -> str:
    if not cards:
        return UNKNOWN
    return "/".join(code(card) for card in cards) + ("" if sure else "?")


def parse_reading(word: str) -> Reading:
    """The card of a word.

    Raises:
        NotationError: it is none.

    >>> reading = parse_reading("S10/S9?@12.5[was S8]")
    >>> codes(reading.candidates), reading.sure, reading.time
    (['S9', 'S10'], False, '12.5')
    """
    text, was = word, None
    if text.endswith("]") and "[" in text:
        text, _, inside = text[:-1].partition("[")
        what = inside.split()
        if len(what) != 2 or what[0] != "was":
            raise NotationError(f"{word!r}: in brackets stands what was written before, such as [was S9]")
        was = () if what[1] == UNKNOWN else (a_card(what[1]),)
    text, at, time = text.partition("@")
    if at and not (len(time) <= 12 and time.replace(".", "", 1).isdecimal() and time.isascii()):
        raise NotationError(f"{word!r}: {time!r} is no time: write seconds, such as @12.5")
    if text == UNKNOWN:
        return Reading(was=was, time=time)
    sure = not text.endswith("?")
    parts = text.rstrip("?").split("/")
    if len(parts) > MAX_CANDIDATES:
        raise NotationError(f"{len(parts)} cards for one: there are 36")
    cards = tuple(a_card(part) for part in parts)
    if len(set(cards)) < len(cards):
        raise NotationError(f"{word!r}: a card is there twice")
    if sure and len(cards) > 1:
        raise NotationError(f"{word!r}: one of several cards is unsure: end it with a question mark")
    return Reading(cards, sure, was, time)


def a_card(word: str) -> Card:
    """A card by code or any usual spelling.

    Raises:
        NotationError: it is none.
    """
    try:
        return parse_card(word[:40])
    except JassError as error:
        raise NotationError(str(error)) from None


# Actions -----------------------------------------------------------------------------------------------------


def action_text(action: Action, players: int) -> str:
    """An action in words, such as `west weis S6 S7 S8`; `parse_action` is the way back."""
    words = [seat_name(action.seat, players), action.kind]
    if isinstance(action, Name):
        words.append(action.contract)
        if action.box:
            words += ["box", quoted(action.box)]
    elif isinstance(action, Announce):
        words.append(UNKNOWN if action.points is None else str(action.points))
    elif isinstance(action, ShowWeis | TakeBlind):
        words += codes(action.cards)
        if isinstance(action, ShowWeis) and action.points is not None:
            words.append(str(action.points))
    elif isinstance(action, Swap):
        words += codes(action.cards)
        if action.drawn:
            words += ["for", *codes(action.drawn)]
    elif isinstance(action, Draw):
        words.append(UNKNOWN if action.card is None else code(action.card))
    elif isinstance(action, Misdeal) and action.reason:
        words.append(quoted(action.reason))
    elif isinstance(action, Play):
        raise NotationError("a card that is played stands in the line of its trick")
    return " ".join(words)


def is_action(words: Sequence[str], players: int) -> bool:
    """Whether words begin like an action: a seat and something it can do."""
    return bool(words) and any(words[0].lower() == name for name in SEAT_NAMES[players])


def parse_action(words: Sequence[str], players: int) -> Action:
    """The action of some words.

    Raises:
        NotationError: they are none.
    """
    seat = parse_seat(words[0][:20], players)
    kind = words[1].lower() if len(words) > 1 else ""
    rest = list(words[2:])
    if kind not in ACTIONS or kind == "play":
        known = ", ".join(k for k in ACTIONS if k != "play")
        raise NotationError(f"{kind[:20]!r} is nothing that can be done: choose one of {known}")
    if len(rest) > 40:
        raise NotationError(f"{len(rest)} words are too many for {kind}")
    if kind == "name":
        return _named(seat, rest)
    if kind == "announce":
        return Announce(seat, None if rest == [UNKNOWN] else _whole(rest, kind))
    if kind == "draw":
        return Draw(seat, None if rest in ([], [UNKNOWN]) else a_card(_only(rest, kind)))
    if kind == "misdeal":
        return Misdeal(seat, unquoted(_only(rest, kind)) if rest else "")
    if kind == "weis" and rest and rest[-1].isdecimal():
        return ShowWeis(seat, _cards(rest[:-1]), _whole(rest[-1:], kind))
    if kind == "swap" and "for" in rest:
        place = rest.index("for")
        return Swap(seat, _cards(rest[:place]), _cards(rest[place + 1 :]))
    if kind in _WITH_CARDS:
        return _WITH_CARDS[kind](seat, _cards(rest))
    if rest:
        raise NotationError(f"{' '.join(rest)[:40]!r} is too much behind {kind}")
    return ACTIONS[kind](seat)


def _named(seat: int, rest: list[str]) -> Name:
    box = ""
    if len(rest) == 3 and rest[1] == "box":
        box = unquoted(rest[2])
        rest = rest[:1]
    word = _only(rest, "name")
    try:
        return Name(seat, parse_contract(word).code, box)
    except JassError:
        return Name(seat, parse_contract_name(word[:40]), box)


def _cards(words: Sequence[str]) -> int:
    return card_set([a_card(word) for word in words])


def _only(words: Sequence[str], kind: str) -> str:
    if len(words) != 1:
        raise NotationError(f"{kind} takes one word, not {len(words)}")
    return words[0]


def _whole(words: Sequence[str], kind: str) -> int:
    word = _only(words, kind)
    if not word.isascii() or not word.isdecimal() or len(word) > 6:
        raise NotationError(f"{word[:20]!r} is no number of points")
    return int(word)


def card_list(cards: int) -> str:
    """The codes of a set, parted by blanks."""
    return " ".join(code(card) for card in cards_in(cards))
