// What a server keeps from one start to the next, as files of a directory that is its own. Today
// that is one secret, from which the daily targets come. It does not know what the secrets are for.
// Invariant: a file is read whole or the server does not start; nothing is ever overwritten.

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

  /// The secret of that name: the one that is kept, or a new one from the system's generator.
  public func secret(_ name: String, byteCount: Int) throws(Failure) -> [UInt8] {
    let file = "\(path)/\(name)"
    let made = open(file, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    if made >= 0 {
      defer { close(made) }
      let bytes = randomBytes(byteCount)
      guard write(made, bytes, byteCount) == byteCount, fsync(made) == 0 else {
        throw Failure("cannot write \(file)")
      }
      return bytes
    }
    guard errno == EEXIST else { throw Failure("cannot make \(file)") }
    let kept = open(file, O_RDONLY | O_CLOEXEC)
    guard kept >= 0 else { throw Failure("cannot read \(file)") }
    defer { close(kept) }
    // One byte more than there should be shows a file that is too long.
    var bytes = [UInt8](repeating: 0, count: byteCount + 1)
    let count = read(kept, &bytes, byteCount + 1)
    guard count >= 0 else { throw Failure("cannot read \(file)") }
    guard count == byteCount else {
      throw Failure(description: "\(file) has not the \(byteCount) bytes it should have")
    }
    return Array(bytes.prefix(byteCount))
  }
}

extension StateDirectory.Failure {
  fileprivate init(_ what: String) {
    self.init(description: "\(what): \(String(cString: strerror(errno)))")
  }
}
