// What a node is told of its cluster, as a file: a line `key = value` for each thing, comments
// after a #, blank lines. It opens what the file names only to look whether it can be used.
// Invariant: what is missing, said twice, or cannot be meant is refused in one sentence, with its
// line where it has one.

import Cluster
import Rooms

/// A node's file.
public struct ClusterFile: Equatable, Sendable {
  /// The number of the node, less than `Membership.nodesMax`; no other node has it.
  public let node: Int
  /// Where players and other nodes reach this one, as HOST:PORT.
  public let address: String
  /// The members of the store, as `https://HOST:PORT`.
  public let store: [String]
  /// The servers of the bus, as `tls://HOST:PORT`.
  public let bus: [String]
  /// The path of the certificate of the authority of members, servers and nodes, as PEM.
  public let authority: String
  /// The path of this node's certificate, as PEM.
  public let certificate: String
  /// The path of its key, as PEM.
  public let key: String
  /// The path of 32 bytes that all nodes have and nobody else: daily targets come from them.
  public let secret: String

  /// A file says no more bytes than this.
  public static let bytesMax = 65_536
  /// It names so many members and servers at the most, of each.
  public static let membersMax = 16
  static let secretByteCount = 32

  private enum Key: String, CaseIterable {
    case node, address, store, bus, authority, certificate, key, secret
  }

  /// Reads the file at a path, and looks whether the files that it names can be used. Paths in it
  /// begin at its own folder.
  ///
  /// - Throws: what is wrong, in one sentence.
  public init(at path: String) throws(FileFailure) {
    let bytes = try readFile(
      path, called: path, access: .everybody, bytesMax: ClusterFile.bytesMax)
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    try self.init(bytes, called: path, in: folder)
    for (path, access) in [
      (authority, FileAccess.everybody), (certificate, .everybody), (key, .groupMayRead),
    ] {
      _ = try readFile(path, called: path, access: access, bytesMax: ClusterFile.bytesMax)
    }
    _ = try readSecret()
  }

  /// What a file says.
  ///
  /// - Parameters:
  ///   - path: what the file is called where it is wrong.
  ///   - folder: stands before paths that do not begin at the root; empty or with a slash at its
  ///     end.
  init(_ bytes: [UInt8], called path: String, in folder: String) throws(FileFailure) {
    let entries = try ClusterFile.entries(bytes, called: path)
    func entry(_ key: Key) throws(FileFailure) -> Assignment {
      guard let entry = entries[key] else {
        throw FileFailure(description: "\(path) does not say \(key.rawValue)")
      }
      return entry
    }
    func file(_ key: Key) throws(FileFailure) -> String {
      let value = try entry(key).value
      return value.hasPrefix("/") ? value : folder + value
    }
    let number = try entry(.node)
    guard let node = Int(number.value), (0..<Membership.nodesMax).contains(node) else {
      throw number.failure("a node is a number from 0 to \(Membership.nodesMax - 1)")
    }
    let place = try entry(.address)
    guard ClusterFile.isPlace(place.value[...]) else {
      throw place.failure("an address is HOST:PORT, as players reach this node")
    }
    self.node = node
    address = place.value
    store = try entry(.store).places("https://")
    bus = try entry(.bus).places("tls://")
    authority = try file(.authority)
    certificate = try file(.certificate)
    key = try file(.key)
    secret = try file(.secret)
  }

  /// The bytes that all nodes have and nobody else.
  public func readSecret() throws(FileFailure) -> [UInt8] {
    let bytes = try readFile(
      secret, called: secret, access: .groupMayRead, bytesMax: ClusterFile.bytesMax)
    guard bytes.count == ClusterFile.secretByteCount else {
      throw FileFailure(
        description: "\(secret) has not the \(ClusterFile.secretByteCount) bytes it should have")
    }
    return bytes
  }
}

extension ClusterFile {
  /// What stands in a line.
  private struct Assignment {
    let value: String
    let line: Int
    let path: String

    func failure(_ sentence: String) -> FileFailure {
      FileFailure(description: "\(path), line \(line): \(sentence), not \"\(value)\"")
    }

    /// The value as addresses with a scheme, spaces between them.
    func places(_ scheme: String) throws(FileFailure) -> [String] {
      let words = value.split(separator: " ")
      guard words.count <= ClusterFile.membersMax else {
        throw failure("there are \(ClusterFile.membersMax) addresses at the most")
      }
      let areRight = words.allSatisfy {
        $0.hasPrefix(scheme) && ClusterFile.isPlace($0.dropFirst(scheme.count))
      }
      guard areRight else { throw failure("each address is \(scheme)HOST:PORT") }
      return words.map(String.init)
    }
  }

  private static func entries(
    _ bytes: [UInt8], called path: String
  ) throws(FileFailure) -> [Key: Assignment] {
    var entries: [Key: Assignment] = [:]
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, bytes) in lines.enumerated() {
      let line = trimmed(String(decoding: bytes, as: UTF8.self)[...])
      if line.isEmpty || line.hasPrefix("#") { continue }
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        .map(trimmed)
      let place = "\(path), line \(index + 1)"
      guard parts.count == 2, !parts[1].isEmpty else {
        throw FileFailure(description: "\(place): a line is key = value")
      }
      guard let key = Key(rawValue: parts[0]) else {
        let keys = Key.allCases.map(\.rawValue).joined(separator: ", ")
        throw FileFailure(description: "\(place): \"\(parts[0])\" is none of \(keys)")
      }
      let entry = Assignment(value: parts[1], line: index + 1, path: path)
      guard entries.updateValue(entry, forKey: key) == nil else {
        throw FileFailure(description: "\(place): \(key.rawValue) has been said before")
      }
    }
    return entries
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0.isWhitespace }
    return String(
      start[
        ..<(start.lastIndex { !$0.isWhitespace }.map(start.index(after:))
          ?? start.startIndex)])
  }

  /// Whether something is HOST:PORT, as far as that can be seen.
  private static func isPlace(_ text: Substring) -> Bool {
    guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[colon...].dropFirst()) else {
      return false
    }
    let isPrintable = text.utf8.allSatisfy { (0x21..<0x7f).contains($0) && $0 != 0x2f }
    return port > 0 && colon > text.startIndex && isPrintable && text.utf8.count <= addressBytesMax
  }

  /// A name has 253 bytes at the most (RFC 1035), and a port comes behind it.
  static let addressBytesMax = 260
}
