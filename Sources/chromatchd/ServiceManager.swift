// What systemd hands to a program that it starts, and is told by it: the socket that listens
// (sd_listen_fds(3)), that it is ready, how it is, that it stops, and that no lane is stuck
// (sd_notify(3), sd_watchdog_enabled(3)). Started by anything else, a server has nothing of it. The
// protocol is three variables and a datagram that systemd's manual pages promise to keep;
// libsystemd would be one more library at run time.
// Invariant: the watchdog is fed only after every lane has answered.

import Glibc
import Logging
import Net
import Server

/// The service manager that started the server and watches over it.
struct ServiceManager {
  /// The socket that listens already; nil where the server has to open one.
  let listener: Int32?
  private let socket: DatagramSocket?
  /// Why it cannot be told anything; nil where it can, or is not there.
  private let flaw: String?
  /// How long it waits for a sign of life; nil where it does not.
  private let patience: Duration?

  /// How often it is told how the server is, where no watchdog wants that more often.
  private static let statusSeconds = 5

  /// Takes what this process was given. Whatever it starts has nothing of the sockets; what it
  /// becomes by an upgrade can still be told apart by its process.
  ///
  /// - Throws: that it was given something else than one socket.
  static func take() throws -> ServiceManager {
    let listener = try takeListener()
    var (socket, flaw): (DatagramSocket?, String?)
    if let address = environment("NOTIFY_SOCKET") {
      do throws(DatagramFailure) {
        socket = try DatagramSocket(to: address)
      } catch {
        flaw = "\(error)"
      }
    }
    return ServiceManager(listener: listener, socket: socket, flaw: flaw, patience: patience)
  }

  private static var patience: Duration? {
    if let process = environment("WATCHDOG_PID"), process != "\(getpid())" { return nil }
    return environment("WATCHDOG_USEC").flatMap { Int64($0) }
      .flatMap { $0 > 0 ? .microseconds($0) : nil }
  }

  /// The first descriptor that is handed over (sd_listen_fds(3)).
  private static let firstDescriptor: Int32 = 3

  private static func takeListener() throws -> Int32? {
    let (process, count) = (environment("LISTEN_PID"), environment("LISTEN_FDS"))
    for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
    guard let process, process == "\(getpid())", let count else { return nil }
    guard count == "1" else {
      throw ServiceFailure(
        description: "systemd hands over \(count) sockets; chromatchd takes one, for its players")
    }
    return firstDescriptor
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}

/// What cannot be taken from a service manager.
private struct ServiceFailure: Error, CustomStringConvertible {
  let description: String
}

// Telling.
extension ServiceManager {
  /// The server is there; from now on it is told how it is, for as long as the task runs.
  func report(_ server: Server, _ log: Logger) -> Task<Void, any Error>? {
    if let flaw { log.warning("no service manager is told", metadata: ["why": "\(flaw)"]) }
    guard let socket else { return nil }
    socket.send("READY=1")
    // Twice as often as it would be missed.
    let usual = Duration.seconds(Self.statusSeconds)
    let pause = patience.map { min($0 / 2, usual) } ?? usual
    let isFed = patience != nil
    return Task {
      while true {
        let census = await server.census()
        socket.send("STATUS=\(census)" + (isFed ? "\nWATCHDOG=1" : ""))
        try await Task.sleep(for: pause)
      }
    }
  }

  /// The server reads its files again, or becomes another one; it is told when that is done.
  func tellReloading() {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    socket?.send("RELOADING=1\nMONOTONIC_USEC=\(now.tv_sec * 1_000_000 + now.tv_nsec / 1_000)")
  }

  /// The server has read its files again, or goes on as it was.
  func tellReady() { socket?.send("READY=1") }

  /// The server has begun to stop.
  func tellStopping() { socket?.send("STOPPING=1") }
}
