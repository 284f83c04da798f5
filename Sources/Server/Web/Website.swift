// What the game's port answers to browsers, as a pure function from a request to what is to be
// done: `/play` is the game over a WebSocket, `/m/7` and `/r/WAVE` are pages of what others have
// played and play, `/api` is the same for programs, everything else is a file of the web client. It
// opens nothing and sends nothing.

public import Framing
import Wire

/// What becomes of a request.
enum WebReply: Equatable {
  /// Send this whole response, and close then if the connection is not to be kept.
  case respond(WholeResponse, keepsConnection: Bool)
  /// Look up what is asked about a match or rooms.
  case share(SharedPage, RequestHead)
  /// Open a WebSocket and speak lines.
  case upgrade(WebSocketUpgrade)
}

/// Everything that a server shows over HTTP.
public struct Website: Sendable {
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
  func answer(to request: Result<RequestHead, HTTPRefusal>, unixSeconds: Int) -> WebReply {
    switch request {
    case .success(let head): return answer(to: head, unixSeconds: unixSeconds)
    case .failure(let refusal):
      let response = WholeResponse(refusing: refusal, unixSeconds: unixSeconds, withBody: true)
      return .respond(response, keepsConnection: false)
    }
  }

  /// What is to be done about a request.
  ///
  /// - Parameter unixSeconds: now, from 1970 to 9999.
  func answer(to head: RequestHead, unixSeconds: Int) -> WebReply {
    do throws(RefusalLine) {
      if let page = try SharedPage(head.target), folder.hasIndex || !page.leadsToClient {
        return .share(page, head)
      }
    } catch {
      let response = text(
        .badRequest, error.text ?? error.code.rawValue, to: head, unixSeconds: unixSeconds)
      return .respond(response, keepsConnection: head.keepsConnection)
    }
    guard head.target.path == Self.playPath else {
      let response = folder.response(to: head, unixSeconds: unixSeconds)
      return .respond(response, keepsConnection: head.keepsConnection)
    }
    do throws(HTTPRefusal) {
      try origins.check(head)
      return .upgrade(try WebSocketUpgrade(head, subprotocol: Self.subprotocol))
    } catch {
      let response = WholeResponse(
        refusing: error, unixSeconds: unixSeconds, withBody: head.method == .get)
      return .respond(response, keepsConnection: false)
    }
  }
}
