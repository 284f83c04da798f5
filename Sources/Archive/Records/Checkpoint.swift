// The head of a log at one size, as the text that its server signs: the body of a checkpoint in the
// form that other logs and their witnesses use (C2SP, tlog-checkpoint). It signs nothing itself.

import Framing

/// How long a log is, and the root of its tree.
public struct Checkpoint: Hashable, Sendable {
  /// The log's name, such as "play.example/chromatch": what tells logs apart.
  public let log: String
  /// How many records it has.
  public let size: Int
  /// The root of its tree.
  public let root: [UInt8]

  /// Describes a log.
  public init(log: String, size: Int, root: [UInt8]) {
    self.log = log
    self.size = size
    self.root = root
  }

  /// What is signed: name, size and root, each on a line of its own.
  public var text: [UInt8] { Array("\(log)\n\(size)\n\(base64(root))\n".utf8) }
}
