// The terminal as a device: its settings, its size, bytes in and bytes out. It knows no escape code
// but those that enter and leave a session, and decides nothing: when to draw and what keys mean is
// its owner's business. Confined to its owner's queue.
//
// It works on descriptors of its own. Whether a descriptor blocks is a property of the open file,
// which the shell and other programs on this terminal share; so theirs are left alone and the
// terminal is opened again. Where that is not allowed (a terminal that belongs to another user) the
// shared ones are used as they are: then a slow terminal can hold the program up, but nothing else
// changes.

import CLinux
import Glibc
import TerminalUI

/// A terminal to draw on and read keys from.
final class Terminal {
  /// Where keys come from, to be watched for readiness.
  let input: Int32
  private let output: Int32
  private let settings: termios
  /// Bytes that the terminal has not taken yet.
  private var waiting: ArraySlice<UInt8> = []
  private(set) var isEntered = false
  /// Whether keys come by kitty's protocol while the terminal is entered.
  private var hasKeyboardProtocol = false

  /// How much may be under way in the terminal's queue before it counts as slow, in bytes.
  private static let unshownBytesMax = 8 * 1024
  /// How long the way out may take on a terminal that does not take bytes, in milliseconds.
  private static let leaveMillisecondsMax = 500

  /// The terminal on standard input and output; nil if they are none.
  init?() {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0, isatty(STDOUT_FILENO) == 1 else { return nil }
    self.settings = settings
    let input = Terminal.reopen(STDIN_FILENO, O_RDONLY)
    let output = Terminal.reopen(STDOUT_FILENO, O_WRONLY)
    self.input = input >= 0 ? input : STDIN_FILENO
    self.output = output >= 0 ? output : STDOUT_FILENO
  }

  private static func reopen(_ descriptor: Int32, _ access: Int32) -> Int32 {
    open("/proc/self/fd/\(descriptor)", access | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
  }

  /// Columns and rows, as far as the terminal says; else 80 by 24.
  var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  // MARK: In and out

  /// Takes the terminal over: keys come as they are typed, nothing is echoed, no key is a signal.
  /// Does nothing where that is so already.
  func enter() {
    if isEntered && isRaw { return }
    isEntered = true
    var raw = settings
    cfmakeraw(&raw)
    tcsetattr(input, TCSANOW, &raw)
    waiting = Terminal.bytes(of: TerminalSession.enter)[...]
    if hasKeyboardProtocol { waiting += Terminal.bytes(of: TerminalSession.pushKeyboard) }
    flush()
  }

  /// Has keys told by kitty's protocol from now on, as a terminal that offers it was found to.
  func useKeyboardProtocol() {
    if hasKeyboardProtocol { return }
    hasKeyboardProtocol = true
    write(Terminal.bytes(of: TerminalSession.pushKeyboard))
  }

  /// Whether keys come as they are typed. The shell that stopped and continued this job may have
  /// changed that.
  private var isRaw: Bool {
    var now = termios()
    return tcgetattr(input, &now) == 0 && now.c_lflag & tcflag_t(ICANON | ECHO) == 0
  }

  /// Gives the terminal back as it was. A frame that it has taken only in part is cut off: the way
  /// out begins with an escape, which ends whatever was unfinished.
  func leave() {
    if !isEntered { return }
    isEntered = false
    waiting = hasKeyboardProtocol ? Terminal.bytes(of: TerminalSession.popKeyboard)[...] : []
    waiting += Terminal.bytes(of: TerminalSession.leave)
    var patience = Terminal.leaveMillisecondsMax
    flush()
    while !waiting.isEmpty && patience > 0 {
      let pause = 20
      var ready = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
      // A terminal whose other end is gone is always ready and takes nothing.
      if poll(&ready, 1, Int32(pause)) > 0 && Int32(ready.revents) & POLLOUT == 0 { break }
      patience -= pause
      flush()
    }
    waiting = []
    // Keys and reports that came too late were not meant for the shell.
    tcflush(input, TCIFLUSH)
    var settings = settings
    tcsetattr(input, TCSANOW, &settings)
  }

  private static func bytes(of text: StaticString) -> [UInt8] {
    text.withUTF8Buffer { Array($0) }
  }

  // MARK: Bytes

  /// What has been typed since; nil once the terminal is gone.
  func read() -> [UInt8]? { available(from: input) }

  /// Writes bytes, all of them sooner or later: what the terminal does not take now, `flush` tries
  /// again. A terminal that is not entered is somebody else's, and gets nothing.
  func write(_ bytes: [UInt8]) {
    if isEntered { waiting += bytes }
    flush()
  }

  /// Whether the terminal has shown, or is about to show, all that was written. If not, whatever is
  /// drawn now would only be late.
  var isDrained: Bool {
    flush()
    return waiting.isEmpty
      && clinux_terminal_unshown_bytes(output) <= Terminal.unshownBytesMax
  }

  /// Whether it has not taken all that was written.
  var isOwed: Bool { !waiting.isEmpty }

  private func flush() {
    while !waiting.isEmpty {
      let count = waiting.withUnsafeBytes { Glibc.write(output, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      // Full, or gone: the next read tells which.
      if count <= 0 { return }
      waiting = waiting.dropFirst(count)
    }
  }
}

/// What can be read from a descriptor without waiting; nil at its end. It may be one that blocks.
func available(from descriptor: Int32) -> [UInt8]? {
  let readBytesMax = 4 * 1_024
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: readBytesMax)
  // To the last byte: after a hang-up a Dispatch source says nothing more.
  while isReadable(descriptor, withinMilliseconds: 0) {
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    if count > 0 {
      bytes += buffer[..<count]
    } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
      return bytes.isEmpty ? nil : bytes
    }
  }
  return bytes
}

/// Waits until something can be read from a descriptor, its end included.
func isReadable(_ descriptor: Int32, withinMilliseconds milliseconds: Int) -> Bool {
  var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  return poll(&ready, 1, Int32(milliseconds)) > 0
}
