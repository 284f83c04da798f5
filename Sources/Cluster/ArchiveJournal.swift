// The one order in which all archives of a cluster take in what is to be kept: a journal in the
// store, which every node reads from its beginning and to whose end any node may write. It is told
// what is to be written, what the store answers and that time passes, and says what to ask and
// what to take in. It reads no frame, no clock and touches nothing. Invariants: each place is
// taken in once and in order, and only when the store has it; one question is under way at most,
// and a retry asks the same; what is written is written once.

public import Game
import Rooms

/// An entry of the archives' journal.
public struct ArchiveEntry: Hashable, Sendable {
  /// No entry says more bytes than this; whatever is longer is not kept.
  public static let frameBytesMax = 1 << 20

  /// Where it lies, from 1, without a gap.
  public let place: UInt64
  /// Whose it is.
  public let author: Claimant
  /// Counts the entries of its author, from 1.
  public let number: UInt64
  /// What it says, as lines.
  public let frame: [UInt8]

  /// What somebody says at a place.
  public init(place: UInt64, author: Claimant, number: UInt64, frame: [UInt8]) {
    (self.place, self.author, self.number, self.frame) = (place, author, number, frame)
  }
}

/// What is asked of the store for the archives' journal. Each may be carried out twice, and late,
/// without harm.
public enum ArchiveRequest: Hashable, Sendable {
  /// Give a page from a place on.
  case read(from: UInt64)
  /// Store an entry, if nothing lies at its place and never did.
  case append(ArchiveEntry)
  /// Note that the archive of a node has everything before a place on its disk, and say the same of
  /// all nodes.
  case mark(node: Int, before: UInt64)
  /// Let the journal begin at a place, if it begins before that.
  case drop(before: UInt64)
}

/// What the store answers.
public enum ArchiveAnswer: Hashable, Sendable {
  /// Where the journal begins, some entries from where they were asked for, and whether nothing lay
  /// behind them.
  case page(from: UInt64, floor: UInt64, [ArchiveEntry], isLast: Bool)
  /// The entry at this place is stored.
  case stored(place: UInt64)
  /// It is not, because another one lies at its place; nil where something did that was dropped.
  case refused(place: UInt64, lying: ArchiveEntry?)
  /// What the archives of all nodes have on their disks: everything before a place, by node.
  case marks([Int: UInt64])
  /// The journal begins at the place that was said, or behind it.
  case dropped
}

/// What is to be done.
public enum ArchiveEffect: Hashable, Sendable {
  /// Ask the store.
  case ask(ArchiveRequest)
  /// Take in what an entry says.
  case take(ArchiveEntry)
  /// What comes next was dropped, or cannot be read: this archive has missed it.
  case missed(from: UInt64)
}

/// What a node has of the archives' journal.
public struct ArchiveJournal: Sendable {
  /// What others have written is looked for so often, in milliseconds.
  public static let pollMilliseconds = 1_000
  /// What is not answered by then is asked again, unchanged, in milliseconds.
  public static let answerMilliseconds = 500
  /// No more bytes wait to be written; what comes then is not kept.
  public static let waitingBytesMax = 64 << 20
  /// A node says how far its archive is once it has gone on by so many places, and then looks
  /// whether all have.
  public static let markPlaces: UInt64 = 64
  /// The journal is no longer than this, even if some node has not read what is dropped.
  public static let placesMax: UInt64 = 16_384

  private struct Question {
    let request: ArchiveRequest
    var asked: Instant
  }

  private let me: Claimant
  private let placesMax: UInt64
  /// The place that is taken in next.
  public private(set) var next: UInt64
  private var question: Question?
  /// What was made of what waits, and is not known to be stored.
  private var ours: (number: UInt64, frame: [UInt8])?
  private var entriesMade: UInt64 = 0
  private var waiting: [[UInt8]] = []
  private var waitingBytes = 0
  /// How much was not taken because too much waited.
  public private(set) var dropped = 0
  /// Whether there was nothing behind what was read last.
  private var isCaughtUp = false
  private var readDue: Instant
  /// Up to where it was said that the archive is; nil before that was said.
  private var marked: UInt64?
  /// Up to where it is.
  private var onDisk: UInt64
  private var floor: UInt64 = 1
  private var dropDue: UInt64?
  /// Whether something was missed: nothing is taken in after that.
  public private(set) var hasMissed = false
  /// Whether no more is to be taken in just now, because the disk is behind.
  public var isHeld = false

  /// A node whose archive has everything before a place.
  ///
  /// - Parameter placesMax: see `ArchiveJournal.placesMax`.
  public init(
    of me: Claimant, next: UInt64, placesMax: UInt64 = ArchiveJournal.placesMax, at now: Instant
  ) {
    (self.me, self.next, self.placesMax, readDue) = (me, next, placesMax, now)
    onDisk = next
  }

  /// How many things wait to be stored.
  public var waitingCount: Int { waiting.count + (ours == nil ? 0 : 1) }

  /// When it has to be told that time has passed; nil when nothing comes of that.
  public var deadline: Instant? {
    if let question { return question.asked + ArchiveJournal.answerMilliseconds }
    return hasMissed || isHeld ? nil : readDue
  }

  /// Has something written: whole lines that all archives will take in.
  ///
  /// - Returns: false if too much waits, or it is too long.
  public mutating func write(
    _ lines: [UInt8], at now: Instant, _ effects: inout [ArchiveEffect]
  ) -> Bool {
    guard !hasMissed, lines.count <= ArchiveEntry.frameBytesMax,
      waitingBytes + lines.count <= ArchiveJournal.waitingBytesMax
    else {
      dropped += 1
      return false
    }
    waiting.append(lines)
    waitingBytes += lines.count
    goOn(at: now, &effects)
    return true
  }

  /// Takes an answer of the store, however late.
  public mutating func hear(
    _ answer: ArchiveAnswer, at now: Instant, _ effects: inout [ArchiveEffect]
  ) {
    switch (answer, question?.request) {
    case (.page(let from, let floor, let entries, let isLast), .read(let asked)?)
    where from == asked && from == next:
      question = nil
      self.floor = max(self.floor, floor)
      take(entries, from: floor, &effects)
      (isCaughtUp, readDue) = (isLast, now + ArchiveJournal.pollMilliseconds)
    case (.stored(let place), .append(let entry)?) where entry.place == place:
      question = nil
      take([entry], from: place, &effects)
    case (.refused(let place, let lying), .append(let entry)?) where entry.place == place:
      question = nil
      // Another try may have stored it before. Of what lies behind nothing is known.
      if let lying { take([lying], from: lying.place, &effects) }
      isCaughtUp = false
    case (.marks(let marks), .mark?):
      question = nil
      plan(by: marks)
    default: return
    }
    goOn(at: now, &effects)
  }

  /// Somebody says that more has been written.
  public mutating func look(at now: Instant, _ effects: inout [ArchiveEffect]) {
    readDue = now
    goOn(at: now, &effects)
  }

  /// Notes that everything before a place is on the disk.
  public mutating func kept(before place: UInt64, at now: Instant, _ effects: inout [ArchiveEffect])
  {
    onDisk = max(onDisk, place)
    goOn(at: now, &effects)
  }

  /// Lets happen what is due.
  public mutating func advance(to now: Instant, _ effects: inout [ArchiveEffect]) {
    if let question, question.asked + ArchiveJournal.answerMilliseconds <= now {
      ask(question.request, at: now, &effects)
    }
    goOn(at: now, &effects)
  }
}

extension ArchiveJournal {
  private mutating func goOn(at now: Instant, _ effects: inout [ArchiveEffect]) {
    if question != nil || hasMissed || isHeld { return }
    // Before anything else, so that nothing is dropped meanwhile that this archive lacks.
    if marked == nil { return mark(at: now, &effects) }
    if !isCaughtUp || readDue <= now { return ask(.read(from: next), at: now, &effects) }
    if let entry = entry() { return ask(.append(entry), at: now, &effects) }
    if let place = dropDue {
      dropDue = nil
      floor = place
      // Nobody waits for that; if it is lost, the next one drops as much.
      effects.append(.ask(.drop(before: place)))
    }
    if onDisk >= (marked ?? 0) + ArchiveJournal.markPlaces { mark(at: now, &effects) }
  }

  private mutating func mark(at now: Instant, _ effects: inout [ArchiveEffect]) {
    marked = onDisk
    ask(.mark(node: me.node, before: onDisk), at: now, &effects)
  }

  private mutating func ask(
    _ request: ArchiveRequest, at now: Instant, _ effects: inout [ArchiveEffect]
  ) {
    question = Question(request: request, asked: now)
    effects.append(.ask(request))
  }

  /// What is to be written next, at the end of what is known.
  private mutating func entry() -> ArchiveEntry? {
    if ours == nil, !waiting.isEmpty {
      var frame: [UInt8] = []
      var count = 0
      for lines in waiting {
        if count > 0, frame.count + lines.count > ArchiveEntry.frameBytesMax { break }
        frame += lines
        count += 1
      }
      waiting.removeFirst(count)
      waitingBytes -= frame.count
      entriesMade += 1
      ours = (entriesMade, frame)
    }
    return ours.map { ours in
      ArchiveEntry(place: next, author: me, number: ours.number, frame: ours.frame)
    }
  }

  /// Takes entries in, if they are those that come next.
  private mutating func take(
    _ entries: [ArchiveEntry], from floor: UInt64, _ effects: inout [ArchiveEffect]
  ) {
    if floor > next { return miss(&effects) }
    for entry in entries {
      guard entry.place == next else { return miss(&effects) }
      if entry.author == me, entry.number == ours?.number { ours = nil }
      next += 1
      effects.append(.take(entry))
    }
  }

  private mutating func miss(_ effects: inout [ArchiveEffect]) {
    hasMissed = true
    effects.append(.missed(from: next))
  }

  /// Looks what may be dropped: what all archives have, and what is too old to wait for the rest.
  private mutating func plan(by marks: [Int: UInt64]) {
    let common = marks.values.min() ?? 1
    let oldest = next > placesMax ? next - placesMax : 1
    let place = max(common, oldest)
    if place > floor { dropDue = place }
  }
}
