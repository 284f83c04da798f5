// Whom a request comes from, as proxies say in its fields: `Forwarded` (RFC 7239) or
// `X-Forwarded-For`, in which each proxy writes behind the others who asked it. So they are read
// from the end, as long as those who wrote are trusted. What stands further in front may be
// anything, because the client wrote it, and is not looked at. Where both fields are there they
// have to agree: a proxy that writes one passes on the other as it came, so preferring either would
// let clients choose their address.

extension TrustedNetworks {
  /// The client for whom a trusted proxy passes a request on; nil if the proxy names nobody.
  ///
  /// - Throws: 400 if what it says cannot be read, or if the two fields name two clients: then one
  ///   of them is the client's own, and nobody can say which.
  public func client(in fields: HTTPFields) throws(HTTPRefusal) -> IPAddress? {
    let (one, other) = (fields.list("Forwarded"), fields.list("X-Forwarded-For"))
    let forwarded = try client(in: one, read: forwardedNode)
    let plain = try client(in: other, read: plainNode)
    if !one.isEmpty && !other.isEmpty && forwarded != plain {
      throw .badRequest("the proxy passes on two fields that name two clients")
    }
    return forwarded ?? plain
  }

  /// The last that is not trusted; of trusted ones alone the first, of nobody nil.
  private func client(
    in elements: [String], read: (String) -> ForwardedNode?
  ) throws(HTTPRefusal) -> IPAddress? {
    var last: IPAddress?
    for element in elements.reversed() {
      switch read(element) {
      case nil: throw .badRequest("what the proxy says of its client is no address")
      case .hidden?: return last
      case .address(let address)?:
        if !contains(address) { return address }
        last = address
      }
    }
    return last
  }
}

/// Who asked a proxy, as it says.
private enum ForwardedNode {
  case address(IPAddress)
  /// It does not know, or does not say.
  case hidden
}

/// An element of `X-Forwarded-For`: an address, perhaps with a port; nil if it is neither.
private func plainNode(_ element: String) -> ForwardedNode? {
  if isSameWord(element, "unknown") { return .hidden }
  let bytes = Array(element.utf8)[...]
  return (IPAddress(bytes) ?? addressWithPort(bytes)).map(ForwardedNode.address)
}

/// An element of `Forwarded`: pairs with semicolons between them, of which one may say `for` whom
/// (RFC 7239, sections 4 and 6); nil if that cannot be read.
private func forwardedNode(_ element: String) -> ForwardedNode? {
  var node: ForwardedNode?
  for pair in Array(element.utf8).split(separator: UInt8(ascii: ";")) {
    let pair = pair.trimmingWhiteSpace
    guard let equals = pair.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    guard isSameWord(String(decoding: pair[..<equals], as: UTF8.self), "for") else { continue }
    if node != nil { return nil }
    guard let value = unquoted(pair[(equals + 1)...]) else { return nil }
    let isUnknown = isSameWord(String(decoding: value, as: UTF8.self), "unknown")
    if isUnknown || value.first == UInt8(ascii: "_") {
      node = .hidden
    } else if let address = IPAddress(ipv4: value) ?? addressWithPort(value) {
      node = .address(address)
    } else {
      return nil
    }
  }
  return node ?? .hidden
}

/// A token or a quoted string without its quotes; nil if it is cut off or escapes something, which
/// no address needs.
private func unquoted(_ value: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
  let quote = UInt8(ascii: "\"")
  if value.first != quote { return value.contains(quote) ? nil : value }
  let inner = value.dropFirst().dropLast()
  guard value.count >= 2, value.last == quote, !inner.contains(quote),
    !inner.contains(UInt8(ascii: "\\"))
  else { return nil }
  return inner
}

/// `192.0.2.1:80`, `[2001:db8::1]` or `[2001:db8::1]:80`; the port of RFC 7239 may also be a word
/// that begins with an underscore.
private func addressWithPort(_ text: ArraySlice<UInt8>) -> IPAddress? {
  let isBracketed = text.first == UInt8(ascii: "[")
  let end = text.firstIndex(of: UInt8(ascii: isBracketed ? "]" : ":"))
  guard let end else { return nil }
  let port = isBracketed ? text[(end + 1)...] : text[end...]
  let digits = port.dropFirst()
  let isPort =
    port.first == UInt8(ascii: ":")
    && (decimal(digits) != nil || digits.first == UInt8(ascii: "_"))
  guard isPort || isBracketed && port.isEmpty else { return nil }
  let address = isBracketed ? text[(text.startIndex + 1)..<end] : text[..<end]
  return isBracketed ? IPAddress(ipv6: address) : IPAddress(ipv4: address)
}
