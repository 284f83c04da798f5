// What addresses have used up lately: lines, answers, wrong guesses at codes and passwords, and
// what lasts of what they did. It outlives connections, so opening another one gains nothing. Every
// lane keeps a ledger of its own and hears what the others charge; it knows numbers of origins,
// never an address. Invariants: it holds a
// fixed number of accounts at most, the least recently charged are forgotten first; an
// address that is charged on one lane is charged on all, as soon as they hear of it.

import Game

/// The budgets of addresses, as one lane knows them.
struct AddressLedger: Sendable {
  private var households: Accounts
  private var sites: Accounts
  private let limits: Limits

  init(limits: Limits) {
    self.limits = limits
    households = Accounts(generationMax: limits.accountsMax / 2)
    sites = Accounts(generationMax: limits.accountsMax / 2)
  }

  /// Takes lines out of an origin's budget when all of them are there.
  ///
  /// - Returns: whether they were.
  mutating func takeLines(_ count: Int, from origin: Origin, at now: Instant) -> Bool {
    let burst = limits.addressLineBurst
    let perSecond = limits.addressLinesPerSecond
    let isHeld = everyAccount(of: origin, at: now) { account, share in
      account.lines.refill(burst: burst * share, perSecond: perSecond * share, at: now)
      return account.lines.holds(count)
    }
    if isHeld { spendLines(count, from: origin, at: now) }
    return isHeld
  }

  /// Notes lines that were taken, here or on another lane.
  mutating func spendLines(_ count: Int, from origin: Origin, at now: Instant) {
    _ = everyAccount(of: origin, at: now) { account, _ in
      account.lines.spend(count)
      return true
    }
  }

  /// How long an origin has to wait before it may guess again, in milliseconds; nil for no time.
  mutating func waitForGuess(from origin: Origin, at now: Instant) -> Int? {
    let (window, count) = (limits.missMilliseconds, limits.missesMax)
    var wait: Int?
    _ = everyAccount(of: origin, at: now) { account, share in
      let limit = count * share
      if account.misses.count >= limit {
        let free = account.misses[account.misses.count - limit] + window
        if free > now { wait = max(wait ?? 0, free - now) }
      }
      return true
    }
    return wait
  }

  /// Notes a wrong guess, here or on another lane.
  ///
  /// - Returns: whether the origin has used its guesses up for the first time.
  mutating func miss(from origin: Origin, at now: Instant) -> Bool {
    let (window, count) = (limits.missMilliseconds, limits.missesMax)
    var isFirst = false
    _ = everyAccount(of: origin, at: now) { account, share in
      account.misses.removeAll { now - $0 >= window }
      account.misses.append(now)
      if account.misses.count > count * share { account.misses.removeFirst() }
      if account.misses.count == count * share, !account.isSuspect {
        account.isSuspect = true
        isFirst = true
      }
      return true
    }
    return isFirst
  }

  /// How long an origin has to wait before it may ask again, in milliseconds; nil for no time.
  mutating func waitForAnswer(to origin: Origin, at now: Instant) -> Int? {
    let (burst, perSecond) = (limits.addressAnswerBurst, limits.addressAnswerBytesPerSecond)
    var wait: Int?
    _ = everyAccount(of: origin, at: now) { account, share in
      account.answers.refill(burst: burst * share, perSecond: perSecond * share, at: now)
      let rest = account.answers.wait(perSecond: perSecond * share)
      if rest > 0 { wait = max(wait ?? 0, rest) }
      return true
    }
    return wait
  }

  /// Notes bytes that somebody was answered with, here or on another lane.
  mutating func spendAnswer(_ bytes: Int, to origin: Origin, at now: Instant) {
    _ = everyAccount(of: origin, at: now) { account, _ in
      account.answers.spend(bytes)
      return true
    }
  }

  /// Whether an origin may still leave something behind today.
  mutating func holds(_ what: Lasting, from origin: Origin, at now: Instant) -> Bool {
    let (day, limits) = (Day(of: now), limits)
    return everyAccount(of: origin, at: now) { account, share in
      account.lasting.holds(what, on: day, limits, share: share)
    }
  }

  /// Notes what somebody has left behind, here or on another lane.
  mutating func spend(_ what: Lasting, from origin: Origin, at now: Instant) {
    let day = Day(of: now)
    _ = everyAccount(of: origin, at: now) { account, _ in
      account.lasting.spend(what, on: day)
      return true
    }
  }

  /// How many accounts it holds.
  var accountCount: Int { households.count + sites.count }

  /// Asks or changes an origin's accounts; `share` is how many times a household's budget each has.
  ///
  /// - Returns: whether `change` said yes to all.
  private mutating func everyAccount(
    of origin: Origin, at now: Instant, _ change: (inout Account, _ share: Int) -> Bool
  ) -> Bool {
    let (lines, answers) = (limits.addressLineBurst, limits.addressAnswerBurst)
    let household = households.change(origin.household, Account(lines, answers, at: now)) {
      change(&$0, 1)
    }
    guard let site = origin.site else { return household }
    let share = limits.siteShare
    let isFine = sites.change(site, Account(lines * share, answers * share, at: now)) {
      change(&$0, share)
    }
    return household && isFine
  }
}

/// What one household or site has used up.
private struct Account: Sendable {
  var lines: Bucket
  /// Bytes of answers.
  var answers: Bucket
  /// What it has left behind today.
  var lasting = LastingAccount()
  /// When the last wrong guesses were made, no more than may be made in a window; the newest last.
  var misses: [Instant] = []
  /// Whether all guesses of a window were wrong once.
  var isSuspect = false

  init(_ lineBurst: Int, _ answerBurst: Int, at now: Instant) {
    lines = Bucket(full: lineBurst, at: now)
    answers = Bucket(full: answerBurst, at: now)
  }
}

/// Accounts by number, in two generations: whatever is charged is young, and when there are too
/// many of those all others are forgotten. So the last `generationMax` always are remembered.
private struct Accounts: Sendable {
  private var young: [UInt64: Account] = [:]
  private var old: [UInt64: Account] = [:]
  private let generationMax: Int

  init(generationMax: Int) { self.generationMax = generationMax }

  var count: Int { young.count + old.count }

  /// Asks or changes one account; `new` is what it is when nobody remembers it.
  mutating func change<Result>(
    _ number: UInt64, _ new: @autoclosure () -> Account, _ change: (inout Account) -> Result
  ) -> Result {
    if let index = young.index(forKey: number) { return change(&young.values[index]) }
    var account = old.removeValue(forKey: number) ?? new()
    if young.count >= generationMax { (old, young) = (young, [:]) }
    defer { young[number] = account }
    return change(&account)
  }
}
