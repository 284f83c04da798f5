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
  /// What happened in a room.
  private struct Story {
    var last = 0
    var events: [Int: ServerMessage] = [:]
  }

  private var shards: [Int: Restoration] = [:]
  private var stories: [RoomCode: Story] = [:]
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
      // Before a line that closes it.
      let text = JournalLine.room(of: line).map { String(decoding: $0, as: UTF8.self) }
      if let room = text.flatMap({ RoomCode($0) }).flatMap({ restoration.replays[$0]?.room }) {
        note(room)
      }
    }
    shards[shard] = restoration
  }

  private mutating func note(_ room: Room) {
    var story = stories[room.code] ?? Story()
    for message in room.history.messages(since: story.last) ?? [] {
      if let number = message.eventNumber { story.events[number] = message }
    }
    story.last = max(story.last, room.history.last)
    stories[room.code] = story
  }

  /// The number of the newest event of a room.
  func last(of code: RoomCode) -> Int { stories[code]?.last ?? 0 }

  /// The event of a number.
  func event(_ number: Int, of code: RoomCode) -> ServerMessage? {
    stories[code]?.events[number]
  }

  /// Whether a player sits in a room.
  func seats(_ player: PlayerID, in code: RoomCode) -> Bool {
    shards[code.shard]?.replays[code]?.sitters[player] != nil
  }
}
