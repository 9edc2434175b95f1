"""Connections that open and say nothing, or only half of what they should, shut nobody out."""

import asyncio
import http.client
import socket
import threading
import time
import urllib.request
from contextlib import contextmanager

import pytest
import uvicorn
from jassvision.tools.live import connections
from jassvision.tools.live.connections import Connection

HALVES = {
    "nothing": b"",
    "half of a head": b"GET / HTTP/1.1\r\nHost: x\r\n",
    "half of a body": b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{",
    "half of a second request": b"GET / HTTP/1.1\r\nHost: x\r\n\r\nGET / HT",
}


async def answer(scope, receive, send):
    """Read a request to its end and answer it."""
    while True:
        message = await receive()
        if message["type"] == "http.disconnect":
            return
        if not message.get("more_body"):
            break
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"2")]})
    await send({"type": "http.response.body", "body": b"ok"})


@contextmanager
def served():
    listening = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(
        answer,
        http=Connection,
        lifespan="off",
        log_level="warning",
        timeout_keep_alive=1,
        limit_concurrency=connections.MOST,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=lambda: asyncio.run(server.serve(sockets=[listening])), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.02)
    try:
        yield listening.getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(10)


def is_closed(peer, seconds):
    """Whether the other side ends a connection within some seconds."""
    peer.settimeout(0.05)
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        try:
            if not peer.recv(65536):
                return True
        except TimeoutError:
            continue
        except OSError:
            return True
    return False


@pytest.mark.parametrize("said", HALVES)
def test_a_request_that_does_not_come_ends_its_connection(monkeypatch, said):
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.6)
    with served() as port, socket.create_connection(("127.0.0.1", port)) as peer:
        peer.sendall(HALVES[said])
        assert not is_closed(peer, 0.3)
        assert is_closed(peer, 3)


def test_a_request_that_trickles_ends_as_well(monkeypatch):
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.6)
    with served() as port, socket.create_connection(("127.0.0.1", port)) as peer:
        begun = time.monotonic()
        with pytest.raises(OSError):
            while time.monotonic() - begun < 5:
                peer.sendall(b"G")
                time.sleep(0.1)
        assert time.monotonic() - begun < 3


def test_after_an_answer_a_byte_buys_no_more_time(monkeypatch):
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.6)
    with served() as port, socket.create_connection(("127.0.0.1", port)) as peer:
        peer.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert peer.recv(65536).startswith(b"HTTP/1.1 200")
        peer.sendall(b"G")
        assert is_closed(peer, 3)


def test_a_connection_that_asks_again_stays_open(monkeypatch):
    monkeypatch.setattr(connections, "REQUEST_SECONDS", 0.6)
    with served() as port:
        asking = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        asking.connect()
        first = asking.sock
        for _ in range(5):
            asking.request("GET", "/")
            assert asking.getresponse().read() == b"ok"
            time.sleep(0.3)
        assert asking.sock is first
        asking.close()


def test_one_address_does_not_shut_out_the_others(monkeypatch):
    monkeypatch.setattr(connections, "MOST_OF_AN_ADDRESS", 5)
    monkeypatch.setattr(connections, "_is_loopback", lambda address: address == "127.0.0.9")
    with served() as port:
        crowd = [socket.create_connection(("127.0.0.1", port)) for _ in range(8)]
        assert sum(is_closed(peer, 0.5) for peer in crowd) == 3
        other = socket.create_connection(("127.0.0.1", port), source_address=("127.0.0.2", 0))
        other.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
        assert other.recv(65536).startswith(b"HTTP/1.1 200")
        for peer in [*crowd, other]:
            peer.close()


def test_this_machine_is_answered_however_many_of_the_network_are_silent(monkeypatch):
    monkeypatch.setattr(connections, "MOST_OF_OTHERS", 10)
    monkeypatch.setattr(connections, "_is_loopback", lambda address: address == "127.0.0.1")
    with served() as port:
        crowd = [
            socket.create_connection(("127.0.0.1", port), source_address=(f"127.0.0.{i + 2}", 0)) for i in range(14)
        ]
        assert sum(is_closed(peer, 0.3) for peer in crowd) == 4
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5) as found:
            assert found.read() == b"ok"
        for peer in crowd:
            peer.close()
