// Who plays, as far as a server is told, and the sessions that this makes: one at the start, and a
// new one whenever the player wants to look different, which a server only learns from a new HELLO.

import ClientCore
import Game
import Net
import Server
import TerminalUI
import Wire

/// The one whose seat it is.
struct LocalPlayer {
  private var hello: Hello
  private let intent: Intent
  private let selfPlay: SelfPlay?
  private let prover: Prover?
  /// Whether to be ready for the first match at once.
  let isEager: Bool
  /// The name of the person's account, until a room has kept it as theirs.
  private(set) var proposal: String?

  /// - Parameter depth: the colors that the player sees.
  init(_ plan: Plan, depth: ColorDepth) {
    hello = Hello(
      name: plan.player.name, icon: plan.player.icon,
      app: "chromatch/\(Configuration.version)", depth: depth.bits)
    intent = plan.opensWall ? .browse : plan.intent
    selfPlay = plan.selfPlay
    prover = plan.identity.flatMap(Prover.init)
    isEager = plan.isEager && plan.selfPlay == nil
    proposal = plan.player.isProposed && plan.selfPlay == nil ? plan.player.name : nil
  }

  /// The session that the plan wants.
  func session() -> Session { session(intent) }

  /// The player has decided something; servers hear of it from the next session on.
  mutating func take(_ preference: Preference) {
    switch preference {
    case .name(let name): (hello.name, proposal) = (name, nil)
    case .icon(let icon): hello.icon = icon
    case .color, .calm, .bell, .server: break
    }
  }

  /// The player sees other colors.
  mutating func sees(_ depth: ColorDepth) { hello.depth = depth.bits }

  /// A session that looks on in a room, as the same person.
  func session(watching room: RoomCode) -> Session {
    Session(
      intent: .watch(room, password: nil), hello: hello,
      secret: randomBytes(LocalPlayer.secretBytes), hashing: .openSSL, selfPlay: nil)
  }

  private static let secretBytes = 32

  /// A session that wants something else.
  func session(_ intent: Intent) -> Session {
    var session = Session(
      intent: intent, hello: hello, secret: randomBytes(LocalPlayer.secretBytes), hashing: .openSSL,
      selfPlay: selfPlay)
    session.prover = prover
    return session
  }
}

extension Prover {
  /// The owner of a secret key.
  init?(_ secret: SecretKey) {
    guard let key = PublicKey(of: secret) else { return nil }
    self.init(key: key) { ed25519Signature(of: $0, seed: secret.seed) ?? [] }
  }
}

extension ColorDepth {
  /// How HELLO says it.
  fileprivate var bits: Int {
    switch self {
    case .monochrome: 0
    case .palette16: 4
    case .palette256: 8
    case .truecolor: 24
    }
  }
}
