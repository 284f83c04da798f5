// Every waiting time and limit of a session, by name, in one place. What the server allows stands
// in its own limits; these keep well below.

package enum SessionLimits {
  /// From a lost connection to the next attempt, by how many have failed in a row; the last one
  /// repeats.
  static let backOffMilliseconds = [250, 1_000, 2_000, 4_000, 8_000]
  /// In a room the pauses grow no further than the third: its match goes on 3 s after its server is
  /// back.
  static let backOffsInRoom = 3
  /// How long a connection may take to be made; then it counts as failed.
  static let connectMilliseconds = 10_000
  /// How long the server may take to say WELCOME; then the connection counts as failed.
  static let greetingMilliseconds = 5_000
  /// Without a line from the server, which answers a question every two seconds; then the
  /// connection counts as lost. To come back costs little, and a server that is frozen, unlike one
  /// that has ended, is noticed by nothing else.
  static let silenceMilliseconds = 5_000
  /// Without a line from the server after a question, the user is told that it does not answer.
  static let unansweredMilliseconds = 1_500
  /// How long the server may take to ask for the proof of who the user is; then it goes on without.
  static let challengeMilliseconds = 2_000
  /// How long the server may take to say how its log stands, which it says within 5 s if it can;
  /// then somebody who holds promises of it is told.
  static let logMilliseconds = 10_000
  /// A connection that stood this long was a good one: the next failure is the first in a row.
  static let stableMilliseconds = 10_000
  /// A server that was never reached is given up after this long.
  static let strangerMilliseconds = 20_000
  /// A server that was reached before is given up after this long.
  static let familiarMilliseconds = 600_000
  /// From one list of rooms to the next on the home screen.
  static let listMilliseconds = 2_000
  /// From one answer to WHO to the next question, while somebody reads the answers.
  package static let audienceMilliseconds = 2_000
  /// From one SET to the next: at most 30 a second, the newest wins.
  static let setMilliseconds = 34
  /// The same without a seat: a server takes the newest of two a second.
  static let setAlongMilliseconds = 500
  /// How long a session waits for the refusal of a lock without a seat, before it shows the lock as
  /// taken: a server says nothing when it takes one.
  static let refusedMilliseconds = 600
  /// How many reactions a player who has not sent any for a while can send at once, and how long it
  /// takes until one more can be sent.
  static let reactionsAtOnce = 3
  static let reactionMilliseconds = 1_000
  /// How long to leave the server alone after it said `too-fast`.
  static let pauseMilliseconds = 1_000
  /// For so long a server keeps a room, and the seats in it, whose players it has lost.
  static let roomKeptMilliseconds = 60_000
  /// How many rooms of one list are kept; the rest is left out.
  static let listingsMax = 200
  /// How many of those who look on a server tells at most; an answer with fewer names all of them.
  static let onlookersMax = 100
  /// How many notices are kept; the oldest goes first.
  static let noticesMax = 16
  /// How many players who left a room are remembered by name until the next match; the longest gone
  /// are forgotten first.
  static let formerMax = 64
}
