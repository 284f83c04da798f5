// A match that was played, as a mold for others: the same record under another number, with other
// players. Invariant: each is read as a server reads what it has recorded, so a mold that gives no
// records gives nothing.

import Archive
import ArchiveSQLite
import Game
import Net
import Server
import Wire

/// A record to make others of.
struct MatchTemplate: Sendable {
  /// The record without the number of the match.
  private let pieces: [[UInt8]]

  /// Takes the record of a room's first match.
  private init(_ body: [UInt8]) {
    let number = Array(" match=1".utf8)
    var pieces: [[UInt8]] = [[]]
    var rest = body[...]
    while let byte = rest.first {
      if rest.starts(with: number), rest.dropFirst(number.count).first.map(Self.isEnd) ?? true {
        pieces[pieces.count - 1] += number.dropLast()
        pieces.append([])
        rest = rest.dropFirst(number.count)
      } else {
        pieces[pieces.count - 1].append(byte)
        rest = rest.dropFirst()
      }
    }
    self.pieces = pieces
  }

  private static func isEnd(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n")
  }

  /// How long the record is.
  var byteCount: Int { pieces.reduce(0) { $0 + $1.count } }

  /// The match of that number, counted from 0, between four of so many players.
  func entry(_ number: Int, players: Int) -> MatchEntry? {
    var body = pieces[0]
    for piece in pieces.dropFirst() {
      body += "\(number + 1)".utf8
      body += piece
    }
    let finished = FinishedMatch(body: body, persons: [])
    guard let read = try? MatchEntry(finished, hashing: .openSSL) else { return nil }
    let seats = read.seats.enumerated()
      .map { place, seat in
        SeatEntry(
          who: seat.who, profile: .numbered((number * 7 + place) % players),
          person: "PERSON who=p\(seat.who) salt=00000000000000000000000000000000 name=Ada",
          place: seat.place, total: seat.total)
      }
    return MatchEntry(
      body: body, leaf: read.leaf, began: read.began, room: read.room, number: read.number,
      mode: read.mode, family: "sliders", isUsual: true, daily: nil, isOpen: true,
      seats: seats)
  }
}

extension PlayerProfile {
  /// A player with an identity, the same for the same number.
  fileprivate static func numbered(_ number: Int) -> PlayerProfile? {
    PublicKey(bytes: sha256(Array("player \(number)".utf8)))
      .map { key in
        PlayerProfile(
          id: KeyID(of: key, hashing: .openSSL), name: "Player \(number)", icon: "star",
          color: number & 0xffffff)
      }
  }
}

extension MatchTemplate {
  /// Has a server play a match of four bots, and takes its record from the server's archive.
  static func played(_ bench: Bench) async throws -> MatchTemplate {
    let folder = try StateFolder()
    // Its archive is written when it has ended.
    try await bench.withServer(connections: 4, over: .tcp, state: folder) { child in
      let wishes = RoomWishes(mode: .rgb, rounds: 5, seconds: 10, seats: 4, name: "archive")
      try await BotStage()
        .play(at: child.endpoint, .tcp, rooms: 1, level: 2, wishes) { stage in
          for second in 1...playingSecondsMax where await stage.count().matches == 0 {
            bench.progress.say("archive: a match is played, \(second) s")
            try await Task.sleep(for: .seconds(1))
          }
        }
    }
    guard let body = try folder.archive.reader().record(0, for: .keeper)?.body else {
      throw BenchError.cannotRead(path: folder.path)
    }
    return MatchTemplate(body)
  }

  /// Longer than five rounds can last.
  private static let playingSecondsMax = 180
}
