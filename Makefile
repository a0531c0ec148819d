# Everything a contributor runs. `make test ARGS="-k bounce"` hands arguments on to the tool.

VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.stamp
BENCH_STAMP := $(VENV)/.bench
FUZZ_STAMP := $(VENV)/.fuzz
SECONDS ?= 60
PAIRS ?= 40
TIMES ?= 200
LETTERS ?= 1000
ARGS ?=
# Tests of how mails look and how lines are read: they keep what others keep, and are not run on PostgreSQL, too.
LOOKS := board_pictures cards careless cleaning examples forms_of_words html_mails lines_found mail_programs \
	mail_schema maps_in_mails page_of_a_phase pages_on_a_phone reply_links shy_words signatures \
	slips_in_letters tap_links wrapped
# Asked only when a venv is made. Run, not merely found: a version manager's shim may exist for a Python that does not.
PYTHON = $(shell for python in python3.11 python3; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$python; break; }; done)
LOCK := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--no-emit-find-links --custom-compile-command "make constraints"

# Tests that need nothing but Python, in random order. Those that share what is dear to make share a worker.
PYTEST := $(BIN)/pytest --numprocesses auto --dist loadgroup --no-loadscope-reorder -m "not servers and not package"

# The tests start gm some hundred times; without bytecode each start compiles all of it again.
unexport PYTHONDONTWRITEBYTECODE

.DELETE_ON_ERROR:
.PHONY: help venv demo test test-rest test-all test-hostile costs mutants test-servers test-postgres test-package entitlement chaos cases pictures lint bench fuzz wheel deb constraints clean

help: ## list these targets
	@awk -F ':[^#]*## ' '/^[a-z-]+:.*## / { printf "make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

venv: $(STAMP) ## make the private .venv with every pinned dependency

$(STAMP): constraints-dev.txt constraints.txt pyproject.toml
	@test -n "$(PYTHON)" || { echo "gm needs Python 3.11 or newer: no python3.11 or python3 that new was found" >&2; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r constraints-dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@

demo: $(STAMP) ## play a whole game on this machine, mail and all
	$(BIN)/gm demo $(ARGS)

test: $(STAMP) ## run the tests that need nothing but Python, but for the dear ones, a worker on each processor
	$(PYTEST) --tier default $(ARGS)

test-rest: $(STAMP) ## run the dear tests that make test leaves out
	$(PYTEST) --tier rest $(ARGS)

test-all: $(STAMP) ## run all tests that need nothing but Python
	$(PYTEST) $(ARGS)

costs: $(STAMP) ## measure what tests cost, which decides what is dear (tests/costs.toml)
	$(PYTEST) --costs
	$(PYTEST) --costs --tier default
	$(PYTEST) --costs --tier rest

test-hostile: $(STAMP) ## run make test with one worker, with four, beside eight busy loops, and with a slow clock
	$(BIN)/python tools/hostile_runs.py $(ARGS)

mutants: $(STAMP) ## plant each fault of tests/faults.toml, and say which tests notice it (ARGS="--tier default", names)
	$(BIN)/python tools/plant_faults.py $(ARGS)

test-servers: $(STAMP) ## run the tests that start Dovecot, Postfix, PostgreSQL or Chromium; says what is missing
	$(BIN)/pytest -m servers -rs --numprocesses 2 --dist loadgroup --no-loadscope-reorder $(ARGS)

test-postgres: $(STAMP) ## run the tests of store and desk and the golden games with their databases on PostgreSQL
	GM_TEST_DATABASE=postgres $(BIN)/pytest --numprocesses auto --dist loadgroup --no-loadscope-reorder --tier default \
		tests/store tests/desk tests/daemon/test_several_games.py tests/golden \
		$(LOOKS:%=--ignore tests/desk/test_%.py) $(ARGS)

test-package: $(STAMP) deb ## run the tests of the Debian package in a chroot; says what is missing
	$(BIN)/pytest tests/package -rs $(ARGS)

entitlement: $(STAMP) ## search PAIRS (40) pairs of histories of each ruleset for a leak; 10000 take a night
	GM_PAIRS=$(PAIRS) $(BIN)/pytest tests/entitlement --numprocesses auto -k no_mail_tells_apart $(ARGS)

chaos: $(STAMP) ## let three daemons on one database live through TIMES (200) deaths and LETTERS (1000) letters
	GM_CHAOS=$(TIMES) GM_CHAOS_LETTERS=$(LETTERS) $(BIN)/pytest -s tests/servers/test_chaos.py $(ARGS)

cases: $(STAMP) ## write the list of tests anew (tests/cases.txt)
	GM_CASES=write $(BIN)/pytest -k no_case_has_gone

pictures: $(STAMP) ## photograph mails and reports for README and docs (needs Chromium)
	$(BIN)/python tests/browser/photographs.py

lint: $(STAMP) ## check style (ruff) and types (mypy)
	$(BIN)/ruff check
	$(BIN)/mypy --strict gm

bench: $(BENCH_STAMP) ## measure against the peers
	$(BIN)/python -m benchmarks $(ARGS)

$(BENCH_STAMP): $(STAMP) constraints-bench.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r constraints-bench.txt
	@touch $@

fuzz: $(FUZZ_STAMP) ## feed hostile letters to the readers, SECONDS (60) to each
	for harness in mail headers letter config; do \
		$(BIN)/python tests/fuzz/fuzz_$$harness.py $(SECONDS) $(ARGS) || exit 1; done

$(FUZZ_STAMP): $(STAMP) constraints-fuzz.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r constraints-fuzz.txt
	@touch $@

deb: wheel ## build the wheel, and of it a Debian package for the release that runs here
	deploy/deb.sh

# In a venv of its own, so that nothing but what constraints-build.txt pins has a hand in it.
wheel: ## build the wheel, with the pins and hashes of all that it needs beside it, in dist
	@test -n "$(PYTHON)" || { echo "gm needs Python 3.11 or newer: no python3.11 or python3 that new was found" >&2; exit 1; }
	rm -rf build dist
	$(PYTHON) -m venv build/venv
	build/venv/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r constraints-build.txt
	build/venv/bin/python -m pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation \
		--wheel-dir dist .
	cp constraints.txt constraints-demo.txt constraints-postgres.txt dist
	cd dist && { cat constraints.txt; sha256sum --tag *.whl | sed 's/^SHA256 (\(.*\)) = /.\/\1 --hash=sha256:/'; } \
		>requirements.txt && sha256sum *.whl *.txt >SHA256SUMS
	@ls dist

constraints: $(STAMP) ## pin the dependencies again, each to its newest release in range
	$(LOCK) --upgrade pyproject.toml --extra dev -o constraints-dev.txt
	$(LOCK) --upgrade -c constraints-dev.txt pyproject.toml -o constraints.txt
	$(LOCK) --upgrade -c constraints-dev.txt pyproject.toml --extra demo -o constraints-demo.txt
	$(LOCK) --upgrade -c constraints-dev.txt pyproject.toml --extra postgres -o constraints-postgres.txt
	$(LOCK) --upgrade -c constraints-dev.txt --group build -o constraints-build.txt
	$(LOCK) --upgrade -c constraints-dev.txt pyproject.toml --extra bench -o constraints-bench.txt
	$(LOCK) --upgrade -c constraints-dev.txt pyproject.toml --extra fuzz -o constraints-fuzz.txt

clean: ## remove the .venv and everything that was built
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
