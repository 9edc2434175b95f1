"""What is said on the terminal while a session runs: nobody may be there to read it, and that must end nothing."""

from __future__ import annotations

import contextlib
import sys
import traceback


def complain(sentence: str) -> None:
    """Say something; a terminal that is closed, or a pipe that nobody reads any more, does not hear it."""
    with contextlib.suppress(OSError, ValueError):
        print(sentence, file=sys.stderr, flush=True)


def complain_of_failure() -> None:
    """Print the traceback of the exception that is being handled."""
    complain(traceback.format_exc().rstrip())
