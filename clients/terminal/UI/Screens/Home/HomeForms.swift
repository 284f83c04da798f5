// What keys and the mouse do in the two forms over the home screen that are about the person: their
// settings, and the servers they go to.

import ClientCore
import Game
import Wire

extension ScreenModel {
  // MARK: Settings

  mutating func openPreferences() {
    guard let session else { return }
    home.panel = .preferences(
      PreferencesForm(
        name: session.hello.name ?? "", icon: home.figure, color: setup.preferences.color,
        isCalm: setup.isCalm, hasBell: setup.preferences.hasBell == true))
  }

  mutating func press(_ key: Key, inPreferences form: PreferencesForm) {
    var form = form
    let kept: [Preference]
    switch key {
    case .escape, .enter: return close(form)
    case .up: kept = form.choose(by: -1)
    case .down, .tab: kept = form.choose(by: 1)
    case .left: kept = form.change(by: -1)
    case .right: kept = form.change(by: 1)
    default: kept = edit(key, in: &form)
    }
    keep(kept, form)
  }

  private func edit(_ key: Key, in form: inout PreferencesForm) -> [Preference] {
    switch key {
    case .backspace where form.isTyping: form.rubOut()
    case .character(let letter) where form.isTyping: form.type(letter)
    case .character("k"): return form.choose(by: -1)
    case .character("j"): return form.choose(by: 1)
    case .character("h"): return form.change(by: -1)
    case .character("l"), .character(" "): return form.change(by: 1)
    default: break
    }
    return []
  }

  mutating func mouse(
    _ action: Mouse.Action, _ control: Control, inPreferences form: PreferencesForm
  ) {
    var form = form
    var kept: [Preference] = []
    switch (action, control) {
    case (.press(.left), .figure(let index)) where Icon.allCases.indices.contains(index):
      kept = form.choose(.icon) + form.wear(Icon.allCases[index])
    case (_, .field(let index)):
      guard let field = PreferencesForm.Field(rawValue: index) else { return }
      kept = form.choose(field)
      // Between the figures is no figure.
      if field == .icon { break }
      if action == .wheelUp || action == .press(.left) { kept += form.change(by: 1) }
      if action == .wheelDown || action == .press(.right) { kept += form.change(by: -1) }
    default: return
    }
    keep(kept, form)
  }

  /// What changes holds from now on.
  private mutating func keep(_ preferences: [Preference], _ form: PreferencesForm) {
    home.panel = .preferences(form)
    wishes += preferences.map(Wish.prefer)
  }

  private mutating func close(_ form: PreferencesForm) {
    var form = form
    wishes += form.finish().map(Wish.prefer)
    home.panel = nil
    home.figure = form.icon
    if form.looksDifferent { wishes.append(.wear) }
  }

  // MARK: Servers

  mutating func press(_ key: Key, inServers form: ServersForm) {
    var form = form
    switch key {
    case .escape: return home.panel = nil
    case .enter:
      guard let choice = form.choice else { break }
      return wishes.append(.visit(choice))
    case .up: form.choose(by: -1)
    case .down, .tab: form.choose(by: 1)
    case .backspace: form.rubOut()
    case .character(let letter): form.type(letter)
    default: break
    }
    home.panel = .servers(form)
  }

  mutating func mouse(
    _ action: Mouse.Action, _ control: Control, inServers form: ServersForm
  ) {
    var form = form
    switch (action, control) {
    case (.press(.left), .choice(let row)):
      let isChosen = form.row == row
      form.choose(row)
      home.panel = .servers(form)
      if isChosen { press(.enter, inServers: form) }
      return
    case (.wheelUp, .choice): form.choose(by: -1)
    case (.wheelDown, .choice): form.choose(by: 1)
    default: return
    }
    home.panel = .servers(form)
  }

  /// The servers to go to are these from now on.
  package mutating func know(_ servers: [ServerChoice]) {
    setup.servers = servers
    guard case .servers(var form) = home.panel else { return }
    form.know(servers)
    home.panel = .servers(form)
  }

  /// The program cannot go where the player wanted to: a sentence about why.
  package mutating func refuseServer(_ sentence: String) {
    guard case .servers(var form) = home.panel else { return }
    form.problem = sentence
    home.panel = .servers(form)
  }
}
