// Which member of a store is asked, as they come and go.

#if Cluster
import TestSupport
import Testing

@testable import Engines

@Suite("The member that is asked")
struct MemberChoiceTests {
  /// Asks at these moments while nothing is answered; whom, and when, is added.
  private func ask(
    _ choice: inout MemberChoice, at moments: [Int], _ waiting: inout [(member: Int, since: Int)]
  ) -> [Int] {
    moments.map { now in
      let member = choice.next(at: now, waiting: waiting)
      waiting.append((member, now))
      return member
    }
  }

  @Test("a member that answers is asked again; one that is gone, less than one without a leader")
  func leaderLost() {
    var choice = MemberChoice(count: 3)
    for member in 0..<3 { choice.hasAnswered(member, at: 0) }
    var waiting: [(member: Int, since: Int)] = []
    expect(ask(&choice, at: [1, 100, 200], &waiting), equals: [0, 0, 0])
    // The next one, which was the leader, cannot even be reached.
    expect(choice.next(at: 201, waiting: waiting), equals: 1)
    choice.hasFailed(1, askedAt: 201, at: 202)
    expect(ask(&choice, at: [203, 300], &waiting), equals: [2, 2])
    // Both wait for a leader: they are asked by turns, so the first member with one is found.
    expect(ask(&choice, at: [403, 410, 420, 430], &waiting), equals: [0, 2, 0, 2])
    choice.hasAnswered(2, at: 440)
    // What it had lost does not count against it.
    expect(ask(&choice, at: [441, 600], &waiting), equals: [2, 2])
    choice.hasAnswered(2, at: 601)
    choice.hasFailed(2, askedAt: 300, at: 2_300)
    expect(choice.next(at: 2_301, waiting: []), equals: 2)
  }

  @Test("while nobody answers, all are asked by turns")
  func nobody() {
    var choice = MemberChoice(count: 3)
    var asked: [Int] = []
    for now in 1...9 {
      let member = choice.next(at: now, waiting: [])
      choice.hasFailed(member, askedAt: now, at: now)
      asked.append(member)
    }
    expect(asked, equals: [0, 1, 2, 0, 1, 2, 0, 1, 2])
  }
}
#endif
