// The store of a simulated cluster: it carries requests out one at a time, each whole, and compares
// as the real one does. What it leaves out on purpose is an argument, so that tests can show what
// each comparison is for.

package import Cluster
import Rooms

package struct ShardStore: Hashable, Sendable {
  package enum Laxity: Hashable, Sendable {
    /// An entry is stored for any owner of the shard, or over anything at its place.
    case anyOwnerAppends, anyPlaceIsFree
    /// A claim is stored for any owner of the shard.
    case anyClaimCounts
    /// Pages are read for any owner of the shard.
    case anybodyReads
    /// A floor is put down wherever it was.
    case floorsFall
  }

  /// Whose it is; nil when it never was anybody's.
  package private(set) var owner: ShardOwner?
  package private(set) var past = Past()
  private var entries: [ShardEntry] = []
  package private(set) var floor: UInt64 = 1
  private let laxities: Set<Laxity>
  package var pageMax: Int
  private let keepsPast: Bool

  /// - Parameter keepsPast: whether entries say values, and somebody wants to know their sum.
  package init(laxities: Set<Laxity> = [], pageMax: Int = 1_000, keepsPast: Bool = true) {
    self.laxities = laxities
    self.pageMax = pageMax
    self.keepsPast = keepsPast
  }

  /// - Returns: the answer; nil where nobody waits for one.
  package mutating func carryOut(_ request: ShardRequest) -> Tenure.Input? {
    switch request {
    case .look: return .owned(owner)
    case .claim(let claimant, let after):
      guard owner == after || laxities.contains(.anyClaimCounts) else {
        return .contested(claimant, by: owner)
      }
      owner = claimant
      return .claimed(claimant)
    case .read(let from, let reader):
      guard owner == reader || laxities.contains(.anybodyReads) else {
        return .dispossessed(reader, by: owner)
      }
      return .page(page(from: from), for: reader)
    case .append(let entry, let writer):
      let lying = entries.first { $0.place == entry.place }
      let mayWrite = owner == writer || laxities.contains(.anyOwnerAppends)
      guard mayWrite, lying == nil || laxities.contains(.anyPlaceIsFree) else {
        return .refused(entry.name, owner: owner, lying: lying?.name)
      }
      put(entry)
      return .stored(entry.name)
    case .drop(let place, let writer):
      if owner == writer, floor < place || laxities.contains(.floorsFall) {
        floor = place
        entries.removeAll { $0.place < place }
      }
      return nil
    }
  }

  /// Whether a request can still change something, whenever it comes: what an owner of before asks
  /// cannot.
  package func mayTake(_ request: ShardRequest) -> Bool {
    let epoch = owner?.epoch ?? 0
    switch request {
    case .look, .read: return false
    case .claim(_, let after):
      return laxities.contains(.anyClaimCounts) || after == owner || after?.epoch ?? 0 > epoch
    case .append(_, let writer): return !laxities.isEmpty || writer.epoch >= epoch
    case .drop(let place, let writer):
      return writer.epoch >= epoch && (place > floor || laxities.contains(.floorsFall))
    }
  }

  private func page(from: UInt64) -> ShardPage {
    let rest = entries.drop { $0.place < from }
    return ShardPage(
      from: from, floor: floor, Array(rest.prefix(pageMax)), isLast: rest.count <= pageMax)
  }

  private mutating func put(_ entry: ShardEntry) {
    if let index = entries.firstIndex(where: { $0.place >= entry.place }) {
      if entries[index].place == entry.place {
        entries[index] = entry
      } else {
        entries.insert(entry, at: index)
      }
      // Below the floor it counts for nothing; elsewhere it changes the past.
      if entry.place < floor || !keepsPast { return }
      past = Past()
      for entry in entries { past.take(entry) }
    } else {
      entries.append(entry)
      if keepsPast { past.take(entry) }
    }
  }
}

/// What the entries of a journal come to: the values they say, in order.
package struct Past: Hashable, Sendable {
  package private(set) var values: [UInt16] = []

  package init() {}
  init(_ frame: [UInt8]) { take(frame) }
  package mutating func take(_ entry: ShardEntry) { take(entry.frame) }

  /// Goes on with what an entry says: further values, or a whole past in place of everything.
  mutating func take(_ frame: [UInt8]) {
    guard let kind = frame.first else { return }
    let said = stride(from: 1, to: frame.count - 1, by: 2)
      .map { UInt16(frame[$0]) << 8 | UInt16(frame[$0 + 1]) }
    values = kind == Past.whole ? said : values + said
  }

  /// What an entry says of further values.
  static func frame(_ values: some Collection<UInt16>, kind: UInt8 = 0) -> [UInt8] {
    values.reduce(into: [kind]) { frame, value in
      frame += [UInt8(value >> 8), UInt8(truncatingIfNeeded: value)]
    }
  }

  /// What an entry says that needs none before it.
  var frame: [UInt8] { Past.frame(values, kind: Past.whole) }

  private static let whole: UInt8 = 1
}
