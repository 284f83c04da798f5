// What time it is at the server, from questions and answers that both took a while. It reads no
// clock: every moment is handed in, local ones on whatever clock the caller has, however far from
// the server's. Of the samples that are remembered, the one with the shortest round trip is
// believed, because the least of it can have been spent on one way alone.
// Invariant: the error is at most half of `roundTrip`, as long as neither clock is set anew.

public import Game

/// An estimate of the server's clock, and a schedule of the questions it needs.
public struct ServerClock: Hashable, Sendable {
  /// How many questions go out in quick succession after connecting.
  static let burstCount = 6
  /// From one question of the burst to the next.
  static let burstMilliseconds = 150
  /// From one question to the next after the burst.
  static let intervalMilliseconds = 2_000
  /// How many samples count: the last minute or so, for crystals drift apart by a few ms in that.
  static let samplesMax = 32
  /// How many questions may be unanswered; the oldest is forgotten then.
  static let unansweredMax = 8

  private struct Sample: Hashable, Sendable {
    let roundTrip: Int
    let offset: Int
  }

  private struct Question: Hashable, Sendable {
    let number: Int
    let asked: Instant
  }

  private var samples: [Sample] = []
  private var best: Sample?
  private var questions: [Question] = []
  private var questionsMade = 0
  private var burstLeft = 0

  /// When the next question is due; nil while there is no connection.
  private(set) var nextQuestion: Instant?

  /// A clock that nothing is known of.
  public init() {}

  /// The shortest round trip of the samples that count, in milliseconds; nil before the first.
  public var roundTrip: Int? { best?.roundTrip }

  /// When the oldest question that is not answered was asked; nil when all are.
  var waitingSince: Instant? { questions.first?.asked }

  /// When the first question was asked that has not been answered and is no older than `moment`.
  func waiting(since moment: Instant) -> Instant? {
    questions.first { $0.asked >= moment }?.asked
  }

  /// The server's moment at a local one; the local moment itself as long as nothing is known.
  public func server(at local: Instant) -> Instant {
    local + (best?.offset ?? 0)
  }

  /// The local moment at which the server's clock shows `server`.
  public func local(at server: Instant) -> Instant {
    server - (best?.offset ?? 0)
  }
}

// Asking.
extension ServerClock {
  /// Begins a burst of questions on a new connection. What was known stays until the first answer.
  mutating func start(at now: Instant) {
    samples = []
    questions = []
    burstLeft = ServerClock.burstCount
    nextQuestion = now
  }

  /// Asks no more: the connection is lost.
  mutating func stop() {
    questions = []
    nextQuestion = nil
  }

  /// The number of a question that is due; nil when none is.
  mutating func dueQuestion(at now: Instant) -> Int? {
    guard let nextQuestion, nextQuestion <= now else { return nil }
    burstLeft = max(0, burstLeft - 1)
    let pause =
      burstLeft > 0 ? ServerClock.burstMilliseconds : ServerClock.intervalMilliseconds
    self.nextQuestion = now + pause
    return question(at: now)
  }

  /// Notes that a question goes out now, whatever asks it, and gives it a number.
  mutating func question(at now: Instant) -> Int {
    questionsMade += 1
    questions.append(Question(number: questionsMade, asked: now))
    if questions.count > ServerClock.unansweredMax { questions.removeFirst() }
    return questionsMade
  }

  /// Takes the answer to a question; answers to questions that were not asked are ignored.
  mutating func answer(_ number: Int, server: Instant, at now: Instant) {
    guard let index = questions.firstIndex(where: { $0.number == number }) else { return }
    let asked = questions.remove(at: index).asked
    let roundTrip = max(0, now - asked)
    samples.append(Sample(roundTrip: roundTrip, offset: server - (asked + roundTrip / 2)))
    if samples.count > ServerClock.samplesMax { samples.removeFirst() }
    // Of equals the newest, so that drift is followed.
    best = samples.reversed().min { $0.roundTrip < $1.roundTrip }
  }
}
