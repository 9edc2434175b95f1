"""The Python examples of README.md run, and what they print is what stands behind them."""

import doctest
import importlib
import re
import shlex
from pathlib import Path

import pytest
from jassvision.tools import cli

README = Path(__file__).resolve().parents[1] / "README.md"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.M | re.S)


def examples():
    text = README.read_text(encoding="utf-8")
    return [(text[: m.start()].count("\n") + 2, m[1]) for m in BLOCK.finditer(text)]


@pytest.mark.parametrize(
    ("line", "source"), examples(), ids=lambda value: f"line{value}" if isinstance(value, int) else ""
)
def test_example_runs(line, source):
    if ">>>" in source:
        case = doctest.DocTestParser().get_doctest(source, {}, f"README.md:{line}", str(README), line - 1)
        said = []
        doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(case, out=said.append)
        assert not said, "".join(said)
    else:
        exec(compile(source, f"README.md:{line}", "exec"), {"__name__": "readme"})


def test_rules_as_a_library_has_an_example():
    text = README.read_text(encoding="utf-8")
    if "\n## " not in text:
        pytest.skip("README.md has no sections yet")
    section = re.search(r"^## Rules as a library$(.*?)(?=^## |\Z)", text, re.M | re.S)
    assert section is not None
    assert BLOCK.search(section[1]) is not None


COMMAND = re.compile(r"^    (?:\.venv/bin/)?(jassvision [^\n]*)|`(?:\.venv/bin/)?(jassvision [^`\n]*)`", re.M)


def command_lines():
    text = README.read_text(encoding="utf-8")
    found = [re.split(r"\s{4,}", one or other)[0] for one, other in COMMAND.findall(text)]
    return list(dict.fromkeys(found))


@pytest.mark.parametrize("line", command_lines())
def test_every_command_line_is_one_that_is_taken(line, monkeypatch):
    words = shlex.split(line)[1:]
    if "--help" in words:
        with pytest.raises(SystemExit) as end:
            cli.main(words)
        assert end.value.code == 0
        return
    taken = []
    monkeypatch.setattr(
        importlib.import_module(cli.COMMANDS[words[0]][0]), "run", lambda given: taken.append(given) or 0
    )
    assert cli.main(words) == 0
    assert len(taken) == 1


def test_every_option_named_exists(capsys):
    offered = set()
    for command in cli.COMMANDS:
        with pytest.raises(SystemExit):
            cli.main([command, "--help"])
        offered |= set(re.findall(r"--[a-z]+", capsys.readouterr().out))
    text = README.read_text(encoding="utf-8").split("## Pictures and films of our own")[0]
    assert set(re.findall(r"(?<=[`\s])--[a-z]+", text)) <= offered
