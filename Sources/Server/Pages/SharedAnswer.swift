// What a request about matches and rooms is answered with: the document, the picture, the record or
// JSON, or why there is none. Where nobody may see it and where there is nothing the answer is the
// same.

import Framing
import Rooms
import Wire

/// What was found.
enum SharedAnswer: Sendable {
  case match(PageDesk.Ready)
  case picture(PageDesk.Picture)
  case room(Listing)
  case rooms([Listing])
  case board([ServerMessage])
  case absent
  case tooMany
  case notNow

  /// What a desk has found of a page, or a hall that lists the rooms that there are.
  init(_ found: PageDesk.Outcome, of page: SharedPage, in hall: Hall) {
    switch (found, page) {
    case (.ready(let match), _): self = .match(match)
    case (.picture(let picture), _): self = .picture(picture)
    case (.board(let lines), _): self = .board(lines)
    case (.welcome, .room(let code)): self = hall.listing(of: code).map(Self.room) ?? .absent
    case (.welcome, .rooms(let mode)): self = .rooms(hall.listings(of: mode))
    case (.absent, _), (.welcome, _): self = .absent
    case (.tooMany, _): self = .tooMany
    case (.notNow, _): self = .notNow
    }
  }
}

extension Website {
  /// The whole response to a request about matches and rooms.
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
    func told(_ body: [UInt8], as ending: String) -> WholeResponse {
      let fields = [
        HTTPField("Content-Type", MediaType.of(path: ending)),
        HTTPField("Cache-Control", "no-cache"),
      ]
      return WholeResponse(.ok, fields, body, to: head, unixSeconds: unixSeconds)
    }
    func refused(_ status: HTTPStatus, _ reason: String) -> WholeResponse {
      text(status, reason, to: head, unixSeconds: unixSeconds)
    }
    switch (page, answer) {
    case (_, .picture(let found)):
      return picture(found, to: head, unixSeconds: unixSeconds)
    case (.record, .match(let found)):
      return found.record.map { told($0, as: ".txt") }
        ?? refused(.notFound, "the record is too long for one answer; REPLAY tells it in pieces")
    case (.result, .match(let found)): return told(found.match.json.line, as: ".json")
    case (_, .match(let found)):
      return html(document.match(found.match), words, to: head, unixSeconds: unixSeconds)
    case (_, .room(let room)):
      return html(document.room(room), words, to: head, unixSeconds: unixSeconds)
    case (_, .rooms(let rooms)): return told(JSON(rooms: rooms).line, as: ".json")
    case (_, .board(let lines)):
      guard let board = JSON(board: lines) else {
        return refused(.serviceUnavailable, "the archive cannot be asked just now")
      }
      return told(board.line, as: ".json")
    case (_, .absent):
      return page.leadsToClient
        ? folder.missing(head, unixSeconds: unixSeconds)
        : refused(.notFound, "there is nothing here that everybody may see")
    case (_, .tooMany):
      return refused(.tooManyRequests, "this address asks for too many pages")
    case (_, .notNow):
      return refused(.serviceUnavailable, "the archive cannot be asked just now")
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
    _ found: PageDesk.Picture, to head: RequestHead, unixSeconds: Int
  ) -> WholeResponse {
    let isKnown = WebFolder.matches(head.fields.list("If-None-Match"), found.tag)
    let fields = [
      HTTPField("Content-Type", MediaType.of(path: ".png")),
      HTTPField("Cache-Control", "no-cache"), HTTPField("ETag", found.tag),
    ]
    return WholeResponse(
      isKnown ? .notModified : .ok, fields, isKnown ? nil : found.file, to: head,
      unixSeconds: unixSeconds)
  }

  /// A sentence for the person behind a program.
  func text(
    _ status: HTTPStatus, _ reason: String, to head: RequestHead, unixSeconds: Int
  ) -> WholeResponse {
    let later = status == .tooManyRequests || status == .serviceUnavailable
    let fields =
      [
        HTTPField("Content-Type", "text/plain; charset=utf-8"),
        HTTPField("Cache-Control", "no-store"),
      ] + (later ? [HTTPField("Retry-After", "1")] : [])
    let body = Array("\(status.rawValue) \(status.reasonPhrase): \(reason).\n".utf8)
    return WholeResponse(status, fields, body, to: head, unixSeconds: unixSeconds)
  }
}
