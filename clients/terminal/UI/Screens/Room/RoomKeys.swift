// What keys and the mouse do in a room between matches and in its panels, and the table of those
// keys. Only hosts have panels; what cannot be done just now does nothing.

import ClientCore
import Game
import Wire

extension ScreenModel {
  mutating func press(_ key: Key, in room: RoomModel) {
    if let panel = desk.panel { return press(key, on: panel, in: room) }
    if key == .escape { return act(.leave) }
    if key == .character("q") { showsCode = code != nil }
    if key == .character("f"), !room.acquaintances.isEmpty {
      return desk.panel = .friends(chosen: 0)
    }
    guard room.role == .player else {
      if pressBesideCrowd(key, room) { return }
      return room.amHost ? pressAsHost(key, room) : sit(by: key, room)
    }
    switch key {
    case .character(" "), .character("r"): act(.ready(room.mySeat?.isReady != true))
    case .character("w"): act(.lookOn)
    case .character("e"): openName()
    default: if room.amHost { pressAsHost(key, room) }
    }
  }

  /// A watcher sits down or leaves.
  mutating func lookOn(by key: Key, _ room: RoomModel) {
    if pace(by: key, room) || pressBesideCrowd(key, room) { return }
    sit(by: key, room)
    leave(by: key, room)
  }

  /// Watchers take a seat where there is one; during a round the session waits for its end.
  mutating func sit(by key: Key, _ room: RoomModel) {
    if key == .character("s") || key == .character(" "), room.canSit { act(.sit) }
  }

  private mutating func pressAsHost(_ key: Key, _ room: RoomModel) {
    switch key {
    case .left, .up, .character("h"), .character("k"): desk.choose(by: -1, in: room)
    case .right, .down, .tab, .character("l"), .character("j"): desk.choose(by: 1, in: room)
    case .home: desk.choose(0, in: room)
    case .end: desk.choose(room.seats.count, in: room)
    case .enter: desk.open(in: room)
    case .character("o"):
      desk.panel = .settings(RoomForm(room.settings, taken: room.seats.count))
    case .character("s"): act(.start)
    case .character("x") where room.canStopSeries: act(.ready(false))
    case .character("b") where room.freeSeats > 0: act(.addBot(level: RoomForm.botLevel))
    case .character(let digit) where room.freeSeats > 0:
      if let level = Int(String(digit)), Skill.levels.contains(level) { act(.addBot(level: level)) }
    default: break
    }
  }

  // MARK: Panels

  private mutating func press(_ key: Key, on panel: RoomDesk.Panel, in room: RoomModel) {
    switch panel {
    case .settings(var form):
      switch form.press(key) {
      case .goOn: desk.panel = .settings(form)
      case .goBack: desk.panel = nil
      case .apply:
        desk.panel = nil
        if let change = form.change { act(change) }
      }
    case .measures(let who, let chosen):
      let isBot = room.profile(of: who)?.isBot == true
      let measures = RoomDesk.Measure.all(isBot: isBot)
      switch Menu.press(key, chosen: chosen, of: measures.count) {
      case .choose(let index): desk.panel = .measures(who, chosen: index)
      case .take(let index): take(measures[index], about: who)
      case .goBack: desk.panel = nil
      case .nothing: break
      }
    case .bots(let chosen):
      switch Menu.press(key, chosen: chosen, of: RoomDesk.botWords.count) {
      case .choose(let index): desk.panel = .bots(chosen: index)
      case .take(let index):
        desk.panel = nil
        act(.addBot(level: index + 1))
      case .goBack: desk.panel = nil
      case .nothing: break
      }
    case .friends(let chosen): press(key, onFriends: chosen, in: room)
    case .ban(let who):
      desk.panel = nil
      if key == .enter { act(.ban(who)) }
    }
  }

  private mutating func press(_ key: Key, onFriends chosen: Int, in room: RoomModel) {
    let people = room.acquaintances
    // The key that opened the list takes who is chosen in it.
    let key = key == .character("f") ? .enter : key
    guard !people.isEmpty else { return desk.panel = nil }
    switch Menu.press(key, chosen: chosen, of: people.count) {
    case .choose(let index): desk.panel = .friends(chosen: index)
    case .take(let index):
      if people.indices.contains(index) { befriend(people[index].id, people[index].name) }
    case .goBack: desk.panel = nil
    case .nothing: break
    }
  }

  private mutating func take(_ measure: RoomDesk.Measure, about who: PlayerID) {
    desk.panel = measure == .ban ? .ban(who) : nil
    switch measure {
    case .makeHost: act(.host(who))
    case .kick, .removeBot: act(.kick(who))
    case .ban: break
    }
  }

  // MARK: Mouse

  /// - Parameter control: what the mouse is on.
  mutating func mouseInRoom(
    _ action: Mouse.Action, _ control: Control, in room: RoomModel
  ) {
    switch (action, control, desk.panel) {
    case (.press(.left), .seat(let index), nil) where room.amHost:
      let isChosen = desk.place == index
      desk.choose(index, in: room)
      if isChosen { desk.open(in: room) }
    case (_, .field(let index), .settings(var form)):
      form.mouse(action, onField: index)
      desk.panel = .settings(form)
    case (.press(.left), .choice(let index), .some(let panel)):
      // As if its digit were pressed.
      let digit = Unicode.Scalar(UInt8(ascii: "1") + UInt8(clamping: index))
      press(.character(digit), on: panel, in: room)
    default: break
    }
  }

  // MARK: The table

  private var joinCode: [KeyBinding] {
    let key = KeyBinding(
      "q", Words["code"], .character("q"), Words["how others get in, as a QR code"])
    return code == nil ? [] : [key]
  }

  /// What keeps the next match of a series from beginning by itself.
  func stop(_ room: RoomModel) -> [KeyBinding] {
    let key = KeyBinding(
      "x", Words["stop"], .character("x"),
      Words["stop the clock until you are ready"])
    return room.canStopSeries ? [key] : []
  }

  /// Who of those who sit here is to be found again.
  private func friendKey(_ room: RoomModel) -> [KeyBinding] {
    let key = KeyBinding(
      "f", Words["friend"], .character("f"), Words["find somebody again; no server is told"])
    return room.acquaintances.isEmpty ? [] : [key]
  }

  func roomKeys(_ room: RoomModel) -> [KeyBinding] {
    guard room.role == .player || room.amHost else { return watchKeys(room) }
    let host = [
      KeyBinding("s", Words["start"], .character("s"), Words["start now, ready or not"]),
      KeyBinding(
        "o", Words["settings"], .character("o"), Words["change mode, rounds, time and more"]),
    ]
    let bot = [
      KeyBinding("b", Words["bot"], .character("b"), Words["seat a bot (1 to 4: of that level)"])
    ]
    let seats = [
      KeyBinding(
        "←→⏎", Words["seats"], nil, Words["choose a seat: make host, remove, ban; seat a bot"])
    ]
    let ready = KeyBinding(
      "space", room.mySeat?.isReady == true ? Words["not ready"] : Words["ready"], .character(" "),
      Words["say that you are ready, or no longer (or r)"])
    let own = [
      KeyBinding("e", Words["name"], .character("e"), Words["change your name and icon"]),
      KeyBinding("w", Words["watch"], .character("w"), Words["give up your seat and watch"]),
    ]
    let sits = room.role == .player
    return (sits ? [ready] : []) + stop(room) + (room.amHost ? host : [])
      + (room.amHost && room.freeSeats > 0 ? bot : [])
      + [ScreenModel.help, ScreenModel.leave(Words["leave"], Words["leave the room"])]
      + talk + joinCode + (room.amHost ? seats : []) + [ScreenModel.audience] + (sits ? own : [])
      + friendKey(room)
  }

  func watchKeys(_ room: RoomModel) -> [KeyBinding] {
    let sit = KeyBinding(
      "s", Words["take a seat"], .character("s"), Words["take a seat, after the round"])
    return (room.canSit ? [sit] : []) + paceKeys(room) + crowdKeys(room) + talk
      + [
        ScreenModel.help,
        ScreenModel.leave(
          Words["leave"],
          room.isInMatch ? Words["leave the match"] : Words["back to the list of rooms"]),
        ScreenModel.audience,
      ]
  }
}
