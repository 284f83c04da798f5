// What a watched program writes to standard error while it has the screen: kept in memory and said
// once the screen is given back, where somebody can read it. Written straight to the terminal it
// would damage the picture first and then vanish with it.

import CLinux
import Glibc

/// A file in memory that stands in for standard error.
struct LastWords {
  let descriptor: Int32

  /// How much is said in the end, in bytes; the end is what counts.
  private static let bytesMax = 8 * 1024

  init?() {
    descriptor = clinux_memory_file_open("chromatch-errors")
    if descriptor < 0 { return nil }
  }

  /// Writes what was kept to standard error.
  func repeatAloud() {
    let end = lseek(descriptor, 0, SEEK_END)
    let start = max(0, Int(end) - LastWords.bytesMax)
    var bytes = [UInt8](repeating: 0, count: Int(end) - start)
    let count = pread(descriptor, &bytes, bytes.count, off_t(start))
    if count > 0 { write(STDERR_FILENO, &bytes, count) }
  }
}
