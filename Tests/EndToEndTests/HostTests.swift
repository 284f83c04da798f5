// `chromatch host`, end to end: what it tells others to type, and that they get in with it, over
// TLS and without.

import Testing

@testable import TestSupport

@Stage
@Suite("A host")
struct HostTests {
  private let home: Scratch

  init() throws { home = try Scratch() }

  private static let here = ["host", "--bind", "127.0.0.1", "--port", "0", "--rounds", "1"]

  /// A host in lines, and what it tells others to type: the verb, and the address with its room.
  private func host(_ options: [String] = []) throws -> (PlainRun, command: [String]) {
    let run = try PlainRun(
      .client, HostTests.here + ["--plain"] + options, isTypedTo: true,
      environment: home.environment)
    try run.said("chromatch join ")
    let line = run.text.split(separator: "\n").first { $0.contains("chromatch join ") }
    let words = line?.split(separator: " ").suffix(2).map(String.init) ?? []
    try require(words.count == 2)
    return (run, words)
  }

  /// The host, the room and the fingerprint of an invitation.
  private func parts(_ invitation: String) -> (place: String, room: String, pin: String) {
    let text = invitation.split(separator: "/").suffix(2).map(String.init)
    let rest = text[1].split(separator: "#").map(String.init)
    return (text[0], rest[0], rest.count > 1 ? rest[1] : "")
  }

  /// Lets a guest in with the host's own words, and ends.
  private func receive(_ command: [String], at host: PlainRun) throws -> PlainRun {
    let guest = try PlainRun(
      .client, command + ["--name", "Bea", "--plain"], isTypedTo: true,
      environment: home.environment)
    try host.said("Bea", hearing: [guest])
    host.type("quit")
    try expect(host.ended(hearing: [guest]), equals: .exited(0))
    try guest.said("lost")
    return guest
  }

  @Test("a host tells others an address with its fingerprint, the same every time; they can join")
  func sealed() throws {
    let (run, command) = try host()
    expect(command[1].hasPrefix("chromatch://127.0.0.1:"))
    let pin = parts(command[1]).pin
    expect(pin.hasPrefix("SHA256:"))
    _ = try receive(command, at: run)
    // What the address said is pinned.
    try expect(require(home.text(of: home.knownServers)), contains: pin)
    let (again, later) = try host()
    expect(parts(later[1]).pin, equals: pin)
    let bare = later[1].split(separator: "#").first.map(String.init) ?? ""
    let guest = try receive([later[0], bare], at: again)
    expect(guest.text, contains: "pinned: \(pin)\n")
  }

  @Test("a host takes plain TCP on the same port, shows browsers its page, and says where")
  func both() throws {
    for options in [[], ["--no-tls"]] {
      let (run, command) = try host(options)
      let (place, room, pin) = parts(command[1])
      expect(pin.isEmpty, equals: !options.isEmpty)
      let words = options.isEmpty ? "or in a browser, unencrypted" : "or in a browser"
      try run.said("\(words): http://\(place)/#\(room)\n")
      let page = try Caller.page("/", port: UInt16(place.split(separator: ":").last ?? ""))
      expect(page.hasPrefix("HTTP/1.1 200 OK") && page.contains("chromatch</title>"), "\(page)")
      _ = try receive([command[0], place, room], at: run)
    }
  }

  @Test("a player alone keeps what happens without being told to, and invites nobody")
  func alone() throws {
    let log = "\(home.path)/log"
    for expected in ["address=127.0.0.1:", "rooms restored"] {
      let run = try PlainRun(
        .client, ["play", "--plain", "--server-log", log], isTypedTo: true,
        environment: home.environment)
      try wait(for: expected, hearing: [run]) {
        home.text(of: log)?.contains(expected) == true && run.text.contains("room")
      }
      expect(!run.errors.contains("not kept") && !run.text.contains("browser"), "\(run.scene)")
      try run.crash()
    }
  }

  @Test("a host does not start without a place for its certificate")
  func homeless() throws {
    let run = try PlainRun.ended(.client, HostTests.here)
    expect(run.end, equals: .exited(1))
    expect(run.errors.hasSuffix("there is no home directory. --no-tls needs none.\n"))
  }
}
