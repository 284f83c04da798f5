// What is told this network of a room, and the way to a game that was found there.

import ClientCore
import Game
import Net
import TerminalUI
import Wire

/// A room as its network hears of it, but for the certificate of its server.
struct RoomNotice: Equatable, Sendable {
  let name: String
  private let room: Announcement.Room

  init(_ model: RoomModel) {
    let settings = model.settings
    name = settings.name
    room = Announcement.Room(
      mode: settings.rules.mode.name, taken: min(model.seats.count, settings.seats),
      seats: settings.seats, isPlaying: model.isRunning,
      // A host who hides a room tells its code to nobody.
      code: settings.isPublic ? model.code : nil)
  }

  /// All that is announced.
  func announcement(certificate: CertificateFingerprint?) -> Announcement {
    Announcement(
      .room(room), hasTLS: certificate != nil, fingerprint: certificate.map { "\($0)" })
  }
}

extension Address {
  /// The way to a game of this network, which is trusted no further than somebody says; nil if it
  /// is none.
  init?(_ game: NearbyGame) {
    let security: Security
    if let text = game.announcement.fingerprint {
      guard let fingerprint = CertificateFingerprint(text) else { return nil }
      security = .announced(fingerprint)
    } else {
      security = game.announcement.hasTLS ? .tls : .none
    }
    self.init(
      Endpoint(host: game.host, port: game.port), security: security,
      room: game.announcement.code)
  }
}
