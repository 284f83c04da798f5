// A lane's beat as one line of text:
//
//     BEAT v=1 node=2 start=8812 lane=0 clock=1763900000000 config=00c0ffee00c0ffee
//         at=a.example:7313 held=7:17,9:4p
//
// `clock` is when the lane sends it, by its own clock, in milliseconds, `config` a hash of what
// nodes agree on, `at` where players reach the node. Each shard is held in an epoch, with a `p`
// while the lane waits for the store, or was let go of in one (`free=3:5`); `leaving=1` says that
// the lane claims nothing any more. Of another version the same words mean the same, whatever
// others there are: otherwise a node would take one of another version for dead, and take its
// shards. Each comes on a subject that the bus lets its node alone use, since a beat that gives a
// node a later start ends it. It knows no bus.
// Invariant: whatever line comes is read or refused; there is one way to write a beat.

import Game
import Rooms

/// What nodes say to each other.
public enum NodeWire {
  /// Its version. Nodes of different versions hear each other's beats and share nothing else.
  public static let version = 1
}

extension LaneBeat {
  /// No beat is longer, in bytes: 256 shards twice, with epochs of 20 digits, and an address.
  public static let bytesMax = 16_384

  /// The subject on which a node's lane says it.
  public var subject: String { "cm.beat.\(claimant.node).\(lane)" }

  /// No clock is later, in milliseconds, as the protocol has moments.
  private static let momentMax = 1 << 53

  /// The subjects of all beats.
  public static let subjects = "cm.beat.*.*"

  /// The beat as a line, without a line feed.
  public var line: [UInt8] {
    var words = [
      "BEAT", "v=\(NodeWire.version)", "node=\(claimant.node)", "start=\(claimant.start)",
      "lane=\(lane)",
      "clock=\(moment.milliseconds)", "config=\(LaneBeat.digits(configuration))",
    ]
    if let address { words.append("at=\(address)") }
    if isLeaving { words.append("leaving=1") }
    if !held.isEmpty {
      let shards = held.sorted { $0.key < $1.key }
        .map { "\($0.key):\($0.value.epoch)\($0.value.isPaused ? "p" : "")" }
      words.append("held=\(shards.joined(separator: ","))")
    }
    if !released.isEmpty {
      let shards = released.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }
      words.append("free=\(shards.joined(separator: ","))")
    }
    return Array(words.joined(separator: " ").utf8)
  }

  /// The beat that a line says; nil if it is none.
  ///
  /// - Parameter subject: where it was said, which only its sender may use.
  public init?(line: [UInt8], on subject: String) {
    guard line.count <= LaneBeat.bytesMax, line.allSatisfy({ (0x20..<0x7f).contains($0) }) else {
      return nil
    }
    let words = String(decoding: line, as: UTF8.self).split(separator: " ")
    guard words.first == "BEAT" else { return nil }
    var values: [Substring: Substring] = [:]
    for word in words.dropFirst() {
      let parts = word.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, values.updateValue(parts[1], forKey: parts[0]) == nil else {
        return nil
      }
    }
    guard let version = values["v"].flatMap({ Int($0) }), version > 0,
      let node = values["node"].flatMap({ Int($0) }),
      (0..<Membership.nodesMax).contains(node),
      let start = values["start"].flatMap({ UInt64($0) }),
      let lane = values["lane"].flatMap({ Int($0) }), lane >= 0,
      let moment = values["clock"].flatMap({ Int($0) }), (0...LaneBeat.momentMax).contains(moment),
      let configuration = values["config"].flatMap({ UInt64($0, radix: 16) }),
      let held = LaneBeat.shards(values["held"]), let released = LaneBeat.shards(values["free"]),
      released.values.allSatisfy({ !$0.isPaused })
    else { return nil }
    self.init(
      Claimant(node: node, start: start), lane: lane, at: Instant(milliseconds: moment),
      isLeaving: values["leaving"] == "1", held: held, released: released.mapValues(\.epoch),
      configuration: configuration, address: values["at"].map(String.init))
    // One way to write it: no sign, no leading zero, no other order.
    guard self.subject == subject, version != NodeWire.version || self.line == line else {
      return nil
    }
  }

  /// A hash in 16 digits.
  private static func digits(_ hash: UInt64) -> String {
    let digits = String(hash, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static func shards(_ text: Substring?) -> [Int: Held]? {
    var shards: [Int: Held] = [:]
    for part in text?.split(separator: ",", omittingEmptySubsequences: false) ?? [] {
      let isPaused = part.hasSuffix("p")
      let numbers = (isPaused ? part.dropLast() : part).split(separator: ":")
      guard numbers.count == 2, let shard = Int(numbers[0]), let epoch = UInt64(numbers[1]),
        (0..<LaneTenures.shardCount).contains(shard),
        (1...ShardOwner.epochMax).contains(epoch),
        shards.updateValue(Held(epoch: epoch, isPaused: isPaused), forKey: shard) == nil
      else { return nil }
    }
    return shards
  }
}
