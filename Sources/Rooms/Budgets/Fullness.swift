// What is full when somebody may only come back to a seat: others are told so at their HELLO. A
// seat that is kept is worth nothing if its player cannot get in. Newcomers are refused at HELLO
// and not at the door, because before HELLO a server cannot tell a newcomer from a player who comes
// back.

public import Wire

/// Why somebody can only come back to a seat.
public enum Fullness: Sendable {
  /// As many are connected as may be.
  case server
  /// As many of their address are connected as may be.
  case address

  /// As another node of a cluster says it.
  init(_ fullness: Guest.Fullness) { self = fullness == .server ? .server : .address }

  /// What others are told.
  public var refusal: RefusalLine {
    switch self {
    case .server: RefusalLine(code: .serverFull, text: "there is no room for more")
    case .address: RefusalLine(code: .serverFull, text: "there are too many of your address")
    }
  }
}

extension Guest.Fullness {
  init(_ fullness: Fullness) {
    switch fullness {
    case .server: self = .server
    case .address: self = .address
    }
  }
}
