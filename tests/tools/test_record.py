"""The record: append-only, one holder, whole after a kill at any moment, honest about a full disk."""

import random
import resource
import signal
import sqlite3
import subprocess
import sys
import time

import pytest
from jassvision.tools.record import Draft, Record, RecordError, read_record

WRITER = """
import sys
from pathlib import Path
from jassvision.tools.record import Draft, Record
record = Record.open(Path(sys.argv[1]))
number = record.last_id
while True:
    number += 1
    drafts = [Draft(number, "vision", "card", {"number": number, "filling": "x" * (number % 700)})] * (1 + number % 3)
    events = record.append(drafts)
    for event in events:
        print(event.id, event.payload["number"], flush=True)
"""


def draft(number=1):
    return Draft(float(number), "operator", "contract", {"deal": number, "contract": "S", "name": "Zürich"})


def test_what_is_written_is_read_again(tmp_path):
    path = tmp_path / "a.jass.db"
    with Record.open(path) as record:
        assert not record.existed
        written = [*record.append([draft(1), draft(2)]), *record.append([draft(3)])]
        assert [event.id for event in written] == [1, 2, 3] == [event.id for event in record.events()]
        assert list(record.events(after=2)) == written[2:]
        assert read_record(path) == written  # also while it is open
    with Record.open(path) as record:
        assert record.existed and list(record.events()) == written


def test_a_copy_of_the_file_alone_holds_nearly_all(tmp_path):
    path, copy = tmp_path / "a.jass.db", tmp_path / "copy.jass.db"
    with Record.open(path) as record:
        copy.write_bytes(path.read_bytes())
        assert read_record(copy) == []
        for number in range(200):
            record.append([draft(number)])
        copy.write_bytes(path.read_bytes())
    assert len(read_record(path)) == 200
    assert len(read_record(copy)) > 150 and read_record(copy) == read_record(path)[: len(read_record(copy))]


def test_nothing_is_ever_changed_or_deleted(tmp_path):
    path = tmp_path / "a.jass.db"
    with Record.open(path) as record:
        record.append([draft()])
    connection = sqlite3.connect(path)
    for change in ("UPDATE events SET kind = 'x'", "DELETE FROM events"):
        with pytest.raises(sqlite3.IntegrityError, match="never"):
            connection.execute(change)
    connection.close()


def test_all_of_a_batch_or_none(tmp_path):
    with Record.open(tmp_path / "a.jass.db") as record:
        with pytest.raises(RecordError):
            record.append([draft(), Draft(1.0, "nobody", "card", {})])
        assert list(record.events()) == []
        record.append([draft()])
        assert record.last_id == 1


@pytest.mark.parametrize("payload", [{"number": float("nan")}, {"number": {1, 2}}])
def test_what_cannot_be_written_does_not_hold_up_what_follows(tmp_path, payload):
    with Record.open(tmp_path / "a.jass.db") as record:
        with pytest.raises((ValueError, TypeError)):
            record.append([draft(), Draft(1.0, "operator", "card", payload)])
        assert record.last_id == 0
        assert record.append([draft(2)])[0].id == 1


def test_half_a_character_is_kept(tmp_path):
    path = tmp_path / "a.jass.db"
    with Record.open(path) as record:
        written = record.append([Draft(1.0, "operator", "names", {"north": "Zo\ud800ë"})])
    assert read_record(path) == list(written) and written[0].payload == {"north": "Zo\ud800ë"}


@pytest.mark.parametrize(
    ("content", "sentence"), [(b"no database at all, just some words" * 40, "no record"), (None, "no record of jass")]
)
def test_another_file_is_refused(tmp_path, content, sentence):
    path = tmp_path / "a.jass.db"
    if content is None:
        sqlite3.connect(path).execute("CREATE TABLE other (x)").connection.close()
    else:
        path.write_bytes(content)
    before = path.read_bytes()
    with pytest.raises(RecordError, match=sentence):
        Record.open(path)
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path], "nothing is left beside it"


def test_a_newer_record_and_a_folder_are_refused(tmp_path):
    path = tmp_path / "a.jass.db"
    Record.open(path).close()
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version=99")
    connection.close()
    with pytest.raises(RecordError, match="newer jassvision"):
        Record.open(path)
    with pytest.raises(RecordError, match="folder"):
        Record.open(tmp_path)


def test_a_second_process_is_refused(tmp_path):
    path = tmp_path / "a.jass.db"
    code = f"from pathlib import Path; from jassvision.tools.record import Record; Record.open(Path({str(path)!r}))"
    with Record.open(path) as record:
        record.append([draft()])
        found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        assert found.returncode and "in use by another jassvision (process" in found.stderr
        with pytest.raises(RecordError, match="in use"):
            Record.open(path)
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_killed_at_any_moment_nothing_that_was_told_is_lost(tmp_path):
    path = tmp_path / "a.jass.db"
    chance = random.Random(3)
    told: list[tuple[int, int]] = []
    for _ in range(4):
        writer = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True)
        assert writer.stdout is not None
        first = writer.stdout.readline()
        time.sleep(chance.uniform(0.0, 0.15))
        writer.send_signal(signal.SIGKILL)
        lines = [first, *writer.stdout.readlines()]
        writer.wait()
        told += [tuple(map(int, line.split())) for line in lines if line.endswith("\n")]
        kept = [(event.id, event.payload["number"]) for event in read_record(path)]
        assert kept[: len(told)] == told or set(told) <= set(kept)
        assert [number for number, _ in kept] == list(range(1, len(kept) + 1))
    assert len(told) > 4


def test_a_full_disk_is_told_and_what_was_there_stays(tmp_path):
    path = tmp_path / "a.jass.db"
    code = """
import resource, sys
from pathlib import Path
from jassvision.tools.record import Draft, Record, RecordError
record = Record.open(Path(sys.argv[1]))
record.append([Draft(1.0, "vision", "card", {"number": 1})])
soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, hard))
big = Draft(2.0, "vision", "card", {"filling": "x" * 200_000})
for _ in range(2):
    try:
        record.append([big])
    except RecordError as error:
        print(error)
resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
record.append([Draft(3.0, "vision", "card", {"number": 2})])
record.append([big])
"""
    assert resource.RLIMIT_FSIZE  # not there on Windows
    found = subprocess.run([sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False)
    assert found.returncode == 0, found.stderr
    assert found.stdout.count("free some space") == 2
    assert [event.time for event in read_record(path)] == [1.0, 3.0, 2.0]
