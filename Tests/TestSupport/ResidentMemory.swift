// What memory this process holds, for tests that have a process of their own to look at.

import Glibc

/// The memory of this process that is in RAM, in bytes (proc(5), statm).
public func residentBytes() -> Int {
  let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
  defer { close(descriptor) }
  var buffer = [UInt8](repeating: 0, count: 256)
  let count = max(0, read(descriptor, &buffer, buffer.count))
  let pages = String(decoding: buffer[..<count], as: UTF8.self).split(separator: " ").dropFirst()
  return (pages.first.flatMap { Int($0) } ?? 0) * sysconf(Int32(_SC_PAGESIZE))
}
