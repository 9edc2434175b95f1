"""`make` on a machine where something is missing says in one sentence what, the second time too."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

HOUSE = Path(__file__).resolve().parents[1]

WITHOUT_VENV = """#!/bin/sh
if [ "$1 $2" = "-m venv" ]; then
  for folder; do :; done
  mkdir -p "$folder/bin" && ln -sf "$(command -v false)" "$folder/bin/python"
  echo "The virtual environment was not created successfully because ensurepip is not available."
  exit 1
fi
exec python3 "$@"
"""


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")
@pytest.mark.parametrize("target", ["demo", "test"])
@pytest.mark.parametrize(
    ("python", "expected"), [("without-venv", "install python3-venv"), ("no-python", "There is no no-python: install")]
)
def test_what_is_missing_is_said(target, python, expected, tmp_path):
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(HOUSE / name, tmp_path)
    script = tmp_path / "without-venv"
    script.write_text(WITHOUT_VENV, encoding="utf-8")
    script.chmod(0o755)
    called = f"./{python}" if python == script.name else python
    # under `make test` this make would take itself for a part of that one, and say which folder it enters
    alone = {name: value for name, value in os.environ.items() if name not in ("MAKEFLAGS", "MAKELEVEL", "MFLAGS")}
    for _ in range(2):
        made = subprocess.run(
            ["make", target, f"PYTHON={called}"],
            cwd=tmp_path,
            env=alone,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert made.returncode == 2
        assert expected in made.stdout and made.stdout.count("\n") == 1
        assert not (tmp_path / ".venv").exists()
