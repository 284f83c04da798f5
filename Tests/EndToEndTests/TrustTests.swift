// TLS and trust, end to end: real servers with certificates of their own, and clients that meet
// them, know them again, and do not take one for another.

import Testing

@testable import TestSupport

@Stage
@Suite("Trust")
struct TrustTests {
  private let home: Scratch
  private let state: Scratch
  private let house: House

  init() throws {
    home = try Scratch()
    state = try Scratch()
    house = try House(["--tls", "auto", "--state", state.path])
    expect(house.fingerprint.hasPrefix("SHA256:"))
  }

  /// A client that goes to an address to open a room.
  private func client(
    _ address: String, _ environment: [String: String] = [:]
  ) throws -> PlainRun {
    try PlainRun(
      .client,
      ["play", address, "--plain", "--rounds", "1", "--time", "20", "--bot", "1"],
      isTypedTo: true, environment: home.environment.merging(environment) { _, new in new })
  }

  /// What a client tells until it has a room, or until it ends.
  private func visit(_ address: String, _ environment: [String: String] = [:]) throws -> PlainRun {
    let run = try client(address, environment)
    try wait(for: "a room or an end", hearing: [house.run, run]) {
      run.text.contains("\nbot ") || run.end != nil
    }
    if run.end == nil { run.type("quit") }
    try run.ended(hearing: [house.run])
    expect(run.text.contains("\nbot "), equals: (run.end == .exited(0)), "\(run.scene)")
    return run
  }

  @Test("a server's certificate is told once and kept, and then goes without saying")
  func firstUse() throws {
    try home.write(knownServers: "# mine\n")
    let first = try visit("tls://\(house.address)")
    expect(first.text, contains: "first time at \(house.address), pinned: \(house.fingerprint)\n")
    let kept = home.text(of: home.knownServers)
    expect(kept, equals: "# mine\n\(house.address) \(house.fingerprint)\n")
    let second = try visit("tls://\(house.address)")
    expect(second.end == .exited(0) && !second.text.contains("first time"))
    expect(home.text(of: home.knownServers), equals: kept)
  }

  @Test("a session trusts the server that it began with, even if that could not be kept")
  func reconnecting() throws {
    let otherState = try Scratch()
    let otherHouse = try House(["--tls", "auto", "--state", otherState.path])
    let proxy = try Proxy(to: house.port)
    // A file where the directory should be.
    let run = try client("tls://127.0.0.1:\(proxy.port)", ["XDG_STATE_HOME": "/dev/null"])
    let others: [any Listener] = [house.run, otherHouse.run, proxy]
    try run.said("\nbot ", hearing: others)
    expect(run.text, contains: "127.0.0.1:\(proxy.port), not pinned: \(house.fingerprint). ")
    proxy.cut()
    try run.said("lost", hearing: others)
    proxy.mend()
    try run.said("back", hearing: others)
    proxy.cut()
    proxy.mend(to: otherHouse.port)
    try expect(run.ended(hearing: others), equals: .exited(1))
    expect(run.errors, contains: "  it was  \(house.fingerprint)\n")
    expect(run.errors, contains: "  it is   \(otherHouse.fingerprint)\n")
  }

  @Test("a server that an authority vouches for is trusted as long as one does")
  func authorities() throws {
    // A certificate that the system is told to trust vouches for itself.
    let first = try visit(
      "tls://\(house.address)", ["SSL_CERT_FILE": "\(state.path)/tls.pem"])
    expect(first.end == .exited(0) && !first.text.contains("first time"))
    let kept = try require(home.text(of: home.knownServers))
    expect(kept.hasSuffix("\n\(house.address) authorities\n"))
    let second = try visit("tls://\(house.address)", ["SSL_CERT_FILE": "/dev/null"])
    expect(second.end, equals: .exited(1))
    expect(second.errors, contains: "WARNING: \(house.address) is not who it was: ")
    expect(home.text(of: home.knownServers), equals: kept)
  }

  @Test("a first meeting is told on a screen too, and in full once the screen is given back")
  func screen() throws {
    let window = try Window(
      ["play", "tls://\(house.address)"], environment: home.environment)
    try window.shows("First time at \(house.address), pinned: SHA256:", hearing: [house.run])
    window.type("\u{03}")
    try expect(window.ended(hearing: [house.run]), equals: .exited(0))
    expect(
      window.screen.transcript,
      equals: "chromatch: First time at \(house.address), pinned: \(house.fingerprint)\r\n")
    expect(window.leftovers, equals: [])
  }
}
