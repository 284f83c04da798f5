// What is known of a person from one run to the next, as seven files: the configuration, which they
// may write by hand (XDG Base Directory Specification: $XDG_CONFIG_HOME/chromatch/config), and,
// beside the known servers, those they have been on, those they have agreed to be known at without
// TLS, the best matches they have played, their own answers, the bot that suits them, and what
// servers have promised to keep. Nothing here ends the program: what cannot be read or kept is
// said, and the game goes on without.

import ClientCore
import Game
import Net
import Server
import TerminalUI
import Wire

/// A person's habits on disk.
struct Habits {
  private let configuration: PersonalFile?
  private let servers: PersonalFile?
  private let confirmed: PersonalFile?
  private let matches: PersonalFile?
  private let answers: PersonalFile?
  private let opponents: PersonalFile?
  private let receipts: PersonalFile?
  private let friends: PersonalFile?

  /// Habits in these directories; nil where nothing can be kept.
  init(configuration: String?, state: String?) {
    self.configuration = configuration.map { PersonalFile("config", in: $0) }
    servers = state.map { PersonalFile("servers", in: $0) }
    confirmed = state.map { PersonalFile("confirmed", in: $0) }
    matches = state.map { PersonalFile("matches", in: $0) }
    answers = state.map { PersonalFile("answers", in: $0) }
    opponents = state.map { PersonalFile("opponent", in: $0) }
    receipts = state.map { PersonalFile("receipts", in: $0) }
    friends = state.map { PersonalFile("friends", in: $0) }
  }

  /// Those of the user who runs the program.
  static var usual: Habits {
    Habits(
      configuration: configurationDirectory(environment: variable),
      state: StateDirectory.usualPath(environment: variable))
  }

  /// Those of somebody of whom nothing is known or kept.
  static var none: Habits { Habits(configuration: nil, state: nil) }

  /// Where configurations are kept: a path that does not begin at the root does not count.
  static func configurationDirectory(environment: (String) -> String?) -> String? {
    let paths = [
      environment("XDG_CONFIG_HOME"), environment("HOME").map { "\($0)/.config" },
    ]
    return paths.compactMap(\.self).first { $0.hasPrefix("/") }.map { "\($0)/chromatch" }
  }

  // MARK: Preferences

  /// What the person has decided: in the environment for this run, else in the file.
  ///
  /// - Returns: the preferences, and a sentence about each word that means nothing.
  func preferences(
    environment: (String) -> String?
  ) -> (Preferences, complaints: [String]) {
    var complaints: [String] = []
    var preferences = Preferences()
    if let configuration {
      do throws(Failure) {
        let text = PreferencesText(try configuration.read())
        preferences = text.preferences
        complaints = text.warnings.map {
          "Line \($0.line) of \(configuration.path): \($0.sentence)"
        }
      } catch {
        complaints = [error.description]
      }
    }
    // Without colors at all is what the environment says, too.
    if environment("NO_COLOR") != nil { preferences.color = nil }
    for key in Preference.Key.allCases {
      guard let value = environment(key.variable) else { continue }
      do throws(Preference.Misunderstanding) {
        preferences.take(try Preference(key, value))
      } catch {
        complaints.append("\(key.variable): \(error.sentence)")
      }
    }
    return (preferences, complaints)
  }

  /// Keeps a decision.
  func keep(_ preference: Preference) throws(Failure) {
    guard let configuration else {
      throw Failure("There is no home directory to save that in.")
    }
    try configuration.change { bytes throws(Failure) in
      var text = PreferencesText(bytes)
      text.set(preference)
      bytes = text.bytes
    }
  }

  /// Whether nothing is known of the person yet.
  var isNew: Bool { history.isEmpty && bests.matches.isEmpty }

  // MARK: Servers

  /// Where the person has been, the newest first; nowhere if that cannot be read.
  var history: [Address] {
    guard let servers, let bytes = try? servers.read() else { return [] }
    return ServerHistory(bytes).addresses
  }

  /// Remembers a server that has let the person in. A history that cannot be kept is no loss.
  func remember(_ address: Address) {
    _ = try? servers?
      .change { bytes throws(Failure) in
        var history = ServerHistory(bytes)
        history.add(address)
        bytes = history.bytes
      }
  }

  /// Whether the person has agreed that the server at an address may know them without TLS.
  func agreesToBeKnown(at address: Address) -> Bool {
    let addresses = (try? confirmed?.read()).map { ServerHistory($0).addresses } ?? []
    return addresses.contains { $0.endpoint == address.endpoint }
  }

  /// Remembers that; if it cannot be kept, the person is asked again.
  func agreeToBeKnown(at address: Address) {
    _ = try? confirmed?
      .change { bytes throws(Failure) in
        var addresses = ServerHistory(bytes)
        addresses.add(Address(address.endpoint))
        bytes = addresses.bytes
      }
  }

  // MARK: Receipts

  /// What is known of the key of the server at an address, and of those of others. The names of
  /// this machine are one place.
  func serverKeys(at address: Address) -> ServerKeys {
    var keys = ServerKeys()
    let servers = (try? receipts?.read()).map { Receipts($0).keys } ?? []
    for (place, key) in servers {
      let known = try? Address(place)
      if known.map({ $0.endpoint.isSamePlace(as: address.endpoint) }) == true {
        keys.own = keys.own ?? key
      } else {
        keys.others[key] = place
      }
    }
    return keys
  }

  /// What is known of a server's log; nil where nothing is.
  func receipts(of address: Address) -> LogMemory? {
    (try? receipts?.read()).flatMap { Receipts($0)["\(address.endpoint)"] }
  }

  /// Watches over what a server promises to keep; nil where nothing can be remembered.
  func logWatch(of address: Address) -> LogWatch? {
    guard let receipts, (try? receipts.read()) != nil else { return nil }
    return LogWatch(
      self.receipts(of: address), hashing: .openSSL,
      isSigned: { isEd25519Signature($0, of: $1, key: $2.bytes) })
  }

  /// Remembers what a server has promised. What cannot be kept is no loss but of a proof.
  func remember(_ memory: LogMemory, of address: Address) {
    _ = try? receipts?
      .change { bytes throws(Failure) in
        var receipts = Receipts(bytes)
        receipts["\(address.endpoint)"] = memory
        bytes = receipts.bytes
      }
  }

  // MARK: Matches

  /// The best matches so far; none if that cannot be read.
  var bests: BestMatches { BestMatches((try? matches?.read()) ?? []) }

  /// The bot that suits the person.
  var opponent: Opponent {
    Opponent((try? opponents?.read()) ?? [], hasPlayed: !bests.matches.isEmpty)
  }

  /// Remembers that bot. One that cannot be kept is no loss.
  func keep(_ opponent: Opponent) {
    _ = try? opponents?.change { bytes throws(Failure) in bytes = opponent.bytes }
  }

  /// Remembers a match, if it is among the best.
  ///
  /// - Returns: the best matches from now on, with those that other programs have kept meanwhile.
  func keep(_ match: OwnMatch) throws(Failure) -> BestMatches {
    guard let matches else {
      throw Failure("There is no home directory to save that in.")
    }
    return try matches.change { bytes throws(Failure) in
      var bests = BestMatches(bytes)
      let before = bests
      bests.add(match)
      if bests != before { bytes = bests.bytes }
      return bests
    }
  }

  // MARK: Friends

  /// Whom the person wants to find again; nobody if that cannot be read.
  var ownFriends: Friends { Friends((try? friends?.read()) ?? []) }

  /// Remembers somebody, or no longer. What cannot be kept lasts as long as the program.
  func befriend(_ tag: String, _ name: String) {
    _ = try? friends?
      .change { bytes throws(Failure) in
        var friends = Friends(bytes)
        friends.toggle(tag, name)
        bytes = friends.bytes
      }
  }

  // MARK: Answers

  /// The person's own answers, as far as they are kept.
  func ownAnswers() throws(Failure) -> EyeMatches {
    EyeMatches(try answers?.read() ?? [])
  }

  /// Remembers answers. What cannot be kept is no loss but of a report.
  func keep(_ matches: [EyeMatch]) {
    _ = try? answers?
      .change { bytes throws(Failure) in
        var kept = EyeMatches(bytes)
        kept.add(matches)
        bytes = kept.bytes
      }
  }
}

extension Endpoint {
  private static let hostsOfThisMachine = ["localhost", "127.0.0.1", "::1"]

  /// Whether two addresses are one, in any case of their letters.
  func isSamePlace(as other: Endpoint) -> Bool {
    let hosts = [host.lowercased(), other.host.lowercased()]
    let areHere = hosts.allSatisfy(Endpoint.hostsOfThisMachine.contains)
    return port == other.port && (hosts[0] == hosts[1] || areHere)
  }
}
