// Clients that others wrote, with libraries that others wrote: each plays a whole match over a
// WebSocket, plain and in TLS, and works out for itself that it was fair. They are programs in
// Tests/Peers, and deploy/install-peers installs their libraries when they are missing.

import Foundation
import Glibc
import Net
import Testing

@Stage
@Suite("Peers")
struct PeerTests {
  @Test("two libraries of other people's play a fair match each, over ws and wss, at the same time")
  func play() throws {
    let python = try python()
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let certificate = folder.appending(path: "certificate.pem").path
    let key = folder.appending(path: "key.pem").path
    let made = try SelfSignedCertificate(hosts: ["localhost", "127.0.0.1"])
    try Data(made.certificatePEM).write(to: URL(filePath: certificate))
    try Data(made.keyPEM).write(to: URL(filePath: key))
    chmod(key, 0o600)

    let house = try House(["--tls-cert", certificate, "--tls-key", key])
    let script = root.appending(path: "Tests/Peers/play.py").path
    let plain = ["ws://\(house.address)/play"]
    let secure = ["wss://\(house.address)/play", "--trust", certificate]
    let runs = try [plain, secure]
      .flatMap { way in
        try ["websockets", "websocket-client"].map { try run([python, script, $0] + way) }
      }
    let all: [any Listener] = [house.run] + runs
    let scene = { all.compactMap { ($0 as? PlainRun)?.scene }.joined(separator: "\n======\n") }
    try wait(for: "four matches", hearing: all, seconds: 90, scene: scene) {
      runs.allSatisfy { $0.end != nil }
    }
    for run in runs {
      #expect(run.end == .exited(0) && run.text.hasSuffix("fair\n"), "\(run.scene)")
    }
  }

  private let root = URL(filePath: #filePath).resolvingSymlinksInPath()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Runs a program by its path.
  private func run(_ words: [String]) throws -> PlainRun {
    try PlainRun(.shell, ["-c", "exec \"$@\"", "sh"] + words)
  }

  /// A Python that has the libraries.
  private func python() throws -> String {
    let install = try run([root.appending(path: "deploy/install-peers").path])
    // Over a slow network the first time takes its time.
    try wait(for: "the libraries", hearing: [install], seconds: 300, scene: { install.scene }) {
      install.end != nil
    }
    try #require(install.end == .exited(0), "\(install.errors)")
    return String(install.text.dropLast())
  }
}
