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
    .target(name: "Ratings"),
    .target(name: "Chroma"),
    .target(name: "Game", dependencies: ["Chroma"]),
    .target(name: "Identity", dependencies: ["Game"]),
    .target(
      name: "Wire", dependencies: ["Chroma", "Game", "Identity"], path: "protocol/swift"),
    .target(name: "Framing"),
    .target(name: "Measures"),
    .target(name: "Records", dependencies: ["Game", "Identity", "Wire", "Framing"]),
    .target(
      name: "Archive",
      dependencies: ["Ratings", "Chroma", "Game", "Identity", "Wire", "Records"],
      exclude: ["README.md"]),
    .target(
      name: "Rooms",
      dependencies: ["Chroma", "Game", "Identity", "Wire", "Records", deque, heap]),
    .target(
      name: "Driving",
      dependencies: ["Rooms", "Records", "Game", "Identity", "Wire", "Framing"]),
    .target(
      name: "Cluster",
      dependencies: [
        "Driving", "Rooms", "Records", "Game", "Identity", "Wire", "Framing", "Measures",
      ],
      exclude: ["README.md"]),
    .target(name: "Nearby", dependencies: ["Game", "Wire"]),
    .target(
      name: "ClientCore", dependencies: ["Chroma", "Game", "Identity", "Wire", "Records"],
      path: "clients/terminal/Core", exclude: ["Words/english.tsv"],
      resources: [.embedInCode("Words/german.tsv")]),
    .target(
      name: "TerminalUI",
      dependencies: ["ClientCore", "Chroma", "Game", "Identity", "Wire", "Records", "Nearby"],
      path: "clients/terminal/UI"),

    // Edges: the only ones that touch the system.
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "CDNSSD"),
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .systemLibrary(
      name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
    .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
    .target(name: "Net", dependencies: ["Framing", "COpenSSL", "CLinux", heap]),
    // Without the trait an empty module, which needs no library and has pkg-config look for none.
    .systemLibrary(name: "CCurl"),
    .target(
      name: "StoreEtcd",
      dependencies: ["Cluster", "Rooms", "Net", "CLinux"] + whereClustered(["CCurl"])),
    .systemLibrary(name: "CNats"),
    .target(name: "BusNATS", dependencies: ["Net"] + whereClustered(["CNats"])),
    .target(name: "Discovery", dependencies: ["Nearby", "Framing", "Net", "CDNSSD"]),
    .target(
      name: "ArchiveSQLite",
      dependencies: ["Archive", "Ratings", "Game", "Identity", "CSQLite", "CZlib", "Net"]),
    .target(
      name: "Server",
      dependencies: [
        "Driving", "Rooms", "Cluster", "Archive", "ArchiveSQLite", "Records", "Wire", "Game",
        "Identity", "Framing", "Measures", "Net", "CZlib", deque, logging,
      ]),

    // Programs: they compose.
    .executableTarget(
      name: "chromatchd",
      dependencies: [
        "Server", "Cluster", "Archive", "ArchiveSQLite", "Records", "Wire", "Net", "Rooms",
        "Game", "Identity", "Framing", "Discovery", "Nearby", arguments, logging,
      ] + whereClustered(["BusNATS", "StoreEtcd"])),
    .executableTarget(
      name: "chromatch",
      dependencies: [
        "TerminalUI", "ClientCore", "Server", "Net", "Framing", "Records", "Wire", "Identity",
        "Game", "Chroma", "CLinux", "Discovery", "Nearby", arguments,
      ],
      path: "clients/terminal/App"),
    .target(
      name: "CBenchFloor", dependencies: ["COpenSSL"], path: "clients/bench/Floor",
      cSettings: [.treatAllWarnings(as: .error)], linkerSettings: [.linkedLibrary("ssl")]),
    .executableTarget(
      name: "chromatch-bench",
      dependencies: [
        "CBenchFloor", "TerminalUI", "ClientCore", "Net", "Framing", "Wire", "Game", "Chroma",
        "Identity", "Records", "Archive", "ArchiveSQLite", "Server", arguments, histogram,
      ],
      path: "clients/bench", exclude: ["Floor", "Pictures", "RESULTS.md", "peers"]),

    // Tests: one for each target, and those of the whole.
    .testTarget(name: "RatingsTests", dependencies: ["Ratings", "TestSupport"]),
    .testTarget(
      name: "ArchiveTests",
      dependencies: [
        "Archive", "ArchiveSQLite", "archive-program", "chromatchd", "Chroma", "Records", "Ratings",
        "Game", "Identity", "Net", "TestSupport", "Wire",
      ]),
    .executableTarget(
      name: "archive-program",
      dependencies: ["Archive", "ArchiveSQLite", "Game", "Identity", "Net"],
      path: "Tests/ArchiveProgram"),
    .executableTarget(
      name: "cost-program",
      dependencies: ["Driving", "Framing", "Game", "Identity", "Rooms", "Wire"],
      path: "Tests/CostProgram"),
    .testTarget(name: "ChromaTests", dependencies: ["Chroma", "TestSupport"]),
    .testTarget(
      name: "GameTests", dependencies: ["Game", "Chroma", "Wire", "Net", "TestSupport"],
      exclude: ["Golden", "Ledgers"]),
    .testTarget(name: "IdentityTests", dependencies: ["Identity", "Game", "Net", "TestSupport"]),
    .testTarget(
      name: "WireTests", dependencies: ["Wire", "Chroma", "Game", "Identity", "TestSupport"]),
    .target(
      name: "Fuzz", dependencies: ["Framing", "Wire", "Game"], path: "Tests/Fuzz",
      exclude: ["Corpus", "Dictionaries", "run"]),
    .testTarget(
      name: "FramingTests", dependencies: ["Framing", "Fuzz", "TestSupport"],
      exclude: ["Fixtures"]),
    .testTarget(
      name: "RecordsTests",
      dependencies: [
        "Records", "Chroma", "Framing", "Game", "Identity", "Wire", "Net", "TestSupport",
      ]),
    .testTarget(
      name: "RoomsTests",
      dependencies: [
        "Cluster", "Driving", "Rooms", "Records", "Chroma", "Game", "Identity", "Wire",
        "TenureSupport",
        "TestSupport", "TranscriptSupport",
      ],
      exclude: ["Golden"]),
    .testTarget(
      name: "ClusterWireTests",
      dependencies: [
        "Cluster", "Driving", "Rooms", "Game", "Identity", "Wire", "Framing", "TestSupport",
      ]),
    .testTarget(name: "NearbyTests", dependencies: ["Nearby", "Wire", "TestSupport"]),
    .testTarget(
      name: "TerminalUITests",
      dependencies: [
        "TerminalUI", "ClientCore", "Chroma", "Game", "Identity", "Nearby", "Wire", "Rooms", "Net",
        "TestSupport",
      ],
      exclude: ["Plain/Golden", "Replay/saved-match.txt", "Screens/Golden"]),
    .testTarget(name: "NetTests", dependencies: ["Net", "Framing", "COpenSSL", "TestSupport"]),
    .testTarget(
      name: "ServerTests",
      dependencies: [
        "Server", "Cluster", "Driving", "Measures", "Rooms", "Archive", "ArchiveSQLite", "Records",
        "Game",
        "Identity", "Wire", "Framing", "Net", "TenureSupport", "TestSupport", "TranscriptSupport",
        logging,
      ]),
    .testTarget(
      name: "SimulationTests",
      dependencies: [
        "Cluster", "Driving", "Rooms", "Records", "Chroma", "Game", "Identity", "Wire", "Framing",
        "TenureSupport", "TestSupport", "TranscriptSupport",
      ]),
    .testTarget(
      name: "ProgramTests",
      dependencies: [
        "chromatch", "chromatchd", "cost-program", "Nearby", "Net", "ProgramSupport", "Server",
        "TerminalUI", "TestSupport", "Wire",
      ]),
    .target(
      name: "ProgramSupport", dependencies: ["CLinux", "Net", "TestSupport"],
      path: "Tests/ProgramSupport"),
    .testTarget(
      name: "TidyTests", dependencies: ["TestSupport"],
      exclude: ["words.tsv", "exceptions.tsv"]),
    .target(name: "TestSupport", path: "Tests/TestSupport", exclude: ["Faults/faults.c"]),
    .target(
      name: "TenureSupport", dependencies: ["Cluster", "Rooms", "Game", "TestSupport", heap],
      path: "Tests/TenureSupport"),
    .target(
      name: "TranscriptSupport",
      dependencies: [
        "Cluster", "Driving", "Rooms", "Archive", "Records", "Chroma", "Game", "Identity", "Wire",
        "Framing",
        "Net", "TestSupport",
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
        "BusNATS", "StoreEtcd", "Cluster", "Rooms", "Wire", "Net", "TenureSupport",
        "TestSupport", "chromatchd",
      ]),
    .testTarget(
      name: "BenchTests", dependencies: ["chromatch-bench", "Game", "Net", "TestSupport", "Wire"]),
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "chromatch", "chromatchd", "chromatch-bench", "Net", "ProgramSupport", "Server",
        "TerminalUI", "TestSupport",
      ],
      exclude: ["saved-match.txt"]),
    .testTarget(
      name: "ClusterSimulationTests",
      dependencies: [
        "Cluster", "Driving", "Rooms", "Game", "Identity", "Wire", "TenureSupport",
        "TestSupport", "TranscriptSupport",
      ]),
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

// A debug build is for tests and for `make play`. Tests simulate thousands of matches and count
// what a move costs, so the way of a move is optimized there; assertions stay. A single game only
// needs fast colors. Optimizing every pure target took 230 s of CPU more than it saved.
let optimized: Set =
  Context.environment["CHROMATCH_PLAY"] != nil
  ? ["Chroma"]
  : [
    "Chroma", "Game", "Identity", "Wire", "Framing", "Records", "Rooms", "Driving", "Cluster",
    "cost-program",
  ]
for target in package.targets where optimized.contains(target.name) {
  target.swiftSettings?
    .append(
      .unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug)))
}
