# Everything runs in .venv, which the first target that needs it makes.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

.PHONY: demo test setup format lint types docs bench

demo: .venv/package.stamp
	@$(BIN)/python examples/demo.py

test: lint types
	$(BIN)/python -m pytest -q -n auto --dist loadfile

setup: .venv/dev.stamp

format: setup
	$(BIN)/ruff check --fix-only --quiet .
	$(BIN)/ruff format .

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

types: setup
	$(BIN)/mypy
docs: setup
	$(BIN)/python docs/generate.py
bench: .venv/bench.stamp
	$(BIN)/python -m benchmarks

.venv/package.stamp: pyproject.toml
	@$(PYTHON) -m venv .venv
	@$(PIP) install --upgrade pip
	@$(PIP) install --editable .
	@touch $@
.venv/%.stamp: .venv/package.stamp
	@$(PIP) install --group $*
	@touch $@
