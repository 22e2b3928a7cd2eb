# `make help` says what there is.

PREFIX ?= /usr/local
DESTDIR ?=
ARGS ?=

# What `make bench` measures: so many friends, so many times.
ROWS ?= 1000000
RUNS ?= 5
JSON ?=

# Warnings are errors, in Swift and in C, wherever tests are built: the same flags for building and
# running them, or everything would be built twice. `make test STRICT=` takes a newer compiler's
# warnings as they come.
STRICT ?= -Xswiftc -warnings-as-errors -Xcc -Werror

# The Swift runtime goes into the binary, so that it runs, and starts sooner, without a toolchain. Generic code of one module is
# made for the types of another: a list of all friends takes a tenth less.
RELEASE ?= -c release --static-swift-stdlib -Xswiftc -cross-module-optimization
BINARY = .build/release/besties
APPS = besties quakes colors

FORMATTED = Sources Tests Examples Package.swift

.PHONY: all run build install test bench check lint format docs clean help require fresh

all: build

run: build  ## build the release and open the app (ARGS="--demo" passes arguments)
	@$(BINARY) $(ARGS)

build: require fresh  ## build the release: besties, quakes and colors
	@for app in $(APPS); do swift build $(RELEASE) --product $$app || exit 1; done

install: build  ## install the release under PREFIX (/usr/local)
	install -d "$(DESTDIR)$(PREFIX)/bin"
	for app in $(APPS); do install -m 755 -s .build/release/$$app "$(DESTDIR)$(PREFIX)/bin/$$app" || exit 1; done

# All tests at once would open thousands of files, more than most systems allow, and be no sooner done. The end-to-end tests
# wait for programs, and would keep each other and the rest waiting.
test:  ## run all the tests
	@scripts/require.sh build test
	swift build --build-tests $(STRICT)
	swift test --skip-build --disable-xctest $(STRICT) --skip EndToEndTests \
		--experimental-maximum-parallelization-width 8
	swift test --skip-build --disable-xctest $(STRICT) --filter EndToEndTests --no-parallel

bench: build  ## measure, beside the peers (ROWS=1000000 RUNS=5 JSON=FILE)
	swift build $(RELEASE) --product benchmarks
	scripts/bench.py --rows $(ROWS) --runs $(RUNS) $(if $(JSON),--json $(JSON))

check: lint test  ## what CI runs: format lint, a build without warnings, all the tests

lint: require  ## check the format
	swift format lint --strict --recursive --parallel $(FORMATTED)

format: require  ## put the source into the format
	swift format --in-place --recursive --parallel $(FORMATTED)

docs: require  ## build the library's documentation with the toolchain's docc
	scripts/docs.sh

clean:  ## remove everything that was built
	rm -rf .build

help:  ## this list
	@awk -F ':.*## +' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

require:
	@scripts/require.sh build

# Code of one module is compiled into others, and the package manager builds those again only if what they can see has changed:
# after a change everything is built.
fresh:
	@if [ -e $(BINARY) ] && [ -n "$$(find Package.swift Sources Examples -newer $(BINARY) -print -quit)" ]; then \
	  rm -rf "$$(readlink -f .build/release)"; \
	fi
