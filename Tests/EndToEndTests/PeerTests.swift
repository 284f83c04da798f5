// Clients that others wrote, with libraries that others wrote: each plays a whole match over a
// WebSocket, plain and in TLS, and works out for itself that it was fair. They are programs in
// Tests/Peers, and deploy/install installs their libraries when they are missing.

import Foundation
import Glibc
import Net
import Testing

@testable import TestSupport

@Stage
@Suite("Peers")
struct PeerTests {
  @Test("two libraries of other people's play a fair match each, over ws and wss, at the same time")
  func play() throws {
    let python = try python()
    let folder = try Scratch()
    let certificate = "\(folder.path)/certificate.pem"
    let key = "\(folder.path)/key.pem"
    let made = try SelfSignedCertificate(hosts: ["localhost", "127.0.0.1"])
    try Data(made.certificatePEM).write(to: URL(filePath: certificate))
    try Data(made.keyPEM).write(to: URL(filePath: key))
    chmod(key, 0o600)

    let house = try House(["--tls-cert", certificate, "--tls-key", key])
    let script = treeFolder.appending(path: "Tests/Peers/play.py").path
    let plain = ["ws://\(house.address)/play"]
    let secure = ["wss://\(house.address)/play", "--trust", certificate]
    let runs = try [plain, secure]
      .flatMap { way in
        try ["websockets", "websocket-client"].map { try run([python, script, $0] + way) }
      }
    for run in runs {
      try run.ended(hearing: [house.run] + runs)
      expect(run.end == .exited(0) && run.text.hasSuffix("fair\n"), "\(run.scene)")
    }
  }

  /// Runs a program by its path.
  private func run(_ words: [String]) throws -> PlainRun {
    try PlainRun(.shell, ["-c", "exec \"$@\"", "sh"] + words)
  }

  /// A Python that has the libraries.
  private func python() throws -> String {
    let install = try run([treeFolder.appending(path: "deploy/install").path, "peers"])
    try install.ended()
    try require(install.end == .exited(0), "\(install.errors)")
    return String(install.text.dropLast())
  }
}
