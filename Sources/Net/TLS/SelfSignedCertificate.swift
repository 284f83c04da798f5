// A certificate for a server that nobody else vouches for. A client that connects pins its
// fingerprint, as one pins a host key of ssh; a browser asks its user once.

import COpenSSL
import Glibc

/// A new P-256 key and a certificate for it that is signed with it, both as PEM.
///
/// It is for servers only (`CA:FALSE`, `digitalSignature`, `serverAuth`), so even a browser told to
/// trust it trusts no other certificate because of it.
public struct SelfSignedCertificate: Sendable {
  /// The certificate as PEM.
  public let certificatePEM: [UInt8]
  /// The private key as PEM (PKCS #8), without a password: a file of it is for its owner's eyes.
  public let keyPEM: [UInt8]

  /// How long it is valid. Ten years, because its fingerprint is what is trusted: a shorter time
  /// would make no stolen key useless, but every new certificate warns everyone who pinned the old.
  public static let validDays = 3_650

  /// Makes a key and a certificate.
  ///
  /// - Parameter hosts: what the server is reached by, at least one: names, and IPv4 or IPv6
  ///   addresses without brackets.
  public init(hosts: [String]) throws(TLSFailure) {
    precondition(!hosts.isEmpty, "a certificate is for some host")
    OpenSSL.begin()
    var names: [String] = []
    for host in hosts { names.append(try Self.alternativeName(of: host)) }
    guard let keyPointer = copenssl_make_p256_key(), let pointer = X509_new() else {
      preconditionFailure("a key is made unless there is no memory or no randomness")
    }
    let key = PrivateKey(owning: keyPointer)
    let certificate = Certificate(owning: pointer)
    let isMade =
      X509_set_version(pointer, Self.version3) == 1
      && Self.setSerialNumber(of: pointer)
      && Self.setName(of: pointer)
      && Self.setValidity(of: pointer)
      && X509_set_pubkey(pointer, keyPointer) == 1
      && Self.addExtensions(to: pointer, names: names)
      && X509_sign(pointer, keyPointer, EVP_sha256()) > 0
    precondition(isMade, "all parts are checked, so only memory can be missing")
    certificatePEM = certificate.pem
    keyPEM = key.pem
  }

  /// A host as an entry of the subject's alternative names. Only letters, digits, dots and hyphens
  /// are let through, so that nobody writes a second entry into a name.
  private static func alternativeName(of host: String) throws(TLSFailure) -> String {
    if isAddressLiteral(host) { return "IP:\(host)" }
    let isName = host.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"):
        true
      default: false
      }
    }
    guard isName, (1...hostNameBytesMax).contains(host.utf8.count) else { throw .notAHost(host) }
    return "DNS:\(host)"
  }

  /// 127 random bits with a leading one: unique, positive and of one length (RFC 5280, 4.1.2.2).
  private static func setSerialNumber(of certificate: OpaquePointer) -> Bool {
    var bytes = randomBytes(16)
    bytes[0] = bytes[0] & 0x7f | 0x40
    let number = BN_bin2bn(bytes, Int32(bytes.count), nil)
    defer { BN_free(number) }
    return BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate)) != nil
  }

  private static func setName(of certificate: OpaquePointer) -> Bool {
    let name = X509_get_subject_name(certificate)
    let isNamed = X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, "chromatch", -1, -1, 0) == 1
    return isNamed && X509_set_issuer_name(certificate, name) == 1
  }

  /// From yesterday on, because clocks differ.
  private static func setValidity(of certificate: OpaquePointer) -> Bool {
    let day = 24 * 60 * 60
    return X509_gmtime_adj(X509_getm_notBefore(certificate), -day) != nil
      && X509_gmtime_adj(X509_getm_notAfter(certificate), validDays * day) != nil
  }

  private static func addExtensions(to certificate: OpaquePointer, names: [String]) -> Bool {
    let extensions = [
      (NID_basic_constraints, "critical,CA:FALSE"),
      (NID_key_usage, "critical,digitalSignature"),
      (NID_ext_key_usage, "serverAuth"),
      (NID_subject_key_identifier, "hash"),
      (NID_subject_alt_name, names.joined(separator: ",")),
    ]
    return extensions.allSatisfy { copenssl_add_extension(certificate, $0, $1) == 1 }
  }

  /// Versions count from 0 (RFC 5280, 4.1.2.1).
  private static let version3 = 2
}

/// The longest name of a host (RFC 1035, 2.3.4, as people write it).
let hostNameBytesMax = 253

/// Whether a host is an IPv4 or IPv6 address and not a name.
func isAddressLiteral(_ host: String) -> Bool {
  var address = in6_addr()
  return inet_pton(AF_INET, host, &address) == 1 || inet_pton(AF_INET6, host, &address) == 1
}
