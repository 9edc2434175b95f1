"""Files are written whole or not at all, and where that cannot be is said before the work begins."""

import os
from pathlib import Path

import pytest
from jassvision.tools import cli
from jassvision.tools.whole_file import TargetError, check_folder, check_targets, write_whole

from tests.tools.test_arguments import DEMO, refused

COMMANDS = [
    ("score", "--json"),
    ("score", "--record"),
    ("demo", "--json"),
    ("calibrate", "-o"),
    ("calibrate", "--show"),
    ("detect", "--json"),
]


def words_of(command: str, option: str, target: object, folder: Path) -> list[str]:
    """A command line that would work if the target did."""
    words = [command] if command == "demo" else [command, str(DEMO)]
    if command == "calibrate" and option != "-o":
        words += ["-o", str(folder / "table.yaml")]
    return [*words, option, str(target)]


@pytest.mark.parametrize(("command", "option"), COMMANDS)
@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("none/x.json", "is missing; make it, or name another"),
        ("folder", "is a folder: name a file in it"),
        ("file/x.json", "is no folder; make it, or name another"),
        ("abend.jass.db", "the record of a live session and would be lost"),
        ("/proc/x.json", "cannot be written"),
        ("x" * 300, "cannot be written"),
    ],
)
def test_what_cannot_be_written_is_said_before_the_work(command, option, target, expected, tmp_path, capsys):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").touch()
    (tmp_path / "abend.jass.db").write_bytes(b"SQLite format 3\0and an evening")
    before = sorted(tmp_path.rglob("*"))
    said = refused(capsys, *words_of(command, option, tmp_path / target, tmp_path))
    assert expected in said and "Watching" not in said
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(("command", "option"), [one for one in COMMANDS if one[0] != "demo"])
def test_what_a_command_reads_is_never_written_over(command, option, tmp_path, capsys):
    film = tmp_path / "film.mp4"
    film.write_bytes(DEMO.read_bytes())
    (tmp_path / "link").symlink_to(film)
    os.link(film, tmp_path / "hard")
    for target in (film, tmp_path / "link", tmp_path / "hard", tmp_path / "." / "film.mp4"):
        words = [str(film) if word == str(DEMO) else word for word in words_of(command, option, target, tmp_path)]
        assert "is read by this command and would be lost" in refused(capsys, *words)
    assert film.read_bytes() == DEMO.read_bytes()


@pytest.mark.parametrize(("command", "option"), [one for one in COMMANDS if one[1] != "--show"])
def test_text_is_never_written_over_another_film(command, option, tmp_path, capsys):
    other = tmp_path / "other.mp4"
    other.write_bytes(DEMO.read_bytes())
    said = refused(capsys, *words_of(command, option, other, tmp_path))
    assert "is a film, a picture or the like and would be lost" in said
    assert other.read_bytes() == DEMO.read_bytes()


def test_two_results_do_not_go_into_one_file(tmp_path, capsys):
    same = tmp_path / "x"
    assert "is named twice" in refused(capsys, "score", DEMO, "--json", same, "--record", f"{tmp_path}/./x")
    assert "is named twice" in refused(capsys, "calibrate", DEMO, "-o", same, "--show", same)
    check_targets([Path("/dev/null"), Path("/dev/null")])


def test_a_folder_for_drawings_is_checked_first(tmp_path, capsys):
    (tmp_path / "file").touch()
    for folder in (tmp_path / "file", tmp_path / "file" / "x", Path("/proc/x")):
        assert "cannot be written" in refused(capsys, "detect", tmp_path / "no-picture.jpg", "--draw", folder)
    check_folder(tmp_path / "new" / "and" / "deep")
    assert not (tmp_path / "new").exists()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_what_is_protected_is_named(tmp_path):
    protected, shut = tmp_path / "x.json", tmp_path / "shut"
    protected.touch(0o444)
    shut.mkdir(0o555)
    for target in (protected, shut / "x.json"):
        with pytest.raises(TargetError, match="cannot be written: Permission denied; name another place"):
            check_targets([target])
    with pytest.raises(PermissionError):
        write_whole(protected, b"1")


def test_what_can_be_written_is_left_as_it_was_until_then(tmp_path):
    old, loop = tmp_path / "old.json", tmp_path / "loop"
    old.write_text("1")
    loop.symlink_to(loop)
    check_targets([old, tmp_path / "new.json", Path("/dev/full")], ["0", None, "rtsp://camera", tmp_path / "none"])
    assert old.read_text() == "1" and not (tmp_path / "new.json").exists()
    with pytest.raises(TargetError, match="cannot be written"):
        check_targets([loop])


def test_a_disk_that_is_full_while_writing_is_said(tmp_path, capsys):
    photo = tmp_path / "no.jpg"
    assert cli.main(["detect", str(photo), "--json", "/dev/full"]) == 2
    assert "/dev/full cannot be written" in capsys.readouterr().err
