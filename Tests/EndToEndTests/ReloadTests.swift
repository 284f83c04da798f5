// A server that is given another certificate and other pages while it runs: everybody who is
// connected stays, the next gets the new ones, and what is broken changes nothing.

import Foundation
import Glibc
import Net
import TestSupport
import Testing

@testable import ProgramSupport

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

  @Test("a new certificate is taken, a broken one is told and changes nothing; nobody is dropped")
  func certificate() throws {
    let old = house.fingerprint
    let first = try visitor()
    expect(first.text, contains: "pinned: \(old)\n")
    let broken = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
    try ReloadTests.write(broken, to: "certificate.pem", in: files)
    try house.run.logged("not reloaded", hearing: [first])
    try expect(visitor().text, contains: "pinned: \(old)\n")
    // What is repaired is taken.
    try ReloadTests.replace(in: files)
    try reloaded(hearing: [first])
    let new = try require(fingerprints.last)
    expect(new, differsFrom: old)
    try expect(visitor().text, contains: "pinned: \(new)\n")
    first.type("rooms")
    try wait(for: "an answer", hearing: [house.run, first]) {
      first.text.split(separator: "\n").count { $0.contains("room is open") } == 2
    }
    expect(!first.text.contains("lost") && first.errors.isEmpty)
  }

  @Test("SIGHUP has the pages read again, and everybody who is connected stays")
  func pages() throws {
    let guest = try Caller(port: house.port)
    guest.say("HELLO v=1 name=Ada")
    try ReloadTests.write("<p>new</p>", to: "web/index.html", in: files)
    try expect(Caller.page("/", port: house.port).hasSuffix("<p>old</p>"))
    kill(house.run.process, SIGHUP)
    try reloaded(hearing: [guest])
    try expect(Caller.page("/", port: house.port).hasSuffix("<p>new</p>"))
    guest.say("PING t=1")
    try wait(for: "an answer", hearing: [house.run, guest]) { guest.heard("PONG") }
  }

  private func reloaded(hearing others: [any Listener]) throws {
    try wait(for: "the reload", hearing: others + [house.run]) { fingerprints.count == 2 }
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
