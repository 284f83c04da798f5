// What a server keeps from one start to the next, as files of a directory that is its own. It does
// not know what the files are for. Invariant: a file is there whole or not at all, is read whole or
// the server does not start, and is never overwritten.

import Glibc
import Net

/// A directory for what outlives the server.
public struct StateDirectory: Sendable {
  /// Why the directory cannot be used.
  public struct Failure: Error, CustomStringConvertible, Sendable {
    /// A sentence with the path and the system's reason.
    public let description: String
  }

  private let path: String

  /// Uses the directory at a path, which is made if it is not there; nobody else may look into it.
  public init(_ path: String) throws(Failure) {
    self.path = path
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw Failure("cannot make \(path)") }
  }

  /// The path where state is kept when nobody says so: as the environment of a service has it, or
  /// of a person (XDG Base Directory Specification). All above it is made; nil without a home.
  public static func usualPath(environment: (String) -> String?) -> String? {
    if let given = environment("STATE_DIRECTORY"), !given.isEmpty { return given }
    var above = environment("XDG_STATE_HOME") ?? ""
    if !above.hasPrefix("/") {
      guard let home = environment("HOME"), home.hasPrefix("/") else { return nil }
      above = "\(home)/.local/state"
    }
    var made = ""
    for part in above.split(separator: "/") {
      made += "/\(part)"
      mkdir(made, 0o700)
    }
    return "\(above)/chromatch"
  }

  /// The secret of that name: the one that is kept, or a new one from the system's generator.
  public func secret(_ name: String, byteCount: Int) throws(Failure) -> [UInt8] {
    let bytes = try contents(of: name) { randomBytes(byteCount) }
    guard bytes.count == byteCount else {
      throw Failure(description: "\(path)/\(name) has not the \(byteCount) bytes it should have")
    }
    return bytes
  }

  /// What the file of that name holds; if there is none, what `make` makes, which is then kept.
  public func contents(of name: String, make: () throws -> [UInt8]) throws(Failure) -> [UInt8] {
    let file = "\(path)/\(name)"
    if access(file, F_OK) != 0, errno == ENOENT {
      do {
        try keep(try make(), at: file)
      } catch let failure as Failure {
        throw failure
      } catch {
        throw Failure(description: "\(file) cannot be made: \(error)")
      }
    }
    // Whoever was first has made what counts.
    return try readFile(file, bytesMax: Self.fileBytesMax)
  }

  /// Puts a whole file in its place unless there is one by now.
  private func keep(_ bytes: [UInt8], at file: String) throws(Failure) {
    let draft = "\(file).\(getpid()).new"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw Failure("cannot make \(draft)") }
    defer { unlink(draft) }
    let isWritten =
      write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
    let failure = Failure("cannot write \(draft)")
    close(descriptor)
    guard isWritten else { throw failure }
    if link(draft, file) != 0, errno != EEXIST { throw Failure("cannot make \(file)") }
  }

  private static let fileBytesMax = 1 << 20
}

/// Reads a whole file of a bounded size.
func readFile(_ path: String, bytesMax: Int) throws(StateDirectory.Failure) -> [UInt8] {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw StateDirectory.Failure("cannot read \(path)") }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 64 * 1_024)
  while true {
    let count = read(descriptor, &piece, piece.count)
    if count < 0 { throw StateDirectory.Failure("cannot read \(path)") }
    if count == 0 { return bytes }
    bytes += piece[..<count]
    if bytes.count > bytesMax {
      throw StateDirectory.Failure(description: "\(path) is longer than \(bytesMax) bytes")
    }
  }
}

/// What changes when a file is replaced or written to.
public struct FileSignature: Equatable, Sendable {
  private var inode: UInt64 = 0
  private var size: Int64 = 0
  private var seconds: Int64 = 0
  private var nanoseconds: Int64 = 0

  /// Of the file at a path; all zeros if there is none.
  public init(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    seconds = Int64(status.st_mtim.tv_sec)
    nanoseconds = Int64(status.st_mtim.tv_nsec)
  }
}

extension StateDirectory.Failure {
  fileprivate init(_ what: String) {
    self.init(description: "\(what): \(String(cString: strerror(errno)))")
  }
}
