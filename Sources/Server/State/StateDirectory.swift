// What a server keeps from one start to the next, as files of a directory that is its own. It does
// not know what the files are for. Invariant: a file is there whole or not at all, is read whole or
// the server does not start, is never overwritten, and nobody else could have read or written it.

import Glibc
import Net

/// A directory for what outlives the server.
public struct StateDirectory: Sendable {
  let path: String

  /// Uses the directory at a path, which is made if it is not there. Others may list it, as they
  /// may where systemd has made it, but not write into it.
  public init(_ path: String) throws(FileFailure) {
    self.path = path
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw FileFailure(errno, "cannot make \(path)") }
    close(try openOwnDirectory(path))
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
  public func secret(_ name: String, byteCount: Int) throws(FileFailure) -> [UInt8] {
    let bytes = try contents(of: name) { randomBytes(byteCount) }
    guard bytes.count == byteCount else {
      throw FileFailure(
        description: "\(path)/\(name) has not the \(byteCount) bytes it should have")
    }
    return bytes
  }

  /// What the file of that name holds; if there is none, what `make` makes, which is then kept.
  public func contents(
    of name: String, make: () throws -> [UInt8]
  ) throws(FileFailure) -> [UInt8] {
    // From here on the directory is the one that was looked at, whatever its path leads to.
    let directory = try openOwnDirectory(path)
    defer { close(directory) }
    if faccessat(directory, name, F_OK, AT_SYMLINK_NOFOLLOW) != 0, errno == ENOENT {
      do {
        try keep(try make(), as: name, in: directory)
      } catch let failure as FileFailure {
        throw failure
      } catch {
        throw FileFailure(description: "\(path)/\(name) cannot be made: \(error)")
      }
    }
    // The process that was first has made the file that counts.
    return try readFile(
      name, in: directory, called: "\(path)/\(name)", access: .ownerAlone,
      bytesMax: Self.fileBytesMax)
  }

  /// Puts a whole file in its place unless there is one by now.
  private func keep(
    _ bytes: [UInt8], as name: String, in directory: Int32
  ) throws(FileFailure) {
    let draft = "\(name).\(getpid()).new"
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
    let descriptor = openat(directory, draft, flags, 0o600)
    guard descriptor >= 0 else { throw FileFailure(errno, "cannot make \(path)/\(draft)") }
    defer { unlinkat(directory, draft, 0) }
    let isWritten =
      write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
    let failure = FileFailure(errno, "cannot write \(path)/\(draft)")
    close(descriptor)
    guard isWritten else { throw failure }
    if linkat(directory, draft, directory, name, 0) != 0, errno != EEXIST {
      throw FileFailure(errno, "cannot make \(path)/\(name)")
    }
  }

  private static let fileBytesMax = 1 << 20
}

// Reading and replacing.
extension StateDirectory {
  /// What the file of that name holds; nil if there is none.
  func contents(of name: String) throws(FileFailure) -> [UInt8]? {
    let directory = try openOwnDirectory(path)
    defer { close(directory) }
    if faccessat(directory, name, F_OK, AT_SYMLINK_NOFOLLOW) != 0, errno == ENOENT { return nil }
    return try readFile(
      name, in: directory, called: "\(path)/\(name)", access: .ownerAlone,
      bytesMax: Self.fileBytesMax)
  }

  /// Puts a whole file in the place of one that may be there.
  func replace(_ name: String, by bytes: [UInt8]) throws(FileFailure) {
    let directory = try openOwnDirectory(path)
    defer { close(directory) }
    // `keep` has a draft of its own, by a longer name.
    let draft = "\(name).new"
    unlinkat(directory, draft, 0)
    try keep(bytes, as: draft, in: directory)
    guard renameat(directory, draft, directory, name) == 0, fsync(directory) == 0 else {
      throw FileFailure(errno, "cannot write \(path)/\(name)")
    }
  }
}

// Moving.
extension StateDirectory {
  /// What a server is known by, as far as it is there: with these and its archive it goes on
  /// elsewhere as the same one.
  private static let keys = ["daily.key", "log-key", "tls.pem"]

  /// Copies what this server is known by into another directory.
  ///
  /// - Returns: what is there now of them.
  /// - Throws: that another key is there already, which is never replaced.
  public func copyKeys(to other: StateDirectory) throws(FileFailure) -> [String] {
    var copied: [String] = []
    for name in Self.keys {
      guard let bytes = try contents(of: name) else { continue }
      guard try other.contents(of: name, make: { bytes }) == bytes else {
        throw FileFailure(
          description: "\(other.path)/\(name) is another key: move it away if it is not wanted")
      }
      copied.append(name)
    }
    return copied
  }
}

/// What changes when a file is replaced, written to, or given other permissions.
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
    seconds = Int64(status.st_ctim.tv_sec)
    nanoseconds = Int64(status.st_ctim.tv_nsec)
  }
}
