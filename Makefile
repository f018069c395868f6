# Halma by Post. `make play` to play, `make test` to check everything; the rest are parts of those two.
# All that a machine needs beforehand is Python 3.11 or later, git and make.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
# What pip is at, a name a line: a silent minute looks like a fault.
NAMES := awk '/^Collecting/ { print "  " $$2; fflush() }'
PLAY := $(VENV)/play.stamp
DEV := $(VENV)/dev.stamp
# Processes of tests: two more than there are cores, since some of them wait for others or for the clock.
WORKERS ?= $(shell echo $$(( $$(getconf _NPROCESSORS_ONLN) + 2 )))
# Lint and types run beside the tests; python keeps what it has compiled, for all processes of a run.
MAKEFLAGS += --jobs=3
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help play run test check format lint types tests postgresql processes coverage faults year computer taps arena figures bench load constraints lock audit clean

help: ## say what can be made
	@awk -F ':[^#]*## ' '/^[a-z]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(PLAY) ## the bot in a simulated Discord, in the browser
	@$(BIN)/halma-bot try

run: $(PLAY) ## the bot on Discord; needs DISCORD_TOKEN
	@$(BIN)/halma-bot run

test: lint types tests ## check everything, in a few minutes

lint: $(DEV) ## formatting and lint
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: $(DEV) ## strict types
	$(BIN)/mypy

tests: $(DEV) ## all tests, on all cores
	$(BIN)/pytest --ignore=tests/bench --numprocesses=$(WORKERS) --dist=worksteal

postgresql: $(DEV) ## the tests of the store and the service, and some weeks of play, on a real PostgreSQL
	$(BIN)/pytest --postgresql tests/bot/store tests/bot/service tests/year --numprocesses=$(WORKERS) --dist=worksteal

processes: $(DEV) ## two processes on a real PostgreSQL, killed while they post; nothing is lost or said twice
	@$(BIN)/python -m tests.bot.two_processes

# Whether the tests pass is said by `make tests`: here they run several times slower, and only the floors count.
coverage: $(DEV) ## all tests again, slowly, for the floors of branch coverage
	@rm -f .coverage .coverage.*
	-$(BIN)/pytest --ignore=tests/bench --numprocesses=$(WORKERS) --dist=worksteal --cov --cov-report=
	@$(BIN)/coverage report --include='engine/*' --fail-under=100
	@$(BIN)/coverage report --include='render/*,bot/*' --fail-under=90

faults: $(DEV) ## kill, pause and cut off the bot hundreds of times while people play; some minutes
	HALMA_CRASHES=200 HALMA_PAUSES=20 HALMA_OUTAGE_SPEED=1 $(BIN)/pytest tests/bot/test_crash.py tests/bot/test_computer_crash.py \
		tests/bot/runtime/test_process.py tests/bot/test_outage.py tests/bot/store/test_no_hang.py --numprocesses=$(WORKERS) --dist=worksteal

year: $(DEV) ## a simulated year of 500 people's games, with a report; some minutes on two cores
	@$(BIN)/python -m tests.year

computer: $(DEV) ## a game of every key against the computer, by taps; some minutes on two cores
	HALMA_COMPUTER_GAMES=all $(BIN)/pytest tests/e2e/test_play.py -k tapped --numprocesses=$(WORKERS) --dist=worksteal

taps: $(DEV) ## how many taps the moves of each game take, in twenty positions of each
	@$(BIN)/python -m tests.bot.views.tap_counter

# What it has played is in out/arena.jsonl: it may be stopped at any time, and goes on where it was.
arena: $(DEV) ## every level of the computer against the next, and docs/strength.md; some hours on two cores
	@nice $(BIN)/python -m tools arena --page docs/strength.md

figures: $(DEV) ## check all 51,178 figures of the rulebook's problem with their ways; some minutes
	@$(BIN)/python -m tools figures

bench: $(DEV) ## benchmarks, one process, nothing else measured
	$(BIN)/pytest tests/bench --benchmark-enable -p no:randomly -p no:xdist

format: $(DEV) ## put the sources in order
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# A change of pyproject.toml or constraints.txt installs again; otherwise nothing is asked of the network.
$(PLAY): pyproject.toml constraints.txt | $(BIN)/python
	@echo 'Installing what the sandbox needs into $(VENV) (a minute, once) ...'
	@$(PIP) install --constraint constraints.txt --editable '.[play]' | $(NAMES)
	@touch $@

$(DEV): pyproject.toml constraints.txt | $(BIN)/python
	@echo 'Installing what the tests need into $(VENV) (a minute, once) ...'
	@$(PIP) install --constraint constraints.txt --editable '.[dev]' | $(NAMES)
	@touch $@ $(PLAY)

$(BIN)/python:
	@for python in $(PYTHON) python3 python3.13 python3.12 python3.11 python; do \
	  if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    "$$python" -m venv $(VENV) && exit 0; \
	    rm -rf $(VENV); exit 1; \
	  fi; \
	done; \
	echo 'Halma by Post needs Python 3.11 or later, and found none; name one with: make PYTHON=/path/to/python3' >&2; \
	exit 1

constraints: | $(BIN)/python ## renew the exact versions, to be tested and looked at before they are kept
	@fresh=$$(mktemp -d) && trap 'rm -rf "$$fresh"' EXIT && $(BIN)/python -m venv "$$fresh" && \
	"$$fresh/bin/pip" --disable-pip-version-check -qq install --editable '.[dev]' && \
	{ sed -n '/^#/p' constraints.txt; \
	  { "$$fresh/bin/pip" freeze --exclude-editable; \
	    grep ' ; ' constraints.txt; } | LC_ALL=C sort --ignore-case; } > "$$fresh/constraints.txt" && \
	cp "$$fresh/constraints.txt" constraints.txt

load: $(DEV) ## what one process bears, measured over real sockets; several minutes on two cores
	@$(BIN)/python -m tests.load

lock: | $(BIN)/python ## renew the hashes of what a container installs: the versions are those of constraints.txt
	@fresh=$$(mktemp -d) && trap 'rm -rf "$$fresh"' EXIT && $(BIN)/python -m venv "$$fresh" && \
	"$$fresh/bin/pip" --disable-pip-version-check -qq install uv && \
	sed -n 's/^requires = \["\(.*\)"\]/\1/p' pyproject.toml > "$$fresh/build.in" && \
	{ echo '# What a container installs, each file by its hash; made from constraints.txt by `make lock`.'; \
	  "$$fresh/bin/uv" pip compile --quiet --universal --python-version 3.11 --no-build --generate-hashes --no-header \
	    --no-annotate --extra postgresql --constraint constraints.txt pyproject.toml "$$fresh/build.in"; } > "$$fresh/requirements.txt" && \
	cp "$$fresh/requirements.txt" deploy/requirements.txt

audit: $(DEV) ## ask OSV whether any of the exact versions has a known weakness; says so when it cannot ask
	@$(BIN)/python -m tools audit

clean: ## remove what was made, except data/ and out/
	rm -rf $(VENV) build *.egg-info .coverage .coverage.* .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
