// What a room does with those who look on and play along: takes their moves, keeps their cells, and
// tells what all of them together and the best come to. What a replay of the journal cannot work
// out, because the journal has no moves of the crowd, stands there as it was told (`foretold`).
// Invariant: the crowd changes nothing of the match; without one nothing here happens.

import Game
import Wire

extension Room {
  /// Whether those who look on may play along: not where they are late, nor where it counts.
  var mayHaveCrowd: Bool { settings.hasCrowd }

  /// There is a crowd from now on. What an earlier one of this match came to counts on.
  private mutating func beginCrowd() {
    guard crowd == nil else { return }
    crowd = RoomCrowd(total: history.state.match?.crowd?.together.total ?? 0)
  }

  /// Takes a move of somebody who looks on.
  ///
  /// - Returns: the number of the cell if it is a new one, and whether the move was a lock that was
  ///   too far off.
  /// - Throws: why the match did not take it.
  mutating func playAlong(
    _ command: Command, by player: PlayerID, visit: Visit, on connection: ConnectionID,
    of household: UInt64, roundTrip: Int, arrived: ClosedRange<Instant>, _ turn: inout Turn
  ) throws(Refusal) -> (cell: Int?, isMiss: Bool) {
    beginCrowd()
    let known = crowd?.number(of: player)
    let played = try crowd?.crowd
      .play(
        command, by: player, as: known, roundTrip: roundTrip, arrived: arrived, in: &match)
    guard let (number, isMiss) = played else { throw .notNow }
    if known != nil { return (nil, isMiss) }
    let cell = Int32(truncatingIfNeeded: number)
    crowd?.add(player, Member(number: cell, visit: visit), on: connection)
    crowd?.given[household, default: 0] += 1
    members.removeAll { $0 == connection }
    if crowd?.beatDue == nil { crowd?.beatDue = turn.now + limits.crowdMilliseconds }
    setCrowdDue()
    return (number, isMiss)
  }

  /// Counts a reaction of somebody who plays along; everybody hears how many there were.
  ///
  /// - Returns: whether enough time has passed since their last one.
  mutating func reactAlong(
    _ player: PlayerID, _ reaction: Reaction, _ turn: inout Turn
  ) -> Bool {
    let isTaken = crowd?
      .react(player, reaction, at: turn.now, every: limits.crowdReactionMilliseconds)
    if crowd?.beatDue == nil { crowd?.beatDue = turn.now + 2 * limits.crowdMilliseconds }
    setCrowdDue()
    return isTaken == true
  }

  /// Whether somebody new may play along who comes from there.
  func hasFreeCell(for household: UInt64) -> Bool {
    (crowd?.crowd.numbersGiven ?? 0) < limits.crowdMax
      && (crowd?.given[household] ?? 0) < limits.addressCellsMax
  }

  /// Works out when something of the crowd is due.
  mutating func setCrowdDue() {
    let due = crowd?.due
    if crowdDue != due { crowdDue = due }
  }
}

// Coming and going.
extension Room {
  /// Somebody who looks on goes for good; a cell that is kept stays.
  mutating func leaveCrowd(_ player: PlayerID) {
    guard crowd?.number(of: player) != nil, crowd?.away[player] == nil else { return }
    crowd?.remove(player)
  }

  /// Somebody who looks on gives up the cell and hears where seats move again.
  mutating func stopPlaying(_ player: PlayerID) {
    guard let number = crowd?.number(of: player),
      let connection = crowd?.connection(ofCell: number)
    else { return }
    members.append(connection)
    leaveCrowd(player)
  }

  /// Keeps the cell of somebody whose connection is lost.
  ///
  /// - Returns: whether there is one to keep.
  mutating func keepCell(of player: PlayerID, at now: Instant) -> Bool {
    guard let visit = crowd?.members[player]?.visit else { return false }
    crowd?
      .lose(
        player,
        RoomCrowd.Absence(
          until: now + limits.seatKeptMilliseconds, name: audience[visit]?.profile.name ?? "-"))
    setCrowdDue()
    return true
  }

  /// Somebody plays along again who was away, muted, or on another connection, or who left in this
  /// round after a lock; they are told their cell, and what they got last.
  mutating func rejoinCrowd(
    _ player: PlayerID, visit: Visit, on connection: ConnectionID, _ turn: inout Turn
  ) {
    if !isPresenter(player), crowd?.number(of: player) == nil,
      let number = crowd?.crowd.comeBack(player)
    {
      let cell = Int32(truncatingIfNeeded: number)
      crowd?.add(player, Member(number: cell, visit: visit), on: connection)
    }
    guard let number = crowd?.number(of: player) else { return }
    crowd?.comeBack(player, visit: visit)
    crowd?.hear(player, on: connection)
    members.removeAll { $0 == connection }
    let name = name(ofCell: number, own: audience[visit]?.profile.name)
    turn.send(.cell(at: number, name: name), to: [connection])
    if isBetweenRounds, let yours = crowd?.crowd.yours(number) {
      turn.send(.yours(yours), to: [connection])
    }
    setCrowdDue()
  }

  /// Remembers a member's round trip.
  mutating func measureMember(_ player: PlayerID, roundTrip: Int) {
    guard let number = crowd?.number(of: player) else { return }
    crowd?.crowd.measure(number, roundTrip: roundTrip)
  }

  /// Shows a screen all cells from now on.
  mutating func showField(on connection: ConnectionID, _ turn: inout Turn) {
    guard mayHaveCrowd else { return }
    beginCrowd()
    crowd?.screens.append(connection)
    tellField(to: [connection], isOpen: !isBetweenRounds, isFirst: true, &turn)
    if crowd?.beatDue == nil, let round = match?.round?.start {
      crowd?.beatDue = max(turn.now, round.opens) + limits.crowdMilliseconds
    }
    setCrowdDue()
  }

  /// Nobody plays along any more; those who are there look on.
  mutating func disbandCrowd() {
    guard let crowd else { return }
    departed += crowd.away.keys.sorted()
    members += crowd.told
    (self.crowd, crowdDue) = (nil, nil)
  }

  /// Players without a seat who may come back: to their cells, or as presenter.
  var keptWithoutSeat: [PlayerID] {
    (crowd?.away.keys.sorted() ?? []) + (presenterAway == nil ? [] : host.map { [$0] } ?? [])
  }

  private mutating func giveUpCells(_ turn: inout Turn) {
    let gone = (crowd?.away ?? [:]).filter { $0.value.until <= turn.now }.keys.sorted()
    for player in gone { giveUpCell(of: player) }
  }

  /// Somebody who is away does not come back.
  mutating func giveUpCell(of player: PlayerID) {
    crowd?.remove(player)
    departed.append(player)
    setCrowdDue()
  }
}

// With the match.
extension Room {
  /// Does what an event of the match that is about to be told means for the crowd.
  mutating func noteForCrowd(_ event: Event, _ turn: inout Turn) {
    guard crowd != nil || !foretold.isEmpty else { return }
    switch event {
    case .round(let start):
      while crowd?.results != nil { tellResults(&turn) }
      guard let rules = match?.rules else { return }
      crowd?.crowd.begin(start, of: rules)
      crowd?.isMatchOver = false
      if start.round == 1 { crowd?.given = [:] }
      crowd?.beats = 0
      crowd?.shownLocks = ([], [])
      crowd?.beatDue = start.opens + limits.crowdMilliseconds
      setCrowdDue()
    case .shut(let round, _, _):
      if let told = crowd?.crowd.shut() {
        crowdNews = [.together(told.together)] + told.best.map { .best(named($0)) }
      } else if crowd == nil, case .together(let told)? = foretold.first, told.round == round {
        crowdNews = [foretold.removeFirst()]
        foresee { $0.round == round }
      }
      endBeats(at: turn.now)
      crowd?.results = (turn.now, 1)
      setCrowdDue()
    case .over:
      if crowd != nil, !crowdNews.isEmpty || history.state.match?.crowd != nil {
        crowdNews += crowd?.crowd.best.map { .best(named($0)) } ?? []
      } else if crowd == nil {
        foresee { $0.round == 0 }
      }
      crowd?.isMatchOver = true
      endBeats(at: turn.now)
      crowd?.results = (turn.now, 1)
      tellCrowdNews(&turn)
      setCrowdDue()
    case .score: break
    default: tellCrowdNews(&turn)
    }
  }

  /// Takes the best from what the journal foretold as long as they belong here.
  private mutating func foresee(_ belongs: (Best) -> Bool) {
    while case .best(let best)? = foretold.first, belongs(best) {
      crowdNews.append(foretold.removeFirst())
    }
  }

  /// Tells what all together and the best came to, once the seats have been told.
  mutating func tellCrowdNews(_ turn: inout Turn) {
    if crowdNews.isEmpty { return }
    let news = crowdNews
    crowdNews = []
    if crowd != nil { foretold += news }
    for event in news {
      tell(event, &turn)
      record?.told(event, number: history.last)
    }
  }

  private func named(_ best: Best) -> Best {
    var best = best
    let player = crowd?.crowd.player(of: best.cell)
    let visit = player.flatMap { crowd?.members[$0]?.visit }
    let own =
      player.flatMap { crowd?.away[$0]?.name } ?? visit.flatMap { audience[$0]?.profile.name }
    best.name = name(ofCell: best.cell, own: own)
    return best
  }
}

// Beat by beat.
extension Room {
  /// Does what of the crowd is due.
  mutating func advanceCrowd(_ turn: inout Turn) {
    giveUpCells(&turn)
    if let due = crowd?.beatDue, due <= turn.now { beat(&turn) }
    if let due = crowd?.results?.due, due <= turn.now { tellResults(&turn) }
    setCrowdDue()
  }

  /// Between rounds only reactions are told.
  private mutating func endBeats(at now: Instant) {
    let hasReactions = crowd?.reactions.isEmpty == false
    crowd?.beatDue = hasReactions ? now + 2 * limits.crowdMilliseconds : nil
    crowd?.isCountDue = false
  }

  private mutating func beat(_ turn: inout Turn) {
    guard match?.round != nil else {
      tellCount(&turn)
      crowd?.beatDue = nil
      return
    }
    crowd?.beatDue = turn.now + limits.crowdMilliseconds
    crowd?.beats += 1
    tellField(to: Array(crowd?.screens.prefix(limits.fieldScreensMax) ?? []), isOpen: true, &turn)
    guard crowd?.beats.isMultiple(of: 2) == false, (crowd?.crowd.count ?? 0) > 0 else { return }
    if movesDue == nil { tellCount(&turn) } else { crowd?.isCountDue = true }
  }

  /// Tells everybody how the crowd stands; where guesses are secret only the numbers.
  mutating func tellCount(_ turn: inout Turn) {
    crowd?.isCountDue = false
    guard let reactions = crowd?.takeReactions(), let crowd = crowd?.crowd else { return }
    var told = CrowdCount(count: crowd.count, locked: crowd.locked, reactions: reactions)
    if match?.round != nil, match?.rules.mode.isSecret == false {
      if let swatch = crowd.swatch {
        (told.color, told.to, told.near) = (swatch.color, swatch.to, crowd.nearness(of: swatch))
      }
      for seat in seats {
        guard let (swatch, near) = match?.progress(of: seat.player), near > told.seatNear ?? -1
        else { continue }
        (told.seat, told.seatNear) = (seat.player, near)
        (told.seatColor, told.seatTo) = (swatch.color, swatch.to)
      }
    }
    tell(.crowd(told), &turn)
  }

  /// Tells screens the field. While the round is open no color of it is told where guesses are
  /// secret, and who has locked only when that has changed.
  private mutating func tellField(
    to screens: [ConnectionID], isOpen: Bool, isFirst: Bool = false, _ turn: inout Turn
  ) {
    guard let crowd = crowd?.crowd, let round = crowd.round, !screens.isEmpty else { return }
    let isSecret = isOpen && history.mode.isSecret
    let colors = isSecret ? [] : crowd.colors
    if !colors.isEmpty {
      turn.send(.field(round: round.round, crowd.field, cells: colors), to: screens)
    }
    let (locked, gone) = crowd.bits
    let isNew = self.crowd.map { $0.shownLocks != (locked, gone) } ?? false
    guard isNew || isFirst || !isOpen else { return }
    if !isFirst { self.crowd?.shownLocks = (locked, gone) }
    turn.send(.locks(crowd.field, locked: locked, gone: gone), to: screens)
  }

  /// Tells the next of the members what they got, in the order of their cells, and all screens the
  /// field as it was when the round was shut.
  private mutating func tellResults(_ turn: inout Turn) {
    guard let crowd, let first = crowd.results?.from else { return }
    if first == 1, turn.now >= crowd.fieldDue {
      self.crowd?.fieldDue = turn.now + limits.crowdMilliseconds
      tellField(to: crowd.screens, isOpen: false, &turn)
    }
    let end = first + limits.resultsAtOnce
    for number in first..<min(end, crowd.crowd.numbersEnd) {
      guard let connection = crowd.connection(ofCell: number) else { continue }
      if let yours = crowd.crowd.yours(number) { turn.send(.yours(yours), to: [connection]) }
      if crowd.isMatchOver, let standing = crowd.crowd.standing(number) {
        turn.send(.yours(standing), to: [connection])
      }
    }
    let isDone = end >= crowd.crowd.numbersEnd
    self.crowd?.results = isDone ? nil : (turn.now + limits.resultsMilliseconds, end)
  }
}
