# What people type, by GNU make; `make` alone lists it. Each target stops at the first command that
# fails. `make build` and everything installed are release builds. Tests run in debug, and the real
# programs that they start come from that same build. `make play` has a debug build of its own,
# which takes a third of the time. Tests/one runs what is typed more rarely, a suite at a time.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
MAKEFLAGS += --no-builtin-rules --no-print-directory

# Where release builds are, and what `make install` installs.
BUILT := .build/release

GAME := $(BUILT)/chromatch
# What `make play` starts; `make play ARGS="--plain"` adds to it.
PLAYED := .build-play/debug/chromatch
PLAY := $(PLAYED) play
ARGS ?=

# A target may import only what its own line in Package.swift names.
WALLS := --explicit-target-dependency-import-check error
# Parts that are not built unless they are asked for, such as TRAITS=Cluster.
TRAITS ?=
TEST := swift test --disable-xctest $(TRAITS:%=--traits %)
RELEASE := deploy/build-release $(TRAITS:%=--traits %)
SWIFT_CODE := $(wildcard Package.swift Sources Tests protocol/swift clients)

# Where `make install` puts things; DESTDIR stands before it for whoever makes packages.
PREFIX ?= /usr/local
DESTDIR ?=
PLACE = $(DESTDIR)$(PREFIX)
PROGRAMS := chromatch chromatchd
MANUALS := man/man6/chromatch.6 man/man8/chromatchd.8
COMPLETIONS := bash-completion/completions/chromatch zsh/site-functions/_chromatch \
	fish/vendor_completions.d/chromatch.fish
SHARED := $(MANUALS) $(COMPLETIONS)
# What browsers are shown; the programs find it from where they lie.
PAGES = $(PLACE)/share/chromatch/web
# Where systemd looks below /usr/local and /usr.
UNITS := chromatchd.service chromatchd.socket
ACCOUNT := chromatch.conf
# The runbook and what it names lie as in the tree, so its links and commands hold there.
DOCUMENTS = $(PLACE)/share/doc/chromatch
DOCUMENTED := CHANGELOG.md LICENSE $(wildcard deploy/*.md) deploy/compose.yaml \
	$(addprefix deploy/,cluster container grafana prometheus proxies ssh systemd) \
	$(addprefix protocol/,README.md asyncapi.yaml messages.tsv transcripts vectors) \
	clients/terminal/README.md clients/terminal/Pictures/results.png

# Simulations: SEED=n runs one seed and tells all of it, FROM=n SEEDS=m runs m of them from n on.
FROM ?= 1
SEEDS ?= 200
SIMULATION := $(TEST) --filter '^SimulationTests\.'
SIMULATE = CHROMATCH_FROM=$(1) CHROMATCH_SEEDS=$(2) $(SIMULATION)

# What a release build reads, by content: a changed, new, moved or deleted file shows, a touched one
# does not. BUILT_FROM keeps what the programs were last built from, and dies with them.
INPUTS = { command -v swift; find Package.swift Makefile deploy/build-release Sources \
	protocol/swift clients -path clients/web -prune -o -type f -print0 \
	| LC_ALL=C sort -z | xargs -0 sha256sum; }
BUILT_FROM := $(PLAYED).built-from

.PHONY: help
help:
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

.PHONY: deps
deps:
	@deploy/install

.PHONY: build
build: deps ## Build every program in release mode
	$(RELEASE)
	@deploy/check-programs $(addprefix $(BUILT)/,$(PROGRAMS) chromatch-bench)

.PHONY: play
play: deps ## Play at once: a server here, you in a terminal, a bot to race (ARGS=…)
	@[[ -x $(PLAYED) && $(PLAYED) -ot $(BUILT_FROM) ]] && $(INPUTS) | cmp -s - $(BUILT_FROM) \
		|| $(MAKE) $(BUILT_FROM)
	@exec $(PLAY) $(ARGS)

# The inputs are read before the build: what changes meanwhile is built next time.
.PHONY: $(BUILT_FROM)
$(BUILT_FROM):
	@inputs=$$($(INPUTS)); \
	CHROMATCH_PLAY=1 swift build --scratch-path .build-play --product chromatch \
		--disable-index-store -Xswiftc -wmo -Xswiftc -num-threads -Xswiftc 2; \
	printf '%s\n' "$$inputs" > $@

# Never builds: whoever may write to PREFIX need not have Swift.
.PHONY: install
install: ## Put what a server and players need below PREFIX (DESTDIR=…); uninstall removes it
	@[[ -x $(GAME) ]] || { echo "make build comes first" >&2; exit 1; }
	@deploy/check-programs $(addprefix $(BUILT)/,$(PROGRAMS))
	install -d $(addprefix $(PLACE)/share/,$(dir $(SHARED))) \
		$(addprefix $(PLACE)/,bin lib/systemd/system lib/sysusers.d)
	install -s -m 755 $(addprefix $(BUILT)/,$(PROGRAMS)) $(PLACE)/bin
	install -m 644 clients/terminal/chromatch.6 $(PLACE)/share/man/man6
	install -m 644 deploy/chromatchd.8 $(PLACE)/share/man/man8
	rm -rf $(PAGES) $(DOCUMENTS)
	install -d $(dir $(PAGES)) $(DOCUMENTS)
	cp -R clients/web $(PAGES)
	cp -R --parents $(DOCUMENTED) $(DOCUMENTS)
	chmod -R u=rwX,go=rX $(PAGES) $(DOCUMENTS)
	$(GAME) --generate-completion-script bash | sed '/^#!/d' \
		> $(PLACE)/share/$(word 1,$(COMPLETIONS))
	$(GAME) --generate-completion-script zsh > $(PLACE)/share/$(word 2,$(COMPLETIONS))
	$(GAME) --generate-completion-script fish > $(PLACE)/share/$(word 3,$(COMPLETIONS))
	for unit in $(UNITS); do sed 's,/usr/local/,$(PREFIX)/,' deploy/systemd/$$unit \
		> $(PLACE)/lib/systemd/system/$$unit; done
	install -m 644 deploy/systemd/$(ACCOUNT) $(PLACE)/lib/sysusers.d

.PHONY: uninstall
uninstall:
	rm -f $(addprefix $(PLACE)/bin/,$(PROGRAMS)) $(addprefix $(PLACE)/share/,$(SHARED)) \
		$(addprefix $(PLACE)/lib/systemd/system/,$(UNITS)) $(PLACE)/lib/sysusers.d/$(ACCOUNT)
	rm -rf $(dir $(PAGES)) $(DOCUMENTS)

.PHONY: fast
fast: deps ## Build the tests and run those in memory, in a minute (ARGS="HostTests")
	@$(MAKE) walls
	@Tests/run fast $(ARGS)

.PHONY: test
test: ## Install what is missing, lint, build, and run what CI runs
	@deploy/install build tests
	@$(MAKE) lint walls
	@Tests/run test $(ARGS)

.PHONY: test-all
test-all: ## Run all there is: browsers, clusters, networks, packages, sanitizers (ARGS="lan ssh")
	@deploy/install build tests
	@Tests/all $(ARGS)

.PHONY: lint
lint: ## Judge the format of all Swift code
	swift format lint --strict --parallel --recursive $(SWIFT_CODE)

.PHONY: walls
# Builds the tests and what they need: a warning is an error, an undeclared import too.
walls:
	swift build --product chromatchPackageTests $(WALLS) $(TRAITS:%=--traits %)

.PHONY: format
format: ## Format all Swift code in place
	swift format --in-place --parallel --recursive $(SWIFT_CODE)

# What people are handed has every part, and is built from nothing, so that no earlier build has a
# part in it. Packages, archive and image are of one build, which stays while its inputs do.
DIST := .build-dist

.PHONY: programs
programs:
	@deploy/install build packages
	@$(INPUTS) | cmp -s - $(DIST)/built-from || $(MAKE) $(DIST)/built-from

.PHONY: $(DIST)/built-from
$(DIST)/built-from:
	rm -rf $(DIST)
	@mkdir $(DIST)
	@inputs=$$($(INPUTS)); \
	for program in $(PROGRAMS); do \
		deploy/build-release --traits Cluster --scratch-path $(DIST)/swift --product $$program; \
	done; \
	printf '%s\n' "$$inputs" > $@

.PHONY: deb
deb: programs ## Make Debian packages of the game and of the server, in .build-dist
	@deploy/build-packages $(DIST)

.PHONY: tarball
tarball: programs ## Make an archive of what `make install` puts, in .build-dist
	@deploy/build-tarball $(DIST)

.PHONY: golden
golden: deps ## Rewrite the golden files; the review is their diff
	python3 -B protocol/generate.py
	CHROMATCH_GOLDEN=write $(TEST) --filter '[Gg]olden|english|TerminalUITests\.Plain'
	python3 -B protocol/generate.py
	git status --short -- Tests protocol clients

# What the libraries are for other packages; a link that leads nowhere is an error. It is made of a
# copy, so that the versions that other builds found here stay.
DOCS := .build-docs
DOCUMENT := $(addprefix --target ,Chroma Game Wire ClientCore)

.PHONY: docs
docs: deps
	rm -rf $(DOCS)/tree
	mkdir -p $(DOCS)/tree
	cp -a Package.swift Sources protocol clients $(DOCS)/tree
	CHROMATCH_DOCS=1 swift package --package-path $(DOCS)/tree --scratch-path $(DOCS)/swift \
		generate-documentation --warnings-as-errors $(DOCUMENT)

.PHONY: sim
sim: deps ## Simulate: SEED=n for one seed, FROM=n SEEDS=m for many
	$(if $(SEED),CHROMATCH_SEED=$(SEED) $(SIMULATION),$(call SIMULATE,$(FROM),$(SEEDS)))

# Three nodes of one game on this machine, over engines of their own.
CLUSTER := .build-cluster
CLUSTER_PORT := 7400
NODES := deploy/cluster/nodes $(CLUSTER)/run

.PHONY: cluster
cluster: deps ## Start three servers of one game here, over etcd and NATS, and say where they are
	@deploy/install engines > /dev/null
	deploy/build-release --traits Cluster --scratch-path $(CLUSTER) --product chromatchd
	@$(NODES) start $(CLUSTER)/release/chromatchd $(CLUSTER_PORT)
	@echo "Play at any node, in a browser at http://127.0.0.1:$$(($(CLUSTER_PORT) + 41))/ for one;"
	@echo "then $(NODES) kill 2, make cluster to start it again, and $(NODES) stop."

# It plays two matches against bots, so it takes three minutes, and no two pictures are alike.
PICTURES := clients/terminal/Pictures

.PHONY: picture
picture: deps ## Play in a terminal and in browsers of its own and take the pictures of README.md
	@deploy/install tests
	$(RELEASE) --product chromatch
	$(RELEASE) --product chromatchd
	@python=$$(deploy/install pictures); \
	exec nice "$$python" $(PICTURES)/take.py $(GAME) $(PICTURES)
	@python=$$(deploy/install browser); export PYTHONPATH=Tests/Browser; \
	exec nice "$$python" $(PICTURES)/take_browser.py $(dir $(GAME)) $(PICTURES)

.PHONY: bench
bench: deps ## Measure a server in release mode (ARGS=…)
	$(RELEASE) --product chromatchd
	$(RELEASE) --product chromatch-bench
	$(BUILT)/chromatch-bench $(ARGS)

.PHONY: clean
clean: ## Remove everything that building made
	rm -rf .build .build-*
