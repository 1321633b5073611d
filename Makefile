# Everything happens in a virtual environment of the project's own, made when it is needed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.DEFAULT_GOAL := help
.PHONY: help play test test-fast test-slow bench bench-hands collisions compiled clean

help:
	@echo "make play       play Solomon on the simulated board, in a page"
	@echo "make test       every check: style, types, imports, tests (with a browser where there is one)"
	@echo "make test-slow  the deep counts"
	@echo "make bench      the speeds"
	@echo "make bench-hands  careless hands at every game, and what is made of them"
	@echo "make collisions how often moves look alike to switches, into docs/move-recognition.md"
	@echo "make compiled   a wheel whose rules are compiled, in dist/; wants a C compiler"
	@echo "make clean      remove what was made"

play: $(VENV)/play.stamp
	@$(BIN)/companion play

test: $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/pytest -q -m "not slow"

test-slow: $(VENV)/dev.stamp
	$(BIN)/pytest -q -m slow

bench: $(VENV)/dev.stamp
	$(BIN)/python -m tests.bench

bench-hands: $(VENV)/dev.stamp
	$(BIN)/python -m tests.bench_hands

collisions: $(VENV)/dev.stamp
	$(BIN)/python -m tests.move_recognition

# From a source archive, so that nothing compiled is left among the sources.
compiled: $(VENV)/compiled.stamp
	HATCH_BUILD_HOOK_ENABLE_MYPYC=1 $(BIN)/python -m build --outdir dist .

clean:
	rm -rf $(VENV) dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; v = "%d.%d" % sys.version_info[:2]; sys.exit(sys.version_info < (3, 11) and "make: $(PYTHON) is Python " + v + "; 3.11 or later is wanted: make PYTHON=/path/to/python3.11")'
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "make: no virtual environment can be made; on Debian: sudo apt install python3-venv" >&2; exit 1; }

$(VENV)/play.stamp: pyproject.toml | $(VENV)/bin/python
	@echo "Setting up (once) …"
	@$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/dev.stamp: pyproject.toml | $(VENV)/bin/python
	@echo "Setting up for the tests (once) …"
	@$(BIN)/python -m pip install --quiet --editable '.[dev]'
	@touch $@ $(VENV)/play.stamp

$(VENV)/compiled.stamp: pyproject.toml | $(VENV)/bin/python
	@$(BIN)/python -m pip install --quiet --editable '.[compiled]'
	@touch $@ $(VENV)/play.stamp
