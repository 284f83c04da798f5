// What a process that runs for months has the C library's allocator do. By itself it gives each of
// many threads an arena of its own, and keeps what is freed in the middle of one: after a crowd has
// left, most of what it took is free and still resident. This says how many arenas there are and
// when free pages go back; it knows nothing of what is allocated.

import CLinux

/// The process's own allocator.
public enum ProcessMemory {
  /// Keeps memory in few pieces, so that what one thread frees another can use. To be called before
  /// there are threads, since an arena that is there stays. An allocator other than glibc's has
  /// nothing of this, and stays as it is.
  ///
  /// - Parameter count: how many threads allocate at the same time.
  public static func limitArenas(to count: Int) {
    _ = clinux_limit_arenas(Int32(clamping: max(1, count)))
    // A fixed threshold: by itself it rises with every large piece that is freed, and then large
    // pieces lie among small ones.
    _ = clinux_map_allocations_from(mappedBytesMin)
  }

  /// Gives free pages back to the system. It holds one arena at a time while it looks through what
  /// is free there; threads that allocate in that arena wait meanwhile.
  ///
  /// - Returns: whether there were any.
  @discardableResult
  public static func giveBack() -> Bool { clinux_give_back_free_memory() == 1 }

  /// What is that large has pages of its own, which go back the moment it is freed.
  private static let mappedBytesMin: Int32 = 128 << 10
}
