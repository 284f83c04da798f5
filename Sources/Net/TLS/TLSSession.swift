// TLS on one connection, between bytes that were read and bytes to be written. A session knows no
// socket, no clock and no thread: it lives on its lane's queue, is given ciphertext, and says what
// is to be sent. It never holds more than one read's worth of what came and one `seal`'s worth of
// what goes, and while idle it holds neither.

import COpenSSL

/// One end of one TLS connection.
///
///     receive(what was read); loop { open(into:) } while it has unopened; withSealed { send }
///     seal(what is to go), withSealed { send }, as long as all was sent and something is left
final class TLSSession {
  /// What came of opening.
  enum Opened: Equatable {
    /// So many bytes of plaintext; there may be more.
    case bytes(Int)
    /// Everything received is opened. There may be something to send.
    case wantsMore
    /// The peer said goodbye: nothing more will come. It may still listen.
    case ended
    /// It is over; an alert may wait to be sent.
    case failed(TLSFailure)
  }

  /// The most plaintext that one `seal` takes, in bytes: four records.
  static let sealedBytesMax = 64 << 10
  /// More ciphertext than that, in bytes, waits only for a peer that asks without reading: it is
  /// more than any handshake and one `seal` need.
  static let unsentBytesMax = 256 << 10

  let ssl: OpaquePointer
  private let context: TLSContext
  private let client: TLSClient?
  private let host: String
  /// Lends buffers; that of another lane when the connection has moved there.
  var memory: TLSMemory
  private var unopened = ByteQueue()
  private var unsent = ByteQueue()
  private var failure: TLSFailure?
  private var verdict: TLSFailure?
  private var peerSaidGoodbye = false
  private var saidGoodbye = false
  private var streamEnded = false

  /// Whether the handshake is done, so that there can be plaintext.
  private(set) var isEstablished = false
  /// The fingerprint of the server's certificate, on the client's side, once it has shown it.
  private(set) var peerFingerprint: CertificateFingerprint?

  /// The server's end of a connection.
  convenience init(server: TLSServer, memory: TLSMemory) {
    self.init(server.context, memory: memory)
    SSL_set_accept_state(ssl)
  }

  /// The client's end of a connection. Its first words wait to be sent at once.
  ///
  /// - Parameters:
  ///   - host: whom the user wants to reach, as a name or an address without brackets. The server
  ///     is told a name, so that it can choose its certificate, but no address (RFC 6066, 3).
  ///   - application: what the client is going to speak.
  convenience init(
    client: TLSClient, host: String, speaking application: ApplicationProtocol, memory: TLSMemory
  ) {
    self.init(client: client, host: host, offering: application.listed, memory: memory)
  }

  /// The same with any list of protocols, as ALPN lists them.
  convenience init(client: TLSClient, host: String, offering list: [UInt8], memory: TLSMemory) {
    self.init(client.context, client: client, host: host, memory: memory)
    SSL_set_connect_state(ssl)
    SSL_set_alpn_protos(ssl, list, UInt32(list.count))
    if expectHost() {
      _ = conclude(SSL_do_handshake(ssl))
    } else {
      failure = .notAHost(host)
    }
  }

  private init(
    _ context: TLSContext, client: TLSClient? = nil, host: String = "", memory: TLSMemory
  ) {
    ERR_clear_error()
    guard let ssl = SSL_new(context.pointer), let bio = BIO_new(context.carrier) else {
      preconditionFailure("a session is made unless there is no memory")
    }
    self.ssl = ssl
    self.context = context
    self.client = client
    self.host = host
    self.memory = memory
    let this = Unmanaged.passUnretained(self).toOpaque()
    BIO_set_data(bio, this)
    BIO_set_init(bio, 1)
    SSL_set_bio(ssl, bio, bio)
    SSL_set_ex_data(ssl, Self.sessionIndex, this)
  }

  deinit {
    SSL_free(ssl)
    memory.takeBack(&unopened)
    memory.takeBack(&unsent)
  }

  /// What both sides agreed to speak, if the client asked and the handshake is done.
  var application: ApplicationProtocol? {
    var name: UnsafePointer<UInt8>?
    var count: UInt32 = 0
    SSL_get0_alpn_selected(ssl, &name, &count)
    let bytes = UnsafeBufferPointer(start: name, count: Int(count))
    return ApplicationProtocol(rawValue: String(decoding: bytes, as: UTF8.self))
  }

  /// What only the two ends of this connection know (RFC 9266): 32 bytes, the same at either end
  /// and others on any other connection; nil before the handshake is done, and where TLS 1.2 keeps
  /// no such secret.
  var channelBinding: [UInt8]? {
    guard isEstablished,
      SSL_version(ssl) >= TLS1_3_VERSION || copenssl_has_extended_master_secret(ssl) == 1
    else { return nil }
    let label = "EXPORTER-Channel-Binding"
    var bytes = [UInt8](repeating: 0, count: 32)
    ERR_clear_error()
    // The context is empty, which is not the same as none.
    let status = SSL_export_keying_material(
      ssl, &bytes, bytes.count, label, label.utf8.count, "", 0, 1)
    return status == 1 ? bytes : nil
  }

  /// Takes ciphertext that was read. Open it all before the next call, as nothing limits what
  /// waits here but the length of a read.
  func receive(_ sealed: UnsafeRawBufferPointer) {
    if failure != nil || peerSaidGoodbye { return }
    if unopened.isEmpty { memory.lend(to: &unopened) }
    unopened.append(sealed)
  }

  /// Takes note that the stream has ended, by the other side or by an error.
  func receiveEnd() { streamEnded = true }

  /// Opens what was received, as far as `plain` has room, and does the handshake. Call it until it
  /// wants more, or has nothing unopened: to ask once more costs as much as a small record. Then
  /// send what waits to be sent.
  func open(into plain: UnsafeMutableRawBufferPointer) -> Opened {
    precondition(!plain.isEmpty, "there is room for plaintext")
    if let failure { return .failed(failure) }
    if peerSaidGoodbye { return .ended }
    if unsent.count > Self.unsentBytesMax { return fail(.peerDoesNotRead) }
    ERR_clear_error()
    var count = 0
    let status = SSL_read_ex(ssl, plain.baseAddress, plain.count, &count)
    if !isEstablished { isEstablished = SSL_is_init_finished(ssl) == 1 }
    guard status == 1 else { return conclude(status) }
    if unopened.isEmpty { memory.takeBack(&unopened) }
    return .bytes(count)
  }

  /// Seals plaintext and returns how much of it was taken: nothing before the handshake is done,
  /// after a goodbye or a failure, and while ciphertext waits to be sent; else at most
  /// `sealedBytesMax` bytes. The rest may come from another buffer.
  func seal(_ plain: UnsafeRawBufferPointer) -> Int {
    guard isEstablished, failure == nil, !saidGoodbye, unsent.isEmpty else { return 0 }
    let plain = UnsafeRawBufferPointer(rebasing: plain.prefix(Self.sealedBytesMax))
    var takenCount = 0
    while takenCount < plain.count {
      let rest = UnsafeRawBufferPointer(rebasing: plain[takenCount...])
      var count = 0
      ERR_clear_error()
      guard SSL_write_ex(ssl, rest.baseAddress, rest.count, &count) == 1 else {
        _ = fail(OpenSSLError.take().connectionFailure)
        break
      }
      takenCount += count
    }
    return takenCount
  }

  /// Whether ciphertext that was received waits to be opened, or what was opened to be taken.
  var hasUnopened: Bool { !unopened.isEmpty || SSL_has_pending(ssl) == 1 }

  /// Whether ciphertext waits to be sent.
  var hasSealed: Bool { !unsent.isEmpty }

  /// Lends the ciphertext that waits to be sent, if there is any; `send` returns how many bytes of
  /// it went. It must not call the session.
  func withSealed(_ send: (UnsafeRawBufferPointer) -> Int) {
    if unsent.isEmpty { return }
    unsent.consumed(unsent.withBytes(send))
    if unsent.isEmpty { memory.takeBack(&unsent) }
  }

  /// Tells the peer that nothing more will come, behind all that was sealed. Without a finished
  /// handshake there is nothing to end, and nothing is said.
  func sayGoodbye() {
    guard isEstablished, failure == nil, !saidGoodbye else { return }
    saidGoodbye = true
    ERR_clear_error()
    SSL_shutdown(ssl)
  }

  /// What it means that OpenSSL went no further.
  private func conclude(_ status: Int32) -> Opened {
    switch SSL_get_error(ssl, status) {
    case SSL_ERROR_WANT_READ:
      if streamEnded { return fail(isEstablished ? .truncated : .endedInHandshake) }
      memory.takeBack(&unopened)
      return .wantsMore
    case SSL_ERROR_ZERO_RETURN:
      peerSaidGoodbye = true
      memory.takeBack(&unopened)
      return .ended
    default:
      let error = OpenSSLError.take()
      return fail(verdict ?? error.connectionFailure)
    }
  }

  private func fail(_ failure: TLSFailure) -> Opened {
    self.failure = failure
    memory.takeBack(&unopened)
    return .failed(failure)
  }

  /// Says which host is to be reached: to the server if it is a name, and to the verification.
  private func expectHost() -> Bool {
    // A link-local address may name its interface, and a name may end in the root's dot.
    var name = String(host.prefix { $0 != "%" })
    if name.hasSuffix(".") { name.removeLast() }
    guard (1...hostNameBytesMax).contains(name.utf8.count), !name.utf8.contains(0) else {
      return false
    }
    let expected = SSL_get0_param(ssl)
    if isAddressLiteral(name) { return X509_VERIFY_PARAM_set1_ip_asc(expected, name) == 1 }
    return X509_VERIFY_PARAM_set1_host(expected, name, 0) == 1
      && copenssl_set_server_name(ssl, name) == 1
  }

  /// Whether to go on with the server that showed the certificate to be verified in `chain`.
  func trustsCertificate(in chain: OpaquePointer) -> Bool {
    guard let client, let leaf = X509_STORE_CTX_get0_cert(chain), X509_up_ref(leaf) == 1 else {
      return false
    }
    let shown = CertificateFingerprint(of: Certificate(owning: leaf))
    peerFingerprint = shown
    verdict = client.verdict(on: shown, chain: chain, host: host)
    return verdict == nil
  }

  /// The session whose server is being verified.
  static func of(verification chain: OpaquePointer) -> TLSSession? {
    let ssl = X509_STORE_CTX_get_ex_data(chain, SSL_get_ex_data_X509_STORE_CTX_idx())
    return ssl.flatMap { SSL_get_ex_data(OpaquePointer($0), sessionIndex) }
      .map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  /// The slot that OpenSSL leaves to its user (`SSL_set_app_data`).
  private static let sessionIndex: Int32 = 0
}

// OpenSSL reads and writes ciphertext through these: a memory BIO without memory of its own.
extension TLSSession {
  /// Makes a BIO method's calls those of the session whose BIO it is.
  static func carry(by method: OpaquePointer) {
    BIO_meth_set_read(method) { bio, room, count in
      guard let bio, let session = TLSSession.of(bio), count > 0 else { return 0 }
      copenssl_clear_retry(bio)
      let room = UnsafeMutableRawBufferPointer(start: room, count: Int(count))
      let movedCount = session.unopened.move(into: room)
      if movedCount > 0 { return Int32(movedCount) }
      copenssl_read_again_later(bio)
      return -1
    }
    BIO_meth_set_write(method) { bio, bytes, count in
      guard let bio, let session = TLSSession.of(bio), count > 0 else { return 0 }
      copenssl_clear_retry(bio)
      if session.unsent.isEmpty { session.memory.lend(to: &session.unsent) }
      session.unsent.append(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
      return count
    }
    BIO_meth_set_ctrl(method) { _, command, _, _ in command == BIO_CTRL_FLUSH ? 1 : 0 }
  }

  private static func of(_ bio: OpaquePointer) -> TLSSession? {
    BIO_get_data(bio).map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }
}
