# Two commands do everything: `make verify` and `make test`. Both make the environment first.
PYTHON ?= python3
BIN := .venv/bin

.PHONY: verify test lint types bench mutate vectors goldens goldens-check clean

verify: .venv/ready
	$(BIN)/rawcheck verify

test: lint types
	$(BIN)/pytest -n auto

lint: .venv/ready
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: .venv/ready
	$(BIN)/mypy

bench: .venv/bench
	$(BIN)/python -m tests.bench

mutate: .venv/ready
	$(BIN)/python -m tests.mutate --quiet

vectors: .venv/ready
	for edition in 2016 2022; do \
	  $(BIN)/rawcheck vectors --edition $$edition --output errata/conformance/suites/rawcheck-vectors-$$edition.json || exit; \
	done

goldens: .venv/ready
	$(BIN)/python -m tests.goldens write

goldens-check: .venv/ready
	$(BIN)/python -m tests.goldens check

.venv/ready: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit("rawcheck needs Python 3.11 or later: make PYTHON=python3.12 …" if sys.version_info < (3, 11) else 0)'
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[dev]"
	$(BIN)/python -m compileall -q engine verify errata
	touch $@

.venv/bench: .venv/ready
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[bench]"
	touch $@

.venv/axe: .venv/ready
	npm install --silent --no-audit --no-fund --no-save --prefix $@ axe-core@4
	touch $@

.venv/sarif: .venv/ready
	npm install --silent --no-audit --no-fund --no-save --ignore-scripts --prefix $@ @microsoft/jest-sarif@1.0.0-beta.0
	touch $@

clean:
	rm -rf .venv dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
