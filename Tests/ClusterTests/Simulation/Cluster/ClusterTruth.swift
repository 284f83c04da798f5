// What the stores of a simulated cluster have: each entry is played again as soon as it is stored,
// and what it comes to is the measure of everything that anybody is told. It looks inside rooms on
// purpose.

import Cluster
import Game
import TranscriptSupport
import Wire

@testable import Rooms

/// Every numbered event of every room, as it is stored.
struct ClusterTruth {
  /// What happened in a room, from when it opens until it closes.
  private struct Story {
    var isOver = false
    var last = 0
    var events: [Int: ServerMessage] = [:]
  }

  private var shards: [Int: Restoration] = [:]
  /// Of each code the rooms that have had it, the newest last: codes are drawn, so a room may get
  /// that of a closed one and counts from 1 again, while what the closed one said is on its way.
  private var stories: [RoomCode: [Story]] = [:]
  private let nothing: Restoration

  init(_ setup: MemoryServer.Setup) {
    nothing = Restoration(daily: setup.daily, hashing: .genuine, limits: setup.limits)
  }

  /// Takes an entry that has just been stored.
  mutating func take(_ entry: ShardEntry, of shard: Int) throws(Violation) {
    var restoration = shards.removeValue(forKey: shard) ?? nothing
    var rest = entry.frame[...]
    while let line = rest.takeLine() {
      restoration.take(entry.frame[line.startIndex...line.endIndex]) { _ in }
      try demand(
        restoration.differing.isEmpty,
        "a room that is played again otherwise: \(String(decoding: line, as: UTF8.self))")
      let text = JournalLine.room(of: line).map { String(decoding: $0, as: UTF8.self) }
      if let code = text.flatMap({ RoomCode($0) }) { note(restoration.replays[code]?.room, code) }
    }
    shards[shard] = restoration
  }

  /// - Parameter room: what has the code now; nil when it has just closed.
  private mutating func note(_ room: Room?, _ code: RoomCode) {
    var rooms = stories[code] ?? []
    defer { stories[code] = rooms }
    guard let room else {
      if !rooms.isEmpty { rooms[rooms.count - 1].isOver = true }
      return
    }
    if rooms.last?.isOver != false { rooms.append(Story()) }
    var story = rooms.removeLast()
    for message in room.history.messages(since: story.last) ?? [] {
      if let number = message.eventNumber { story.events[number] = message }
    }
    story.last = max(story.last, room.history.last)
    rooms.append(story)
  }

  /// The greatest number that an event of a room with a code has.
  func last(of code: RoomCode) -> Int { stories[code]?.map(\.last).max() ?? 0 }

  /// The events of a number, one at the most of each room that has had the code.
  func events(_ number: Int, of code: RoomCode) -> [ServerMessage] {
    stories[code]?.compactMap { $0.events[number] } ?? []
  }

  /// Whether a player sits in a room.
  func seats(_ player: PlayerID, in code: RoomCode) -> Bool {
    shards[code.shard]?.replays[code]?.sitters[player] != nil
  }
}
