// What each refusal means, in one English sentence for the person who was refused. The only table
// of its kind: every screen and the line mode show these words.

package import Wire

extension RefusalCode {
  /// The refusal as a sentence.
  package var sentence: String {
    switch self {
    case .badLine: Words["The server could not read what this program sent."]
    case .badField: Words["The server does not allow that value."]
    case .unknownVerb: Words["The server does not support that."]
    case .tooFast: Words["That was too much at once; wait a moment."]
    case .notNow: Words["You cannot do that now."]
    case .notYours: Words["Only the host can do that."]
    case .noRoom: Words["There is no room with that code."]
    case .roomFull: Words["Every seat in that room is taken."]
    case .wrongPass: Words["That password is wrong."]
    case .banned: Words["The host has banned you from that room."]
    case .inexact: Words["That room requires a screen with exact colors."]
    case .noPlayer: Words["That player is no longer in the room."]
    case .badVersion: Words["The server speaks another version of the game; update this program."]
    case .badToken: Words["Your seat was given up while you were away."]
    case .badSeal: Words["That is not the sealed nonce."]
    case .offGrid: Words["That value is not on the slider."]
    case .tooFar: Words["Too far off; your lock is frozen for a moment."]
    case .frozen: Words["Your lock is still frozen."]
    case .tooManyRooms: Words["The server has no space for another room."]
    case .idle: Words["The server closed the connection after too long a silence."]
    case .tooSlow: Words["This connection is too slow to follow the match."]
    case .replaced: Words["You came back elsewhere, so this connection was closed."]
    case .shuttingDown: Words["The server is shutting down."]
    case .moved: Words["The room is not at this server any more."]
    case .serverFull: Words["The server is full."]
    case .badSignature: Words["The server did not accept the proof of who you are."]
    case .unproved: Words["That room is for players who have proved who they are."]
    case .noMatch: Words["The server has no such match."]
    }
  }
}

extension RefusalLine {
  /// The refusal as a sentence, with what the server said about it.
  var sentence: String {
    switch code {
    case .badField, .notNow, .tooManyRooms:
      text.map { "\(code.sentence.dropLast()): \($0)." } ?? code.sentence
    case .banned where verb == nil: Words["The operator of this server keeps you out."]
    default: code.sentence
    }
  }
}
