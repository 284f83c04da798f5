// What a hall notes, as lines of a structured log: a constant message and the facts beside it.

import Cluster
import Framing
import Game
public import Logging
public import Net
import Rooms
import Wire

extension Logger {
  /// Says where a server can be reached, and how.
  func listening(
    at endpoint: Endpoint, _ admin: Endpoint?, _ configuration: Configuration,
    _ budget: DescriptorBudget
  ) {
    clockFlaw(at: configuration.wallClock())
    flaws(of: configuration.tls)
    info(
      "listening",
      metadata: [
        "address": "\(endpoint)", "lanes": "\(configuration.lanes)",
        "connections": "\(budget.connections)",
        "certificate": "\(configuration.tls.map { "\($0.fingerprint)" } ?? "none")",
        "admin": "\(admin.map { "http://\($0)/metrics" } ?? "none")",
        "trusted_proxies": "\(configuration.trustedProxies.count)",
        "web": "\(configuration.website.folder.hasIndex ? "yes" : "no")",
        "journal": "\(configuration.journalPlace)",
        "archive": "\(configuration.archive?.path ?? "none: matches are not kept")",
      ])
  }

  /// Says why clients that have not pinned a server's certificate refuse it.
  public func flaws(of tls: TLSServer?) {
    for flaw in tls?.flaws(at: Clock().milliseconds() / 1_000) ?? [] {
      warning("browsers refuse the certificate", metadata: ["why": "it \(flaw)"])
    }
  }

  /// Says that the machine's clock shows a time before this program was there, if it does.
  func clockFlaw(at now: Int64) {
    if now >= 1_000 * Configuration.firstSeconds { return }
    let shown = httpDate(unixSeconds: max(0, Int(now / 1_000)))
    warning("the clock is wrong", metadata: ["shows": "\(shown)"])
  }

  /// Says that a server's time has followed the machine's clock.
  func clockWasSet(by milliseconds: Int64) {
    warning(
      "the clock was set, and the server's time with it",
      metadata: ["seconds": "\(milliseconds / 1_000)"])
  }

  /// Says that a server's time is ahead, and stays so until it has no room.
  func clockIsBehind(by milliseconds: Int64) {
    warning(
      "the server's time is ahead of the clock until no room is open",
      metadata: ["seconds": "\(milliseconds / 1_000)"])
  }

  /// Says which node of its cluster a server is.
  func joined(_ start: NodeStart) {
    info(
      "a node of a cluster",
      metadata: [
        "node": "\(start.claimant.node)", "start": "\(start.claimant.start)",
        "address": "\(start.node.address)",
        "configuration": "\(String(start.configuration, radix: 16))",
      ])
  }

  /// Says what an operator should know of another node.
  func note(_ news: NodeNews) {
    let level: Logger.Level =
      switch news.weight {
      case .info: .info
      case .warning: .warning
      case .error: .error
      }
    log(
      level: level, "\(news.text)", metadata: news.facts.mapValues { "\($0)" })
  }

  /// Says what an operator should know of a cluster's engines.
  func note(_ news: EngineNews) {
    switch news {
    case .busThere(let server):
      info("a server of the bus is there", metadata: ["server": "\(server)"])
    case .busAway(let why):
      error("no server of the bus is there", metadata: ["why": "\(why)"])
    case .busRefused(let what):
      error("the bus does not let this node say or hear something", metadata: ["what": "\(what)"])
    }
  }

  /// Says what an operator should know of an archive when it has been opened.
  func opened(_ archive: MatchArchive) {
    for repair in archive.repairs {
      warning("the archive was mended", metadata: ["what": "\(repair)"])
    }
    if let why = archive.whyOff {
      error("the archive is off: matches are not kept", metadata: ["why": "\(why)"])
    }
  }

  /// Says what has become of an archive.
  func note(_ news: MatchArchive.News) {
    switch news {
    case .failed(let why, let seconds):
      error(
        "the archive cannot be written",
        metadata: ["why": "\(why)", "again_in_seconds": "\(seconds)"])
    case .recovered: info("the archive is written again")
    case .unreadable(let why):
      error("a record is wrong; the match is not kept", metadata: ["why": "\(why)"])
    case .noBackup(let why): error("there is no backup of today", metadata: ["why": "\(why)"])
    case .missed(let place):
      error(
        "the archive has missed what other nodes keep",
        metadata: ["place": "\(place)", "folder": "shared-archive"])
    }
  }

  /// Says that a journal is written no more.
  func journalIsOff(_ why: String) {
    error("the journal is off: rooms end with the process", metadata: ["why": "\(why)"])
  }

  /// Says what an operator has ordered.
  func ruled(_ order: String, _ outcome: (isDone: Bool, answer: String)) {
    info(
      "an operator's order",
      metadata: ["order": "\(order)", "done": "\(outcome.isDone)", "answer": "\(outcome.answer)"])
  }

  /// Says why no operator can order anything.
  func notRuled(_ why: String) { warning("no operator is heard", metadata: ["why": "\(why)"]) }

  /// Says that a journal is written again.
  func journalIsBack() { info("the journal is on again") }

  /// Says what came back from the journals of a server that is gone.
  func restored(_ kept: Kept) {
    if let reason = kept.isDropped {
      warning("rooms not restored", metadata: ["why": "\(reason)"])
    } else if kept.restoration.newest != nil {
      info("rooms restored", metadata: ["rooms": "\(kept.restoration.roomCount)"])
    }
    if kept.matchesCaughtUp > 0 {
      info("matches kept that had ended before", metadata: ["matches": "\(kept.matchesCaughtUp)"])
    }
    missing(from: kept.restoration)
  }

  /// Says what of some journals did not come back.
  func missing(from restoration: Restoration) {
    for code in restoration.differing.sorted() {
      warning(
        "a room plays otherwise than it did; not restored", metadata: ["room": "\(code.text)"])
    }
    if restoration.linesUnreadable > 0 {
      warning(
        "a journal has lines that cannot be read",
        metadata: ["lines": "\(restoration.linesUnreadable)"])
    }
  }

  /// Says that the system gives the server fewer descriptors than it was to have connections.
  func fewer(_ connections: Int, than configured: Int) {
    warning(
      "too few descriptors for so many connections",
      metadata: ["fit": "\(connections)", "configured": "\(configured)"])
  }

  /// Writes one note.
  func note(_ note: Note) {
    switch note {
    case .opened(let code, let player, let mode):
      info(
        "room opened",
        metadata: ["room": "\(code.text)", "player": "\(player.wire)", "mode": "\(mode)"])
    case .measured: break
    case .closed(let code): info("room closed", metadata: ["room": "\(code.text)"])
    case .started(let code, let match, let players):
      info(
        "match started",
        metadata: ["room": "\(code.text)", "match": "\(match)", "players": "\(players)"])
    case .finished(let code, let match):
      info("match finished", metadata: ["room": "\(code.text)", "match": "\(match)"])
    case .unkept(let code, let match):
      info("match not kept", metadata: ["room": "\(code.text)", "match": "\(match)"])
    case .resumed(let code, let player):
      info("seat resumed", metadata: ["room": "\(code.text)", "player": "\(player.wire)"])
    case .guessing, .refused: break
    }
  }

  /// Says that an address has used up its wrong codes and passwords.
  func guessing(_ id: ConnectionID, from address: String?) {
    var metadata: Metadata = ["connection": "\(id.number)"]
    if let address { metadata["address"] = "\(address)" }
    warning("codes or passwords are being guessed", metadata: metadata)
  }

  /// Says how often something was refused within a second.
  func refused(_ sum: RefusalSums.Sum) {
    var metadata: Logger.Metadata = ["count": "\(sum.count)"]
    if let address = sum.refused.address { metadata["address"] = "\(address)" }
    switch sum.refused.cause {
    case .client(let code):
      metadata["code"] = "\(code.rawValue)"
      info("connections refused", metadata: metadata)
    case .proxy(let why):
      metadata["why"] = "\(why)"
      warning("a trusted proxy cannot be believed", metadata: metadata)
    }
  }
}
