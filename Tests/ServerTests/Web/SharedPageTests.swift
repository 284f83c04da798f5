// What a server tells over HTTP about matches and rooms: which paths that has, what a preview and
// a program read, that a picture shows the colors of the match and proves it, and who may see
// nothing.

import Archive
import Chroma
import Foundation
import Framing
import Game
import Net
import Rooms
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Server

@Suite("Shared pages", .oneAtATime)
@OwnThread
struct SharedPageTests {
  @Test("a path is a shared page in its one form, or none")
  func paths() {
    expect(SharedPage(path: "/m/7"), equals: .match(7))
    expect(SharedPage(path: "/m/0.png"), equals: .picture(0))
    expect(SharedPage(path: "/m/7.record"), equals: .record(7))
    expect(SharedPage(path: "/api/matches/7"), equals: .result(7))
    expect(SharedPage(path: "/r/WAVE"), equals: RoomCode("WAVE").map(SharedPage.room))
    for path in [
      "/", "/m", "/m/", "/m/7/", "/m//7", "/m/07", "/m/+7", "/m/-1", "/m/7.PNG", "/m/.png", "/m/x",
      "/m/1234567890123456", "/m/７", "/M/7", "/r/", "/r/WAVE/", "/r/WAV", "/r/IOL0", "/x/7",
      "/a/m/7", "/m/7.record.png", "/m/7.", "/api/matches/07", "/api/matches/7.png", "/api/m/7",
      "/api/matches", "/api/matches/", "/api/rooms", "/api/rooms/", "/api/r/WAVE",
    ] {
      expect(SharedPage(path: path), equals: nil, "\(path)")
    }
  }

  /// Runs a server that keeps matches and shows pages.
  private func withPages(
    _ body: @OwnThread (_ server: Server) async throws -> Void
  ) async throws {
    try await withState { path in
      try await withServer(
        { configuration in
          let folder = try WebFolder(directory: treeFolder.appending(path: "clients/web").path)
          configuration.website = Website(folder: folder, origins: .sameHost)
          try configuration.keep(in: StateDirectory(path))
        }, body)
    }
  }

  /// What a request is answered with, on a connection of its own.
  private func ask(
    _ path: String, _ fields: [String] = [], method: String = "GET", of server: Server
  ) throws -> Response {
    let client = try TestClient(port: server.port)
    let lines =
      ["\(method) \(path) HTTP/1.1", "Host: play.example:7313", "Connection: close"] + fields
    client.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
    return try Response(client.bytes())
  }

  /// Plays a match of one round and waits until it is kept.
  private func play(on server: Server, _ words: String = "seats=2") throws {
    let players = try ["<b>Ada</b>", "Bea%20&"].map { try server.guest($0) }
    let room = try players[0].openRoom(words)
    let password = words.contains("pass=") ? " pass=x" : ""
    try players[1].go("JOIN", room + password)
    try playRound(players)
    _ = try players[0].hear("KEPT")
    for player in players { try player.leave() }
  }

  @Test("a match has a page that previews can read, with all of peers escaped, in two languages")
  func match() async throws {
    try await withPages { server in
      try play(on: server)
      let page = try ask("/m/0", of: server)
      expect(page.status, equals: 200)
      expect(page["Content-Type"], equals: "text/html; charset=utf-8")
      for (name, value) in securityFields { expect(page[name], equals: value) }
      for words in [
        "<meta property=\"og:title\" content=\"\u{2068}&lt;b&gt;Ada&lt;/b&gt;\u{2069} ",
        ": 1 round of rgb\">",
        "<meta property=\"og:image\" content=\"http://play.example:7313/m/0.png\">",
        "<meta property=\"og:url\" content=\"http://play.example:7313/m/0\">",
        "<html lang=\"en\">", "<bdi>Bea &amp;</bdi>", "href=\"/replay/#0\"",
      ] {
        expect(page.text, contains: words)
      }
      expect(!page.text.contains("<b>") && !page.text.contains("<script"))
      let german = try ask("/m/0", ["Accept-Language: de-CH, en;q=0.8"], of: server)
      expect(german.text.contains(": 1 Runde rgb\">") && german.text.contains("lang=\"de\""))
      expect(german["Content-Language"], equals: "de")
      for fields in [
        [], ["User-Agent: facebookexternalhit/1.1"], ["User-Agent: "], ["Accept: */*"],
        ["Cookie: a=b", "Accept-Language: x;q=2, ;;, de;q=0"],
      ] {
        let other = try ask("/m/0", fields, of: server)
        expect(other.status == 200 && other.body == page.body, "\(fields)")
      }
      let head = try ask("/m/0", method: "HEAD", of: server)
      expect(head.status == 200 && head.body.isEmpty)
      expect(head["Content-Length"], equals: "\(page.body.count)")
    }
  }

  @Test("the page of a ghost race says who its ghosts were, as long as the server may")
  func ghosts() async throws {
    try await withPages { server in
      let ada = try server.client()
      try ada.enter(as: "Ada")
      try expect(ada.proves(KeyPair(seed: 7)), equals: true)
      _ = try ada.openRoom("seats=1")
      try playRound([ada])
      _ = try ada.hear("KEPT")
      try ada.leave()
      let ben = try server.guest("Ben")
      _ = try ben.openRoom("ghost=0")
      try playRound([ben])
      _ = try ben.hear("KEPT")
      try expect(ask("/m/0", of: server).text, contains: "Ada")
      let page = try ask("/m/1", of: server).text
      for words in ["Ben\u{2069} ", "Ada (ghost)", "href=\"/#race=1\""] {
        expect(page, contains: words)
      }
      _ = try ada.ask("FORGET sure=1", for: "FORGOTTEN")
      let later = try ask("/m/1", of: server).text
      expect(later.contains("somebody (ghost)") && !later.contains("Ada"))
      let original = try ask("/m/0", of: server).text
      expect(original.contains("somebody") && !original.contains("Ada"), "a page that was ready")
    }
  }

  /// The colors of a PNG as this server makes them, row by row.
  private func pixels(of file: [UInt8]) throws -> [[Color]] {
    let start = try require(file.firstRange(of: "IDAT".utf8)).upperBound
    let count = file[(start - 8)..<(start - 4)].reduce(0) { $0 << 8 | Int($1) }
    let stride = 1 + 3 * MosaicPicture.width
    let bytes = try require(
      zlibInflated(file[start..<start + count], atMost: stride * MosaicPicture.height))
    expect(bytes.count, equals: stride * MosaicPicture.height)
    var above = [UInt8](repeating: 0, count: stride - 1)
    return (0..<MosaicPicture.height)
      .map { row in
        let line = bytes[row * stride + 1..<(row + 1) * stride]
        above = bytes[row * stride] == 0 ? Array(line) : zip(above, line).map { $0 &+ $1 }
        return (0..<MosaicPicture.width)
          .map { Color(red: above[3 * $0], green: above[3 * $0 + 1], blue: above[3 * $0 + 2]) }
      }
  }

  @Test("the picture of a match shows its colors to the bit, and holds its record")
  func picture() async throws {
    try await withPages { server in
      try play(on: server)
      let answer = try ask("/m/0.png", of: server)
      expect(answer.status == 200 && answer["Content-Type"] == "image/png")
      expect(answer.body.count, isBelow: MosaicPicture.bytesMax)
      let small = try RecordPicture.match(in: answer.body)
      let record = try require(zlibInflated(small, atMost: 1 << 20))
      let match = SharedMatch(try RecordVerifier.genuine.verify(record), index: 0)
      let rows = try pixels(of: answer.body)
      let gray = Color(red: 0x76, green: 0x76, blue: 0x76)
      expect(rows[0][0] == gray && rows[629][1_199] == gray)
      // Both have hit the target, so that nothing is seen on it.
      expect(match.targets.count == 1 && match.rows.count == 2)
      expect(Set(rows[60][60..<1_140]), equals: [match.targets[0].color])
      let tag = try require(answer["ETag"])
      let again = try ask("/m/0.png", ["If-None-Match: \(tag)"], of: server)
      expect(again.status == 304 && again.body.isEmpty)
      let head = try ask("/m/0.png", method: "HEAD", of: server)
      expect(head["Content-Length"], equals: "\(answer.body.count)")
    }
  }

  /// What a desk answers.
  private func outcome(of page: SharedPage, by desk: PageDesk) async -> PageDesk.Outcome {
    await withCheckedContinuation { done in
      desk.ask(page, at: Instant(milliseconds: noon * 1_000), Origin(household: 1)) {
        done.resume(returning: $0)
      }
    }
  }

  @Test("the picture of a match is drawn for the first who asks for it, and kept with the match")
  func drawn() async throws {
    try await withState { path in
      let archive = try MatchArchive(in: StateDirectory(path), limits: ServerLimits())
      let file = try RecordFile(reading: Array(protocolFile("vectors/records/match.record").utf8))
      let index = try require(await archive.keep(raced: file))
      let desk = PageDesk(archive, siteShare: 4)
      for page in [SharedPage.match(index), .record(index), .result(index)] {
        guard case .ready = await outcome(of: page, by: desk) else {
          throw Waiting(description: "no match")
        }
        let kept = try require(await desk.ready[index])
        expect(kept.picture?.tag, equals: nil, "\(page)")
      }
      guard case .picture(let picture) = await outcome(of: .picture(index), by: desk) else {
        throw Waiting(description: "no picture")
      }
      let kept = try require(await desk.ready[index])
      expect(kept.picture?.tag, equals: picture.tag)
      let proof = zlibInflated(try RecordPicture.match(in: picture.file), atMost: 1 << 20)
      expect(proof, equals: kept.match.record)
    }
  }

  @Test("a guess is a field on its target, a ghost's is a frame, and a long match stays small")
  func mosaic() throws {
    for name in ["match.record", "left.record", "ghost.record"] {
      let file = try RecordFile(
        reading: Array(protocolFile("vectors/records/\(name)").utf8))
      let match = SharedMatch(file, index: 7)
      let rows = try pixels(of: MosaicPicture.png(match, holding: file.bytes))
      let columns = 1_104 / match.targets.count
      for (place, row) in match.rows.enumerated() {
        let middle = 48 + 534 * (2 * place + 1) / (2 * match.rows.count)
        for (round, guess) in row.cells.enumerated() {
          let left = 48 + columns * round
          expect(rows[middle][left + 5], equals: match.targets[round].color, "\(name) \(round)")
          let seen = guess ?? match.targets[round]
          let within = row.isGhost ? match.targets[round] : seen
          expect(rows[middle][left + columns / 2], equals: within.color, "\(name) \(round)")
          let side = left + columns * 18 / 100 + 2
          expect(rows[middle][side], equals: seen.color, "\(name) \(round)")
        }
      }
    }
    var dice = SplitMix64(seed: 7)
    let long = (0..<40_000).map { _ in UInt8(dice.number(in: 0...255)) }
    let file = try RecordFile(reading: Array(protocolFile("vectors/records/match.record").utf8))
    let picture = MosaicPicture.png(SharedMatch(file, index: 7), holding: long)
    expect(picture.count, isBelow: MosaicPicture.bytesMax)
    #expect(throws: PictureFault.empty) { try RecordPicture.match(in: picture) }
  }

  @Test("what not everybody may see is not found, as what is not there")
  func hidden() async throws {
    try await withPages { server in
      try play(on: server, "seats=2 listed=0")
      try play(on: server, "seats=2 pass=x")
      for path in [
        "/m/0", "/m/0.png", "/m/1", "/m/1.png", "/m/2", "/m/999999999999999", "/r/ABCD",
      ] {
        let answer = try ask(path, of: server)
        expect(answer.status == 404 && answer.text.contains("off the grid"), "\(path)")
      }
      let ada = try server.guest("Ada")
      let hidden = try ada.openRoom("seats=2 listed=0")
      try expect(ask("/r/\(hidden)", of: server).status, equals: 404)
    }
  }

  @Test("a room that is listed has a page, wherever it is")
  func room() async throws {
    try await withPages { server in
      for number in 0..<4 {
        let host = try server.guest("Ada")
        let code = try host.openRoom("seats=2 name=%3Ci%3E\(number)")
        // A lane tells the others when its turn is over.
        var page = try ask("/r/\(code)", of: server)
        try until {
          if page.status != 200 { page = try ask("/r/\(code)", of: server) }
          return page.status == 200
        }
        for words in [
          "&lt;i&gt;\(number) (\(code))", "rgb: 1 of 2 seats taken, it waits for players.",
          "href=\"/#\(code)\"", "content=\"summary\"",
        ] {
          expect(page.text, contains: words)
        }
        expect(!page.text.contains("<i>"))
      }
    }
  }

  /// What a program is told, which has to be JSON.
  private func object(_ path: String, of server: Server) throws -> [String: Any] {
    let answer = try ask(path, of: server)
    expect(answer.status == 200 && answer["Content-Type"] == "application/json", "\(path)")
    for (name, value) in securityFields { expect(answer[name], equals: value) }
    let read = try JSONSerialization.jsonObject(with: Data(answer.body))
    return try require(read as? [String: Any], "\(path)")
  }

  @Test("programs are told of a match, its record, boards and rooms what everybody may see")
  func programs() async throws {
    try await withPages { server in
      try play(on: server)
      let match = try object("/api/matches/0", of: server)
      expect(match["index"] as? Int == 0 && match["rounds"] as? Int == 1)
      let players = try require(match["players"] as? [[String: Any]])
      expect(players.count == 2 && players[0]["place"] as? Int == 1)
      expect(Set(players.compactMap { $0["name"] as? String }), equals: ["<b>Ada</b>", "Bea &"])
      let record = try ask("/m/0.record", of: server)
      expect(record["Content-Type"], equals: "text/plain; charset=utf-8")
      expect(try RecordVerifier.genuine.verify(record.body).receipt?.index, equals: 0)
      // Guests are on no board.
      for path in ["/api/top", "/api/top?board=best-rgb&span=week"] {
        try expect((object(path, of: server)["rows"] as? [Any])?.count, equals: 0)
      }
      let host = try server.guest("Ada")
      let code = try host.openRoom("seats=2 name=%3Ci%3E")
      _ = try server.guest("Bea").openRoom("seats=2 listed=0 name=%3Ci%3E")
      // A lane tells the others when its turn is over.
      for (query, codes) in [("", [code]), ("?mode=rgb", [code]), ("?mode=hsb", [])] {
        try until { try listed(query, of: server) == codes }
      }
    }
  }

  /// The codes of the rooms of that name that programs are told; nil for an address that has asked
  /// too often.
  private func listed(_ query: String, of server: Server) throws -> [String]? {
    let answer = try ask("/api/rooms\(query)", of: server)
    if answer.status == 429 { return nil }
    let read = try JSONDecoder().decode([String: [Room]].self, from: Data(answer.body))
    return read["rooms"]?.filter { $0.name == "<i>" && !$0.pass }.map(\.room)
  }

  private struct Room: Decodable {
    let room: String
    let name: String
    let pass: Bool
  }

  @Test("a question of a program that is none gets one sentence, and of what is hidden nothing")
  func refusals() async throws {
    try await withPages { server in
      try play(on: server, "seats=2 listed=0")
      let sentences = [
        ("/api/top?board=x", 400, "board is one of daily, "),
        ("/api/top?span=week", 400, "board is missing"),
        ("/api/rooms?mode=%zz", 400, "mode is one of "), ("/api/rooms?x", 400, "key=value"),
        ("/api/rooms?mode=\(String(repeating: "a", count: 200))", 400, "too long"),
        ("/api/matches/0", 404, "everybody"), ("/m/0.record", 404, "everybody"),
        ("/api/matches/7", 404, "everybody"), ("/m/7.record", 404, "everybody"),
      ]
      for (path, status, words) in sentences {
        let answer = try ask(path, of: server)
        expect(answer.status, equals: status, "\(path)")
        expect(answer.text, contains: words)
        expect(answer.text.split(separator: "\n").count, equals: 1, "\(path)")
      }
      expect(try ask("/api/matches/00", of: server).text, contains: "off the grid")
    }
  }

  @Test("a server without pages and archive answers programs all the same")
  func alone() async throws {
    try await withServer { server in
      try expect((object("/api/rooms", of: server)["rooms"] as? [Any])?.count, equals: 0)
      for path in ["/api/top", "/api/matches/0", "/m/0.record", "/m/0", "/r/WAVE"] {
        try expect(ask(path, of: server).status, equals: 404, "\(path)")
      }
    }
  }

  @Test("one address gets so many pages in a second, and others get theirs")
  func budget() {
    let desk = PageDesk(nil, siteShare: 4)
    desk.executor.queue.sync {
      desk.assumeIsolated { desk in
        let admitted = { (origin: Origin, at: Int64, count: Int) in
          (0..<count).count { _ in desk.admits(origin, at: at) }
        }
        let one = Origin(household: 1)
        expect(admitted(one, 5_000, 50), equals: PageDesk.requestsMax)
        expect(admitted(Origin(household: 2), 5_999, 1), equals: 1)
        expect(admitted(one, 6_000, 50), equals: PageDesk.requestsMax)
        // Of a network of many, a few at once.
        let many = (10..<20).map { admitted(Origin(household: $0, site: 1), 7_000, 50) }
        expect(many.reduce(0, +), equals: 4 * PageDesk.requestsMax)
        // Beyond so many addresses nobody new is counted, and nothing grows.
        let all = (0..<UInt64(PageDesk.addressesMax + 9))
          .count { desk.admits(Origin(household: $0), at: 8_000) }
        expect(all, equals: PageDesk.addressesMax)
      }
    }
  }
}
