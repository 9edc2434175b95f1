"""The mode of a session - `live`, `unsure`, `lost` or `manual` - and why it is that."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from jassvision.rules.cards import code
from jassvision.rules.seats import seat_name
from jassvision.tools.live.as_of import is_closed
from jassvision.tools.live.corrections import play_id
from jassvision.tools.live.deal_json import expected, play_json
from jassvision.tools.live.fold import DealView, MatchFold
from jassvision.tools.result_json import UNKNOWN_CARD

STRAY_SECONDS: Final = 2.0
"""How long a card must lie that has no place in the game before picture and game no longer agree."""

STRAY_CLEAR: Final = 0.9
"""How clearly one card alone must be read for that; of two or more none need be clear."""

MOVED_SECONDS: Final = 5.0
"""How long it is shown that the camera was moved."""

BLIND: Final = ("opening", "stalled", "closed", "frozen", "dark", "covered", "lost", "moved")
"""What the camera may be when nothing can be seen, or not what the game is about."""

LOOK_AGAIN: Final = ("covered", "lost", "moved", "frozen")
"""Of these, what may end when a person says that the camera stands well as it is."""


@dataclass(frozen=True)
class Camera:
    """What is known of the source of pictures.

    Attributes:
        source: as a person named it.
        status: `seeing`, one of `BLIND`, `ended` (a film is over), `broken` (it ended too soon) or `none`.
        since: session time of the last change.
        sentence: the status in words.
        fps: pictures a second.
        size: width and height in pixels.
        moved_at: session time at which the camera was last moved and the table found again.
        seen: cards in the picture of a camera that was moved.
        calibrated: whether a person has measured where the table is: then it cannot stand well anywhere else.
        problem: why what was seen of a film that is over is worth little, as one sentence; empty when it is not.
    """

    source: str = ""
    status: str = "none"
    since: float = 0.0
    sentence: str = ""
    fps: float = 0.0
    size: tuple[int, int] | None = None
    moved_at: float | None = None
    seen: tuple[str, ...] = ()
    calibrated: bool = False
    problem: str = ""


@dataclass(frozen=True)
class Around:
    """What belongs to the state beside the game.

    Attributes:
        session: a name that is another each time the program starts.
        revision: number of the state within the session.
        time: session time in seconds.
        record: its file, and a sentence when it cannot be written.
        delay: seconds by which the overlay is late.
    """

    session: str
    revision: int
    time: float
    camera: Camera = field(default_factory=Camera)
    record: tuple[str, str] = ("", "")
    delay: float = 0.0


def mode_and_reasons(match: MatchFold, views: Sequence[DealView], around: Around) -> tuple[str, list[dict[str, Any]]]:
    """`live`, `unsure`, `lost` or `manual`, and why; the most urgent reason first."""
    camera = around.camera
    manual: list[dict[str, Any]] = []
    if around.record[1]:
        manual.append({"kind": "record", "sentence": around.record[1]})
    if match.held:
        manual.append({"kind": "held", "sentence": "The operator holds the game: what is seen does not count."})
    if camera.status == "none":
        manual.append({"kind": "no_camera", "sentence": "There is no camera: the game is entered by hand."})
    if camera.status == "ended":
        manual.append(
            {"kind": "ended", "sentence": f"The film is over. {camera.problem}".rstrip(), "problem": camera.problem}
        )
    if camera.status == "broken":
        manual.append({"kind": "broken", "sentence": camera.sentence})
    lost: list[dict[str, Any]] = []
    if camera.status in BLIND:
        lost.append(_blindness(match, views, camera))
    lost += _disagreement(match, views, around.time)
    unsure = _open_questions(match, views)
    other: list[dict[str, Any]] = []
    if camera.moved_at is not None and around.time - camera.moved_at < MOVED_SECONDS:
        other.append({"kind": "moved", "sentence": "The camera was moved; the table was found again."})
    doubt = match.segments[-1].doubt
    if doubt is not None:
        sentence = f"The play fits the contract {doubt} better than the one that was said."
        other.append({"kind": "contract_doubt", "likely": doubt, "sentence": sentence})
    for track in match.segments[-1].misfits:
        other.append(
            {
                "kind": "conflict",
                "play": play_id(track),
                "sentence": "What you said of this card does not fit the rest.",
            }
        )
    reasons = manual + lost + unsure + other
    if manual:
        return "manual", reasons
    if lost:
        return "lost", reasons
    return ("unsure" if unsure else "live"), reasons


def _blindness(match: MatchFold, views: Sequence[DealView], camera: Camera) -> dict[str, Any]:
    """The camera sees nothing of the game: what it shows instead, what the game waits for, and the ways back."""
    ways = ["hold"] if not match.held else []
    if camera.status in LOOK_AGAIN and not (camera.calibrated and camera.status == "moved"):
        ways = ["look_again", *ways]
    return {
        "kind": "camera",
        "status": camera.status,
        "sentence": camera.sentence,
        "seen": list(camera.seen),
        "expected": _expected(match, views),
        "ways": [{"action": action} for action in ways],
    }


def _expected(match: MatchFold, views: Sequence[DealView]) -> dict[str, Any] | None:
    """The trick on the table as the game has it, and who is to play; None before the first card."""
    if not views:
        return None
    deal = views[-1].decoded
    trick, to_play = expected(match.rules, deal)
    lying = deal.tricks[-1].plays if deal.tricks and not is_closed(deal, len(deal.tricks) - 1) else ()
    return {
        "trick": trick,
        "cards": [UNKNOWN_CARD if play.card is None else code(play.card) for play in lying],
        "next": None if to_play is None else seat_name(to_play, match.rules.players),
    }


def _disagreement(match: MatchFold, views: Sequence[DealView], time: float) -> list[dict[str, Any]]:
    """Picture and game no longer agree: cards lie there that have no place in the game."""
    if match.held:
        return []
    strays = [s for s in match.segments[-1].strays if time - s.time >= STRAY_SECONDS]
    if not views or not strays or (len(strays) == 1 and strays[0].probability < STRAY_CLEAR):
        return []
    waited = _expected(match, views)
    assert waited is not None
    cards = waited["cards"]
    seen = [*cards, *(code(s.card) for s in strays)]
    return [
        {
            "kind": "disagree",
            "sentence": f"On the table lie {' '.join(seen)}; the game expects {waited['next'] or 'nobody'} to play to "
            f"trick {waited['trick']}, after {' '.join(cards) or 'no card'}.",
            "seen": seen,
            "strays": [{"play": play_id(s.track), "card": code(s.card), "p": round(s.probability, 3)} for s in strays],
            "plays": [play_id(s.track) for s in strays],
            "expected": waited,
            "ways": [{"action": a} for a in ("accept_table", "ignore_table", "end_trick", "redeal", "hold")],
        }
    ]


def _open_questions(match: MatchFold, views: Sequence[DealView]) -> list[dict[str, Any]]:
    """What waits for a human in the running deal."""
    if not views or views[-1].void:
        return []
    view = views[-1]
    decoded, players = view.decoded, match.rules.players
    found: list[dict[str, Any]] = []
    for index, trick in enumerate(decoded.tricks):
        for place, play in enumerate(trick.plays):
            shown = play_json(match, view, index, place, play, players, public=False)
            if shown["unsure"]:
                kind = "missed_card" if play.track is None and play.card is None else "unsure_card"
                who = f"{shown['seat']}'s card in trick {index + 1}"
                found.append(
                    {
                        "kind": kind,
                        "play": shown["id"],
                        "seat": shown["seat"],
                        "trick": index + 1,
                        "sentence": f"{who} {'was not seen' if kind == 'missed_card' else 'is not sure'}.",
                    }
                )
        if trick.unsure:
            found.append(
                {"kind": "unsure_winner", "trick": index + 1, "sentence": f"Who won trick {index + 1} is not sure."}
            )
    if decoded.contract_unsure:
        found.append({"kind": "unsure_contract", "sentence": "Nobody has said what the contract is."})
    if decoded.forehand_confidence < 0.9 and decoded.tricks:
        found.append({"kind": "unsure_dealer", "sentence": "Who led the first trick is not sure."})
    return found
