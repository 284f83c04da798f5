// Every limit of a hall, with its name, its number and its fate, in one place. Limits of the wire
// stand in Wire, limits of the rules in Game, limits of sockets in Net.

/// What a hall allows, and what happens beyond it.
public struct Limits: Sendable {
  /// From connecting to a HELLO that was taken; then closed with `idle`.
  public var helloMilliseconds = 10_000
  /// Without any line while in no room; then closed with `idle`.
  public var idleMilliseconds = 120_000
  /// Without any line while in a room; then closed with `idle`.
  public var idleInRoomMilliseconds = 600_000
  /// From one PING to the next.
  public var pingMilliseconds = 5_000
  /// From a PING to the first line after it, of a client that has answered one before; then closed
  /// with `idle`, because it is not there any more.
  public var answerMilliseconds = 8_000
  /// A client that leaves this many PINGs in a row unanswered is asked no more: it is a person.
  public var unansweredPingsMax = 2
  /// How long a lost player's seat is kept; then GONE with `lost`.
  public var seatKeptMilliseconds = 60_000
  /// How long somebody has to be away before the host can put them out of a rated match; until then
  /// KICK and BAN are refused with `not-now`.
  public var absenceMilliseconds = 15_000
  /// From the moment when a server that was gone is back until the matches go on that ran when it
  /// went; players come back meanwhile.
  public var pauseMilliseconds = 3_000
  /// How long a room without anyone stays open; then it closes.
  public var emptyRoomMilliseconds = 60_000
  /// How long a match that is about to begin waits for the seals of its players; then it begins
  /// without the nonces that are still sealed.
  public var revealMilliseconds = 1_000
  /// How long a match of the day that is about to begin waits for the archive to say whether it is
  /// its player's ranked try; then it begins and is not. After half of that no try is written down
  /// any more, so that none is lost to a slow disk.
  public var claimMilliseconds = 1_000
  /// From one batch of a room's MOVEs to the next; in between the newest of each player wins.
  public var moveMilliseconds = 50
  /// The same where a lane is as late as can be; it grows and shrinks between the two by quarters,
  /// for watchers before players.
  public var rareMoveMilliseconds = 200
  /// What a lane handles in so long is one measure of how late it is.
  public var latenessMilliseconds = 250
  /// A lane is late when what it handles has waited longer on average; positions are told more
  /// rarely then.
  public var lateMilliseconds = 25
  /// A lane is in time when what it handles has not waited longer on average.
  public var inTimeMilliseconds = 10
  /// A lane that has been in time for so long tells positions more often again, by one quarter.
  public var calmMilliseconds = 1_000
  /// How long a lane tells players of positions more rarely before it refuses newcomers with
  /// `server-full`.
  public var newcomersMilliseconds = 2_000
  /// From one WATCHERS of a room to the next; in between the newest wins.
  public var watcherCountMilliseconds = 1_000
  /// Watchers of a room on its own lane; one more is carried to the lane with the fewest of them.
  public var watchersAtHomeMax = 64
  /// From a CHALLENGE to the PROVE that answers it; then refused with `not-now`.
  public var proofMilliseconds = 10_000
  /// From a question for the archive to its answer; then refused with `not-now`.
  public var answerableMilliseconds = 5_000
  /// Rooms of the server at once, on all lanes; then CREATE is refused with `too-many-rooms`.
  public var roomsMax = 10_000
  /// Rooms at once that were opened from one address: enough for three hundred people behind one,
  /// and fewer than LIST shows, so that nobody fills the list alone. Then CREATE is refused with
  /// `too-many-rooms`.
  public var addressRoomsMax = 64
  /// Rooms in one answer to LIST; the fullest waiting ones come first, the rest is left out.
  public var listedRoomsMax = 100
  /// Numbered events a room remembers for `WATCH since=`; older ones give the room as it is.
  public var historyEventsMax = 512
  /// How long a room remembers them, twice as long as it keeps a seat; then likewise.
  public var historyMilliseconds = 120_000
  /// Messages that wait for a room's delayed watchers; for one more the oldest is told early.
  public var delayedMessagesMax = 16_384
  /// Whether players of one address are rated against each other; where they are, boards say so.
  public var ratesHouseholds = false
  /// Bytes of a match's record; beyond them, only each player's last SET of a round is kept.
  public var recordBytesMax = 1 << 20
  /// Players whom a host has put out for good; for one more the oldest may come back.
  public var bansMax = 64
  /// Reactions of a player at once; beyond, REACT is refused with `not-now`.
  public var reactionBurst = 3
  /// Reactions of a player a second in the long run.
  public var reactionsPerSecond = 1
  /// How long somebody who is ready waits for others who are not, in a room that QUICK finds; then
  /// the match begins without them.
  public var patienceMilliseconds = 30_000
  /// Watchers in one answer to WHO; the newest come first, the rest is left out.
  public var listedWatchersMax = 100
  /// How long somebody who was quick to find a room waits there alone; then a bot sits down.
  public var quickBotMilliseconds = 10_000
  /// Lines of a watcher who reads too slowly that wait for their answers; one more closes the
  /// connection.
  public var heldLinesMax = 32
  /// Lines a client may send at once; beyond, they are dropped and answered with `too-fast`.
  public var lineBurst = 240
  /// Lines a client may send a second in the long run.
  public var linesPerSecond = 120
  /// How many lines one counts for that everybody may hear of, or that takes looking through rooms.
  public var heavyLineCost = 12
  /// Lines that all connections of one address may send at once; beyond, they are dropped and
  /// answered with `too-fast`.
  public var addressLineBurst = 40_000
  /// Lines of one address a second in the long run: of three hundred people who all move a slider,
  /// and some more.
  public var addressLinesPerSecond = 10_000
  /// How many lines a connection draws from the budget of its address at once. Lanes tell each
  /// other of draws, not of lines.
  public var lineDraw = 24
  /// Bytes of answers to questions, lists and pictures of rooms to one address at once; beyond,
  /// LIST, WHO, WATCH and questions for the archive are refused with `not-now`.
  public var addressAnswerBurst = 16 << 20
  /// The same a second in the long run.
  public var addressAnswerBytesPerSecond = 2 << 20
  /// Matches of one address that are kept of one day: of three hundred people who play all evening.
  /// What is played beyond is not kept.
  public var addressMatchesMax = 10_000
  /// Bytes of their records; then likewise.
  public var addressRecordBytesMax = 256 << 20
  /// Identities that are proved from one address on one day; then PROVE is refused with `not-now`.
  public var addressIdentitiesMax = 1_000
  /// Ranked tries of one address on one day; then matches of the day begin without being ranked.
  public var addressAttemptsMax = 1_000
  /// Wrong codes and passwords of one address within `missMilliseconds`; then its JOIN and WATCH
  /// are refused with `not-now`, but for listed rooms without a password.
  public var missesMax = 10
  /// How long a wrong code or password counts.
  public var missMilliseconds = 60_000
  /// How many times the budget of one address all of an IPv6 /48 have together.
  public var siteShare = 4
  /// Addresses of which a lane remembers what they used up; for more, those that were charged
  /// longest ago begin anew. As many /48 are remembered besides.
  public var accountsMax = 32_768
  /// From one `too-fast` to the next.
  public var strikeMilliseconds = 500
  /// The `too-fast` of this number within `strikesMilliseconds` closes the connection.
  public var strikesMax = 3
  /// How long a `too-fast` counts.
  public var strikesMilliseconds = 60_000

  /// The limits of a server that nobody configured.
  public init() {}
}
