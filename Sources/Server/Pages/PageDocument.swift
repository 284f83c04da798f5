// The documents behind shared links: what a preview reads, and what is readable without a script.
// Names and all other texts of peers are escaped; links lead to the pages that need scripts.
// Invariant: nothing in a document is what the content policy forbids.

import Framing
import Game
import Wire

/// Writes documents.
struct PageDocument {
  let words: PageWords
  /// Where the reader has the server, such as `https://play.example`: previews want that.
  let place: String

  /// The document of a match.
  func match(_ match: SharedMatch) -> String {
    let title = words.title(of: match)
    let when = "\(Day(of: match.began).text) \(clock(match.began)) UTC"
    let about = words.about(match, when)
    let head = head(title, about, "/m/\(match.index)", image: words.mosaic)
    let rows = match.rows.map { row in
      "<tr><td>\(row.place)<th scope=\"row\"><bdi>\(escaped(words.name(of: row)))</bdi>"
        + "<td>\(words.grouped(row.total))"
    }
    return document(
      head,
      """
      <h1>\(escaped(title))</h1>
      <p class="acts"><a class="go" href="/#race=\(match.index)">\(words.race)</a>
      <a class="do" href="/replay/#\(match.index)">\(words.see)</a>
      <a class="txt" href="/m/\(match.index).png" download>\(words.picture)</a>
      <a class="txt" href="/">\(words.play)</a></p>
      <img src="/m/\(match.index).png" width="\(MosaicPicture.width)" \
      height="\(MosaicPicture.height)" alt="\(escaped(words.mosaic))">
      <table>
      <thead><tr><th>\(words.place)<th>\(words.player)<th>\(words.points)
      <tbody>
      \(rows.joined(separator: "\n"))
      </table>
      <p>\(escaped(about))</p>
      """)
  }

  /// The document of a room.
  func room(_ room: Listing) -> String {
    let title = words.title(of: room)
    let about = words.about(room)
    return document(
      head(title, about, "/r/\(room.code.text)", image: nil),
      """
      <h1><bdi>\(escaped(room.name))</bdi></h1>
      <p>\(escaped(about))</p>
      <p class="acts"><a class="go" href="/#\(room.code.text)">\(words.enter)</a>
      <a class="do" href="/#\(room.code.text)/stage">\(words.stage)</a></p>
      """)
  }

  private func head(
    _ title: String, _ about: String, _ path: String, image: String?
  ) -> String {
    var metas = [
      ("og:type", "website"), ("og:site_name", "chromatch"), ("og:title", title),
      ("og:description", about), ("og:url", place + path),
    ]
    if let image {
      metas += [
        ("og:image", "\(place)\(path).png"), ("og:image:type", "image/png"),
        ("og:image:width", "\(MosaicPicture.width)"),
        ("og:image:height", "\(MosaicPicture.height)"), ("og:image:alt", image),
      ]
    }
    let lines = metas.map { name, content in
      "<meta property=\"\(name)\" content=\"\(escaped(content))\">\n"
    }
    return """
      <title>\(escaped(title)) – chromatch</title>
      <meta name="description" content="\(escaped(about))">
      \(lines.joined())<meta name="twitter:card" \
      content="\(image == nil ? "summary" : "summary_large_image")">
      """
  }

  private func document(_ head: String, _ main: String) -> String {
    """
    <!doctype html>
    <html lang="\(words.language)">
    <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="only light">
    \(head)
    <link rel="icon" href="/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/styles/base.css">
    <link rel="stylesheet" href="/styles/shared.css">
    </head>
    <body>
    <header class="top"><a class="brand" href="/"><span class="mark" \
    aria-hidden="true"></span>chromatch</a></header>
    <main class="shared">
    \(main)
    </main>
    </body>
    </html>

    """
  }

  private func clock(_ moment: Instant) -> String {
    let minutes = moment.milliseconds / 60_000 % 1_440
    return [minutes / 60, minutes % 60].map { ($0 < 10 ? "0" : "") + "\($0)" }
      .joined(separator: ":")
  }
}

/// A text that a document shows as it is, in an attribute as well.
func escaped(_ text: String) -> String {
  var result = ""
  for character in text.unicodeScalars {
    switch character {
    case "&": result += "&amp;"
    case "<": result += "&lt;"
    case ">": result += "&gt;"
    case "\"": result += "&quot;"
    case "'": result += "&#39;"
    default: result.unicodeScalars.append(character)
    }
  }
  return result
}
