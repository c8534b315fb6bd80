# Two commands do all set-up on a fresh machine: make run, make test.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
HOST   ?= 127.0.0.1
PORT   ?= 8000
PYTEST := $(BIN)/python -m pytest
LOCK   := $(BIN)/python -m piptools compile --quiet --strip-extras --generate-hashes --allow-unsafe --no-header \
          --no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-emit-options

.PHONY: help run test check check-all bench quality lint docs lock clean dev

help: ## what each command does
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

$(VENV)/.installed: requirements.lock pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

$(VENV)/.installed-dev: $(VENV)/.installed requirements-dev.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.lock
	@touch $@

dev: $(VENV)/.installed-dev ## the development environment in .venv

run: $(VENV)/.installed ## install, migrate, ingest the bundled documents, serve, print a first query
	$(BIN)/pmkb db upgrade
	$(BIN)/pmkb ingest seeds
	$(BIN)/pmkb serve --host $(HOST) --port $(PORT)

test: $(VENV)/.installed-dev ## the tests, without slow and browser ones
	$(PYTEST) -n 2 -m "not slow and not browser"

lint: $(VENV)/.installed-dev ## style, types, import rules
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports

check: lint test ## what to run before a commit (under five minutes on two cores)

check-all: lint test ## what CI runs: check, then the slow, fuzzing and browser tests
	$(PYTEST) -n 2 -m "slow or browser"

bench: $(VENV)/.installed-dev ## ratios against peers, side by side; writes bench/RESULTS.md
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-bench.lock
	$(BIN)/python -m bench

quality: $(VENV)/.installed-dev ## measure reading against the labelled documents in ../shared
	$(BIN)/python -m bench.quality
	$(BIN)/python docs/generate.py

docs: $(VENV)/.installed-dev ## regenerate the generated pages in docs/ and what is read off the rules' patterns
	$(BIN)/python docs/generate.py
	$(BIN)/python -m ingest.write_forms

lock: $(VENV)/.installed-dev ## renew the lock files from pyproject.toml and the .in files
	$(LOCK) -o requirements.lock pyproject.toml requirements-build.in
	$(LOCK) -o requirements-dev.lock requirements-dev.in
	$(LOCK) -o requirements-bench.lock requirements-bench.in

clean: ## remove the environment and caches
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis dist build
