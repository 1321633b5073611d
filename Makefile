# Everything happens in a virtual environment of the project's own, made when it is needed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Each worker takes neighbouring tests, so that most modules make what their tests share only once.
PYTEST := $(BIN)/pytest -q -n auto --dist worksteal

.DEFAULT_GOAL := help
.PHONY: help play test check-types check-imports check-tests coverage test-page page-tests test-slow test-examples golden test-kernel bench bench-hands mutants collisions types hardware firmware check-firmware micropython compiled docs hooks clean

help:
	@echo "make play       play Solomon on the simulated board, in a page"
	@echo "make test       every check: style, types, imports, tests (with a browser and node where there are such)"
	@echo "make test-page  the page alone: its style, its types and its unit tests; needs node and npm"
	@echo "make test-slow  the deep tests: more games, seeds, option sets and examples"
	@echo "make coverage   how many branches make test covers; fails below the floor in pyproject.toml"
	@echo "make test-examples  test the example of a package that adds games"
	@echo "make golden     write the golden data of the rules again; it changes only if the rules have"
	@echo "make test-kernel  the program on a Linux kernel with simulated GPIO chips; builds that once"
	@echo "make bench      the speeds"
	@echo "make bench-hands  careless hands at every game, and what is made of them"
	@echo "make mutants    small faults put into the code one by one, and which of them no test notices; ROOM=… for one room"
	@echo "make collisions how often moves look alike to switches, into docs/move-recognition.md"
	@echo "make hardware   what hardware/ has to print, cut, wire and buy; PITCH=… for another pitch of the boards"
	@echo "make types      the declarations of the page's messages, from companion/protocol/"
	@echo "make firmware   what a Pico wants, onto its DRIVE=… for its BOARD=…"
	@echo "make check-firmware  its types, against CircuitPython's"
	@echo "make micropython a MicroPython for the tests of the firmware; wants node and npm"
	@echo "make compiled   a wheel whose rules are compiled, in dist/; wants a C compiler"
	@echo "make docs       the site of all pages and docstrings, in build/site; a broken link fails"
	@echo "make hooks      have git check style and types before each commit"
	@echo "make clean      remove what was made"

play: $(VENV)/play.stamp
	@$(BIN)/companion play

test: $(VENV)/dev.stamp
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@$(MAKE) --no-print-directory --keep-going --jobs=3 check-types check-imports check-tests test-page

# These run in parallel: browser tests spend much of their time waiting.
check-types: $(VENV)/dev.stamp
	@$(BIN)/mypy

check-imports: $(VENV)/dev.stamp
	@$(BIN)/lint-imports

check-tests: $(VENV)/dev.stamp
	@$(PYTEST) -m "not slow"

NODE := 20.19
NODE_IS_THERE = command -v npm >/dev/null && node -e 'const [a, b] = process.versions.node.split(".").map(Number); \
	const [c, d] = "$(NODE)".split(".").map(Number); process.exit(a > c || (a === c && b >= d) ? 0 : 1)'

# Where node is missing or too old, this says so, and fails under CI=true alone.
test-page:
	@if $(NODE_IS_THERE); then $(MAKE) --no-print-directory page-tests; else \
		echo "NOT RUN: the page's style, types and unit tests; they want npm and node $(NODE) or later" >&2; \
		test "$(CI)" != true; fi

page-tests: node_modules/made.stamp
	npx eslint
	npx tsc
	npx tsc -p tests/web/js
	node --test --test-reporter=dot tests/web/js/*.test.js

node_modules/made.stamp: package.json package-lock.json
	@echo "Setting up for the tests of the page (once) …"
	@npm ci --silent --no-audit --no-fund
	@touch $@

test-slow: $(VENV)/dev.stamp
	$(PYTEST) -m slow

# Covers `make test` only. The slow tests are more cases of the same tests, and tracing slows them down.
coverage: $(VENV)/dev.stamp
	@mkdir -p build/coverage
	$(PYTEST) --cov --cov-report= --cov-fail-under=0 -m "not slow"
	$(BIN)/python -m tests.branches

# Beside the environment, not in it, so that no other test meets the games of the example.
CLASSICS := docs/examples/classic-games

test-examples: $(VENV)/dev.stamp
	@rm -rf build/examples
	$(BIN)/python -m pip install --quiet --no-deps --target build/examples ./$(CLASSICS)
	MYPYPATH=$(CLASSICS) $(BIN)/mypy $(CLASSICS)
	cd $(CLASSICS) && $(abspath $(BIN))/python -m pytest -q
	PYTHONPATH=build/examples $(BIN)/python -m pytest -q -n auto -k "draughts or morris" \
		tests/conformance tests/journal/test_games.py tests/hil/test_random_games.py \
		tests/hil/test_switches_only.py tests/tracking/test_sloppy.py tests/session/test_opponents.py

golden: $(VENV)/dev.stamp
	$(BIN)/python -m tests.golden.generate $(if $(DEEP),--deep)

# KERNEL_TESTS=required makes it fail where the kernel cannot be built or started.
test-kernel: $(VENV)/kernel.stamp
	$(BIN)/python -m tests.kernel

bench: $(VENV)/dev.stamp
	$(BIN)/python -m tests.bench

bench-hands: $(VENV)/dev.stamp
	$(BIN)/python -m tests.bench_hands

# Takes most of an hour. AGAIN=--again tries only what survived the last time.
mutants: $(VENV)/mutants.stamp
	nice $(BIN)/python -m tests.mutants $(AGAIN) $(ROOM)

collisions: $(VENV)/dev.stamp
	$(BIN)/python -m tests.move_recognition

# A pitch of one's own goes into a folder of its own: make hardware PITCH=45, or with TO=mine as well.
hardware: $(VENV)/hardware.stamp
	$(BIN)/python -m hardware.artwork $(if $(PITCH),--pitch $(PITCH)) $(if $(TO),--to $(TO))
	$(BIN)/python -m hardware.wiring
	$(BIN)/python -m hardware.parts
	$(BIN)/python -m hardware.pieces

# The JavaScript of the page is checked against these.
types: $(VENV)/dev.stamp
	$(BIN)/python -m companion.protocol.typescript > companion/web/static/messages.d.ts

FIRMWARE := firmware/boot.py firmware/code.py firmware/pins.py firmware/shell.py \
	companion/drivers/link.py

# make firmware DRIVE=/media/you/CIRCUITPY BOARD=grid9; settings that are there stay without BOARD.
firmware:
	@test -d "$(DRIVE)" || { echo "make: where is the Pico's drive? make firmware DRIVE=/media/$$USER/CIRCUITPY BOARD=star" >&2; exit 1; }
	cp $(FIRMWARE) "$(DRIVE)"
	@if [ -n "$(BOARD)" ] || [ ! -e "$(DRIVE)/settings.toml" ]; then \
		sed 's/^BOARD = .*/BOARD = "$(or $(BOARD),star)"/' firmware/settings.toml > "$(DRIVE)/settings.toml"; fi

# The stubs hide the standard library, so they have an environment and a folder of their own.
check-firmware: build/firmware-types.stamp
	@rm -rf build/drive && mkdir -p build/drive
	@$(MAKE) --no-print-directory -s firmware DRIVE=build/drive
	cd build/drive && ../firmware-types/bin/mypy --strict --python-version 3.11 *.py

build/firmware-types.stamp: Makefile
	@$(PYTHON) -m venv build/firmware-types
	@build/firmware-types/bin/python -m pip install --quiet circuitpython-stubs==10.3.1 mypy==2.4.1
	@touch $@

micropython: build/micropython.stamp

build/micropython.stamp: tests/pico/package.json tests/pico/package-lock.json
	@mkdir -p build/micropython
	@cp tests/pico/package.json tests/pico/package-lock.json build/micropython
	@npm ci --no-audit --no-fund --prefix build/micropython
	@touch $@

# From a source archive, so that nothing compiled is left among the sources.
compiled: $(VENV)/compiled.stamp
	HATCH_BUILD_HOOK_ENABLE_MYPYC=1 $(BIN)/python -m build --outdir dist .

# Diagrams are drawn by Mermaid, which npm brings; where it cannot, they are shown as text.
docs: $(VENV)/docs.stamp
	@if $(NODE_IS_THERE); then $(MAKE) --no-print-directory -s node_modules/made.stamp; else \
		echo "make: npm is missing, so diagrams are shown as text" >&2; fi
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict
	@echo "The site is in build/site. To read it: $(BIN)/python -m http.server --bind 127.0.0.1 --directory build/site"

hooks: $(VENV)/dev.stamp
	@$(BIN)/python -m pip install --quiet pre-commit
	$(BIN)/pre-commit install

clean:
	rm -rf $(VENV) node_modules build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

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

$(VENV)/kernel.stamp: pyproject.toml | $(VENV)/bin/python
	@$(BIN)/python -m pip install --quiet --editable '.[dev,kernel]'
	@touch $@ $(VENV)/dev.stamp $(VENV)/play.stamp

$(VENV)/mutants.stamp: pyproject.toml | $(VENV)/bin/python
	@$(BIN)/python -m pip install --quiet --editable '.[dev,mutants]'
	@touch $@ $(VENV)/dev.stamp $(VENV)/play.stamp

$(VENV)/hardware.stamp: pyproject.toml | $(VENV)/bin/python
	@$(BIN)/python -m pip install --quiet --editable '.[hardware]'
	@touch $@ $(VENV)/play.stamp

$(VENV)/compiled.stamp: pyproject.toml | $(VENV)/bin/python
	@$(BIN)/python -m pip install --quiet --editable '.[compiled]'
	@touch $@ $(VENV)/play.stamp

$(VENV)/docs.stamp: pyproject.toml | $(VENV)/bin/python
	@echo "Setting up for the site (once) …"
	@$(BIN)/python -m pip install --quiet --editable '.[docs]'
	@touch $@ $(VENV)/play.stamp
