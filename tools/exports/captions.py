"""Plays and scores as captions, in WebVTT and SubRip (SRT).

A card stands from the moment it lies until something newer is said, for `LONGEST` seconds at most; what comes within
`SHORTEST` seconds shares a caption, so that no two overlap and each can be read. Sources: WebVTT, W3C Candidate
Recommendation 2019, sections 3 and 4 (escapes, `-->` barred in text); SubRip as the players read it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from jassvision.rules.names import card_name, contract_name
from jassvision.tools.exports.words import kind_said, said
from jassvision.tools.played_facts import Played, PlayedCard, PlayedDeal, PlayedTrick

LONGEST: Final = 4.0
"""Seconds that a caption stands when nothing newer is said: two lines are read in less."""

SHORTEST: Final = 0.8
"""Seconds below which a caption cannot be read (broadcasters ask for 0.83 s at least)."""

INTRO: Final = 3.0
"""Seconds before the first card at which a deal is announced."""


@dataclass(frozen=True)
class Cue:
    """A caption: its seconds in the film and its lines."""

    start: float
    end: float
    lines: tuple[str, ...]


def cues(played: Played, language: str = "de", *, duration: float | None = None) -> tuple[Cue, ...]:
    """The captions of a match, in order and without overlaps.

    Args:
        duration: length of the film; no caption stands longer.
    """
    merged: list[tuple[float, list[str]]] = []
    waiting: list[str] = []
    for time, lines in _spoken(played, language):
        if time is None:  # nobody saw when: it is said with what comes next
            waiting += lines
        elif merged and time - merged[-1][0] < SHORTEST:
            merged[-1][1].extend([*waiting, *lines])
            waiting = []
        else:
            merged.append((time, [*waiting, *lines]))
            waiting = []
    if waiting and merged:
        merged[-1][1].extend(waiting)
    found = []
    for index, (start, lines) in enumerate(merged):
        end = min(start + LONGEST, merged[index + 1][0] if index + 1 < len(merged) else start + LONGEST)
        found.append(Cue(start, end if duration is None else max(min(end, duration), start + 0.001), tuple(lines)))
    return tuple(found)


def _spoken(played: Played, language: str) -> Iterator[tuple[float | None, list[str]]]:
    """What is said and when, in order."""
    last = 0.0
    for deal in played.deals:
        if deal.start is not None:
            yield max(last + SHORTEST if last else 0.0, deal.start - INTRO), [_opening(played, deal, language)]
        for trick in deal.tricks:
            for play in trick.plays:
                yield _after(play.time, last), _play_lines(played, deal, trick, play, language)
                last = max(last, play.time or 0.0)
            end = trick.swept
            if end is None and trick.end is not None:
                end = trick.end + 1.5
            if trick.winner is not None:
                yield _after(end, last), _trick_lines(played, deal, trick, language)
                last = max(last, end or 0.0)


def _after(time: float | None, last: float) -> float | None:
    """A time that never runs back: plays of a record may be written a hair out of order."""
    return None if time is None else max(time, last)


def _opening(played: Played, deal: PlayedDeal, language: str) -> str:
    text = said("deal_number", language, number=deal.number)
    if deal.contract:
        text += f" · {contract_name(deal.contract, suits=played.pack, language=language)}"
        text += f" ×{deal.factor}" if deal.factor > 1 else ""
    return f"{text} · {said('dealer', language)}: {played.name(deal.dealer, language)}"


def _play_lines(played: Played, deal: PlayedDeal, trick: PlayedTrick, play: PlayedCard, language: str) -> list[str]:
    lines = [f"{played.name(play.seat, language)}: {play_said(played, play, language)}"]
    verdict = deal.illegal_at(trick.number, play.seat)
    if verdict is not None and verdict.certain:
        lines.append(f"⚠ {said('illegal', language)} ({said('rule', language)} {verdict.rule})")
    for gain in deal.melds:
        if gain.kind == "stoeck" and gain.trick == trick.number and gain.time == play.time and gain.seat == play.seat:
            lines.append(f"{kind_said('stoeck', language)}: +{gain.points}")
    return lines


def play_said(played: Played, play: PlayedCard, language: str) -> str:
    """The card of a play by name, with a question mark and the other candidates where it is unsure."""
    if play.card is None:
        return f"{said('unknown_card', language)} (?)"
    name = card_name(play.card, suits=played.pack, language=language)
    others = [card_name(card, suits=played.pack, language=language) for card, _ in play.likely if card != play.card]
    if not play.unsure:
        return name
    return f"{name}? ({said('or', language)} {', '.join(others)})" if others else f"{name}?"


def _trick_lines(played: Played, deal: PlayedDeal, trick: PlayedTrick, language: str) -> list[str]:
    assert trick.winner is not None
    name = said("rest", language) if not trick.plays else said("trick_number", language, number=trick.number)
    who = said("taken_unsure" if trick.unsure else "taken_by", language, who=played.name(trick.winner, language))
    lines = [f"{name} {who}: +{trick.points * deal.factor}"]
    for gain in deal.melds:
        if gain.kind == "weis" and gain.trick == trick.number:
            cards = ", ".join(card_name(card, suits=played.pack, language=language) for card in gain.cards)
            owner = played.side_name(gain.side, language) if gain.seat is None else played.name(gain.seat, language)
            lines.append(f"{kind_said('weis', language)} {owner}: {cards} +{gain.points}")
    lines.append(score_said(played, trick.totals, language))
    return lines


def score_said(played: Played, totals: Sequence[int], language: str) -> str:
    """The score in a line: `Nord/Süd 68 : 0 Ost/West`, or all sides with theirs where there are more than two."""
    names = [played.side_name(side, language) for side in range(len(totals))]
    if len(totals) == 2:
        return f"{names[0]} {totals[0]} : {totals[1]} {names[1]}"
    return " · ".join(f"{name} {points}" for name, points in zip(names, totals, strict=True))


# The two formats -----------------------------------------------------------------------------------------------------


def webvtt(captions: Sequence[Cue], language: str = "de") -> str:
    """The captions as WebVTT."""
    blocks = [f"WEBVTT\nKind: captions\nLanguage: {language}\n"]
    for number, cue in enumerate(captions, start=1):
        text = "\n".join(
            _plain(line).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;") for line in cue.lines
        )
        blocks.append(f"{number}\n{_stamp(cue.start, '.')} --> {_stamp(cue.end, '.')}\n{text}\n")
    return "\n".join(blocks)


def subrip(captions: Sequence[Cue]) -> str:
    """The captions as SRT; angle brackets, which players take for tags, become single guillemets."""
    blocks = []
    for number, cue in enumerate(captions, start=1):
        text = "\n".join(_plain(line).replace("-->", "→").replace("<", "‹").replace(">", "›") for line in cue.lines)
        blocks.append(f"{number}\n{_stamp(cue.start, ',')} --> {_stamp(cue.end, ',')}\n{text}\n")
    return "\n".join(blocks)


def _plain(line: str) -> str:
    return " ".join(line.split())


def _stamp(seconds: float, point: str) -> str:
    whole = round(seconds * 1000)
    return f"{whole // 3_600_000:02d}:{whole // 60_000 % 60:02d}:{whole // 1000 % 60:02d}{point}{whole % 1000:03d}"
