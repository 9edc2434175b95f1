"""What `jassvision.rules` names, and what importing it drags in."""

import inspect
import subprocess
import sys

import jassvision.rules as rules
import pytest

FOREIGN = ("numpy", "cv2", "torch", "onnxruntime", "jassvision.vision", "jassvision.tools", "jassvision.datasets")


@pytest.mark.parametrize("name", rules.__all__)
def test_every_public_name_is_there_and_says_what_it_is(name):
    thing = getattr(rules, name)
    assert not inspect.ismodule(thing), f"{name} is a module: the function of that name is hidden"
    if inspect.isclass(thing) or inspect.isfunction(thing):
        assert thing.__doc__ and thing.__doc__.strip()


def test_no_public_name_is_forgotten_in_all():
    here = {n for n, v in vars(rules).items() if not n.startswith("_") and not inspect.ismodule(v)}
    assert here == set(rules.__all__)


def test_names_that_are_modules_too_are_functions_whatever_was_imported_first():
    script = (
        "import jassvision.rules.describe, jassvision.rules.audit\n"
        "from jassvision.rules import audit, describe\n"
        "assert callable(audit) and callable(describe)\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True, timeout=60)


def test_importing_the_rules_imports_nothing_heavy():
    script = f"import sys, jassvision.rules\nprint([m for m in {FOREIGN} if m in sys.modules])"
    found = subprocess.run([sys.executable, "-c", script], check=True, timeout=60, capture_output=True, text=True)
    assert found.stdout.strip() == "[]"
