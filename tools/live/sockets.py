"""The sockets of pages: whole states as they change, pictures as they are asked for, commands of the operator.

A page gets the newest state and nothing in between: what it is too slow for is left out, so it can hold nothing up. One
that sends too much is closed.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import time as clock
from typing import Any, Final

from jassvision.tools.live.engine import VIEWS, Engine
from jassvision.tools.live.obeying import obeyed
from jassvision.tools.live.pictures import FIRST_SECONDS, MOST_A_SECOND, PictureDesk
from starlette.websockets import WebSocket, WebSocketDisconnect

MOST_SOCKETS: Final = 100
KEPT_FOR_OPERATORS: Final = 20
"""Of these, how many only an operator may have: no crowd of readers shuts the console out."""

MESSAGES_A_SECOND: Final = 20.0
"""Messages that a page may send, and how many at once; more closes its socket."""

MOST_MESSAGE: Final = 16 * 1024
BEAT_SECONDS: Final = 2.0
"""A page that hears nothing for some beats knows that its connection is dead."""

SEND_SECONDS: Final = 10.0
"""How long a page may take to take a message before it is given up."""

POLICY, TOO_BIG, BUSY = 1008, 1009, 1013


class Bucket:
    """Allows so many things a second, and some at once.

    >>> bucket = Bucket(1.0, 2)
    >>> [bucket.take() for _ in range(3)]
    [True, True, False]
    """

    def __init__(self, rate: float, most: float) -> None:
        self._rate, self._most, self._left, self._at = rate, most, most, clock.monotonic()

    def take(self) -> bool:
        """Take one, if there is one."""
        now = clock.monotonic()
        self._left = min(self._most, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Sockets:
    """All open sockets."""

    def __init__(self, engine: Engine, desk: PictureDesk) -> None:
        self.engine, self.desk = engine, desk
        self._loop: asyncio.AbstractEventLoop | None = None
        self._states: set[asyncio.Event] = set()
        self._pictures: set[asyncio.Event] = set()
        self._open = 0
        engine.listen(lambda: self._wake(self._states))
        desk.listen(lambda: self._wake(self._pictures))

    def attach(self, loop: asyncio.AbstractEventLoop) -> None:
        """Have changes told in a loop."""
        self._loop = loop

    def detach(self) -> None:
        """Stop."""
        self._loop = None

    async def events(self, socket: WebSocket) -> None:
        """States of a view, and commands of the operator."""
        view = socket.query_params.get("view", "console")
        right = socket.scope.get("right", "none")
        full = self._open >= MOST_SOCKETS - (0 if right == "operate" else KEPT_FOR_OPERATORS)
        if view not in VIEWS or (view == "console" and right != "operate") or full:
            await socket.close(BUSY if full else POLICY)
            return
        await socket.accept()
        replies: asyncio.Queue[str] = asyncio.Queue(32)
        await self._both(
            socket, self._tell_states(socket, view, replies), self._hear(socket, replies, right == "operate")
        )

    async def picture(self, socket: WebSocket) -> None:
        """A picture each time that the page asks for the next."""
        if self._open >= MOST_SOCKETS:
            await socket.close(BUSY)
            return
        await socket.accept()
        asked = asyncio.Event()
        await self._both(socket, self._show(socket, asked), self._asked(socket, asked))

    # States ----------------------------------------------------------------------------------------------------------

    async def _tell_states(self, socket: WebSocket, view: str, replies: asyncio.Queue[str]) -> None:
        changed = asyncio.Event()
        self._states.add(changed)
        reply: asyncio.Task[str] = asyncio.create_task(replies.get())
        sent = 0
        try:
            while True:
                changed.clear()
                published = self.engine.published
                if published.revisions[view] != sent:
                    sent = published.revisions[view]
                    await _send(socket, f'{{"type":"state","state":{published.texts[view]}}}')
                if reply.done():
                    await _send(socket, reply.result())
                    reply = asyncio.create_task(replies.get())
                    continue
                waiting = asyncio.create_task(changed.wait())
                try:
                    done, _ = await asyncio.wait(
                        {waiting, reply}, timeout=BEAT_SECONDS, return_when=asyncio.FIRST_COMPLETED
                    )
                finally:  # also when the page goes away meanwhile
                    waiting.cancel()
                if not done:
                    await _send(socket, '{"type":"beat"}')
        finally:
            reply.cancel()
            self._states.discard(changed)

    async def _hear(self, socket: WebSocket, replies: asyncio.Queue[str], operates: bool) -> None:
        bucket = Bucket(MESSAGES_A_SECOND, MESSAGES_A_SECOND)
        tasks: set[asyncio.Task[None]] = set()
        try:
            while True:
                text = await _received(socket, bucket)
                if text is None:
                    return
                message = _message(text)
                kind = message.get("type")
                if kind == "ping":
                    _offer(replies, {"type": "pong"})
                elif kind == "command" and operates:
                    if len(tasks) >= 8:
                        _offer(replies, _reply(message, {"ok": False, "error": "wait for the answers", "code": "busy"}))
                        continue
                    task = asyncio.create_task(self._obey(message, replies))
                    tasks.add(task)
                    task.add_done_callback(tasks.discard)
                else:
                    sentence = "only the operator may do this" if kind == "command" else "no such message"
                    _offer(replies, _reply(message, {"ok": False, "error": sentence, "code": "bad_message"}))
        finally:
            for task in tasks:
                task.cancel()

    async def _obey(self, message: dict[str, Any], replies: asyncio.Queue[str]) -> None:
        _, answer = await obeyed(self.engine, message.get("command"))
        _offer(replies, _reply(message, answer))

    # Pictures --------------------------------------------------------------------------------------------------------

    async def _show(self, socket: WebSocket, asked: asyncio.Event) -> None:
        ready = asyncio.Event()
        self._pictures.add(ready)
        shown = 0
        try:
            while True:
                await asked.wait()
                begun = clock.monotonic()
                found = self.desk.newer(shown)
                while found is None:
                    ready.clear()
                    found = self.desk.newer(shown)
                    if found is None:
                        with contextlib.suppress(TimeoutError):
                            await asyncio.wait_for(ready.wait(), FIRST_SECONDS)
                asked.clear()
                shown = found.shot.number
                await asyncio.wait_for(socket.send_bytes(found.message(self.engine.plays)), SEND_SECONDS)
                await asyncio.sleep(max(0.0, 1 / MOST_A_SECOND - (clock.monotonic() - begun)))
        finally:
            self._pictures.discard(ready)

    async def _asked(self, socket: WebSocket, asked: asyncio.Event) -> None:
        bucket = Bucket(2 * MESSAGES_A_SECOND, 2 * MESSAGES_A_SECOND)
        while True:
            if await _received(socket, bucket) is None:
                return
            asked.set()

    # How it is done --------------------------------------------------------------------------------------------------

    async def _both(self, socket: WebSocket, *jobs: Any) -> None:
        """Run the two directions of a socket until one of them ends."""
        self._open += 1
        tasks = [asyncio.create_task(job) for job in jobs]
        try:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                error = task.exception()
                if error is not None and not isinstance(
                    error, WebSocketDisconnect | TimeoutError | RuntimeError | OSError
                ):
                    raise error
        finally:
            self._open -= 1
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await _close(socket)

    def _wake(self, events: set[asyncio.Event]) -> None:
        loop = self._loop
        if loop is None:
            return
        try:
            loop.call_soon_threadsafe(_set_all, events)
        except RuntimeError:
            self._loop = None  # the loop is closed: the program ends


def _set_all(events: set[asyncio.Event]) -> None:
    for event in events:
        event.set()


async def _send(socket: WebSocket, text: str) -> None:
    await asyncio.wait_for(socket.send_text(text), SEND_SECONDS)


async def _received(socket: WebSocket, bucket: Bucket) -> str | None:
    """The next text of a page; None when it is gone or has to go."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        return None
    text = message.get("text")
    if not bucket.take():
        await _close(socket, POLICY, "too many messages")
        return None
    if text is None or len(text) > MOST_MESSAGE:
        await _close(socket, TOO_BIG, "a message is a text of at most 16 KiB")
        return None
    return str(text)


async def _close(socket: WebSocket, code: int = 1000, reason: str = "") -> None:
    # it may be closed already
    with contextlib.suppress(RuntimeError, TimeoutError, WebSocketDisconnect, OSError):
        await asyncio.wait_for(socket.close(code, reason), 1)


def _message(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _reply(message: dict[str, Any], answer: dict[str, Any]) -> dict[str, Any]:
    name = message.get("id")
    return {"type": "reply", "id": name if isinstance(name, str | int) else None, **answer}


def _offer(replies: asyncio.Queue[str], reply: dict[str, Any]) -> None:
    with contextlib.suppress(asyncio.QueueFull):  # a page that takes no answers gets none
        replies.put_nowait(json.dumps(reply, ensure_ascii=False))
