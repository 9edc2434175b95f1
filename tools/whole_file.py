"""Writing a file whole or not at all, and saying before the work begins where it could not be written."""

from __future__ import annotations

import contextlib
import errno
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final

LIVE_RECORD: Final = b"SQLite format 3\0"
"""How the record of a live session begins, which nothing may be written over."""

BEGINNING: Final = 1024
"""Bytes in which everything that is no text has a zero."""


class TargetError(ValueError):
    """What a command was told to write cannot be written there, or would be lost there."""


def write_whole(path: Path, data: bytes) -> None:
    """Write a file; a device, a pipe or what a link points to is written to, never replaced.

    Raises:
        OSError: it cannot be written; a file that was there before is then still as it was.
    """
    if path.is_symlink() or (path.exists() and not path.is_file()):
        path.write_bytes(data)
        return
    if path.exists() and not os.access(path, os.W_OK):  # whoever protected it did not mean it to be replaced
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
    part = path.with_name(f".{path.name}.part")
    try:
        part.touch()
    except PermissionError:
        if not path.exists():
            raise
        path.write_bytes(data)  # nothing new may be made in this folder, but the file may be written to
        return
    try:
        part.write_bytes(data)
        if path.exists():
            part.chmod(path.stat().st_mode & 0o777)
        part.replace(path)
    except OSError:
        with contextlib.suppress(OSError):  # on a disk that can only be read there is no part to take away either
            part.unlink(missing_ok=True)
        raise


def cannot_be_written(path: object, error: OSError) -> str:
    """Why a file cannot be written: the sentence of the whole program for it."""
    return f"{path} cannot be written: {error.strerror or error}."


def check_targets(targets: Iterable[Path], read: Iterable[object] = (), *, text: bool = False) -> None:
    """Make sure that files can be written, before the work whose result they shall hold begins.

    Args:
        targets: the files to be written; `-` (standard output) is left out by whoever calls.
        read: what the command reads, files or not; none of it may be written over.
        text: whether text will be written: then nothing that is no text, such as another film, is written over.

    Raises:
        TargetError: a folder is missing or must not be written to, a target is a folder, is read by the command, is
            named twice, is the record of a live session, or a film where text is to be written; the sentence says
            which, and what to do.
    """
    seen: list[Path] = []
    sources = [Path(str(name)) for name in read if name is not None]
    for path in targets:
        whole = Path(os.path.realpath(path))  # unlike resolve(), it takes links that lead in a circle
        if any(_same(whole, source) for source in sources):
            raise TargetError(f"{path} is read by this command and would be lost: write to another file.")
        if any(_same(whole, other) for other in seen):
            raise TargetError(f"{path} is named twice: give every result a file of its own.")
        _check_target(path, whole, text)
        if not whole.exists() or whole.is_file():  # a device or a pipe may take several results
            seen.append(whole)


def check_folder(path: Path) -> None:
    """Make sure that files can be written into a folder, which is made where it is missing.

    Raises:
        TargetError: it is a file, or must not be written to.
    """
    try:
        there = Path(os.path.realpath(path))
        while not there.exists():
            there = there.parent
        if not there.is_dir():
            raise TargetError(f"{path} cannot be written: {there} is no folder; name a folder.")
        with tempfile.TemporaryFile(dir=there):
            pass
    except OSError as error:
        raise TargetError(_elsewhere(path, error)) from None


def _check_target(path: Path, whole: Path, text: bool) -> None:
    folder = whole.parent
    try:
        if whole.is_dir():
            raise TargetError(f"{path} is a folder: name a file in it.")
        if whole.exists():
            if whole.is_file():  # a pipe would wait here for whoever reads it
                whole.open("ab").close()
                begin = _beginning(whole)
                if begin.startswith(LIVE_RECORD):
                    raise TargetError(f"{path} is the record of a live session and would be lost: write another file.")
                if text and b"\0" in begin:
                    raise TargetError(f"{path} is a film, a picture or the like and would be lost: write another file.")
            return
        if whole.is_symlink():  # all links have been followed: this one leads in a circle
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        if not folder.is_dir():
            what = "is no folder" if folder.exists() else "is missing"
            raise TargetError(f"{path} cannot be written: the folder {path.parent} {what}; make it, or name another.")
        with tempfile.TemporaryFile(dir=folder):
            pass
        with contextlib.suppress(FileNotFoundError):
            whole.with_name(f".{whole.name}.part").lstat()  # a name that is too long is found out here
    except OSError as error:
        raise TargetError(_elsewhere(path, error)) from None


def _elsewhere(path: Path, error: OSError) -> str:
    return f"{cannot_be_written(path, error)[:-1]}; name another place."


def _beginning(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(BEGINNING)
    except OSError:
        return b""  # it can be written but not read: nobody can say what it is


def _same(one: Path, other: Path) -> bool:
    try:
        return one == other or one.samefile(other)
    except OSError:
        return False  # one of them is not there
