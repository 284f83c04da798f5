// Somebody whom one node of a cluster lends to another: what they came for and what the other has
// to know of them, as lines, in the grammar of the protocol and with its words. Clocks of nodes
// differ, so moments are ages. No such line is ever sent to a client.
// Invariants: decode(encode(guest)) == guest; reading never traps, whatever the bytes; a guest is
// no longer than `Guest.bytesMax`.

/// Somebody who is at one node and connected to another.
public struct Guest: Hashable, Sendable {
  /// No guest is longer, in bytes: as many lines as may be kept, each as long as it may be.
  public static let bytesMax = (Guest.keptMax + 8) * (Wire.clientLineBytesMax + 1)
  /// No guest brings more lines that have not been answered.
  public static let keptMax = 64
  /// No age is greater, in milliseconds.
  static let ageMax = 3_600_000

  /// Why somebody can only come back to a seat.
  public enum Fullness: String, CaseIterable, Hashable, Sendable {
    /// As many are connected as may be.
    case server
    /// As many of their address are connected as may be.
    case address
  }

  /// Something that they said and that has not been answered.
  public enum Unanswered: Hashable, Sendable {
    /// A message, and how many milliseconds ago it arrived, at the least and at the most.
    case message(ClientMessage, ages: ClosedRange<Int>)
    /// What could not be read, with what is to be answered.
    case nonsense(RefusalLine)
  }

  /// What they came for: HELLO with a token, or what is to be answered where the room is.
  public var message: ClientMessage
  /// Who they are, and their shortest round trip; nil before HELLO.
  public var who: Sitter?
  /// Where else their token was looked for.
  public var search = TokenSearch()
  /// How often they have been lent for this.
  public var lends = 0
  /// The address that they count for.
  public var household: UInt64
  /// The network that they count for; nil when there is none.
  public var site: UInt64?
  /// Why they can only come back to a seat; nil when they may do anything.
  public var fullness: Fullness?
  /// How many lines are missing in the budget of their connection.
  public var spent = 0
  /// How many milliseconds ago they were told to be too fast.
  public var strikes: [Int] = []
  /// What is to be answered after what they came for, in order.
  public var kept: [Unanswered] = []

  /// Somebody of an address, with something to be answered.
  public init(_ message: ClientMessage, who: Sitter?, household: UInt64, site: UInt64?) {
    (self.message, self.who, self.household, self.site) = (message, who, household, site)
  }
}

/// Where a token was looked for that nobody knew so far.
public struct TokenSearch: Hashable, Sendable {
  /// How many lanes of the node that somebody is connected to do not know it.
  public var lanes = 0
  /// The last of the other nodes that was asked on this lane; nil before the first.
  public var node: Int?
  /// Whether nobody can have missed it, as far as everybody knew who was asked.
  public var isWhole = true
  /// What is believed of the node that is asked: which shards it has, as one number.
  public var belief: UInt64 = 0
  /// The same of all nodes, when the first of them was asked on this lane.
  public var stamp: UInt64 = 0
  /// How often it was looked for before.
  public var rounds = 0

  /// It was looked for nowhere.
  public init() {}
}

extension Guest {
  private enum Verb: String, CaseIterable {
    case guest = "GUEST"

    static let table = VerbTable<Verb>()
  }

  /// Appends the guest as lines, each with LF.
  public func encode(into lines: inout [UInt8]) {
    lines.appendLine { line in
      line.append(word: Verb.guest.rawValue)
      GuestHead.fields.write(GuestHead(self), to: &line)
    }
    message.encode(into: &lines)
    for kept in kept {
      switch kept {
      case .message(let message, _): message.encode(into: &lines)
      case .nonsense(let refusal): ServerMessage.no(refusal).encode(into: &lines)
      }
    }
  }

  /// Reads a guest.
  ///
  /// - Throws: what is wrong with it.
  public static func decode(_ bytes: ArraySlice<UInt8>) throws(RefusalLine) -> Guest {
    guard bytes.count <= bytesMax, bytes.last == UInt8(ascii: "\n"), !bytes.contains(0),
      String(validating: bytes, as: UTF8.self) != nil
    else { throw malformed }
    let lines = bytes.dropLast()
      .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    guard lines.count >= 2, lines.count <= 2 + keptMax else { throw malformed }
    let line = try LineReader(lines[0])
    guard line.verb(of: Verb.table) == .guest else { throw malformed }
    let head = try GuestHead.fields.read(line)
    guard let message = try ClientMessage.decode(lines[1]) else { throw malformed }
    var guest = head.guest
    guest.message = message
    guard head.ages.count == lines.count - 2, head.doubts.count == head.ages.count else {
      throw malformed
    }
    for (index, line) in lines.dropFirst(2).enumerated() {
      guest.kept.append(try kept(line, age: head.ages[index], doubt: head.doubts[index]))
    }
    return guest
  }

  private static func kept(
    _ line: ArraySlice<UInt8>, age: Int, doubt: Int
  ) throws(RefusalLine) -> Unanswered {
    // No verb of a client begins so.
    if line.starts(with: "NO ".utf8) {
      guard case .no(let refusal)? = try ServerMessage.decode(line) else { throw malformed }
      return .nonsense(refusal)
    }
    guard let message = try ClientMessage.decode(line) else { throw malformed }
    return .message(message, ages: age...(age + doubt))
  }

  private static let malformed = RefusalLine(code: .badLine, text: "that is no guest")
}

/// The first line of a guest.
private struct GuestHead: Described {
  let guest: Guest
  /// For each line that is kept, how long ago it arrived, and how much longer it may be.
  let ages: [Int]
  let doubts: [Int]

  init(_ guest: Guest) {
    self.guest = guest
    let ranges = guest.kept.map { kept in
      if case .message(_, let ages) = kept { ages } else { 0...0 }
    }
    ages = ranges.map { min($0.lowerBound, Guest.ageMax) }
    doubts = ranges.map { min($0.count - 1, Guest.ageMax) }
  }

  init(_ line: inout some FieldCoder<GuestHead>) throws(RefusalLine) {
    let age = WholeNumber.int(in: 0...Guest.ageMax)
    _ = try line(required("v", .int(in: 1...1))) { _ in 1 }
    let who = try line(PossibleSitter()) { $0.guest.who }
    let household = try line(required("household", .hex64)) { $0.guest.household }
    let site = try line(optional("site", .hex64)) { $0.guest.site }
    var guest = Guest(.leave, who: who, household: household, site: site)
    guest.fullness = try line(optional("full", .fullness)) { $0.guest.fullness }
    guest.lends = try line(some("lends")) { $0.guest.lends }
    guest.search.lanes = try line(some("lanes")) { $0.guest.search.lanes }
    guest.search.node = try line(optional("node", .count)) { $0.guest.search.node }
    let isTorn = try line(mark("torn")) { !$0.guest.search.isWhole }
    guest.search.isWhole = !isTorn
    guest.search.belief = try line(optional("belief", .hex64, or: 0)) { $0.guest.search.belief }
    guest.search.stamp = try line(optional("stamp", .hex64, or: 0)) { $0.guest.search.stamp }
    guest.search.rounds = try line(some("rounds")) { $0.guest.search.rounds }
    guest.spent = try line(some("spent")) { $0.guest.spent }
    guest.strikes = try line(optional("strikes", list(age), or: [])) { $0.guest.strikes }
    ages = try line(optional("ages", list(age), or: [])) { $0.ages }
    doubts = try line(optional("doubts", list(age), or: [])) { $0.doubts }
    self.guest = guest
  }
}

/// Somebody who has said HELLO, if they have.
private struct PossibleSitter: Fields {
  func read(_ line: LineReader) throws(RefusalLine) -> Sitter? {
    try line.value("by", .player) == nil ? nil : Sitter.fields.read(line)
  }

  func write(_ sitter: Sitter?, to line: inout LineWriter) {
    if let sitter { Sitter.fields.write(sitter, to: &line) }
  }
}

/// A number of 64 bits, as 16 digits.
private struct HexadecimalNumber: FieldType {
  private static let digits = HexadecimalBytes(count: 8)

  var what: String { Self.digits.what }

  func read(_ bytes: ArraySlice<UInt8>) -> UInt64? {
    Self.digits.read(bytes)?.reduce(0) { $0 << 8 | UInt64($1) }
  }

  func write(_ value: UInt64, to line: inout LineWriter) {
    let bytes = (0..<8).map { UInt8(truncatingIfNeeded: value >> (56 - 8 * $0)) }
    Self.digits.write(bytes, to: &line)
  }
}

extension FieldType where Self == HexadecimalNumber {
  fileprivate static var hex64: Self { Self() }
}

extension FieldType where Self == Choice<Guest.Fullness> {
  fileprivate static var fullness: Self { Self() }
}
