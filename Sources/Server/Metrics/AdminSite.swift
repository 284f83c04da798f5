// What the admin listener answers, as a pure function: whether the server is alive, whether it
// wants players, and its metrics. It is for machines of the operator's, so it listens on loopback
// unless somebody says otherwise; it shows nobody's name and no room.

import Framing
import Measures

/// Whether a server takes players.
public enum Readiness: Equatable, Sendable {
  /// It does.
  case ready
  /// It does not, for a reason of a word or two.
  case notReady(String)

  /// Not yet.
  public static let starting = Self.notReady("starting")
  /// Not now: in its cluster it has no room, or the store takes nothing of them.
  public static let withoutShards = Self.notReady("no room can open here")
  /// Only until the matches are over that run.
  public static let draining = Self.notReady("draining")
  /// Not any more.
  public static let stopping = Self.notReady("stopping")
}

/// What a server that takes players cannot do, because its disk fails or its clock was wrong.
enum Lack: String, CaseIterable {
  /// Rooms do not outlive the process.
  case journal = "the journal is off"
  /// What has ended waits to be kept, or is not.
  case archive = "matches are not being kept"
  /// It has the date from before the machine's clock was set back, until no room is open.
  case time = "its time is ahead of the machine's clock until no room is open"
}

/// What becomes of a request.
enum AdminReply: Equatable {
  /// Send this whole response.
  case respond(WholeResponse)
  /// Ask the lanes, and send what `metrics(_:to:unixSeconds:)` makes of it.
  case askLanes
}

/// The pages for operators.
enum AdminSite {
  /// What is to be done about a request.
  ///
  /// - Parameter unixSeconds: now, from 1970 to 9999.
  static func answer(
    to head: RequestHead, readiness: Readiness, lacks: Set<Lack>, unixSeconds: Int
  ) -> AdminReply {
    func say(_ status: HTTPStatus, _ sentence: String) -> AdminReply {
      .respond(
        response(
          status, "text/plain; charset=utf-8", Array("\(sentence)\n".utf8), to: head,
          unixSeconds: unixSeconds))
    }
    switch (head.target.path, readiness) {
    case ("/metrics", _): return .askLanes
    case ("/healthz", _): return say(.ok, "alive")
    case ("/readyz", .ready):
      let sentences = Lack.allCases.filter(lacks.contains).map(\.rawValue)
      let reservation = sentences.isEmpty ? "" : ", but \(sentences.joined(separator: " and "))"
      return say(.ok, "ready\(reservation)")
    case ("/readyz", .notReady(let reason)): return say(.serviceUnavailable, reason)
    default: return say(.notFound, "there are /metrics, /healthz and /readyz")
    }
  }

  /// Refuses what is meant for another host. A page of anywhere can have its own name lead to this
  /// machine ("DNS rebinding"): its reader's browser then asks here, and shows it the answers. But
  /// the browser says by which name it asks, and nobody can have an address as a name, nor a name
  /// without dots, such as `localhost` or a container's. Programs may say none.
  static func checkHost(of head: RequestHead) throws(HTTPRefusal) {
    guard let host = head.authority?.host, host.contains("."), !host.hasPrefix("[") else { return }
    if IPAddress(Array(host.utf8)[...]) == nil {
      throw HTTPRefusal(.forbidden, "ask by an address, or by a name without dots")
    }
  }

  /// The response to a request for metrics.
  static func metrics(_ text: [UInt8], to head: RequestHead, unixSeconds: Int) -> WholeResponse {
    response(.ok, Exposition.mediaType, text, to: head, unixSeconds: unixSeconds)
  }

  private static func response(
    _ status: HTTPStatus, _ mediaType: String, _ body: [UInt8], to head: RequestHead,
    unixSeconds: Int
  ) -> WholeResponse {
    let fields = [HTTPField("Content-Type", mediaType), HTTPField("Cache-Control", "no-store")]
    return WholeResponse(status, fields, body, to: head, unixSeconds: unixSeconds)
  }
}
