// Whom proxies name in the fields of a request, and that nothing which a client writes there
// itself changes it.

import Framing
import TestSupport
import Testing

@Suite("Forwarded and X-Forwarded-For")
struct ForwardedClientTests {
  /// The client whom these lines of a head name, to a server that trusts 10.0.0.0/8 and fd00::/8.
  private static func client(_ lines: [String]) throws -> IPAddress? {
    let fields = lines.map { line in
      let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
      return HTTPField(parts[0], String(parts[1].drop { $0 == " " }))
    }
    return try TrustedNetworks(["10.0.0.0/8", "fd00::/8"]).client(in: HTTPFields(fields))
  }

  @Test(
    "the last whom no trusted proxy is",
    arguments: [
      (["X-Forwarded-For: 192.0.2.1"], "192.0.2.1"),
      (["x-forwarded-for: 2001:db8::7"], "2001:db8::7"),
      (["X-Forwarded-For: 192.0.2.1:443"], "192.0.2.1"),
      (["X-Forwarded-For: [2001:db8::7]"], "2001:db8::7"),
      (["X-Forwarded-For: [2001:db8::7]:443"], "2001:db8::7"),
      (["X-Forwarded-For: ::ffff:192.0.2.1"], "192.0.2.1"),
      // What stands in front the client wrote, and may be anything.
      (["X-Forwarded-For: 198.51.100.9, 192.0.2.1"], "192.0.2.1"),
      (["X-Forwarded-For: 10.0.0.1,192.0.2.1"], "192.0.2.1"),
      (["X-Forwarded-For: <script>, , 192.0.2.1"], "192.0.2.1"),
      (["X-Forwarded-For: 198.51.100.9", "X-Forwarded-For: 192.0.2.1"], "192.0.2.1"),
      // Behind trusted ones, the next.
      (["X-Forwarded-For: 198.51.100.9, 192.0.2.1, 10.9.9.9, fd00::1"], "192.0.2.1"),
      (["X-Forwarded-For: 10.1.1.1, 10.2.2.2"], "10.1.1.1"),
      (["X-Forwarded-For: unknown, 10.2.2.2"], "10.2.2.2"),
      (["Forwarded: for=192.0.2.1"], "192.0.2.1"),
      (["Forwarded: For=\"192.0.2.1:4711\";proto=https;by=10.0.0.1"], "192.0.2.1"),
      (["Forwarded: proto=https; for=\"[2001:db8::7]\""], "2001:db8::7"),
      (["Forwarded: for=\"[2001:db8::7]:_port\""], "2001:db8::7"),
      (["Forwarded: for=198.51.100.9, for=192.0.2.1, for=10.0.0.1"], "192.0.2.1"),
      (["Forwarded: for=\"198.51.100.9", "Forwarded: for=192.0.2.1"], "192.0.2.1"),
      (["Forwarded: for=_hidden, for=10.0.0.1"], "10.0.0.1"),
      (["Forwarded: proto=http, for=10.0.0.1"], "10.0.0.1"),
      (["Forwarded: for=192.0.2.1", "X-Forwarded-For: 192.0.2.1"], "192.0.2.1"),
    ])
  func named(lines: [String], client: String) throws {
    try expect(Self.client(lines), equals: IPAddress(Array(client.utf8)[...]))
  }

  @Test(
    "nobody, where the proxy says nothing or will not say",
    arguments: [
      [], ["Via: 1.1 proxy"], ["X-Forwarded-For: "], ["X-Forwarded-For: unknown"],
      ["Forwarded: for=unknown"], ["Forwarded: for=_x7;proto=http"], ["Forwarded: proto=http"],
      ["Forwarded: for=unknown", "X-Forwarded-For: unknown"],
    ])
  func unnamed(lines: [String]) throws { try expect(Self.client(lines), equals: nil) }

  @Test(
    "what cannot be read is refused",
    arguments: [
      "X-Forwarded-For: proxy.example", "X-Forwarded-For: 192.0.2.1, 1.2.3",
      "X-Forwarded-For: 192.0.2.1:x", "X-Forwarded-For: [::1", "X-Forwarded-For: ::1]",
      "X-Forwarded-For: [192.0.2.1]", "X-Forwarded-For: \", 192.0.2.1",
      "X-Forwarded-For: 192.0.2.1, bad, 10.0.0.1", "Forwarded: 192.0.2.1", "Forwarded: for=",
      "Forwarded: for=2001:db8::7", "Forwarded: for=\"192.0.2.1", "Forwarded: for=192.0.2.1\"",
      "Forwarded: for=\"192.\\0.2.1\"", "Forwarded: for=192.0.2.1;for=192.0.2.2",
      "Forwarded: for=\", for=192.0.2.1", "Forwarded: for=[::1]x", "Forwarded: for=\"[::1]:\"",
    ])
  func unreadable(line: String) {
    let refusal = #expect(throws: HTTPRefusal.self) { try Self.client([line]) }
    expect(refusal?.status, equals: .badRequest)
    expect(refusal?.reason, equals: "what the proxy says of its client is no address")
  }

  @Test("two fields that do not agree are refused: one of them may be the client's own")
  func twoFields() {
    let lines = ["Forwarded: for=198.51.100.9", "X-Forwarded-For: 192.0.2.1"]
    let refusal = #expect(throws: HTTPRefusal.self) { try Self.client(lines) }
    expect(refusal?.reason, equals: "the proxy passes on two fields that name two clients")
    #expect(throws: HTTPRefusal.self) {
      try Self.client(["Forwarded: for=unknown", "X-Forwarded-For: 192.0.2.1"])
    }
  }
}
