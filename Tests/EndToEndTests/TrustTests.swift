// TLS and trust, end to end: real servers with certificates of their own, and clients that meet
// them, know them again, and do not take one for another.

import Testing

@Stage
@Suite("Trust")
struct TrustTests {
  private let home: Scratch
  private let state: Scratch
  private let house: House

  init() throws {
    home = try Scratch()
    state = try Scratch()
    house = try House(state: state)
    #expect(house.fingerprint.hasPrefix("SHA256:"))
  }

  private static let other = "SHA256:" + String(repeating: "0f", count: 32)
  private static let short = ["--rounds", "1", "--time", "20", "--bot", "1"]

  /// A client that goes to an address to open a room.
  private func client(
    _ address: String, _ environment: [String: String] = [:]
  ) throws -> PlainRun {
    try PlainRun(
      .client, ["play", address, "--plain"] + TrustTests.short, isTypedTo: true,
      environment: home.environment.merging(environment) { _, new in new })
  }

  /// What a client tells until it has a room, or until it ends.
  private func visit(_ address: String, _ environment: [String: String] = [:]) throws -> PlainRun {
    let run = try client(address, environment)
    try wait(for: "a room or an end", hearing: [house.run, run], scene: { run.scene }) {
      run.text.contains("\nbot ") || run.end != nil
    }
    if run.end == nil {
      run.type("quit")
      try wait(for: "its end", hearing: [house.run, run], scene: { run.scene }) { run.end != nil }
    }
    return run
  }

  @Test("is told once and kept, and then goes without saying")
  func firstUse() throws {
    try home.write(knownServers: "# mine\n")
    let first = try visit("tls://\(house.address)")
    #expect(first.end == .exited(0))
    #expect(
      first.text.contains("first time at \(house.address), pinned: \(house.fingerprint)\n"))
    let kept = home.text(of: home.knownServers)
    #expect(kept == "# mine\n\(house.address) \(house.fingerprint)\n")
    let second = try visit("tls://\(house.address)")
    #expect(second.end == .exited(0))
    #expect(second.text.contains("\nbot "))
    #expect(!second.text.contains("first time"))
    #expect(home.text(of: home.knownServers) == kept)
  }

  @Test("is not given to another certificate than the known one")
  func changed() throws {
    let text = "# mine\n\n\(house.address) \(TrustTests.other)\n"
    try home.write(knownServers: text)
    let run = try visit("tls://\(house.address)")
    #expect(run.end == .exited(1))
    #expect(
      run.errors == """
        chromatch: WARNING: the certificate of \(house.address) has changed.
        Nothing was sent to it.
          it was  \(TrustTests.other)
          it is   \(house.fingerprint)
        Either the server has a new certificate, or someone in between is posing as it.
        Ask its operator for the fingerprint. If it is the one shown now, \
        remove line 3 of
          \(home.knownServers)
        and try again.

        """)
    #expect(!run.text.contains("connected"))
    #expect(home.text(of: home.knownServers) == text)
  }

  @Test("is the address's, if it names a certificate, whatever is known")
  func named() throws {
    let text = "\(house.address) \(TrustTests.other)\n"
    try home.write(knownServers: text)
    let right = try visit("tls://\(house.address)#\(house.fingerprint)")
    #expect(right.end == .exited(0))
    #expect(right.text.contains("\nbot "))
    let wrong = try visit("tls://\(house.address)#\(TrustTests.other)")
    #expect(wrong.end == .exited(1))
    #expect(
      wrong.errors.hasPrefix(
        """
        chromatch: WARNING: \(house.address) is not the server of this address.
        Nothing was sent to it.
          the address says  \(TrustTests.other)
          the server shows  \(house.fingerprint)

        """))
    #expect(home.text(of: home.knownServers) == text)
  }

  @Test("of a session is in the server that it began with, even if that could not be kept")
  func reconnecting() throws {
    let otherState = try Scratch()
    let otherHouse = try House(state: otherState)
    let proxy = try Proxy(to: house.port)
    // A file where the directory should be.
    let run = try client("tls://127.0.0.1:\(proxy.port)", ["XDG_STATE_HOME": "/dev/null"])
    let all: [any Listener] = [house.run, otherHouse.run, proxy, run]
    try wait(for: "a room", hearing: all, scene: { run.scene }) {
      run.text.contains("\nbot ")
    }
    #expect(
      run.text.contains("first time at 127.0.0.1:\(proxy.port), not pinned: \(house.fingerprint). ")
    )
    proxy.cut()
    try wait(for: "word of it", hearing: all, scene: { run.scene }) { run.text.contains("lost") }
    proxy.mend()
    try wait(for: "the seat", hearing: all, scene: { run.scene }) { run.text.contains("back") }
    proxy.cut()
    proxy.mend(to: otherHouse.port)
    try wait(for: "its end", hearing: all, scene: { run.scene }) { run.end != nil }
    #expect(run.end == .exited(1))
    #expect(run.errors.contains("  it was  \(house.fingerprint)\n"))
    #expect(run.errors.contains("  it is   \(otherHouse.fingerprint)\n"))
  }

  @Test("is in whoever an authority vouches for, as long as one does")
  func authorities() throws {
    // A certificate that the system is told to trust vouches for itself.
    let trusting = ["SSL_CERT_FILE": "\(state.path)/tls.pem"]
    let first = try visit("tls://\(house.address)", trusting)
    #expect(first.end == .exited(0))
    #expect(first.text.contains("\nbot "))
    #expect(!first.text.contains("first time"))
    let kept = try #require(home.text(of: home.knownServers))
    #expect(kept.hasSuffix("\n\(house.address) authorities\n"))
    let second = try visit("tls://\(house.address)", ["SSL_CERT_FILE": "/dev/null"])
    #expect(second.end == .exited(1))
    #expect(second.errors.contains("WARNING: \(house.address) is not who it was: "))
    #expect(second.errors.contains("remove line 4 of\n  \(home.knownServers)\n"))
    #expect(home.text(of: home.knownServers) == kept)
  }

  @Test("is told on a screen too, and in full once the screen is given back")
  func screen() throws {
    let window = try Window(
      ["play", "tls://\(house.address)"], environment: home.environment)
    try wait(for: "word of it", hearing: [house.run, window], scene: { window.scene }) {
      window.screen.text.contains("First time at \(house.address), pinned: SHA256:")
    }
    window.type("\u{03}")
    try wait(for: "its end", hearing: [house.run, window], scene: { window.scene }) {
      window.end == .exited(0)
    }
    #expect(
      window.screen.transcript
        == "chromatch: First time at \(house.address), pinned: \(house.fingerprint)\r\n")
    #expect(window.leftovers == [])
  }

  @Test("is not asked for where there is no TLS, which is told at once")
  func noTLS() throws {
    let plain = try House()
    let run = try visit("tls://\(plain.address)")
    #expect(run.end == .exited(1))
    #expect(run.errors.hasPrefix("chromatch: Cannot connect safely to \(plain.address): "))
    #expect(home.text(of: home.knownServers) == nil)
  }
}
