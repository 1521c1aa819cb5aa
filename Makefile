# The few commands people need. A plain `cargo build` works too; this adds what makes it faster.
SHELL := /bin/bash

CACHE := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/mneme
export CARGO_TARGET_DIR ?= $(CACHE)/target
# Looked for when it is needed, not now: the tools may only just be installed, and other flags mean
# building everything again.
RUSTFLAGS ?= $(if $(shell command -v mold),-C link-arg=-fuse-ld=mold)
export RUSTFLAGS

KILL_ROUNDS_CHECK := 10
KILL_ROUNDS_TEST := 50
# A thousand kills as fresh stores of fifty each: every round proves every record so far.
TORTURE_STORES := 20
SOAK_MINUTES ?= 60

.PHONY: help run install build check test torture fuzz bench lint fmt clean

help: ## What can be made
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | sort | expand -t 12

run: tools-run ## Build the release and start the server, saying where everything is
	cargo build --release --workspace --bins
	@$(CARGO_TARGET_DIR)/release/mneme model fetch || echo "starting without a model: recall goes by words"
	$(CARGO_TARGET_DIR)/release/mneme serve --show-key $(ARGS)

install: tools-run ## Put `mneme` and `mneme-hook` into ~/.local/bin (or PREFIX/bin)
	cargo build --release --workspace --bins
	install -D -m 755 $(CARGO_TARGET_DIR)/release/mneme $(or $(PREFIX),$(HOME)/.local)/bin/mneme
	install -D -m 755 $(CARGO_TARGET_DIR)/release/mneme-hook $(or $(PREFIX),$(HOME)/.local)/bin/mneme-hook

build: tools-run ## Build everything for development
	cargo build --workspace --all-targets

lint: ## Format, clippy with warnings refused, our own checks
	cargo fmt --all --check
	cargo clippy --workspace --all-targets --quiet -- -D warnings
	cargo xtask check

check: tools-test lint weights ## The quick tier: lint and all tests, few kills
	MNEME_KILL_ROUNDS=$(KILL_ROUNDS_CHECK) scripts/tested cargo test --workspace --no-fail-fast --quiet

test: tools-test lint weights ## Everything: what the README promises and what CI runs
	MNEME_KILL_ROUNDS=$(KILL_ROUNDS_TEST) scripts/tested cargo test --workspace --no-fail-fast

torture: tools-test weights ## A thousand kills of the server and of the recorder, then an hour of load and one of streams; takes long
	set -e; for store in $$(seq $(TORTURE_STORES)); do \
	  echo "store $$store of $(TORTURE_STORES)"; \
	  MNEME_KILL_ROUNDS=$(KILL_ROUNDS_TEST) cargo test --quiet --workspace --test main -- durability archive::kill --nocapture; \
	done
	cargo build --release --workspace --bins
	$(CARGO_TARGET_DIR)/release/mneme --models-dir $(MNEME_TEST_MODELS) bench soak --minutes $(SOAK_MINUTES)
	$(CARGO_TARGET_DIR)/release/mneme --models-dir $(MNEME_TEST_MODELS) bench gateway --minutes $(SOAK_MINUTES)

fuzz: ## Fuzz every decoder for FUZZ_SECONDS each (60), or the one TARGET names
	scripts/fuzz $(TARGET)

bench: tools-run ## Measure this machine; figures as in docs/performance.md
	cargo build --release --workspace --bins
	$(CARGO_TARGET_DIR)/release/mneme model fetch
	$(CARGO_TARGET_DIR)/release/mneme bench load $(ARGS)
	$(CARGO_TARGET_DIR)/release/mneme bench needles

# The tests that read with the real model look for its weights here.
export MNEME_TEST_MODELS ?= $(CACHE)/models
.PHONY: weights
weights:
	@cargo build --quiet --workspace --bins
	@$(CARGO_TARGET_DIR)/debug/mneme --models-dir $(MNEME_TEST_MODELS) model fetch

fmt: ## Format
	cargo fmt --all

clean: ## Remove what was built
	cargo clean

.PHONY: tools-run tools-test
tools-run:
	@scripts/tools.sh cc make python3 pip3

tools-test:
	@scripts/tools.sh cc make python3 pip3 mold curl redis-server tmux node npm chromium
	@scripts/browser.sh
	@scripts/kits.sh
