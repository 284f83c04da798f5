// What can be typed at a moment, and what can be said about one command. Lines are short enough to
// be listened to.

import ClientCore
package import Game
import Wire

extension PlainDesk {
  /// What can be typed now; with a topic, what there is to know about it.
  func help(on topic: String?) -> [String] {
    switch topic {
    case nil: return now(in: room)
    case "config", "settings", "create": return PlainSettings.help
    case "react":
      return [Words["react is one of \(Phrase.list(Reaction.allCases.map(\.rawValue)))"]]
    case "top", "boards": return [Words["boards: \(Phrase.list(Board.all.map(\.name)))"]]
    case "modes", "quick": return Mode.all.map { "\($0.name): \($0.summary)" }
    default:
      return [Words["there is help on config, react and modes; help alone lists all commands"]]
    }
  }

  private func now(in room: RoomModel?) -> [String] {
    guard let room else {
      return [
        Words["rooms; quick MODE; join CODE; watch CODE; create MODE LEVEL; "]
          + Words["name NAME; server; quit"],
        Words["top BOARD, or top BOARD week; past; race NUMBER; help modes; help config; help top"],
      ]
    }
    var lines: [String] = []
    if let match, session.guess != nil { lines.append(playing(match.rules.mode)) }
    if room.role == .player {
      lines.append(
        Words["ready; unready; players; watchers; time; standings; react; config; watch; "]
          + Words["name NAME; leave; quit"])
    } else {
      lines.append(Words["players; watchers; time; target; standings; sit; config; leave; quit"])
      if room.mayPlayAlong {
        lines.append(Words["play along plays without a seat, with a player's own commands"])
      }
    }
    if room.amHost {
      lines.append(
        Words[
          "you are the host: start; bot LEVEL; config KEY=VALUE; host NAME; kick NAME; ban NAME; "]
          + Words["help config"])
    }
    if room.amPresenting, room.settings.seats == 0 {
      lines.append(Words["next begins the next round; end ends the round, or after it the match"])
    }
    return lines
  }

  private func playing(_ mode: Mode) -> String {
    guard mode.answer == .sliders else {
      return Words["a tile's number, alone or after pick, locks it; target; yours"]
    }
    let letters = mode.channels.map { $0.name.lowercased() }.joined(separator: " ")
    return Words["\(letters) with a number or +n -n moves a slider; lock; hint; target; yours"]
  }
}

extension Mode {
  /// What it is about, in a few words.
  package var summary: String {
    var parts: [String] = []
    if answer == .tiles {
      parts.append(Words["find the target among tiles"])
    } else {
      parts.append(Phrase.list(channels.map(\.plainWord).firstOfEach))
    }
    if channels.contains(where: { $0.end == 2 }) {
      parts.append(Words["of both ends of a gradient"])
    }
    if let hidesAfter {
      parts.append(Words["the target is seen for \(Phrase.seconds(hidesAfter))"])
    }
    if let lives {
      parts.append(Words["ever shorter rounds, \(Phrase.lives(lives))"])
    }
    if isDaily { parts.append(Words["alone, the same for all each UTC day"]) }
    return parts.joined(separator: "; ")
  }
}

extension [String] {
  /// Each word once, in order.
  fileprivate var firstOfEach: [String] {
    enumerated().filter { !self[..<$0.offset].contains($0.element) }.map(\.element)
  }
}
