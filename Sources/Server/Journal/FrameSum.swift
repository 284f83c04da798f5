// The sum of a frame of a journal, by zlib. It guards against a torn tail and a bad disk, not
// against people: a person who can write the file can do anything. SHA-256 takes longer where the
// processor has no instruction for it.

import CZlib

/// CRC-32 of bytes (RFC 1952, section 8).
@Sendable func crc32(_ bytes: [UInt8]) -> UInt32 { czlib_crc32(bytes, bytes.count) }
