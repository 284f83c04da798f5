// What keys, the mouse and pastes do on the home screen and in its panels, and the table of those
// keys; pastes also elsewhere.

import ClientCore
import Game
import Wire

extension ScreenModel {
  private var listings: [Listing] { session?.listings ?? [] }

  mutating func pressOnHome(_ key: Key) {
    switch home.panel {
    case .code(let text, _): press(key, inCode: text)
    case .newRoom: pressInNewRoom(key)
    case .quick(let chosen): press(key, onQuick: chosen)
    case .figure(let icon): press(key, onFigure: icon)
    case .preferences(let form): press(key, inPreferences: form)
    case .servers(let form): press(key, inServers: form)
    case .boards(let panel): press(key, onBoards: panel)
    case .own(let panel): press(key, onOwn: panel)
    case nil: pressOnList(key)
    }
  }

  // MARK: The list

  private mutating func pressOnList(_ key: Key) {
    let page = max(1, height - 8)
    switch key {
    case .up, .character("k"): home.select(by: -1, in: listings)
    case .down, .character("j"): home.select(by: 1, in: listings)
    case .pageUp: home.select(by: -page, in: listings)
    case .pageDown: home.select(by: page, in: listings)
    case .home: home.select(by: -listings.count, in: listings)
    case .end: home.select(by: listings.count, in: listings)
    case .enter: enterSelected(watches: false)
    case .character("w"): enterSelected(watches: true)
    case .character("v"): openWall()
    case .character("n"): home.panel = .newRoom
    case .character("p"): home.panel = .quick(chosen: 0)
    case .character("d"): playDaily()
    case .character("c"): home.panel = .code("")
    case .character("b"): home.panel = .boards(BoardsPanel())
    case .character("y"): home.panel = .own(OwnPanel())
    case .character("i"):
      if setup.canChangeIcon { home.panel = .figure(home.figure ?? .diamond) }
    case .character("s"), .character(","):
      if setup.canChangeIcon { openPreferences() }
    case .character("g"):
      if setup.canGoElsewhere { home.panel = .servers(ServersForm(setup.servers)) }
    case .character("q"): act(.quit)
    case .escape:
      if session?.intent != .browse { act(.leave) }
    case .character(let letter):
      // The letters that are no keys begin a code: capitals and digits.
      let isCode = letter.isASCII && RoomCode.alphabet.contains(UInt8(letter.value))
      if isCode { home.panel = .code(String(letter)) }
    default: break
    }
  }

  private mutating func enterSelected(watches: Bool) {
    if let index = home.index(in: listings) { enter(listings[index], watches: watches) }
  }

  // MARK: Panels

  private mutating func press(_ key: Key, inCode text: String) {
    switch key {
    case .escape: home.panel = nil
    case .backspace: home.panel = .code(String(text.dropLast()))
    case .enter, .tab:
      if let code = RoomCode(text) { return enter(code, watches: key == .tab) }
      home.panel = .code(text, isRefused: true)
    case .character(let letter):
      guard letter.isASCII, letter.properties.isAlphabetic || ("0"..."9").contains(letter),
        text.count < RoomCode.privateLength
      else { break }
      home.panel = .code(text + String(letter).uppercased())
    default: break
    }
  }

  private mutating func pressInNewRoom(_ key: Key) {
    switch home.wishes.press(key) {
    case .goOn: break
    case .goBack: home.panel = nil
    case .apply:
      home.panel = nil
      act(home.wishes.creation)
    }
  }

  private mutating func press(_ key: Key, onQuick chosen: Int) {
    // The key that opened the list takes what is chosen in it, so that twice is quick.
    let key = key == .character("p") ? .enter : key
    switch Menu.press(key, chosen: chosen, of: QuickMatch.modes.count) {
    case .choose(let index): home.panel = .quick(chosen: index)
    case .take(let index):
      home.panel = nil
      act(.quick(QuickMatch.modes[index]))
    case .goBack: home.panel = nil
    case .nothing: break
    }
  }

  /// The targets of today, in a room of one's own.
  mutating func playDaily() {
    guard let mode = Mode.ofTheDay else { return }
    act(.create(RoomWishes(mode: mode, seats: mode.seats.upperBound, isListed: false), bots: []))
  }

  private mutating func press(_ key: Key, onFigure icon: Icon) {
    let all = Icon.allCases
    let index = all.firstIndex(of: icon) ?? 0
    let moves: [Key: Int] = [.left: -1, .right: 1, .up: -8, .down: 8]
    if let places = moves[key] {
      home.panel = .figure(all[((index + places) % all.count + all.count) % all.count])
    } else if key == .enter || key == .character(" ") {
      home.panel = nil
      home.figure = icon
      wishes += [.prefer(.icon(icon)), .wear]
    } else if key == .escape {
      home.panel = nil
    }
  }

  // MARK: Mouse and pastes

  /// - Parameter control: what the mouse is on; nothing happens on controls of other screens.
  mutating func mouseOnHome(_ action: Mouse.Action, _ control: Control) {
    guard screen == .home else { return }
    switch home.panel {
    case .preferences(let form): return mouse(action, control, inPreferences: form)
    case .servers(let form): return mouse(action, control, inServers: form)
    case .boards(let panel): return mouse(action, onBoards: panel)
    default: break
    }
    switch (action, control) {
    case (.press(.left), .listing(let index)) where home.panel == nil:
      guard listings.indices.contains(index) else { return }
      if home.index(in: listings) == index { return enterSelected(watches: false) }
      home.selected = listings[index].code
    case (.wheelUp, .listing) where home.panel == nil: home.select(by: -1, in: listings)
    case (.wheelDown, .listing) where home.panel == nil: home.select(by: 1, in: listings)
    case (.press(.left), .figure(let index)) where setup.canChangeIcon:
      guard Icon.allCases.indices.contains(index) else { return }
      press(.enter, onFigure: Icon.allCases[index])
    case (_, .field(let index)) where home.panel == .newRoom:
      home.wishes.mouse(action, onField: index)
    case (.press(.left), .choice(let index)):
      if case .quick = home.panel { press(.enter, onQuick: index) }
    default: break
    }
  }

  /// A code or a password, wherever one can be typed.
  mutating func paste(_ text: String) {
    guard !showsHelp else { return }
    if password != nil {
      return text.unicodeScalars.forEach { password?.type($0) }
    }
    if naming != nil { return text.unicodeScalars.forEach { naming?.type($0) } }
    if case .settings(var form) = desk.panel, form.isTyping {
      for scalar in text.unicodeScalars { form.type(scalar) }
      desk.panel = .settings(form)
    }
    guard screen == .home else { return }
    if case .servers(var form) = home.panel {
      form.paste(text)
      home.panel = .servers(form)
    } else if home.panel?.takesText == true {
      for scalar in text.unicodeScalars { pressOnHome(.character(scalar)) }
    } else if home.panel == .newRoom {
      if home.wishes.isTyping { text.unicodeScalars.forEach { home.wishes.type($0) } }
    } else {
      pasteInvitation(text)
    }
  }

  /// A room here is ready to be joined; for another server, its address is ready to be gone to.
  private mutating func pasteInvitation(_ text: String) {
    do throws(Invitation.Flaw) {
      let invitation = try Invitation(text)
      if invitation.server != nil, invitation.isClear, setup.canGoElsewhere {
        var form = ServersForm(setup.servers)
        form.paste(text)
        home.panel = .servers(form)
      } else {
        // Players who have to stay on this server are given links to it.
        let code = invitation.room?.text
        home.panel = .code(code ?? "", isRefused: code == nil)
      }
    } catch {
      if error != .nothing { home.panel = .code("", isRefused: true) }
    }
  }

  // MARK: The table

  var homeKeys: [KeyBinding] {
    let figure = KeyBinding(
      "i", Words["icon"], .character("i"), Words["choose the figure beside your name"])
    let list = [
      KeyBinding("p", Words["play"], .character("p"), Words["play now: any mode, or choose"]),
      KeyBinding("↑↓", Words["choose"], nil, Words["choose a room (or k and j, Home, End)"]),
      KeyBinding("⏎", Words["join"], .enter, Words["sit down in the chosen room"]),
      KeyBinding("n", Words["new"], .character("n"), Words["open a room of your own"]),
      KeyBinding("w", Words["watch"], .character("w"), Words["watch the chosen room"]),
      KeyBinding("v", Words["wall"], .character("v"), Words["watch all rooms at once"]),
      KeyBinding("d", "daily", .character("d"), Words["today's targets, alone"]),
      KeyBinding("b", Words["boards"], .character("b"), Words["the best players and matches"]),
      ScreenModel.help,
      KeyBinding("q", Words["quit"], .character("q"), Words["leave the game"], isWayOut: true),
      KeyBinding(
        "c", Words["code"], .character("c"), Words["go to a room by its code (or type it)"]),
    ]
    // What is not there cannot be chosen; the pair to practice on can be moved instead.
    let absent: [Key?] = [nil, .enter, .character("w")]
    let mine =
      showsPractice
      ? [list[0]] + practiceKeys + list.dropFirst().filter { !absent.contains($0.key) }
      : list
    let elsewhere = setup.canGoElsewhere ? [ScreenModel.elsewhere] : []
    let days = KeyBinding(
      "y", Words["your days"], .character("y"),
      Words["your days, matches and rating; friends who have played"])
    let keys =
      mine + (setup.canChangeIcon ? [figure, ScreenModel.personal] : []) + elsewhere + [days]
    guard HomeScreen.isNarrow(width) else { return keys }
    // A chosen row speaks for itself, `d` stands above the line, and the wall wants a wide window.
    let later: [Key?] = [nil, .character("v"), .character("d"), .character("y")]
    return keys.filter { !later.contains($0.key) } + keys.filter { later.contains($0.key) }
  }

  private static var personal: KeyBinding {
    KeyBinding(
      "s", Words["settings"], .character("s"), Words["name, icon, colors and more (or ,)"])
  }

  private static var elsewhere: KeyBinding {
    KeyBinding(
      "g", Words["servers"], .character("g"), Words["go to another server, or back to one"])
  }
}
