// A server that systemd runs, as far as that needs no systemd: what it is told and hands over is a
// few variables, a socket that listens, and one for datagrams. The units themselves are judged by
// systemd's own programs.

import Foundation
import Glibc
import Testing

@testable import TestSupport

@Stage
@Suite("As a service of systemd")
struct ServiceTests {
  @Test(
    "it is told that the server is ready, how it is, that it reads its files, and that it stops")
  func told() throws {
    let scratch = try Scratch()
    let manager = try Manager(at: "\(scratch.path)/notify")
    let house = try House(
      ["--tls", "off"] + House.lanes,
      environment: ["NOTIFY_SOCKET": manager.address, "WATCHDOG_USEC": "100000"])
    let caller = try house.caller(saying: "HELLO v=1", "CREATE", until: "WATCHERS")
    let all: [any Listener] = [house.run, caller, manager]
    try wait(for: "signs of life", hearing: all) {
      manager.heard.contains("STATUS=1 rooms, 1 players, 0 watchers\nWATCHDOG=1")
        && manager.heard.count { $0.hasSuffix("WATCHDOG=1") } > 5
    }
    expect(manager.heard.first, equals: "READY=1")
    kill(house.run.process, SIGHUP)
    try wait(for: "a reload", hearing: all) { manager.heard.count { $0 == "READY=1" } == 2 }
    expect(manager.heard.contains { $0.hasPrefix("RELOADING=1\nMONOTONIC_USEC=") })
    kill(house.run.process, SIGTERM)
    try expect(house.run.ended(hearing: all), equals: .exited(0))
    manager.listen()
    expect(manager.heard, contains: "STOPPING=1")
  }

  @Test(
    "while one lane is stuck the watchdog is not fed, though the other lane lives",
    .disabled(if: isSanitized, "a sanitizer wants to be loaded first"))
  func stuck() throws {
    let (state, scratch) = (try Scratch(), try Scratch())
    let disk = try Disk(under: state)
    let manager = try Manager(at: "\(scratch.path)/notify")
    let told = ["NOTIFY_SOCKET": manager.address, "WATCHDOG_USEC": "100000"]
    let house = try House(
      keepingIn: state, environment: disk.environment.merging(told) { $1 })
    var feedings: Int { manager.heard.count { $0.hasSuffix("WATCHDOG=1") } }
    // The door gives each of them to a lane of their own.
    let ada = try house.caller(saying: "HELLO v=1", until: "WELCOME")
    let bea = try house.caller(saying: "HELLO v=1", until: "WELCOME")
    let all: [any Listener] = [house.run, ada, bea, manager]
    try wait(for: "a sign of life", hearing: all) { feedings > 0 }
    disk.isStuck = true
    ada.say("CREATE")
    try wait(for: "a stuck lane", hearing: all) { disk.stuckWrites == 1 }
    manager.listen()
    // One more may be under way. Until the other lane asks whether Bea is there, a hundred are due.
    let before = feedings
    var pings: Int { bea.lines("PING").count }
    let former = pings
    try wait(for: "the other lane", hearing: all) { pings > former }
    expect(feedings <= before + 1 && !ada.heard("IN"))
    disk.isStuck = false
    try wait(for: "signs of life again", hearing: all) {
      ada.heard("IN") && feedings > before + 1
    }
  }

  @Test("a watchdog of another process is not fed, and without one there is only the status")
  func unwatched() throws {
    let scratch = try Scratch()
    let manager = try Manager(at: "\(scratch.path)/notify")
    let house = try House(
      ["--tls", "off"],
      environment: [
        "NOTIFY_SOCKET": manager.address, "WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1",
      ])
    try wait(for: "the status", hearing: [house.run, manager]) { manager.heard.count > 1 }
    expect(manager.heard, equals: ["READY=1", "STATUS=0 rooms, 0 players, 0 watchers"])
  }

  @Test(
    "a manager that cannot be told anything is a line in the log",
    arguments: [
      ("/nowhere/notify", "/nowhere/notify: No such file or directory"),
      ("vsock:2:1", "vsock:2:1 is neither a path nor a name after @"),
    ])
  func deaf(_ address: String, _ why: String) throws {
    let house = try House(["--tls", "off"], environment: ["NOTIFY_SOCKET": address])
    try house.run.logged(why)
    expect(house.count("no service manager is told"), equals: 1)
    _ = try house.caller(saying: "HELLO v=1", until: "WELCOME")
  }

  /// Starts a program with a socket that listens, as systemd-socket-activate(1) does.
  private static func activation(count: Int = 1, listens: Bool = true) -> String {
    """
    exec python3 -c 'import os, socket, sys
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    \(listens ? "listener.listen(64)" : "")
    os.dup2(os.dup(listener.fileno()), 3)
    os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="\(count)", LISTEN_FDNAMES="x")
    os.execv(sys.argv[1], sys.argv[1:])' "$0" "$@"
    """
  }

  @Test("what is no socket for players is refused in a sentence")
  func refused() throws {
    for (script, sentence) in [
      (Self.activation(count: 2), "systemd hands over 2 sockets; chromatchd takes one"),
      (Self.activation(listens: false), "descriptor 3 is not a socket that listens"),
    ] {
      let run = try PlainRun.ended(
        .shell, ["-c", script, Program.server.path, "--no-admin", "--tls", "off"])
      expect(run.end != .exited(0) && run.errors.contains(sentence), "\(run.scene)")
    }
  }

  @Test("its units are sound, and their sandbox leaves little", .enabled(if: Self.hasSystemd))
  func units() throws {
    let folder = protocolFolder.appending(path: "../deploy/systemd").standardized.path
    let scratch = try Scratch()
    for name in ["chromatchd.service", "chromatchd.socket"] {
      let unit = try String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
        .replacing("ExecStart=/usr/local/bin/chromatchd", with: "ExecStart=\(Program.server.path)")
      try unit.write(toFile: "\(scratch.path)/\(name)", atomically: false, encoding: .utf8)
    }
    let units = ["chromatchd.service", "chromatchd.socket"].map { "\(scratch.path)/\($0)" }
    for (arguments, isQuiet) in [
      (["verify", "--man=no"] + units, true),
      (["security", "--offline=true", "--threshold=15", units[0]], false),
    ] {
      let run = try PlainRun.ended(
        .shell, ["-c", "exec \"$0\" \"$@\"", "/usr/bin/systemd-analyze"] + arguments)
      expect(run.end == .exited(0) && (!isQuiet || run.errors.isEmpty), "\(run.scene)")
    }
  }

  private nonisolated static var hasSystemd: Bool { access("/usr/bin/systemd-analyze", X_OK) == 0 }
}

/// A service manager, as far as it listens.
@Stage
private final class Manager: Listener {
  let address: String
  /// What it has been told.
  private(set) var heard: [String] = []
  private let descriptor: Int32

  init(at path: String) throws {
    address = path
    descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var place = sockaddr_un()
    place.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &place.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isBound = withUnsafePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 }
    }
    guard isBound else { throw Missed(description: "no socket at \(path)") }
  }

  isolated deinit { close(descriptor) }

  var descriptors: [Int32] { [descriptor] }
  var isOver: Bool { true }
  var scene: String { heard.joined(separator: "\n") }

  func listen() {
    var bytes = [UInt8](repeating: 0, count: 1_024)
    while case let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT)),
      count > 0
    {
      heard.append(String(decoding: bytes[..<count], as: UTF8.self))
    }
  }
}
