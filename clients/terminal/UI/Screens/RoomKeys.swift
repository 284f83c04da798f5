// What keys and the mouse do in a room between matches, in its panels, and on the final standings.
// Only hosts have panels; what cannot be done just now does nothing.

import Game
import Wire

extension ScreenModel {
  mutating func press(_ key: Key, in room: RoomModel) -> [ScreenOutput] {
    if let panel = desk.panel { return press(key, on: panel, in: room) }
    if key == .escape { return [.act(.leave)] }
    if key == .character("q") { showsCode = code != nil }
    guard room.role == .player else { return sit(by: key, room) }
    switch key {
    case .character(" "), .character("r"): return [.act(.ready(room.mySeat?.isReady != true))]
    case .character("w"): return [.act(.lookOn)]
    default: return room.amHost ? pressAsHost(key, room) : []
    }
  }

  /// Watchers take a seat where there is one; during a round the session waits for its end.
  func sit(by key: Key, _ room: RoomModel) -> [ScreenOutput] {
    (key == .character("s") || key == .character(" ")) && room.canSit ? [.act(.sit)] : []
  }

  private mutating func pressAsHost(_ key: Key, _ room: RoomModel) -> [ScreenOutput] {
    switch key {
    case .left, .up, .character("h"), .character("k"): desk.choose(by: -1, in: room)
    case .right, .down, .tab, .character("l"), .character("j"): desk.choose(by: 1, in: room)
    case .home: desk.choose(0, in: room)
    case .end: desk.choose(room.seats.count, in: room)
    case .enter: desk.open(in: room)
    case .character("o"):
      desk.panel = .settings(RoomForm(room.settings, taken: room.seats.count))
    case .character("s"): return [.act(.start)]
    case .character("b") where room.freeSeats > 0:
      return [.act(.addBot(level: RoomForm.botLevel))]
    case .character(let digit):
      let level = Int(String(digit)) ?? 0
      return Skill.levels.contains(level) && room.freeSeats > 0 ? [.act(.addBot(level: level))] : []
    default: break
    }
    return []
  }

  // MARK: Panels

  private mutating func press(
    _ key: Key, on panel: RoomDesk.Panel, in room: RoomModel
  ) -> [ScreenOutput] {
    switch panel {
    case .settings(var form):
      switch ScreenModel.press(key, in: &form) {
      case .goOn: desk.panel = .settings(form)
      case .goBack: desk.panel = nil
      case .apply:
        desk.panel = nil
        return form.change.map { [.act($0)] } ?? []
      }
    case .measures(let who, let chosen):
      let isBot = room.profile(of: who)?.isBot == true
      let measures = RoomDesk.Measure.all(isBot: isBot)
      switch Menu.press(key, chosen: chosen, of: measures.count) {
      case .choose(let index): desk.panel = .measures(who, chosen: index)
      case .take(let index): return take(measures[index], about: who)
      case .goBack: desk.panel = nil
      case .nothing: break
      }
    case .bots(let chosen):
      switch Menu.press(key, chosen: chosen, of: RoomDesk.botWords.count) {
      case .choose(let index): desk.panel = .bots(chosen: index)
      case .take(let index):
        desk.panel = nil
        return [.act(.addBot(level: index + 1))]
      case .goBack: desk.panel = nil
      case .nothing: break
      }
    case .ban(let who):
      desk.panel = nil
      return key == .enter ? [.act(.ban(who))] : []
    }
    return []
  }

  private mutating func take(
    _ measure: RoomDesk.Measure, about who: PlayerID
  ) -> [ScreenOutput] {
    desk.panel = nil
    switch measure {
    case .makeHost: return [.act(.host(who))]
    case .kick, .removeBot: return [.act(.kick(who))]
    case .ban:
      desk.panel = .ban(who)
      return []
    }
  }

  // MARK: Forms

  /// What a key on a form comes to.
  enum FormStep {
    case goOn, goBack, apply
  }

  /// A key on a form; what the server would refuse is not applied.
  static func press(_ key: Key, in form: inout RoomForm) -> FormStep {
    switch key {
    case .escape: return .goBack
    case .enter: return form.problem == nil ? .apply : .goOn
    case .up: form.choose(by: -1)
    case .down, .tab: form.choose(by: 1)
    case .left: form.change(by: -1)
    case .right: form.change(by: 1)
    case .backspace where form.isTyping: form.rubOut()
    case .character(let letter) where form.isTyping: form.type(letter)
    case .character("k"): form.choose(by: -1)
    case .character("j"): form.choose(by: 1)
    case .character("h"): form.change(by: -1)
    case .character("l"), .character(" "): form.change(by: 1)
    default: break
    }
    return .goOn
  }

  /// The mouse on a form: a press or a notch of the wheel chooses a field and changes it.
  static func mouse(_ action: Mouse.Action, _ index: Int, in form: inout RoomForm) {
    guard let field = RoomForm.Field(rawValue: index), form.fields.contains(field) else { return }
    form.field = field
    if action == .wheelUp || action == .press(.left) { form.change(by: 1) }
    if action == .wheelDown || action == .press(.right) { form.change(by: -1) }
  }

  // MARK: After a match

  mutating func press(
    _ key: Key, after match: MatchState, in room: RoomModel
  ) -> [ScreenOutput] {
    if key == .character("v") {
      showsValues.toggle()
      return []
    }
    guard match.isOver else {
      let seated = sit(by: key, room)
      return seated.isEmpty ? leave(by: key, room) : seated
    }
    switch key {
    case .escape: return [.act(.leave)]
    case .enter:
      matchPutAside = match.number
      return []
    case .character("r"), .character(" "):
      guard room.role == .player else { return sit(by: key, room) }
      return [.act(.ready(room.mySeat?.isReady != true))]
    default: return room.role == .player ? [] : sit(by: key, room)
    }
  }

  // MARK: Mouse

  /// - Parameter control: what the mouse is on.
  mutating func mouseInRoom(
    _ action: Mouse.Action, _ control: Control, in room: RoomModel
  ) -> [ScreenOutput] {
    switch (action, control, desk.panel) {
    case (.press(.left), .seat(let index), nil) where room.amHost:
      let isChosen = desk.place == index
      desk.choose(index, in: room)
      if isChosen { desk.open(in: room) }
    case (_, .field(let index), .settings(var form)):
      ScreenModel.mouse(action, index, in: &form)
      desk.panel = .settings(form)
    case (.press(.left), .choice(let index), .some(let panel)):
      // As if its digit were pressed.
      let digit = Unicode.Scalar(UInt8(ascii: "1") + UInt8(clamping: index))
      return press(.character(digit), on: panel, in: room)
    default: break
    }
    return []
  }
}

/// Keys on a list of which one row is chosen.
enum Menu {
  enum Step {
    case choose(Int)
    case take(Int)
    case goBack
    case nothing
  }

  /// - Parameter count: how many rows there are, the first of them taken by the key 1.
  static func press(_ key: Key, chosen: Int, of count: Int) -> Step {
    switch key {
    case .up, .left, .character("k"), .character("h"):
      return .choose((chosen + count - 1) % count)
    case .down, .right, .tab, .character("j"), .character("l"):
      return .choose((chosen + 1) % count)
    case .home: return .choose(0)
    case .end: return .choose(count - 1)
    case .enter, .character(" "): return .take(chosen)
    case .escape: return .goBack
    case .character(let digit):
      guard let number = Int(String(digit)), (1...count).contains(number) else { return .nothing }
      return .take(number - 1)
    default: return .nothing
    }
  }
}
