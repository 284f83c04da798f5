// Where a server is, as people type it: a name or an IP address, with or without a port. Brackets
// belong around an IPv6 address that is followed by one.

import ArgumentParser
import Net
import Server

/// A server's address from the command line.
struct Address: Equatable, ExpressibleByArgument {
  let endpoint: Endpoint

  /// Reads `host`, `host:port`, `[v6]`, `[v6]:port` or a bare IPv6 address; nil for anything else.
  init?(argument: String) {
    guard let (host, port) = Address.split(argument), !host.isEmpty,
      host.unicodeScalars.allSatisfy({ $0.value > 0x20 && !"/[]@".unicodeScalars.contains($0) })
    else { return nil }
    guard let port else {
      endpoint = Endpoint(host: host, port: Configuration.defaultPort)
      return
    }
    guard let number = UInt16(port), number > 0, !port.hasPrefix("+") else { return nil }
    endpoint = Endpoint(host: host, port: number)
  }

  private static func split(_ text: String) -> (host: String, port: String?)? {
    if text.hasPrefix("[") {
      guard let bracket = text.firstIndex(of: "]") else { return nil }
      let host = String(text[..<bracket].dropFirst())
      let rest = text[text.index(after: bracket)...]
      guard host.contains(":"), rest.isEmpty || rest.hasPrefix(":") else { return nil }
      return (host, rest.isEmpty ? nil : String(rest.dropFirst()))
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    switch parts.count {
    case 1: return (text, nil)
    case 2: return (parts[0], parts[1])
    default: return (text, nil)
    }
  }
}
