// Lines on standard output and standard error, for whatever is not drawn.

import Glibc

/// Writes lines to a descriptor, all of them, however long that takes. One that is gone gets none.
func write(_ lines: [String], to descriptor: Int32) {
  var rest = lines.flatMap { Array("\($0)\n".utf8) }[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    if count < 0 && errno != EINTR { return }
    rest = rest.dropFirst(max(0, count))
  }
}
