// Whom a server keeps out for good, as a file of its state directory that people can read: a line
// for each identity, address and name. Invariant: a file is there whole or not at all; one that
// cannot be read is refused and stays as it is.

import Framing
import Game
import Glibc
import Net
import Rooms
import Wire

/// The bans of a server.
struct BanList: Equatable, Sendable {
  /// One line of it.
  enum Entry: Hashable, Sendable, CustomStringConvertible {
    case identity(KeyID)
    /// An IPv4 address, or the /64 of an IPv6 address.
    case address(AddressGroup)
    case name(String)

    /// Reads the words of a line, or of an order.
    init(_ words: [String]) throws(FileFailure) {
      let value = words.dropFirst().joined(separator: " ")
      switch words.first {
      case "identity":
        guard let id = KeyID(hex: value) else {
          throw FileFailure(
            description: "\"\(value)\" is no id: that has 32 hexadecimal digits")
        }
        self = .identity(id)
      case "address":
        let text = value.hasSuffix("/64") ? value.dropLast(3) : value[...]
        guard let address = IPAddress(Array(text.utf8)[...]) else {
          throw FileFailure(description: "\"\(value)\" is no IP address")
        }
        self = .address(AddressGroup(address))
      case "name":
        // As people are shown it: anything else would be read back otherwise, or not at all.
        guard value.utf8.count <= BanList.nameBytesMax,
          let name = Names.cleaned(value, charactersMax: BanList.nameBytesMax)
        else { throw FileFailure(description: "a name has 1 to \(BanList.nameBytesMax) bytes") }
        self = .name(name)
      default:
        throw FileFailure(description: "say what: identity ID, address ADDRESS or name WORD")
      }
    }

    var description: String {
      switch self {
      case .identity(let id): "identity \(String(hex: id.bytes))"
      case .address(let group): "address \(group)"
      case .name(let name): "name \(name)"
      }
    }
  }

  private(set) var entries: [Entry] = []

  /// More than that are refused, of each kind.
  static let entriesMax = 10_000
  /// The same of names: each is compared with every name that somebody takes, in 1 µs.
  static let namesMax = 100
  private static let nameBytesMax = 128
  static let file = "bans"

  /// Nobody.
  init() {}

  /// Reads what is kept in a directory; nobody where there is no file.
  init(in directory: StateDirectory) throws(FileFailure) {
    try self.init(
      lines: directory.contents(of: Self.file) ?? [], called: "\(directory.path)/\(Self.file)")
  }

  /// Reads lines, which are called so where they are wrong.
  init(lines bytes: [UInt8], called path: String) throws(FileFailure) {
    for (number, line) in String(decoding: bytes, as: UTF8.self).split(separator: "\n").enumerated()
    {
      do throws(FileFailure) {
        try add(Entry(line.split(separator: " ").map(String.init)))
      } catch {
        throw FileFailure(description: "\(path), line \(number + 1): \(error)")
      }
    }
  }

  /// Adds one, unless it is there.
  ///
  /// - Returns: whether it was not.
  @discardableResult
  mutating func add(_ entry: Entry) throws(FileFailure) -> Bool {
    if entries.contains(entry) { return false }
    if case .name = entry, entries.count(where: \.isName) >= Self.namesMax {
      throw FileFailure(description: "there are \(Self.namesMax) names already")
    }
    guard entries.count < Self.entriesMax else {
      throw FileFailure(description: "there are \(Self.entriesMax) bans already")
    }
    entries.append(entry)
    return true
  }

  /// Takes one out.
  ///
  /// - Returns: whether it was there.
  mutating func remove(_ entry: Entry) -> Bool {
    guard let index = entries.firstIndex(of: entry) else { return false }
    entries.remove(at: index)
    return true
  }

  /// Puts itself in the place of what is kept in a directory.
  func keep(in directory: StateDirectory) throws(FileFailure) {
    try directory.replace(Self.file, by: lines)
  }

  /// A line for each.
  var lines: [UInt8] { entries.flatMap { Array("\($0)\n".utf8) } }

  /// The same as halls take it.
  var bans: ServerBans {
    var (identities, households, names) = (Set<KeyID>(), Set<UInt64>(), [String]())
    for entry in entries {
      switch entry {
      case .identity(let id): identities.insert(id)
      case .address(let group): households.insert(group.number)
      case .name(let name): names.append(name)
      }
    }
    return ServerBans(identities: identities, households: households, names: names)
  }
}

extension BanList.Entry {
  fileprivate var isName: Bool { if case .name = self { true } else { false } }
}
