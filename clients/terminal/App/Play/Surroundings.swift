// What a plan becomes where it is carried out: lines where there is no screen, and a program that
// plays by itself where nobody can type. What nobody said, the person's habits do.

import ClientCore
import Game
import Glibc
import TerminalUI

extension Plan {
  /// Fills in what the command line leaves open.
  ///
  /// - Parameter account: the name of the person's account.
  mutating func follow(_ preferences: Preferences, account: String?) {
    if player.name ?? preferences.name == nil {
      player.name = account.flatMap(Plan.name(ofAccount:))
      player.isProposed = player.name != nil
    }
    player.name = player.name ?? preferences.name
    player.icon = player.icon ?? preferences.icon
    screen.depth = screen.depth ?? preferences.color
    screen.isCalm = screen.isCalm ?? preferences.isCalm
    screen.hasBell = screen.hasBell ?? preferences.hasBell
  }

  /// What an account's name says about a person, which for some is nothing.
  private static func name(ofAccount name: String) -> String? {
    name == "root" ? nil : PlayerName.clean(name)
  }

  /// Makes lines of a screen that cannot be drawn, and a player of a program that nobody can type
  /// to.
  mutating func settle(for environment: TerminalEnvironment) {
    let hasKeyboard = isatty(STDIN_FILENO) == 1
    let hasScreen = hasKeyboard && isatty(STDOUT_FILENO) == 1
    // Where lines were asked for, they may well come from a pipe; where they were not, a pipe is
    // only what the program happened to be started with.
    let takesScript = screen.isPlain || intentIfAlone == nil
    if !hasScreen || environment.isDumb { screen.isPlain = true }
    screen.isTypedTo = hasKeyboard || (takesScript && Plan.isStream(STDIN_FILENO))
    guard screen.isPlain, !screen.isTypedTo, let intentIfAlone else { return }
    intent = intentIfAlone
    selfPlay = selfPlay ?? Plan.usualSelfPlay
  }

  /// How the program plays where nobody can.
  private static let usualSelfPlay = Skill(level: 3).map { SelfPlay(skill: $0, matches: 1) }

  /// Whether a descriptor is a pipe, a socket or a file: something with lines in it, and an end.
  private static func isStream(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return false }
    return [S_IFIFO, S_IFSOCK, S_IFREG].contains(status.st_mode & S_IFMT)
  }
}
