"""Writing a file whole or not at all: what was there before stays as it was when the disk is full."""

from __future__ import annotations

import contextlib
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Write a file; a device, a pipe or what a link points to is written to, never replaced.

    Raises:
        OSError: it cannot be written; a file that was there before is then still as it was.
    """
    if path.is_symlink() or (path.exists() and not path.is_file()):
        path.write_bytes(data)
        return
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
