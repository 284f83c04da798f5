// The abuser as the bench sees it: this program again, with a socket to it in place of its standard
// streams. When the bench dies the socket ends, and the abuser with it.

import Glibc
import Net
import Wire

/// An abuser that was started here.
final class AbuserProcess: Sendable {
  let pid: pid_t
  private let descriptor: Int32

  private init(pid: pid_t, descriptor: Int32) {
    self.pid = pid
    self.descriptor = descriptor
  }

  deinit { close(descriptor) }

  /// Starts one, and returns when it is in full swing.
  ///
  /// - Throws: `BenchError.abuserFailed`, or that it cannot be started.
  static func start(
    _ kind: AbuseKind, port: UInt16, rooms: [RoomCode]
  ) async throws -> AbuserProcess {
    var ends: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw BenchError.net(.noDescriptors) }
    defer { close(ends[1]) }
    let path = siblingPath("chromatch-bench")
    let arguments =
      [path, "abuser", kind.rawValue, "--port", "\(port)"]
      + rooms.flatMap { ["--room", $0.text] }
    let abuser: AbuserProcess
    do {
      abuser = AbuserProcess(
        pid: try spawn(path, arguments, standardStreams: ends[1]), descriptor: ends[0])
    } catch {
      close(ends[0])
      throw error
    }
    var heard = ""
    for _ in 0..<AbuserProcess.startTrials {
      guard let words = abuser.overhear() else { break }
      heard += words
      if heard == Abuser.readyWord + "\n" { return abuser }
      try await Task.sleep(for: .milliseconds(10))
    }
    _ = abuser.finish()
    throw BenchError.abuserFailed
  }

  /// Ends it.
  ///
  /// - Returns: what it did, by the names of its figures.
  func finish() -> [AbuseNote: Double] {
    shutdown(descriptor, Int32(SHUT_WR))
    var text = ""
    for _ in 0..<AbuserProcess.endTrials {
      guard let words = overhear() else { break }
      text += words
      usleep(10_000)
    }
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
    var notes: [AbuseNote: Double] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2, let note = AbuseNote(rawValue: String(words[0])) {
        notes[note] = Double(words[1])
      }
    }
    return notes
  }

  /// What it has said, without waiting; nil when it has ended.
  private func overhear() -> String? {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
    if count > 0 { return String(decoding: buffer[..<count], as: UTF8.self) }
    return count < 0 && errno == EAGAIN ? "" : nil
  }

  /// Half a minute to begin, five seconds to end, in hundredths of a second.
  private static let startTrials = 3_000
  private static let endTrials = 500
}
