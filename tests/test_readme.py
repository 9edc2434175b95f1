"""The Python examples of README.md run, and what they print is what stands behind them."""

import doctest
import re
from pathlib import Path

import pytest

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
