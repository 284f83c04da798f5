// A server that is given another certificate and other pages while it runs: whoever is connected
// stays, whoever comes next gets the new ones, and what is broken changes nothing.

import Foundation
import Glibc
import Net
import Testing

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

  @Test("a new certificate is taken within seconds, and nobody is dropped for it")
  func certificate() throws {
    let old = house.fingerprint
    let first = try visitor()
    #expect(first.text.contains("pinned: \(old)\n"))
    try ReloadTests.replace(in: files)
    try wait(for: "the reload", hearing: [house.run, first], scene: { house.run.scene }) {
      fingerprints.count == 2
    }
    let new = try #require(fingerprints.last)
    #expect(new != old)
    let second = try visitor()
    #expect(second.text.contains("pinned: \(new)\n"))
    first.type("rooms")
    try wait(for: "an answer", hearing: [house.run, first], scene: { first.scene }) {
      first.text.split(separator: "\n").count { $0.contains("room is open") } == 2
    }
    #expect(!first.text.contains("lost") && first.errors.isEmpty)
  }

  @Test(
    "files that cannot be used are told and change nothing",
    arguments: ["", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"])
  func broken(_ text: String) throws {
    let old = house.fingerprint
    let first = try visitor()
    try ReloadTests.write(text, to: "certificate.pem", in: files)
    try wait(for: "the log", hearing: [house.run, first], scene: { house.run.scene }) {
      house.run.errors.contains("not reloaded")
    }
    let second = try visitor()
    #expect(second.text.contains("pinned: \(old)\n"))
    #expect(!first.text.contains("lost") && first.errors.isEmpty)
    // What is repaired is taken.
    try ReloadTests.replace(in: files)
    try wait(for: "the reload", hearing: [house.run, first, second], scene: { house.run.scene }) {
      fingerprints.count == 2
    }
  }

  @Test("SIGHUP has the pages read again, and whoever is connected stays")
  func pages() throws {
    let guest = try Caller(port: house.port)
    guest.say("HELLO v=1 name=Ada")
    #expect(try page().hasSuffix("<p>old</p>"))
    try ReloadTests.write("<p>new</p>", to: "web/index.html", in: files)
    #expect(try page().hasSuffix("<p>old</p>"))
    kill(house.run.process, SIGHUP)
    try wait(for: "the reload", hearing: [house.run], scene: { house.run.scene }) {
      fingerprints.count == 2
    }
    #expect(try page().hasSuffix("<p>new</p>"))
    guest.say("PING t=1")
    try wait(for: "an answer", hearing: [house.run, guest]) { guest.heard("PONG") }
  }

  /// The fingerprints in the server's log, the first from its start, one more for each reload.
  private var fingerprints: [String] {
    let name = "certificate=SHA256:"
    return house.run.errors.split { $0.isWhitespace }.filter { $0.hasPrefix(name) }
      .map { String($0.dropFirst("certificate=".count)) }
  }

  /// Somebody who knows no server yet, and is told that no room is open here.
  private func visitor() throws -> PlainRun {
    let home = try Scratch()
    let run = try PlainRun(
      .client, ["play", "tls://\(house.address)", "--plain"], isTypedTo: true,
      environment: home.environment)
    try wait(for: "a greeting", hearing: [house.run, run], scene: { run.scene }) {
      run.text.contains("room is open")
    }
    return run
  }

  private func page() throws -> String {
    let browser = try Caller(port: house.port)
    browser.say("GET / HTTP/1.0\r\n\r")
    try wait(for: "a page", hearing: [house.run, browser], scene: { browser.text }) {
      browser.isHungUpOn
    }
    return browser.text
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
