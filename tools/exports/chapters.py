"""Chapter lists: FFMETADATA for `ffmpeg`, and the text that YouTube reads in a description.

A chapter is a trick, and begins `LEAD` seconds before its first card lies, when the hand reaches in. Sources: FFmpeg's
documentation, "Metadata" (`=;#\\` and line ends are escaped); YouTube Help, "Video chapters": the first at 0:00, at
least three, each of at least ten seconds.
"""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from jassvision.rules.names import contract_name
from jassvision.tools.exports.words import said
from jassvision.tools.played_facts import Played, PlayedError, PlayedTrick

LEAD: Final = 1.0
"""Seconds before a card lies at which the hand that lays it comes in."""

TAIL: Final = 5.0
"""Seconds after the last thing seen at which the last chapter ends, where the film's length is not known."""

LEAST_SECONDS: Final = 10
LEAST_CHAPTERS: Final = 3
"""YouTube shows no chapters if one is shorter, or there are fewer."""

LONGEST_TITLE: Final = 100


@dataclass(frozen=True)
class Chapter:
    """A chapter: seconds in the film, the deal it belongs to, its first and last trick, and its title."""

    start: float
    end: float
    deal: int
    first: int
    last: int
    title: str


def chapters(played: Played, language: str = "de", *, duration: float | None = None) -> tuple[Chapter, ...]:
    """A chapter for each trick, one after the other without gaps; the first begins with the film.

    Args:
        duration: length of the film in seconds, None where it is not known.

    Raises:
        PlayedError: the record has no times.
    """
    found: list[Chapter] = []
    done = 0.0
    for deal in played.deals:
        for trick in deal.tricks:
            if trick.start is None:
                continue
            start = max(trick.start - LEAD, done)
            found.append(Chapter(start, start, deal.number, trick.number, trick.number, ""))
            done = trick.end or trick.start
    if not found:
        raise PlayedError(f"{played.path} has no times, and chapters need them: write a record with `score --json`.")
    end = max(done, duration if duration is not None else done + TAIL)
    found[0] = replace(found[0], start=0.0)
    starts = [chapter.start for chapter in found[1:]] + [end]
    return tuple(
        replace(chapter, end=stop, title=_title(played, chapter, language))
        for chapter, stop in zip(found, starts, strict=True)
    )


def youtube_chapters(chapters: Sequence[Chapter], played: Played, language: str = "de") -> tuple[Chapter, ...]:
    """The chapters in whole seconds, those shorter than YouTube allows merged with the next, the last with the one
    before; tricks of different deals are merged only where a deal is that short."""
    merged: list[Chapter] = []
    for chapter in chapters:
        chapter = replace(chapter, start=float(math.floor(chapter.start)), end=float(math.floor(chapter.end)))
        if merged and merged[-1].end - merged[-1].start < LEAST_SECONDS:
            merged[-1] = _joined(merged[-1], chapter)
        else:
            merged.append(chapter)
    while len(merged) > 1 and merged[-1].end - merged[-1].start < LEAST_SECONDS:
        merged[-2:] = [_joined(merged[-2], merged[-1])]
    return tuple(replace(chapter, title=_title(played, chapter, language)) for chapter in merged)


def _joined(one: Chapter, other: Chapter) -> Chapter:
    if one.deal != other.deal:  # named for the deal that is beginning
        return replace(other, start=one.start)
    return replace(one, end=other.end, last=other.last)


def _title(played: Played, chapter: Chapter, language: str) -> str:
    deal = played.deals[chapter.deal - 1]
    tricks = deal.tricks[chapter.first - 1 : chapter.last]
    numbers = str(chapter.first) if chapter.first == chapter.last else f"{chapter.first}–{chapter.last}"
    parts = [said("deal_number", language, number=deal.number), f"{said('trick', language)} {numbers}"]
    if chapter.first == 1 and deal.contract:
        parts.insert(1, contract_name(deal.contract, suits=played.pack, language=language))
    if any(verdict.trick in [trick.number for trick in tricks] for verdict in deal.certain):
        parts.append(said("illegal", language))
    elif (winner := _winner(played, tricks, language)) is not None:
        parts.append(winner)
    return " · ".join(parts)[:LONGEST_TITLE]


def _winner(played: Played, tricks: Sequence[PlayedTrick], language: str) -> str | None:
    winner = tricks[0].winner if len(tricks) == 1 else None
    return None if winner is None else said("taken_by", language, who=played.name(winner, language))


def ffmetadata(listed: Sequence[Chapter], title: str = "") -> str:
    """The chapters as FFMETADATA, in milliseconds: `ffmpeg -i film -i chapters -map_metadata 1 -codec copy out`."""
    lines = [";FFMETADATA1"]
    if title:
        lines.append(f"title={_escaped(title)}")
    for chapter in listed:
        times = [f"START={round(chapter.start * 1000)}", f"END={round(chapter.end * 1000)}"]
        lines += ["", "[CHAPTER]", "TIMEBASE=1/1000", *times, f"title={_escaped(chapter.title)}"]
    return "\n".join(lines) + "\n"


def _escaped(text: str) -> str:
    return re.sub(r"([=;#\\\n])", r"\\\1", text)


def youtube_text(listed: Sequence[Chapter]) -> str:
    """The chapters as lines for a description on YouTube, which refuses angle brackets."""
    hours = bool(listed) and listed[-1].start >= 3600
    lines = [f"{_clock(int(chapter.start), hours)} {chapter.title}\n" for chapter in listed]
    return "".join(lines).replace("<", "‹").replace(">", "›")


def _clock(seconds: int, hours: bool) -> str:
    if hours:
        return f"{seconds // 3600}:{seconds // 60 % 60:02d}:{seconds % 60:02d}"
    return f"{seconds // 60}:{seconds % 60:02d}"
