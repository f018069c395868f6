# Halma by Post. `make play` starts the sandbox, `make test` runs the checks that every change must pass.
# Requires Python 3.11 or later, git and make.

SHELL := /bin/bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check
# Print one package name per line while pip works, because a silent minute looks like a hang.
NAMES := awk '/^Collecting/ { print "  " $$2; fflush() }'
PLAY := $(VENV)/play.stamp
DEV := $(VENV)/dev.stamp
CHECK := $(VENV)/check.stamp
PACKAGE := $(VENV)/package.stamp
DOCS := $(VENV)/docs.stamp
# What an installation is made of, next to the Python code that it runs from here.
BUILT := pyproject.toml constraints.txt setup.py engine/_speedups.c
WORKERS ?= $(shell getconf _NPROCESSORS_ONLN)
PARALLEL = --numprocesses=$(WORKERS) --dist=worksteal
PYTEST ?= $(BIN)/python -m pytest
# The tests that `make package` and `make bench` run.
APART := --ignore=tests/bench --ignore=tests/package
# Lint and types run in parallel with the tests. Bytecode is cached, so that all processes of a run share it.
MAKEFLAGS += --jobs=3
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help play run docs links near test check format lint types tests plain oldest postgresql extensions processes faults year computer taps arena figures translations bench load package wheels notes compose image constraints lock audit clean

help: ## list the targets
	@awk -F ':[^#]*## ' '/^[a-z]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: $(PLAY) ## run the bot in a simulated Discord, in the browser
	@$(BIN)/halma-bot try

run: $(PLAY) ## run the bot on Discord, with the settings in deploy/env; needs DISCORD_TOKEN
	@$(BIN)/halma-bot $(if $(wildcard deploy/env),--env deploy/env) run

docs: $(DOCS) ## build the documentation as a site in out/site, and check its links
	@$(BIN)/python -m tools site

links: $(DOCS) ## check the links of the documentation to other hosts; needs the network
	@$(BIN)/python -m tools site --links out/links

near: $(DEV) ## check what differs from a revision: make near SINCE=HEAD~1; seconds
	@$(BIN)/python -m tests.near $(SINCE)

test: lint types tests ## lint, types and all fast tests; two minutes

# Coverage is measured in some tests only, because tracing makes tests several times slower.
check: $(CHECK) ## all other tests: every game, simulations, guides, crashes, both databases, and coverage; some minutes
	@rm -f .coverage .coverage.*
	$(PYTEST) -m 'check and not measured' $(APART) $(PARALLEL)
	$(PYTEST) -m measured $(APART) $(PARALLEL) --cov --cov-report=
	@$(BIN)/coverage report --include='engine/*' --fail-under=100
	@$(BIN)/coverage report --include='render/*,bot/*' --fail-under=90

lint: $(DEV) ## check formatting, lint and refused words
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/python -m tools.prose

types: $(DEV) ## check types
	$(BIN)/mypy

tests: $(DEV) ## run the fast tests on all cores
	$(PYTEST) -m 'not check' $(APART) $(PARALLEL)

plain: $(DEV) ## test the moves and the search without the C module
	HALMA_SPEEDUPS=0 $(PYTEST) -m 'not check' tests/engine/move_generation tests/engine/search tests/engine/test_laws.py \
		tests/engine/test_random_play.py $(PARALLEL)

# Debian 12 has Python 3.11.2. Patch releases before 3.11.4 lack what later ones have, e.g. the filters of `tarfile`.
OLDEST ?= /usr/bin/python3
oldest: $(DEV) ## test the tools and the installation on Python 3.11.0 to 3.11.3, if the system has one of them
	@if "$(OLDEST)" -c 'import sys; sys.exit(not (3, 11) <= sys.version_info[:3] <= (3, 11, 3))' 2>/dev/null; then \
	  { $(BIN)/uv --version >/dev/null 2>&1 || $(PIP) install --quiet --constraint constraints.txt uv; } && \
	  $(BIN)/uv venv --quiet --clear --python "$(OLDEST)" $(VENV)/oldest && \
	  $(BIN)/uv pip install --quiet --system-certs --python $(VENV)/oldest/bin/python --constraint constraints.txt --editable '.[dev]' && \
	  $(VENV)/oldest/bin/python -m pytest -m 'not check' tests/tools tests/test_installing.py; \
	else echo '$(OLDEST) is not one of Python 3.11.0 to 3.11.3, so there is nothing to test.'; fi

# Neither the rules of tournaments nor simulated time, in which the end-to-end tests run, use a server.
postgresql: $(CHECK) ## run the store, service and tournament tests, and some simulated weeks, on a real PostgreSQL server
	$(BIN)/pytest --postgresql tests/bot/store tests/bot/service tests/year \
		$(wildcard tests/bot/extensions/tournaments tests/bot/extensions/following) \
		--ignore=tests/bot/extensions/tournaments/rules --ignore-glob='*_e2e.py' $(PARALLEL)

extensions: $(CHECK) ## run all tests without each extension in turn; some minutes
	@$(BIN)/python -m tests.without_extensions $(PARALLEL)

processes: $(CHECK) ## kill two processes on PostgreSQL while they post; nothing may be lost or sent twice
	@$(BIN)/python -m tests.bot.two_processes

faults: $(CHECK) ## kill, pause and disconnect the bot hundreds of times, and run thousands of races; some minutes
	HALMA_CRASHES=200 HALMA_EVENT_KILLS=1000 HALMA_PAUSES=20 HALMA_RACES=10000 HALMA_OUTAGE_SPEED=1 HALMA_MUTATIONS=6000 HALMA_DEEDS=200 HALMA_DEED_STEPS=60 $(BIN)/pytest tests/bot/test_crash.py \
		tests/bot/test_computer_crash.py tests/bot/service/test_races.py tests/bot/process/test_process.py tests/bot/test_outage.py tests/bot/store/test_no_hang.py \
		tests/bot/extensions/tournaments/test_event_crash.py tests/e2e/test_unreadable_payloads.py tests/bot/random_deeds tests/bot/extensions/tournaments/test_event_deeds.py $(PARALLEL)

year: $(DEV) ## simulate a year of 500 players and print a report; some minutes
	@$(BIN)/python -m tests.year

alerts: ## test the alert rules; needs Prometheus
	promtool test rules tests/alerts.yml

computer: $(DEV) ## play every game against the computer by taps; some minutes
	HALMA_COMPUTER_GAMES=all $(BIN)/pytest tests/e2e/test_play.py -k tapped $(PARALLEL)

taps: $(DEV) ## count the taps per move, in twenty positions of each game
	@$(BIN)/python -m tests.bot.views.tap_counter

# Results are stored in tools/arena.jsonl, so it can be stopped and resumed at any time.
arena: $(DEV) ## play each computer level against the next and write docs/strength.md; some hours
	@nice $(BIN)/python -m tools arena --page docs/strength.md

figures: $(DEV) ## verify all 51,178 figures of the rulebook's puzzle; some minutes
	@$(BIN)/python -m tools figures

translations: $(DEV) ## list missing and obsolete translations; a release needs none
	@$(BIN)/python -m tools translations

# SOURCES.txt of an earlier build would add files that no longer belong to the package.
package: $(PACKAGE) ## build dist/ and a bill of materials, and test the package in new environments; some minutes
	@rm -rf dist build *.egg-info
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) HALMA_SPEEDUPS=0 $(BIN)/python -m build --outdir dist
	@fresh=$$(mktemp -d) && trap 'rm -rf "$$fresh"' EXIT && $(BIN)/python -m venv --without-pip "$$fresh" && mkdir -p out/release && \
	$(PIP) --python "$$fresh/bin/python" install --quiet --require-hashes --only-binary :all: --requirement deploy/requirements.txt && \
	$(PIP) --python "$$fresh/bin/python" install --quiet --no-deps dist/*.whl && \
	$(BIN)/cyclonedx-py environment "$$fresh/bin/python" --pyproject pyproject.toml --mc-type application --output-reproducible \
	  --output-file out/release/sbom.json
	$(BIN)/pytest tests/package -p no:randomly

# The wheels with the C module: one for each system, for Python 3.11 and later. The package of `make package` serves all others.
wheels: | $(BIN)/python ## build and test the wheels with the C module for this system; on Linux with Docker
	@$(PIP) install --quiet cibuildwheel==4.3.5
	SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct) $(BIN)/python -m cibuildwheel --output-dir dist

notes: $(DEV) ## write the notes of a release into out/release: make notes TAG=v1.0.0
	@$(BIN)/python -m tools notes "$(TAG)" out/release/notes.md

compose: $(DEV) ## write out/release/compose.yaml, which pulls an image: make compose IMAGE=name@sha256:...
	@$(BIN)/python -m tools compose "$(IMAGE)" out/release/compose.yaml

# The options are those of compose.yaml. Nothing is kept.
TRY_IMAGE = docker run --rm --read-only --tmpfs /tmp --cap-drop ALL --security-opt no-new-privileges halma-by-post
image: ## build the container image and try it; needs Docker
	docker build --file deploy/Dockerfile --tag halma-by-post .
	$(TRY_IMAGE) --version | grep 'with the C module'
	$(TRY_IMAGE) db upgrade
	docker image inspect --format '{{.Size}} bytes, runs as {{.Config.User}}' halma-by-post

bench: $(DEV) ## run the benchmarks in one process
	$(BIN)/pytest tests/bench --benchmark-enable -p no:randomly -p no:xdist

format: $(DEV) ## format the sources and fix lint
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# Reinstall only after a change of $(BUILT); otherwise no network access is needed.
# uv takes a sixth of pip's time. If it fails, e.g. behind a mirror that only pip is configured for, pip does the same.
install = @echo 'Installing $(1) into $(VENV) (a minute, once) ...' && \
	{ $(BIN)/uv --version >/dev/null 2>&1 || $(PIP) install --quiet --constraint constraints.txt uv || true; } && \
	{ $(BIN)/uv pip install --system-certs --python $(BIN)/python --constraint constraints.txt --editable '.$(2)' 2>&1 || \
	  $(PIP) install --constraint constraints.txt --editable '.$(2)' | $(NAMES); }

$(PLAY): $(BUILT) | $(BIN)/python
	$(call install,the sandbox,[sandbox])
	@touch $@

$(DEV): $(BUILT) | $(BIN)/python
	$(call install,the development tools,[dev])
	@touch $@

$(CHECK): $(BUILT) | $(BIN)/python
	$(call install,what all tests need,[check])
	@touch $@ $(DEV) $(PLAY)

$(PACKAGE): $(CHECK)
	$(call install,the packaging tools,[package])
	@touch $@

$(DOCS): $(BUILT) | $(BIN)/python
	$(call install,the documentation generator,[docs])
	@touch $@

$(BIN)/python:
	@[ -w . ] || { echo 'You may not write into this folder. Clone the repository into a folder of your own.' >&2; exit 1; }
	@for python in $(PYTHON) python3 python3.14 python3.13 python3.12 python3.11 python; do \
	  if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    "$$python" -m venv $(VENV) && exit 0; \
	    rm -rf $(VENV); exit 1; \
	  fi; \
	done; \
	echo 'Halma by Post needs Python 3.11 or later, but none was found. Name one with: make PYTHON=/path/to/python3' >&2; \
	exit 1

constraints: | $(BIN)/python ## update constraints.txt; test and review before you commit
	@fresh=$$(mktemp -d) && trap 'rm -rf "$$fresh"' EXIT && $(BIN)/python -m venv "$$fresh" && \
	"$$fresh/bin/pip" --disable-pip-version-check -qq install --editable '.[check,docs,package]' && \
	{ sed -n '/^#/p' constraints.txt; \
	  { "$$fresh/bin/pip" freeze --exclude-editable; \
	    grep ' ; ' constraints.txt; } | LC_ALL=C sort --ignore-case; } > "$$fresh/constraints.txt" && \
	cp "$$fresh/constraints.txt" constraints.txt

load: $(DEV) ## measure one process under load over real sockets; several minutes
	@$(BIN)/python -m tests.load

lock: | $(BIN)/python ## update deploy/requirements.txt: the versions of constraints.txt, with hashes
	@fresh=$$(mktemp -d) && trap 'rm -rf "$$fresh"' EXIT && $(BIN)/python -m venv "$$fresh" && \
	"$$fresh/bin/pip" --disable-pip-version-check -qq install uv && \
	sed -n 's/^requires = \["\(.*\)"\]/\1/p' pyproject.toml > "$$fresh/build.in" && \
	{ echo '# Packages of the container with hashes; generated from constraints.txt by `make lock`.'; \
	  "$$fresh/bin/uv" pip compile --quiet --universal --python-version 3.11 --no-build --generate-hashes --no-header \
	    --no-annotate --extra postgresql --constraint constraints.txt pyproject.toml "$$fresh/build.in"; } > "$$fresh/requirements.txt" && \
	cp "$$fresh/requirements.txt" deploy/requirements.txt

audit: $(DEV) ## look up the pinned versions in the OSV vulnerability database
	@$(BIN)/python -m tools audit

clean: ## remove generated files, except data/ and out/
	rm -rf $(VENV) build dist *.egg-info engine/_speedups*.so engine/_speedups*.pyd .coverage .coverage.* .pytest_cache .mypy_cache .ruff_cache .hypothesis .benchmarks
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
