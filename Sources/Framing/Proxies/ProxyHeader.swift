// The header by which a proxy says for whom it connects, before anything else: the PROXY protocol,
// version 1 as a line of text and version 2 in binary (proxy-protocol.txt of HAProxy). Whether the
// proxy is to be believed is not asked here; who is not believed never gets this far. A trusted
// address may begin with a header and need not, although the specification wants one always or
// never: one machine can pass on bytes, run a proxy that names clients in fields, and have players
// of its own, all to one port.
// Invariants: what is no header loses no byte; a header is whole before anything of it counts.

/// What is wrong with a header that began as one. Each is final.
public enum ProxyHeaderFault: String, Error, CaseIterable, Sendable {
  /// Version 1: no CR LF within the first 107 bytes, or an LF without its CR.
  case lineEnd = "its line does not end as one"
  /// Version 1: neither TCP4, TCP6 nor UNKNOWN, or not what belongs behind that.
  case words = "its line is not two addresses and two ports"
  /// Version 2: another version, or a command that is neither LOCAL nor PROXY.
  case command = "its version or command is unknown"
  /// Version 2: a family or a transport that does not exist.
  case family = "its family of addresses is unknown"
  /// Version 2: shorter than the addresses that it announces.
  case tooShort = "it is shorter than its addresses"
  /// Version 2: longer than `ProxyHeader.bytesMax`.
  case tooLong = "it is too long"
}

/// Reads the beginning of a stream whose sender may put a header there.
public struct ProxyHeader: Sendable {
  /// What the stream begins with.
  public enum Beginning: Equatable, Sendable {
    /// Something else; all of it is in `rest`.
    case nothing
    /// A header that names where the connection comes from; nil if the proxy speaks for itself, or
    /// names no IP address. What came behind it is in `rest`.
    case header(IPAddress?)
  }

  /// The longest header taken, in bytes: addresses take 232 at most, the rest is what proxies tell
  /// besides.
  public static let bytesMax = 4_096
  /// The longest line of version 1, in bytes with its ending (section 2.1).
  private static let lineBytesMax = 107
  /// What version 1 begins with.
  private static let word = Array("PROXY ".utf8)
  /// What version 2 begins with (section 2.2).
  private static let signature: [UInt8] = [13, 10, 13, 10, 0, 13, 10, 0x51, 0x55, 0x49, 0x54, 10]
  /// The signature, the command, the family, and how many bytes follow.
  private static let fixedBytes = 16

  /// What has come and is not part of a header, as far as that is known.
  public private(set) var rest: [UInt8] = []

  /// At the beginning of a stream.
  public init() {}

  /// Takes the next bytes of the stream.
  public mutating func receive(_ bytes: ArraySlice<UInt8>) { rest.append(contentsOf: bytes) }

  /// What the stream begins with; nil when that takes more bytes. Once it is told, take `rest`.
  ///
  /// - Throws: why the bytes are no header although they begin like one.
  public mutating func next() throws(ProxyHeaderFault) -> Beginning? {
    if begins(with: Self.signature) {
      return rest.count < Self.signature.count ? nil : try nextBinary()
    }
    if begins(with: Self.word) { return rest.count < Self.word.count ? nil : try nextLine() }
    return .nothing
  }

  /// Whether what has come is these bytes so far.
  private func begins(with bytes: [UInt8]) -> Bool {
    zip(rest, bytes).allSatisfy { $0 == $1 }
  }

  private mutating func nextLine() throws(ProxyHeaderFault) -> Beginning? {
    let line = rest.prefix(Self.lineBytesMax)
    guard let end = line.firstIndex(of: UInt8(ascii: "\n")) else {
      if line.count == Self.lineBytesMax { throw .lineEnd }
      return nil
    }
    guard line[end - 1] == UInt8(ascii: "\r") else { throw .lineEnd }
    let words = line[Self.word.count..<(end - 1)]
      .split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    defer { rest.removeSubrange(...end) }
    if words[0].elementsEqual("UNKNOWN".utf8) { return .header(nil) }
    let ends: [IPAddress?]
    guard words.count == 5 else { throw .words }
    switch words[0] {
    case Array("TCP4".utf8)[...]: ends = words[1...2].map { IPAddress(ipv4: $0) }
    case Array("TCP6".utf8)[...]: ends = words[1...2].map { IPAddress(ipv6: $0) }
    default: throw .words
    }
    guard let source = ends[0], ends[1] != nil, words[3...4].allSatisfy({ decimal($0) != nil })
    else { throw .words }
    return .header(source)
  }

  private mutating func nextBinary() throws(ProxyHeaderFault) -> Beginning? {
    let (commandAt, familyAt) = (Self.signature.count, Self.signature.count + 1)
    guard rest.count > commandAt else { return nil }
    guard [0x20, 0x21].contains(rest[commandAt]) else { throw .command }
    guard rest.count >= Self.fixedBytes else { return nil }
    let isLocal = rest[commandAt] == 0x20
    let length = Int(rest[14]) << 8 | Int(rest[15])
    let end = Self.fixedBytes + length
    // Of the family of a LOCAL header nothing is asked, but its bytes are skipped.
    let addressBytes = isLocal ? 0 : try Self.addressBytes(of: rest[familyAt])
    if end > Self.bytesMax { throw .tooLong }
    if length < (Self.endsBytes[addressBytes] ?? 0) { throw .tooShort }
    guard rest.count >= end else { return nil }
    let address = rest[Self.fixedBytes..<min(end, Self.fixedBytes + addressBytes)]
    defer { rest.removeSubrange(..<end) }
    return .header(IPAddress(bytes: Array(address)))
  }

  /// How many bytes two addresses take with what belongs to them, by the bytes of one.
  private static let endsBytes = [4: 12, 16: 36, 108: 216]

  /// How many bytes an address of a family takes; 0 for one that says nothing of addresses.
  private static func addressBytes(of family: UInt8) throws(ProxyHeaderFault) -> Int {
    guard family & 0x0f <= 2 else { throw .family }
    let isUnspecified = family & 0x0f == 0
    switch family >> 4 {
    case 0: return 0
    case 1: return isUnspecified ? 0 : 4
    case 2: return isUnspecified ? 0 : 16
    case 3: return isUnspecified ? 0 : 108
    default: throw .family
    }
  }
}
