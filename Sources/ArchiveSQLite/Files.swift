// The few things that are done with whole files of an archive, so that each is there entirely or
// not at all, and on the disk before anything else relies on it.

import Archive
import Glibc

/// Whether there is a file of that name.
func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

/// Makes a directory for nobody else, unless there is one.
func makeDirectory(_ path: String) throws(ArchiveFailure) {
  if mkdir(path, 0o700) != 0, errno != EEXIST {
    throw ArchiveFailure(errno, "cannot make \(path)")
  }
}

/// Makes an empty file that nobody else may read, unless there is one.
func makeFile(_ path: String) throws(ArchiveFailure) {
  let descriptor = open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o600)
  guard descriptor >= 0 else { throw ArchiveFailure(errno, "cannot use \(path)") }
  close(descriptor)
}

/// Refuses a file that others have access to, or that is none of ours; nothing is said of one that
/// is not there. Its writers decide what was played, and its readers know who played.
func requireOwn(_ path: String) throws(ArchiveFailure) {
  var status = stat()
  if lstat(path, &status) != 0 {
    if errno == ENOENT { return }
    throw ArchiveFailure(errno, "cannot use \(path)")
  }
  switch status.st_mode & S_IFMT {
  case S_IFREG: break
  // SQLite says that it is a folder, and that shows nothing to anybody.
  case S_IFDIR: return
  case S_IFLNK: throw ArchiveFailure(.refused, "\(path) is a symbolic link")
  default: throw ArchiveFailure(.refused, "\(path) is not a regular file")
  }
  let (owner, user) = (status.st_uid, geteuid())
  if owner != user, owner != 0 {
    throw ArchiveFailure(
      .refused,
      "\(path) belongs to user \(owner); this program runs as user \(user): chown \(user) \(path)")
  }
  let mode = status.st_mode & 0o7777
  if mode & 0o077 != 0 {
    throw ArchiveFailure(
      .refused,
      "others have access to \(path) (mode 0\(String(mode, radix: 8))): chmod 600 \(path)")
  }
}

/// Gives a file another name; what had that name is gone.
func move(_ path: String, to other: String) throws(ArchiveFailure) {
  if rename(path, other) != 0 { throw ArchiveFailure(errno, "cannot move \(path) to \(other)") }
}

/// Deletes a file, if there is one.
func delete(_ path: String) { unlink(path) }

/// Waits until a file, or what a directory lists, is on the disk.
func sync(_ path: String) throws(ArchiveFailure) {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw ArchiveFailure(errno, "cannot use \(path)") }
  defer { close(descriptor) }
  if fsync(descriptor) != 0 { throw ArchiveFailure(errno, "cannot write \(path)") }
}

/// The names in a directory, in order; none if there is no directory.
func names(in path: String) -> [String] {
  guard let directory = opendir(path) else { return [] }
  defer { closedir(directory) }
  var names: [String] = []
  while let entry = readdir(directory) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
      name.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if !name.hasPrefix(".") { names.append(name) }
  }
  return names.sorted()
}

/// Copies a file to a new place, onto the disk.
func copy(_ path: String, to other: String) throws(ArchiveFailure) {
  let source = open(path, O_RDONLY | O_CLOEXEC)
  guard source >= 0 else { throw ArchiveFailure(errno, "cannot read \(path)") }
  defer { close(source) }
  let target = open(other, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
  guard target >= 0 else { throw ArchiveFailure(errno, "cannot write \(other)") }
  defer { close(target) }
  while true {
    let count = sendfile(target, source, nil, 1 << 30)
    if count == 0 { break }
    if count < 0, errno != EINTR { throw ArchiveFailure(errno, "cannot write \(other)") }
  }
  if fsync(target) != 0 { throw ArchiveFailure(errno, "cannot write \(other)") }
}
