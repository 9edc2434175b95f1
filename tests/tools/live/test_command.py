"""`jassvision live` as people run it: bad wishes refused in a sentence, and a session that is killed and goes on."""

import json
import random
import re
import signal
import socket
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from jassvision.tools.cli import main
from jassvision.tools.live.connections import MOST
from jassvision.tools.record import read_record
from running import Running


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["no-such-film.mp4"], "There is no file no-such-film.mp4"),
        (["97"], "Camera 97 cannot be opened"),
        (["-", "--names", "Anna,Beat"], "--names gives 2 names for 4 players"),
        (["-", "--names", "up=Anna"], "is no seat"),
        (["-", "--names", "Anna,Beat,,Dora"], "is no name"),
        (["-", "--rules", "no_such_rules"], "no_such_rules"),
        (["-", "--contracts", "S,banana"], "--contracts, deal 2"),
        (["-", "--delay", "-1"], "--delay"),
        (["-", "--theme", "nothing.yaml"], "There is no file nothing.yaml"),
        (["-", "--host", "256.1.1.1"], "cannot be listened on"),
        (["-", "--record", "."], "is a folder"),
        (["-", "--weis", "w.yaml"], "w.yaml"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(tmp_path, monkeypatch, capsys, args, sentence):
    monkeypatch.chdir(tmp_path)
    assert main(["live", *args]) == 2
    out = capsys.readouterr().err
    assert sentence in out or sentence.lower() in out.lower()
    assert out.count("\n") <= 2 and "Traceback" not in out
    assert not list(tmp_path.glob("*.jass.db"))


def test_a_port_that_is_taken(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert main(["live", "-", "--port", str(taken.getsockname()[1])]) == 2
    assert "give another --port" in capsys.readouterr().err


def test_killed_while_people_talk_nothing_answered_is_lost_and_nothing_counts_twice(tmp_path):
    """Cards entered by hand; the process is killed at random moments, and goes on from its record."""
    cards = [f"{suit}{rank}" for suit in "DHSC" for rank in ["6", "7", "8", "9", "10", "J", "Q", "K", "A"]]
    chance = random.Random(7)
    answered: list[str] = []
    args = ["-", "--record", "a.jass.db", "--names", "Anna,Beat,Chiara,Dario"]
    for attempt in range(2):
        running = Running(tmp_path, *args)
        try:
            assert ("Going on with" in running.lines[0]) == bool(attempt)
            state = running.state()
            shown = [p["card"] for t in (state["deal"] or {"tricks": []})["tricks"] for p in t["plays"]]
            assert shown == answered or shown == [*answered, cards[len(answered)]]
            answered = shown
            if not attempt:
                running.say(action="dealer", seat="east")
                running.say(action="contract", contract="O")
            # one is killed while a command is on its way
            for number in range(chance.randint(2, 3)):
                card = cards[len(answered)]
                nonce = f"{card}-{number}"
                first = running.say(action="insert", card=card, nonce=nonce)
                assert running.say(action="insert", card=card, nonce=nonce)["event"] == first["event"]
                answered.append(card)
                if len(answered) % 4 == 0:
                    running.say(action="end_trick")
            on_its_way = json.dumps({"action": "insert", "card": cards[len(answered)]}).encode()
            host, port = running.url.removeprefix("http://").split(":")
            with socket.create_connection((host, int(port))) as wire:
                head = f"POST /api/v1/commands HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
                wire.sendall(f"{head}Content-Length: {len(on_its_way)}\r\n\r\n".encode() + on_its_way)
                time.sleep(chance.uniform(0, 0.1))
                running.process.send_signal(signal.SIGKILL)
        finally:
            running.kill()
    running = Running(tmp_path, *args)
    state = running.state()
    running.kill()
    shown = [p["card"] for t in state["deal"]["tricks"] for p in t["plays"]]
    assert shown[: len(answered)] == answered and len(set(shown)) == len(shown)
    assert state["seats"][0]["name"] == "Anna" and state["deal"]["contract"] == "O"
    inserted = [e.payload["card"] for e in read_record(tmp_path / "a.jass.db") if e.kind == "insert"]
    assert inserted == shown


def test_a_second_process_is_refused_and_other_rules_are(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    running = Running(tmp_path, "-", "--record", "a.jass.db")
    try:
        assert main(["live", "-", "--record", "a.jass.db", "--port", "0"]) == 2
        assert "in use by another jassvision" in capsys.readouterr().err
    finally:
        running.kill()
    assert main(["live", "-", "--record", "a.jass.db", "--port", "0", "--rules", "molotow"]) == 2
    assert "was begun with the rules swisslos_2500" in capsys.readouterr().err


def test_for_others_there_are_links_with_tokens(tmp_path):
    running = Running(tmp_path, "-", "--record", "a.jass.db", "--host", "0.0.0.0")
    try:
        text = "".join(running.lines)
        operator = re.search(r"Console \(operator\) +(\S+)", text)
        assert operator and "enter?token=" in operator[1] and "█" in text
        port = running.url.rsplit(":", 1)[1]
        with pytest.raises(urllib.error.HTTPError, match="401"):
            urllib.request.urlopen(f"http://127.0.0.1:{port}/api/v1/state", timeout=10)
        token = operator[1].partition("token=")[2]
        request = urllib.request.Request(
            f"http://127.0.0.1:{port}/api/v1/state", headers={"authorization": f"Bearer {token}"}
        )
        with urllib.request.urlopen(request, timeout=10) as answer:
            assert json.load(answer)["view"] == "console"
    finally:
        running.kill()


def test_silent_connections_shut_nobody_out(tmp_path):
    """As many as there may be, from an address of the network; the real program closes those beyond its share."""
    running = Running(tmp_path, "-", "--record", "a.jass.db", "--host", "0.0.0.0")
    own = own_address()
    port = int(running.url.rsplit(":", 1)[1])
    silent = []
    try:
        for _ in range(MOST + 5):
            silent.append(socket.create_connection((own, port), timeout=5))
        with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5) as answer:
            assert json.load(answer)["ok"]
    finally:
        for one in silent:
            one.close()
        running.kill()


def own_address():
    """An address of this machine in the network; the test is skipped where it has none."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))  # sends nothing
            return probe.getsockname()[0]
    except OSError:
        pytest.skip("this machine is in no network")


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_whatever_ends_it_ends_it_in_order(tmp_path, name):
    """Ctrl-C, a service that is stopped, a terminal that is closed (which sends several): the record is closed."""
    running = Running(tmp_path, "-", "--record", "a.jass.db")
    running.say(action="hold")
    number = getattr(signal, name)
    for _ in range(1 if name == "SIGINT" else 3):
        running.process.send_signal(number)
    assert running.process.wait(15) == 128 + number
    said = running.process.stderr.read()
    running.process.stderr.close()
    assert "go on with --record a.jass.db" in said and "Traceback" not in said
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.jass.db", "a.jass.db-lock"]
    assert [event.kind for event in read_record(tmp_path / "a.jass.db")] == ["opened", "hold"]


def test_what_nohup_has_set_aside_stays_so(tmp_path):
    running = Running(tmp_path, "-", "--record", "a.jass.db", ignored=signal.SIGHUP)
    try:
        running.process.send_signal(signal.SIGHUP)
        running.say(action="hold")
        assert running.state()["held"]
    finally:
        running.kill()


def test_it_can_be_stopped_where_ctrl_c_is_ignored(tmp_path):
    running = Running(tmp_path, "-", "--record", "a.jass.db", ignored=signal.SIGINT)
    running.process.send_signal(signal.SIGTERM)
    assert running.process.wait(15) == 128 + signal.SIGTERM
    assert "go on with --record a.jass.db" in running.process.stderr.read()
    running.process.stderr.close()
