// What a tenure is told, what it wants, and the spans of time that a cluster agrees on, as values.
// Nobody here knows a store or a bus.

import Game

/// How long things take in a cluster, in milliseconds. Every node has the same, or they would not
/// wait for one another.
public struct TenureTimes: Hashable, Sendable {
  /// Without a beat for so long, an owner is taken for dead, and others claim.
  public var silence = 700
  /// The lane that comes first by rank claims first; each further one waits so much longer.
  public var turn = 150
  /// What is not answered by then is asked again, unchanged.
  public var answer = 250
  /// Each further time comes later, by half of how long nobody has answered; so long at the most.
  public var answerMost = 1_000
  /// After so long without an answer those in the rooms are told that they wait.
  public var pause = 1_000
  /// At each multiple of this on its clock an owner with nothing under way writes an entry that
  /// says nothing, to hear whether the shard is still its own. While nobody plays that is most of
  /// what the store writes. With 5 s it wrote a quarter as much, but players at other nodes did not
  /// see each other move for 0.52 s instead of 0.2 s in half of the times that a node left.
  public var idle = 1_000
  /// After so long without an answer an owner gives up.
  public var patience = 60_000
  /// A shard whose journal could not be read is left alone for so long.
  public var remorse = 10_000

  /// What a cluster in one place agrees on.
  public init() {}
}

/// What a tenure wants done, in order. Everything asked of the store may be carried out twice
/// without harm.
public enum TenureEffect: Hashable, Sendable {
  /// Ask the store who owns the shard, to see whether it answers.
  case look
  /// Own the shard, unless the owner is another one than this by now.
  case claim(ShardOwner, after: ShardOwner?)
  /// Read the journal from a place on, or from where it begins, unless the owner is another one.
  case read(from: UInt64, as: ShardOwner)
  /// Store an entry, unless the owner is another one or something lies at its place.
  case append(ShardAppend)
  /// Drop what lies before a place, unless the owner is another one or that has been done.
  case drop(before: UInt64, as: ShardOwner)

  /// Play entries again; after the last ones `replayed` is the answer, or `unreadable`.
  case replay([ShardEntry], isLast: Bool)
  /// The rooms are open.
  case open
  /// Everything up to a batch is in the journal, the newest of it at this place: what waited for
  /// it may be told.
  case release(through: Int, at: UInt64)
  /// Clocks stand, and those in the rooms are told so if it may take long.
  case pause(Tenure.Standstill)
  /// They go on.
  case resume
  /// Forget the rooms and everything that waits: they are somebody else's.
  case resign(Tenure.Resignation)
}

extension Tenure {
  /// What a tenure is told. Answers of the store may come late, twice or never.
  public enum Input: Hashable, Sendable {
    /// Another lane says that it owns the shard, and whether it waits for the store.
    case beat(ShardOwner, isPaused: Bool)
    /// An owner says that it has let go of the shard.
    case released(ShardOwner)
    /// How many lanes come before this one for the shard; nil while this one may claim nothing,
    /// because it is about to leave or hears nobody.
    case ranked(Int?)
    /// Let go of the shard.
    case giveUp

    /// The hall has written something down: what comes of it waits for this batch. Batches count
    /// up, whatever becomes of the shard.
    case jotted(batch: Int)
    /// The rooms have written themselves down from this place on: what lies before it may go.
    case written(from: UInt64)
    /// All pages have been played again.
    case replayed
    /// An entry cannot be played again.
    case unreadable

    /// The owner, as the store knows it; nil when there never was one.
    case owned(ShardOwner?)
    /// A claim was stored.
    case claimed(ShardOwner)
    /// A claim was refused, because the shard is this one's.
    case contested(ShardOwner, by: ShardOwner?)
    /// What an owner asked to read.
    case page(ShardPage, for: ShardOwner)
    /// Nothing was read for an owner, because the shard is this one's.
    case dispossessed(ShardOwner, by: ShardOwner?)
    /// An entry was stored.
    case stored(EntryName)
    /// An entry was refused: the shard is this one's, and at its place lies another entry, itself,
    /// or nothing.
    case refused(EntryName, owner: ShardOwner?, lying: EntryName?)
  }

  /// Why rooms stand.
  public enum Standstill: Hashable, Sendable {
    /// The store has not answered for a while.
    case storeIsSilent
    /// The shard is about to be somebody else's.
    case leaving
  }

  /// Why rooms are forgotten.
  public enum Resignation: String, CaseIterable, Hashable, Sendable {
    /// Another lane owns the shard.
    case superseded
    /// The shard was given up, and everything that had been written is stored.
    case handedOver = "handed-over"
    /// The journal has a hole, or something that cannot be played again.
    case damaged
    /// The store has not answered for too long.
    case storeAway = "store-away"
  }
}

/// An entry on its way to the store. Asked again, it is the same to the byte.
public struct ShardAppend: Hashable, Sendable {
  /// Who writes.
  public let owner: ShardOwner
  /// Where it is to lie.
  public let place: UInt64
  /// What it is called.
  public let name: EntryName
  /// It says everything that was jotted down up to this batch, and was in no entry before; nil for
  /// a sign of life.
  public let batch: Int?
}
