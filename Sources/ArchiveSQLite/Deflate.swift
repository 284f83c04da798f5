// Records as they are stored: raw DEFLATE (RFC 1951), about a fifth of their size. It knows no
// record.

import CZlib

/// The bytes, small.
func deflated(_ bytes: [UInt8]) -> [UInt8] {
  let capacity = czlib_deflate_bound(bytes.count)
  let small = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
    count = czlib_deflate(bytes, bytes.count, buffer.baseAddress, capacity)
  }
  precondition(!small.isEmpty, "there is room for what zlib may need")
  return small
}

/// The bytes again, of which there are so many; nil if they are not whole.
func inflated(_ small: [UInt8], count: Int) -> [UInt8]? {
  guard (0...Int(UInt32.max)).contains(count) else { return nil }
  var isWhole = false
  let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
    isWhole = czlib_inflate(small, small.count, buffer.baseAddress, count) == 1
    initializedCount = isWhole ? count : 0
  }
  return isWhole ? bytes : nil
}
