// swift-tools-version: 6.2
// chromatch: one package for the game's core, its server, its clients and their tests. The order is
// the house's: pure targets, edges, programs, tests. A target exists only to keep an import out.

import PackageDescription

let house: [SwiftSetting] = [
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
]

let arguments = Target.Dependency.product(
  name: "ArgumentParser", package: "swift-argument-parser")
let heap = Target.Dependency.product(name: "HeapModule", package: "swift-collections")
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")

let package = Package(
  name: "chromatch",
  products: [
    .executable(name: "chromatchd", targets: ["chromatchd"])
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
  ],
  targets: [
    // Pure: no socket, no clock, no randomness, no log.
    .target(name: "Chroma"),
    .target(name: "Game", dependencies: ["Chroma"]),
    .target(name: "Wire", dependencies: ["Chroma", "Game"], path: "protocol/swift"),
    .target(name: "Framing"),
    .target(name: "Rooms", dependencies: ["Chroma", "Game", "Wire", heap]),

    // Edges: the only ones that touch the system.
    .systemLibrary(name: "CLinux"),
    .systemLibrary(name: "COpenSSL", pkgConfig: "openssl", providers: [.apt(["libssl-dev"])]),
    .target(name: "Net", dependencies: ["Framing", "COpenSSL", "CLinux"]),
    .target(
      name: "Server", dependencies: ["Rooms", "Wire", "Game", "Framing", "Net", logging]),

    // Programs: they compose.
    .executableTarget(
      name: "chromatchd", dependencies: ["Server", "Net", "Rooms", arguments, logging]),

    // Tests: one for each target, and those of the whole.
    .testTarget(name: "ChromaTests", dependencies: ["Chroma"]),
    .testTarget(
      name: "GameTests", dependencies: ["Game", "Chroma", "Wire", "Net"], exclude: ["Golden"]),
    .testTarget(name: "WireTests", dependencies: ["Wire", "Chroma", "Game"]),
    .testTarget(name: "FramingTests", dependencies: ["Framing"]),
    .testTarget(
      name: "RoomsTests",
      dependencies: ["Rooms", "Chroma", "Game", "Wire", "TranscriptSupport"],
      exclude: ["Golden"]),
    .testTarget(name: "NetTests", dependencies: ["Net", "Framing"]),
    .testTarget(
      name: "ServerTests", dependencies: ["Server", "Rooms", "Net", "TranscriptSupport", logging]),
    .testTarget(
      name: "TidyTests", exclude: ["imports.tsv", "words.tsv", "exceptions.tsv"]),
    .target(
      name: "TranscriptSupport",
      dependencies: ["Rooms", "Chroma", "Game", "Wire", "Framing", "Net"],
      path: "Tests/TranscriptSupport"),
  ],
  swiftLanguageModes: [.v6]
)

for target in package.targets where target.type != .system {
  target.swiftSettings = (target.swiftSettings ?? []) + house
}
