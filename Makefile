# make demo   the environment, the program, and its main job once
# make test   lint, types and the test suite        make test-all   the slow tests too

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
SOURCES := $(shell find rules vision models datasets tools -type f ! -path '*/__pycache__/*' 2>/dev/null)
PACKAGES := rules vision models datasets tools

export OMP_NUM_THREADS ?= 1
export PYTHONDONTWRITEBYTECODE = 1

.PHONY: help demo test test-slow test-live test-all lint types clean

help:
	@sed -n 's/^# //p' Makefile

# Installed afresh whenever a source changes: what is tested is the installed package, not the folders.
$(STAMP): pyproject.toml $(SOURCES)
	@command -v $(PYTHON) >/dev/null || { echo "There is no $(PYTHON): install Python 3.11 or newer, or set PYTHON."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "jassvision needs Python 3.11 or newer; set PYTHON=python3.11")'
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV) >/dev/null || \
	  { rm -rf $(VENV); echo "The environment could not be made: on Debian, install python3-venv."; exit 1; }
	@echo "Installing jassvision into $(VENV): about a minute the first time, and it needs the network ..."
	@PIP_ROOT_USER_ACTION=ignore $(BIN)/python -m pip install --quiet --quiet --disable-pip-version-check \
	  --upgrade '.[dev]' || { echo "It could not be installed: is there a network? Then run make again."; exit 1; }
	@rm -rf build *.egg-info
	@touch $@

demo: $(STAMP)
	@$(BIN)/jassvision demo

# Doctests of the training modules are skipped where torch is not installed.
test: $(STAMP) lint types
	$(BIN)/python -m pytest -m 'not slow'
	$(BIN)/python -m pytest --doctest-modules --doctest-ignore-import-errors --pyargs $(PACKAGES:%=jassvision.%)

# Whole films and long simulations; then whole sessions as they happen, which want a machine that does nothing else.
test-slow: $(STAMP)
	$(BIN)/python -m pytest -m slow --ignore=tests/tools/live

test-live: $(STAMP)
	$(BIN)/python -m pytest -m slow tests/tools/live

test-all: test test-slow test-live

lint: $(STAMP)
	$(BIN)/ruff check $(PACKAGES) tests
	$(BIN)/ruff format --check $(PACKAGES) tests

types: $(STAMP)
	$(BIN)/mypy -p jassvision.rules -p jassvision.vision -p jassvision.tools -p jassvision.datasets

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
