# Everything one does with this repository. `make play` and `make test` set up what they need.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check -q
stamp = $(VENV)/.$(1)-$(shell cat pyproject.toml $(2) | cksum | cut -d' ' -f1)
PLAY_STAMP := $(call stamp,play,requirements/print.txt requirements/build.txt)
DEV_STAMP := $(call stamp,dev,requirements/dev.txt)

unexport PYTHONDONTWRITEBYTECODE # modules are compiled once, not again by every process that imports them

.PHONY: setup play terminal wheel kernels cluster test test-fast test-long test-profile coverage mutants check golden docs bench bench-kernels bench-openings bench-page bench-peers bench-server bench-tables bench-twin fuzz soak sbom audit-python audit-client clean

setup: $(DEV_STAMP) ## make the environment and stop

play: $(PLAY_STAMP) ## the table in the browser
	@$(BIN)/python web/build.py
	@$(BIN)/tilefolk serve --open $(if $(HOST),--host $(HOST))

terminal: $(PLAY_STAMP) ## a match of My City in the terminal
	@$(BIN)/tilefolk play my_city/eternal

wheel: $(PLAY_STAMP) ## the program with its browser client and native kernels in one file, in dist/
	@$(BIN)/python web/build.py
	@$(PIP) install --require-hashes -r requirements/kernels.txt
	@$(BIN)/python -m tilefolk.twin.compiler.build --native
	@$(BIN)/python -m hatchling build -t wheel -d dist
	@$(BIN)/python requirements/sbom.py dist

kernels: $(DEV_STAMP) ## the bots' kernels anew from their sources, after these have changed (a minute)
	@$(PIP) install --require-hashes -r requirements/kernels.txt
	@$(BIN)/python -m tilefolk.twin.compiler.build

sbom: $(PLAY_STAMP) ## what the program is made of (CycloneDX) and the licences of its packages, in dist/
	@$(BIN)/python requirements/sbom.py dist

cluster: $(PLAY_STAMP) ## PostgreSQL's driver beside what `make play` installs
	@$(PIP) install --require-hashes -r requirements/cluster.txt

test: $(DEV_STAMP) ## everything: checks, all tests, the wheel in an empty environment
	@$(BIN)/python tests/sections.py needs checks+install+client tests browser+server+wheel

test-fast: $(DEV_STAMP) ## the rules of all games, in a minute
	@$(BIN)/python tests/sections.py fast

test-long: $(DEV_STAMP) ## what has a long form: a hundred kills, a thousand races, the witness, every screen in both languages, kernels with bounds checked (an hour)
	@TEST_LONG=1 $(BIN)/python tests/sections.py needs install client long+long_server witness lowest
	@$(PIP) install --require-hashes -r requirements/kernels.txt
	@$(BIN)/python -m tilefolk.twin.compiler.build --native
	@TEST_LONG=1 $(BIN)/python -m pytest -n 2 tests/twin
	@NUMBA_BOUNDSCHECK=1 TILEFOLK_KERNELS=numba $(BIN)/python -m pytest -n 2 tests/twin tests/research/test_vector.py tests/bots/test_search.py tests/test_coach.py

test-profile: $(DEV_STAMP) ## everything once more, then where the time went: by folder, by cause, the slowest tests
	@mkdir -p build && rm -f build/durations.jsonl
	@TEST_PROFILE=$(CURDIR)/build/durations.jsonl $(MAKE) test
	@$(BIN)/python -m tests.durations build/durations.jsonl

coverage: $(DEV_STAMP) ## lines and branches that tests run, also in servers they start; SECTIONS="tests" for a share (twice the time of the tests)
	@$(BIN)/python -m tests.covered $(SECTIONS)

mutants: $(DEV_STAMP) ## small faults planted one at a time: how many the tests notice (hours; goes on where it was); MUTANTS="--package core --number 5" for a share
	@$(BIN)/python -m tests.mutation $(MUTANTS)

check: $(DEV_STAMP) ## style, types, layers
	@$(BIN)/python tests/sections.py checks

golden: $(DEV_STAMP) ## write the golden playthroughs anew; read the difference before you commit it
	@$(BIN)/python -m tests.golden

docs: $(DEV_STAMP) ## write docs/rules.md, docs/commands.md and docs/openapi.json anew from the code
	@$(BIN)/python -m tests.rules_page
	@$(BIN)/python -m tests.commands_page
	@$(BIN)/python -m tests.server.test_api

bench: $(DEV_STAMP) ## speed beside python-chess, as ratios taken in one run
	@$(BIN)/tilefolk bench --json

bench-twin: $(DEV_STAMP) ## the compiled twin beside the Python engine and OpenSpiel: random moves per CPU-second
	@$(PIP) install --require-hashes -r requirements/peers.txt
	@$(BIN)/python -m bench.twin

bench-kernels: $(DEV_STAMP) ## the forms of the kernels side by side: matches, first answers, memory (some minutes)
	@$(BIN)/python -m bench.kernels

bench-peers: $(DEV_STAMP) ## the server beside boardgame.io's, under the same load in one run (some minutes)
	@$(BIN)/python -m bench.peers

bench-server: $(DEV_STAMP) ## what a move costs the server, stage by stage (some minutes); BENCH="--seats 4" for a share
	@$(BIN)/python -m bench.server $(BENCH)

bench-openings: $(DEV_STAMP) ## how long others wait while matches of late chapters open (two minutes); BENCH="--openings 100"
	@$(BIN)/python -m bench.server.openings $(BENCH)

bench-page: $(DEV_STAMP) ## dragging and layout shift in Chromium with a processor four times slower (two minutes)
	@$(BIN)/python -m bench.page

bench-tables: $(DEV_STAMP) ## a site with 200,000 tables: lists, the operator's page, a sweep, a start (some minutes)
	@$(BIN)/python -m bench.tables

fuzz: $(DEV_STAMP) ## odd messages and requests against a server of its own; FUZZ="--messages 20000 --requests 2000" for a share
	@$(BIN)/python -m tests.server.fuzz $(FUZZ)

soak: $(DEV_STAMP) ## a server under eleven kinds of tables for 15 minutes, memory by minute, then every line looked up; SOAK="--minutes 3" for a share
	@$(BIN)/python -m bench.soak $(SOAK)

audit-python: $(DEV_STAMP) ## known faults of the pinned Python packages; says so when there is no network to ask
	@$(BIN)/python requirements/audit.py python

audit-client: $(DEV_STAMP) ## known faults of what the browser client is built with; says so without a network
	@$(BIN)/python requirements/audit.py client

clean:
	rm -rf $(VENV) web/node_modules bench/peers/node_modules src/tilefolk/server/static src/tilefolk/printing/fonts dist build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Tilefolk needs Python 3.11 or newer: make PYTHON=python3.12 ..."; exit 3; }
	@$(PYTHON) -m venv $(VENV) || \
	  { rm -rf $(VENV); echo "Python's venv is missing; as an administrator: apt-get install -y python3-venv"; exit 3; }

$(PLAY_STAMP): | $(BIN)/python
	@echo "Setting up (once) ..."
	@$(PIP) install --require-hashes -r requirements/print.txt -r requirements/build.txt
	@$(PIP) install --no-deps --no-build-isolation -e .
	@$(BIN)/python -m compileall -q src/tilefolk
	@rm -f $(VENV)/.play-* && touch $@

$(DEV_STAMP): | $(BIN)/python
	@echo "Setting up for development (once) ..."
	@$(PIP) install --no-compile --require-hashes -r requirements/dev.txt  # most of it is never imported
	@$(PIP) install --no-deps --no-build-isolation -e .
	@$(BIN)/python -m compileall -q src/tilefolk
	@rm -f $(VENV)/.dev-* && touch $@
