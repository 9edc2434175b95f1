"""What becomes of a command that came over the network: a status as HTTP has it, and an answer as JSON."""

from __future__ import annotations

import asyncio
from typing import Any, Final

from jassvision.tools.live.engine import Engine
from jassvision.tools.live.word_parts import CommandError
from jassvision.tools.record import RecordError

ANSWER_SECONDS: Final = 30.0
"""How long a command may take."""

CONFLICTS: Final = ("stale", "trick_full", "held", "not_held", "no_strays", "nothing")
"""Codes of commands that make sense, but not as the game stands."""


async def obeyed(engine: Engine, command: Any) -> tuple[int, dict[str, Any]]:
    """Have a command done; returns status and answer."""
    future = asyncio.wrap_future(engine.command(command))
    try:
        return 200, await asyncio.wait_for(future, ANSWER_SECONDS)
    except CommandError as error:
        status = 409 if error.code in CONFLICTS else 422
        return status, {"ok": False, "error": str(error), "code": error.code}
    except RecordError as error:
        return 507, {"ok": False, "error": str(error), "code": "record"}
    except TimeoutError:
        return 503, {"ok": False, "error": "the game is being counted anew: try again in a moment", "code": "busy"}
