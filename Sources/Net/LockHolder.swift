// Which process has the lock of a directory or file, as the kernel tells it (proc(5)): nothing that
// somebody wrote down, so it is never a process of long ago.

import Glibc

/// The process that has the lock of an open file or directory; nil when none has it, or none that
/// this user may look into.
public func lockHolder(of descriptor: Int32) -> Int32? {
  var wanted = stat()
  guard fstat(descriptor, &wanted) == 0 else { return nil }
  for process in numbers(in: "/proc") where process != getpid() {
    let place = "/proc/\(process)"
    for number in numbers(in: "\(place)/fd") {
      var found = stat()
      guard stat("\(place)/fd/\(number)", &found) == 0, found.st_ino == wanted.st_ino,
        found.st_dev == wanted.st_dev, hasLock("\(place)/fdinfo/\(number)")
      else { continue }
      return process
    }
  }
  return nil
}

/// The names in a directory that are numbers.
private func numbers(in path: String) -> [Int32] {
  guard let directory = opendir(path) else { return [] }
  defer { closedir(directory) }
  var numbers: [Int32] = []
  while let entry = readdir(directory) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
      field.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if let number = Int32(name) { numbers.append(number) }
  }
  return numbers
}

/// Whether a lock of flock(2) was taken by what the kernel describes there.
private func hasLock(_ path: String) -> Bool {
  guard let file = fopen(path, "re") else { return false }
  defer { fclose(file) }
  var line = [CChar](repeating: 0, count: 256)
  while fgets(&line, Int32(line.count), file) != nil {
    let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    if text.hasPrefix("lock:"), text.contains("FLOCK") { return true }
  }
  return false
}
