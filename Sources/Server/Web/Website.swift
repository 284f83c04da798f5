// What the game's port answers to browsers, as a pure function from a request to what is to be
// done: `/play` is the game over a WebSocket, everything else a file of the web client. It opens
// nothing and sends nothing.

public import Framing

/// Everything that a server shows over HTTP.
public struct Website: Sendable {
  /// What becomes of a request.
  public enum Answer: Equatable, Sendable {
    /// Send this whole response, and close then if the connection is not to be kept.
    case respond([UInt8], keepsConnection: Bool)
    /// Open a WebSocket and speak lines.
    case upgrade(WebSocketUpgrade)
  }

  /// The files.
  public var folder: WebFolder
  /// Whose pages may play.
  public var origins: OriginPolicy

  /// Where the game is.
  public static let playPath = "/play"
  /// What is spoken there.
  public static let subprotocol = "chromatch.1"

  /// A site of these files, whose game is open to these pages.
  public init(folder: WebFolder, origins: OriginPolicy) {
    self.folder = folder
    self.origins = origins
  }

  /// What is to be done about a request, or about what was to be one and is none.
  ///
  /// - Parameter unixSeconds: now, from 1970 to 9999.
  public func answer(
    to request: Result<RequestHead, HTTPRefusal>, unixSeconds: Int
  ) -> Answer {
    switch request {
    case .success(let head): return answer(to: head, unixSeconds: unixSeconds)
    case .failure(let refusal):
      let response = Self.response(refusing: refusal, unixSeconds: unixSeconds, withBody: true)
      return .respond(response, keepsConnection: false)
    }
  }

  /// What is to be done about a request.
  ///
  /// - Parameter unixSeconds: now, from 1970 to 9999.
  public func answer(to head: RequestHead, unixSeconds: Int) -> Answer {
    guard head.target.path == Self.playPath else {
      let response = folder.response(to: head, unixSeconds: unixSeconds)
      return .respond(response, keepsConnection: head.keepsConnection)
    }
    do throws(HTTPRefusal) {
      try origins.check(head)
      return .upgrade(try WebSocketUpgrade(head, subprotocol: Self.subprotocol))
    } catch {
      let response = Self.response(
        refusing: error, unixSeconds: unixSeconds, withBody: head.method == .get)
      return .respond(response, keepsConnection: false)
    }
  }

  /// The whole response to a request that is refused, also to one that could not be read at all.
  /// The connection closes after it.
  ///
  /// - Parameters:
  ///   - unixSeconds: now, from 1970 to 9999.
  ///   - withBody: false if the request was HEAD.
  public static func response(
    refusing refusal: HTTPRefusal, unixSeconds: Int, withBody: Bool
  ) -> [UInt8] {
    refusal.response(
      fields: [
        HTTPField("Date", httpDate(unixSeconds: unixSeconds)),
        HTTPField("Cache-Control", "no-store"),
      ] + SecurityFields.all,
      withBody: withBody)
  }
}
