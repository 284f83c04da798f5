// zlib streams (RFC 1950), whole, small and large again. They come from anywhere, so none is larger
// than its reader allows.

import CZlib

/// The bytes as a zlib stream, as small as zlib can make it.
@Sendable public func zlibDeflated(_ bytes: [UInt8]) -> [UInt8] {
  let capacity = czlib_stream_bound(bytes.count)
  let small = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
    count = czlib_stream(bytes, bytes.count, buffer.baseAddress, capacity)
  }
  precondition(!small.isEmpty, "there is room for what zlib may need")
  return small
}

/// What a zlib stream holds; nil if it is none, is not whole, has something behind it, or holds
/// more than so many bytes.
@Sendable public func zlibInflated(_ small: ArraySlice<UInt8>, atMost bytesMax: Int) -> [UInt8]? {
  var isWhole = false
  let bytes = [UInt8](unsafeUninitializedCapacity: bytesMax) { buffer, count in
    let found = small.withUnsafeBufferPointer { small in
      czlib_read_stream(small.baseAddress, small.count, buffer.baseAddress, bytesMax)
    }
    (isWhole, count) = (found >= 0, max(found, 0))
  }
  // A copy has no room for more.
  return isWhole ? Array(bytes[...]) : nil
}
