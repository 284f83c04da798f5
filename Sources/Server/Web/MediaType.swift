// What a file is, by the end of its name: the few kinds that a web client is made of. A browser is
// told not to guess, so a wrong line here is a page that does not work.

/// The `Content-Type` of a file.
enum MediaType {
  /// By extension, in lower case.
  private static let byExtension = [
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "ico": "image/x-icon",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "map": "application/json",
    "mjs": "text/javascript; charset=utf-8",
    "png": "image/png",
    "svg": "image/svg+xml",
    "tsv": "text/tab-separated-values; charset=utf-8",
    "txt": "text/plain; charset=utf-8",
    "webmanifest": "application/manifest+json",
    "woff2": "font/woff2",
  ]

  /// What any other file is: bytes, which a browser shows to nobody.
  static let unknown = "application/octet-stream"

  /// The type of the file at a path, by what follows the last dot of its name.
  static func of(path: String) -> String {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return unknown }
    return byExtension[name[name.index(after: dot)...].lowercased()] ?? unknown
  }
}
