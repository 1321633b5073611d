# Everything runs in a virtual environment of the project's own, which is created when needed.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# Workers take neighbouring tests, so most modules set up their shared fixtures only once.
# Compiled modules are kept whatever the environment says: tests start many programs of this package.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -q -n auto --dist worksteal
# One worker more than there are processors: short tests wait for brokers, browsers and programs, too.
WORKERS = $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')

.DEFAULT_GOAL := help
.PHONY: help pictures play test check check-types check-imports check-tests coverage
.PHONY: test-page page-modules page-tests test-slow test-examples test-kernel test-faults test-bare test-home test-pico
.PHONY: test-emulated-pi
.PHONY: bench bench-small bench-hands bench-remote bench-strength mutants collisions
.PHONY: golden languages release-check icons types docs hooks clean
.PHONY: hardware kit hardware-sim slice pcb pcb-boards
.PHONY: firmware check-firmware micropython compiled

help:
	@echo "make play            play Solomon on a simulated board; OPEN=1 opens the browser"
	@echo "make test            run every check: style, types, imports and tests (browser and page tests if available)"
	@echo "make test-page       check the page alone: style, types and unit tests; needs node and npm"
	@echo "make test-slow       run the deep tests: more games, seeds, option sets and examples; SHARE=0/2 runs a half"
	@echo "make test-examples   test the example packages that add games and boards"
	@echo "make test-kernel     test the program on a Linux kernel with simulated GPIO chips (built once)"
	@echo "make test-faults     kill, crash, flood and attack the program; fail its cards (20 minutes)"
	@echo "make test-bare       try make play and make test on bare Debians; needs root and mmdebstrap; MACHINES=… are others"
	@echo "make test-home       test the board in a genuine Home Assistant, installed once; needs root, mmdebstrap and mosquitto"
	@echo "make test-emulated-pi  play on an emulated Raspberry Pi 3; needs root, mmdebstrap and QEMU for ARM"
	@echo "make test-pico       test the firmware on the genuine CircuitPython; UF2=… is its image; needs node and npm"
	@echo "make coverage        measure the branch coverage of make test; fail below the floor in pyproject.toml"
	@echo "make golden          regenerate the golden data of the rules; it changes only if the rules do"
	@echo "make bench           measure the speed of the program"
	@echo "make bench-small     measure the program on a share of one processor, as on a Pi Zero 2 W; needs root and cgroups"
	@echo "make bench-hands     measure how careless moves are recognised, in every game"
	@echo "make bench-remote    measure boards far apart, and TABLES=… of them at one broker; needs mosquitto"
	@echo "make bench-strength  play the computer against fixed players; GAMES=… of each pairing, EFFORT=… of their nodes"
	@echo "make mutants         find small faults that no test notices; ROOM=… checks one room, MODULE=… one file"
	@echo "make collisions      count the moves that look alike to switches, for docs/move-recognition.md"
	@echo "make hardware        generate the files in hardware/ to print, cut, wire and buy; PITCH=…, SLOT=…, OFFSET=… and others: its measures"
	@echo "make kit BOARD=…     all files for building any board, also one of a package: print, templates, wiring, parts; PITCH=…, TO=…"
	@echo "make hardware-sim    simulate the board's circuits and compare the results with their limits; needs ngspice"
	@echo "make slice           check that every model prints without supports, and its weight and time; needs prusa-slicer"
	@echo "make pcb             check the circuit boards and make what is sent to a manufacturer; needs KiCad 9. make pcb-boards: generate them"
	@echo "make icons           draw the icons of the installed page from its icon.svg; needs a Chromium"
	@echo "make languages       collect the messages to translate, and compile the translations; CODE=fr begins French"
	@echo "make release-check   fail if a translation is missing, which make test only counts, or the changelog has no date"
	@echo "make types           generate the TypeScript declarations of the page's messages, schemas and test vectors"
	@echo "make firmware        copy the firmware to a Pico's DRIVE=…, for its BOARD=…"
	@echo "make check-firmware  check the firmware's types against CircuitPython's"
	@echo "make micropython     install MicroPython for the firmware tests; needs node and npm"
	@echo "make compiled        build a wheel with compiled rules in dist/; needs a C compiler"
	@echo "make docs            build the site of all pages and docstrings in build/site; fail on a broken link"
	@echo "make pictures        take the pictures of the page for docs/; needs Chromium"
	@echo "make hooks           make git check style and types before each commit"
	@echo "make clean           remove everything that was built"

play: environment-play
	@echo "Starting …"
	@$(BIN)/companion play $(if $(OPEN),--open)

test: environment-test page-modules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@$(MAKE) --no-print-directory --keep-going --jobs=3 check-types check-imports check-tests test-page

# What make test runs, without the tests in Python.
check: environment-test page-modules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@$(MAKE) --no-print-directory --keep-going --jobs=3 check-types check-imports test-page

# These run in parallel, because browser tests spend much of their time waiting.
check-types: environment-test
	@$(BIN)/mypy

check-imports: environment-test
	@$(BIN)/lint-imports

check-tests: environment-test page-modules
	@$(PYTEST) -n $(WORKERS) -m "not slow"

NODE := 20.19
NODE_IS_THERE = command -v npm >/dev/null && node -e 'const [a, b] = process.versions.node.split(".").map(Number); \
	const [c, d] = "$(NODE)".split(".").map(Number); process.exit(a > c || (a === c && b >= d) ? 0 : 1)'

# If node is missing or too old, print a note; fail only if CI=true.
test-page:
	@if $(NODE_IS_THERE); then $(MAKE) --no-print-directory page-tests; else \
		echo "NOT RUN: the page's style, types and unit tests; they need npm and node $(NODE) or later" >&2; \
		test "$(CI)" != true; fi

# What npm installs is also used by tests in a browser.
page-modules:
	@if $(NODE_IS_THERE); then $(MAKE) --no-print-directory -s node_modules/made.stamp; fi

page-tests: node_modules/made.stamp
	npx eslint
	npx tsc
	npx tsc -p tsconfig.worker.json
	npx tsc -p tests/page/js
	node --test --test-reporter=dot tests/page/js/*.test.js

node_modules/made.stamp: package.json package-lock.json
	@echo "Setting up the page tests (once) …"
	@npm ci --silent --no-audit --no-fund
	@touch $@

# SHARE=0/2 runs one half of them, SHARE=1/2 the other.
test-slow: environment-test page-modules
	$(PYTEST) -m slow $(if $(SHARE),--share $(SHARE))

# Covers `make test` only: the slow tests only add cases, and tracing would slow them further.
coverage: environment-test page-modules
	@mkdir -p build/coverage
	$(PYTEST) --cov --cov-report= --cov-fail-under=0 -m "not slow"
	$(BIN)/python -m tests.branches

# Installed outside the environment, so that no other test sees the example's games and boards.
EXAMPLES := docs/examples/classic-games docs/examples/old-games docs/examples/chess docs/examples/hall-sensors docs/examples/shift-registers
OF_ANY_GAME := tests/conformance tests/records/journal/test_games.py tests/hil/test_random_games.py \
	tests/hil/test_switches_only.py tests/hands/test_sloppy.py tests/session/test_opponents.py tests/session/test_far_apart.py
OF_ANY_PRINT := tests/artwork/test_packages.py tests/artwork/test_boards.py tests/artwork/test_tiles.py

test-examples: environment-test
	@rm -rf build/examples
	$(BIN)/python -m pip install --quiet --no-deps --target build/examples $(EXAMPLES:%=./%)
	@set -e; for example in $(EXAMPLES); do \
		MYPYPATH=$$example:$$example/tests $(BIN)/mypy --explicit-package-bases $$example; \
		(cd $$example && PYTHONPATH=$(abspath build/examples) $(abspath $(BIN))/python -m pytest -q -m "not slow"); done
	PYTHONPATH=build/examples $(BIN)/python -m pytest -q -n auto -k "draughts or morris" $(OF_ANY_GAME)
	PYTHONPATH=build/examples $(BIN)/python -m pytest -q -n auto -m "not slow" \
		-k "alquerque or fox_and_geese or hare_and_hounds or konane or three_mens_morris" $(OF_ANY_GAME)
	PYTHONPATH=build/examples $(BIN)/python -m pytest -q -n auto -k chess -m "not slow" $(OF_ANY_GAME)
	PYTHONPATH=build/examples $(BIN)/python -m pytest -q -n auto -k "draughts or chess" $(OF_ANY_PRINT)
	PYTHONPATH=build/examples $(BIN)/python -m pytest -q -k "hall or shift" tests/device/ports
	PYTHONPATH=build/examples $(BIN)/python -m pytest -q tests/opponents/external/test_chess_package.py

pictures: environment-test
	$(BIN)/python -m docs.pictures

golden: environment-test
	$(BIN)/python -m tests.golden.generate $(if $(DEEP),--deep)

# With KERNEL_TESTS=required it fails if the kernel cannot be built or started.
test-kernel: environment-test environment-kernel
	$(BIN)/python -m tests.kernel

# SHORT=--short tries less of everything, in a minute. With FAULT_TESTS=required it fails if anything
# cannot be tried here.
test-faults: environment-test
	$(BIN)/python -m tests.faults $(SHORT)

# As root. MACHINES=…: names of tests/bare/variants.py, or all. With BARE_TESTS=required it fails if no
# Debian can be made here.
test-bare: environment-test
	$(BIN)/python -m tests.bare $(MACHINES)

# As root. With HOME_TESTS=required it fails if no Home Assistant can be installed here.
test-home: environment-test
	$(BIN)/python -m tests.home

# As root. With EMULATED_PI_TESTS=required it fails if no Pi can be emulated here.
test-emulated-pi: environment-test
	$(BIN)/python -m tests.emulated_pi

# An RP2040 is emulated. The image is no part of the project; it is on circuitpython.org, for the Pico.
test-pico: environment-test page-modules
	@if [ -z "$(UF2)" ]; then echo "NOT RUN: the firmware on the genuine CircuitPython; name its image: make test-pico UF2=…" >&2; \
	elif [ ! -f "$(UF2)" ]; then echo "make: $(UF2): there is no such file" >&2; exit 1; \
	else CIRCUITPYTHON=$(abspath $(UF2)) $(BIN)/pytest -q tests/hil/test_emulated_pico.py; fi

bench: environment-test
	$(BIN)/python -m tests.bench

# TURNS=… of all games together. A run that was stopped goes on where it was; --publish puts its tables into the page.
bench-hands: environment-test
	nice $(BIN)/python -m tests.bench_hands --publish $(if $(TURNS),--turns $(TURNS)) --state build/hands$(if $(TURNS),-$(TURNS)).jsonl

# Four minutes: a tenth of a processor is a little more than a Pi Zero 2 W has.
bench-small: environment-test
	$(BIN)/python -m tests.bench_small

# Ten minutes. PLIES=… moves between two boards, TABLES=… at one broker for SECONDS=…; ONLY=lamp, sizes, tables or flood.
bench-remote: environment-test
	nice $(BIN)/python -m tests.bench_remote $(ONLY) $(if $(PLIES),--plies $(PLIES)) $(if $(TABLES),--tables $(TABLES)) \
		$(if $(SECONDS),--seconds $(SECONDS))

# Takes hours; a run that was stopped goes on where it was. GAMES=… of each pairing, EFFORT=… of each player's nodes.
bench-strength: environment-test
	nice $(BIN)/python -m tests.bench_strength --publish $(if $(GAMES),--games $(GAMES)) $(if $(EFFORT),--effort $(EFFORT)) \
		--state build/strength$(if $(GAMES),-$(GAMES))$(if $(EFFORT),-$(EFFORT)).jsonl

# Takes hours. MODULE=… is one file of a room; AGAIN=--again tries only the mutants that survived last time.
mutants: environment-test environment-mutants
	nice $(BIN)/python -m tests.mutants $(AGAIN) $(if $(MODULE),--module $(MODULE)) $(ROOM)

collisions: environment-test
	$(BIN)/python -m tests.move_recognition

# The boards of installed packages go to boards-40mm/ in the present folder, so that hardware/boards stays as published.
# Another pitch or other measures get a folder of their own: make hardware PITCH=45 SLOT=20, with TO=mine to name it.
# companion check --coupon writes this one.
-include measures.mk
MEASURES := PITCH GLASS SLOT SLOT_WIDTH OFFSET LAMP WELL SCREW
LOWER = $(shell echo '$1' | tr 'A-Z_' 'a-z-')
GIVEN = $(foreach name,$(MEASURES) $1,$(if $($(name)),--$(call LOWER,$(name)) $($(name))))
hardware: environment-hardware
	$(BIN)/python -m hardware.artwork $(call GIVEN,PLAY) $(if $(TO),--to $(TO))
	$(BIN)/python -m hardware.wiring
	$(BIN)/python -m hardware.breadboard
	$(BIN)/python -m hardware.jig
	$(BIN)/python -m hardware.magnets
	$(BIN)/python -m hardware.parts
	$(BIN)/python -m hardware.pieces
	$(BIN)/python -m hardware.touch
	$(BIN)/python -m hardware.guide
	$(BIN)/python -m hardware.pictures
	$(BIN)/python -m hardware.assembly $(call GIVEN)

kit: environment-hardware
	$(BIN)/python -m hardware.kit '$(BOARD)' $(if $(PITCH),--pitch $(PITCH)) $(if $(TO),--to $(TO))

# UPDATE=1 writes the page with the results. Without ngspice, a line says so; it fails only if CI=true.
hardware-sim: environment-play
	$(BIN)/python -m hardware.simulation $(if $(UPDATE),--update)

# Slices every model. UPDATE=1 keeps the figures, MODELS=… slices the models of another folder.
slice: environment-play
	$(BIN)/python -m hardware.slicing $(if $(UPDATE),--update) $(MODELS)

# What is sent to a manufacturer, in build/pcb/. PITCH=50: a tile for that pitch. ROW=7: a row of so many points.
# PICTURES=1: those of the page, too.
pcb: environment-play
	$(BIN)/python -m hardware.pcb --build build/pcb $(if $(PITCH),--pitch $(PITCH)) $(if $(ROW),--row $(ROW)) $(if $(PICTURES),--pictures) $(if $(ONLY),--only $(ONLY))

# Routes the boards anew, in some minutes. ONLY=tile: those whose names begin like this.
pcb-boards: environment-play
	$(BIN)/python -m hardware.pcb --route $(if $(ONLY),--only $(ONLY))

icons: environment-test
	$(BIN)/python -m tests.page.icons

# The JavaScript of the page is checked against the first; the others are for engines, boards and firmware of others.
types: environment-test
	$(BIN)/python -m companion.protocol.typescript > companion/page/static/messages.d.ts
	$(BIN)/python -m companion.opponents.external.json_lines > docs/engines.schema.json
	$(BIN)/python -m companion.remote.table.schema > docs/remote.schema.json
	$(BIN)/python -m tests.remote.table.vectors > docs/remote.vectors.json
	$(BIN)/python -m tests.pico.vectors > firmware/protocol-vectors.json

# Collects the messages of program and page, and compiles the translations. CODE=fr begins French.
languages: environment-test
	@$(BIN)/python -m companion.base.languages.collect $(CODE)

# What must be complete in a release only. In make test, whatever lacks a translation is English.
TRANSLATED := tests/base/languages tests/games/test_german.py tests/coach/test_translated_rules.py

# TAG=v0.2.0: the tag that the version must have.
release-check: environment-test
	TRANSLATIONS=required $(PYTEST) -m "slow or not slow" $(TRANSLATED)
	@$(BIN)/python -m tests.release $(TAG)

FIRMWARE := firmware/boot.py firmware/code.py firmware/pins.py firmware/shell.py \
	companion/device/ports/link.py

# make firmware DRIVE=/media/you/CIRCUITPY BOARD=grid9. Without BOARD, existing settings are kept.
firmware:
	@test -d "$(DRIVE)" || { echo "make: where is the Pico's drive? make firmware DRIVE=/media/$$USER/CIRCUITPY BOARD=star" >&2; exit 1; }
	cp $(FIRMWARE) "$(DRIVE)"
	@if [ -n "$(BOARD)" ] || [ ! -e "$(DRIVE)/settings.toml" ]; then \
		sed 's/^BOARD = .*/BOARD = "$(or $(BOARD),star)"/' firmware/settings.toml > "$(DRIVE)/settings.toml"; fi

# The stubs hide the standard library, so they need an environment and a folder of their own.
check-firmware: build/firmware-types.stamp
	@rm -rf build/drive && mkdir -p build/drive
	@$(MAKE) --no-print-directory -s firmware DRIVE=build/drive
	cd build/drive && ../firmware-types/bin/mypy --strict --python-version 3.11 *.py
	@rm -rf build/jig && mkdir -p build/jig
	@cp firmware/jig/*.py companion/device/ports/link.py build/jig
	cd build/jig && ../firmware-types/bin/mypy --strict --python-version 3.11 *.py

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

# Built from a source archive, to leave no compiled files among the sources.
compiled: environment-compiled
	HATCH_BUILD_HOOK_ENABLE_MYPYC=1 $(BIN)/python -m build --outdir dist .

# Diagrams are drawn by Mermaid, installed by npm; without npm they are shown as text.
docs: environment-docs
	@if $(NODE_IS_THERE); then $(MAKE) --no-print-directory -s node_modules/made.stamp; else \
		echo "make: npm is missing, so diagrams are shown as text" >&2; fi
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict
	@echo "The site is in build/site. To read it: $(BIN)/python -m http.server --bind 127.0.0.1 --directory build/site"

hooks: environment-test
	@$(BIN)/python -m pip install --quiet pre-commit
	$(BIN)/pre-commit install

clean:
	rm -rf $(VENV) node_modules build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# Nothing is done if all is there. The environment's own Python looks, unless it is too old or another is named.
environment-%: FORCE
	@command -v '$(PYTHON)' >/dev/null || { echo "make: there is no $(PYTHON); Python 3.11 or later is needed;" \
		"on Debian and its kin: sudo apt install python3 python3-venv" >&2; exit 1; }
	@python=$(BIN)/python; test '$(origin PYTHON)' = file && \
		$$python -Ec 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || python='$(PYTHON)'; \
		$$python -Es -m environment $(VENV) $(filter-out play,$*)

FORCE:
