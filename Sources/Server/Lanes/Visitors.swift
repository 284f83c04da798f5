// How many are inside, for those who ask to come in: in all, on each lane, of each address group
// and of each /48. Pure bookkeeping; it is told who goes where, and says for whom somebody else has
// to go first. A client that has not said HELLO has a place only as long as nobody else needs it.
// Beyond the limits a few more come in, who can only go back to a seat. A client behind a proxy
// counts for no address until the proxy has said for which. The newcomer for whom a silent
// connection goes waits at the door until its lane has closed it: let in at once, 59 came into a
// server for 23 when `accept` was 8 ms late.
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
  enum Decision: Equatable {
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
    /// Whom they count for; nil while only a proxy knows.
    var addressGroup: AddressGroup?
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

  /// How many places there are.
  var placeCount: Int { limits.inAll }

  /// How many groups are in the book.
  var groupCount: Int { books.count }

  /// Lets somebody in, or has somebody else go first.
  ///
  /// - Parameters:
  ///   - addressGroup: whom they count for; nil while only a proxy knows.
  ///   - lane: where they go.
  mutating func admit(_ addressGroup: AddressGroup?, to lane: Int) -> Decision {
    let groups = groups(of: addressGroup)
    let (full, displaced): (Group?, Displaced?)
    switch place(in: groups) {
    case .wait(let oldest): return .wait(for: oldest)
    case .found(let group, let gone): (full, displaced) = (group, gone)
    }
    ticketsMade += 1
    byLane[lane] += 1
    let standing = full == nil ? Standing.waiting : .returning
    visitors[ticketsMade] = Visitor(addressGroup: addressGroup, lane: lane, standing: standing)
    for group in groups {
      count(1, standing, in: group)
      enqueue(ticketsMade, standing, in: group)
    }
    return .enter(Admission(ticket: ticketsMade, lane: lane, full, displaced))
  }

  /// Has somebody who has not said HELLO count for an address, as if they came from there now.
  ///
  /// - Returns: nil if they have gone, or have to.
  mutating func introduce(_ ticket: UInt64, from addressGroup: AddressGroup) -> Decision? {
    guard let visitor = visitors[ticket], [.waiting, .returning].contains(visitor.standing) else {
      return nil
    }
    let (former, groups) = (groups(of: visitor.addressGroup), groups(of: addressGroup))
    let (full, displaced): (Group?, Displaced?)
    switch place(in: groups, besides: ticket) {
    case .wait(let oldest): return .wait(for: oldest)
    case .found(let group, let gone): (full, displaced) = (group, gone)
    }
    let standing = full == nil ? Standing.waiting : .returning
    let stays = standing == visitor.standing
    visitors[ticket]?.addressGroup = addressGroup
    visitors[ticket]?.standing = standing
    for group in former {
      count(-1, visitor.standing, in: group)
      if !(stays && groups.contains(group)) { dequeue(ticket, visitor.standing, in: group) }
    }
    for group in groups {
      count(1, standing, in: group)
      if !(stays && former.contains(group)) { enqueue(ticket, standing, in: group) }
    }
    for group in former { tidy(group) }
    return .enter(Admission(ticket: ticket, lane: visitor.lane, full, displaced))
  }

  /// Whether there is a place for somebody who belongs to these groups.
  private enum Vacancy {
    /// Not before this one has gone, or has said HELLO.
    case wait(for: Displaced)
    /// There is one; if a group is full only one to go back to a seat, for which somebody may have
    /// to go.
    case found(full: Group?, Displaced?)
  }

  /// - Parameter ticket: who looks for another place, and so takes none away.
  private mutating func place(in groups: [Group], besides ticket: UInt64? = nil) -> Vacancy {
    let visitor = ticket.flatMap { visitors[$0] }
    let former = visitor.map { self.groups(of: $0.addressGroup) } ?? []
    func others(_ standing: Standing, in group: Group, _ count: KeyPath<Book, Int>) -> Int {
      let own = visitor?.standing == standing && former.contains(group) ? 1 : 0
      return (books[group]?[keyPath: count] ?? 0) - own
    }
    let full = groups.first { others(.waiting, in: $0, \.count) >= limit($0) }
    guard let full else { return .found(full: nil, nil) }
    if let oldest = oldest(\.waiting, .waiting, of: full), oldest.ticket != ticket {
      change(oldest.ticket, to: .leaving)
      return .wait(for: oldest)
    }
    let crowded = groups.first {
      others(.returning, in: $0, \.returningCount) >= returningLimit($0)
    }
    let displaced = crowded.flatMap { oldest(\.returning, .returning, of: $0) }
    guard let displaced, displaced.ticket != ticket else { return .found(full: full, nil) }
    change(displaced.ticket, to: .displaced)
    return .found(full: full, displaced)
  }

  private mutating func dequeue(_ ticket: UInt64, _ standing: Standing, in group: Group) {
    switch standing {
    case .waiting: books[group]?.waiting.removeAll { $0 == ticket }
    case .returning: books[group]?.returning.removeAll { $0 == ticket }
    case .inside, .leaving, .displaced: break
    }
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

  /// Somebody has said HELLO, or is back on a seat. A client due to go that spoke up first stays.
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

  /// Somebody has gone from one lane to another. A client that had to leave was on the way and did
  /// not hear of it, so it waits again.
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

  private func groups(of addressGroup: AddressGroup?) -> [Group] {
    guard let addressGroup else { return [.all] }
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

extension Visitors.Admission {
  /// - Parameter full: the group for which they can only go back to a seat.
  fileprivate init(
    ticket: UInt64, lane: Int, _ full: Visitors.Group?, _ displaced: Visitors.Displaced?
  ) {
    let fullness: Fullness? = full.map { $0 == .all ? .server : .address }
    self.init(ticket: ticket, lane: lane, fullness: fullness, displaced: displaced)
  }
}
