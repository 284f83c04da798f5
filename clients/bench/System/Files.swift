// Small files, whole: the kernel's tables in /proc, and the report that was asked for; and folders
// for what a run keeps.

import Glibc

/// The text of a file; nil if it cannot be read. Files of /proc say that they are empty, so it is
/// read until its end.
func readFile(_ path: String) -> String? {
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  if descriptor < 0 { return nil }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 16 * 1_024)
  while true {
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0 { return nil }
    if count == 0 { return String(decoding: bytes, as: UTF8.self) }
    bytes += buffer[..<count]
  }
}

/// Writes a file anew; a new one has the permissions `mode`.
func writeFile(_ text: String, to path: String, mode: mode_t = 0o644) throws {
  let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
  if descriptor < 0 { throw BenchError.cannotWrite(path) }
  defer { close(descriptor) }
  var rest = Array(text.utf8)[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    if count < 0 { throw BenchError.cannotWrite(path) }
    rest = rest.dropFirst(count)
  }
}

/// What is in a folder; nothing if there is none.
func names(in folder: String) -> [String] {
  guard let stream = opendir(folder) else { return [] }
  defer { closedir(stream) }
  var names: [String] = []
  while let entry = readdir(stream) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
      field.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if !name.hasPrefix(".") { names.append(name) }
  }
  return names
}

/// A folder in the system's for temporary files, which only this user can read and that goes with
/// the value, with all that is in it.
final class TemporaryFolder: Sendable {
  let path: String

  init(_ name: String) throws(BenchError) {
    var path = Array("\(P_tmpdir)/chromatch-\(name).XXXXXX".utf8CString)
    guard mkdtemp(&path) != nil else { throw .cannotWrite(P_tmpdir) }
    self.path = String(decoding: path.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    if let pid = try? spawn(["/bin/rm", "-rf", path]) { waitpid(pid, nil, 0) }
  }
}
