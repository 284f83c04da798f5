// The file of known servers on disk. Programs that add to it at the same time wait for each other,
// and each writes the whole file beside it and puts that in its place: whoever reads finds one or
// the other, and no line is lost, even if the machine stops in between.

import Glibc
import Net
import Server

/// A file that outlives the program.
struct KnownServersFile {
  let path: String
  private let directory: String

  /// A file in a directory, which is made once there is something to keep.
  init(directory: String) {
    self.directory = directory
    path = "\(directory)/known-servers"
  }

  /// The one of whoever runs the program; nil without a home.
  static var usual: KnownServersFile? {
    StateDirectory.usualPath(environment: variable).map { KnownServersFile(directory: $0) }
  }

  /// What it says now. One that is there and cannot be read is no reason to trust anybody.
  func read() throws(Failure) -> KnownServers {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    if descriptor < 0, [ENOENT, ENOTDIR].contains(errno) { return KnownServers() }
    guard descriptor >= 0 else { throw failure("cannot be read") }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &piece, piece.count)
      if count == 0 { return KnownServers(bytes) }
      if count < 0 { throw failure("cannot be read") }
      bytes += piece[..<count]
      if bytes.count > KnownServersFile.bytesMax { throw Failure("\(path) is too long to be it.") }
    }
  }

  /// What it says of a server; nil if nothing.
  func entry(for server: Endpoint) throws(Failure) -> KnownServers.Entry? {
    try entry(for: server, in: read())
  }

  /// Keeps who a server is, unless that is known by now.
  ///
  /// - Returns: what the file says of the server from now on: what was to be kept, or what another
  ///   program has kept meanwhile.
  func keep(
    _ identity: KnownServers.Identity, for server: Endpoint
  ) throws(Failure) -> KnownServers.Entry {
    if mkdir(directory, 0o700) != 0, errno != EEXIST { throw failure("cannot be written") }
    let lock = open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard lock >= 0 else { throw failure("cannot be written") }
    // Closing it lets others go on.
    defer { close(lock) }
    guard flock(lock, LOCK_EX) == 0 else { throw failure("cannot be locked") }
    var servers = try read()
    if let entry = try entry(for: server, in: servers) { return entry }
    let entry = servers.add(identity, for: server)
    try replace(with: servers.bytes)
    fsync(lock)
    return entry
  }

  private func entry(
    for server: Endpoint, in servers: KnownServers
  ) throws(Failure) -> KnownServers.Entry? {
    do throws(KnownServers.Unreadable) {
      return try servers.entry(for: server)
    } catch {
      throw Failure("Line \(error.line) of \(path) does not say who \(server) is.")
    }
  }

  /// Puts a whole new file in the place of the old one.
  private func replace(with bytes: [UInt8]) throws(Failure) {
    // What lies there was left by a program that did not come to its end: this one has the lock.
    let draft = "\(path).new"
    unlink(draft)
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw failure("cannot be written") }
    defer { close(descriptor) }
    let isReplaced =
      write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
      && rename(draft, path) == 0
    if isReplaced { return }
    let failure = failure("cannot be written")
    unlink(draft)
    throw failure
  }

  private func failure(_ what: String) -> Failure {
    Failure("\(path) \(what): \(String(cString: strerror(errno))).")
  }

  /// Thousands of servers; more is something else.
  private static let bytesMax = 1 << 20
}
