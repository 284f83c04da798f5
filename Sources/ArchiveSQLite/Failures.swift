// Failures of SQLite and of the system, as those of an archive: what can be done about them, and a
// sentence for the log.

import Archive
import CSQLite
import Glibc

extension ArchiveFailure {
  /// What SQLite said last.
  init(_ code: Int32, _ what: String, _ handle: OpaquePointer?) {
    let kind: FailureKind =
      switch code & 0xff {
      case SQLITE_FULL: .full
      case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged
      default: .failing
      }
    let reason = handle.map { String(cString: sqlite3_errmsg($0)) } ?? "no memory"
    self.init(kind, "\(what): \(reason) (\(code))")
  }

  /// The error of a system call.
  init(_ code: Int32, _ what: String) {
    self.init(
      code == ENOSPC || code == EDQUOT ? .full : .failing,
      "\(what): \(String(cString: strerror(code)))")
  }
}
