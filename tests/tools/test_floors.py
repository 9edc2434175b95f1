"""The house stands on its floors: imports run downward, never in a circle, and nothing at a table needs torch."""

import ast
import tomllib
from graphlib import TopologicalSorter
from pathlib import Path

import jassvision.rules
import pytest

HOUSE = Path(jassvision.rules.__file__).resolve().parents[1]
FLOORS = {"rules": {"rules"}, "vision": {"rules", "models", "vision"}, "tools": {"rules", "models", "vision", "tools"}}
"""What each folder stands on; of `models` the weights alone."""

TRAINING = {"torch", "torchvision", "ultralytics"}


def imports(path: Path) -> set[str]:
    """Full names of all modules that a file imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module} | {f"{node.module}.{name.name}" for name in node.names}
    return found


def module(path: Path) -> str:
    parts = ("jassvision", *path.relative_to(HOUSE).with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@pytest.mark.parametrize("floor", FLOORS)
def test_imports_run_downward_and_need_no_torch(floor: str) -> None:
    files = list((HOUSE / floor).rglob("*.py"))
    assert len(files) > 20
    for path in files:
        names = imports(path)
        ours = {name.split(".")[1] for name in names if name.startswith("jassvision.")}
        assert ours <= FLOORS[floor], path
        assert not {name.split(".")[0] for name in names} & TRAINING, path
        weights = {name for name in names if name.startswith("jassvision.models")}
        assert all(name.startswith("jassvision.models.weights") for name in weights), path


def test_no_two_files_import_each_other() -> None:
    files = {module(path): path for floor in FLOORS for path in (HOUSE / floor).rglob("*.py")}
    TopologicalSorter({name: imports(path) & files.keys() - {name} for name, path in files.items()}).prepare()


def test_what_is_installed_for_a_table_has_no_torch() -> None:
    project = Path(__file__).resolve().parents[2] / "pyproject.toml"
    told = tomllib.loads(project.read_text(encoding="utf-8"))["project"]
    for words in (told["dependencies"], told["optional-dependencies"]["dev"]):
        assert not [word for word in words if any(name in word for name in TRAINING) or "[train]" in word]
