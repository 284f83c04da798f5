// Who may write into a folder: one process at a time, and one owner in it. The lock goes with its
// descriptors, so a process that is killed leaves none behind.

import Archive
import Glibc

/// The right to write into a folder, for as long as it is held.
final class FolderLock: Sendable {
  private let descriptor: Int32

  /// Takes it, or refuses at once if somebody else has it.
  init(_ path: String) throws(ArchiveFailure) {
    let name = "\(path)/lock"
    let descriptor = open(name, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw ArchiveFailure(errno, "cannot use \(name)") }
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      let isTaken = errno == EWOULDBLOCK
      let failure = ArchiveFailure(errno, "cannot lock \(name)")
      close(descriptor)
      throw isTaken
        ? ArchiveFailure(.refused, "\(path) is in use by another process, such as a server")
        : failure
    }
    self.descriptor = descriptor
  }

  /// Another process that is just being started holds a copy of the descriptor until it runs its
  /// own program: closing alone would leave the folder locked until then.
  deinit {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
