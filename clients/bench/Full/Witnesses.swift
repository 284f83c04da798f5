// A few people beside a crowd, who look how the server treats everybody: each plays alone, says
// PINGs, and locks too far off now and then, so that every lock is answered with its time. Besides,
// somebody new comes four times a second, and somebody asks the admin listener twice. They compute
// next to nothing, and come over bare TCP.

import Glibc
import Net
import Wire

/// Those who look how a server fares.
actor Witnesses {
  /// How many connections they have at the most.
  static let connectionsMax = playersCount + 2

  private let port: UInt16
  private let admin: UInt16
  private var players: [SolePlayer] = []
  private var newcomer: Call?
  private var question: Call?
  private var testimony = Testimony()
  private let clock = FineClock(Clock())

  init(port: UInt16, admin: UInt16) {
    self.port = port
    self.admin = admin
  }

  /// One who plays alone. Times are nanoseconds of the bench's clock.
  private struct SolePlayer {
    var line: RawLines
    var isRacing = false
    var locksAt: Int64 = .max
    var pingsAt: Int64 = .max
    /// When those locks were said that are not judged yet.
    var locks: [Int64] = []
    /// The bench's time minus the time that the server gave the first lock of the round.
    var offset: Int64?
  }

  /// A question that is answered once.
  private struct Call {
    let socket: RawSocket
    let began: Int64
    var heard: [UInt8] = []
  }
}

extension Witnesses {
  /// Has the players sit down, and returns when their rounds are open.
  ///
  /// - Throws: `BenchError.incomplete` when they do not.
  func sitDown() async throws {
    for index in 0..<Self.playersCount {
      let line = RawLines(try RawSocket(port: port, from: Self.host))
      line.say("HELLO v=1 name=witness bot=1")
      line.say("CREATE mode=rgb rounds=20 time=120 seats=1 listed=0 name=witness")
      line.say("READY")
      players.append(SolePlayer(line: line))
      if index.isMultiple(of: 8) { try await Task.sleep(for: .milliseconds(20)) }
    }
    for _ in 0..<Self.sittingTrials where !players.allSatisfy(\.isRacing) {
      try await Task.sleep(for: .milliseconds(10))
      listen()
    }
    let inside = players.count(where: \.isRacing)
    if inside < players.count { throw BenchError.incomplete(inside: inside, of: players.count) }
  }

  /// Answers what the server asks, until the task is canceled.
  func answer() async {
    while !Task.isCancelled {
      listen()
      try? await Task.sleep(for: .milliseconds(10))
    }
  }

  /// Looks for so long, and says what was seen.
  func watch(seconds: Int) async throws -> Testimony {
    let start = clock.nanoseconds
    let end = start + Int64(seconds) * 1_000 * nanosecondsPerMillisecond
    for index in players.indices {
      let share = Int64(index) * nanosecondsPerMillisecond
      players[index].pingsAt = start + share * Self.pingMilliseconds / Self.playersShare
      players[index].locksAt = start + share * Self.lockMilliseconds / Self.playersShare
    }
    var (comesAt, asksAt) = (start, start)
    while clock.nanoseconds < end + Self.settlingNanoseconds {
      let now = clock.nanoseconds
      if now < end {
        speak(at: now)
        if now >= comesAt, newcomer == nil {
          comesAt = now + Self.newcomerMilliseconds * nanosecondsPerMillisecond
          newcomer = Call(socket: try RawSocket(port: port, from: Self.host), began: now)
          newcomer?.socket.say("HELLO v=1 name=new bot=1\n".utf8)
        }
        if now >= asksAt, question == nil {
          asksAt = now + Self.questionMilliseconds * nanosecondsPerMillisecond
          testimony.adminAsked += 1
          question = Call(socket: try RawSocket(port: admin, from: 1), began: now)
          question?.socket.say("GET /metrics HTTP/1.0\r\n\r\n".utf8)
        }
      }
      listen()
      try await Task.sleep(for: .milliseconds(2))
    }
    return finish()
  }

  private func finish() -> Testimony {
    for player in players { player.line.socket.close() }
    newcomer?.socket.close()
    question?.socket.close()
    return testimony
  }

  private func speak(at now: Int64) {
    for index in players.indices {
      if players[index].pingsAt <= now {
        players[index].pingsAt += Self.pingMilliseconds * nanosecondsPerMillisecond
        testimony.pingsSaid += 1
        players[index].line.say("PING t=\(now / 1_000)")
      }
      if players[index].isRacing, players[index].locksAt <= now {
        players[index].locksAt = now + Self.lockMilliseconds * nanosecondsPerMillisecond
        players[index].locks.append(now)
        testimony.locksSaid += 1
        // The start color is always too far off.
        players[index].line.say("LOCK v=188,188,188")
      }
    }
  }

  private func listen() {
    let now = clock.nanoseconds
    for index in players.indices.reversed() {
      guard let lines = players[index].line.hear() else {
        testimony.lost += 1
        players[index].line.socket.close()
        players.remove(at: index)
        continue
      }
      for line in lines { hear(line, index, at: now) }
    }
    hearNewcomer(at: now)
    hearAnswer(at: now)
  }

  private func hear(_ line: Substring, _ index: Int, at now: Int64) {
    func number(_ key: String) -> Int64? {
      line.split(separator: " ").first { $0.hasPrefix(key) }
        .flatMap { Int64($0.dropFirst(key.count)) }
    }
    switch line.prefix(while: { $0 != " " }) {
    case "ROUND":
      let opens = now + Self.lockMilliseconds * nanosecondsPerMillisecond
      players[index].locksAt = max(players[index].locksAt, opens)
      (players[index].isRacing, players[index].offset) = (true, nil)
    case "SHUT": players[index].isRacing = false
    case "PONG":
      if let said = number("t=") { testimony.pongs.record(nanoseconds: now - said * 1_000) }
    case "MISSED": if let t = number("t=") { judged(index, after: t) }
    case "PING":
      if let nonce = line.split(separator: "=").last {
        players[index].line.say("PONG nonce=\(nonce)")
      }
    default: break
    }
  }

  /// The server has judged a player's oldest lock, and says when it came.
  private func judged(_ index: Int, after milliseconds: Int64) {
    if players[index].locks.isEmpty { return }
    let offset = players[index].locks.removeFirst() - milliseconds * nanosecondsPerMillisecond
    testimony.locksJudged += 1
    players[index].offset = players[index].offset ?? offset
    let error = abs(offset - (players[index].offset ?? offset))
    testimony.lockErrorMax = max(
      testimony.lockErrorMax, Double(error) / Double(nanosecondsPerMillisecond))
  }

  private func hearNewcomer(at now: Int64) {
    guard let call = newcomer else { return }
    let bytes = call.socket.overhear()
    let isLate = now - call.began > Self.patienceNanoseconds
    if bytes?.isEmpty == true, !isLate { return }
    if let bytes, !bytes.isEmpty {
      testimony.newcomers.record(nanoseconds: now - call.began)
      if bytes.starts(with: "WELCOME ".utf8) {
        testimony.welcomed += 1
      } else if bytes.starts(with: "NO code=server-full".utf8) {
        testimony.refused += 1
      }
    } else {
      testimony.unheard += 1
    }
    call.socket.close()
    newcomer = nil
  }

  private func hearAnswer(at now: Int64) {
    while let bytes = question?.socket.overhear() {
      if bytes.isEmpty { return }
      question?.heard += bytes
    }
    guard let call = question else { return }
    testimony.adminAnswers.record(nanoseconds: now - call.began)
    testimony.metrics = String(decoding: call.heard, as: UTF8.self)
    call.socket.close()
    question = nil
  }

  private static let playersCount = 40
  private static let playersShare = Int64(playersCount)
  /// The last number of the address that they come from, which is not that of the crowd.
  private static let host: UInt8 = 2
  /// From one lock of a player to the next: longer than a lock that is too far off freezes them.
  private static let lockMilliseconds: Int64 = 2_000
  private static let pingMilliseconds: Int64 = 250
  private static let newcomerMilliseconds: Int64 = 250
  private static let questionMilliseconds: Int64 = 500
  private static let patienceNanoseconds: Int64 = 5_000 * nanosecondsPerMillisecond
  /// How long what was said at the end may take to be answered.
  private static let settlingNanoseconds: Int64 = 2_000 * nanosecondsPerMillisecond
  /// Ten seconds until all play, in hundredths.
  private static let sittingTrials = 1_000
}
