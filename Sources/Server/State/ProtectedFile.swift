// Files that somebody else may have put there: keys, certificates. They are opened so that nothing
// can hang or be swapped meanwhile, looked at, and only then read. Invariant: what is read is a
// regular file of a bounded size that nobody has access to who should not; anything else is refused
// in one sentence that says what to do.

import Glibc

/// Why a file or a directory cannot be used.
public struct FileFailure: Error, CustomStringConvertible, Sendable {
  /// A sentence with the path, the reason and, if there is one, the remedy.
  public let description: String
}

/// Who else may have access to a file.
enum FileAccess {
  /// Nobody: it is a secret of the server's own, and no link to one.
  case ownerAlone
  /// Members of its group may read it, as administrators arrange it for keys.
  case groupMayRead
  /// Everybody: it is public.
  case everybody

  /// The bits of its mode that have to be 0.
  fileprivate var forbidden: mode_t {
    switch self {
    case .ownerAlone: 0o077
    case .groupMayRead: 0o027
    case .everybody: 0
    }
  }

  /// What makes it right.
  fileprivate var remedy: String { self == .ownerAlone ? "chmod 600" : "chmod 640" }
}

/// Reads a whole file.
///
/// - Parameters:
///   - name: its path, from `directory` if that is given.
///   - path: what it is called when it cannot be used.
///   - access: who else may have access to it.
func readFile(
  _ name: String, in directory: Int32 = AT_FDCWD, called path: String, access: FileAccess,
  bytesMax: Int
) throws(FileFailure) -> [UInt8] {
  // Without O_NONBLOCK, opening a pipe would wait for somebody to write into it.
  let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
  let descriptor = openat(directory, name, access == .ownerAlone ? flags | O_NOFOLLOW : flags)
  guard descriptor >= 0 else {
    if errno == ELOOP { throw FileFailure(description: "\(path) is a symbolic link") }
    throw FileFailure(errno, "cannot read \(path)")
  }
  defer { close(descriptor) }
  let status = try status(of: descriptor, called: path)
  guard status.st_mode & S_IFMT == S_IFREG else {
    throw FileFailure(description: "\(path) is not a regular file")
  }
  if access != .everybody { try requireOwner(status, of: path) }
  if status.st_mode & access.forbidden != 0 {
    throw FileFailure(
      description: "others have access to \(path) (mode \(octal(status.st_mode))): "
        + "\(access.remedy) \(path)")
  }
  return try readAll(descriptor, called: path, bytesMax: bytesMax)
}

/// Opens a directory that others must not be able to put files into. It may be reached by a link,
/// as with systemd's `DynamicUser=`; what counts is where that leads.
func openOwnDirectory(_ path: String) throws(FileFailure) -> Int32 {
  let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC)
  guard descriptor >= 0 else { throw FileFailure(errno, "cannot use \(path)") }
  do throws(FileFailure) {
    let status = try status(of: descriptor, called: path)
    try requireOwner(status, of: path)
    if status.st_mode & 0o022 != 0 {
      throw FileFailure(
        description: "others may write into \(path) (mode \(octal(status.st_mode))): "
          + "chmod 700 \(path)")
    }
    return descriptor
  } catch {
    close(descriptor)
    throw error
  }
}

private func status(of descriptor: Int32, called path: String) throws(FileFailure) -> stat {
  var status = stat()
  if fstat(descriptor, &status) != 0 { throw FileFailure(errno, "cannot read \(path)") }
  return status
}

/// The owner of a file can read it and write to it, whatever its mode says.
private func requireOwner(_ status: stat, of path: String) throws(FileFailure) {
  let (owner, user) = (status.st_uid, geteuid())
  if owner == user || owner == 0 { return }
  throw FileFailure(
    description: "\(path) belongs to user \(owner); this server runs as user \(user): "
      + "chown \(user) \(path)")
}

private func readAll(
  _ descriptor: Int32, called path: String, bytesMax: Int
) throws(FileFailure) -> [UInt8] {
  var bytes: [UInt8] = []
  var piece = [UInt8](repeating: 0, count: 64 * 1_024)
  while true {
    let count = read(descriptor, &piece, piece.count)
    if count < 0 { throw FileFailure(errno, "cannot read \(path)") }
    if count == 0 { return bytes }
    bytes += piece[..<count]
    if bytes.count > bytesMax {
      throw FileFailure(description: "\(path) is longer than \(bytesMax) bytes")
    }
  }
}

/// The permissions in a mode, as `chmod` takes them.
private func octal(_ mode: mode_t) -> String {
  let digits = String(mode & 0o7777, radix: 8)
  return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}

extension FileFailure {
  /// The error of a system call.
  init(_ code: Int32, _ what: String) {
    self.init(description: "\(what): \(String(cString: strerror(code)))")
  }
}
