// A lane of a cluster by itself, with its driver: what is told before the store answers, and after,
// and what when it never does.

import Game
import Testing
import TranscriptSupport
import Wire

@testable import Driving
@testable import Rooms

@Suite("A lane of a cluster")
struct ClusterLaneTests {
  /// A node that is alone, and a store that takes everything, at once or when it is told to.
  private final class Stage {
    let server: MemoryServer
    /// Whether entries wait.
    var holdsEntries = false
    private var held: [(shard: Int, request: ShardRequest)] = []
    private(set) var entries: [Int: [ShardEntry]] = [:]

    private var lane: MemoryLane { server.lanes[0] }

    init() {
      var setup = MemoryServer.Setup()
      setup.member = MemoryMember(
        Claimant(node: 3, start: 7), shards: Array(0..<8), playersBefore: 0)
      server = MemoryServer(setup)
      pass(2_000)
    }

    /// Time passes, and everything is carried.
    func pass(_ milliseconds: Int) {
      for _ in 0..<milliseconds {
        server.now += 1
        if server.deadline <= server.now { server.advance() }
        carry()
      }
    }

    private func carry() {
      for beat in lane.port.takeBeats() { lane.hear(beat) }
      let questions = lane.port.takeQuestions()
      for question in questions { ask(question.shard, question.request) }
    }

    /// The store takes what waits.
    func store() {
      holdsEntries = false
      let waiting = held
      held = []
      for question in waiting { ask(question.shard, question.request) }
    }

    /// The store says that a shard is somebody else's.
    func refuse() {
      let other = ShardOwner(epoch: 9, Claimant(node: 1, start: 1))
      for case (let shard, .append(let entry, _)) in held {
        lane.answer([(shard, .refused(entry.name, owner: other, lying: nil))])
      }
      held = []
    }

    private func ask(_ shard: Int, _ request: ShardRequest) {
      switch request {
      case .claim(let owner, _): lane.answer([(shard, .claimed(owner))])
      case .read(let from, let owner):
        let page = ShardPage(from: from, floor: 1, [], isLast: true)
        lane.answer([(shard, .page(page, for: owner))])
      case .append(let entry, _):
        if holdsEntries { return held.append((shard, request)) }
        // It may have been asked twice.
        if entries[shard]?.last?.name != entry.name { entries[shard, default: []].append(entry) }
        lane.answer([(shard, .stored(entry.name))])
      case .look, .drop: break
      }
      carry()
    }

    func say(_ line: String, on link: MemoryLink) {
      link.ship(.bytes(Array("\(line)\n".utf8)), at: server.now)
      server.settle(link)
      carry()
    }

    /// The verbs of what somebody has been told since this was asked last; refusals by their code.
    func verbs(_ link: MemoryLink) throws -> [String] {
      link.arrive(at: server.now)
      var (all, verbs) = (Int.max, [String]())
      while let line = try link.hear(atMost: &all, at: server.now) {
        let message = try #require(try ServerMessage.decode(line))
        if case .ping = message { continue }
        if case .no(let refusal) = message {
          verbs.append(refusal.code.rawValue)
        } else {
          verbs.append(message.verb.rawValue)
        }
      }
      return verbs
    }

    /// Somebody in a round that they play alone, with everything told.
    func player() throws -> MemoryLink {
      let link = server.connect(person: 0)
      say("HELLO v=1 name=Ada", on: link)
      say("CREATE mode=rgb seats=1 rounds=1 time=60", on: link)
      say("READY nonce=ab", on: link)
      pass(5_000)
      _ = try verbs(link)
      return link
    }
  }

  @Test("a lock is told when it is stored, and a question for the time at once")
  func waiting() throws {
    let stage = Stage()
    let ada = try stage.player()
    stage.holdsEntries = true
    stage.pass(5)
    stage.say("LOCK v=0,0,0", on: ada)
    stage.say("LIST", on: ada)
    stage.say("PING t=1", on: ada)
    #expect(try stage.verbs(ada) == ["PONG"])
    stage.store()
    let told = try stage.verbs(ada)
    #expect(told.contains("LOCKED") || told.contains("MISSED") || told.contains("too-far"))
    #expect(told.suffix(2) == ["LISTED", "END"])
  }

  @Test("a position is told though nothing is stored, and stored within two seconds")
  func moves() throws {
    let stage = Stage()
    let ada = try stage.player()
    func sets() -> Int {
      stage.entries.values.joined()
        .reduce(0) { count, entry in
          count
            + String(decoding: entry.frame, as: UTF8.self).split(separator: "\n")
            .count { $0.hasPrefix("SET ") }
        }
    }
    stage.holdsEntries = true
    stage.say("SET v=1,2,3", on: ada)
    #expect(try stage.verbs(ada).contains("MOVE"))
    stage.store()
    #expect(sets() == 0)
    stage.pass(2_000)
    #expect(sets() == 1)
  }

  @Test("whoever loses the shard tells nothing of what was not stored, and parts")
  func losing() throws {
    let stage = Stage()
    let ada = try stage.player()
    stage.holdsEntries = true
    stage.say("LOCK v=0,0,0", on: ada)
    stage.refuse()
    #expect(try stage.verbs(ada) == ["moved"])
    #expect(stage.server.lanes[0].driver.hall.roomCount == 0)
    #expect(stage.server.lanes[0].driver.cluster?.held.count == 0)
  }

  @Test("while the store is silent the room stands, and then it goes on as much later")
  func standing() throws {
    let stage = Stage()
    let ada = try stage.player()
    stage.holdsEntries = true
    stage.pass(6_000)
    #expect(try stage.verbs(ada) == ["not-now"])
    stage.say("LOCK v=0,0,0", on: ada)
    stage.store()
    stage.pass(20)
    #expect(try stage.verbs(ada) == ["not-now", "HELD"])
  }
}
