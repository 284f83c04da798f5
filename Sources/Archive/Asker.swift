// Who may know who sat in a match: the one rule for everything that reads seats, whatever is asked,
// by whom, and through which archive. A match that anybody could look on is everybody's; of any
// other its players alone learn that somebody was there, and what leads to that.
// Invariant: an archive answers nothing about seats without being told who asks.

public import Game
import Wire

/// Who asks an archive.
public enum Asker: Hashable, Sendable {
  /// Somebody of whom nothing is known, or what is told to everybody.
  case anybody
  /// Somebody who has proved that identity.
  case player(KeyID)
  /// The owner of the archive, who looks after it and tells nobody.
  case keeper

  /// Somebody who is known by that identity, or by none.
  public init(_ identity: KeyID?) { self = identity.map(Asker.player) ?? .anybody }

  /// The identity that they have proved.
  public var identity: KeyID? {
    if case .player(let identity) = self { identity } else { nil }
  }
}

extension MatchRows {
  /// Whether somebody may know who sat there.
  public func names(toward asker: Asker) -> Bool {
    switch asker {
    case .keeper: true
    case .anybody: isOpen
    case .player(let identity): isOpen || seats.contains { $0.player == identity }
    }
  }
}

extension MatchEntry {
  /// Whether anybody could look on at a match, as its record says.
  public static func isOpen(_ body: [UInt8]) -> Bool {
    var rest = body[...]
    guard rest.takeLine() != nil, let line = rest.takeLine(),
      case .told(.room(_, .settings(let room))) = RecordLine(canonical: line)
    else { return false }
    return room.isPublic
  }
}
