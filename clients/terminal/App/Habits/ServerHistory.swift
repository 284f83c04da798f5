// The servers that a person has been on, the newest first, an address a line. It touches no file.
// Invariant: no server is in it twice, and there are never more than `countMax`.

import Net
import TerminalUI

/// Where one has been.
struct ServerHistory: Equatable {
  /// Nobody looks further back.
  static let countMax = 20

  private(set) var addresses: [Address] = []

  /// What a file says. A line that is no address was not written here and is forgotten.
  init(_ bytes: [UInt8] = []) {
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      let words = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
      if let word = words.first, !word.hasPrefix("#"), let address = try? Address(String(word)) {
        append(address)
      }
    }
  }

  /// The server is the newest one now, as it was typed this time.
  mutating func add(_ address: Address) {
    let others = addresses
    addresses = [address.server]
    others.forEach { append($0) }
  }

  private mutating func append(_ address: Address) {
    let isNew = !addresses.contains { $0.endpoint == address.endpoint }
    if isNew, addresses.count < ServerHistory.countMax { addresses.append(address.server) }
  }

  /// The text as it is to be kept.
  var bytes: [UInt8] { Array(addresses.map { "\($0.text)\n" }.joined().utf8) }
}

extension ServerChoice {
  /// A server as it stands in a list.
  init(_ address: Address) {
    self.init(name: address.shortText, address: address.text)
  }
}
