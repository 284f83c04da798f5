// What lanes of two nodes say to each other of guests, as bytes: a line about the message, and for
// each parcel a line, which may say how many bytes follow it:
//
//     NODE v=1 from=2 start=8812 to=0 lane=1 way=up link=8812:3 n=17
//     said 5 2 0 9
//     SET v=1,2…
//
// It knows no bus and believes nothing.
// Invariants: whatever bytes come are read or refused, and never trap; there is one way to write a
// message; nothing is longer than what came.

import Framing
import Game
import Rooms
import Wire

extension NodeMessage {
  /// No message is longer, in bytes; the bus carries no more.
  public static let bytesMax = 1 << 20

  /// The subject on which it is said.
  public var subject: String { "cm.\(way.rawValue).\(recipient).\(lane).\(sender.node)" }

  /// The subjects of all messages for a node.
  public static func subjects(for node: Int) -> [String] {
    ["cm.up.\(node).*.*", "cm.down.\(node).*.*"]
  }

  /// The message as bytes; nil when it is too long.
  public var bytes: [UInt8]? {
    let head =
      "NODE v=\(NodeWire.version) from=\(sender.node) start=\(sender.start) to=\(recipient)"
      + " lane=\(lane) way=\(way.rawValue) link=\(link.start):\(link.number) n=\(number)\n"
    var bytes = Array(head.utf8)
    for parcel in parcels { parcel.write(to: &bytes) }
    return bytes.count <= NodeMessage.bytesMax ? bytes : nil
  }

  /// The message that bytes say; nil if they say none.
  ///
  /// - Parameter subject: where they were said, which only its sender may use.
  public init?(bytes: [UInt8], on subject: String) {
    guard bytes.count <= NodeMessage.bytesMax else { return nil }
    var scanner = Scanner(rest: bytes[...])
    guard let words = scanner.words(), words.count == 9, words[0] == "NODE",
      words[1] == "v=\(NodeWire.version)",
      let node = words[2].value("from").flatMap(Scanner.index),
      let start = words[3].value("start").flatMap(Scanner.number),
      let recipient = words[4].value("to").flatMap(Scanner.index),
      let lane = words[5].value("lane").flatMap(Scanner.index),
      let way = words[6].value("way").flatMap({ Way(rawValue: String($0)) }),
      let link = words[7].value("link")?.split(separator: ":", omittingEmptySubsequences: false),
      link.count == 2, let linkStart = Scanner.number(link[0]),
      let linkNumber = Scanner.number(link[1]),
      let number = words[8].value("n").flatMap(Scanner.number)
    else { return nil }
    var parcels: [NodeParcel] = []
    while !scanner.rest.isEmpty {
      guard let parcel = NodeParcel(&scanner, way) else { return nil }
      parcels.append(parcel)
    }
    self.init(
      from: Claimant(node: node, start: start), to: recipient, lane: lane, way,
      NodeLink(start: linkStart, number: linkNumber), number: number, parcels)
    guard self.subject == subject, number > 0 || parcels.isEmpty else { return nil }
  }
}

/// The first words of parcels.
private enum ParcelWord: String {
  case came, said, unreadable, bound, overflowed, drained, held, gone
  case told, greeted, noticed, conflated, closed, recalled
  case givenBack = "back"

  var way: NodeMessage.Way {
    switch self {
    case .came, .said, .unreadable, .bound, .overflowed, .drained, .held, .gone: .up
    case .told, .greeted, .noticed, .conflated, .closed, .recalled, .givenBack: .down
    }
  }
}

extension NodeParcel {
  fileprivate func write(to bytes: inout [UInt8]) {
    switch self {
    case .came(let number, let guest): write(.came, number, guest, to: &bytes)
    case .givenBack(let number, let guest): write(.givenBack, number, guest, to: &bytes)
    case .said(let number, let line, let ages):
      write(.said, [number, ages.lowerBound, ages.count - 1], line, to: &bytes)
    case .unreadable(let number, let error): write(.unreadable, [number, error.word], to: &bytes)
    case .bound(let number, let binding):
      write(.bound, [number, binding.kind.rawValue], binding.content, to: &bytes)
    case .overflowed(let number): write(.overflowed, [number], to: &bytes)
    case .drained(let number): write(.drained, [number], to: &bytes)
    case .held(let number): write(.held, [number], to: &bytes)
    case .gone(let number): write(.gone, [number], to: &bytes)
    case .told(let numbers, let lines):
      write(.told, [numbers.map(String.init).joined(separator: ",")], lines, to: &bytes)
    case .greeted(let number): write(.greeted, [number], to: &bytes)
    case .noticed(let number): write(.noticed, [number], to: &bytes)
    case .conflated(let number): write(.conflated, [number], to: &bytes)
    case .closed(let number, let isGoingAway):
      write(.closed, [number, isGoingAway ? 1 : 0], to: &bytes)
    case .recalled(let number): write(.recalled, [number], to: &bytes)
    }
  }

  private func write(
    _ word: ParcelWord, _ number: UInt64, _ guest: Guest, to bytes: inout [UInt8]
  ) {
    var lines: [UInt8] = []
    guest.encode(into: &lines)
    write(word, [number], lines, to: &bytes)
  }

  private func write(
    _ word: ParcelWord, _ values: [any CustomStringConvertible], _ content: [UInt8]? = nil,
    to bytes: inout [UInt8]
  ) {
    let count = content.map { [$0.count] } ?? []
    let words = [word.rawValue] + values.map(\.description) + count.map(\.description)
    bytes += Array(words.joined(separator: " ").utf8)
    bytes.append(UInt8(ascii: "\n"))
    if let content { bytes += content }
  }

  fileprivate init?(_ scanner: inout Scanner, _ way: NodeMessage.Way) {
    guard let words = scanner.words(), let word = ParcelWord(rawValue: words[0]),
      word.way == way, words.count >= 2
    else { return nil }
    if word == .told {
      let numbers = words[1].split(separator: ",", omittingEmptySubsequences: false)
        .map { Scanner.number($0) }
      guard words.count == 3, !numbers.contains(nil), let lines = scanner.content(words[2]),
        lines.last == UInt8(ascii: "\n")
      else { return nil }
      self = .told(numbers.compactMap { $0 }, lines: lines)
      return
    }
    guard let number = Scanner.number(words[1][...]) else { return nil }
    if let parcel = NodeParcel.simple(word, number), words.count == 2 {
      self = parcel
      return
    }
    switch (word, words.count) {
    case (.came, 3), (.givenBack, 3):
      guard let lines = scanner.content(words[2]), let guest = try? Guest.decode(lines[...]) else {
        return nil
      }
      self = word == .came ? .came(number, guest) : .givenBack(number, guest)
    case (.said, 5):
      guard let age = Scanner.index(words[2][...]), let doubt = Scanner.index(words[3][...]),
        let line = scanner.content(words[4]), line.count <= Wire.clientLineBytesMax,
        String(validating: line, as: UTF8.self) != nil, !line.contains(0),
        !line.contains(UInt8(ascii: "\n"))
      else { return nil }
      self = .said(number, line: line, ages: age...(age + doubt))
    case (.unreadable, 3):
      guard let error = FramingError(word: words[2]) else { return nil }
      self = .unreadable(number, error)
    case (.bound, 4):
      guard let content = scanner.content(words[3]),
        let binding = Binding(kind: words[2], content)
      else { return nil }
      self = .bound(number, binding)
    case (.closed, 3) where words[2] == "1" || words[2] == "0":
      self = .closed(number, isGoingAway: words[2] == "1")
    default: return nil
    }
  }

  /// A parcel that says no more than its word.
  private static func simple(_ word: ParcelWord, _ number: UInt64) -> NodeParcel? {
    switch word {
    case .overflowed: .overflowed(number)
    case .drained: .drained(number)
    case .held: .held(number)
    case .gone: .gone(number)
    case .greeted: .greeted(number)
    case .noticed: .noticed(number)
    case .conflated: .conflated(number)
    case .recalled: .recalled(number)
    case .came, .said, .unreadable, .bound, .told, .closed, .givenBack: nil
    }
  }
}

extension FramingError {
  fileprivate var word: String {
    switch self {
    case .tooLong: "long"
    case .notUTF8: "encoding"
    case .containsNUL: "zero"
    }
  }

  fileprivate init?(word: String) {
    switch word {
    case "long": self = .tooLong
    case "encoding": self = .notUTF8
    case "zero": self = .containsNUL
    default: return nil
    }
  }
}

extension Binding {
  /// No origin of a page is longer, in bytes, as another node tells it.
  private static let contentBytesMax = 4_096

  fileprivate var content: [UInt8] {
    switch self {
    case .tls(let material): material
    case .web(let origin): Array(origin.utf8)
    case .address(let address): Array(address.utf8)
    case .open: []
    }
  }

  fileprivate init?(kind: String, _ content: [UInt8]) {
    guard content.count <= Binding.contentBytesMax else { return nil }
    switch Kind(rawValue: kind) {
    case .tls: self = .tls(content)
    case .web:
      guard let origin = String(validating: content, as: UTF8.self) else { return nil }
      self = .web(origin: origin)
    case .address:
      guard let address = String(validating: content, as: UTF8.self) else { return nil }
      self = .address(address)
    case .open where content.isEmpty: self = .open
    case .open, nil: return nil
    }
  }
}
