// swift-tools-version: 6.2
// A bot in Swift, as somebody else's package: it has chromatch's libraries, and hashes of OpenSSL.

import PackageDescription

let package = Package(
  name: "swift-bot",
  dependencies: [.package(name: "chromatch", path: "../../..")],
  targets: [
    .systemLibrary(name: "CCrypto", providers: [.apt(["libssl-dev"])]),
    .executableTarget(
      name: "swift-bot",
      dependencies: [
        "CCrypto", .product(name: "ChromatchCore", package: "chromatch"),
        .product(name: "ChromatchWire", package: "chromatch"),
        .product(name: "ChromatchClient", package: "chromatch"),
      ]),
  ]
)
