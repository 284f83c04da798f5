// Everything that can go wrong on the way to a server, and what the player reads then: what
// happened, and what to do next.

import Glibc
import Net
import Testing

@testable import chromatch

@Suite("Advice")
struct AdviceTests {
  private static let place = Endpoint(host: "host", port: 7_313)
  private static let low = Endpoint(host: "host", port: 80)
  private static let known = "SHA256:" + String(repeating: "01", count: 32)
  private static let shown = "SHA256:" + String(repeating: "02", count: 32)

  @Test(
    "says what happened, and what to do next",
    arguments: [
      (.addressInUse(place), "host:7313 is in use by another program. --port 0 takes a free port."),
      (
        .permissionDenied(low),
        "Not permitted to use host:80. Ports below 1024 are reserved; take a higher one."
      ),
      (
        .permissionDenied(place),
        "Not permitted to use host:7313. A firewall or security policy of this machine forbids it."
      ),
      (
        .addressNotAvailable(place),
        "This machine does not have the address host:7313. --bind 0.0.0.0 takes every address."
      ),
      (
        .notAnAddress("nowhere"),
        "\"nowhere\" is not an address to listen on. --bind takes an IPv4 or IPv6 address, or "
          + "localhost."
      ),
      (
        .cannotResolve("hots", why: "Name or service not known"),
        "Cannot find \"hots\": Name or service not known. Is the name spelled right, and is this "
          + "machine online?"
      ),
      (
        .refused(place),
        "Nothing listens on host:7313. The machine is there: does chromatchd (or chromatch host) "
          + "run on it, on that port?"
      ),
      (
        .unreachable(place),
        "Cannot reach host:7313. Is this machine on the same network, or online at all?"
      ),
      (
        .timedOut(place),
        "No answer from host:7313. The machine may be off, or a firewall may drop what is sent to "
          + "that port."
      ),
      (
        .speaksOtherwise(place),
        "host:7313 speaks another protocol. Something else listens there; is the port right?"
      ),
      (
        .noDescriptors,
        "No file descriptors left. Close some programs, or raise the limit (ulimit -n)."
      ),
      (.failed(call: "socket", code: ENOMEM), "socket: Cannot allocate memory."),
    ] as [(NetError, String)])
  func network(_ error: NetError, _ sentence: String) {
    #expect(error.advice == sentence)
  }

  private static func fingerprint(_ text: String) -> CertificateFingerprint {
    CertificateFingerprint(text) ?? CertificateFingerprint(ofDER: [])
  }

  @Test(
    "about TLS says what to do next, whatever went wrong",
    arguments: [
      (.notTLS, "It may accept plain TCP only"), (.noCommonProtocol, "is the port right?"),
      (.nothingInCommon(why: "version"), "too old, or too new"),
      (.refusedByPeer(alert: "handshake failure"), "It may accept plain TCP only"),
      (.endedInHandshake, "Try again."), (.truncated, "Try again."),
      (.peerDoesNotRead, "another network"), (.broken(why: "bad record mac"), "another network"),
      (
        .certificateChanged(known: fingerprint(known), shown: fingerprint(shown)),
        "Ask whoever runs host:7313"
      ),
      (.untrusted(why: "self-signed", shown: fingerprint(shown)), "Ask whoever runs host:7313"),
      (.otherHost(expected: "host", shown: fingerprint(shown)), "Ask whoever runs host:7313"),
      (.noCertificate, "--no-tls"), (.badCertificate(why: "what"), "--no-tls"),
      (.refusedCertificate(why: "weak"), "--no-tls"), (.noKey, "--no-tls"),
      (.badKey(why: "what"), "--no-tls"), (.encryptedKey, "--no-tls"),
      (.keyOfAnotherCertificate, "--no-tls"), (.notAHost("?"), "spelled right?"),
    ] as [(TLSFailure, String)])
  func security(_ failure: TLSFailure, _ advice: String) {
    let sentence = NetError.insecure(AdviceTests.place, failure).advice
    #expect(sentence.hasPrefix("Cannot connect safely to host:7313: \(failure). "))
    #expect(sentence.contains(advice))
    #expect(sentence.hasSuffix(".") || sentence.hasSuffix("?"))
  }
}
