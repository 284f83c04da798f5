// A person's terminal window with the game in it: a pseudo-terminal whose near end the test holds,
// a screen, and the client that runs on its far end. What is seen, what is typed, how it ends and
// what it leaves behind are all here.

import CLinux
import Glibc
import Net

/// A program in a terminal of its own.
@Stage
final class Window: Started {
  let process: pid_t
  private(set) var screen: Screen
  private(set) var end: End?
  private var near: Int32
  /// The far end, kept open to look at its settings and to keep what it says when all others close
  /// it.
  private let far: Int32
  private let settingsBefore: termios
  private let clock = Clock()
  /// Answers that are under way to the program, each with when it gets there.
  private var underWay: [(due: Int64, bytes: [UInt8])] = []

  init(
    _ arguments: [String], of program: Program = .client, columns: Int = 80, rows: Int = 24,
    kind: TerminalKind = .modern, environment: [String: String] = [:], error: Int32? = nil
  ) throws {
    near = clinux_pseudo_terminal_open()
    guard near >= 0, let path = Window.path(ofFarEnd: near) else {
      throw Missed(description: "no pseudo-terminal: \(String(cString: strerror(errno)))")
    }
    far = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(near, UInt(TIOCSWINSZ), &size)
    _ = fcntl(near, F_SETFL, O_NONBLOCK)
    var settings = termios()
    tcgetattr(far, &settings)
    settingsBefore = settings
    screen = Screen(columns: columns, rows: rows, kind: kind)
    process = try start(
      program, arguments,
      environment: Window.usual.merging(kind.environment) { _, new in new }
        .merging(environment) { _, new in new },
      terminal: path, error: error)
  }

  isolated deinit {
    if end == nil {
      kill(-process, SIGKILL)
      waitpid(process, nil, 0)
    }
    close()
    Glibc.close(far)
  }

  private static let usual = [
    "TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "PS1": "> ",
    "DBUS_SYSTEM_BUS_ADDRESS": PlainRun.noBus,
  ]

  private static func path(ofFarEnd near: Int32) -> String? {
    var number: Int32 = 0
    // TIOCGPTN, which Glibc's module lacks.
    return ioctl(near, 0x8004_5430, &number) == 0 ? "/dev/pts/\(number)" : nil
  }

  // MARK: Listening

  var descriptors: [Int32] { end == nil && near >= 0 && !isIgnored ? [near] : [] }

  /// How many bytes have come.
  private(set) var byteCount = 0
  /// Whether nobody reads what the program writes, as a terminal that hangs.
  var isIgnored = false

  func listen() {
    hear()
    deliver()
    var status: Int32 = 0
    if end == nil, waitpid(process, &status, WNOHANG) == process {
      if !isIgnored { hearOut() }
      end = End(waitStatus: status)
    }
  }

  private func hear() {
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    while !isIgnored {
      let count = read(near, &buffer, buffer.count)
      if count <= 0 { return }
      byteCount += count
      screen.write(buffer[..<count])
      let answers = screen.takeAnswers()
      if !answers.isEmpty { underWay.append((clock.milliseconds() + screen.kind.delay, answers)) }
    }
  }

  /// Hears all that was written before the end. The system carries it from one end to the other
  /// when it has time, so a mark is sent after it.
  private func hearOut() {
    var mark: UInt8 = 0x05
    let marks = screen.marks
    guard near >= 0, write(far, &mark, 1) == 1 else { return }
    while screen.marks == marks {
      var ready = pollfd(fd: near, events: Int16(POLLIN), revents: 0)
      if poll(&ready, 1, -1) <= 0 { return }
      hear()
    }
  }

  /// Hands over the answers that are due: whole, or a few bytes each time.
  private func deliver() {
    while let first = underWay.first, first.due <= clock.milliseconds() {
      underWay.removeFirst()
      guard screen.kind.isHalting else {
        type(first.bytes)
        continue
      }
      let pieceBytes = 11
      type(Array(first.bytes.prefix(pieceBytes)))
      let rest = Array(first.bytes.dropFirst(pieceBytes))
      if !rest.isEmpty { underWay.insert((first.due, rest), at: 0) }
      return
    }
  }

  /// Whether all answers have got to the program.
  var hasAnswered: Bool { underWay.isEmpty }

  // MARK: Doing

  func type(_ text: String) { type(Array(text.utf8)) }

  private func type(_ bytes: [UInt8]) {
    if !bytes.isEmpty { write(near, bytes, bytes.count) }
  }

  /// Stops reading, and has the program draw until the terminal takes no more of it.
  func fill() throws {
    isIgnored = true
    guard let player else { throw Missed(description: "nobody draws") }
    func writtenBytes(_ process: pid_t) -> Int {
      let lines = contents(of: "/proc/\(process)/io").split(separator: "\n")
      return lines.first { $0.hasPrefix("wchar: ") }.flatMap { Int($0.dropFirst(7)) } ?? 0
    }
    var before = writtenBytes(player)
    var picturesLeftOut = 0
    // Each Ctrl-L asks for a whole new picture, until the terminal has no space for another.
    try wait(for: "a full terminal", hearing: [self]) {
      type("\u{0c}")
      let now = writtenBytes(player)
      // Less than a picture, such as the wakes of its threads.
      picturesLeftOut = now - before < 500 ? picturesLeftOut + 1 : 0
      before = now
      return picturesLeftOut == 40
    }
  }

  /// Closes the window, as a person does who has had enough.
  func close() {
    if near >= 0 { Glibc.close(near) }
    near = -1
  }

  /// Makes the window another size.
  func resize(columns: Int, rows: Int) {
    listen()
    screen.resize(columns: columns, rows: rows)
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(near, UInt(TIOCSWINSZ), &size)
  }

  // MARK: Looking

  /// Waits until the screen shows something.
  func shows(_ words: String, hearing others: [any Listener] = []) throws {
    try wait(for: words, hearing: [self] + others) { screen.text.contains(words) }
  }

  /// Presses on a cell, drags along its row and lets go; columns and rows count from 0.
  func drag(row: Int, from start: Int, to end: Int) {
    type("\u{1b}[<0;\(start + 1);\(row + 1)M")
    for column in stride(from: start, through: end, by: end < start ? -1 : 1) {
      type("\u{1b}[<32;\(column + 1);\(row + 1)M")
    }
    type("\u{1b}[<0;\(end + 1);\(row + 1)m")
  }

  /// The process that draws: the child of the one that was started. Nil before it is there.
  var player: pid_t? { child(of: process) }

  /// What is not as it was before the program came: the terminal's settings, and its modes.
  var leftovers: [String] {
    var left: [String] = []
    var settings = termios()
    tcgetattr(far, &settings)
    let now = [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag]
    let before = [
      settingsBefore.c_iflag, settingsBefore.c_oflag, settingsBefore.c_cflag,
      settingsBefore.c_lflag,
    ]
    if now != before { left.append("settings \(now), before \(before)") }
    let modes = screen.modes.symmetricDifference(Screen.usualModes)
    left += modes.sorted().map { "mode \($0)" }
    return left
  }

  var scene: String {
    """
    screen:
    \(screen.text)
    --- below it:
    \(screen.transcript)
    --- \(String(describing: end))
    """
  }
}

/// A small file's text; empty if it cannot be read.
func contents(of path: String) -> String {
  let file = open(path, O_RDONLY | O_CLOEXEC)
  guard file >= 0 else { return "" }
  defer { close(file) }
  var buffer = [UInt8](repeating: 0, count: 4096)
  let count = read(file, &buffer, buffer.count)
  return String(decoding: buffer[..<max(0, count)], as: UTF8.self)
}

/// The first child of a process.
func child(of process: pid_t) -> pid_t? {
  let children = contents(of: "/proc/\(process)/task/\(process)/children")
  return children.split(separator: " ").first.flatMap { pid_t($0) }
}

/// Whether a process has ended, even if nobody has taken note of it yet.
func isGone(_ process: pid_t) -> Bool {
  kill(process, 0) != 0 || contents(of: "/proc/\(process)/stat").contains(") Z ")
}
