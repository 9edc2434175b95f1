"""The `.jass` text: whole matches in a form that a person can read and write.

::

    [Jass "1"]
    [Rules "swisslos_2500"]
    [Rule "target=1000"]
    [North "Anni"]

    ; Saturday evening, table 2
    deal 1 dealer east
    hand north D6 D7 HA H10 SJ C6 C7 C8 C9
    north push
    south name H
    1 north: HA@12.4 (west weis S6 S7 S8) H6 HJ HK = south 35
    2 south: S10? S9[was S10] ?? D6/D7? {the hand covered it}
    score 157 0

Grammar, one statement a line (`#` repeats, `?` may be left out):

- `[NAME "TEXT"]` a tag of the header, before the first deal. `Rules` names a preset, every `Rule` one field that
  differs (`target=1000`, `contracts=D,H,O`, `factors.swiss.O=4`, `boxes=Eicheln:C:1,Joker:free:2`); `North`, `East`
  and so on name the players; all others are free (`Date`, `Event`). `\\"` and `\\\\` in a text stand for a quote and a
  backslash.
- `deal NUMBER dealer SEAT` begins a deal.
- `hand SEAT CARD#` the cards dealt to a seat, in open games `piles SEAT CARD/CARD#` (face up, then below; `??`
  unknown); `turned CARD`, `stock CARD#`, `blind CARD#` the cards outside the hands. What is hidden is left out.
- `SEAT WORD ...` something said or done between two tricks: `push`, `name CONTRACT`, `name CONTRACT box "NAME"`,
  `pass`, `announce NUMBER` (or `??`), `weis CARD#` (or its value), `stoeck`, `swap CARD# for CARD#`, `take`,
  `blind CARD#`, `stand`, `drop`, `draw CARD`, `rest`, `claim`, `misdeal "REASON"`.
- `NUMBER SEAT: CARD# = SEAT POINTS` a trick: who led, the cards in the order they were played, and, if one likes, who
  won and its card points (without last trick and factor). `(SEAT WORD ...)` between cards is what was said there.
  A trick that is not complete is a deal broken off.
- `score NUMBER#` what each side scored in the deal, if one likes.
- `ruling KIND SEAT NUMBER` what a revoke cost that the seat's side committed in that trick: `report`,
  `trick_and_rest` or `void_deal`.
- `CARD` is a code (`S10`; any usual spelling without blanks is read, too), `??` unknown, `S10?` unsure with nothing
  better to offer, `S10/S9?` one of these, likeliest first. `@12.5` behind it is the time in seconds, `[was S9]` what
  had been written before it was corrected.
- `{...}` is a comment within a line of a trick or behind a statement, `; ...` one to the end of the line.

Winner, points and score are checked by `notation_replay`. The reader never stops at a mistake: it lists it with the
number of its line and reads on. What is written and read again is the same record, and the same text.

>>> record = read_notation('deal 1 dealer east\\nnorth name O\\n1 north: HA HK\\n2 nort: HQ\\n')
>>> [str(error) for error in record.errors]
["line 4: 'nort' is no seat at a table of 4: did you mean north? seats are north, east, south, west"]
>>> print(write_notation(record), end="")
deal 1 dealer east
north name O
1 north: HA HK
"""

from __future__ import annotations

from dataclasses import replace

from jassvision.rules.actions import Action
from jassvision.rules.audit_rulings import RULINGS
from jassvision.rules.cards import Card, card_set, code
from jassvision.rules.errors import JassError, NotationError
from jassvision.rules.notation_record import (
    ActionLine,
    Comment,
    DealLine,
    DealRecord,
    HandLine,
    MatchRecord,
    OutsideLine,
    PilesLine,
    Reading,
    RulingLine,
    ScoreLine,
    TrickItem,
    TrickLine,
)
from jassvision.rules.notation_rules import rules_of_tags
from jassvision.rules.notation_words import (
    UNKNOWN,
    a_card,
    action_text,
    card_list,
    comment_text,
    is_action,
    is_plain,
    parse_action,
    parse_comment,
    parse_reading,
    quoted,
    reading_text,
    unquoted,
    words_of,
)
from jassvision.rules.seats import parse_seat, seat_name

MAX_CHARACTERS = 4_000_000
"""Longest text that is read: a match of a hundred deals has some 100,000 characters."""
MAX_LINE = 4_000
MAX_ERRORS = 200
"""Mistakes that are listed before the reader takes it that this is no record at all."""
MAX_NUMBER = 9_999
MAX_ITEMS = 200
OUTSIDE = ("turned", "stock", "blind")


def read_notation(text: str, *, strict: bool = False) -> MatchRecord:
    """Read a `.jass` text.

    Args:
        text: the text; lines may end in any way.
        strict: raise the first mistake instead of listing it.

    Raises:
        NotationError: the text is far too long, or `strict` and something cannot be read.

    >>> record = read_notation("deal 1 dealer north\\nwest name H\\n1 west: S10 S6 SA S9 = east 21\\n")
    >>> len(record.deals), record.errors
    (1, ())
    """
    if len(text) > MAX_CHARACTERS:
        raise NotationError(f"{len(text):,} characters are too many for a match: at most {MAX_CHARACTERS:,} are read")
    return _Reader(strict).read(text)


def write_notation(record: MatchRecord) -> str:
    """The text of a record, in the one form in which this writer writes it.

    Raises:
        NotationError: something in it cannot be written, such as a comment of two lines.

    >>> record = read_notation("deal 1 dealer north\\nwest name H\\n1 west: S10 S6 SA S9 = east 21\\n")
    >>> print(write_notation(record), end="")
    deal 1 dealer north
    west name H
    1 west: S10 S6 SA S9 = east 21
    """
    players = _players(record.tags)
    lines = [f"[{_tag_name(name)} {quoted(value)}]" for name, value in record.tags]
    if record.tags and (record.comments or record.deals):
        lines.append("")
    lines += [comment_text(comment) for comment in record.comments]
    for number, deal in enumerate(record.deals):
        if number or record.comments:
            lines.append("")
        lines.append(_with(f"deal {deal.number} dealer {seat_name(deal.dealer, players)}", deal.comment))
        lines += [_line_text(line, players) for line in deal.lines]
    return "".join(f"{line}\n" for line in lines)


def _players(tags: tuple[tuple[str, str], ...]) -> int:
    try:
        return rules_of_tags(tags).players
    except JassError:
        return 4


def _tag_name(name: str) -> str:
    if not (0 < len(name) <= 40 and name.isascii() and name.isalnum()):
        raise NotationError(f"{name!r} is no name of a tag: letters and digits only")
    return name


# Writing -----------------------------------------------------------------------------------------------------


def _with(text: str, comment: Comment | None) -> str:
    return text if comment is None else f"{text} {comment_text(comment)}"


def _line_text(line: DealLine, players: int) -> str:
    if isinstance(line, Comment):
        return comment_text(line)
    if isinstance(line, TrickLine):
        return _trick_text(line, players)
    if isinstance(line, HandLine):
        return _with(f"hand {seat_name(line.seat, players)} {card_list(line.cards)}".rstrip(), line.comment)
    if isinstance(line, PilesLine):
        piles = " ".join(f"{code(up)}/{_code(below)}" for up, below in line.piles)
        return _with(f"piles {seat_name(line.seat, players)} {piles}".rstrip(), line.comment)
    if isinstance(line, OutsideLine):
        return _with(" ".join([line.word, *map(_code, line.cards)]), line.comment)
    if isinstance(line, ScoreLine):
        return _with(" ".join(["score", *map(str, line.points)]), line.comment)
    if isinstance(line, RulingLine):
        return _with(f"ruling {line.kind} {seat_name(line.seat, players)} {line.trick}", line.comment)
    return _with(action_text(line.action, players), line.comment)


def _code(card: Card | None) -> str:
    return UNKNOWN if card is None else code(card)


def _trick_text(line: TrickLine, players: int) -> str:
    words = [str(line.number), f"{seat_name(line.leader, players)}:"]
    late = [item for item in line.items[-1:] if isinstance(item, Comment) and item.line]
    for item in line.items[: len(line.items) - len(late)]:
        if isinstance(item, Reading):
            words.append(reading_text(item))
        elif isinstance(item, Comment):
            if item.line:
                raise NotationError("a comment to the end of the line stands at the end of a trick")
            words.append(comment_text(item))
        else:
            words.append(f"({action_text(item, players)})")
    if line.winner is not None:
        words += ["=", seat_name(line.winner, players)]
        if line.points is not None:
            words.append(str(line.points))
    elif line.points is not None:
        raise NotationError(f"trick {line.number}: points without a winner cannot be written")
    words += [comment_text(comment) for comment in late]
    return " ".join(words)


# Reading -----------------------------------------------------------------------------------------------------


class _Reader:
    def __init__(self, strict: bool) -> None:
        self.strict = strict
        self.errors: list[NotationError] = []
        self.tags: list[tuple[str, str]] = []
        self.comments: list[Comment] = []
        self.deals: list[DealRecord] = []
        self.lines: list[DealLine] = []
        self.players = 4
        self.sides = 2

    def read(self, text: str) -> MatchRecord:
        header = True
        for number, raw in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
            try:
                line = raw.replace("\t", " ")
                if not line.strip():
                    continue
                if not is_plain(line):
                    raise NotationError("a control character: a record is plain text")
                if len(line) > MAX_LINE:
                    raise NotationError(f"a line of {len(line):,} characters: at most {MAX_LINE:,} are read")
                words = words_of(line)
                if header and not self._is_header(words):
                    header = False
                    self._end_header(number)
                self._statement(words)
                self._note(number)
            except JassError as error:
                self._fault(error, number)
                if len(self.errors) >= MAX_ERRORS:
                    self._fault(NotationError("too many mistakes: this is no record of a match"), number)
                    break
        if header:
            self._end_header(1)
        self._end_deal()
        return MatchRecord(tuple(self.tags), tuple(self.deals), tuple(self.comments), tuple(self.errors))

    def _note(self, number: int) -> None:
        """Note the line that the last statement was read from."""
        if self.lines:
            last = self.lines[-1]
            if not isinstance(last, Comment) and not last.at:
                self.lines[-1] = replace(last, at=number)
        elif self.deals and not self.deals[-1].at:
            self.deals[-1] = replace(self.deals[-1], at=number)

    def _fault(self, error: JassError, line: int) -> None:
        fault = NotationError(f"line {line}: {error}", line=line)
        if self.strict:
            raise fault from None
        self.errors.append(fault)

    def _is_header(self, words: list[str]) -> bool:
        return words[0].startswith("[") or parse_comment(words[0]) is not None

    def _end_header(self, line: int) -> None:
        try:
            rules = rules_of_tags(self.tags)
        except JassError as error:
            self._fault(error, max(line - 1, 1))
        else:
            self.players, self.sides = rules.players, rules.sides

    def _end_deal(self) -> None:
        if self.deals:
            self.deals[-1] = replace(self.deals[-1], lines=tuple(self.lines))
        self.lines = []

    def _statement(self, words: list[str]) -> None:
        first = words[0]
        comment = parse_comment(first)
        if comment is not None:
            if len(words) > 1:
                raise NotationError("a comment before a statement: write it behind it, or on a line of its own")
            (self.lines if self.deals else self.comments).append(comment)
            return
        if first.startswith("["):
            self._tag(words)
            return
        if first == "deal":
            self._deal(words)
            return
        if not self.deals:
            raise NotationError(f"{first[:20]!r} stands before the first deal: begin with deal 1 dealer north")
        if first.isdecimal():
            self.lines.append(self._trick(words))
            return
        words, late = _without_comment(words)
        if first == "hand":
            self.lines.append(self._hand(words, late))
        elif first == "piles":
            self.lines.append(self._piles(words, late))
        elif first in OUTSIDE:
            self.lines.append(_outside(words, late))
        elif first == "ruling":
            self.lines.append(self._ruling(words, late))
        elif first == "score":
            points = tuple(_signed(word) for word in words[1:])
            if len(points) != self.sides:
                raise NotationError(f"score: {len(points)} numbers for {self.sides} sides")
            self.lines.append(ScoreLine(points, late))
        elif is_action(words, self.players):
            self.lines.append(ActionLine(parse_action(words, self.players), late))
        else:
            raise NotationError(
                f"{first[:20]!r} begins no statement: write deal, hand, piles, {', '.join(OUTSIDE)}, score, ruling, "
                "a seat, or the number of a trick"
            )

    def _tag(self, words: list[str]) -> None:
        if self.deals:
            raise NotationError("a tag of the header stands behind the first deal")
        inner = words_of(words[0][1:-1])
        if len(words) > 1 or len(inner) != 2 or not inner[1].startswith('"'):
            raise NotationError('a tag is a name and a text in quotes, such as [North "Anni"]')
        self.tags.append((_tag_name(inner[0]), unquoted(inner[1])))

    def _deal(self, words: list[str]) -> None:
        words, late = _without_comment(words)
        if len(words) != 4 or words[2] != "dealer":
            raise NotationError("a deal begins with its number and its dealer, such as deal 1 dealer north")
        deal = DealRecord(_number(words[1]), parse_seat(words[3][:20], self.players), comment=late)
        self._end_deal()
        self.deals.append(deal)

    def _hand(self, words: list[str], late: Comment | None) -> HandLine:
        if len(words) < 2:
            raise NotationError("hand: say whose, and which cards")
        return HandLine(parse_seat(words[1][:20], self.players), card_set(map(a_card, words[2:])), late)

    def _piles(self, words: list[str], late: Comment | None) -> PilesLine:
        if len(words) < 2:
            raise NotationError("piles: say whose, and which cards")
        piles = []
        for word in words[2:]:
            up, bar, below = word.partition("/")
            if not bar:
                raise NotationError(
                    f"{word[:20]!r} is no pile: write the card face up, a slash and the card below, or ??"
                )
            piles.append((a_card(up), None if below == UNKNOWN else a_card(below)))
        card_set([card for pile in piles for card in pile if card is not None])
        return PilesLine(parse_seat(words[1][:20], self.players), tuple(piles), late)

    def _ruling(self, words: list[str], late: Comment | None) -> RulingLine:
        if len(words) != 4 or words[1] not in RULINGS:
            raise NotationError(f"a ruling is its kind ({', '.join(RULINGS)}), a seat and the number of a trick")
        return RulingLine(words[1], parse_seat(words[2][:20], self.players), _number(words[3]), late)

    def _trick(self, words: list[str]) -> TrickLine:
        number = _number(words[0])
        if len(words) < 2 or not words[1].endswith(":"):
            raise NotationError("a trick is its number, who led, a colon, and the cards: 1 north: HA HK")
        leader = parse_seat(words[1][:-1][:20], self.players)
        if len(words) > MAX_ITEMS:
            raise NotationError(f"trick {number}: {len(words)} words are too many")
        items: list[TrickItem] = []
        rest = words[2:]
        while rest and rest[0] != "=":
            items.append(self._item(rest.pop(0)))
        winner, points = None, None
        if rest:
            rest.pop(0)
            if not rest:
                raise NotationError(f"trick {number}: behind = stands who won")
            winner = parse_seat(rest.pop(0)[:20], self.players)
            if rest and parse_comment(rest[0]) is None:
                points = _number(rest.pop(0))
            for word in rest:
                comment = parse_comment(word)
                if comment is None:
                    raise NotationError(f"trick {number}: {word[:20]!r} is too much behind the points")
                items.append(comment)
        if sum(isinstance(item, Reading) for item in items) > self.players:
            raise NotationError(f"trick {number}: more cards than the {self.players} players have turns")
        return TrickLine(number, leader, tuple(items), winner, points)

    def _item(self, word: str) -> Reading | Action | Comment:
        comment = parse_comment(word)
        if comment is not None:
            return comment
        if word.startswith("(") and word.endswith(")"):
            inner = words_of(word[1:-1])
            if not inner:
                raise NotationError("nothing stands in the parentheses")
            return parse_action(inner, self.players)
        return parse_reading(word)


def _outside(words: list[str], late: Comment | None) -> OutsideLine:
    cards = tuple(None if word == UNKNOWN else a_card(word) for word in words[1:])
    card_set([card for card in cards if card is not None])
    if len(cards) > 36 or (words[0] == "turned" and len(cards) != 1):
        raise NotationError(f"{words[0]}: {len(cards)} cards cannot be")
    return OutsideLine(words[0], cards, late)


def _without_comment(words: list[str]) -> tuple[list[str], Comment | None]:
    """The words of a statement, and the comment behind it."""
    late = parse_comment(words[-1])
    rest = words if late is None else words[:-1]
    if any(parse_comment(word) is not None for word in rest):
        raise NotationError("one comment at most, behind the statement")
    return rest, late


def _number(word: str) -> int:
    if not word.isascii() or not word.isdecimal() or len(word) > 6 or int(word) > MAX_NUMBER:
        raise NotationError(f"{word[:20]!r} is no number from 0 to {MAX_NUMBER}")
    return int(word)


def _signed(word: str) -> int:
    return -_signed_part(word[1:]) if word.startswith("-") else _signed_part(word)


def _signed_part(word: str) -> int:
    if not word.isascii() or not word.isdecimal() or len(word) > 7:
        raise NotationError(f"{word[:20]!r} is no score")
    return int(word)
