// The wall: which rooms are looked on in at once, in which order, which of them is chosen and who
// is followed. It says which rooms it wants to see and is shown the sessions that watch them; it
// opens no connection, draws nothing and knows no session but those it is shown. Invariants: a room
// keeps its place as long as it is open, but when it closes a gap or when somebody sorts; what is
// chosen stays the same room until it closes; what is seen changes at most ten times a second.

import ClientCore
import Game
import Wire

/// Open rooms, side by side.
struct Wall: Sendable {
  /// By what rooms can be sorted.
  enum Order: String, CaseIterable, Sendable {
    case players, name, round
  }

  /// Somebody who is looked for in every room that is seen.
  struct Followed: Equatable, Sendable {
    let player: PlayerID
    /// The figure and the name.
    let label: String
  }

  /// From one look at the rooms to the next, in milliseconds.
  static let beatMilliseconds = 100

  /// Every room that can be on it, as it was listed last; page after page.
  private(set) var rooms: [Listing] = []
  /// By what they were sorted last; nil for those that play first.
  private(set) var order: Order?
  private(set) var followed: Followed?
  private(set) var chosen: RoomCode?
  /// How many rooms there is space for.
  private(set) var capacity: Int
  /// What the watching sessions saw at the last beat, and when that was.
  private var tiles: [WallTileModel] = []
  private var seenAt: Instant?
  /// Whether something has happened since.
  private var isBehind = false
  /// When the rooms were listed last; nil before the first time.
  private(set) var listedAt: Instant?

  init(capacity: Int) { self.capacity = capacity }

  // MARK: Asking

  /// Where the chosen room is among all; nil when there is none.
  var index: Int? {
    rooms.isEmpty ? nil : rooms.firstIndex { $0.code == chosen } ?? 0
  }

  /// The rooms that are on the screen: those around the chosen one.
  var page: ArraySlice<Listing> {
    guard let index else { return [] }
    let first = index / capacity * capacity
    return rooms[first..<min(rooms.count, first + capacity)]
  }

  /// The rooms to look on in.
  var wanted: [RoomCode] { page.map(\.code) }

  /// The chosen room.
  var choice: Listing? { index.map { rooms[$0] } }

  func tile(of room: RoomCode) -> WallTileModel? { tiles.first { $0.room == room } }

  /// How many people play in all the rooms; of those that are looked on in, as they are now.
  var playerCount: Int {
    rooms.reduce(0) { count, room in
      let seats = tile(of: room.code)?.seats
      return count + (seats?.count { !$0.profile.isBot } ?? room.people)
    }
  }

  // MARK: Rooms

  /// Takes a new list of rooms. Those that are gone leave gaps, which newcomers fill first and then
  /// the last rooms; other newcomers come last.
  mutating func list(_ listings: [Listing], at moment: Instant?) {
    guard let moment, moment != listedAt else { return }
    let isFirst = listedAt == nil
    listedAt = moment
    // Nobody looks on where the day's colors are shown.
    let open = listings.filter { listing in
      !listing.hasPassword && listing.taken > 0 && listing.mode != Mode.daily.name
    }
    let place = index ?? 0
    var newcomers = open.filter { listing in !rooms.contains { $0.code == listing.code } }
    newcomers = newcomers.filter(\.isPlaying) + newcomers.filter { !$0.isPlaying }
    var slots = rooms.map { room in open.first { $0.code == room.code } }
    for gap in slots.indices where slots[gap] == nil && !newcomers.isEmpty {
      slots[gap] = newcomers.removeFirst()
    }
    while let gap = slots.firstIndex(where: { $0 == nil }) {
      let last = slots.removeLast()
      if gap < slots.count { slots[gap] = last }
    }
    rooms = slots.compactMap(\.self) + newcomers
    if isFirst { sort(by: .players, isAsked: false) }
    if !rooms.contains(where: { $0.code == chosen }) {
      chosen = rooms.isEmpty ? nil : rooms[min(place, rooms.count - 1)].code
    }
  }

  /// Sorts by what comes after the last order.
  mutating func sortNext() {
    let all = Order.allCases
    let next = order.flatMap(all.firstIndex).map { ($0 + 1) % all.count } ?? 0
    order = all[next]
    sort(by: all[next], isAsked: true)
  }

  private mutating func sort(by order: Order, isAsked: Bool) {
    let places = rooms.indices.sorted { one, other in
      let (left, right) = (rooms[one], rooms[other])
      if !isAsked && left.isPlaying != right.isPlaying { return left.isPlaying }
      return switch order {
      case .players: (-left.people, one) < (-right.people, other)
      case .name: (left.name.lowercased(), one) < (right.name.lowercased(), other)
      case .round: (-left.round, one) < (-right.round, other)
      }
    }
    rooms = places.map { rooms[$0] }
  }

  // MARK: Choosing

  mutating func choose(_ index: Int) {
    guard !rooms.isEmpty else { return }
    chosen = rooms[min(max(index, 0), rooms.count - 1)].code
  }

  /// Goes so many places on, stopping at the ends.
  mutating func choose(by places: Int) {
    if let index { choose(index + places) }
  }

  /// There is space for so many rooms now.
  mutating func fit(_ capacity: Int) { self.capacity = max(1, capacity) }

  // MARK: Seeing

  /// Takes a look at the rooms, unless the last one was a moment ago; only where something may have
  /// changed since.
  ///
  /// - Parameter tick: from one tick of the clocks to the next, in milliseconds.
  mutating func look(at watchers: [Watcher], at now: Instant, tick: Int) {
    isBehind =
      watchers.count != tiles.count
      || zip(tiles, watchers).contains { !$0.isUpToDate(with: $1) }
    if let seenAt, now - seenAt < Wall.beatMilliseconds { return }
    tiles = watchers.map { watcher in
      let last = tiles.first { $0.isUpToDate(with: watcher) }
      guard let last, last.nextTick.map({ $0 > now }) ?? true else {
        return WallTileModel(watcher, after: last, at: now, tick: tick)
      }
      return last
    }
    seenAt = now
    isBehind = false
    if followed != nil { keepUp() }
  }

  /// When there is more to see.
  var nextLook: Instant? {
    guard let seenAt else { return nil }
    let beat = seenAt + Wall.beatMilliseconds
    return isBehind ? beat : tiles.compactMap(\.nextTick).min().map { max($0, beat) }
  }

  // MARK: Following

  /// Follows the next player of the chosen room; after the last nobody.
  mutating func followNext() {
    let seats = chosen.flatMap(tile(of:))?.seats ?? []
    let last = followed?.player
    let next = seats.firstIndex { $0.player == last }.map { $0 + 1 } ?? 0
    followed =
      seats.indices.contains(next)
      ? Followed(player: seats[next].player, label: seats[next].profile.label) : nil
  }

  /// Chooses the room where the followed player sits, if that is seen.
  private mutating func keepUp() {
    guard let player = followed?.player else { return }
    let places = tiles.filter { $0.hasSeat(of: player) }.map(\.room)
    if let place = places.first, chosen.map(places.contains) != true,
      rooms.contains(where: { $0.code == place })
    {
      chosen = place
    }
  }
}

extension Listing {
  /// Whether a match runs there.
  var isPlaying: Bool { state == .playing }
}

extension Session {
  /// The local moment at which the clock of a room that is looked on in moves next.
  func nextTick(after now: Instant, every tick: Int) -> Instant? {
    if case .lost(let retryAt, _) = state {
      return Ticks.next(until: retryAt, at: now, every: 1_000)
    }
    return room?.match?.nextTick(after: roomTime(at: now), every: tick).map(local(atRoomTime:))
  }
}
