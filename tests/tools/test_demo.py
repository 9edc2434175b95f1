"""`jassvision demo` says what to do next by the name under which the program can be called."""

import sys

import pytest
from jassvision.tools.demo import program


@pytest.mark.parametrize(
    ("called", "found", "said"),
    [
        (".venv/bin/jassvision", None, ".venv/bin/jassvision"),
        (".venv/bin/jassvision", "/usr/bin/jassvision", "jassvision"),
        ("/somewhere/tools/cli.py", None, "jassvision"),
    ],
)
def test_the_program_is_called_as_it_can_be_called(called, found, said, monkeypatch):
    monkeypatch.setattr(sys, "argv", [called, "demo"])
    monkeypatch.setattr("shutil.which", lambda name: found)
    assert program() == said
