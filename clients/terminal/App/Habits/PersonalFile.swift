// A small file that a person's programs share, and that people may write by hand. Programs that
// change it at the same time wait for each other, and each writes the whole file beside it and puts
// that in its place: a reader finds one or the other, and no line is lost, even if the machine
// stops in between. It does not know what is in the file.

import Glibc

/// A file that outlives the program and is nobody else's to read.
struct PersonalFile {
  let path: String
  private let directory: String

  /// Larger than any of these files ever gets; more is something else.
  private static let bytesMax = 1 << 20

  /// A file in a directory, which is made once there is something to keep.
  init(_ name: String, in directory: String) {
    self.directory = directory
    path = "\(directory)/\(name)"
  }

  /// What it says now; nothing if it is not there.
  func read() throws(Failure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0, [ENOENT, ENOTDIR].contains(errno) { return [] }
    guard descriptor >= 0 else { throw failure("cannot be read") }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count == 0 { return bytes }
      if count < 0 { throw failure("cannot be read") }
      bytes += piece[..<count]
      if bytes.count > PersonalFile.bytesMax { throw Failure("\(path) is too long.") }
    }
  }

  /// Changes what it says, as one step that no other program comes between.
  func change<Value>(
    _ body: (inout [UInt8]) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    makeDirectories()
    let lock = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard lock >= 0 else { throw failure("cannot be written") }
    // Closing it lets others go on.
    defer { close(lock) }
    guard flock(lock, LOCK_EX) == 0 else { throw failure("cannot be locked") }
    let before = try read()
    var bytes = before
    let answer = try body(&bytes)
    if bytes == before { return answer }
    try replace(with: bytes)
    fsync(lock)
    return answer
  }

  /// Makes the directory and all above it; whether that worked shows when it is used.
  private func makeDirectories() {
    var made = ""
    for part in directory.split(separator: "/") {
      made += "/\(part)"
      mkdir(made, 0o700)
    }
  }

  /// Puts a whole new file in the place of the old one, wherever a link to it leads.
  private func replace(with bytes: [UInt8]) throws(Failure) {
    let target = realpath(path, nil)
    defer { free(target) }
    let place = target.map { String(cString: $0) } ?? path
    // What lies there was left by a program that did not come to its end: this one has the lock.
    let draft = "\(place).new"
    unlink(draft)
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("cannot be written") }
    defer { close(descriptor) }
    let isReplaced =
      write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
      && rename(draft, place) == 0
    if isReplaced { return }
    let failure = failure("cannot be written")
    unlink(draft)
    throw failure
  }

  private func failure(_ what: String) -> Failure {
    Failure("\(path) \(what): \(String(cString: strerror(errno))).")
  }
}
