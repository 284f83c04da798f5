// Where matches are made ready that people and programs ask for: looked up in the archive, drawn,
// and kept for a while, on a queue of its own, so that no lane waits. It also counts who asks, for
// rooms and boards as well. It knows no request.
// Invariants: a match is shown only as the archive publishes it; nothing of anybody who was
// forgotten is shown once that is answered; what it keeps and counts is bounded.

import Archive
import Dispatch
import Game
import Net
import Rooms
import Wire

/// Looks up matches for everybody.
actor PageDesk {
  /// Requests for shared pages and by programs, of one address in a second.
  static let requestsMax = 20
  /// Addresses that are counted in a second; when there are more, all others have to wait.
  static let addressesMax = 4_096
  /// Matches that are kept ready.
  static let matchesMax = 64
  /// Bytes of a record that is told in one piece.
  static let recordBytesMax = 256 << 10
  /// How long a match is kept ready.
  private static let readyMilliseconds: Int64 = 60_000

  nonisolated let executor = QueueExecutor(label: "chromatch.pages")
  nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// A match that is ready to be shown.
  struct Ready: Sendable {
    let match: SharedMatch
    /// Its record, unless that is too long.
    let record: [UInt8]?
  }

  /// The mosaic of a match.
  struct Picture: Sendable {
    let file: [UInt8]
    /// Of the file's bytes.
    let tag: String

    init(of match: Ready) {
      file = MosaicPicture.png(match.match, holding: match.record)
      tag = "\"\(String(hex: sha256(file).prefix(16)))\""
    }
  }

  /// A match that is kept ready.
  struct Prepared: Sendable {
    let match: Ready
    /// Nil until somebody asks for it: most who ask for a match do not.
    private(set) var picture: Picture?
    let until: Int64

    init(_ match: Ready, until: Int64) { (self.match, self.until) = (match, until) }

    /// What a page shows of the match; draws the picture if the page is that and it is not there.
    mutating func outcome(for page: SharedPage) -> Outcome {
      guard case .picture = page else { return .ready(match) }
      let drawn = picture ?? Picture(of: match)
      picture = drawn
      return .picture(drawn)
    }
  }

  /// Somebody who waits for a match.
  private struct Waiting {
    let page: SharedPage
    let then: @Sendable (Outcome) -> Void
  }

  /// A match that is being made ready.
  private struct Making: Hashable {
    let index: Int
    /// How many had been forgotten when that began.
    let forgotten: Int
  }

  /// What comes of a request.
  enum Outcome: Sendable {
    /// Here it is.
    case ready(Ready)
    /// Here is its picture.
    case picture(Picture)
    /// The lines of a board.
    case board([ServerMessage])
    /// It is about rooms, and nothing is in the way.
    case welcome
    /// There is none that everybody may see.
    case absent
    /// That address asks too often.
    case tooMany
    /// The archive cannot be asked just now.
    case notNow
  }

  private let archive: MatchArchive?
  private let siteShare: Int
  private let clock = Clock()
  private(set) var ready: [Int: Prepared] = [:]
  /// Those who wait for a match that is being made ready: it is made once for all of them who
  /// asked before the next person was forgotten.
  private var waiting: [Making: [Waiting]] = [:]
  /// How often somebody was forgotten when `ready` was empty last.
  private var forgotten = 0
  private var second: Int64 = 0
  private var counts: [UInt64: Int] = [:]

  /// - Parameter siteShare: how many addresses a network of many is worth.
  init(_ archive: MatchArchive?, siteShare: Int) {
    (self.archive, self.siteShare) = (archive, siteShare)
  }

  /// That of a server.
  init(_ configuration: Configuration) {
    self.init(configuration.archive, siteShare: configuration.limits.halls.siteShare)
  }

  /// Looks up a match or a board, for somebody who comes from there.
  nonisolated func ask(
    _ page: SharedPage, at now: Instant, _ origin: Origin,
    then: @escaping @Sendable (Outcome) -> Void
  ) {
    executor.queue.async {
      self.assumeIsolated { desk in
        guard desk.admits(origin, at: desk.clock.milliseconds()) else { return then(.tooMany) }
        let today = Day.secret(at: now)
        if let index = page.match {
          return desk.look(index, on: today, origin, Waiting(page: page, then: then))
        }
        guard case .board(let board, let time, let day, let from) = page else {
          return then(.welcome)
        }
        guard let archive = desk.archive, archive.recordedLog != nil else { return then(.absent) }
        let span = Span(time, of: board, on: day ?? Day(of: now))
        archive.ask(.top(board, span, from: from, by: nil, today: today), from: origin) {
          then(.board($0.messages))
        }
      }
    }
  }

  /// Whether an address may ask once more in this second.
  func admits(_ origin: Origin, at milliseconds: Int64) -> Bool {
    if milliseconds / 1_000 != second { (second, counts) = (milliseconds / 1_000, [:]) }
    // Numbers of sites and of households are apart, as `AddressGroup` makes them.
    let accounts =
      [(origin.household, Self.requestsMax)]
      + (origin.site.map { [(~$0, Self.requestsMax * siteShare)] } ?? [])
    let isFine = accounts.allSatisfy { number, most in
      counts[number].map { $0 < most } ?? (counts.count < Self.addressesMax)
    }
    if isFine { for (number, _) in accounts { counts[number, default: 0] += 1 } }
    return isFine
  }

  private func look(_ index: Int, on today: Day, _ origin: Origin, _ asker: Waiting) {
    guard let archive else { return asker.then(.absent) }
    let known = archive.forgottenCount
    if known != forgotten { (forgotten, ready) = (known, [:]) }
    if var found = ready[index], found.until > clock.milliseconds() {
      let outcome = found.outcome(for: asker.page)
      ready[index] = found
      return asker.then(outcome)
    }
    let making = Making(index: index, forgotten: known)
    waiting[making, default: []].append(asker)
    if waiting[making, default: []].count > 1 { return }
    archive.publish(index, on: today, origin) { [self] found in
      executor.queue.async {
        self.assumeIsolated { $0.look(behind: found, making, on: today, origin) }
      }
    }
  }

  /// Looks up the match that a ghost race copies, which says who its ghosts are.
  private func look(
    behind found: Publication, _ making: Making, on today: Day, _ origin: Origin
  ) {
    guard let archive, case .success(let file?) = found, let copied = file.match.title.ghost else {
      return tell(making, found, copying: .success(nil))
    }
    archive.publish(copied, on: today, origin) { [self] original in
      executor.queue.async {
        self.assumeIsolated { $0.tell(making, found, copying: original) }
      }
    }
  }

  private func tell(_ making: Making, _ found: Publication, copying original: Publication) {
    let askers = waiting.removeValue(forKey: making) ?? []
    switch (found, original) {
    case (.failure, _), (_, .failure): for asker in askers { asker.then(.notNow) }
    case (.success(nil), _): for asker in askers { asker.then(.absent) }
    case (.success(let file?), .success(let original)):
      var prepared = prepare(file, original, making)
      for asker in askers { asker.then(prepared.outcome(for: asker.page)) }
      keep(prepared, making)
    }
  }

  private func prepare(
    _ file: RecordFile, _ original: RecordFile?, _ making: Making
  ) -> Prepared {
    let record = file.bytes
    let match = Ready(
      match: SharedMatch(file, index: making.index, copying: original),
      record: record.count > Self.recordBytesMax ? nil : record)
    return Prepared(match, until: clock.milliseconds() + Self.readyMilliseconds)
  }

  private func keep(_ prepared: Prepared, _ making: Making) {
    // It was read before somebody was forgotten, so it is shown for the last time.
    if making.forgotten != archive?.forgottenCount { return }
    if ready.count >= Self.matchesMax {
      let oldest = ready.min { $0.value.until < $1.value.until }
      if let oldest { ready[oldest.key] = nil }
    }
    ready[making.index] = prepared
  }
}
