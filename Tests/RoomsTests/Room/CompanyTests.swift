// Rooms belong to their hosts; where a clock runs everybody hears of it; nobody waits for those who
// are silent; and whoever wants to race at once races at once. All on the virtual clock.

import Archive
import Game
import TestSupport
import Testing
import TranscriptSupport
import Wire

@testable import Rooms

@Suite("Company")
struct CompanyTests {
  /// Somebody whom QUICK has led to a room of their own, with a bot.
  private func quick(
    _ limits: Limits = Limits()
  ) throws -> (HallStage, room: String, ada: Person, bot: PlayerID) {
    var stage = HallStage(limits)
    let ada = try stage.person("Ada")
    stage.say(ada, "QUICK")
    let heard = stage.heard(ada)
    let room = try require(heard.first?.entered).text
    return (stage, room, ada, try require(heard.compactMap(\.bot).first))
  }

  @Test(
    "the bot plays as well as QUICK asks for, also when it comes back",
    arguments: [("QUICK", 2), ("QUICK bot=1", 1), ("QUICK mode=hsb bot=4", 4)])
  func level(line: String, level: Int) throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    stage.say(ada, line)
    let room = try require(stage.heard(ada).first?.entered).text
    expect(try stage.room(room).seats.compactMap(\.skill?.level), equals: [level])
    let bob = try stage.guest("Bob", in: room)
    for person in [ada, bob] { stage.say(person, "READY") }
    expect(try stage.room(room).seats.compactMap(\.skill?.level), equals: [])
    stage.say(bob, "LEAVE")
    while try stage.room(room).isPlaying { stage.pass(1_000) }
    expect(try stage.room(room).seats.compactMap(\.skill?.level), equals: [level])
  }

  @Test("the bot plays better after a match that was won against it, less well after a lost one")
  func follows() throws {
    var stage = HallStage()
    let ada = try stage.person("Ada")
    stage.say(ada, "QUICK")
    let room = try require(stage.heard(ada).first?.entered).text
    for (wins, level) in [(true, 3), (true, 4), (true, 4), (false, 3), (false, 2)] {
      stage.say(ada, "READY")
      repeat {
        stage.pass(wins ? 100 : 1_000)
        for case .play(_, .round(let start)) in stage.heard(ada) where wins {
          // Before the best bot can.
          stage.pass(max(0, start.opens - stage.now))
          stage.say(ada, "LOCK v=\(Mode.rgb.challenge(of: start).answer.wire)")
        }
      } while try stage.room(room).isPlaying
      expect(try stage.room(room).seats.compactMap(\.skill?.level), equals: [level])
    }
    // So does a room that writes itself down.
    stage.renew(room)
    let last = String(decoding: stage.journal, as: UTF8.self).split(separator: "\n")
      .last { $0.hasPrefix("QUICK") }
    expect(try require(last).contains("level=2"))
  }

  /// The moments that STARTS named, in order; nil where it stopped the clock.
  private func clocks(_ heard: [ServerMessage]) -> [Instant?] {
    heard.compactMap { message -> Instant?? in
      if case .room(_, .starts(let at)) = message { .some(at) } else { nil }
    }
  }

  @Test("the first round opens within 4 s of QUICK, and of CREATE with a bot")
  func isQuick() throws {
    for lines in [["QUICK", "READY"], ["CREATE", "BOT", "READY"], ["QUICK", "READY seal="]] {
      var stage = HallStage()
      let ada = try stage.person("Ada")
      for line in lines {
        stage.say(ada, line.hasSuffix("=") ? line + (try stage.seal("c0ffee")) : line)
      }
      // A client that opens no seal costs the longest wait.
      stage.pass(4_000)
      let opens = stage.heard(ada)
        .compactMap { message -> Instant? in
          if case .play(_, .round(let start)) = message { start.opens } else { nil }
        }
      expect(try require(opens.first) - HallStage.start, isAtMost: 4_000, "\(lines)")
    }
  }

  @Test("a person who comes takes the bot's place in the next match, and it returns afterwards")
  func standIn() throws {
    var (stage, room, ada, bot) = try quick()
    stage.say(ada, "READY")
    stage.pass(Rules.countdownMilliseconds)
    expect(stage.heard(ada).compactMap(\.racers), equals: [[ada.player, bot]])
    stage.say(ada, "SET v=1,2,3")
    let bob = try stage.guest("Bob", in: room)
    while try stage.room(room).isPlaying { stage.pass(1_000) }
    stage.clear()
    stage.say(bob, "READY")
    stage.say(ada, "READY")
    let heard = stage.heard(ada)
    expect(heard.compactMap(\.racers), equals: [[ada.player, bob.player]])
    expect(heard.map(\.line).contains { $0.hasSuffix("who=\(bot.wire) why=left") })
    stage.pass(Rules.countdownMilliseconds)
    stage.say(ada, "SET v=1,2,3")
    stage.say(bob, "LEAVE")
    while try stage.room(room).isPlaying { stage.pass(1_000) }
    expect(stage.heard(ada).compactMap(\.bot), equals: [bot])
    stage.say(ada, "READY")
    expect(stage.heard(ada).compactMap(\.racers), equals: [[ada.player, bot]])
  }

  @Test("a clock that runs is told to all, watchers and newcomers too, and so is its end")
  func clock() throws {
    var (stage, room, ada, bot) = try quick()
    let (bob, eve) = (try stage.guest("Bob", in: room), try stage.watcher("Eve", in: room))
    stage.say(bob, "READY")
    let due = stage.now + Limits().patienceMilliseconds
    for person in [ada, bob, eve] { expect(clocks(stage.heard(person)), equals: [due]) }
    expect(clocks(try stage.picture(of: room)), equals: [due])
    stage.say(bob, "READY on=0")
    for person in [ada, bob, eve] { expect(clocks(stage.heard(person)), equals: [nil]) }
    expect(clocks(try stage.picture(of: room)), equals: [])
    stage.say(bob, "READY")
    stage.clear()
    stage.pass(Limits().patienceMilliseconds - 1)
    expect(!stage.verbs(ada).contains("COUNTDOWN"))
    stage.pass(1)
    let heard = stage.heard(ada)
    expect(heard.compactMap(\.racers), equals: [[bot, bob.player]], "Ada sits out")
    expect(clocks(heard), equals: [], "COUNTDOWN ends it")
  }

  @Test("while the host is away nothing begins, and then the next host decides")
  func awayHost() throws {
    var (stage, room, ada, bob) = try HallStage.pair()
    let cal = try stage.guest("Cal", in: room)
    stage.lose(ada)
    for guest in [bob, cal] { stage.say(guest, "READY") }
    expect(!stage.verbs(cal).contains("COUNTDOWN"))
    // Bob is the host once Ada's seat is given up, and is ready.
    stage.pass(Limits().seatKeptMilliseconds)
    expect(stage.heard(cal).compactMap(\.racers), equals: [[bob.player, cal.player]])
  }

  @Test("a guest who is silent for a minute does not hold up the host and the others")
  func idleGuest() throws {
    var (stage, room, ada, bob) = try HallStage.pair()
    let cal = try stage.guest("Cal", in: room)
    stage.pass(Limits().quietMilliseconds - 1)
    stage.say(ada, "READY")
    stage.say(cal, "READY")
    expect(!stage.verbs(cal).contains("COUNTDOWN"))
    stage.pass(1)
    let heard = stage.heard(cal)
    let idle = heard.compactMap { message -> PlayerID? in
      if case .room(_, .idle(let player, true)) = message { player } else { nil }
    }
    expect(idle, equals: [bob.player])
    expect(heard.compactMap(\.racers), equals: [[ada.player, cal.player]])
  }

  @Test("QUICK leads nobody to somebody who has been silent for a minute, until they say something")
  func idle() throws {
    for word in ["READY on=0", "REACT id=wave", "NAME name=Bea", "CONFIG rounds=3"] {
      var (stage, room, ada, _) = try quick()
      stage.pass(Limits().quietMilliseconds - 1)
      let bob = try stage.person("Bob")
      try expect(stage.enter(bob, "QUICK"), equals: room)
      stage.say(bob, "LEAVE")
      stage.pass(1)
      let cal = try stage.person("Cal")
      stage.say(cal, "LIST")
      expect(stage.heard(cal).compactMap(\.listing).map(\.isQuick), equals: [false])
      try expect(stage.enter(cal, "QUICK"), differsFrom: room)
      stage.say(cal, "LEAVE")
      stage.say(ada, word)
      try expect(stage.enter(cal, "QUICK"), equals: room, "\(word)")
    }
  }

  @Test("answers to PING are not something that a player says")
  func pongs() throws {
    var (stage, room, ada, _) = try quick()
    for _ in 0..<12 {
      stage.pass(Limits().quietMilliseconds / 12)
      let nonces = stage.heard(ada).compactMap(\.nonce)
      for nonce in nonces { stage.say(ada, "PONG nonce=\(nonce)") }
    }
    let bob = try stage.person("Bob")
    try expect(stage.enter(bob, "QUICK"), differsFrom: room)
  }

  @Test("a player who did nothing in a whole match is idle after it, and one who did has a minute")
  func afterMatch() throws {
    var (stage, room, ada, bot) = try quick()
    let bob = try stage.guest("Bob", in: room)
    for person in [ada, bob] { stage.say(person, "READY") }
    stage.pass(Rules.countdownMilliseconds)
    stage.say(bob, "SET v=1,2,3")
    while try stage.room(room).isPlaying { stage.pass(1) }
    let seats = try stage.room(room).seats
    expect(seats.map(\.isIdle), equals: [true, false, false], "Ada, Bob and the bot")
    expect(seats.last?.player, equals: bot)
    stage.pass(Limits().quietMilliseconds)
    expect(try stage.room(room).seats[1].isIdle)
  }

  @Test("a host who puts the bot out of a room of QUICK's makes it their own")
  func own() throws {
    var (stage, room, ada, bot) = try quick()
    stage.say(ada, "KICK who=\(bot.wire)")
    let bob = try stage.guest("Bob", in: room)
    stage.say(bob, "READY")
    stage.pass(600_000)
    let heard = stage.heard(bob)
    expect(clocks(heard) == [] && heard.compactMap(\.racers) == [] && heard.compactMap(\.bot) == [])
  }

  @Test("bots race on for somebody who waits for the next match")
  func stillSomebody() throws {
    var (stage, room, ada) = try HallStage.hosted()
    for _ in 0..<2 { stage.say(ada, "BOT") }
    stage.say(ada, "START")
    let bob = try stage.guest("Bob", in: room)
    stage.say(ada, "LEAVE")
    expect(try stage.room(room).isPlaying)
    expect(stage.verbs(bob), equals: ["GONE", "HOSTED"])
  }
}

@Suite("Names in a room")
struct RenamingTests {
  @Test("a name that changes nothing is told nobody, and one's own name is free for oneself")
  func unchanged() throws {
    var (stage, _, ada) = try HallStage.hosted()
    expect(stage.ask(ada, "NAME name=Ada"), equals: [])
  }

  /// Who says NAME, when, and the sentence that refuses it.
  static let refusals: [(steps: [String], who: String, sentence: String?)] = [
    ([], "bob", nil), (["bob READY"], "bob", nil),
    (["ada START"], "bob", "a match is running"),
    (["bob READY seal=", "ada READY"], "bob", nil),
    ([], "eve", "take a seat, or LEAVE first"),
    (["bob NAME name=Bo"], "bob", "one change a second is enough"),
    (["bob REACT id=wave"], "bob", "one change a second is enough"),
  ]

  @Test("NAME is refused with a sentence where it comes at a wrong time", arguments: refusals)
  func refused(steps: [String], who: String, sentence: String?) throws {
    var (stage, room, ada, bob) = try HallStage.pair()
    let people = ["ada": ada, "bob": bob, "eve": try stage.watcher("Eve", in: room)]
    for step in steps {
      let words = step.split(separator: " ", maxSplits: 1).map(String.init)
      let seal = words[1].hasSuffix("=") ? try stage.seal("c0ffee") : ""
      stage.say(try require(people[words[0]]), words[1] + seal)
    }
    let person = try require(people[who])
    stage.clear()
    stage.say(person, "NAME name=Rob")
    let heard = stage.heard(person)
    expect(heard.compactMap(\.refusal).first?.text, equals: sentence)
    expect(heard.compactMap(\.seat).map(\.profile.name), equals: sentence == nil ? ["Rob"] : [])
  }

  @Test("a name outlives the server; a record keeps what was shown")
  func lasts() throws {
    var stage = HallStage(log: "test/chromatch")
    let ada = try stage.person("Ada", "icon=star")
    let room = try stage.room(by: ada, "rounds=1 time=5")
    stage.say(ada, try stage.openRound(by: ada))
    stage.pass(30_000)
    stage.say(ada, "NAME name=Bea icon=moon")
    let record = try require(stage.kept.first)
    expect(record.persons.map(\.name), equals: ["Ada"])
    expect(String(decoding: record.body, as: UTF8.self).contains(" icon=star "))
    for isRenewed in [false, true] {
      if isRenewed { stage.renew(room) }
      let replay = try require(stage.restored(log: "test/chromatch").replays.values.first)
      expect(replay.room.seats.map(\.profile.name), equals: ["Bea"])
      expect(replay.sitters[ada.player]?.profile.name, equals: "Bea")
    }
  }
}
