# run · test · check · bench · package: everything that anyone has to know. `make` alone prints them.
# The first call makes .venv and builds; later ones take seconds. PYTHON=python3.12 names the interpreter.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-print-directory

BIN := .venv/bin
STAMPS := .venv/stamps
WERROR ?= OFF
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet
# The wheels of cmake and ninja come first, so that no system package is needed for them.
export PATH := $(CURDIR)/$(BIN):$(PATH)

NATIVE := $(shell find engine/cpp/include engine/cpp/src -name '*.[ch]pp') \
          $(wildcard engine/vocabsmith_engine/*.pyx engine/vocabsmith_engine/*.pxd) engine/CMakeLists.txt
# Of `make fuzz`, and of `make prove` and `make bench`: a folder of large texts, *.txt, that stand beside the sample.
MINUTES ?= 20
SEED ?= 1
CORPORA ?=
SAMPLE := resources/vocabsmith_resources/samples/sample.txt
LADDER_TEXT ?= $(SAMPLE)
# Of `make bench-encoders`: a play or prose. Without it, the book in the sample, from its first sentence on.
TEXT ?=
CPP_SOURCES := $(shell find engine/cpp -name '*.[ch]pp')

.PHONY: help run tour test test-cpp test-python fuzz races prove check bench bench-quick bench-corpora bench-ladder bench-encoders bench-models bench-metrics bench-window package desktop no-desktop

help:
	@echo "make run      set up what is missing, then open the window with the sample (in a terminal: train on it)"
	@echo "make test     every test: C++, Python, window"
	@echo "make tour     every state of the window in pictures, in build/tour (needs xvfb)"
	@echo "make fuzz     random input under sanitizers; make races: threads; make prove: other libraries on much text"
	@echo "make check    formatting, linting, types, import rules"
	@echo "make bench    Vocabsmith beside its peers, on this machine; make bench-quick: in minutes; bench-corpora: texts for it"
	@echo "              make bench-ladder, bench-encoders: the readable trainers and encoders one beside the other"
	@echo "              make bench-models: SentencePiece models beside the library; make bench-window: the window itself"
	@echo "              make bench-metrics: how fast texts are evaluated, beside encoding"
	@echo "make package  wheel and source archive, in dist/"
	@echo "make desktop  Vocabsmith in the menu of a Linux desktop, its projects open by double click; make no-desktop undoes it"

run: $(STAMPS)/built
	@$(BIN)/python packaging/first_run.py

# What a person does in the window, on a screen of its own; ARGS="--theme dark --scale 2 --part build" for a part of it.
tour: $(STAMPS)/built $(STAMPS)/test
	@$(BIN)/python tests/tour/tour.py $(ARGS)

test: test-cpp test-python

test-cpp: $(STAMPS)/test
	@cmake -S engine -B build/cpp -G Ninja -DVOCABSMITH_TESTS=ON -DVOCABSMITH_WERROR=$(WERROR) --log-level=WARNING
	@cmake --build build/cpp
	@ctest --test-dir build/cpp --output-on-failure --parallel 2

test-python: $(STAMPS)/built $(STAMPS)/test
	@QT_QPA_PLATFORM=offscreen $(BIN)/python -m pytest -q

# What the long proofs show stands in docs/testing.md.
fuzz: $(STAMPS)/run
	@cmake -S engine -B build/fuzz -G Ninja -DVOCABSMITH_FUZZ=ON -DVOCABSMITH_SANITIZE=address,undefined --log-level=WARNING
	@cmake --build build/fuzz --target fuzz
	@build/fuzz/cpp/fuzz/fuzz --minutes $(MINUTES) --seed $(SEED) $(ARGS)

races: $(STAMPS)/test
	@cmake -S engine -B build/races -G Ninja -DVOCABSMITH_TESTS=ON -DVOCABSMITH_SANITIZE=thread --log-level=WARNING
	@cmake --build build/races --target threads_test
	@build/races/cpp/tests/threads_test --gtest_repeat=10 $(ARGS)

prove: $(STAMPS)/built $(STAMPS)/test
	@$(BIN)/python tests/proofs/scanners.py $(if $(CORPORA),--corpora $(CORPORA)) $(ARGS)
	@$(BIN)/python tests/proofs/merges.py $(if $(CORPORA),--corpora $(CORPORA))
	@$(BIN)/python tests/proofs/sentencepiece_ids.py $(if $(CORPORA),--corpora $(CORPORA))
	@$(BIN)/python tests/proofs/huggingface_classes.py
	@$(BIN)/python tests/proofs/formats.py $(if $(CORPORA),--corpora $(CORPORA))
	@$(BIN)/python tests/proofs/hostile_files.py

check: $(STAMPS)/built $(STAMPS)/test $(STAMPS)/check
	ruff check
	ruff format --check
	mypy
	lint-imports
	clang-format --dry-run -Werror $(CPP_SOURCES)
	cython-lint engine/vocabsmith_engine
	codespell

# What is measured, and with which text, stands in docs/benchmarks.md. ARGS="--rows NAME…" chooses rows, "--list" names them.
bench: $(STAMPS)/built $(STAMPS)/bench
	@$(BIN)/python tests/benchmarks/compare.py $(if $(CORPORA),--corpora $(CORPORA)) $(ARGS)

bench-quick: $(STAMPS)/built $(STAMPS)/bench
	@$(BIN)/python tests/benchmarks/compare.py --quick $(if $(CORPORA),--corpora $(CORPORA)) $(ARGS)

bench-corpora: $(STAMPS)/venv
	@$(BIN)/python tests/benchmarks/corpora.py $(if $(CORPORA),$(CORPORA),build/corpora) $(ARGS)

# The readable trainers one after the other; what they show stands in docs/benchmarks.md.
bench-ladder: $(STAMPS)/run
	@cmake -S engine -B build/bench -G Ninja -DVOCABSMITH_BENCHMARKS=ON --log-level=WARNING
	@cmake --build build/bench --target ladder
	@build/bench/cpp/benchmarks/ladder $(LADDER_TEXT) $(ARGS)

# The classic encoders on 1 to 1,000 lines of prose, likewise.
bench-encoders: $(STAMPS)/run
	@cmake -S engine -B build/bench -G Ninja -DVOCABSMITH_BENCHMARKS=ON --log-level=WARNING
	@cmake --build build/bench --target encoders
	@build/bench/cpp/benchmarks/encoders $(or $(TEXT),$(SAMPLE) --documents-with Refrangib --skip 7) $(ARGS)

# SentencePiece models beside the library, on 1 to 300 sentences, likewise.
bench-models: $(STAMPS)/built $(STAMPS)/bench
	@$(BIN)/python tests/benchmarks/sentence_models.py $(if $(TEXT),--text $(TEXT)) $(ARGS)

# How fast texts are evaluated, beside encoding. TEXT: files to use in place of the sample.
bench-metrics: $(STAMPS)/built
	@$(BIN)/python tests/benchmarks/evaluating.py $(TEXT) $(ARGS)

# How late the window is, how fast it trains and starts, what long lists and many runs cost. TEXT: one file to train on.
bench-window: $(STAMPS)/built
	@$(BIN)/python tests/benchmarks/window.py $(TEXT) $(ARGS)

package: $(STAMPS)/built $(STAMPS)/package
	@$(BIN)/python -m build --no-isolation --outdir dist

desktop: $(STAMPS)/built
	@$(BIN)/python packaging/desktop_entry.py install

no-desktop: $(STAMPS)/venv
	@$(BIN)/python packaging/desktop_entry.py remove

# ---------------------------------------------------------------- set-up, each step remembered by a stamp

$(STAMPS)/venv: packaging/make_venv.sh
	@echo "Making .venv"
	@packaging/make_venv.sh
	@mkdir -p $(STAMPS) && touch $@

$(STAMPS)/run: $(STAMPS)/venv pyproject.toml packaging/requirements.py
	@echo "Installing what Vocabsmith is built and run with"
	@$(PIP) -r <($(BIN)/python packaging/requirements.py build run)
	@touch $@

$(STAMPS)/built: $(STAMPS)/run $(NATIVE)
	@echo "Building Vocabsmith"
	@$(PIP) --no-build-isolation --no-deps --editable . --config-settings=cmake.define.VOCABSMITH_WERROR=$(WERROR)
	@touch $@

$(STAMPS)/test: $(STAMPS)/run packaging/bootstrap.sh
	@echo "Installing what the tests need"
	@packaging/bootstrap.sh window tests
	@$(PIP) -r <($(BIN)/python packaging/requirements.py test)
	@touch $@

$(STAMPS)/check $(STAMPS)/bench $(STAMPS)/package: $(STAMPS)/%: $(STAMPS)/run
	@$(PIP) -r <($(BIN)/python packaging/requirements.py $*)
	@touch $@
