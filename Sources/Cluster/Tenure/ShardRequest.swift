// A lane's request to the store for one shard, as a value. Each is carried out whole or not at all,
// and may be carried out twice without harm; its carrier may lose it and bring it late.

/// A request to a cluster's store.
public enum ShardRequest: Hashable, Sendable {
  /// Say who owns the shard.
  case look
  /// Let a claimant own the shard, if the owner is this one; nil is nobody yet.
  case claim(ShardOwner, after: ShardOwner?)
  /// Give a page from a place on, if this is the owner.
  case read(from: UInt64, as: ShardOwner)
  /// Store an entry, if this is the owner and nothing lies at its place.
  case append(ShardEntry, as: ShardOwner)
  /// Let the journal begin at a place, if this is the owner and it begins before that.
  case drop(before: UInt64, as: ShardOwner)
}
