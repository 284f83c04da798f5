// swift-tools-version: 6.2
// chromatch: one package for the game's core, its server, its clients and their tests. The order is
// the house's: pure targets, edges, programs, tests. A target exists only to keep an import out.

import PackageDescription

let house: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
  // Inline across modules: hot calls cross targets, which are walls for imports alone.
  .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)),
  // Release builds do not look for overlapping accesses: that was 4,400 of the 29,400 instructions
  // of a move. Tests, the simulation and the sanitizers, which run in debug, do.
  .unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release)),
]

/// Of programs: the loader binds everything at once and then makes the tables of it read-only, so
/// that nothing can be put into them later.
let hardened: [LinkerSetting] = [
  .unsafeFlags(["-Xlinker", "-z", "-Xlinker", "relro", "-Xlinker", "-z", "-Xlinker", "now"])
]

/// Targets that only the trait `Cluster` needs.
func whereClustered(_ names: [String]) -> [Target.Dependency] {
  names.map { .target(name: $0, condition: .when(traits: ["Cluster"])) }
}

let arguments = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let deque = Target.Dependency.product(name: "DequeModule", package: "swift-collections")
let heap = Target.Dependency.product(name: "HeapModule", package: "swift-collections")
let histogram = Target.Dependency.product(name: "Histogram", package: "hdrhistogram-swift")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

let package = Package(
  name: "chromatch",
  products: [
    .executable(name: "chromatchd", targets: ["chromatchd"]),
    .executable(name: "chromatch", targets: ["chromatch"]),
    .executable(name: "chromatch-bench", targets: ["chromatch-bench"]),
    .library(name: "ChromatchCore", targets: ["Chroma", "Game"]),
    .library(name: "ChromatchWire", targets: ["Wire"]),
    .library(name: "ChromatchClient", targets: ["ClientCore"]),
  ],
  traits: [
    .trait(name: "Cluster", description: "Several machines that play one game, with etcd and NATS")
  ],
  // Exact, since no Package.resolved is kept: a commit is built with what it was tested with, and
  // whoever wants a newer version makes that a commit.
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
    .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
    .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", exact: "0.2.0"),
  ],
  targets: [
    // Pure: no socket, no clock, no randomness, no log.
    .target(name: "Chroma"),
    .target(name: "Game", dependencies: ["Chroma"]),
    .target(name: "Wire", dependencies: ["Chroma", "Game"], path: "protocol/swift"),
    .target(name: "Framing"),
    .target(name: "Measures"),
    .target(
      name: "Archive", dependencies: ["Chroma", "Game", "Wire", "Framing"],
      exclude: ["README.md"]),
    .target(
      name: "Rooms", dependencies: ["Chroma", "Game", "Wire", "Archive", "Framing", deque, heap]),
    .target(
      name: "Cluster", dependencies: ["Rooms", "Archive", "Game", "Wire", "Framing", "Measures"],
      exclude: ["README.md"]),
    .target(
      name: "ClientCore", dependencies: ["Chroma", "Game", "Wire", "Archive"],
      path: "clients/terminal/Core", exclude: ["Words/english.tsv"],
      resources: [.embedInCode("Words/german.tsv")]),
    .target(
      name: "TerminalUI", dependencies: ["ClientCore", "Chroma", "Game", "Wire", "Archive"],
      path: "clients/terminal/UI"),

    // Edges: the only ones that touch the system.
    // The kernel, SQLite, zlib and DNS-SD: modules CLinux, CSQLite, CZlib and CDNSSD.
    .systemLibrary(name: "CSystem", providers: [.apt(["libsqlite3-dev", "zlib1g-dev"])]),
    .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
    .target(name: "Net", dependencies: ["Framing", "COpenSSL", "CSystem", heap]),
    // etcd by libcurl, NATS by libnats: CCurl and CNats, headers whose libraries are loaded at run
    // time. Without the trait an empty module, which needs no header.
    .systemLibrary(name: "CEngines"),
    .target(
      name: "Engines",
      dependencies: ["Cluster", "Rooms", "Net", "CSystem"] + whereClustered(["CEngines"])),
    .target(name: "Discovery", dependencies: ["Wire", "Framing", "Net", "CSystem"]),
    .target(name: "ArchiveSQLite", dependencies: ["Archive", "Game", "Wire", "CSystem", "Net"]),
    .target(
      name: "Server",
      dependencies: [
        "Rooms", "Cluster", "Archive", "ArchiveSQLite", "Wire", "Game", "Framing", "Measures",
        "Net", "CSystem", deque, logging,
      ]),

    // Programs: they compose.
    .executableTarget(
      name: "chromatchd",
      dependencies: [
        "Server", "Cluster", "Archive", "ArchiveSQLite", "Wire", "Net", "Rooms", "Game",
        "Framing", "Discovery", arguments, logging,
      ] + whereClustered(["Engines"])),
    .executableTarget(
      name: "chromatch",
      dependencies: [
        "TerminalUI", "ClientCore", "Server", "Net", "Framing", "Archive", "Wire", "Game",
        "Chroma", "CSystem", "Discovery", arguments,
      ],
      path: "clients/terminal/App"),
    .target(
      name: "CBenchFloor", dependencies: ["COpenSSL"], path: "clients/bench/Floor",
      cSettings: [.treatAllWarnings(as: .error)], linkerSettings: [.linkedLibrary("ssl")]),
    .executableTarget(
      name: "chromatch-bench",
      dependencies: [
        "CBenchFloor", "Net", "Framing", "Wire", "Game", "Chroma", "Archive", "ArchiveSQLite",
        "Server", arguments, histogram,
      ],
      path: "clients/bench", exclude: ["Floor", "Pictures", "RESULTS.md", "peers"]),

    // Tests, a program that they start, and what they share.
    .testTarget(
      name: "GameTests", dependencies: ["Game", "Chroma", "Wire", "Net", "TestSupport"],
      exclude: ["Golden", "Ledgers"]),
    .target(
      name: "Fuzz", dependencies: ["Framing", "Wire", "Game"], path: "Tests/Fuzz",
      exclude: ["Corpus", "Dictionaries", "run"]),
    .testTarget(
      name: "WireTests",
      dependencies: ["Wire", "Chroma", "Game", "Framing", "Fuzz", "TestSupport"],
      exclude: ["Framing/Fixtures"]),
    .testTarget(
      name: "ArchiveTests",
      dependencies: [
        "Archive", "ArchiveSQLite", "test-program", "chromatchd", "Chroma", "Game", "Framing",
        "Net", "TestSupport", "Wire",
      ]),
    .executableTarget(
      name: "test-program",
      dependencies: ["Archive", "ArchiveSQLite", "Game", "Net"], path: "Tests/TestProgram"),
    .testTarget(
      name: "RoomsTests",
      dependencies: [
        "Cluster", "Rooms", "Archive", "Chroma", "Game", "Wire", "Framing", "TestSupport",
        "TranscriptSupport",
      ],
      exclude: ["Golden"]),
    .testTarget(
      name: "SimulationTests",
      dependencies: [
        "Cluster", "Rooms", "Archive", "Chroma", "Game", "Wire", "Framing", "TestSupport",
        "TranscriptSupport",
      ]),
    .testTarget(
      name: "TerminalUITests",
      dependencies: [
        "TerminalUI", "ClientCore", "Chroma", "Game", "Wire", "Rooms", "Net", "TestSupport",
      ],
      exclude: ["Plain/Golden", "Screens/Golden"]),
    .testTarget(name: "NetTests", dependencies: ["Net", "Framing", "COpenSSL", "TestSupport"]),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "Server", "Cluster", "Measures", "Rooms", "Archive", "ArchiveSQLite", "Game", "Wire",
        "Framing", "Net", "TestSupport", "TranscriptSupport", logging,
      ]),
    .testTarget(
      name: "ProgramTests",
      dependencies: [
        "chromatch", "chromatchd", "ClientCore", "Net", "Server", "TerminalUI",
        "TestSupport", "Wire",
      ]),
    .testTarget(
      name: "TidyTests", dependencies: ["TestSupport"],
      exclude: ["words.tsv", "exceptions.tsv"]),
    .target(
      name: "TestSupport", dependencies: ["CSystem", "Net"], path: "Tests/TestSupport",
      exclude: ["Faults/faults.c"]),
    .target(
      name: "TranscriptSupport",
      dependencies: [
        "Cluster", "Rooms", "Archive", "Chroma", "Game", "Wire", "Framing", "Net", "TestSupport",
      ],
      path: "Tests/TranscriptSupport"),
  ],
  swiftLanguageModes: [.v6]
)

// Tests that take long or want other programs. `make test-all` runs them.
if Context.environment["CHROMATCH_ALL"] != nil {
  package.targets += [
    .testTarget(
      name: "ClusterTests",
      dependencies: [
        "Engines", "Cluster", "Rooms", "Game", "Wire", "Net", "TestSupport", "TranscriptSupport",
        "chromatchd",
      ]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "chromatch", "chromatchd", "chromatch-bench", "ClientCore", "Game", "Net", "Server",
        "TerminalUI", "TestSupport", "Wire",
      ],
      exclude: ["saved-match.txt"]),
  ]
}

// libFuzzer brings a main of its own, so this program links only the way `Tests/one fuzz` builds
// it.
if Context.environment["CHROMATCH_FUZZ"] != nil {
  package.targets.append(
    .executableTarget(
      name: "chromatch-fuzz", dependencies: ["Fuzz"], path: "Tests/FuzzProgram",
      swiftSettings: [.unsafeFlags(["-parse-as-library"])]))
}

// What a move costs is counted where it is optimized as in a server: `Tests/costs` builds this.
if Context.environment["CHROMATCH_COSTS"] != nil {
  package.targets.append(
    .executableTarget(
      name: "cost-program", dependencies: ["Framing", "Game", "Rooms", "Wire"],
      path: "Tests/CostProgram"))
}

/// The Swift targets of this package that a target reaches.
@MainActor func reached(from target: Target) -> Set<String> {
  var found: Set<String> = []
  var next = [target]
  while let one = next.popLast() {
    for case .byNameItem(let name, _) in one.dependencies where !found.contains(name) {
      guard let below = package.targets.first(where: { $0.name == name && $0.type == .regular })
      else { continue }
      found.insert(name)
      next.append(below)
    }
  }
  return found
}

// SwiftPM compiles a target again when a module that its line names has changed, and not when one
// further down has: a program once had two sizes of one type and was wrong without a word. So lines
// name all they reach, and a target may import all it reaches.
for target in package.targets where target.type != .system {
  target.dependencies += reached(from: target).sorted()
    .filter { name in
      !target.dependencies.contains { if case .byNameItem(name, _) = $0 { true } else { false } }
    }
    .map { .byName(name: $0) }
  target.swiftSettings = (target.swiftSettings ?? []) + house
  if target.type == .executable {
    target.linkerSettings = (target.linkerSettings ?? []) + hardened
  }
}

// A debug build is for tests and for `make play`. Tests simulate thousands of matches, so the way
// of a move is optimized there; assertions stay. A single game only needs fast colors. Optimizing
// every pure target took 230 s of CPU more than it saved.
let optimized: Set =
  Context.environment["CHROMATCH_PLAY"] != nil
  ? ["Chroma"]
  : ["Chroma", "Game", "Wire", "Framing", "Archive", "Rooms", "Cluster"]
for target in package.targets where optimized.contains(target.name) {
  target.swiftSettings?
    .append(
      .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug)))
}

// For another package this one is its libraries: they need no package, so none is fetched for them,
// and no exact version is in the way of what the other needs. SwiftPM reads a dependency's manifest
// at the root of its repository to choose a version, and in a folder `checkouts` to build it. `make
// docs` wants no more than that, and the plugin.
let isForDocs = Context.environment["CHROMATCH_DOCS"] != nil
let place = Context.packageDirectory.split(separator: "/")
if isForDocs || place.isEmpty || place.dropLast().last == "checkouts" {
  package.products.removeAll { !($0 is Product.Library) }
  let shown = package.products.compactMap { $0 as? Product.Library }.flatMap(\.targets)
  let wanted = package.targets.filter { shown.contains($0.name) }
    .reduce(into: Set(shown)) { $0.formUnion(reached(from: $1)) }
  package.targets.removeAll { !wanted.contains($0.name) }
  package.dependencies =
    isForDocs
    ? [.package(url: "https://github.com/swiftlang/swift-docc-plugin", exact: "1.5.0")] : []
}
