"""A live session without a camera: a scripted game behind the real record, engine and server.

    python tests/tools/live/fake_source.py --port 8711 --pause 1.5

plays it as it would be seen; tests take `serving` and advance it themselves.
"""

from __future__ import annotations

import argparse
import socket
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import uvicorn

sys.path.insert(0, str(Path(__file__).parent))

from jassvision.rules.cards import code
from jassvision.tools.live.access import Access, Keys
from jassvision.tools.live.engine import Engine
from jassvision.tools.live.modes import Camera
from jassvision.tools.live.pictures import Box, PictureDesk
from jassvision.tools.live.server import build_app
from jassvision.tools.live.theme import Theme
from jassvision.vision.frames import Frame
from jassvision.vision.observations import Observation, SeenCard, Swept
from scripted import ScriptedDeal, all_seen, opened, scripted_deals


class ScriptClock:
    """Session time that goes with the script."""

    def __init__(self, base: float = 0.0) -> None:
        self.time = base

    def now(self) -> float:
        return self.time


@dataclass
class Scripted:
    """A running session; `step` lets the next thing be seen.

    Attributes:
        url: where the pages are.
        deals: the deals that are played.
    """

    url: str
    engine: Engine
    desk: PictureDesk
    clock: ScriptClock
    deals: list[ScriptedDeal]
    seen: list[Observation] = field(default_factory=list)
    at: int = 0
    lying: list[SeenCard] = field(default_factory=list)

    def step(self, count: int = 1) -> Observation | None:
        """Let the next `count` observations be seen (a card laid, a trick swept); returns the last."""
        last = None
        for _ in range(count):
            if self.at >= len(self.seen):
                break
            last = self.seen[self.at]
            self.at += 1
            when = last.time_last if isinstance(last, Swept) else last.time
            self.clock.time = max(self.clock.time, when + 0.3)
            self.engine.look(self.seeing())
            self.engine.see([last], "swiss" if self.at == 1 else None)
            if isinstance(last, SeenCard):
                self.lying.append(last)
            elif isinstance(last, Swept):
                self.lying = []
            self.show()
        self.settle()
        return last

    def cards(self, count: int) -> None:
        """Let things be seen until so many more cards were laid."""
        while count and self.at < len(self.seen):
            count -= isinstance(self.step(), SeenCard)

    def say(self, **command: Any) -> dict[str, Any]:
        """Give a command as the operator; raises CommandError when it cannot be done."""
        return self.engine.command(command).result(30)

    def camera(self, status: str, sentence: str = "", seen: tuple[str, ...] = ()) -> None:
        """Let the camera be in another state, such as `closed` or `dark`."""
        self.engine.look(Camera("script", status, self.clock.time, sentence, 25.0, (1280, 720), seen=seen))
        self.settle()

    def settle(self) -> None:
        """Wait until everything that was seen is in the state."""
        self.engine.settled().result(30)

    def seeing(self) -> Camera:
        return Camera("script", "seeing", 0.0, "", 25.0, (1280, 720))

    def show(self) -> None:
        """Draw the picture of now."""
        frame, boxes = drawn(self.lying)
        self.desk.offer(frame, self.clock.time, time.time(), boxes)


def drawn(lying: list[SeenCard]) -> tuple[Frame, list[Box]]:
    """A plain green picture with white cards, and their boxes."""
    picture = np.full((720, 1280, 3), (60, 90, 40), np.uint8)
    boxes = []
    for seen in lying:
        cv2.fillConvexPoly(picture, seen.corners.astype(np.int32), (240, 245, 245))
        name = code(int(np.argmax(seen.face_logp)))
        at = seen.corners.mean(axis=0).astype(int)
        cv2.putText(picture, name, (int(at[0]) - 26, int(at[1]) + 10), cv2.FONT_HERSHEY_SIMPLEX, 1, (30, 30, 160), 2)
        corners = tuple((float(x) / 1280, float(y) / 720) for x, y in seen.corners)
        boxes.append(Box(corners, "face", seen.track, name, float(np.exp(seen.face_logp.max()))))
    return Frame.of_picture(picture, 0.0), boxes


@contextmanager
def serving(
    folder: Path,
    *,
    port: int = 0,
    deals: list[ScriptedDeal] | None = None,
    delay: float = 0.0,
    keys: Keys | None = None,
    theme: Theme | None = None,
    language: str = "de",
    **wishes: Any,
) -> Iterator[Scripted]:
    """A served session on a record in a folder; entered again on the same folder it goes on."""
    made = opened(folder / "evening.jass.db", **wishes)
    deals = scripted_deals(2, illegal=1) if deals is None else deals
    clock = ScriptClock(made.base)
    engine = Engine(made.record, made.fold, clock, delay=delay)  # type: ignore[arg-type]
    desk = PictureDesk()
    with socket.socket() as free:
        free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        free.bind(("127.0.0.1", port))
        port = free.getsockname()[1]
    access = Access("127.0.0.1", port, keys)
    app = build_app(engine, desk, access, theme=theme, language=language)
    server = uvicorn.Server(uvicorn.Config(app, "127.0.0.1", port, log_level="warning", ws_max_size=16384))
    engine.start()
    engine.look(Camera("script", "seeing", 0.0, "", 25.0, (1280, 720)))
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    for _ in range(200):
        if server.started:
            break
        time.sleep(0.05)
    session = Scripted(f"http://127.0.0.1:{port}", engine, desk, clock, deals, list(all_seen(deals)))
    session.show()
    try:
        yield session
    finally:
        server.should_exit = True
        thread.join(10)
        engine.stop()
        desk.stop()
        made.record.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8711)
    parser.add_argument("--pause", type=float, default=1.5, help="seconds between two things that are seen")
    parser.add_argument("--folder", type=Path)
    parser.add_argument("--lang", default="de")
    given = parser.parse_args()
    folder = given.folder or Path(tempfile.mkdtemp())
    with serving(folder, port=given.port, language=given.lang, deals=scripted_deals(6, illegal=1)) as session:
        print(session.url, flush=True)
        for deal in session.deals:
            session.say(action="contract", contract=deal.played.contract)
            for _ in deal.seen:
                time.sleep(given.pause)
                session.step()
            time.sleep(4 * given.pause)
        threading.Event().wait()


if __name__ == "__main__":
    main()
