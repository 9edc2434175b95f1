"""A real browser for tests of pages: Debian's Chromium without a window, and pages that may not complain."""

from __future__ import annotations

import json
import shutil
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

LINE_LOST = ("WebSocket connection", "net::ERR_", "Failed to load resource")
"""What a browser says while a server is away."""


PATIENCE_MS = 20_000
"""How long a page may take to follow: other programs may keep the machine busy."""


class Browser:
    """A running browser."""

    def __init__(self, chromium: Any) -> None:
        self._chromium = chromium

    @contextmanager
    def visiting(self, url: str, *, may_lose_the_line: bool = False) -> Iterator[Callable[..., Any]]:
        """Gives a function that opens a page and waits for its first state; afterwards no page may have complained."""
        complaints: list[str] = []
        context = self._chromium.new_context(reduced_motion="reduce")

        def heard(kind: str, text: str) -> None:
            if kind in ("error", "warning") and not (may_lose_the_line and any(word in text for word in LINE_LOST)):
                complaints.append(text)

        def visit(
            place: str, width: int = 1200, height: int = 720, before: Callable[[Any], None] = lambda page: None
        ) -> Any:
            page = context.new_page()
            page.set_viewport_size({"width": width, "height": height})
            page.set_default_timeout(PATIENCE_MS)
            page.on("console", lambda message: heard(message.type, message.text))
            page.on("pageerror", lambda error: complaints.append(str(error)))
            before(page)
            page.goto(url + place)
            page.wait_for_selector('html[data-line="up"]')
            return page

        try:
            yield visit
        finally:
            context.close()
        assert complaints == [], complaints


@contextmanager
def open_browser() -> Iterator[Browser]:
    """A browser; the tests are skipped where there is none."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed: extra dev")
    program = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if program is None:
        pytest.skip("no Chromium is installed: apt install chromium")
    with playwright.sync_playwright() as started:
        chromium = started.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        try:
            yield Browser(chromium)
        finally:
            chromium.close()


def state_of(url: str, view: str = "console") -> dict[str, Any]:
    """The state as the API tells it now."""
    with urllib.request.urlopen(f"{url}/api/v1/state?view={view}", timeout=5) as answer:
        found: dict[str, Any] = json.load(answer)
    return found
