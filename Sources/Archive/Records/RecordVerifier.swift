// Whether a record is true, and the first thing that is not. It needs no server and believes none:
// what it is handed is bytes, and what it has of its own are the rules.
// Invariant: it never traps, whatever the bytes; a check that is named failed, and all before it
// in the order of `RecordCheck` did not.

public import Game
public import Wire

/// Checks records.
public struct RecordVerifier: Sendable {
  /// Whether that is the Ed25519 signature of a message under a key.
  public typealias SignatureCheck =
    @Sendable (
      _ signature: [UInt8], _ message: [UInt8], _ key: PublicKey
    ) -> Bool

  private let hashing: Hashing
  private let isSigned: SignatureCheck

  /// Checks with these functions.
  public init(hashing: Hashing, isSigned: @escaping SignatureCheck) {
    self.hashing = hashing
    self.isSigned = isSigned
  }

  /// Checks a file from its first byte to its last.
  ///
  /// - Parameter key: the key of the log that is trusted; nil to take the one that is named.
  /// - Returns: what it holds.
  /// - Throws: the first thing that is wrong.
  @discardableResult
  public func verify(_ bytes: [UInt8], key: [UInt8]? = nil) throws(RecordFault) -> RecordFile {
    let file = try RecordFile(reading: bytes)
    try verifySeals(of: file)
    try verifyReceipt(of: file, key: key)
    try verify(file.match)
    return file
  }

  /// Checks what can be checked of a match by itself: that it was fair, and that it was played.
  public func verify(_ match: MatchRecord) throws(RecordFault) {
    if let rules = match.title.rules, rules != Rules.edition { throw .rules(rules) }
    let verdict = verdict(on: match)
    guard verdict == .verified else { throw .fairness(verdict) }
    var replay = RecordReplay(match, hashing: hashing)
    if let line = replay.fault() { throw .replay(line: line) }
  }

  /// Checks that names are those that were sealed.
  public func verifySeals(of file: RecordFile) throws(RecordFault) {
    for person in file.persons {
      let seat = file.match.seats.first { $0.player == person.player }
      guard seat?.seal == person.seal(hashing) else { throw .seal(person.player) }
    }
  }

  private func verifyReceipt(of file: RecordFile, key: [UInt8]?) throws(RecordFault) {
    guard let receipt = file.receipt, receipt.leaf == hashing.leaf(file.match.body) else {
      throw .leaf
    }
    let isIncluded = MerkleProof(hashing: hashing)
      .isIncluded(
        receipt.leaf, at: receipt.index, path: receipt.path, size: receipt.size,
        root: receipt.root)
    guard isIncluded, receipt.pathSize == receipt.size else { throw .path }
    let head = Checkpoint(log: file.match.title.log, size: receipt.size, root: receipt.root)
    guard key == nil || key == receipt.key, let signer = PublicKey(bytes: receipt.key),
      isSigned(receipt.signature, head.text, signer)
    else { throw .signature }
  }

  /// What somebody who heard the match would say of it.
  private func verdict(on match: MatchRecord) -> Verdict? {
    var room = HeardRoom(settings: match.settings, last: 0, before: nil)
    for line in match.lines {
      switch line {
      case .seat(let seat):
        room.fold(.room(n: nil, .seat(seat.player, seat.profile)), hashing: hashing)
      case .told(let message): room.fold(message, hashing: hashing)
      default: break
      }
    }
    return room.verdict
  }
}

extension Person {
  /// What a seat says instead of the person: SHA-256 of the line without its ending.
  public func seal(_ hashing: Hashing) -> [UInt8] {
    var line: [UInt8] = []
    RecordLine.person(self).encode(into: &line)
    return hashing.sha256(Array(line.dropLast()))
  }
}
