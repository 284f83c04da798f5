// What proxies say: headers before all else, and fields of requests.

import Framing

/// Bytes as the beginning of a stream from a trusted proxy: no byte behind a header is lost or
/// taken for part of it, and nothing is waited for that cannot come.
@Sendable func proxyHeaders(_ bytes: [UInt8]) {
  read(bytes) { pieces in
    var header = ProxyHeader()
    var told: ProxyHeader.Beginning?
    for piece in pieces {
      header.receive(piece)
      do {
        if told == nil { told = try header.next() }
      } catch {
        return "\(error)"
      }
    }
    precondition(bytes.suffix(header.rest.count) == header.rest[...], "bytes are lost or changed")
    precondition(told != .nothing || header.rest == bytes, "no header was taken for one")
    precondition(told != nil || bytes.count < ProxyHeader.bytesMax, "it waits for ever")
    return "\(told.map { "\($0)" } ?? "open") \(header.rest.count)"
  }
}

/// Bytes as a whole conversation that a trusted proxy begins; after each introduction it goes on,
/// as far as TLS, whose bytes are somebody else's.
@Sendable func proxiedStreams(_ bytes: [UInt8]) {
  let limits = Conversation.Limits(
    lineBytesMax: 64, headBytesMax: 512, messageBytesMax: 256, outboxBytesMax: 4_096)
  read(bytes) { pieces in
    var conversation = Conversation(limits: limits, isFromProxy: true)
    var events: [String] = []
    for piece in pieces {
      conversation.receive(piece)
      while let event = conversation.next() {
        switch event {
        case .introduced(let client):
          events.append("introduced \(client?.bytes ?? [])")
          conversation.hearOn(isKnown: client?.bytes.last != 10)
        case .line(let line):
          precondition(events.contains { $0.hasPrefix("introduced") }, "nobody said for whom")
          events.append("line \(Array(line))")
        case .request(let request):
          events.append("request")
          conversation.respond([])
          if case .failure = request { conversation.close(.normal) }
        case .tls: return events + ["tls"]
        case .misintroduced, .opened, .message, .refused, .ended, .declined:
          events.append("\(event)")
        }
      }
    }
    return events
  }
}

/// Bytes as fields, one a line: whatever they name, a client in front changes nothing.
@Sendable func proxyFields(_ bytes: [UInt8]) {
  guard let trusted = try? TrustedNetworks(["10.0.0.0/8", "::/1"]) else { return }
  let values = bytes.split(separator: UInt8(ascii: "\n"))
    .map { line in
      String(decoding: line.filter { $0 >= 0x20 && $0 < 0x7f }, as: UTF8.self)
    }
  for name in ["Forwarded", "X-Forwarded-For"] {
    let fields = HTTPFields(values.map { HTTPField(name, $0) })
    guard let client = try? trusted.client(in: fields), !trusted.contains(client) else { continue }
    let lie = HTTPField(name, name == "Forwarded" ? "for=192.0.2.66" : "192.0.2.66")
    let spoofed = try? trusted.client(in: HTTPFields([lie] + fields.all))
    precondition(spoofed == client, "a client has named itself")
  }
}
