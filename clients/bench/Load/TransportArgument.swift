// The four ways to a server as words of the command line.

import ArgumentParser
import Net

/// The way of that name.
///
/// - Throws: `ValidationError`, which says what the names are.
@Sendable
func transport(named name: String) throws -> Transport {
  guard let transport = Transport(rawValue: name) else {
    let names = Transport.allCases.map(\.rawValue).joined(separator: ", ")
    throw ValidationError("there is no way \"\(name)\" to a server, only: \(names)")
  }
  return transport
}
