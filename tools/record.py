"""The record of a session: everything that happened, as events in one append-only SQLite file.

An event is committed before anybody is shown what follows from it, and none is ever changed or taken out: what was
wrong is taken back by another event. The score, the tricks and the pages are functions of the events, so a program
that was killed goes on where it stopped when it opens the same file again.

    with Record.open(Path("evening.jass.db")) as record:
        record.append([Draft(12.5, "operator", "contract", {"deal": 1, "contract": "S"})])
        events = list(record.events())
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
import time as clock
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final

from jassvision.rules.errors import JassError
from jassvision.tools.whole_file import LIVE_RECORD

APPLICATION: Final = 0x4A617373
"""What marks a SQLite file as a record ("Jass" in ASCII)."""

VERSION: Final = 1
"""Version of the tables; a file with a higher one was written by a newer program."""

PAGES_BESIDE: Final = 32
"""Pages (4 KiB) that the file beside the record may hold before they go into it: whoever copies a record while it is
written, without that file, misses some seconds of play and not the evening."""

MOST_CACHE: Final = 512
"""KiB of the file that SQLite may keep in memory: it is only ever written at its end, and seldom read."""

_TABLES: Final = """
CREATE TABLE events (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    time REAL NOT NULL,
    wall REAL NOT NULL,
    source TEXT NOT NULL CHECK (source IN ('vision', 'operator', 'rules')),
    kind TEXT NOT NULL,
    payload TEXT NOT NULL
);
CREATE TRIGGER events_stay BEFORE UPDATE ON events BEGIN SELECT RAISE(ABORT, 'events are never changed'); END;
CREATE TRIGGER events_remain BEFORE DELETE ON events BEGIN SELECT RAISE(ABORT, 'events are never deleted'); END;
"""


class RecordError(JassError):
    """A record cannot be opened, read or written; the message says what a person can do about it."""


@dataclass(frozen=True)
class Draft:
    """Something that happened and is not in the record yet.

    Attributes:
        time: seconds of the session, which run on from one opening of the record to the next.
        source: `vision`, `operator` or `rules`.
        kind: what it is.
        payload: its data, as plain JSON.
        wall: seconds since 1970.
    """

    time: float
    source: str
    kind: str
    payload: dict[str, Any]
    wall: float = field(default_factory=clock.time)


@dataclass(frozen=True)
class Event(Draft):
    """A draft that was committed, with its number in the record, from 1."""

    id: int = 0


class Record:
    """An open record; one process at a time may hold it.

    Attributes:
        path: its file.
        existed: whether it held events when it was opened.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: IO[str]) -> None:
        self.path = path
        self._connection, self._lock = connection, lock
        self.existed = self.last_id > 0

    @classmethod
    def open(cls, path: Path) -> Record:
        """Open a record, or begin a new one where there is no file.

        Raises:
            RecordError: it is no record, another process holds it, or it cannot be written.
        """
        if path.is_dir():
            raise RecordError(f"{path} is a folder: name a file for the record, such as evening.jass.db")
        if _is_something_else(path):  # before anything is laid beside it
            raise RecordError(f"{path} is no record of jassvision: give another --record")
        was_locked_before = _beside(path).exists()
        lock = _locked(path)
        try:
            connection = _connected(path)
        except BaseException:
            if not was_locked_before:  # nothing is left beside what is no record
                with contextlib.suppress(OSError):
                    _beside(path).unlink()
            lock.close()
            raise
        return cls(path, connection, lock)

    def append(self, drafts: Sequence[Draft]) -> tuple[Event, ...]:
        """Commit some events, all of them or none; they are on the disk when this returns.

        Raises:
            RecordError: they could not be written, and nothing was.
            ValueError, TypeError: a payload is no JSON that a file can hold; nothing was written.
        """
        # put into JSON before anything is begun: a payload that cannot be written leaves the record as it was
        payloads = [_written(draft.payload) for draft in drafts]
        written = []
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            for draft, payload in zip(drafts, payloads, strict=True):
                cursor = self._connection.execute(
                    "INSERT INTO events (time, wall, source, kind, payload) VALUES (?, ?, ?, ?, ?)",
                    (draft.time, draft.wall, draft.source, draft.kind, payload),
                )
                # what was written is what will be read: numbers and keys as JSON has them
                written.append(
                    Event(
                        draft.time,
                        draft.source,
                        draft.kind,
                        json.loads(payload),
                        draft.wall,
                        int(cursor.lastrowid or 0),
                    )
                )
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            self._roll_back()
            raise RecordError(
                f"{self.path} cannot be written ({error}): free some space on the disk; what was seen since is kept "
                "and written as soon as it can be"
            ) from None
        except BaseException:
            self._roll_back()
            raise
        return tuple(written)

    def events(self, after: int = 0) -> Iterator[Event]:
        """The events in order, those after a number.

        Raises:
            RecordError: the file is damaged.
        """
        try:
            rows = self._connection.execute(
                "SELECT id, time, wall, source, kind, payload FROM events WHERE id > ? ORDER BY id", (after,)
            )
            for number, time, wall, source, kind, payload in rows:
                yield Event(time, source, kind, json.loads(payload), wall, number)
        except (sqlite3.Error, ValueError) as error:
            raise RecordError(
                f"{self.path} is damaged and cannot be read to its end ({error}): take a copy of it"
            ) from None

    @property
    def last_id(self) -> int:
        """Number of the last event, 0 when there is none."""
        try:
            row = self._connection.execute("SELECT COALESCE(MAX(id), 0) FROM events").fetchone()
        except sqlite3.Error as error:
            raise RecordError(f"{self.path} is damaged and cannot be read ({error}): take a copy of it") from None
        return int(row[0])

    def close(self) -> None:
        """Let go of the file."""
        self._connection.close()
        self._lock.close()

    def __enter__(self) -> Record:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _roll_back(self) -> None:
        try:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        except sqlite3.Error:
            pass  # SQLite has rolled back by itself


def _written(payload: dict[str, Any]) -> str:
    """A payload as JSON; half a character (a lone surrogate) is escaped, since no file can hold it."""
    text = json.dumps(payload, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text if text.isascii() or _is_whole(text) else json.dumps(payload, separators=(",", ":"), allow_nan=False)


def _is_whole(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def read_record(path: Path) -> list[Event]:
    """All events of a record, also while another process writes it.

    Raises:
        RecordError: there is no such record, or it cannot be read.
    """
    if not path.is_file():
        raise RecordError(f"there is no file {path}: give the path of a record")
    try:
        connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)
    except sqlite3.Error as error:
        raise RecordError(f"{path} cannot be opened: {error}") from None
    try:
        _check(path, connection)
        rows = connection.execute("SELECT id, time, wall, source, kind, payload FROM events ORDER BY id").fetchall()
        return [
            Event(time, source, kind, json.loads(payload), wall, n) for n, time, wall, source, kind, payload in rows
        ]
    except (sqlite3.Error, ValueError) as error:
        raise RecordError(f"{path} cannot be read ({error}): it is damaged, or no record of jassvision") from None
    finally:
        connection.close()


def _is_something_else(path: Path) -> bool:
    """Whether a file holds something that is no database at all."""
    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            begin = file.read(len(LIVE_RECORD))
    except OSError:
        return False  # what is wrong with it is said when it is opened
    return bool(begin) and begin != LIVE_RECORD


def _connected(path: Path) -> sqlite3.Connection:
    connection = None
    try:
        connection = sqlite3.connect(path, isolation_level=None, timeout=5.0, check_same_thread=False)
        if not connection.execute("PRAGMA schema_version").fetchone()[0]:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.executescript(
                f"BEGIN; PRAGMA application_id={APPLICATION}; PRAGMA user_version={VERSION}; {_TABLES} COMMIT;"
            )
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")  # a copy of the file is a record from the start
        _check(path, connection)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint={PAGES_BESIDE}")
        connection.execute(f"PRAGMA cache_size=-{MOST_CACHE}")
    except (sqlite3.Error, OSError) as error:
        if connection is not None:
            connection.close()
        hint = "it is no record of jassvision" if "not a database" in str(error) else "check the folder and its rights"
        raise RecordError(f"{path} cannot be used as a record ({error}): {hint}; give another --record") from None
    except RecordError:
        if connection is not None:
            connection.close()
        raise
    return connection


def _check(path: Path, connection: sqlite3.Connection) -> None:
    if connection.execute("PRAGMA application_id").fetchone()[0] != APPLICATION:
        raise RecordError(f"{path} is a database, but no record of jassvision: give another --record")
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if version > VERSION:
        raise RecordError(f"{path} was written by a newer jassvision (record version {version}): update the program")
    found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
    if found != "ok":
        raise RecordError(f"{path} is damaged ({found}): take a copy of it and begin another record")


def _beside(path: Path) -> Path:
    """The file of the lock: SQLite's own locks on a record are lost when any file handle to it is closed."""
    return path.with_name(path.name + "-lock")


def _locked(path: Path) -> IO[str]:
    """An open file that keeps other processes out; the system lets go of it when the process dies."""
    beside = _beside(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        lock = beside.open("a+", encoding="utf-8")
    except OSError as error:
        raise RecordError(
            f"{beside} cannot be written ({error.strerror}): choose another folder for --record"
        ) from None
    try:
        _lock(lock)
    except OSError:
        lock.seek(0)
        holder = lock.read(20).strip()
        lock.close()
        who = f" (process {holder})" if holder.isdecimal() else ""
        raise RecordError(
            f"{path} is in use by another jassvision{who}: end it first, or give another --record"
        ) from None
    try:
        lock.truncate(0)
        lock.write(f"{os.getpid()}\n")
        lock.flush()
    except OSError:
        pass  # a full disk: the number is only a help
    return lock


if os.name == "nt":  # pragma: no cover
    import msvcrt

    def _lock(lock: IO[str]) -> None:
        msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
else:
    import fcntl

    def _lock(lock: IO[str]) -> None:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
