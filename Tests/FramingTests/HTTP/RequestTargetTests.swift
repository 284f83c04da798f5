// The laws of paths: every one comes out decoded and normal, or not at all.

import Framing
import TestSupport
import Testing

@Suite("A path leads nowhere else")
struct RequestTargetTests {
  private func path(of target: String) throws(HTTPRefusal) -> String? {
    var parser = RequestParser(headBytesMax: 8_192)
    parser.receive(Array("GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n".utf8)[...])
    return try parser.next()?.target.path
  }

  static let taken: [(target: String, path: String)] = [
    ("/", "/"), ("/a", "/a"), ("/a/", "/a/"), ("/a/b.css", "/a/b.css"), ("/a?b/../c", "/a"),
    ("/a?", "/a"), ("/%41%2e%2E%2e", "/A..."), ("/a%20b", "/a b"), ("/%c3%b6", "/ö"),
    ("/.hidden", "/.hidden"), ("/..a/...", "/..a/..."), ("/a;b=c,d:e@f", "/a;b=c,d:e@f"),
    ("/%25", "/%"), ("/%252e%252e", "/%2e%2e"), ("/%3f", "/?"), ("/~!$&'()*+-_", "/~!$&'()*+-_"),
    ("http://a", "/"), ("https://a/b", "/b"), ("/a?x|{}\\^`\"<>%zz", "/a"),
  ]

  @Test("a good path is decoded, once", arguments: taken.indices)
  func isTaken(_ index: Int) throws {
    try expect(path(of: Self.taken[index].target), equals: Self.taken[index].path)
  }

  static let refused: [String] = [
    "/..", "/../", "/../etc/passwd", "/a/..", "/a/../b", "/./a", "/.", "/a/.", "/%2e%2e/a",
    "/%2E.", "/.%2e", "/%2e", "//", "//a", "/a//b", "/a//", "/a%2fb", "/a%2Fb", "/..%2fa",
    "/a\\b", "/a%5cb", "/..%5c", "/%00", "/a%00.html", "/%0a", "/%0d%0a", "/%1f", "/%7f", "/%",
    "/%4", "/%zz", "/%4g", "/%ff", "/%c3", "/%c0%af", "/%e0%80%af", "/%ed%a0%80", "/a#b", "/a?b#c",
    "/ö", "/a|b", "/a\"b", "/<a>", "/{a}", "/a^b", "/a`b", "a", "a/b", "*", "?a", "http:/a",
    "http://", "http:///a", "http://me@a/", "http://a:b/", "ftp://a/", "javascript://a/",
  ]

  @Test("a bad path is refused", arguments: refused)
  func isRefused(_ target: String) {
    #expect {
      try path(of: target)
    } throws: {
      ($0 as? HTTPRefusal)?.status == .badRequest
    }
  }

  @Test("whatever the bytes of a path are, what comes out stays inside")
  func random() {
    let parts = ["/", ".", "..", "%2e", "%2f", "%5c", "%00", "a", "%41", "//", "%", "?"]
    var generator = SplitMix64(seed: 3)
    var takenCount = 0
    for _ in 0..<400 {
      let target = (0..<Int.random(in: 1...6, using: &generator))
        .map { _ in parts[Int.random(in: parts.indices, using: &generator)] }
      guard let path = try? path(of: "/" + target.joined()) else { continue }
      takenCount += 1
      let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
      expect(!segments.contains(".") && !segments.contains("..") && !path.contains("//"))
      expect(!path.contains("\\") && !path.contains("\u{0}"))
    }
    expect(takenCount, isAbove: 10)
  }
}
