# `make site` builds the site into output/; `make test` runs every check there is.
# Both set up what they need: a fresh Debian with Python 3.11 or later, make and git is enough.

PYTHON ?= python3
VENV ?= .venv
DIR ?= tests/corpora

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
BUILDER := $(VENV)/.builder-installed
DEV := $(VENV)/.dev-installed
NODE_TOOLS := tests/tools/node_modules/.package-lock.json
APT_INSTALL := apt-get install -y --no-install-recommends

.SHELLFLAGS := -euc
.DEFAULT_GOAL := help
.PHONY: help site serve check test test-fast prove lint format corpora screenshots deps clean

help:  ## List these targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' Makefile | expand -t 14

site: $(BUILDER)  ## Set up what a build needs, and build output/
	$(BIN)/risk-records build

serve: $(BUILDER)  ## Build, serve on this machine, rebuild and reload on every change
	$(BIN)/risk-records serve

check: $(BUILDER)  ## Report every mistake in records/
	$(BIN)/risk-records check --strict

test: deps $(DEV) $(NODE_TOOLS) lint  ## Set up everything, browser included, and run every check
	$(BIN)/pytest

test-fast: $(DEV)  ## The tests that need neither browser, Node nor Java
	$(BIN)/pytest -m "not browser and not node"

prove: $(DEV)  ## Try the policy blocks in the real engines (2.2 GB, cached); WRITE=1 records it
	$(BIN)/pytest tests/prove $(if $(WRITE),--write-proofs)

lint: $(DEV)  ## Style, format and types
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

format: $(DEV)  ## Put Python files into the one format
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

corpora: $(DEV)  ## Turn the captures of DIR=... into records, check and build them, print counts
	$(BIN)/python -m tests.corpora.to_records $(DIR)

screenshots: deps $(DEV)  ## One picture a page type, theme and width, into .cache/screenshots/
	$(BIN)/python -m tests.browser.screenshots .cache/screenshots

# The system packages that the browser tests need. As root they are installed; otherwise the one
# command that does it is printed.
deps:  ## Install Chromium, Java and fonts where they are missing (as root)
	@missing=""; \
	command -v chromium >/dev/null || missing="$$missing chromium"; \
	command -v java >/dev/null || missing="$$missing default-jre-headless"; \
	find /usr/share/fonts -name '*.ttf' 2>/dev/null | grep -q . || missing="$$missing fonts-dejavu-core"; \
	test -z "$$missing" && exit 0; \
	command -v apt-get >/dev/null || { echo "Missing:$$missing. Install them by your system's means." >&2; exit 1; }; \
	test "$$(id -u)" = 0 || { echo "Missing. Run once: sudo $(APT_INSTALL)$$missing" >&2; exit 1; }; \
	export DEBIAN_FRONTEND=noninteractive; apt-get update -qq; $(APT_INSTALL)$$missing

clean:  ## Remove what was built and installed here
	find output -mindepth 1 ! -name .gitignore -delete
	rm -rf $(VENV) .cache .output.state dist tests/tools/node_modules
	rm -rf .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# Debian ships `venv` without `ensurepip` until a package is added.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	|| { echo "$(PYTHON) is older than Python 3.11. Run: make PYTHON=python3.x ..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || { \
	package="$$($(PYTHON) -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')"; \
	command -v apt-get >/dev/null && test "$$(id -u)" = 0 \
	|| { echo "Python lacks ensurepip. Run once: sudo $(APT_INSTALL) $$package" >&2; exit 1; }; \
	export DEBIAN_FRONTEND=noninteractive; apt-get update -qq; $(APT_INSTALL) "$$package"; }
	$(PYTHON) -m venv $(VENV)

$(BUILDER): $(BIN)/python pyproject.toml
	$(PIP) install --editable .
	touch $@

# `--group` came with pip 25.1, newer than what a fresh virtualenv holds.
$(DEV): $(BUILDER)
	$(PIP) install --upgrade 'pip>=25.1'
	$(PIP) install --group dev
	touch $@

$(NODE_TOOLS): $(DEV) tests/tools/package.json tests/tools/package-lock.json
	PATH="$(abspath $(BIN)):$$PATH" npm --prefix tests/tools ci --ignore-scripts --no-audit --no-fund
	touch $@
