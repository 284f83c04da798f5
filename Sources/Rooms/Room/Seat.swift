// One seat of a room that somebody sits on: a person with a connection, a person who is away, or a
// bot. It knows nothing of points; those are the match's.
// Invariant: a bot or a ghost has never a connection; a person and a ghost have no skill.

import Game
import Wire

/// A bot before it sits down: who it will be, and which player of all.
struct NewBot: Sendable {
  let player: PlayerID
  let number: Int
  var skill: Skill
}

/// A taken seat.
struct Seat: Sendable {
  // What every move asks for comes first.

  let player: PlayerID
  /// The player's connection; nil while away and for the room's bots.
  var connection: ConnectionID?
  /// Where the player connected from last; nil for bots, and after a restart until they are back.
  /// In a replay it is a number of the replay's own, because the journal has no addresses.
  var household: UInt64?
  /// Until when the seat of an absent player is kept.
  var awayUntil: Instant?
  /// Whether the sliders moved since the players were told, and since the watchers were.
  var hasMoved = false
  var hasMovedForWatchers = false
  /// When the player did something last.
  var heeded: Instant
  /// Whether that was too long ago for others to wait.
  var isIdle = false

  var profile: Profile
  /// How well the room's own bot plays; nil for everybody who connected, programs included.
  var skill: Skill?
  /// The player's shortest round trip so far in milliseconds; 0 until it is known.
  var roundTrip = 0
  var isReady: Bool
  /// What the player gives to the randomness of the next match.
  var share = Share.none
  /// The present round as a bot plays it.
  var hand: Hand?
  /// How often the player may still show how they feel, or be shown otherwise.
  var reactions: Bucket

  /// A person who just sat down.
  init(
    player: PlayerID, profile: Profile, connection: ConnectionID, household: UInt64?,
    at now: Instant
  ) {
    self.player = player
    self.profile = profile
    self.connection = connection
    self.household = household
    skill = nil
    isReady = false
    heeded = now
    reactions = Bucket(full: 1, at: now)
  }

  /// A bot, or without a skill a ghost; it is ready whenever no match is running.
  init(bot player: PlayerID, profile: Profile, skill: Skill?, at now: Instant) {
    self.player = player
    self.profile = profile
    self.skill = skill
    isReady = false
    heeded = now
    reactions = Bucket(full: 0, at: now)
  }

  /// A seat of a room that wrote itself down.
  init(
    _ known: SeatState, skill: Skill?, roundTrip: Int, connection: ConnectionID,
    household: UInt64?, heeded: Instant, at now: Instant
  ) {
    player = known.player
    profile = known.profile
    self.skill = skill
    self.roundTrip = roundTrip
    let isNobody = skill != nil || known.profile.isGhost
    self.connection = !isNobody && known.awayUntil == nil ? connection : nil
    self.household = household
    awayUntil = known.awayUntil
    isReady = known.isReady
    isIdle = known.isIdle
    self.heeded = heeded
    share = known.share
    reactions = Bucket(full: 1, at: now)
  }

  /// Whether nobody who could connect sits there: a bot, or a ghost.
  var isBot: Bool { skill != nil || profile.isGhost }

  /// When the hand moves next.
  var handDue: Instant? { hand?.deadline }

  /// Whether somebody is there to play.
  var isPresent: Bool { isBot || connection != nil }

  /// Whether a person is there who has not been silent for long.
  var isAwake: Bool { connection != nil && !isIdle }

  /// Whether silence counts: programs that say what they are answer by themselves.
  var mayBecomeIdle: Bool { isAwake && !profile.isBot }
}
