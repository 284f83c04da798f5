// Where a person meets a session: a screen or plain lines. The driver knows no more of it than
// this.

import ClientCore
import Game
import TerminalUI
import Wire

/// Shows a session to somebody and says what they do about it. All of it happens on the client's
/// queue; moments are of the local clock.
protocol Face: AnyObject {
  /// Where something may be typed, to be watched for readiness; nil if nothing can be.
  var input: Int32? { get }
  /// Whether somebody is there to answer a question.
  var canAsk: Bool { get }
  /// Does to the session the next thing that somebody wants of it, by what has been typed; it
  /// returns what the program has to do about that, or nil when nothing more is wanted.
  func takeNext(_ session: inout Session, at now: Instant) -> [Wish]?
  /// The colors that the person sees.
  var depth: ColorDepth { get }
  /// The session is on that server from now on; `choices` are the others.
  func goes(to route: Route, choices: [ServerChoice])
  /// The servers to go to are these from now on, because of what goes on on this network.
  func knows(_ choices: [ServerChoice])
  /// There is no going to the server that was asked for: a sentence about why.
  func refuseServer(_ sentence: String)
  /// The best matches that the person has played are these from now on.
  func remembers(_ bests: BestMatches)
  /// The person's friends, and the days on which they have played the day's colors, are these.
  func remembers(_ friends: Friends, days: Set<Int>)
  /// The person's first try of the day has come to this.
  func comes(of day: DayResult)
  /// Puts a text where other programs paste from, if that can be done.
  func copy(_ text: String)
  /// Shows how things stand. Called when something may have changed and when `deadline` has come;
  /// whether that is worth drawing is the face's own business. It returns what is to be done
  /// without anybody's asking, and has changed the session so already.
  func show(_ session: inout Session, beside watchers: [Watcher], at now: Instant) -> [Wish]
  /// The rooms to look on in beside the session's own, by a watcher each.
  var watched: [RoomCode] { get }
  /// When it wants to be called next, even if nothing happens; nil for never.
  var deadline: Instant? { get }
  /// Whether nobody is there to want anything after this match.
  var isAlone: Bool { get }
  /// The job is about to stop; the terminal belongs to the shell until `resume`.
  func suspend()
  /// The job goes on, or has never stopped; the terminal may have been used by others meanwhile.
  func resume()
  /// The terminal's size may have changed.
  func resized()
  /// Shows how it ended and gives back whatever was taken. Nothing is called after it.
  func end(_ session: Session, hasFailed: Bool)
}
