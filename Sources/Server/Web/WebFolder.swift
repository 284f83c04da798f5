// The web client as a value: every file of a folder, in memory, ready to be sent. After it is made
// no request reaches the file system, because a path is only ever looked up in a table; what is not
// in the table does not exist. To serve a changed folder, make a new value.

public import Framing
import Net

/// The files that a server shows to browsers.
public struct WebFolder: Sendable {
  /// Why a folder cannot be served.
  public struct Failure: Error, CustomStringConvertible, Sendable {
    /// A sentence with the path and the reason.
    public let description: String

    init(_ description: String) { self.description = description }
  }

  /// What is sent for a path.
  private struct File: Sendable {
    /// What is said of it in every answer.
    let fields: [HTTPField]
    let tag: String
    let body: [UInt8]

    init(_ file: FolderReader.Found) {
      tag = "\"\(sha256(file.bytes).prefix(16).map(twoHexDigits).joined())\""
      // A browser asks each time whether what it has is still right, so a new client is seen at
      // once.
      fields = [
        HTTPField("Content-Type", MediaType.of(path: file.path)), HTTPField("ETag", tag),
        HTTPField("Cache-Control", "no-cache"),
      ]
      body = file.bytes
    }
  }

  /// By decoded path, `/` included.
  private let files: [String: File]

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
  }

  /// Whether there is anything to show at the root.
  public var hasIndex: Bool { files["/"] != nil }

  /// The whole response to a request.
  ///
  /// - Parameter unixSeconds: now, from 1970 to 9999.
  public func response(to head: RequestHead, unixSeconds: Int) -> [UInt8] {
    guard let file = files[head.target.path] else {
      return missing(head, unixSeconds: unixSeconds)
    }
    let isKnown = Self.matches(head.fields.list("If-None-Match"), file.tag)
    return wholeResponse(
      isKnown ? .notModified : .ok, file.fields, isKnown ? nil : file.body, to: head,
      unixSeconds: unixSeconds)
  }

  private func missing(_ head: RequestHead, unixSeconds: Int) -> [UInt8] {
    // The tag of the page that says so would name what is at this path.
    let page = files[Self.missingPagePath]
    let fields =
      page?.fields.filter { $0.name != "ETag" } ?? [
        HTTPField("Content-Type", "text/plain; charset=utf-8"),
        HTTPField("Cache-Control", "no-cache"),
      ]
    let body = page?.body ?? Array("404 Not Found: there is nothing here.\n".utf8)
    return wholeResponse(.notFound, fields, body, to: head, unixSeconds: unixSeconds)
  }

  /// Whether a client has what it asks for (RFC 9110, section 13.1.2); tags are compared weakly.
  private static func matches(_ known: [String], _ tag: String) -> Bool {
    known.contains { $0 == "*" || $0 == tag || $0 == "W/\(tag)" }
  }
}

private func twoHexDigits(_ byte: UInt8) -> String {
  (byte < 16 ? "0" : "") + String(byte, radix: 16)
}
