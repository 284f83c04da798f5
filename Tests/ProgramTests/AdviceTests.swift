// What a player reads when something goes wrong on the way to a server.

import Glibc
import Net
import TestSupport
import Testing

@testable import chromatch

@Suite("Advice")
struct AdviceTests {
  private static let place = Endpoint(host: "host", port: 7_313)
  private static let low = Endpoint(host: "host", port: 80)
  private static let known = "SHA256:" + String(repeating: "01", count: 32)
  private static let shown = "SHA256:" + String(repeating: "02", count: 32)

  @Test(
    "a failure is told with what to do next",
    arguments: [
      (.addressInUse(place), "host:7313 is in use by another program. --port 0 takes a free port."),
      (.permissionDenied(low), "Not permitted to use host:80. Ports below 1024 are reserved; "),
      (.permissionDenied(place), "Not permitted to use host:7313. A firewall or security policy "),
      (.addressNotAvailable(place), "This machine does not have the address host:7313. --bind "),
      (.notAnAddress("nowhere"), "\"nowhere\" is not an address to listen on. --bind takes "),
      (.cannotResolve("hots", why: "Unknown"), "Cannot find \"hots\": Unknown. Is the name "),
      (.refused(place), "Nothing listens on host:7313. The machine is there: does chromatchd "),
      (.unreachable(place), "Cannot reach host:7313. Is this machine on the same network, "),
      (.timedOut(place), "No answer from host:7313. The machine may be off, or a firewall "),
      (.speaksOtherwise(place), "host:7313 speaks another protocol. Something else listens "),
      (.noDescriptors, "No file descriptors left. Close some programs, or raise the limit"),
      (.failed(call: "socket", code: ENOMEM), "socket: Cannot allocate memory."),
    ] as [(NetError, String)])
  func network(_ error: NetError, _ sentence: String) {
    expect(error.advice.hasPrefix(sentence), "\(error.advice)")
  }

  private static func fingerprint(_ text: String) -> CertificateFingerprint {
    CertificateFingerprint(text) ?? CertificateFingerprint(ofDER: [])
  }

  @Test(
    "a failure of TLS is told with what to do next",
    arguments: [
      (.notTLS, "It may accept plain TCP only"), (.noCommonProtocol, "is the port right?"),
      (.nothingInCommon(why: "version"), "too old, or too new"),
      (.refusedByPeer(alert: "handshake failure"), "It may accept plain TCP only"),
      (.endedInHandshake, "Try again."), (.truncated, "Try again."),
      (.peerDoesNotRead, "another network"), (.broken(why: "bad record mac"), "another network"),
      (
        .certificateChanged(known: fingerprint(known), shown: fingerprint(shown)),
        "Ask the operator of host:7313"
      ),
      (.untrusted(why: "self-signed", shown: fingerprint(shown)), "Ask the operator of host:7313"),
      (.otherHost(expected: "host", shown: fingerprint(shown)), "Ask the operator of host:7313"),
      (.noCertificate, "--no-tls"), (.badCertificate(why: "what"), "--no-tls"),
      (.refusedCertificate(why: "weak"), "--no-tls"), (.noKey, "--no-tls"),
      (.badKey(why: "what"), "--no-tls"), (.encryptedKey, "--no-tls"),
      (.keyOfAnotherCertificate, "--no-tls"), (.notAHost("?"), "spelled right?"),
    ] as [(TLSFailure, String)])
  func security(_ failure: TLSFailure, _ advice: String) {
    let sentence = NetError.insecure(AdviceTests.place, failure).advice
    expect(sentence.hasPrefix("Cannot connect safely to host:7313: \(failure). "))
    expect(sentence, contains: advice)
    expect(sentence.hasSuffix(".") || sentence.hasSuffix("?"))
  }
}
