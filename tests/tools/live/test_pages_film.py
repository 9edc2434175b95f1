"""The whole chain: `jassvision live` on the bundled film in real time with a browser, killed and gone on with."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import time
import urllib.error
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from browsing import open_browser, state_of

DEMO = Path(__file__).parents[3] / "tools" / "demo"
START_SECONDS = 90
FILM_SECONDS = 64
RIGHT_AT_LEAST = 16
"""Plays out of 36: frames are skipped where other programs keep the machine busy, so this is no measure."""

OFFLINE = "#state[data-state='offline']"


@contextmanager
def live(source: str, record: Path, port: int) -> Iterator[None]:
    """The program in a process of its own, killed without warning at the end."""
    command = [
        sys.executable,
        "-m",
        "jassvision.tools.cli",
        "live",
        source,
        "--record",
        str(record),
        "--port",
        str(port),
    ]
    log = record.with_suffix(".log").open("a")
    process = subprocess.Popen([*command, "--names", "Anna,Beat,Chiara,Dario"], stdout=log, stderr=log)
    try:
        deadline = time.monotonic() + START_SECONDS
        while True:
            try:
                state_of(f"http://127.0.0.1:{port}")
                break
            except (urllib.error.URLError, OSError):
                assert process.poll() is None, record.with_suffix(".log").read_text()
                assert time.monotonic() < deadline, "the program does not answer"
                time.sleep(0.3)
        yield
    finally:
        process.kill()
        process.wait()
        log.close()


def plays_of(state: dict[str, Any]) -> list[dict[str, Any]]:
    return [play for trick in (state["deal"] or {"tricks": []})["tricks"] for play in trick["plays"]]


def sure(state: dict[str, Any]) -> set[tuple[str, str]]:
    """Who played which card, as far as the state says it without a doubt."""
    return {(play["seat"], play["card"]) for play in plays_of(state) if not play["unsure"]}


@pytest.mark.slow
def test_a_film_is_followed_live_and_survives_a_kill(tmp_path: Path) -> None:
    truth = {(p["seat"], p["card"]) for p in json.loads((DEMO / "demo.json").read_text())["landings"]}
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url, record, film = f"http://127.0.0.1:{port}", tmp_path / "evening.jass.db", str(DEMO / "demo.mp4")
    with open_browser() as browser, browser.visiting(url, may_lose_the_line=True) as visit:
        with live(film, record, port):
            console, overlay = visit("/"), visit("/overlay", 1280, 720)
            console.wait_for_function(
                "() => document.querySelectorAll('#plays [data-play]').length >= 6", timeout=90_000
            )
            assert console.evaluate("Number(document.querySelector('canvas').dataset.number)") > 10
            before = state_of(url)
        console.wait_for_selector(OFFLINE)
        shown = console.eval_on_selector_all("#plays [data-play]", "nodes => nodes.map(node => node.dataset.card)")
        assert len(shown) >= 6
        with live("-", record, port):  # nothing new is seen: what was shown is there again
            console.wait_for_selector(f"#state:not({OFFLINE.removeprefix('#state')})", timeout=60_000)
            after = state_of(url)
            assert sure(before) <= sure(after)
            assert len(plays_of(after)) >= len(plays_of(before))
        console.wait_for_selector(OFFLINE)
        with live(film, record, port):  # the film goes on where it was
            deadline = time.monotonic() + 3 * FILM_SECONDS
            while state_of(url)["camera"]["status"] != "ended" and time.monotonic() < deadline:
                time.sleep(2)
            console.wait_for_selector('#state[data-state="manual"]', timeout=60_000)
            state = state_of(url)
            assert len(sure(state) - truth) <= 1, f"silently wrong: {sure(state) - truth}"
            right = [play for play in plays_of(state) if (play["seat"], play["card"]) in truth]
            assert len(right) >= RIGHT_AT_LEAST, f"only {len(right)} of 36 plays are right, sure or not"
            scores = [str(side["score"]) for side in state["sides"]]
            overlay.wait_for_function(
                "scores => [...document.querySelectorAll('.ov-side-score')].map(n => n.textContent).join() === scores",
                arg=",".join(scores),
            )
