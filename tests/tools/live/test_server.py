"""The server: who may do what, what is refused, and that no input whatever breaks it."""

import json
import re
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from starlette.testclient import TestClient, WebSocketTestSession
from starlette.websockets import WebSocketDisconnect

sys.path.insert(0, str(Path(__file__).parent))

from fake_source import ScriptClock
from jassvision.tools.live.access import Access, Keys, keys_beside
from jassvision.tools.live.engine import Engine
from jassvision.tools.live.fold import Fold
from jassvision.tools.live.modes import Camera
from jassvision.tools.live.openapi import COMMANDS, openapi
from jassvision.tools.live.pictures import PictureDesk
from jassvision.tools.live.server import build_app
from jassvision.tools.live.theme import load_theme
from jassvision.tools.live.words import ACTIONS
from jassvision.tools.record import RecordError, read_record
from jassvision.vision.observations import ShownHand, Swept
from scripted import opened, scripted_deals

OWN = "http://127.0.0.1:8711"
SOCKETS = "ws://127.0.0.1:8711"
KEYS = Keys("the-operator", "the-reader")


class Session:
    """An engine and its application, without a network."""

    def __init__(self, folder, keys=None, delay=0.0, theme=None, seen=7):
        made = opened(folder / "a.jass.db")
        self.record = made.record
        self.clock = ScriptClock()
        self.engine = Engine(made.record, made.fold, self.clock, delay=delay)
        self.desk = PictureDesk()
        self.engine.start()
        self.engine.look(Camera("script", "seeing", 0.0, "", 25.0, (1280, 720)))
        self.deal = scripted_deals(1)[0]
        self.engine.command({"action": "contract", "contract": self.deal.played.contract}).result(20)
        self.rest = list(self.deal.seen)
        self.see(seen)
        self.app = build_app(self.engine, self.desk, Access("127.0.0.1", 8711, keys), theme=theme)
        self.client = TestClient(self.app, base_url=OWN, raise_server_exceptions=False)

    def see(self, count):
        for _ in range(count):
            one = self.rest.pop(0)
            self.clock.time = max(self.clock.time, one.time_last if isinstance(one, Swept) else one.time)
            self.engine.see([one])
        self.engine.settled().result(60)

    def close(self):
        self.engine.stop()
        self.desk.stop()
        self.record.close()


@pytest.fixture(autouse=True)
def _unhurried(monkeypatch):
    """Give the server a moment to see that a socket is closed: the client of the tests cancels it at once."""
    close = WebSocketTestSession.close

    def unhurried(socket, *args):
        close(socket, *args)
        time.sleep(0.3)

    monkeypatch.setattr(WebSocketTestSession, "close", unhurried)


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    made = Session(tmp_path_factory.mktemp("server"))
    with made.client:
        yield made
    made.close()


@pytest.fixture(scope="module")
def locked(tmp_path_factory):
    folder = tmp_path_factory.mktemp("locked")
    (folder / "logo.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (folder / "theme.yaml").write_text("title: Jassclub Wil\ncolours: {accent: '#c8102e'}\nlogo: logo.svg\n")
    made = Session(folder, keys=KEYS, theme=load_theme(folder / "theme.yaml"), seen=2)
    with made.client:
        yield made
    made.close()


def say(session, **command):
    return session.client.post("/api/v1/commands", json=command)


def test_the_state_and_a_command(session):
    state = session.client.get("/api/v1/state").json()
    assert state["view"] == "console" and len(state["deal"]["tricks"][0]["plays"]) == 4
    answer = say(session, action="names", names={"north": "<b>Anna</b>"})
    assert answer.status_code == 200 and answer.json()["ok"]
    after = session.client.get("/api/v1/state").json()
    assert after["seats"][0]["name"] == "<b>Anna</b>" and after["revision"] == answer.json()["revision"]
    assert after["event"] == answer.json()["event"] > state["event"]
    for view in ("console", "board", "overlay"):
        found = session.client.get("/api/v1/state", params={"view": view}).json()
        Draft202012Validator(openapi()["components"]["schemas"]["State"]).validate(found)


def test_every_action_is_described(session):
    assert set(COMMANDS) == set(ACTIONS)
    described = session.client.get("/openapi.json").json()
    titles = [schema["title"] for schema in described["components"]["schemas"]["Command"]["oneOf"]]
    assert titles == list(COMMANDS)
    for schema in described["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)


def test_a_command_that_was_sent_twice_counts_once(session):
    command = {"action": "board", "mode": "after_trick", "nonce": "abc-1"}
    first, second = (session.client.post("/api/v1/commands", json=command).json() for _ in range(2))
    assert first["event"] == second["event"]
    say(session, action="board", mode="live")


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"{", "application/json", 400),
        (b'"undo"', "application/json", 422),
        (b"[" * 8000, "application/json", 400),
        (b'{"action": "undo"}', "text/plain", 415),
        (b'{"action": "undo"}', "application/x-www-form-urlencoded", 415),
        (b'{"action": "' + b"x" * 20000 + b'"}', "application/json", 413),
        (b'{"action": "dance"}', "application/json", 422),
        (b'{"action": "card", "play": "t1", "card": "S11"}', "application/json", 422),
        (b'{"action": "card", "play": "t99999", "card": "S10"}', "application/json", 422),
        (b'{"action": "contract", "contract": "slalom-up"}', "application/json", 422),
        (b'{"action": "resume"}', "application/json", 409),
        (b'\xff\xfe{"action": 1}', "application/json", 400),
        (b'{"action": "names", "names": {"north": "a\\u0000b"}}', "application/json", 422),
        (b'{"action": "names", "names": {"north": "a\\ud800b"}}', "application/json", 422),
        (b'{"action": "hold", "nonce": "a\\ud800b"}', "application/json", 422),
    ],
)
def test_nonsense_is_refused_in_a_sentence(session, body, kind, status):
    answer = session.client.post("/api/v1/commands", content=body, headers={"content-type": kind})
    assert answer.status_code == status
    assert answer.json()["ok"] is False and len(answer.json()["error"]) > 10


def test_a_word_is_taken_again_once_the_disk_has_room(session, monkeypatch):
    def full(_):
        raise RecordError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr(session.record, "append", full)
        for _ in range(2):  # nothing is seen meanwhile, so that only words try the disk
            assert say(session, action="names", names={"east": "Full"}).status_code == 507
        assert session.client.get("/api/v1/state").json()["record"]["ok"] is False
    assert say(session, action="names", names={"east": "Room"}).status_code == 200
    state = session.client.get("/api/v1/state").json()
    assert state["record"]["ok"] is True and "Room" in [seat["name"] for seat in state["seats"]]


def test_nothing_is_changed_by_get(session):
    before = session.record.last_id
    for path in ("/api/v1/commands", "/api/v1/commands?action=undo", "/api/v1/state?action=undo", "/"):
        session.client.get(path, params={"action": "undo"})
    assert session.client.get("/api/v1/commands").status_code == 405
    assert session.client.put("/api/v1/commands", json={"action": "undo"}).status_code == 405
    assert session.record.last_id == before


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1:8712", "http://localhost:8711"])
def test_foreign_pages_can_do_nothing(session, origin):
    answer = session.client.post("/api/v1/commands", json={"action": "hold"}, headers={"origin": origin})
    assert answer.status_code == 403
    with (
        pytest.raises(WebSocketDisconnect),
        session.client.websocket_connect(SOCKETS + "/api/v1/events", headers={"origin": origin}),
    ):
        pass


def test_a_foreign_name_for_this_server_is_refused(session):
    for host in ("evil.example", "evil.example:8711", "127.0.0.1.evil.example"):
        assert session.client.get("/api/v1/state", headers={"host": host}).status_code == 403
    assert session.client.get("/api/v1/state", headers={"host": "localhost:8711"}).status_code == 200


def test_pages_are_kept_safe(session):
    for path in ("/", "/board", "/overlay", "/nothing-there", "/api/v1/state", "/art/swiss/S10.webp"):
        headers = session.client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "script-src 'self'" in policy
        assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path", ["/../server.py", "/%2e%2e/server.py", "/css/../../server.py", "/..%2fserver.py", "/%00"]
)
def test_only_pages_are_served(session, path):
    answer = session.client.get(path)
    assert answer.status_code == 404 and "import" not in answer.text


def test_faces_are_served(session):
    answer = session.client.get("/art/swiss/S10.webp")
    assert answer.status_code == 200 and answer.headers["content-type"] == "image/webp"


# Tokens --------------------------------------------------------------------------------------------------------------


def test_without_a_token_there_is_nothing(locked):
    for path in ("/", "/board", "/api/v1/state", "/api/v1/state?view=board", "/theme.json", "/api/v1/frame.jpg"):
        assert locked.client.get(path).status_code == 401, path
    assert locked.client.post("/api/v1/commands", json={"action": "hold"}).status_code == 401
    with pytest.raises(WebSocketDisconnect), locked.client.websocket_connect(SOCKETS + "/api/v1/events?view=board"):
        pass
    assert locked.client.get("/enter", params={"token": "guess"}).status_code == 401


def test_a_reader_reads_and_an_operator_operates(locked):
    reader = {"authorization": "Bearer the-reader"}
    assert locked.client.get("/api/v1/state?view=board", headers=reader).status_code == 200
    assert locked.client.get("/api/v1/state", headers=reader).status_code == 403
    assert locked.client.get("/", headers=reader).status_code == 403
    assert locked.client.get("/api/v1/frame.jpg", headers=reader).status_code == 403
    assert locked.client.post("/api/v1/commands", json={"action": "hold"}, headers=reader).status_code == 403
    for socket in ("events", "events?view=console", "picture"):
        with (
            pytest.raises(WebSocketDisconnect),
            locked.client.websocket_connect(f"{SOCKETS}/api/v1/{socket}", headers=reader),
        ):
            pass
    with locked.client.websocket_connect(SOCKETS + "/api/v1/events?view=board", headers=reader) as socket:
        assert socket.receive_json()["state"]["view"] == "board"
        socket.send_json({"type": "command", "id": 1, "command": {"action": "hold"}})
        answer = _reply(socket)
        assert not answer["ok"] and "operator" in answer["error"]
    operator = {"authorization": "Bearer the-operator"}
    assert locked.client.post("/api/v1/commands", json={"action": "hold"}, headers=operator).status_code == 200
    assert locked.client.post("/api/v1/commands", json={"action": "resume"}, headers=operator).status_code == 200


def test_a_link_sets_a_cookie_that_scripts_cannot_read(locked):
    answer = locked.client.get("/enter?token=the-reader&to=/overlay%3Fparts%3Dscore", follow_redirects=False)
    assert answer.status_code == 303 and answer.headers["location"] == "/overlay?parts=score"
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=lax" in cookie
    assert locked.client.get("/board").status_code == 200
    assert locked.client.get("/enter?token=the-reader&to=//evil.example", follow_redirects=False).status_code == 400
    locked.client.cookies.clear()


def test_the_theme_and_nothing_else_beside_it(locked):
    reader = {"authorization": "Bearer the-reader"}
    theme = locked.client.get("/theme.json", headers=reader).json()
    assert theme["title"] == "Jassclub Wil" and theme["logo"] == "/theme/logo.svg"
    assert locked.client.get("/theme/logo.svg").headers["content-type"] == "image/svg+xml"
    assert locked.client.get("/theme/theme.yaml").status_code == 404
    assert locked.client.get("/theme/a.jass.db-keys").status_code == 404


def test_tokens_are_kept_so_that_links_go_on_working(tmp_path):
    first = keys_beside(tmp_path / "a.jass.db")
    assert keys_beside(tmp_path / "a.jass.db") == first and first.operator != first.reader
    assert (tmp_path / "a.jass.db-keys").stat().st_mode & 0o077 == 0


# Sockets -------------------------------------------------------------------------------------------------------------


def _reply(socket):
    while True:
        message = socket.receive_json()
        if message["type"] == "reply":
            return message


def test_a_socket_gets_the_whole_state_and_each_change(session):
    with session.client.websocket_connect(SOCKETS + "/api/v1/events") as socket:
        first = socket.receive_json()["state"]
        assert first["view"] == "console"
        socket.send_json({"type": "command", "id": "n1", "command": {"action": "names", "names": {"south": "Cla"}}})
        messages = [socket.receive_json() for _ in range(2)]
        reply = next(m for m in messages if m["type"] == "reply")
        state = next(m["state"] for m in messages if m["type"] == "state")
        assert reply == {
            "type": "reply",
            "id": "n1",
            "ok": True,
            "event": reply["event"],
            "revision": reply["revision"],
        }
        assert state["revision"] > first["revision"] and state["seats"][2]["name"] == "Cla"
        socket.send_text("no json")
        assert not _reply(socket)["ok"]


def test_a_flood_closes_its_own_socket_only(session):
    with session.client.websocket_connect(SOCKETS + "/api/v1/events") as quiet:
        quiet.receive_json()
        with (
            session.client.websocket_connect(SOCKETS + "/api/v1/events") as loud,
            pytest.raises((WebSocketDisconnect, RuntimeError)),
        ):
            for _ in range(200):
                loud.send_text('{"type": "ping"}')
            for _ in range(200):
                loud.receive_json()
        say(session, action="names", names={"south": "Flo"})
        assert any(
            quiet.receive_json().get("state", {}).get("seats", [{}] * 4)[2].get("name") == "Flo" for _ in range(3)
        )


def test_a_message_that_is_too_long_closes_the_socket(session):
    with session.client.websocket_connect(SOCKETS + "/api/v1/events") as socket, pytest.raises(WebSocketDisconnect):
        socket.send_text("x" * 20_000)
        for _ in range(4):
            socket.receive_json()


# The public ----------------------------------------------------------------------------------------------------------


def test_the_public_never_sees_what_is_hidden(session):
    text = session.client.get("/api/v1/state?view=board").text
    for word in ("likely", "posterior", "proposals", "known", "undo", "proof", "sentence", "confidence", "record"):
        assert f'"{word}"' not in text, word


CODE = re.compile(r"\b[DHSC](?:10|[6-9JQKA])\b")


@pytest.mark.parametrize("kind", ["open", "weis"])
def test_cards_of_a_hand_that_was_seen_are_shown_to_nobody_before_they_are_played(tmp_path, kind):
    """Of every seat, the cards that it still holds; the console knows them, the public does not."""
    session = Session(tmp_path, seen=6)
    try:
        tricks = session.deal.played.tricks
        for seat in range(4):
            held = [cards[(leader - seat) % 4] for leader, cards, _ in tricks[2:]]
            whose = tuple(0.0 if other == seat else -9.0 for other in range(4))
            faces = tuple(np.where(np.arange(36) == card, 0.0, -12.0) for card in held)
            session.engine.see([ShownHand(whose, session.clock.time, faces, kind)])
        session.engine.settled().result(60)
        assert json.loads(session.engine.published.texts["console"])["deal"]["known"]
        while session.rest:
            played = set(_cards(session, "console"))
            for view in ("board", "overlay"):
                state = json.loads(session.engine.published.texts[view])
                del state["rules"]
                assert set(CODE.findall(json.dumps(state))) <= played, view
            session.see(1)
        assert len(_cards(session, "board")) == 36
    finally:
        session.close()


def test_the_delayed_overlay_shows_corrections_and_no_old_value(tmp_path):
    session = Session(tmp_path, delay=10.0, seen=0)
    try:
        session.see(2)
        assert _cards(session, "board") and not _cards(session, "overlay")
        first = session.client.get("/api/v1/state").json()["deal"]["tricks"][0]["plays"][0]
        truth = first["card"]
        wrong = "C6" if truth != "C6" else "D6"
        session.engine.command({"action": "card", "play": first["id"], "card": wrong}).result(20)
        shown = set()
        for _ in range(30):
            session.clock.time += 0.5
            session.engine.settled().result(20)
            shown.add(tuple(_cards(session, "overlay")))
        flat = {card for cards in shown for card in cards}
        assert wrong in flat and truth not in flat
    finally:
        session.close()


def test_after_trick_the_board_shows_whole_tricks_only(tmp_path):
    session = Session(tmp_path, seen=0)
    try:
        session.engine.command({"action": "board", "mode": "after_trick"}).result(20)
        session.see(3)
        assert _cards(session, "board") == [] and len(_cards(session, "console")) == 3
        session.see(3)
        assert len(_cards(session, "board")) == 4
        session.engine.command({"action": "board", "mode": "after_deal"}).result(20)
        assert json.loads(session.engine.published.texts["board"])["deal"] is None
    finally:
        session.close()


def _cards(session, view):
    deal = json.loads(session.engine.published.texts[view])["deal"]
    return [play["card"] for trick in deal["tricks"] for play in trick["plays"]] if deal else []


def test_a_full_disk_is_shown_and_what_is_seen_meanwhile_is_written_later(tmp_path, monkeypatch):
    session = Session(tmp_path, seen=2)
    try:
        write = session.record.append

        def full(drafts):
            raise RecordError("a.jass.db cannot be written (database or disk is full): free some space")

        monkeypatch.setattr(session.record, "append", full)
        session.see(2)
        state = json.loads(session.engine.published.texts["console"])
        assert state["mode"] == "manual" and state["reasons"][0]["kind"] == "record" and not state["record"]["ok"]
        assert len(_cards(session, "console")) == 2  # nothing is shown that is not written
        answer = session.client.post("/api/v1/commands", json={"action": "hold"})
        assert answer.status_code == 507 and "free some space" in answer.json()["error"]
        monkeypatch.setattr(session.record, "append", write)
        begun = time.monotonic()
        while len(_cards(session, "console")) < 4 and time.monotonic() - begun < 10:
            time.sleep(0.1)
        assert len(_cards(session, "console")) == 4
        assert json.loads(session.engine.published.texts["console"])["record"]["ok"]
    finally:
        session.close()


def test_what_could_not_be_written_is_written_at_the_end_or_said_to_be_lost(tmp_path, monkeypatch, capsys):
    """The disk is full and the session ends before it is time to try again."""
    for number, has_room in enumerate((True, False)):
        folder = tmp_path / str(number)
        folder.mkdir()
        session = Session(folder, seen=2)
        write = session.record.append

        def full(drafts):
            raise RecordError("a.jass.db cannot be written (database or disk is full): free some space")

        monkeypatch.setattr(session.record, "append", full)
        session.see(2)
        if has_room:
            monkeypatch.setattr(session.record, "append", write)
        session.close()
        cards = [e for e in read_record(folder / "a.jass.db") if e.kind == "card"]
        assert len(cards) == (4 if has_room else 2)
        assert ("lost (2 events)" in capsys.readouterr().err) == (not has_room)


class Closed:
    """A terminal that is gone."""

    def write(self, text):
        raise OSError(5, "Input/output error")

    def flush(self):
        raise OSError(5, "Input/output error")


def test_a_failure_that_nobody_can_be_told_of_ends_nothing(tmp_path, monkeypatch):
    session = Session(tmp_path, seen=2)
    try:
        take = Fold.take_all

        def broken(fold, events):
            monkeypatch.setattr(Fold, "take_all", take)
            raise ZeroDivisionError

        monkeypatch.setattr(sys, "stderr", Closed())
        monkeypatch.setattr(Fold, "take_all", broken)
        session.see(1)
        session.see(1)
        assert len(_cards(session, "console")) == 4
    finally:
        session.close()


def test_a_crowd_of_readers_does_not_shut_the_operator_out(locked, monkeypatch):
    monkeypatch.setattr("jassvision.tools.live.sockets.MOST_SOCKETS", 3)
    monkeypatch.setattr("jassvision.tools.live.sockets.KEPT_FOR_OPERATORS", 1)
    board, reader = SOCKETS + "/api/v1/events?view=board", {"authorization": f"Bearer {KEYS.reader}"}
    with (
        locked.client.websocket_connect(board, headers=reader) as one,
        locked.client.websocket_connect(board, headers=reader) as two,
    ):
        assert one.receive_json() and two.receive_json()
        with (
            pytest.raises(WebSocketDisconnect) as refused,
            locked.client.websocket_connect(board, headers=reader) as third,
        ):
            third.receive_json()
        assert refused.value.code == 1013
        console, operator = SOCKETS + "/api/v1/events", {"authorization": f"Bearer {KEYS.operator}"}
        with locked.client.websocket_connect(console, headers=operator) as last:
            assert last.receive_json()["state"]["view"] == "console"


def test_a_word_that_breaks_the_game_is_taken_back(tmp_path, monkeypatch, capsys):
    session = Session(tmp_path, seen=2)
    try:
        before = _cards(session, "console")
        take = Fold.take

        def broken(fold, event):
            if event.kind == "hold":
                raise ZeroDivisionError
            take(fold, event)

        monkeypatch.setattr(Fold, "take", broken)
        answer = session.client.post("/api/v1/commands", json={"action": "hold"})
        assert answer.status_code == 422 and answer.json()["code"] == "broken"
        assert "ZeroDivisionError" in capsys.readouterr().err
        assert session.client.post("/api/v1/commands", json={"action": "names", "names": {"north": "Eva"}}).json()["ok"]
        state = json.loads(session.engine.published.texts["console"])
        assert _cards(session, "console") == before and not state["held"]
        assert [event.kind for event in session.record.events()][-3:] == ["hold", "undo", "names"]
    finally:
        session.close()


def test_matches_one_after_the_other(tmp_path):
    session = Session(tmp_path, seen=2)
    try:
        for name in ("Eva", "Ida"):
            session.engine.command({"action": "new_match", "names": {"north": name}}).result(20)
        state = json.loads(session.engine.published.texts["console"])
        assert state["match"]["number"] == 3 and [e["number"] for e in state["match"]["earlier"]] == [1, 2]
        assert [e["names"]["north"] for e in state["match"]["earlier"]] == ["Anna", "Eva"]
        session.engine.command({"action": "undo"}).result(20)
        state = json.loads(session.engine.published.texts["console"])
        assert state["match"]["number"] == 2 and state["seats"][0]["name"] == "Eva"
    finally:
        session.close()


# Anything ------------------------------------------------------------------------------------------------------------

PLAIN = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 10**12),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=12),
    st.sampled_from(["north", "S10", "t1", "i2", "m1.1.1", "H", "auto", "live", "w-north-H6H7H8"]),
)
ANYTHING = st.recursive(
    PLAIN,
    lambda inner: st.one_of(st.lists(inner, max_size=3), st.dictionaries(st.text(max_size=5), inner, max_size=3)),
    max_leaves=6,
)
FIELDS = sorted({field for _, fields, _ in COMMANDS.values() for field in fields} | {"event", "nonce"})
ANY_COMMAND = st.one_of(
    st.builds(
        lambda action, rest: {**rest, "action": action},
        st.sampled_from(ACTIONS),
        st.dictionaries(st.sampled_from(FIELDS), ANYTHING, max_size=4),
    ),
    ANYTHING,
)


@settings(max_examples=60, deadline=None, derandomize=True, phases=[Phase.explicit, Phase.generate])
@given(command=ANY_COMMAND)
def test_whatever_is_sent_the_answer_is_a_sentence(session, command):
    def send():
        body, kind = json.dumps(command), {"content-type": "application/json"}
        return session.client.post("/api/v1/commands", content=body, headers=kind)

    answer = send()
    while answer.status_code == 429:
        time.sleep(0.1)
        answer = send()
    assert answer.status_code in (200, 409, 422), (command, answer.text)
    assert isinstance(answer.json()["ok"], bool)
    assert answer.json()["ok"] or answer.json()["error"]
    assert session.client.get("/api/v1/state").status_code == 200


@settings(max_examples=40, deadline=None, derandomize=True, phases=[Phase.explicit, Phase.generate])
@given(
    path=st.sampled_from(
        ["/api/v1/state", "/enter", "/theme/x", "/css/x.css", "/api/v1/commands", "/api/v2/x", "/art/a.webp"]
    ),
    query=st.dictionaries(st.sampled_from(["view", "token", "to", "action"]), st.text(max_size=20), max_size=3),
    method=st.sampled_from(["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH"]),
)
def test_no_request_breaks_the_server(session, path, query, method):
    before = session.record.last_id
    answer = session.client.request(method, path, params=query, follow_redirects=False)
    assert answer.status_code < 500, answer.text
    assert session.record.last_id == before
