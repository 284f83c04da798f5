// Who may write into a folder: one process at a time, and one owner in it. The lock goes with its
// descriptors, so a process that is killed leaves none behind.

import Archive
import Glibc
import Net

/// The right to write into a folder, for as long as it is held.
final class FolderLock: Sendable {
  private let descriptor: Int32

  /// Takes it, or refuses if somebody else keeps it.
  init(_ path: String) throws(ArchiveFailure) {
    let name = "\(path)/lock"
    let descriptor = open(name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw ArchiveFailure(errno, "cannot use \(name)") }
    let code = takeLock(of: descriptor)
    if code != 0 {
      close(descriptor)
      throw code == EWOULDBLOCK
        ? ArchiveFailure(.refused, "\(path) is in use by another process, such as a server")
        : ArchiveFailure(code, "cannot lock \(name)")
    }
    self.descriptor = descriptor
  }

  deinit {
    releaseLock(of: descriptor)
    close(descriptor)
  }
}
