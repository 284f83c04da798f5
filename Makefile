# Everything one does with chromatch, by GNU make. `make` alone lists it. Each target stops at the
# first command that fails. `make build` and everything installed are release builds. Tests run in
# debug, and the real programs that they start come from that same build. `make play` has a debug
# build of its own, which takes a third of the time. TidyTests judges the tree, this file included.

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
BENCH := $(BUILT)/chromatch-bench
ARGS ?=

# A target may import only what its own line in Package.swift names.
WALLS := --explicit-target-dependency-import-check error
# Parts that are not built unless they are asked for, such as TRAITS=Cluster.
TRAITS ?=
TEST := swift test --disable-xctest $(TRAITS:%=--traits %)
# What everybody gets tells nothing of this machine: neither where it was built, nor a folder of
# libraries beside the Swift runtime's. Two things would tell the folder by a hash of it: debug
# information that names the compiler's cache of modules, and a sum over code that its next run
# could save (.swift_modhash).
RELEASE := swift build -c release $(WALLS) --disable-local-rpath \
	-Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. \
	-Xswiftc -file-compilation-dir -Xswiftc . -Xcc -ffile-prefix-map=$(CURDIR)=. \
	-Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs \
	-Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen
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

# Simulations: SEED=n runs one seed and tells all of it, FROM=n SEEDS=m runs m of them from n on.
FROM ?= 1
SEEDS ?= 200
SIMULATION := $(TEST) --filter '^SimulationTests\.'
SIMULATE = CHROMATCH_FROM=$(1) CHROMATCH_SEEDS=$(2) $(SIMULATION)

# Fuzzing: every TARGET for so many SECONDS, one after another.
TARGET ?= lines frames heads proxies transcripts
SECONDS ?= 600

# Conformance: CASES="7.1.6 6.*" runs these alone.
CASES ?=

# What a release build reads, by content: a changed, new, moved or deleted file shows, a touched one
# does not. BUILT_FROM keeps what the programs were last built from, and dies with them.
INPUTS = { command -v swift; find Package.swift Makefile Sources protocol/swift clients -type f \
	-print0 | LC_ALL=C sort -z | xargs -0 sha256sum; }
BUILT_FROM := $(PLAYED).built-from

.PHONY: help
help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' Makefile

.PHONY: deps
deps: ## Install what apt lacks for building, if anything
	@deploy/install-build-dependencies

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
install: ## Put programs, pages, manual, completions below PREFIX, once they are built (DESTDIR=…)
	@[[ -x $(GAME) ]] || { echo "make build comes first" >&2; exit 1; }
	install -d $(addprefix $(PLACE)/share/,$(dir $(SHARED))) $(PLACE)/bin
	install -m 755 $(addprefix $(BUILT)/,$(PROGRAMS)) $(PLACE)/bin
	install -m 644 clients/terminal/chromatch.6 $(PLACE)/share/man/man6
	install -m 644 deploy/chromatchd.8 $(PLACE)/share/man/man8
	rm -rf $(PAGES)
	install -d $(dir $(PAGES))
	cp -R clients/web $(PAGES)
	chmod -R u=rwX,go=rX $(PAGES)
	$(GAME) --generate-completion-script bash | sed '/^#!/d' \
		> $(PLACE)/share/$(word 1,$(COMPLETIONS))
	$(GAME) --generate-completion-script zsh > $(PLACE)/share/$(word 2,$(COMPLETIONS))
	$(GAME) --generate-completion-script fish > $(PLACE)/share/$(word 3,$(COMPLETIONS))

.PHONY: uninstall
uninstall: ## Remove what `make install` put below PREFIX
	rm -f $(addprefix $(PLACE)/bin/,$(PROGRAMS)) $(addprefix $(PLACE)/share/,$(SHARED))
	rm -rf $(dir $(PAGES))

.PHONY: fast
fast: deps ## Build the tests and run those in memory, in a minute (ARGS="HostTests")
	@$(MAKE) walls
	@Tests/run fast $(ARGS)

.PHONY: test
test: ## Install what is missing, lint, build, and run what CI runs
	@deploy/install-build-dependencies tests
	@$(MAKE) lint walls
	@Tests/run test $(ARGS)

.PHONY: test-all
test-all: ## Run all there is: browsers, networks, clusters, packages, sanitizers (ARGS="lan ssh")
	@Tests/all $(ARGS)

.PHONY: lint
lint: ## Judge the format of all Swift code
	swift format lint --strict --parallel --recursive $(SWIFT_CODE)

.PHONY: walls
walls: ## Build the tests and what they need: a warning is an error, an undeclared import too
	swift build --product chromatchPackageTests $(WALLS) $(TRAITS:%=--traits %)

.PHONY: format
format: ## Format all Swift code in place
	swift format --in-place --parallel --recursive $(SWIFT_CODE)

.PHONY: kill
kill: ## Kill a server again and again under a hundred rooms, and compare all they heard (KILLS=200)
	swift build --build-tests
	CHROMATCH_KILLS=$(or $(KILLS),200) swift test --skip-build --filter '^EndToEndTests.KillTests'

.PHONY: power
power: ## Have the power fail under an archive and under a journal, again and again (CUTS=400)
	swift build --build-tests
	CHROMATCH_KILLS=$(or $(CUTS),400) swift test --skip-build \
		--filter '^(ArchiveTests.PowerTests|EndToEndTests.FaultTests/power)'

.PHONY: mutants
mutants: deps ## Break the product in forty places; the tests have to notice (ARGS="3 17")
	@Tests/Mutants/run $(ARGS)

.PHONY: recipes
recipes: ## Add a mode to a copy of the tree as ARCHITECTURE.md says, and test that
	@Tests/Recipes/run

.PHONY: web
web: ## Test the browser client, as far as it has no screen
	@deploy/install-build-dependencies tests
	node --test Tests/Web/*.test.mjs

.PHONY: match
match: ## Play one match in headless Chromium against the debug build
	@deploy/install-build-dependencies tests
	@python=$$(deploy/install-browser); exec "$$python" Tests/Browser/run.py OneMatch

.PHONY: browser
browser: ## Play in Chromium and Firefox against the debug build, all of it (ARGS="drag lost")
	@deploy/install-build-dependencies browsers
	@python=$$(deploy/install-browser); exec "$$python" Tests/Browser/run.py $(ARGS)

.PHONY: bot
bot: ## Play every mode with the bot in Python against the debug build (ARGS="match rules")
	@deploy/install-build-dependencies tests
	python3 Tests/Bot/run.py $(ARGS)

.PHONY: lan
lan: ## Find games between two machines in namespaces, with real Avahi, as root (ARGS="vanishes")
	@deploy/install-build-dependencies namespaces
	python3 Tests/Lan/run.py $(ARGS)

# Whoever installs a package has no Swift, so the runtime is part of the programs. They are built
# from nothing, so that no earlier build has a part in them.
DEB := .build-deb

.PHONY: deb
deb: ## Make Debian packages of the game and of the server, in .build-deb
	@deploy/install-build-dependencies packages
	@rm -rf $(DEB)/swift
	$(RELEASE) --static-swift-stdlib --scratch-path $(DEB)/swift --product chromatch
	$(RELEASE) --static-swift-stdlib --scratch-path $(DEB)/swift --product chromatchd
	@deploy/check-programs $(addprefix $(DEB)/swift/release/,$(PROGRAMS))
	@deploy/build-packages $(DEB)

.PHONY: debian
debian: ## Try the packages in a small Debian that is booted, as root (ARGS="lintian upgrade")
	@deploy/install-build-dependencies debian
	@$(MAKE) deb
	python3 Tests/Debian/run.py $(ARGS)

.PHONY: reproducible
reproducible: deb ## Make the packages again in another folder, and compare them byte by byte
	Tests/Debian/rebuild $(DEB)

.PHONY: operators
operators: ## Try alerts, dashboard and metrics with a real Prometheus, and the runbook, as root
	@deploy/install-build-dependencies namespaces
	python3 Tests/Operators/run.py $(ARGS)

.PHONY: proxies
proxies: ## Play through HAProxy, nginx and Caddy, in a namespace, as root (ARGS="Nginx browser")
	@deploy/install-build-dependencies tests namespaces
	@python=$$(deploy/install-browser); exec "$$python" Tests/Proxies/run.py $(ARGS)

.PHONY: ssh
ssh: ## Play over a real sshd in namespaces, and try what else visitors may, as root (ARGS=…)
	@deploy/install-build-dependencies namespaces
	python3 Tests/Ssh/run.py $(ARGS)

.PHONY: container
container: ## Make and run the container image without an engine, as root (ARGS="match")
	@deploy/install-build-dependencies
	python3 Tests/Container/run.py $(ARGS)

# For packages, which are named after it.
.PHONY: version
version: ## Print the version of the programs
	@sed -n 's/.*let version = "\(.*\)"$$/\1/p' Sources/Server/Version.swift

.PHONY: golden
golden: deps ## Rewrite the golden files; the review is their diff
	CHROMATCH_GOLDEN=write $(TEST) --filter '[Gg]olden|english|TerminalUITests\.Plain'
	git status --short -- Tests protocol clients

.PHONY: sim
sim: deps ## Simulate: SEED=n for one seed, FROM=n SEEDS=m for many
	$(if $(SEED),CHROMATCH_SEED=$(SEED) $(SIMULATION),$(call SIMULATE,$(FROM),$(SEEDS)))

.PHONY: tenure
tenure: deps ## Who owns a shard: FROM=n SEEDS=m simulated worlds, and a million states, one by one
	CHROMATCH_TENURE_FROM=$(FROM) CHROMATCH_TENURE_SEEDS=$(SEEDS) $(TEST) \
		--filter '\.(Tenure|ClusterSimulation)'

.PHONY: store
store: ## Try a real store and bus, in a build folder of its own
	@deploy/install-engines > /dev/null
	$(TEST) --traits Cluster \
		--scratch-path .build-cluster --filter '^ClusterTests\.'

.PHONY: takeover
takeover: deps ## Kill and freeze nodes under players of all four transports (KILLS=50)
	@deploy/install-engines > /dev/null
	$(RELEASE) --traits Cluster --scratch-path $(CLUSTER) --product chromatchd
	@folder=$$(mktemp -d); python3 Tests/Takeover/run.py $(CLUSTER)/release/chromatchd \
		"$$folder" 7500 $(or $(KILLS),50) && rm -rf "$$folder"

.PHONY: versions
versions: deps ## Bring this version into a cluster of another one (OLD=a program with the trait)
	@[[ -x "$(OLD)" ]] || { echo "say which program the others run: OLD=…/chromatchd" >&2; exit 1; }
	@deploy/install-engines > /dev/null
	$(RELEASE) --traits Cluster --scratch-path $(CLUSTER) --product chromatchd
	@folder=$$(mktemp -d); python3 Tests/Takeover/versions.py "$$(realpath "$(OLD)")" \
		"$$(realpath $(CLUSTER)/release/chromatchd)" "$$folder" 7500 && rm -rf "$$folder"

.PHONY: balancer
balancer: deps ## Play in two browsers behind HAProxy, and kill the nodes of a cluster under them
	@deploy/install-build-dependencies tests
	@deploy/install-engines > /dev/null
	$(RELEASE) --traits Cluster --scratch-path $(CLUSTER) --product chromatchd
	@python=$$(deploy/install-browser); packages=$$(deploy/install-proxies); folder=$$(mktemp -d); \
	"$$python" Tests/Takeover/browsers.py $(CLUSTER)/release/chromatchd "$$packages" "$$folder" \
		7500 && rm -rf "$$folder"

# Three nodes of one game on this machine, over engines of their own.
CLUSTER := .build-cluster
CLUSTER_PORT := 7400
NODES := deploy/cluster/nodes $(CLUSTER)/run

.PHONY: cluster
cluster: deps ## Start three servers of one game here, over etcd and NATS, and say where they are
	@deploy/install-engines > /dev/null
	$(RELEASE) --traits Cluster --scratch-path $(CLUSTER) --product chromatchd
	@$(NODES) start $(CLUSTER)/release/chromatchd $(CLUSTER_PORT)
	@echo "Play at any node, in a browser at http://127.0.0.1:$$(($(CLUSTER_PORT) + 41))/ for one;"
	@echo "then make cluster-kill NODE=2, make cluster to start it again, and make cluster-stop."

.PHONY: cluster-kill
cluster-kill: ## Kill one of them, or the engines beside it (NODE=2, ENGINE=1)
	@[[ -n "$(NODE)$(ENGINE)" ]] || { echo "say which: NODE=2, ENGINE=1, or both" >&2; exit 1; }
	@$(if $(NODE),$(NODES) kill $(NODE))
	@$(if $(ENGINE),deploy/cluster/engines $(CLUSTER)/run kill $(ENGINE))
	@$(NODES) await
	@$(NODES) status

.PHONY: cluster-stop
cluster-stop: ## End all of them
	@$(NODES) stop

# Under a sanitizer everything takes several times as long, and all tests at once would starve one
# another: each suite has a process of its own, one after the other.
LEAKS_OF_LIBRARIES := $(CURDIR)/Tests/leaks-of-libraries.txt
SUITES := $(notdir $(wildcard Tests/*Tests))
# Of targets that a build has only if it is asked for everything.
tsan asan kill power store tenure: export CHROMATCH_ALL := 1
define SANITIZE
	swift build --build-tests --sanitize=$(1) --scratch-path .build-$(1)
	@for suite in $(SUITES); do \
		printf '\n%s, %s sanitizer\n' "$$suite" $(1); \
		$(TEST) --skip-build --sanitize=$(1) --scratch-path .build-$(1) --filter "^$$suite\."; \
	done
endef

.PHONY: tsan
tsan: deps ## Run every test under ThreadSanitizer, in its own build folder
	$(call SANITIZE,thread)

.PHONY: asan
asan: export ASAN_OPTIONS := detect_leaks=1
asan: export LSAN_OPTIONS := print_suppressions=0:suppressions=$(LEAKS_OF_LIBRARIES)
asan: deps ## Run every test under AddressSanitizer and look for leaks, in its own build folder
	$(call SANITIZE,address)

# What is found stays in .fuzz/findings; Tests/Fuzz/run tells what to do with it.
.PHONY: fuzz
fuzz: deps ## Fuzz what reads bytes from outside, under AddressSanitizer (TARGET=… SECONDS=n)
	CHROMATCH_FUZZ=1 swift build -c release --product chromatch-fuzz $(WALLS) \
		--sanitize=fuzzer -Xswiftc -sanitize=fuzzer,address --scratch-path .build-fuzz
	@for target in $(TARGET); do Tests/Fuzz/run "$$target" $(SECONDS); done

.PHONY: conformance
conformance: deps ## Run an independent WebSocket suite against the echo, over ws and wss (CASES=…)
	$(RELEASE) --product chromatch-bench
	@python=$$(deploy/install-peers); \
	exec nice "$$python" Tests/Conformance/run.py $(BENCH) .build-conformance $(CASES)

# It plays two matches against bots, so it takes three minutes, and no two pictures are alike.
PICTURES := clients/terminal/Pictures

.PHONY: picture
picture: deps ## Play in a terminal and in browsers of its own and take the pictures of README.md
	@deploy/install-build-dependencies tests
	$(RELEASE) --product chromatch
	$(RELEASE) --product chromatchd
	@python=$$(deploy/install-python $(PICTURES)/requirements.txt .build-pictures); \
	exec nice "$$python" $(PICTURES)/take.py $(GAME) $(PICTURES)
	@python=$$(deploy/install-browser); export PYTHONPATH=Tests/Browser; \
	exec nice "$$python" $(PICTURES)/take_browser.py $(dir $(GAME)) $(PICTURES)

.PHONY: latency
latency: deps ## Measure how long a key takes to be seen, in release mode
	$(RELEASE) --product chromatch
	@python=$$(deploy/install-python Tests/Latency/requirements.txt .build-latency); \
	exec "$$python" Tests/Latency/run.py $(GAME)

.PHONY: bench
bench: deps ## Measure a server in release mode (ARGS=…)
	$(RELEASE) --product chromatchd
	$(RELEASE) --product chromatch-bench
	$(BENCH) $(ARGS)

.PHONY: growth
growth: deps ## Measure a server as it holds more and more, and draw that (ARGS=…)
	$(RELEASE) --product chromatchd
	$(RELEASE) --product chromatch-bench
	$(BENCH) growth --pictures clients/bench/Pictures $(ARGS)

.PHONY: peers
peers: deps ## Measure a server beside other people's, in Python and Go (ARGS=…)
	$(RELEASE) --product chromatchd
	$(RELEASE) --product chromatch-bench
	@python=$$(deploy/install-python clients/bench/peers/requirements.txt .build-compare); \
	nats=$$(deploy/install-nats); exec $(BENCH) peers --python "$$python" --nats "$$nats" $(ARGS)

.PHONY: clean
clean: ## Remove everything that building made
	rm -rf .build .build-*
