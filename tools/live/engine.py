"""The engine: the one thread that writes the record, folds it into the game, and publishes what follows.

What is seen and what people say arrives from other threads. It is committed first, then folded, then shown: nothing is
on a page that is not on the disk. Whoever reads only ever gets the newest state.
"""

from __future__ import annotations

import contextlib
import json
import queue
import threading
import time as wall_clock
import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Final

from jassvision.tools.live.as_of import BoardMode, PublicViews, next_change
from jassvision.tools.live.complaints import complain, complain_of_failure
from jassvision.tools.live.fold import LEFT_OUT, Fold, MatchFold
from jassvision.tools.live.memory import TRIM_SECONDS, give_back
from jassvision.tools.live.modes import Around, Camera
from jassvision.tools.live.scoring import Scorer
from jassvision.tools.live.session_clock import SessionClock
from jassvision.tools.live.state import Earlier, console_state, match_state, public_state
from jassvision.tools.live.word_parts import CommandError
from jassvision.tools.live.words import word_of
from jassvision.tools.reckoning import by_side, side_names
from jassvision.tools.record import Draft, Event, Record, RecordError
from jassvision.vision.observations import Observation
from jassvision.vision.observations_json import to_json

VIEWS: Final = ("console", "board", "overlay")

RETRY_SECONDS: Final = 2.0
"""Time between two tries to write when the disk is full."""

MOST_PENDING: Final = 50_000
"""What is seen while nothing can be written; a deal is some hundred."""

SOON_SECONDS: Final = 0.01
"""How long something new is waited for before what has been thought out is published."""

TICK_SECONDS: Final = 0.5
"""How often the engine looks whether time alone has changed something."""


@dataclass(frozen=True)
class Published:
    """States as pages get them: JSON text by view, with the revision of each."""

    texts: dict[str, str]
    revisions: dict[str, int]


@dataclass(frozen=True)
class _Question:
    number: int
    answer: Future[str | None]


@dataclass(frozen=True)
class _Command:
    command: Any
    answer: Future[dict[str, Any]]


class Engine:
    """Runs a session.

    Args:
        record: its record, which holds an `opened` event.
        fold: the game so far.
        clock: session time.
        delay: seconds by which the overlay is late.

    Attributes:
        published: the newest states.
        plays: what is known of cards by their track, for the boxes in the picture.
        looks: how often a person has told the eyes to begin anew.
    """

    def __init__(self, record: Record, fold: Fold, clock: SessionClock, *, delay: float = 0.0) -> None:
        self.record, self.fold, self.clock, self.delay = record, fold, clock, delay
        self.session = uuid.uuid4().hex[:16]
        self.published = Published({}, dict.fromkeys(VIEWS, 0))
        self.plays: dict[int, dict[str, Any]] = {}
        self.camera = Camera()
        self.looks = 0
        self._listeners: list[Callable[[], None]] = []
        self._queue: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._pending: list[Draft] = []
        self._trouble = ""
        self._retry_at = 0.0
        self._trim_at = wall_clock.monotonic() + TRIM_SECONDS
        self._failure = ""
        self._scorer, self._public_scorer, self._views = Scorer(), Scorer(), PublicViews()
        self._bodies: dict[str, str] = {}
        self._agreed: dict[str, dict[str, Any]] = {}
        self._overlay_until = -1.0
        self._done: list[tuple[MatchFold, Earlier]] = []
        self._thread = threading.Thread(target=self._run, name="engine", daemon=True)
        self._stopping = False
        self._publish()

    # From other threads ----------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Begin to work."""
        self._thread.start()

    def stop(self) -> None:
        """Write what is there and end."""
        self._queue.put(None)
        if self._thread.is_alive():
            self._thread.join(10)

    def listen(self, listener: Callable[[], None]) -> None:
        """Have a function called, from the engine's thread, after each change of a state."""
        self._listeners.append(listener)

    def see(self, observations: Sequence[Observation], pack: str | None = None) -> None:
        """Take what the eyes tell, and the pack on the table when it has become clear."""
        now = self.clock.now()
        drafts = [Draft(now, "vision", seen["kind"], seen) for seen in map(to_json, observations)]
        if pack is not None:
            drafts.insert(0, Draft(now, "vision", "pack", {"pack": pack}))
        if drafts:
            self._queue.put(drafts)

    def mark(self, kind: str, payload: dict[str, Any]) -> None:
        """Write down something about the session itself, such as that the eyes had to begin anew."""
        self._queue.put([Draft(self.clock.now(), "rules", kind, payload)])

    def look(self, camera: Camera) -> None:
        """Take what is known of the camera."""
        self._queue.put(camera)

    def command(self, command: Any) -> Future[dict[str, Any]]:
        """Do what a person says; the answer comes when it is committed and published."""
        answer: Future[dict[str, Any]] = Future()
        self._queue.put(_Command(command, answer))
        return answer

    def match(self, number: int) -> Future[str | None]:
        """A match of the record by its number from 1, as JSON text; None where there is none."""
        answer: Future[str | None] = Future()
        self._queue.put(_Question(number, answer))
        return answer

    def settled(self) -> Future[None]:
        """A future that is done when all that has come in so far is published."""
        done: Future[None] = Future()
        self._queue.put(done)
        return done

    # In the engine's own thread --------------------------------------------------------------------------------------

    def _run(self) -> None:
        while not self._stopping:
            items = self._wait()
            waiting = [item for item in items if isinstance(item, Future)]
            changed = False
            for item in items:
                with self._going_on():
                    changed |= self._handled(item)
            with self._going_on():
                if self._pending and (self._stopping or wall_clock.monotonic() >= self._retry_at):
                    changed |= self._write(())
                if changed or waiting or not items:
                    self._publish()
            for done in waiting:
                done.set_result(None)
            if wall_clock.monotonic() >= self._trim_at:
                self._trim_at = wall_clock.monotonic() + TRIM_SECONDS
                give_back()
        if self._pending:
            complain(f"What was seen last is lost ({len(self._pending)} events): {self._trouble}")

    def _handled(self, item: Any) -> bool:
        """Do what has come in; returns whether the states may have changed."""
        if item is None:
            self._stopping = True
        elif isinstance(item, Camera):
            changed, self.camera = item != self.camera, item
            return changed
        elif isinstance(item, _Question):
            self._tell(item)
        elif isinstance(item, _Command):
            changed = self._write(())
            self._obey(item)
            return changed
        elif not isinstance(item, Future):
            return self._write(item)
        return False

    @contextlib.contextmanager
    def _going_on(self) -> Iterator[None]:
        """Whatever fails is printed, each failure once; the evening goes on."""
        try:
            yield
        except Exception as error:
            if repr(error) != self._failure:
                self._failure = repr(error)
                complain_of_failure()

    def _wait(self) -> list[Any]:
        """What has come in; waits a moment for the first."""
        try:
            found = [self._first()]
        except queue.Empty:
            return []
        while len(found) < 100:
            try:
                item = self._queue.get_nowait()
            except queue.Empty:
                break
            # what was seen in one go is written in one go
            if isinstance(item, list) and isinstance(found[-1], list):
                found[-1] = found[-1] + item
            else:
                found.append(item)
        return found

    def _first(self) -> Any:
        """The first thing that comes in; until it does, what was put off in decoding goes on.

        Raises:
            queue.Empty: nothing has come in.
        """
        thought = False
        with self._going_on():
            while self._queue.empty() and self.fold.match.is_behind:
                self.fold.match.think()
                thought = True
        # all is thought out now: pages should hear of it soon
        return self._queue.get(timeout=SOON_SECONDS if thought else self._patience())

    def _patience(self) -> float:
        if self.delay and self._overlay_until >= 0:
            change = next_change(self.fold.match, self._overlay_until)
            if change is not None:
                return min(TICK_SECONDS, max(0.01, change + self.delay - self.clock.now()))
        return TICK_SECONDS

    def _write(self, drafts: Iterable[Draft]) -> bool:
        """Commit and fold; what cannot be written waits. Returns whether anything has changed."""
        self._pending += drafts
        if not self._pending:
            return False
        try:
            events = self.record.append(self._pending)
        except RecordError as error:
            del self._pending[: max(0, len(self._pending) - MOST_PENDING)]
            changed = self._trouble != str(error)
            self._trouble, self._retry_at = str(error), wall_clock.monotonic() + RETRY_SECONDS
            return changed
        self._pending, self._trouble = [], ""
        try:
            self.fold.take_all(events)
        except Exception:
            complain_of_failure()
            self._fold_anew(events)
        return True

    def _fold_anew(self, events: Sequence[Event]) -> None:
        """Fold again after a failure, which may have left half a game; events that fail again are left out for ever, or
        they would fail whenever the record is opened.
        """
        with contextlib.suppress(Exception):
            self.fold.mend(events)
            return
        left_out = {"first": events[0].id, "last": events[-1].id}
        said = self.record.append([Draft(events[-1].time, "rules", LEFT_OUT, left_out)])
        with contextlib.suppress(Exception):
            self.fold.mend(said)
            return
        self.fold = Fold(self.record.events(), self.record.events)

    def _obey(self, item: _Command) -> None:
        if item.answer.cancelled():
            return
        try:
            item.answer.set_result(self._said(item.command))
        except (CommandError, RecordError) as error:
            item.answer.set_exception(error)
        except Exception:  # whatever is wrong with a word, it must never end the session
            complain_of_failure()
            item.answer.set_exception(
                CommandError("that could not be done: something is wrong in the program", "broken")
            )

    def _tell(self, item: _Question) -> None:
        if item.answer.cancelled():
            return
        found = None
        if 1 <= item.number <= len(self.fold.matches):
            around = Around(self.session, 0, self.clock.now(), self.camera)
            state = match_state(self.fold.matches[item.number - 1], item.number, around)
            found = json.dumps(state, ensure_ascii=False, separators=(",", ":"))
        item.answer.set_result(found)

    def _said(self, command: Any) -> dict[str, Any]:
        nonce = command.get("nonce") if isinstance(command, dict) else None
        if isinstance(nonce, str) and nonce in self.fold.nonces:
            # the page asks again because it did not hear the answer: what it said counts once
            return {"ok": True, "event": self.fold.nonces[nonce], "revision": self.published.revisions["console"]}
        if self._pending:  # what was seen before it could not be written just now either
            raise RecordError(self._trouble)
        word = word_of(command, self.fold, self.clock.now())
        try:
            event = self.record.append([word])[0]
        except RecordError as error:
            self._trouble, self._retry_at = str(error), wall_clock.monotonic() + RETRY_SECONDS
            self._publish()
            raise
        self._trouble = ""
        try:
            self.fold.take(event)
            self._publish()
        except Exception:
            # it is in the record, where it would do the same again and again: take it back
            self.record.append([Draft(event.time, "operator", "undo", {"event": event.id})])
            self.fold = Fold(self.record.events(), self.record.events)
            self._publish()
            raise
        self.looks += event.kind == "look_again"
        return {"ok": True, "event": event.id, "revision": self.published.revisions["console"]}

    # Publishing ------------------------------------------------------------------------------------------------------

    def _publish(self) -> None:
        """Make the states of now; those that differ from the last get the next revision."""
        match = self.fold.match
        earlier = self._earlier()
        around = Around(
            self.session, 0, self.clock.now(), self.camera, (str(self.record.path), self._trouble), self.delay
        )
        last = self.fold.last
        console = console_state(match, self._scorer, around, earlier, last.id if last else 0)
        made = {"console": console}
        word = match.latest("board")
        mode: BoardMode = match.setup.get("board", "live") if word is None else word.payload["mode"]
        made["board"] = self._public(match, mode, None, around, "board", earlier)
        until = around.time - self.delay if self.delay else None
        self._overlay_until = -1.0 if until is None else until
        made["overlay"] = self._public(match, mode, until, around, "overlay", earlier)
        texts, revisions = dict(self.published.texts), dict(self.published.revisions)
        changed = False
        for view, state in made.items():
            body = json.dumps(state | {"time": 0}, ensure_ascii=False, separators=(",", ":"))
            if body == self._bodies.get(view):
                continue
            changed = True
            self._bodies[view] = body
            revisions[view] += 1
            state["revision"] = revisions[view]
            texts[view] = json.dumps(state, ensure_ascii=False, separators=(",", ":"))
        if not changed:
            return
        self.plays = _plays_by_track(console)
        self.published = Published(texts, revisions)
        for listener in self._listeners:
            listener()

    def _public(
        self,
        match: MatchFold,
        mode: BoardMode,
        until: float | None,
        around: Around,
        view: str,
        earlier: Sequence[Earlier],
    ) -> dict[str, Any]:
        shown = self._views.of(match, mode, until)
        state = public_state(match, shown, self._public_scorer, around, view, earlier)
        if any(reason["kind"] == "disagree" for reason in state["reasons"]) and view in self._agreed:
            # picture and game no longer agree: the public keeps what was agreed last
            kept = self._agreed[view]
            return state | {key: kept[key] for key in ("deal", "sides", "match")}
        self._agreed[view] = state
        return state

    def _earlier(self) -> list[Earlier]:
        """The matches before the current one; none of them changes any more, so each is counted once."""
        before = self.fold.matches[:-1]
        del self._done[len(before) :]
        for number, match in enumerate(before, start=1):
            if number > len(self._done) or self._done[number - 1][0] is not match:
                self._done[number - 1 :] = [(match, _finished(number, match))]
        return [earlier for _, earlier in self._done]


def _finished(number: int, match: MatchFold) -> Earlier:
    rules, reckoning, _ = Scorer().of_match(match, match.deals)
    winners = () if reckoning.end is None else reckoning.end.winners
    totals = dict(by_side(rules, reckoning.totals))
    return Earlier(number, totals, [side_names(rules)[side] for side in winners], match.names)


def _plays_by_track(console: dict[str, Any]) -> dict[int, dict[str, Any]]:
    deal = console["deal"]
    if deal is None:
        return {}
    return {
        int(play["id"][1:]): {key: play[key] for key in ("id", "card", "unsure", "seat", "confidence")}
        for trick in deal["tricks"]
        for play in trick["plays"]
        if play["id"].startswith("t")
    }
