"""Markers for film editors: an edit list (CMX 3600 EDL) with a marker on all that matters, and the same as a CSV table.

The EDL cuts the film into its tricks, one event each, with `* LOC:` markers as Avid, Premiere and Resolve read them.
Time codes count pictures of the film from its first one; at 29.97 and 59.94 per second they drop the numbers that keep
them in step with the clock. Source: SMPTE 258M (CMX 3600) and SMPTE ST 12-1 (drop frame).
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from jassvision.rules.names import card_name
from jassvision.tools.exports.captions import play_said
from jassvision.tools.exports.chapters import Chapter
from jassvision.tools.exports.verdict_words import verdict_lines
from jassvision.tools.exports.words import kind_said, said
from jassvision.tools.played_facts import Played, PlayedError

COLOURS: Final = {"deal": "GREEN", "trick": "BLUE", "meld": "YELLOW", "illegal": "RED", "unsure": "CYAN"}
"""Colours of markers, of those that Avid's locators have."""

LEAST_RATE, MOST_RATE = 1, 240


@dataclass(frozen=True)
class Marker:
    """Something at a moment: its kind (a key of `COLOURS`), where it belongs, its name and more words."""

    time: float
    kind: str
    deal: int
    trick: int
    name: str
    words: str = ""


@dataclass(frozen=True)
class Rate:
    """A frame rate, exact: 25, 30000/1001."""

    exact: Fraction

    @property
    def nominal(self) -> int:
        """Pictures that a second of the time code counts."""
        return round(self.exact)

    @property
    def drops(self) -> bool:
        """Whether time codes drop numbers to keep in step with the clock (29.97 and 59.94)."""
        return self.nominal % 30 == 0 and self.exact.denominator != 1

    def frame(self, seconds: float) -> int:
        """The picture that stands at a time."""
        return int(Fraction(seconds).limit_denominator(1_000_000) * self.exact + Fraction(1, 1000))

    def timecode(self, frame: int) -> str:
        """The time code of a picture; frames after `;` where numbers are dropped.

        >>> Rate(Fraction(25)).timecode(61), Rate(Fraction(30000, 1001)).timecode(1800)
        ('00:00:02:11', '00:01:00;02')
        """
        base, sign = self.nominal, ":"
        if self.drops:
            drop, sign = base // 15, ";"
            minute, ten = base * 60 - drop, base * 600 - drop * 9
            tens, rest = divmod(frame, ten)
            frame += drop * 9 * tens + (drop * ((rest - drop) // minute) if rest > drop else 0)
        seconds, frames = divmod(frame, base)
        return f"{seconds // 3600 % 24:02d}:{seconds // 60 % 60:02d}:{seconds % 60:02d}{sign}{frames:02d}"


def rate_of(text: str) -> Rate:
    """The frame rate that somebody means: `25`, `29.97`, `30000/1001`.

    Raises:
        PlayedError: it is none.
    """
    try:
        exact = Fraction(text.strip())
    except (ValueError, ZeroDivisionError):
        raise PlayedError(f"{text!r} is no frame rate: write pictures a second, such as 25 or 29.97.") from None
    if not LEAST_RATE <= exact <= MOST_RATE:
        raise PlayedError(f"{text!r} is no frame rate: films have {LEAST_RATE} to {MOST_RATE} pictures a second.")
    nominal = round(exact)
    ntsc = Fraction(nominal * 1000, 1001)
    return Rate(ntsc if exact.denominator != 1 and abs(exact - ntsc) < Fraction(1, 200) else exact)


def markers(played: Played, language: str = "de") -> tuple[Marker, ...]:
    """A marker on each deal, trick, Weis and Stöck, illegal play and unsure card that has a time, in their order."""
    return tuple(sorted(_markers(played, language), key=lambda marker: marker.time))


def _markers(played: Played, language: str) -> Iterator[Marker]:
    for deal in played.deals:
        number = deal.number
        if deal.start is not None:
            yield Marker(deal.start, "deal", number, 1, said("deal_number", language, number=number))
        for trick in deal.tricks:
            if trick.start is not None:
                name = said("trick_number", language, number=trick.number)
                won = "" if trick.winner is None else played.name(trick.winner, language)
                words = f"{said('taken_by', language, who=won)}: {trick.points * deal.factor}" if won else ""
                yield Marker(trick.start, "trick", number, trick.number, name, words)
            for play in trick.plays:
                if play.unsure and play.time is not None:
                    who = played.name(play.seat, language)
                    words = f"{who}: {play_said(played, play, language)}"
                    yield Marker(play.time, "unsure", number, trick.number, said("unsure", language), words)
        for gain in deal.melds:
            if gain.time is not None:
                owner = played.side_name(gain.side, language) if gain.seat is None else played.name(gain.seat, language)
                words = f"{owner}: {_cards(played, gain.cards, language)} +{gain.points}"
                yield Marker(gain.time, "meld", number, gain.trick or 1, kind_said(gain.kind, language), words)
        for verdict in deal.illegal:
            if verdict.time is not None and verdict.certain:
                card = (
                    said("unknown_card", language)
                    if verdict.card is None
                    else _cards(played, (verdict.card,), language)
                )
                name = said("illegal_play", language, who=played.name(verdict.seat, language), card=card)
                words = "; ".join(verdict_lines(verdict, language, played.pack))
                yield Marker(verdict.time, "illegal", number, verdict.trick, name, words)


def _cards(played: Played, cards: Sequence[int], language: str) -> str:
    return ", ".join(card_name(card, suits=played.pack, language=language) for card in cards)


def edl(listed: Sequence[Chapter], marks: Sequence[Marker], rate: Rate, *, title: str, clip: str) -> str:
    """The edit list of a film cut into chapters.

    Args:
        title: the list's title.
        clip: name of the film's file.
    """
    lines = [f"TITLE: {_ascii(title)[:70]}", f"FCM: {'DROP FRAME' if rate.drops else 'NON-DROP FRAME'}", ""]
    for number, chapter in enumerate(listed, start=1):
        start, end = rate.frame(chapter.start), max(rate.frame(chapter.end), rate.frame(chapter.start) + 1)
        code = " ".join(map(rate.timecode, (start, end, start, end)))
        lines.append(f"{number:03d}  AX       V     C        {code}")
        lines.append(f"* FROM CLIP NAME: {_ascii(clip)}")
        for mark in marks:
            if chapter.start <= mark.time < chapter.end:
                text = _ascii(f"{mark.name}{' - ' if mark.words else ''}{mark.words}")[:200]
                # readers of locators know colons only; the list's own line says whether numbers are dropped
                at = rate.timecode(rate.frame(mark.time)).replace(";", ":")
                lines.append(f"* LOC: {at} {COLOURS[mark.kind]:<7} {text}")
        lines.append("")
    return "\n".join(lines)


def _ascii(text: str) -> str:
    """Plain letters: many editors read an EDL as ASCII. Umlauts are written out."""
    for umlaut, plain in (("ä", "ae"), ("ö", "oe"), ("ü", "ue"), ("Ä", "Ae"), ("Ö", "Oe"), ("Ü", "Ue"), ("·", "-")):
        text = text.replace(umlaut, plain)
    text = text.replace("’", "'").replace("–", "-").replace("œ", "oe").replace("Œ", "Oe").replace("ß", "ss")
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    return re.sub(r"\s+", " ", plain).strip()


def marker_table(marks: Sequence[Marker], rate: Rate, language: str = "de") -> str:
    """The markers as CSV with commas: time code, seconds, picture, kind, deal, trick, name, words, colour."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(["Timecode", "Seconds", "Frame", "Kind", "Deal", "Trick", "Name", "Comment", "Color"])
    for mark in marks:
        frame = rate.frame(mark.time)
        cells = [mark.kind, mark.deal, mark.trick, harmless(mark.name), harmless(mark.words), COLOURS[mark.kind]]
        writer.writerow([rate.timecode(frame), f"{mark.time:.3f}", frame, *cells])
    return out.getvalue()


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula: one that could be begins with an apostrophe.

    Source: OWASP, "CSV Injection".

    >>> harmless("=1+1"), harmless("Anni")
    ("'=1+1", 'Anni')
    """
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")) else text
