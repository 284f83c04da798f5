// What a request for a shared page is answered with: the document or the picture, or why there is
// none. Where nobody may see it and where there is nothing the answer is the same.

import Framing
import Wire

/// What was found of a shared page.
enum SharedAnswer: Sendable {
  case match(PageDesk.Ready)
  case room(Listing)
  case absent
  case tooMany
  case notNow

  /// - Parameter room: the room that was asked for, if it is listed.
  init(_ outcome: PageDesk.Outcome, _ room: Listing?) {
    self =
      switch outcome {
      case .ready(let found): .match(found)
      case .welcome: room.map(SharedAnswer.room) ?? .absent
      case .absent: .absent
      case .tooMany: .tooMany
      case .notNow: .notNow
      }
  }
}

extension Website {
  /// The whole response to a request for a shared page.
  ///
  /// - Parameters:
  ///   - place: where the client has this server.
  ///   - unixSeconds: now, from 1970 to 9999.
  func response(
    to head: RequestHead, for page: SharedPage, _ answer: SharedAnswer, at place: String,
    unixSeconds: Int
  ) -> WholeResponse {
    let words = PageWords.liked(by: head.fields)
    let document = PageDocument(words: words, place: place)
    switch (page, answer) {
    case (.picture, .match(let found)):
      return picture(found, to: head, unixSeconds: unixSeconds)
    case (_, .match(let found)):
      return html(document.match(found.match), words, to: head, unixSeconds: unixSeconds)
    case (_, .room(let room)):
      return html(document.room(room), words, to: head, unixSeconds: unixSeconds)
    case (_, .absent): return folder.missing(head, unixSeconds: unixSeconds)
    case (_, .tooMany):
      return text(
        .tooManyRequests, "this address asks for too many pages", to: head,
        unixSeconds: unixSeconds)
    case (_, .notNow):
      return text(
        .serviceUnavailable, "the archive cannot be asked just now", to: head,
        unixSeconds: unixSeconds)
    }
  }

  private func html(
    _ text: String, _ words: PageWords, to head: RequestHead, unixSeconds: Int
  ) -> WholeResponse {
    let fields = [
      HTTPField("Content-Type", MediaType.of(path: ".html")),
      HTTPField("Cache-Control", "no-cache"), HTTPField("Content-Language", words.language),
      HTTPField("Vary", "Accept-Language"),
    ]
    return WholeResponse(.ok, fields, Array(text.utf8), to: head, unixSeconds: unixSeconds)
  }

  private func picture(
    _ found: PageDesk.Ready, to head: RequestHead, unixSeconds: Int
  ) -> WholeResponse {
    let isKnown = WebFolder.matches(head.fields.list("If-None-Match"), found.tag)
    let fields = [
      HTTPField("Content-Type", MediaType.of(path: ".png")),
      HTTPField("Cache-Control", "no-cache"), HTTPField("ETag", found.tag),
    ]
    return WholeResponse(
      isKnown ? .notModified : .ok, fields, isKnown ? nil : found.picture, to: head,
      unixSeconds: unixSeconds)
  }

  private func text(
    _ status: HTTPStatus, _ reason: String, to head: RequestHead, unixSeconds: Int
  ) -> WholeResponse {
    let fields = [
      HTTPField("Content-Type", "text/plain; charset=utf-8"),
      HTTPField("Cache-Control", "no-store"), HTTPField("Retry-After", "1"),
    ]
    let body = Array("\(status.rawValue) \(status.reasonPhrase): \(reason).\n".utf8)
    return WholeResponse(status, fields, body, to: head, unixSeconds: unixSeconds)
  }
}
