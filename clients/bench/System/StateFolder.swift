// A directory for what outlives a server, for one run: what its journals and its archive hold.

import ArchiveSQLite
import Glibc
import Net

/// A state directory that goes with the value.
final class StateFolder: Sendable {
  private let folder: TemporaryFolder
  var path: String { folder.path }

  /// - Parameter hasArchive: whether it can have an archive; a server that finds none goes on
  ///   without, and records no match.
  init(hasArchive: Bool = true) throws {
    folder = try TemporaryFolder("keep")
    if !hasArchive {
      // Where the database should be is a folder.
      for name in ["archive", "archive/archive.db"] { mkdir("\(folder.path)/\(name)", 0o700) }
    }
  }

  var archive: ArchiveFolder { ArchiveFolder("\(path)/archive") }

  /// What its `archive` or its `journal` takes on the disk.
  func byteCount(of part: String) -> Int {
    names(in: "\(path)/\(part)")
      .reduce(0) { bytes, name in
        var status = stat()
        return bytes + (stat("\(path)/\(part)/\(name)", &status) == 0 ? Int(status.st_size) : 0)
      }
  }
}
