// A terminal with something drawn on it: bytes become keys, pictures become bytes, at most as fast
// as the terminal shows them, and whatever it says of itself changes how it is drawn on. What is
// drawn, and what keys mean to it, is not known here. Confined to its owner's queue.
// Invariant: while the terminal is not entered, nothing is drawn.

import Framing
import Game
import Glibc
import Net
import TerminalUI

/// What can be drawn on a terminal.
protocol Drawn {
  /// What is known of the terminal.
  var setup: ScreenSetup { get set }
  /// The terminal's size in cells.
  mutating func resize(columns: Int, rows: Int)
  /// The picture now.
  mutating func frame(at now: Instant) -> Canvas
  /// When the picture changes by itself; nil if it does not.
  func nextFrame(at now: Instant) -> Instant?
}

extension ScreenModel: Drawn {}
extension ReplayModel: Drawn {}
extension EyeModel: Drawn {}

/// What somebody does at a terminal.
enum DeskInput {
  /// A key, the mouse or a paste.
  case event(InputEvent)
  /// They want to end, or have closed the window.
  case end
}

/// A terminal that has been taken over, and what is drawn on it.
final class ScreenDesk<Model: Drawn> {
  /// What is drawn.
  var model: Model
  private let terminal: Terminal
  private var decoder: InputDecoder
  private var renderer: Renderer
  private var pacer = FramePacer()
  /// What was typed and not been taken: at first, what came while the terminal was asked.
  private var typed: ArraySlice<InputEvent>
  /// Whether the window is closed.
  private var isClosed = false
  /// When a lone escape is taken for the key of that name.
  private var escapeDue: Instant?
  /// When the next frame is wanted; nil if only news can bring one.
  private var frameDue: Instant?
  private let clock: Clock
  /// What is known of the terminal; late answers still count.
  private var detection: Detection
  /// When the terminal was asked.
  private let asked: Instant

  init(_ probed: ProbedTerminal, clock: Clock, model: Model) {
    self.model = model
    self.clock = clock
    terminal = probed.terminal
    decoder = probed.decoder
    typed = probed.typed[...]
    detection = probed.detection
    asked = probed.asked
    renderer = Renderer(for: probed.detection.traits)
    self.model.setup.glyphs = probed.detection.traits.glyphs
    if detection.offersKeyboardProtocol { terminal.useKeyboardProtocol() }
    resized()
  }

  var now: Instant { Instant(milliseconds: Int(clock.milliseconds())) }

  /// When `draw` wants to be called next, even if nothing happens; nil for never.
  var deadline: Instant? { [escapeDue, frameDue].compactMap(\.self).min() }

  // MARK: In

  /// Where keys come from, to be watched for readiness.
  var input: Int32 { terminal.input }

  /// The next thing that somebody has done; nil when there is nothing more.
  func next(at now: Instant) -> DeskInput? {
    // Between leaving the terminal and standing still it is the shell's. It takes what is typed
    // before anybody else can, and a read here would wait for the next key.
    if typed.isEmpty, terminal.isEntered, !isClosed {
      guard let bytes = terminal.read() else {
        isClosed = true
        return .end
      }
      if !bytes.isEmpty {
        typed = decoder.decode(bytes)[...]
        let patience = detection.escapeMilliseconds(afterAsking: now - asked)
        escapeDue = decoder.pendingEscape ? now + patience : nil
      }
    }
    // After long enough, an escape that nothing has followed is the key of that name.
    if typed.isEmpty, let due = escapeDue, due <= now {
      escapeDue = nil
      if let event = decoder.flushEscape() { typed = [event] }
    }
    while let event = typed.popFirst() {
      switch event {
      case .key(.character("c"), .control): return .end
      case .key(.character("z"), .control): _ = kill(getpid(), SIGTSTP)
      case .key(.character("l"), .control): renderer.forget()
      case .answer(let answer): learn(answer)
      default: return .event(event)
      }
    }
    return nil
  }

  /// Takes an answer that came after the first frame. What it says of the colors changes what is
  /// drawn from now on; the server was told what was known at the start.
  private func learn(_ answer: TerminalAnswer) {
    let before = detection.traits
    detection.receive(answer)
    if detection.offersKeyboardProtocol { terminal.useKeyboardProtocol() }
    model.setup.support = detection.support
    model.setup.glyphs = detection.traits.glyphs
    if detection.traits != before { renderer = Renderer(for: detection.traits) }
  }

  /// Uses these colors from now on, or what the terminal says of itself.
  func wish(for depth: ColorDepth?) {
    detection.wish(for: depth)
    model.setup.support = detection.support
    renderer = Renderer(for: detection.traits)
  }

  // MARK: Out

  /// Draws what is worth drawing.
  func draw(at now: Instant) {
    // While the job is stopped, the screen is the shell's.
    guard terminal.isEntered else { return frameDue = nil }
    let moment = Int64(now.milliseconds)
    if pacer.allows(at: moment), !terminal.isDrained { pacer.skipped(at: moment) }
    guard pacer.allows(at: moment) else {
      return frameDue = Instant(milliseconds: Int(pacer.next))
    }
    let frame = renderer.frame(model.frame(at: now))
    if !frame.isEmpty {
      terminal.write(frame)
      pacer.drew(at: moment)
    }
    frameDue = model.nextFrame(at: now)
    // A picture that stands still is written to its end, too.
    if terminal.isOwed {
      let next = Instant(milliseconds: Int(max(moment + 1, pacer.next)))
      frameDue = frameDue.map { min($0, next) } ?? next
    }
  }

  /// Rings the terminal's bell.
  func ring() {
    let bell: [UInt8] = [0x07]
    if terminal.isEntered { terminal.write(bell) }
  }

  /// Puts a text where other programs paste from (OSC 52); a terminal may not let it, and says so
  /// to nobody.
  func copy(_ text: String) {
    if terminal.isEntered {
      terminal.write(Array("\u{1b}]52;c;\(base64(Array(text.utf8)))\u{7}".utf8))
    }
  }

  // MARK: Around

  /// The terminal belongs to the shell until `resume`, or for good.
  func leave() {
    hearOut()
    terminal.leave()
  }

  /// The terminal may have been used by others meanwhile.
  func resume() {
    terminal.enter()
    renderer.forget()
  }

  /// The terminal's size may have changed.
  func resized() {
    let size = terminal.size
    model.resize(columns: size.columns, rows: size.rows)
  }

  /// Takes the answers that the terminal still owes, for as long as they usually need: the next
  /// program that reads from it would take them for keys.
  private func hearOut() {
    let deadline = now + detection.waitMilliseconds
    while terminal.isEntered, detection.awaitsAnswers(afterAsking: now - asked),
      isReadable(terminal.input, withinMilliseconds: max(0, deadline - now)),
      let bytes = terminal.read()
    {
      for case .answer(let answer) in decoder.decode(bytes) { detection.receive(answer) }
    }
  }
}
