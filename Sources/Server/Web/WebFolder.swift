// The web client as a value: every file of a folder, in memory, ready to be sent. After it is made
// no request reaches the file system, because a path is only ever looked up in a table; what is not
// in the table does not exist. To serve a changed folder, make a new value.

import Framing
import Game
import Net
import Wire

/// The files that a server shows to browsers.
public struct WebFolder: Sendable {
  /// Why a folder cannot be served.
  public struct Failure: Error, CustomStringConvertible, Sendable {
    /// A sentence with the path and the reason.
    public let description: String

    init(_ description: String) { self.description = description }
  }

  /// What is sent for a path: the same file in each form that there is of it.
  private struct File: Sendable {
    let plain: Representation
    /// Nil where gzip makes it no smaller.
    let gzip: Representation?

    init(_ file: FolderReader.Found) {
      var fields = [
        HTTPField("Content-Type", MediaType.of(path: file.path)),
        // A browser asks each time whether what it has is still right, so a new client is seen at
        // once.
        HTTPField("Cache-Control", "no-cache"),
      ]
      let small = gzipped(file.bytes)
      // A cache that has one form has to ask again for a client that takes the other.
      if small != nil { fields.append(HTTPField("Vary", "Accept-Encoding")) }
      plain = Representation(fields, file.bytes)
      gzip = small.map { Representation(fields + [HTTPField("Content-Encoding", "gzip")], $0) }
    }

    /// The form that a request gets.
    func form(for codings: AcceptedCodings) -> Representation {
      codings.prefersGzip ? gzip ?? plain : plain
    }
  }

  /// A file as it is sent.
  private struct Representation: Sendable {
    /// What is said of it in every answer.
    let fields: [HTTPField]
    /// The bytes' own, so that two forms of a file differ.
    let tag: String
    let body: [UInt8]

    init(_ fields: [HTTPField], _ body: [UInt8]) {
      self.fields = fields
      self.body = body
      tag = "\"\(String(hex: sha256(body).prefix(16)))\""
    }
  }

  /// By decoded path, `/` included.
  private let files: [String: File]
  /// Folders that have a page, by their paths in lower case and without slashes around them.
  private let pages: [String: String]

  /// The page that is shown for paths that are not there, if the folder has one.
  private static let missingPagePath = "/404.html"
  private static let indexName = "index.html"

  /// No files: every path is answered with 404.
  public static let empty = Self(files: [])

  /// Reads a folder and all that is below it.
  ///
  /// - Throws: what cannot be read, or which limit it is beyond.
  public init(
    directory: String, limits: WebFolderLimits = WebFolderLimits()
  ) throws(Failure) {
    self.init(files: try FolderReader.read(directory, limits: limits))
  }

  private init(files found: [FolderReader.Found]) {
    var files: [String: File] = [:]
    for item in found {
      let file = File(item)
      files[item.path] = file
      if item.path.hasSuffix("/\(Self.indexName)") {
        files[String(item.path.dropLast(Self.indexName.count))] = file
      }
    }
    self.files = files
    // What would have to be escaped in an address is nothing that people type.
    let folders = files.keys.filter { path in
      path.count > 1 && path.hasSuffix("/") && path.utf8.allSatisfy(Self.isPlain)
    }
    pages = Dictionary(
      folders.map { ($0.dropFirst().dropLast().lowercased(), $0) }, uniquingKeysWith: min)
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch Unicode.Scalar(byte) {
    case "a"..."z", "A"..."Z", "0"..."9", "/", "-", "_", ".": true
    default: false
    }
  }

  /// Whether there is anything to show at the root.
  public var hasIndex: Bool { files["/"] != nil }

  /// The whole response to a request.
  ///
  /// - Parameter unixSeconds: now, from 1970 to 9999.
  func response(to head: RequestHead, unixSeconds: Int) -> WholeResponse {
    guard let file = files[head.target.path] else {
      return moved(head, unixSeconds: unixSeconds) ?? missing(head, unixSeconds: unixSeconds)
    }
    let codings = AcceptedCodings(head.fields)
    let known = head.fields.list("If-None-Match")
    let form = file.form(for: codings)
    // A client that has the other form, and takes it, keeps it: it is the same file.
    let usable = [form] + (codings.takesIdentity ? [file.plain] : [])
    let kept = usable.first { Self.matches(known, $0.tag) }
    let sent = kept ?? form
    return WholeResponse(
      kept == nil ? .ok : .notModified, sent.fields + [HTTPField("ETag", sent.tag)],
      kept == nil ? sent.body : nil, to: head, unixSeconds: unixSeconds)
  }

  /// The way to what was meant by a path that is not there; nil if nobody can say.
  private func moved(_ head: RequestHead, unixSeconds: Int) -> WholeResponse? {
    guard let place = meant(by: head.target.path, query: head.target.query) else { return nil }
    let fields = [HTTPField("Location", place), HTTPField("Cache-Control", "no-cache")]
    return WholeResponse(.found, fields, [], to: head, unixSeconds: unixSeconds)
  }

  /// Where people want to go who type a page without its slash, a match without its `#` or a
  /// room's code without it, and add what chats and sentences do.
  private func meant(by path: String, query: String?) -> String? {
    if let link = linked(by: path) { return link }
    let steps = path.split(separator: "/").map(Self.trimmed).filter { !$0.isEmpty }
    if let page = pages[steps.joined(separator: "/").lowercased()] {
      return page + (query.map { "?\($0)" } ?? "")
    }
    if steps.count == 2, let page = pages[steps[0].lowercased()], Int(steps[1]) != nil {
      return "\(page)#\(steps[1])"
    }
    guard hasIndex, let invitation = try? Invitation(path), invitation.server == nil,
      let room = invitation.room
    else { return nil }
    return "/#\(room.text)\(invitation.isStage ? "/stage" : "")"
  }

  /// The link to a match or a room that a path begins with, where only the full stop or bracket of
  /// a sentence follows: `/m/7` of `/m/7).`; nil if there is none.
  private func linked(by path: String) -> String? {
    guard let last = path.lastIndex(where: Self.isPart) else { return nil }
    let link = String(path[...last])
    guard link != path, let page = SharedPage(path: link), hasIndex || !page.leadsToClient
    else { return nil }
    return link
  }

  private static func isPart(_ letter: Character) -> Bool { letter.isLetter || letter.isNumber }

  /// From the first letter or digit to the last.
  private static func trimmed(_ step: Substring) -> Substring {
    guard let first = step.firstIndex(where: isPart), let last = step.lastIndex(where: isPart)
    else { return "" }
    return step[first...last]
  }

  /// The response to a request for what is not there.
  func missing(_ head: RequestHead, unixSeconds: Int) -> WholeResponse {
    // Without a tag: that of the page that says so would name what is at this path.
    let page = files[Self.missingPagePath]?.form(for: AcceptedCodings(head.fields))
    let fields =
      page?.fields ?? [
        HTTPField("Content-Type", "text/plain; charset=utf-8"),
        HTTPField("Cache-Control", "no-cache"),
      ]
    let body = page?.body ?? Array("404 Not Found: there is nothing here.\n".utf8)
    return WholeResponse(.notFound, fields, body, to: head, unixSeconds: unixSeconds)
  }

  /// Whether a client has what it asks for (RFC 9110, section 13.1.2); tags are compared weakly.
  static func matches(_ known: [String], _ tag: String) -> Bool {
    known.contains { $0 == "*" || $0 == tag || $0 == "W/\(tag)" }
  }
}
