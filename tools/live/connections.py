"""Connections that say nothing: a request has a deadline, and no address of the network may have many connections.

Without that, a program that opens connections and is silent would take all there are and shut everybody out.
"""

from __future__ import annotations

import asyncio
import ipaddress
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_SECONDS: Final = 10.0
"""Seconds in which a request must have come, with its body."""

MOST_OF_AN_ADDRESS: Final = 60
"""Connections from one address of the network that are no sockets; a browser opens six."""

MOST: Final = 300
"""Connections together."""

MOST_OF_OTHERS: Final = 250
"""Of these, how many the network may have: this machine always finds one."""


class Connection(H11Protocol):
    """A connection that is closed when its request does not come, or when there are too many like it."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take a connection, unless there are too many."""
        super().connection_made(transport)
        address = _address(self)
        if not _is_loopback(address):
            same = sum(isinstance(one, Connection) and _address(one) == address for one in self.connections)
            if same > MOST_OF_AN_ADDRESS or len(self.connections) > MOST_OF_OTHERS:
                transport.abort()
                return
        self._wait_for_request()

    def data_received(self, data: bytes) -> None:
        """Take what comes."""
        super().data_received(data)
        self._wait_for_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        super().connection_lost(exc)
        self._end_wait()

    def _wait_for_request(self) -> None:
        """Let the deadline run while a request, or the rest of one, is to come."""
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY) or self.transport.is_closing():
            self._end_wait()
        elif self._deadline is None:
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _end_wait(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def _address(connection: Any) -> str:
    return str(connection.client[0]) if connection.client else ""


def _is_loopback(address: str) -> bool:
    try:
        return ipaddress.ip_address(address.removeprefix("::ffff:")).is_loopback
    except ValueError:
        return False
