// A person's terminal window with the game in it: a pseudo-terminal whose near end the test holds,
// a screen, and the client that runs on its far end. What is seen, what is typed, how it ends and
// what it leaves behind are all here.

import CLinux
import Glibc
import Testing

/// A program in a terminal of its own.
@Stage
final class Window: Listener {
  /// The process that a shell would have started.
  let process: pid_t
  private(set) var screen: Screen
  /// How it ended; nil while it runs.
  private(set) var end: End?
  private var near: Int32
  /// The far end, kept open to look at its settings and to keep what it says when all others close
  /// it.
  private let far: Int32
  private let settingsBefore: termios

  init(
    _ arguments: [String], of program: Program = .client, columns: Int = 80, rows: Int = 24,
    environment: [String: String] = [:]
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
    screen = Screen(columns: columns, rows: rows)
    process = try start(
      program, arguments,
      environment: Window.usual.merging(environment) { _, new in new },
      terminal: path)
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
    var buffer = [UInt8](repeating: 0, count: 16 * 1024)
    while !isIgnored {
      let count = read(near, &buffer, buffer.count)
      if count <= 0 { break }
      byteCount += count
      screen.write(buffer[..<count])
      type(screen.takeAnswers())
    }
    var status: Int32 = 0
    if end == nil, waitpid(process, &status, WNOHANG) == process {
      end = End(waitStatus: status)
      // What it wrote last may have come meanwhile.
      listen()
    }
  }

  // MARK: Doing

  func type(_ text: String) { type(Array(text.utf8)) }

  private func type(_ bytes: [UInt8]) {
    if !bytes.isEmpty { write(near, bytes, bytes.count) }
  }

  /// Closes the window, as a person does who has had enough.
  func close() {
    if near >= 0 { Glibc.close(near) }
    near = -1
  }

  /// Makes the window another size.
  func resize(columns: Int, rows: Int) {
    listen()
    screen = Screen(columns: columns, rows: rows, modes: screen.modes)
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(near, UInt(TIOCSWINSZ), &size)
  }

  // MARK: Looking

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

  /// What a failed test should show.
  var scene: String {
    "screen:\n\(screen.text)\n--- below it:\n\(screen.transcript)\n--- \(String(describing: end))"
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
