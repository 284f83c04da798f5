// The servers to go to: an address to be typed, and below it those that one was on. Whether what is
// typed is an address, the program says; here are only the words.

import ClientCore
import Game
import Wire

/// Choosing a server.
struct ServersForm: Equatable, Sendable {
  private(set) var servers: [ServerChoice]
  /// The chosen row: 0 is where an address is typed, then the servers.
  private(set) var row: Int
  private(set) var typed = ""
  /// Why the program could not go there: a sentence.
  var problem: String?

  /// Longer than any address with its fingerprint.
  static let charactersMax = 300

  init(_ servers: [ServerChoice]) {
    self.servers = servers
    row = servers.isEmpty ? 0 : 1
  }

  /// The chosen address; nil when nothing is typed.
  var choice: String? {
    guard row == 0 else { return servers[row - 1].address }
    return typed.isEmpty ? nil : typed
  }

  /// What is found on this network comes and goes; the choice stays where it is.
  mutating func know(_ servers: [ServerChoice]) {
    let chosen = row == 0 ? nil : self.servers[row - 1].address
    self.servers = servers
    guard let chosen else { return }
    let index = servers.firstIndex { $0.address == chosen }
    row = index.map { $0 + 1 } ?? min(row, servers.count)
  }

  /// Whether somebody on this network says that there is a game.
  var isNearby: Bool { row > 0 && servers[row - 1].news != nil }

  /// Moves to another row, around the ends.
  mutating func choose(by places: Int) {
    row = (row + places + servers.count + 1) % (servers.count + 1)
  }

  /// Points at a row, if it is there.
  mutating func choose(_ row: Int) {
    if (0...servers.count).contains(row) { self.row = row }
  }

  /// Adds to the address; there are no blanks in one.
  mutating func type(_ letter: Unicode.Scalar) {
    row = 0
    problem = nil
    guard letter.value > 0x20, letter.value != 0x7f, typed.count < ServersForm.charactersMax else {
      return
    }
    typed.unicodeScalars.append(letter)
  }

  /// Adds an address as it was pasted. A space may divide it from its room.
  mutating func paste(_ text: String) {
    (row, problem) = (0, nil)
    let words = "\(typed)\(text)".unicodeScalars.split { $0.value <= 0x20 || $0.value == 0x7f }
    typed = String(words.map(String.init).joined(separator: " ").prefix(ServersForm.charactersMax))
  }

  mutating func rubOut() {
    row = 0
    problem = nil
    typed = String(typed.dropLast())
  }
}

extension Sheet {
  /// Rows of the panel that are no servers: the field, a blank, a remark and the keys with theirs.
  private static let serverRowsBeside = 6

  mutating func servers(_ form: ServersForm) {
    let count = form.servers.count
    let inside = panel(
      width: 72, height: count + Sheet.serverRowsBeside + 4, title: Words["another server"])
    addressField(form, inside)
    let visible = max(0, min(count, inside.height - Sheet.serverRowsBeside))
    let first = max(0, min(form.row - 1 - visible / 2, count - visible))
    for index in first..<first + visible {
      let row = inside.row + 2 + index - first
      let isChosen = form.row == index + 1
      if isChosen { chosenRow(inside, row: row) }
      let server = form.servers[index]
      let news = server.news.map { Say.fitting($0, in: inside.width / 2) } ?? ""
      let start = canvas.text(news, endColumn: inside.endColumn, row: row, .label)
      canvas.text(
        server.name, column: inside.column, row: row, isChosen ? .strong : .text,
        limit: server.news == nil ? inside.width : start - inside.column - 2)
      hits.mark(inside.line(row), as: .choice(index + 1))
    }
    let hint =
      form.isNearby
      ? Words["Found on this network, under the name that it gives itself."]
      : count > 0
        ? Words["The servers you used, newest first."]
        : Words["HOST, HOST:PORT or tls://HOST."]
    canvas.text(
      form.problem ?? hint, column: inside.column, row: inside.endRow - 3,
      form.problem == nil ? .dim : .bright, limit: inside.width)
    answers(Words["go there"], chooses: true, inside)
  }

  private mutating func addressField(_ form: ServersForm, _ inside: Area) {
    let isChosen = form.row == 0
    let field = inside.line(inside.row)
    canvas.fill(field, Neutral.rail)
    hits.mark(field, as: .choice(0))
    // The end of a long address is where the typing goes on.
    let shown = String(form.typed.suffix(inside.width - 1))
    let end = canvas.text(shown, column: inside.column, row: inside.row, .strong)
    if form.typed.isEmpty {
      canvas.text(
        Words["type or paste an address"], column: inside.column + 2, row: inside.row, .dim)
    }
    if isChosen { canvas.park(column: end, row: inside.row, visibly: true) }
  }
}
