// `chromatch host`, end to end: what it tells others to type, and that they get in with it, over
// TLS and without.

import Glibc
import Testing

@Stage
@Suite("A host")
struct HostTests {
  private let home: Scratch

  init() throws { home = try Scratch() }

  private static let here = ["host", "--bind", "127.0.0.1", "--port", "0", "--rounds", "1"]

  /// A host in lines, and what it tells others to type.
  private func host(_ options: [String] = []) throws -> (PlainRun, command: [String]) {
    let run = try PlainRun(
      .client, HostTests.here + ["--plain"] + options, isTypedTo: true,
      environment: home.environment)
    var words: [String] = []
    try wait(for: "the address and the code", hearing: [run], scene: { run.scene }) {
      let line = run.text.split(separator: "\n").first { $0.contains("chromatch join ") }
      words = line?.split(separator: " ").suffix(2).map(String.init) ?? []
      return words.count == 2
    }
    return (run, words)
  }

  /// Lets a guest in with the host's own words, and ends.
  private func receive(_ command: [String], at host: PlainRun) throws -> PlainRun {
    let guest = try PlainRun(
      .client, command + ["--name", "Bea", "--plain"], isTypedTo: true,
      environment: home.environment)
    try wait(for: "company", hearing: [host, guest], scene: { host.scene + guest.scene }) {
      host.text.contains("Bea")
    }
    host.type("quit")
    try wait(for: "its end", hearing: [host, guest], scene: { host.scene }) { host.end != nil }
    #expect(host.end == .exited(0))
    try wait(for: "word of it", hearing: [guest], scene: { guest.scene }) {
      guest.text.contains("lost")
    }
    return guest
  }

  @Test("tells others an address with its fingerprint, the same every time, and they can join")
  func sealed() throws {
    let (run, command) = try host()
    #expect(command[1].hasPrefix("chromatch://127.0.0.1:"))
    let fingerprint = try #require(command[1].split(separator: "#").last)
    #expect(fingerprint.hasPrefix("SHA256:"))
    _ = try receive(command, at: run)
    // The address said it all.
    #expect(home.text(of: home.knownServers) == nil)
    let (again, later) = try host()
    #expect(later[1].hasSuffix("#\(fingerprint)"))
    let withoutFingerprint = later[1].split(separator: "#").first.map(String.init) ?? ""
    let guest = try receive([later[0], withoutFingerprint], at: again)
    #expect(guest.text.contains("pinned: \(fingerprint)\n"))
  }

  @Test("takes plain TCP on the same port")
  func both() throws {
    let (run, command) = try host()
    let place = command[1].dropFirst("chromatch://".count).prefix { $0 != "#" }
    _ = try receive([command[0]] + place.split(separator: "/").map(String.init), at: run)
  }

  /// What a browser is answered that asks for the page at a port of this machine.
  private func page(at port: UInt16) throws -> String {
    let browser = try Caller(port: port)
    browser.say("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nConnection: close\r\n\r")
    try wait(for: "the page", hearing: [browser]) { browser.isHungUpOn }
    return browser.text
  }

  @Test("shows browsers its page, unencrypted, and says where")
  func browsers() throws {
    let (run, command) = try host()
    let place = command[1].dropFirst("chromatch://".count).prefix { $0 != "#" }
    let words = place.split(separator: "/").map(String.init)
    let link = "http://\(words[0])/#\(words[1])"
    try wait(for: "the link", hearing: [run], scene: { run.scene }) {
      run.text.contains("or in a browser, unencrypted: \(link)\n")
    }
    let port = try #require(words[0].split(separator: ":").last.flatMap { UInt16($0) })
    let page = try page(at: port)
    #expect(page.hasPrefix("HTTP/1.1 200 OK"), "\(page)")
    #expect(page.contains("chromatch</title>"), "\(page)")
  }

  @Test("who plays alone has the page, too, and nobody is invited")
  func alone() throws {
    let log = "\(home.path)/log"
    let run = try PlainRun(
      .client, ["play", "--plain", "--server-log", log], isTypedTo: true,
      environment: home.environment)
    var port: UInt16?
    try wait(for: "the server's port", hearing: [run], scene: { run.scene }) {
      let words = home.text(of: log)?.split { $0.isWhitespace } ?? []
      port = words.first { $0.hasPrefix("address=127.0.0.1:") }?.split(separator: ":").last
        .flatMap { UInt16($0) }
      return port != nil
    }
    #expect(try page(at: #require(port)).contains("chromatch</title>"))
    #expect(!run.text.contains("browser"))
  }

  /// Ends a program as a crash does.
  private func crash(_ run: PlainRun) throws {
    kill(run.process, SIGKILL)
    try wait(for: "its end", hearing: [run]) { run.end != nil }
  }

  @Test("whoever hosts again after a crash has the room that was there, and others find it")
  func crashed() throws {
    let (run, command) = try host()
    let code = command[1].split { "/#".contains($0) }[2]
    try crash(run)
    let (again, later) = try host()
    let words = later[1].split { "/#".contains($0) }
    let port = try #require(words[1].split(separator: ":").last.flatMap { UInt16($0) })
    #expect(words[2] != code, "they have opened another one")
    let guest = try Caller(port: port)
    guest.say("HELLO v=1 name=Bea")
    guest.say("WATCH room=\(code)")
    try wait(for: "the room", hearing: [again, guest], scene: { guest.text }) {
      guest.heard("IN")
    }
    #expect(guest.line("IN")?.contains("room=\(code)") == true, "\(guest.text)")
  }

  @Test("whoever plays alone keeps what happens without being told to")
  func kept() throws {
    let log = "\(home.path)/log"
    for expected in ["listening", "rooms restored"] {
      let run = try PlainRun(
        .client, ["play", "--plain", "--server-log", log], isTypedTo: true,
        environment: home.environment)
      try wait(for: expected, hearing: [run], scene: { run.scene + (home.text(of: log) ?? "") }) {
        home.text(of: log)?.contains(expected) == true && run.text.contains("room")
      }
      #expect(!run.errors.contains("not kept"), "\(run.errors)")
      try crash(run)
    }
  }

  @Test("does without TLS if told so")
  func plain() throws {
    let (run, command) = try host(["--no-tls"])
    #expect(command[1].hasPrefix("127.0.0.1:"))
    #expect(!command[1].contains("#"))
    try wait(for: "the link", hearing: [run], scene: { run.scene }) {
      run.text.contains("or in a browser: http://\(command[1].split(separator: "/")[0])/#")
    }
    _ = try receive(command, at: run)
  }

  @Test("does not start without a place for its certificate")
  func homeless() throws {
    let run = try PlainRun(.client, HostTests.here)
    try wait(for: "its end", hearing: [run], scene: { run.scene }) { run.end != nil }
    #expect(run.end == .exited(1))
    #expect(
      run.errors == "chromatch: Cannot store the server's certificate: there is no home "
        + "directory. --no-tls needs none.\n")
  }

  @Test("shows the short command and the fingerprint on the screen, and all of it before")
  func screen() throws {
    let window = try Window(HostTests.here, environment: home.environment)
    try wait(for: "the room", hearing: [window], scene: { window.scene }) {
      window.screen.isTakenOver && window.screen.text.contains("join by")
    }
    let before = window.screen.transcript
    let address = try #require(before.split(whereSeparator: \.isWhitespace).last)
    let parts = address.split(separator: "#").map(String.init)
    #expect(before == "Others join with: chromatch play \(address)\r\n", "as it stands")
    let code = try #require(window.screen.code)
    let rows = window.screen.lines
    let place = "\(parts[0])/\(code)"
    #expect(rows.contains("  join by   chromatch join \(place)"))
    #expect(rows.contains("  \(parts[1])"))
    window.type("\u{03}")
    try wait(for: "its end", hearing: [window], scene: { window.scene }) {
      window.end == .exited(0)
    }
    #expect(window.leftovers == [])
    #expect(window.screen.transcript == before)
  }
}
