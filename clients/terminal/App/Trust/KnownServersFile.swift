// The file of known servers on disk: what `KnownServers` says, kept as a personal file.

import Net
import Server

/// Who servers are, from one run to the next.
struct KnownServersFile {
  private let file: PersonalFile

  /// Where it is.
  var path: String { file.path }

  /// A file in a directory, which is made once there is something to keep.
  init(directory: String) {
    file = PersonalFile("known-servers", in: directory)
  }

  /// The one of the user who runs the program; nil without a home.
  static var usual: KnownServersFile? {
    StateDirectory.usualPath(environment: variable).map { KnownServersFile(directory: $0) }
  }

  /// What it says of a server; nil if nothing. A file that is there and cannot be read is no reason
  /// to trust anybody.
  func entry(for server: Endpoint) throws(Failure) -> KnownServers.Entry? {
    try entry(for: server, in: KnownServers(file.read()))
  }

  /// Keeps who a server is, unless that is known by now.
  ///
  /// - Returns: what the file says of the server from now on: what was to be kept, or what another
  ///   program has kept meanwhile.
  func keep(
    _ identity: KnownServers.Identity, for server: Endpoint
  ) throws(Failure) -> KnownServers.Entry {
    try file.change { bytes throws(Failure) in
      var servers = KnownServers(bytes)
      if let entry = try entry(for: server, in: servers) { return entry }
      let entry = servers.add(identity, for: server)
      bytes = servers.bytes
      return entry
    }
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
}
