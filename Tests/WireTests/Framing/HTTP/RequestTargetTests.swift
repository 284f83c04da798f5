// The laws of paths: every one comes out decoded and normal, or not at all. The fuzz target for
// heads has the same law for any bytes.

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

  static let refused: [String] = [
    "/..", "/../", "/../etc/passwd", "/a/..", "/a/../b", "/./a", "/.", "/a/.", "/%2e%2e/a",
    "/%2E.", "/.%2e", "/%2e", "//", "//a", "/a//b", "/a//", "/a%2fb", "/a%2Fb", "/..%2fa",
    "/a\\b", "/a%5cb", "/..%5c", "/%00", "/a%00.html", "/%0a", "/%0d%0a", "/%1f", "/%7f", "/%",
    "/%4", "/%zz", "/%4g", "/%ff", "/%c3", "/%c0%af", "/%e0%80%af", "/%ed%a0%80", "/a#b", "/a?b#c",
    "/ö", "/a|b", "/a\"b", "/<a>", "/{a}", "/a^b", "/a`b", "a", "a/b", "*", "?a", "http:/a",
    "http://", "http:///a", "http://me@a/", "http://a:b/", "ftp://a/", "javascript://a/",
  ]

  @Test("a good path is decoded, once, and a bad path is refused")
  func paths() throws {
    for (target, path) in Self.taken { try expect(self.path(of: target), equals: path) }
    for target in Self.refused {
      do throws(HTTPRefusal) {
        let path = try path(of: target)
        Issue.record("\(target) is taken as \(path ?? "nothing")")
      } catch {
        expect(error.status, equals: .badRequest, target)
      }
    }
  }
}
