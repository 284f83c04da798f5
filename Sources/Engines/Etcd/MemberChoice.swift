// Which member of a store is asked next. A member that loses its leader never answers what it had
// on its way to it, and answers everything else as soon as there is a new one; one that is gone
// answers nothing. So a member for which something waits longer than it should is given up only if
// it has answered nothing else since. It knows no requests and reads no clock.
// Invariant: a member that answers is asked as long as it does.

#if Cluster
/// The members of a store, and how each has fared.
struct MemberChoice {
  /// How likely a member answers, the likeliest first.
  private enum Standing: Int, Comparable {
    /// It has answered whatever it was asked, or nothing is known.
    case answers
    /// It has left something unanswered for long, and answered nothing since it was asked that.
    case silent
    /// The last thing that came of it was no answer.
    case fails

    static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
  }

  /// Without an answer for so many milliseconds a member is silent: before a tenure asks again.
  static let patienceMilliseconds = 200

  /// When each member answered last, and when it failed last; in milliseconds of any clock.
  private var answered: [Int]
  private var failed: [Int]
  /// Who is asked now.
  private var current = 0

  init(count: Int) {
    (answered, failed) = (
      Array(repeating: .min, count: count), Array(repeating: .min, count: count)
    )
  }

  /// Whether the last thing that came of a member was an answer, or nothing is known of it.
  func isThere(_ member: Int) -> Bool { answered[member] >= failed[member] }

  /// Notes that a member has answered.
  mutating func hasAnswered(_ member: Int, at now: Int) { answered[member] = now }

  /// Notes that a member has not answered, and will not, what it was asked at a moment.
  mutating func hasFailed(_ member: Int, askedAt moment: Int, at now: Int) {
    if moment > answered[member] { failed[member] = now }
  }

  /// The member to ask now: the one that was asked last, unless another is likelier to answer.
  /// While none answers they are asked by turns.
  ///
  /// - Parameter waiting: who has been asked what is not answered, and when.
  mutating func next(at now: Int, waiting: [(member: Int, since: Int)]) -> Int {
    var standings = answered.indices.map { isThere($0) ? Standing.answers : .fails }
    for (member, since) in waiting
    where since > answered[member] && now - since >= Self.patienceMilliseconds {
      standings[member] = max(standings[member], .silent)
    }
    let best = standings.min() ?? .answers
    if standings[current] != best || best != .answers {
      let others = (1...standings.count).map { (current + $0) % standings.count }
      current = others.first { standings[$0] == best } ?? current
    }
    return current
  }
}
#endif
