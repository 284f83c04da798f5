// Who the person is, as a file beside the known servers: one line with their key, made at the first
// start, which nobody else may read. Only `chromatch identity import --replace` ever puts another
// key in its place, and then the old one stays beside it. Invariant: no key is ever lost, and one
// that others could read is not used.

import ClientCore
import Game
import Net
import Server
import TerminalUI

/// The file of a person's key.
struct IdentityFile {
  private static let name = "identity"

  /// The directory of the client's state.
  let directory: String

  /// The one of the user who runs the program; nil without a home.
  static var usual: IdentityFile? {
    StateDirectory.usualPath(environment: variable).map { IdentityFile(directory: $0) }
  }

  /// The key: the one that is kept, or a new one.
  func secret() throws(Failure) -> SecretKey {
    try contents(of: IdentityFile.name) { randomBytes(SecretKey.byteCount) }
  }

  /// Keeps a key that comes from elsewhere.
  ///
  /// - Parameter replaces: whether it may take another one's place.
  /// - Returns: the path of the key whose place it took, if it did.
  func take(_ secret: SecretKey, replaces: Bool) throws(Failure) -> String? {
    let kept = try contents(of: IdentityFile.name) { secret.seed }
    if kept == secret { return nil }
    guard replaces else {
      throw Failure(
        Words["You are \(kept.tag) here already. --replace makes you \(secret.tag)."])
    }
    // First the copy, then the change.
    let oldName = "\(IdentityFile.name).\(kept.tag)"
    let oldPath = "\(directory)/\(oldName)"
    guard try contents(of: oldName, make: { kept.seed }) == kept else {
      throw Failure(Words["\(oldPath) holds another key already."])
    }
    try PersonalFile(IdentityFile.name, in: directory)
      .change { bytes throws(Failure) in bytes = IdentityFile.bytes(of: secret) }
    return oldPath
  }

  /// The key in a file; where there is none, one from the seed that `make` gives.
  private func contents(
    of name: String, make: () -> [UInt8]
  ) throws(Failure) -> SecretKey {
    do {
      let bytes = try StateDirectory(directory)
        .contents(of: name) { SecretKey(seed: make()).map(IdentityFile.bytes) ?? [] }
      let text = String(decoding: bytes, as: UTF8.self)
      return try SecretKey(line: text, hashing: .openSSL)
    } catch let error as KeyLineError {
      throw Failure(
        Words["Your identity in \(directory)/\(name) cannot be used. \(error.sentence)"])
    } catch {
      throw Failure(Words["Your identity cannot be used: \("\(error)")."])
    }
  }

  private static func bytes(of secret: SecretKey) -> [UInt8] {
    Array("\(SecretKey.header) \(secret.line(hashing: .openSSL))\n".utf8)
  }
}

extension PublicKey {
  /// The public half.
  init?(of secret: SecretKey) {
    guard let bytes = ed25519PublicKey(ofSeed: secret.seed) else { return nil }
    self.init(bytes: bytes)
  }
}

extension SecretKey {
  /// What people see of it.
  var tag: String { PublicKey(of: self).map { KeyID(of: $0, hashing: .openSSL).tag } ?? "" }
}
