// How many are inside, for those who ask to come in: in all, on each lane, of each address group
// and of each /48. Pure bookkeeping; it is told who goes where and says where the next one goes,
// and for whom somebody else has to go first. Whoever has not said HELLO has a place only as long
// as nobody else needs it. Beyond the limits a few more come in, who can only go back to a seat.
// Invariants: the sums agree; nobody but those who go back to a seat makes them exceed a limit; a
// group without anyone inside is not in the book; what is kept of those who have gone is less than
// what is kept of those who are here.

import DequeModule
import Net
import Rooms

/// Who is inside a server.
struct Visitors {
  /// How many there may be.
  struct Limits {
    var inAll: Int
    let ofOneGroup: Int
    let ofOneSite: Int
    /// Beyond those, to go back to a seat.
    var returning: Int
    let returningOfOneGroup: Int
  }

  /// What becomes of somebody who asks to come in.
  enum Answer: Equatable {
    case enter(Admission)
    /// They ask again once this one has gone, or has said HELLO, which only that one's lane knows.
    case wait(for: Displaced)
  }

  /// How somebody comes in.
  struct Admission: Equatable {
    let ticket: UInt64
    let lane: Int
    /// Nil unless they can only go back to a seat, because of that.
    var fullness: Fullness?
    /// Who of those who can only go back to a seat has to go for them, and from which lane.
    var displaced: Displaced?
  }

  /// Somebody who has to go.
  struct Displaced: Equatable {
    let ticket: UInt64
    let lane: Int
  }

  private enum Standing {
    /// Has a place, and has not said HELLO.
    case waiting
    /// Has none, and can only go back to a seat.
    case returning
    /// Has said HELLO.
    case inside
    /// Has a place, and has to leave it unless they have said HELLO meanwhile.
    case leaving
    /// Has no place and has to go.
    case displaced
  }

  private struct Visitor {
    let addressGroup: AddressGroup
    var lane: Int
    var standing: Standing
  }

  /// Everybody who shares one limit, the narrowest first.
  enum Group: Hashable {
    case addressGroup(AddressGroup)
    case site(UInt64)
    case all
  }

  private struct Book {
    /// How many have a place.
    var count = 0
    /// How many of them have to leave it.
    var leavingCount = 0
    /// How many can only go back to a seat.
    var returningCount = 0
    /// Who came, the oldest first. Some have said HELLO or gone since, but never the oldest.
    var waiting: Deque<UInt64> = []
    var returning: Deque<UInt64> = []
  }

  private var limits: Limits
  private(set) var byLane: [Int]
  private var visitors: [UInt64: Visitor] = [:]
  private var books: [Group: Book] = [:]
  private var ticketsMade: UInt64 = 0

  init(lanes: Int, _ limits: Limits) {
    byLane = Array(repeating: 0, count: lanes)
    self.limits = limits
  }

  /// Lets in no more than there are descriptors for.
  mutating func fit(into budget: DescriptorBudget) {
    limits.inAll = min(limits.inAll, budget.connections)
    limits.returning = min(limits.returning, budget.returning)
  }

  /// How many have a place.
  var count: Int { books[.all]?.count ?? 0 }

  /// How many groups are in the book.
  var groupCount: Int { books.count }

  /// Lets somebody in, to the lane with the fewest, or has somebody else go first.
  mutating func admit(_ addressGroup: AddressGroup) -> Answer {
    let groups = groups(of: addressGroup)
    let full = groups.first { (books[$0]?.count ?? 0) >= limit($0) }
    guard let full else { return .enter(enter(addressGroup, .waiting)) }
    if let oldest = oldest(\.waiting, .waiting, of: full) {
      change(oldest.ticket, to: .leaving)
      return .wait(for: oldest)
    }
    let crowded = groups.first { (books[$0]?.returningCount ?? 0) >= returningLimit($0) }
    let displaced = crowded.flatMap { oldest(\.returning, .returning, of: $0) }
    if let displaced { change(displaced.ticket, to: .displaced) }
    var admission = enter(addressGroup, .returning)
    admission.fullness = full == .all ? .server : .address
    admission.displaced = displaced
    return .enter(admission)
  }

  private mutating func enter(
    _ addressGroup: AddressGroup, _ standing: Standing
  ) -> Admission {
    ticketsMade += 1
    let lane = byLane.indices.min { byLane[$0] < byLane[$1] } ?? 0
    byLane[lane] += 1
    visitors[ticketsMade] = Visitor(addressGroup: addressGroup, lane: lane, standing: standing)
    for group in groups(of: addressGroup) {
      count(1, standing, in: group)
      enqueue(ticketsMade, standing, in: group)
    }
    return Admission(ticket: ticketsMade, lane: lane)
  }

  private mutating func enqueue(_ ticket: UInt64, _ standing: Standing, in group: Group) {
    switch standing {
    case .waiting: books[group]?.waiting.append(ticket)
    case .returning: books[group]?.returning.append(ticket)
    case .inside, .leaving, .displaced: break
    }
  }

  /// Whether somebody still has to leave their place, and has neither done so nor said HELLO.
  func isLeaving(_ ticket: UInt64) -> Bool { visitors[ticket]?.standing == .leaving }

  /// Somebody has said HELLO, or is back on a seat. Whoever was to go but spoke up first stays.
  ///
  /// - Returns: who has to go for somebody who is back, if that makes one too many.
  @discardableResult
  mutating func greeted(_ ticket: UInt64) -> Displaced? {
    change(ticket, to: .inside)
    guard let visitor = visitors[ticket] else { return nil }
    for group in groups(of: visitor.addressGroup) {
      guard let book = books[group], book.count - book.leavingCount > limit(group),
        let displaced = oldest(\.waiting, .waiting, of: group)
      else { continue }
      change(displaced.ticket, to: .leaving)
      return displaced
    }
    return nil
  }

  /// Somebody has gone.
  mutating func left(_ ticket: UInt64) {
    change(ticket, to: .displaced)
    guard let visitor = visitors.removeValue(forKey: ticket) else { return }
    byLane[visitor.lane] -= 1
    for group in groups(of: visitor.addressGroup) { tidy(group) }
  }

  /// Somebody has gone from one lane to another. Whoever had to leave was on the way and did not
  /// hear of it, so they wait again.
  mutating func moved(_ ticket: UInt64, to lane: Int) {
    guard let visitor = visitors[ticket] else { return }
    byLane[visitor.lane] -= 1
    byLane[lane] += 1
    visitors[ticket]?.lane = lane
    if visitor.standing == .leaving {
      change(ticket, to: .waiting)
      for group in groups(of: visitor.addressGroup) { enqueue(ticket, .waiting, in: group) }
    }
  }

  // MARK: Groups

  private func groups(of addressGroup: AddressGroup) -> [Group] {
    let site = addressGroup.siteNumber.map { [Group.site($0)] } ?? []
    return [.addressGroup(addressGroup)] + site + [.all]
  }

  private func limit(_ group: Group) -> Int {
    switch group {
    case .addressGroup: limits.ofOneGroup
    case .site: limits.ofOneSite
    case .all: limits.inAll
    }
  }

  private func returningLimit(_ group: Group) -> Int {
    group == .all ? limits.returning : limits.returningOfOneGroup
  }

  private func oldest(
    _ queue: KeyPath<Book, Deque<UInt64>>, _ standing: Standing, of group: Group
  ) -> Displaced? {
    guard let ticket = books[group]?[keyPath: queue].first, let visitor = visitors[ticket],
      visitor.standing == standing
    else { return nil }
    return Displaced(ticket: ticket, lane: visitor.lane)
  }

  private mutating func change(_ ticket: UInt64, to standing: Standing) {
    guard let visitor = visitors[ticket], visitor.standing != standing else { return }
    visitors[ticket]?.standing = standing
    for group in groups(of: visitor.addressGroup) {
      count(-1, visitor.standing, in: group)
      count(1, standing, in: group)
      tidy(group)
    }
  }

  private mutating func count(_ step: Int, _ standing: Standing, in group: Group) {
    switch standing {
    case .waiting, .inside: books[group, default: Book()].count += step
    case .leaving:
      books[group, default: Book()].count += step
      books[group]?.leavingCount += step
    case .returning: books[group, default: Book()].returningCount += step
    case .displaced: break
    }
  }

  /// Forgets those at the front of a group's queues who wait no more, and a group of nobody.
  private mutating func tidy(_ group: Group) {
    while let first = books[group]?.waiting.first, visitors[first]?.standing != .waiting {
      books[group]?.waiting.removeFirst()
    }
    while let first = books[group]?.returning.first, visitors[first]?.standing != .returning {
      books[group]?.returning.removeFirst()
    }
    guard let book = books[group], book.count == 0, book.returningCount == 0 else { return }
    books[group] = nil
  }
}
