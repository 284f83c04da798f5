// What a cluster's store knows of a shard, as values: who owns it, and the entries of its journal.
// They are compared as wholes: no owner and no entry is ever named twice, so equal means the same.
// Invariant: epochs of one shard only grow.

/// A process that may own shards.
public struct Claimant: Hashable, Sendable {
  /// The number of its node, from 0.
  public let node: Int
  /// Which start of the node this is; another one each time, so that nobody is taken for who they
  /// were before they were killed.
  public let start: UInt64

  /// That start of that node.
  public init(node: Int, start: UInt64) {
    self.node = node
    self.start = start
  }
}

/// Who owns a shard: a claimant in an epoch.
public struct ShardOwner: Hashable, Sendable {
  /// No epoch is later: it takes 285,000 years of a claim a millisecond. A later one is not
  /// believed.
  public static let epochMax: UInt64 = 1 << 53

  /// Counts from 1, and grows with each claim.
  public let epoch: UInt64
  /// Whose it is in this epoch.
  public let claimant: Claimant

  /// A claimant in an epoch.
  public init(epoch: UInt64, _ claimant: Claimant) {
    self.epoch = epoch
    self.claimant = claimant
  }
}

/// What an entry is called, wherever it lies.
public struct EntryName: Hashable, Sendable {
  /// The epoch in which it was written; an epoch has one writer.
  public let epoch: UInt64
  /// Counts the entries of its writer, from 1.
  public let number: UInt64

  /// What lies at a place and is no entry is called so: nobody writes in epoch 0.
  public static let unreadable = EntryName(epoch: 0, number: 0)

  /// That entry of that epoch.
  public init(epoch: UInt64, number: UInt64) {
    self.epoch = epoch
    self.number = number
  }
}

/// An entry of a shard's journal.
public struct ShardEntry: Hashable, Sendable {
  /// It says no more bytes than this. Two thirds of it are what a room has to say of itself if its
  /// host has named it in the longest way as often as anybody may.
  public static let frameBytesMax = 1 << 20
  /// A journal has no more entries than this in all its life: 300 years at one a second.
  public static let placeMax: UInt64 = 9_999_999_999

  /// Where it lies, from 1, without a gap.
  public let place: UInt64
  /// What it is called.
  public let name: EntryName
  /// What it says: a frame of a journal, or nothing at all, as a sign of life.
  public let frame: [UInt8]

  /// What is said at a place under a name.
  public init(place: UInt64, name: EntryName, frame: [UInt8]) {
    self.place = place
    self.name = name
    self.frame = frame
  }
}

/// Some entries that follow one another, as its owner read them.
public struct ShardPage: Hashable, Sendable {
  /// From where on it was read: what lay before is not part of it.
  public let from: UInt64
  /// The place at which the journal begins: everything before it has been dropped.
  public let floor: UInt64
  /// The entries, by their places.
  public let entries: [ShardEntry]
  /// Whether nothing lay behind them.
  public let isLast: Bool

  /// The entries from a place on. Those below the floor do not count: a request that comes very
  /// late may put an entry back to where it was dropped.
  public init(from: UInt64, floor: UInt64, _ entries: [ShardEntry], isLast: Bool) {
    self.from = from
    self.floor = floor
    self.entries = Array(entries.drop { $0.place < floor })
    self.isLast = isLast
  }

  /// Whether the entries follow one another from where they should, by writers who came after one
  /// another, and none after the reader.
  func isWhole(for reader: ShardOwner) -> Bool {
    var place = max(from, floor)
    var epoch: UInt64 = 1
    for entry in entries {
      // Behind the last place nobody could write.
      guard entry.place == place, place < ShardEntry.placeMax,
        (epoch..<reader.epoch).contains(entry.name.epoch)
      else { return false }
      (place, epoch) = (place + 1, entry.name.epoch)
    }
    // A floor is the place of an entry, and a page that is not the last one leads on.
    return !entries.isEmpty || (isLast && from >= floor)
  }
}
