// A server that is given another certificate and other pages while it runs: everybody who is
// connected stays, the next gets the new ones, and what is broken changes nothing.

import Foundation
import Glibc
import Net
import Testing

@testable import TestSupport

@Stage
@Suite("Reloading")
struct ReloadTests {
  private let files: Scratch
  private let house: House

  init() throws {
    files = try Scratch()
    try ReloadTests.replace(in: files)
    try FileManager.default.createDirectory(
      atPath: "\(files.path)/web", withIntermediateDirectories: false)
    try ReloadTests.write("<p>old</p>", to: "web/index.html", in: files)
    house = try House([
      "--tls-cert", "\(files.path)/certificate.pem", "--tls-key", "\(files.path)/key.pem",
      "--web", "\(files.path)/web",
    ])
  }

  @Test("a new certificate and new pages are taken, a broken one is told; nobody is dropped")
  func taken() throws {
    let old = house.fingerprint
    let first = try visitor()
    expect(first.text, contains: "pinned: \(old)\n")
    let broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
    try ReloadTests.write(broken, to: "certificate.pem", in: files)
    try house.run.logged("not reloaded", hearing: [first])
    try expect(visitor().text, contains: "pinned: \(old)\n")
    // What is repaired is taken.
    try ReloadTests.replace(in: files)
    try wait(for: "the reload", hearing: [house.run, first]) { fingerprints.count == 2 }
    let new = try require(fingerprints.last)
    expect(new, differsFrom: old)
    try expect(visitor().text, contains: "pinned: \(new)\n")
    first.type("rooms")
    try wait(for: "an answer", hearing: [house.run, first]) {
      first.text.split(separator: "\n").count { $0.contains("room is open") } == 2
    }
    expect(!first.text.contains("lost") && first.errors.isEmpty)
    // Pages are read again on SIGHUP.
    try ReloadTests.write("<p>new</p>", to: "web/index.html", in: files)
    try expect(Caller.page("/", port: house.port).hasSuffix("<p>old</p>"))
    let before = fingerprints.count
    kill(house.run.process, SIGHUP)
    try wait(for: "the reload", hearing: [house.run, first]) { fingerprints.count > before }
    try expect(Caller.page("/", port: house.port).hasSuffix("<p>new</p>"))
  }

  /// The fingerprints in the server's log, the first from its start, one more for each reload.
  private var fingerprints: [String] {
    house.run.errors.split { $0.isWhitespace }.filter { $0.hasPrefix("certificate=SHA256:") }
      .map { String($0.dropFirst("certificate=".count)) }
  }

  /// Somebody who knows no server yet, and is told that no room is open here.
  private func visitor() throws -> PlainRun {
    let home = try Scratch()
    let run = try PlainRun(
      .client, ["play", "tls://\(house.address)", "--plain"], isTypedTo: true,
      environment: home.environment)
    try run.said("room is open", hearing: [house.run])
    return run
  }

  /// Makes a new certificate with its key, and puts both where the old ones were.
  private static func replace(in files: Scratch) throws {
    let made = try SelfSignedCertificate(hosts: ["127.0.0.1"])
    try write(String(decoding: made.keyPEM, as: UTF8.self), to: "key.pem", in: files)
    try write(
      String(decoding: made.certificatePEM, as: UTF8.self), to: "certificate.pem", in: files)
  }

  /// Puts a file in its place whole, with the permissions that a key has to have.
  private static func write(_ text: String, to file: String, in files: Scratch) throws {
    let place = "\(files.path)/\(file)"
    try text.write(toFile: "\(place).new", atomically: false, encoding: .utf8)
    chmod("\(place).new", 0o600)
    rename("\(place).new", place)
  }
}
