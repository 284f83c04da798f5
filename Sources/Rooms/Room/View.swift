// What a viewer may see: the one function through which everything goes that a room tells anyone,
// events as they happen and the room as it is alike. It knows the mode, the audience and who may
// see a message (SEEN of protocol/messages.tsv), and nothing of connections.

import Game
import Wire

/// Who looks at a room.
enum Audience: CaseIterable, Sendable {
  /// Those who sit there, racing or not.
  case player
  /// Those who look on.
  case watcher
}

/// Whether an audience may see a message.
///
/// In a mode that keeps secrets nobody learns where anybody stands before the round is shut, not
/// even how near their own guess is: the color and the nearness of a guess give the target, or its
/// tile, away. What a round came to (SHUT, SCORE) is for all; it comes after the last lock.
func isVisible(_ message: ServerMessage, to audience: Audience, in mode: Mode) -> Bool {
  switch message.sight {
  case .all, .one: true
  case .open: !mode.isSecret
  case .players: audience == .player
  case .watchers: audience == .watcher
  }
}
