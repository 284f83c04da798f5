// The journal of all archives in the store of a simulated cluster: it carries requests out one at
// a time, each whole, and compares as the real one does. What it leaves out on purpose is an
// argument.

public import Driving

/// The archives' journal in the store.
public struct ArchiveStore: Hashable, Sendable {
  /// What may be left out.
  public enum Laxity: Hashable, Sendable {
    /// An entry is stored whatever lies at its place, or where something lay that was dropped.
    case anyPlaceIsFree, droppedPlacesAreFree
  }

  private var entries: [UInt64: ArchiveEntry] = [:]
  /// Where the journal begins.
  public private(set) var floor: UInt64 = 1
  private var marks: [Int: UInt64] = [:]
  private let pageMax: Int
  private let laxities: Set<Laxity>

  /// An empty store.
  ///
  /// - Parameter pageMax: so many entries are read at once.
  public init(pageMax: Int, laxities: Set<Laxity> = []) {
    (self.pageMax, self.laxities) = (pageMax, laxities)
  }

  /// How many entries lie there.
  public var count: Int { entries.count }

  /// Carries a request out, and answers.
  public mutating func carryOut(_ request: ArchiveRequest) -> ArchiveAnswer {
    switch request {
    case .read(let from):
      let all = entries.values.filter { $0.place >= from }.sorted { $0.place < $1.place }
      return .page(
        from: from, floor: floor, Array(all.prefix(pageMax)), isLast: all.count <= pageMax)
    case .append(let entry):
      let isFree = entries[entry.place] == nil || laxities.contains(.anyPlaceIsFree)
      guard isFree, floor <= entry.place || laxities.contains(.droppedPlacesAreFree) else {
        return .refused(place: entry.place, lying: entries[entry.place])
      }
      entries[entry.place] = entry
      return .stored(place: entry.place)
    case .mark(let node, let place):
      marks[node] = place
      return .marks(marks)
    case .drop(let place):
      if floor < place {
        floor = place
        entries = entries.filter { $0.key >= place }
      }
      return .dropped
    }
  }
}
