"""The description of the API (OpenAPI 3.1), for whoever builds another scoreboard."""

from __future__ import annotations

from typing import Any, Final

from jassvision.tools.live.as_of import BOARD_MODES
from jassvision.tools.live.counting import STANDS
from jassvision.tools.live.scoring import WEIS_MODES
from jassvision.tools.live.state import SCHEMA
from jassvision.tools.live.words import MOST_WEIS, TAKEN_BACK, WEIS_STEP

VERSION: Final = "1.0.0"

_CARD: Final = {"type": "string", "pattern": "^[DHSC](6|7|8|9|10|J|Q|K|A)$", "description": "a card such as S10"}
_SEAT: Final = {"type": "string", "description": "north, east, south, west; other names at tables of 2, 3, 5 or 6"}
_PLAY: Final = {"type": "string", "description": "a play: t17 one seen, i42 one put in, m3.2.1 one nobody saw"}
_DEAL: Final = {"type": "integer", "minimum": 1, "description": "number of the deal; by default the current one"}
_FLAG: Final = {"type": "boolean"}
_NAMES: Final = {"type": "object", "additionalProperties": {"type": "string", "maxLength": 40}}
_NULL: Final = {"type": "null"}

COMMANDS: Final[dict[str, tuple[str, dict[str, Any], tuple[str, ...]]]] = {
    "contract": (
        "the contract of a deal, null when nobody knows it",
        {"contract": {"type": ["string", "null"]}, "deal": _DEAL, "pushed": _FLAG},
        ("contract",),
    ),
    "push": ("the forehand left the contract to the partner", {"deal": _DEAL, "pushed": _FLAG}, ()),
    "card": ("another card was played", {"play": _PLAY, "card": _CARD}, ("play", "card")),
    "accept": ("the card is what it is taken for", {"play": _PLAY}, ("play",)),
    "seat": ("another seat played it", {"play": _PLAY, "seat": _SEAT}, ("play", "seat")),
    "insert": (
        "a play that was not seen: the next one, or one before or after another",
        {"card": {"oneOf": [_CARD, _NULL]}, "seat": _SEAT, "before": _PLAY, "after": _PLAY, "force": _FLAG},
        ("card",),
    ),
    "delete": ("it was no play", {"play": _PLAY}, ("play",)),
    "end_trick": ("the trick on the table is over", {"winner": _SEAT}, ()),
    "winner": (
        "who took a trick",
        {"trick": {"type": "integer", "minimum": 1}, "winner": _SEAT, "deal": _DEAL},
        ("trick", "winner"),
    ),
    "rest": ("somebody laid all the rest down", {"seat": _SEAT}, ("seat",)),
    "weis": (
        "a Weis was announced: its cards, or only what it is worth (without the factor). What is said by points counts "
        "as it is said, and no Weis of that deal counts by itself",
        {
            "seat": _SEAT,
            "cards": {"type": "array", "items": _CARD},
            "points": {"type": "integer", "minimum": WEIS_STEP, "maximum": MOST_WEIS, "multipleOf": WEIS_STEP},
            "deal": _DEAL,
        },
        ("seat",),
    ),
    "weis_accept": ("a proposed Weis counts", {"id": {"type": "string"}, "deal": _DEAL}, ("id",)),
    "weis_reject": ("a proposed or entered Weis does not count", {"id": {"type": "string"}, "deal": _DEAL}, ("id",)),
    "weis_mode": ("how Weis are counted", {"mode": {"enum": list(WEIS_MODES)}}, ("mode",)),
    "stoeck": ("Stöck was announced", {"seat": _SEAT, "deal": _DEAL}, ("seat",)),
    "stoeck_reject": ("Stöck does not count", {"deal": _DEAL}, ()),
    "ruling": (
        "what a referee says of an illegal play: it stands; it is taken back (the last card only); or it costs what "
        "the rules let it cost, once the deal is complete (state: rules.rulings)",
        {"play": _PLAY, "ruling": {"enum": [STANDS, TAKEN_BACK, "trick_and_rest", "void_deal"]}},
        ("play", "ruling"),
    ),
    "claim": (
        "a seat says that its side has reached the target; only where the rules want that said (state: rules.claim)",
        {"seat": _SEAT, "deal": _DEAL},
        ("seat",),
    ),
    "dealer": ("who deals", {"seat": _SEAT, "deal": _DEAL}, ("seat",)),
    "redeal": ("the deal is void, the same dealer deals again", {"reason": {"type": "string", "maxLength": 200}}, ()),
    "end_deal": ("the deal ends as it is", {}, ()),
    "new_match": ("another match begins", {"names": _NAMES, "dealer": _SEAT}, ()),
    "names": ("who plays", {"names": _NAMES}, ("names",)),
    "hold": ("what is seen does not count until resume", {}, ()),
    "resume": ("what is seen counts again", {}, ()),
    "accept_table": ("the cards without a place in the game are plays", {}, ()),
    "ignore_table": ("the cards without a place in the game are none", {}, ()),
    "look_again": ("the camera stays where it is now: the eyes begin anew", {}, ()),
    "board": ("what the public sees of the running deal", {"mode": {"enum": list(BOARD_MODES)}}, ("mode",)),
    "undo": ("take the last word back, or that of an event", {"undo": {"type": "integer"}}, ()),
    "redo": ("take the last undo back", {}, ()),
}
"""Every command: what it says, its fields, and those that must be there."""


def openapi() -> dict[str, Any]:
    """The description as JSON."""
    views = {
        "name": "view",
        "in": "query",
        "schema": {"enum": ["console", "board", "overlay"], "default": "console"},
        "description": "console needs the operator's token; board and overlay show what is public",
    }
    refusal = {"description": "refused", "content": _json({"$ref": "#/components/schemas/Refusal"})}
    refusals = {str(code): refusal for code in (400, 401, 403)}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "jassvision live",
            "version": VERSION,
            "description": "The game at a Jass table as it is seen and corrected. WebSocket /api/v1/events?view= sends "
            '{"type":"state","state":...} on connect and after each change, {"type":"beat"} every two seconds, and '
            'takes {"type":"command","id":...,"command":...} from the operator. Order states by session and revision: '
            "take every state of a new session, else only those with a higher revision.",
        },
        "components": {
            "schemas": {
                "State": _state_schema(),
                "Command": {"oneOf": [_command_schema(name) for name in COMMANDS]},
                "Done": {
                    "type": "object",
                    "required": ["ok", "event", "revision"],
                    "properties": {
                        "ok": {"const": True},
                        "event": {"type": "integer"},
                        "revision": {"type": "integer"},
                    },
                },
                "Refusal": {
                    "type": "object",
                    "required": ["ok", "error"],
                    "properties": {"ok": {"const": False}, "error": {"type": "string"}, "code": {"type": "string"}},
                },
            },
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{}, {"token": []}],
        "paths": {
            "/api/v1/state": {
                "get": {
                    "summary": "the whole state",
                    "parameters": [views],
                    "responses": {
                        "200": {"description": "the state", "content": _json({"$ref": "#/components/schemas/State"})},
                        **refusals,
                    },
                }
            },
            "/api/v1/commands": {
                "post": {
                    "summary": "say something as the operator",
                    "requestBody": {"required": True, "content": _json({"$ref": "#/components/schemas/Command"})},
                    "responses": {
                        "200": {"description": "done", "content": _json({"$ref": "#/components/schemas/Done"})},
                        **refusals,
                        **{str(code): refusal for code in (409, 413, 415, 422, 429, 503, 507)},
                    },
                }
            },
            "/api/v1/matches/{number}": {
                "get": {
                    "summary": "an earlier match of the record with all its deals, to look at (operator)",
                    "parameters": [
                        {"name": "number", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 1}}
                    ],
                    "responses": {
                        "200": {
                            "description": "sides, result and deals; `played` has every deal with its tricks",
                            "content": _json({"type": "object", "required": ["number", "sides", "match", "played"]}),
                        },
                        **refusals,
                        "404": refusal,
                    },
                }
            },
            "/api/v1/frame.jpg": {
                "get": {
                    "summary": "the newest picture",
                    "responses": {"200": {"description": "a JPEG", "content": {"image/jpeg": {}}}, **refusals},
                }
            },
            "/theme.json": {"get": {"summary": "the theme", "responses": {"200": {"description": "the theme"}}}},
            "/healthz": {"get": {"summary": "is it there?", "responses": {"200": {"description": "yes"}}}},
        },
    }


def _command_schema(name: str) -> dict[str, Any]:
    does, fields, required = COMMANDS[name]
    return {
        "type": "object",
        "title": name,
        "description": does,
        "required": ["action", *required],
        "properties": {
            "action": {"const": name},
            **fields,
            "event": {"type": "integer", "description": "the state's event: refused if somebody said something since"},
            "nonce": {"type": "string", "maxLength": 64, "description": "a command sent twice counts once"},
        },
    }


def _state_schema() -> dict[str, Any]:
    return {
        "type": "object",
        "required": [
            "schema",
            "view",
            "session",
            "revision",
            "time",
            "mode",
            "rules",
            "seats",
            "sides",
            "match",
            "deal",
        ],
        "properties": {
            "schema": {"const": SCHEMA},
            "view": {"enum": ["console", "board", "overlay"]},
            "session": {"type": "string"},
            "revision": {"type": "integer"},
            "time": {"type": "number"},
            "mode": {"enum": ["live", "unsure", "lost", "manual"]},
            "reasons": {"type": "array", "items": {"type": "object", "required": ["kind"]}},
            "rules": {"type": "object"},
            "pack": {"enum": ["swiss", "french", None]},
            "seats": {"type": "array", "items": {"type": "object", "required": ["seat", "name", "side"]}},
            "sides": {"type": "array", "items": {"type": "object", "required": ["side", "score", "slate"]}},
            "match": {"type": "object", "required": ["number", "deals", "end"]},
            "deal": {"oneOf": [{"type": "object", "required": ["number", "tricks", "contract", "score"]}, _NULL]},
            "board_mode": {"enum": list(BOARD_MODES)},
        },
    }


def _json(schema: dict[str, Any]) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
