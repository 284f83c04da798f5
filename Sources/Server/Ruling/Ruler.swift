// What an operator orders while a server runs, in words: to ban, to close and rename rooms, to
// forget players. Each order is answered by one sentence and logged with it. The nodes of a cluster
// have the bans that its store has. Invariant: a ban is in the file before any lane has it, and in
// a cluster in the store before that.

import Archive
import Cluster
public import Game
import Logging
import Net
import Rooms
import Wire

/// Obeys an operator, one order after the other.
actor Ruler {
  private let directory: StateDirectory
  private var list: BanList
  private let lanes: [Lane]
  private let archive: MatchArchive?
  private let log: Logger
  private var socket: ControlSocket?
  /// The engines of its cluster; nil for a server of its own.
  private let engines: (any ClusterEngines)?
  /// What the store had of bans when it was asked last; nil before that.
  private var stored: [UInt8]?

  /// What other nodes have ordered is looked for so often, in milliseconds.
  private static let lookMilliseconds = 5_000
  /// A node tries so often to change what others are changing.
  private static let triesMax = 8

  init(
    _ directory: StateDirectory, _ list: BanList, over lanes: [Lane], _ archive: MatchArchive?,
    in node: ClusterNode?, _ log: Logger
  ) {
    (self.directory, self.list, self.lanes) = (directory, list, lanes)
    (self.archive, engines, self.log) = (archive, node?.engines, log)
  }

  /// Tells the lanes whom the list keeps out, and listens; before anybody is let in.
  func begin() {
    tellLanes()
    do throws(FileFailure) {
      socket = try ControlSocket(in: directory.path) { [weak self] words in
        await self?.obey(words) ?? (false, "the server has stopped")
      }
    } catch {
      log.notRuled(error.description)
    }
  }

  /// Listens no more.
  func end() {
    socket?.end()
    socket = nil
  }

  private func tellLanes() {
    let bans = list.bans
    for lane in lanes { lane.post { $0.driver.change(at: $0.now) { $0.keepOut(bans, &$1) } } }
  }

  /// Does what is ordered.
  ///
  /// - Returns: whether it is done, and a sentence about it.
  func obey(_ words: [String]) async -> (isDone: Bool, answer: String) {
    let answer: (isDone: Bool, answer: String)
    do throws(FileFailure) {
      answer = (true, try await perform(words))
    } catch {
      answer = (false, error.description)
    }
    log.ruled(words.joined(separator: " "), answer)
    return answer
  }

  private func perform(_ words: [String]) async throws(FileFailure) -> String {
    let rest = Array(words.dropFirst())
    switch words.first {
    case "ban" where rest.isEmpty:
      return list.entries.isEmpty
        ? "nobody is banned" : list.entries.map { "\($0)" }.joined(separator: "\n")
    case "ban":
      let entry = try BanList.Entry(rest)
      return try await change { list throws(FileFailure) in try list.add(entry) }
        ? "banned: \(entry)" : "it was banned before: \(entry)"
    case "unban":
      let entry = try BanList.Entry(rest)
      guard try await change({ list throws(FileFailure) in list.remove(entry) }) else {
        throw FileFailure(description: "it was not banned: \(entry)")
      }
      return "banned no more: \(entry)"
    case "close":
      try await rule(rest.first, .close)
      return "closed: \(rest[0])"
    case "rename":
      let (code, ruling) = try renaming(rest)
      try await rule(code, ruling)
      return "renamed: \(rest.joined(separator: " "))"
    case "forget": return try await forget(rest.first ?? "")
    default: throw FileFailure(description: "there is no order \(words.first ?? "")")
    }
  }

  /// Changes the list, in a cluster the store first, then the file and then the lanes.
  private func change(
    _ body: (inout BanList) throws(FileFailure) -> Bool
  ) async throws(FileFailure) -> Bool {
    for _ in 0..<Self.triesMax {
      var changed = list
      guard try body(&changed) else { return false }
      guard engines != nil else {
        try take(changed)
        return true
      }
      // Before it was asked the node has not joined.
      guard let stored, let found = await ask(BansQuestion(changed.lines, inPlaceOf: stored))?.first
      else { throw FileFailure(description: "the cluster's store does not answer: order it again") }
      try take(found)
      if found == changed.lines { return true }
    }
    throw FileFailure(description: "other nodes change their bans just now: order it again")
  }

  /// Has this list from now on.
  private func take(_ changed: BanList) throws(FileFailure) {
    if changed == list { return }
    try changed.keep(in: directory)
    list = changed
    tellLanes()
  }

  /// Has the list that the store has.
  private func take(_ lines: [UInt8]) throws(FileFailure) {
    stored = lines
    try take(BanList(lines: lines, called: "the store's list"))
  }

  private func ask(_ question: BansQuestion) async -> [[UInt8]]? {
    guard let store = engines?.store else { return nil }
    return await withCheckedContinuation { continuation in
      store.ask(question) { continuation.resume(returning: $0) }
    }
  }

  /// Takes what the store has, again and again; the first node gives it what its file has.
  ///
  /// - Throws: that it was cancelled.
  func follow() async throws {
    while true {
      let before = stored
      var found = await ask(BansQuestion())
      if found?.isEmpty == true { found = await ask(BansQuestion(list.lines, inPlaceOf: nil)) }
      // An order may have been newer than that.
      if stored == before, let lines = found?.first { try? take(lines) }
      try await Task.sleep(for: .milliseconds(Self.lookMilliseconds))
    }
  }

  /// `ROOM NAME…`, or `ROOM p7 NAME…`.
  private func renaming(_ words: [String]) throws(FileFailure) -> (String?, Ruling) {
    let second = words.dropFirst().first ?? ""
    let player = second.hasPrefix("p") ? Int(second.dropFirst()) : nil
    let text = words.dropFirst(player == nil ? 1 : 2).joined(separator: " ")
    let most = player == nil ? RoomSettings.nameCharactersMax : Profile.nameCharactersMax
    guard let name = Names.cleaned(text, charactersMax: most), name == text else {
      throw FileFailure(
        description: "a name has 1 to \(most) characters, and nothing in it that cannot be seen")
    }
    guard let player else { return (words.first, .rename(name)) }
    return (words.first, .renamePlayer(PlayerID(number: player), name))
  }

  /// The room is on one of the lanes; no other knows it.
  private func rule(_ text: String?, _ ruling: Ruling) async throws(FileFailure) {
    guard let text, let code = RoomCode(text) else {
      throw FileFailure(description: "\"\(text ?? "")\" is no room's code")
    }
    for lane in lanes {
      switch await lane.run({ $0.driver.change(at: $0.now) { $0.rule(code, ruling, &$1) } }) {
      case nil, .noRoom?: continue
      case .done?: return
      case .refused(let why)?: throw FileFailure(description: why)
      }
    }
    throw FileFailure(description: "there is no room \(code.text) here")
  }

  private func forget(_ text: String) async throws(FileFailure) -> String {
    guard let player = KeyID(hex: text) else {
      throw FileFailure(description: "\"\(text)\" is no id: that has 32 hexadecimal digits")
    }
    guard let archive, archive.whyOff == nil else {
      throw FileFailure(description: "there is no archive")
    }
    guard await archive.forget(player, on: Day(of: Instant(Clock().milliseconds()))) else {
      throw FileFailure(description: "the archive cannot be written; it goes on trying: \(text)")
    }
    return "forgotten: \(text)"
  }
}

extension KeyID {
  /// Reads 32 hexadecimal digits.
  public init?(hex: String) {
    let digits = hex.utf8.compactMap { Character(UnicodeScalar($0)).hexDigitValue }
    guard digits.count == hex.utf8.count, digits.count == 2 * KeyID.byteCount else { return nil }
    let pairs = stride(from: 0, to: digits.count, by: 2)
    self.init(bytes: pairs.map { UInt8(digits[$0] << 4 | digits[$0 + 1]) })
  }
}
