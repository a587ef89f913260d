# Everything happens in .venv, from the locked versions; nothing is installed for the whole system but what
# `make test` needs from Debian.

VENV := .venv
BIN := $(VENV)/bin
# The first Python that is new enough; `make PYTHON=/path/to/python …` chooses another.
PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11; do \
	"$$p" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
PIP_INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-input
# More words for the command that a target runs, e.g. `make test ARGS="tests/rules -x"`.
ARGS ?=

.DEFAULT_GOAL := help
.PHONY: help serve test check bench bench-pages bench-uploads bench-compose format lock wheel clean

help: ## Say what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## /{printf "make %-13s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

serve: $(VENV)/.installed ## Install, bring the database up to date, serve on http://127.0.0.1:8000
	@$(BIN)/tutor db upgrade
	@exec $(BIN)/tutor serve $(ARGS)

test: $(VENV)/.dev ## Install what the tests need, Chromium and PostgreSQL included, and run all of them
	@tools/system-packages
	$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

check: $(VENV)/.dev ## Formatting, lint, types and layers
	@status=0; for step in "ruff format --check ." "ruff check ." mypy lint-imports; do \
		echo "$$step"; $(BIN)/$$step || status=1; \
	done; exit $$status

format: $(VENV)/.dev ## Format the code and mend what can be mended by itself
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/.dev ## Measure the solver, then side by side with DDS (ARGS=--deep: depth 10 as well)
	$(BIN)/tutor bench $(ARGS)
	$(BIN)/python -m tools.bench_dds $(filter --deep,$(ARGS))

bench-pages: $(VENV)/.dev ## Measure how long 20 learners at once wait for a verdict; takes a minute
	$(BIN)/python -m tools.bench_pages $(ARGS)

bench-uploads: $(VENV)/.dev ## Measure 2,000 games in the background and other pages meanwhile; takes two minutes
	$(BIN)/python -m tools.bench_uploads $(ARGS)

bench-compose: $(VENV)/.dev ## Measure how long composing takes, and have each puzzle solved by others as well
	$(BIN)/python -m tools.bench_compose $(ARGS)

wheel: $(VENV)/.installed ## Build the wheel in dist/
	$(BIN)/python -m hatchling build -t wheel

# Locks name versions and hashes, never a place to download from; --no-config keeps a machine's own mirrors out.
LOCK = $(BIN)/uv --no-config pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" $(ARGS) pyproject.toml

lock: $(VENV)/.dev ## Lock the dependencies of pyproject.toml (ARGS=--upgrade takes the newest)
	$(LOCK) --extra postgresql --group build -o requirements.lock
	$(LOCK) --extra postgresql --group dev --constraint requirements.lock -o requirements-dev.lock

clean: ## Remove what was made here; stored records stay
	rm -rf $(VENV) build dist .hypothesis .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	find tutor tests tools -name __pycache__ -prune -exec rm -rf {} +

$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed, with its venv module" \
		"(Debian: apt-get install python3-venv)." >&2; exit 1; }
	@$(PYTHON) -m venv $(VENV)

# The stamps tell what .venv holds: the program's packages, or the developers' as well.
$(VENV)/.installed: requirements.lock pyproject.toml | $(BIN)/python
	@echo "Installing the locked packages into $(VENV): a minute or two the first time."
	@$(PIP_INSTALL) --require-hashes -r requirements.lock
	@$(PIP_INSTALL) --no-index --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: requirements-dev.lock $(VENV)/.installed
	@echo "Installing what the tests and checks need."
	@$(PIP_INSTALL) --require-hashes -r requirements-dev.lock
	@touch $@
