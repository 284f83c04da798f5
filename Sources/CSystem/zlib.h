// zlib as this project uses it: whole gzip members, zlib streams and raw streams at once. zlib sets
// itself up by macros, which Swift cannot import, so each use is one function. They keep no state
// and decide nothing.
#ifndef CZLIB_SHIM_H
#define CZLIB_SHIM_H

#include <stddef.h>
#include <stdint.h>
#include <zlib.h>

enum {
  czlib_largest_window = 15,
  czlib_gzip_wrapper = 16,
  czlib_most_memory = 9,
  czlib_little_memory = 7,
  czlib_quick_level = 1
};

/// Writes `input` in the wrapper that `window` names (zlib.h, deflateInit2); returns how many bytes
/// it took, or 0 when `output` has no room for it.
static inline size_t czlib_compress(const uint8_t *input, size_t input_count, uint8_t *output,
                                    size_t output_count, int level, int window, int memory) {
  z_stream stream = {0};
  if (input_count > UINT32_MAX || output_count > UINT32_MAX ||
      deflateInit2(&stream, level, Z_DEFLATED, window, memory, Z_DEFAULT_STRATEGY) != Z_OK) {
    return 0;
  }
  stream.next_in = (Bytef *)input;
  stream.avail_in = (uInt)input_count;
  stream.next_out = output;
  stream.avail_out = (uInt)output_count;
  int status = deflate(&stream, Z_FINISH);
  size_t count = output_count - stream.avail_out;
  deflateEnd(&stream);
  return status == Z_STREAM_END ? count : 0;
}

/// Writes `input` as one gzip member, as small as zlib can make it, without name and time.
///
/// Returns how many bytes it took, or 0 when `output` has no room for it.
static inline size_t czlib_gzip(const uint8_t *input, size_t input_count, uint8_t *output,
                                size_t output_count) {
  return czlib_compress(input, input_count, output, output_count, Z_BEST_COMPRESSION,
                        czlib_largest_window + czlib_gzip_wrapper, czlib_most_memory);
}

/// The most bytes that `czlib_stream` may take for so many, as zlib counts it for any settings.
static inline size_t czlib_stream_bound(size_t count) {
  return count + ((count + 7) >> 3) + ((count + 63) >> 6) + 11;
}

/// Writes `input` as one zlib stream (RFC 1950), as small as zlib can make it.
///
/// Returns how many bytes it took, or 0 when `output` has no room for it.
static inline size_t czlib_stream(const uint8_t *input, size_t input_count, uint8_t *output,
                                  size_t output_count) {
  return czlib_compress(input, input_count, output, output_count, Z_BEST_COMPRESSION,
                        czlib_largest_window, czlib_most_memory);
}

/// Reads one whole zlib stream that holds at most `output_count` bytes, and has nothing behind it.
///
/// Returns how many bytes it holds, or -1.
static inline ptrdiff_t czlib_read_stream(const uint8_t *input, size_t input_count,
                                          uint8_t *output, size_t output_count) {
  z_stream stream = {0};
  if (input_count > UINT32_MAX || output_count > UINT32_MAX ||
      inflateInit2(&stream, czlib_largest_window) != Z_OK) {
    return -1;
  }
  stream.next_in = (Bytef *)input;
  stream.avail_in = (uInt)input_count;
  stream.next_out = output;
  stream.avail_out = (uInt)output_count;
  int is_whole = inflate(&stream, Z_FINISH) == Z_STREAM_END && stream.avail_in == 0;
  ptrdiff_t count = (ptrdiff_t)(output_count - stream.avail_out);
  inflateEnd(&stream);
  return is_whole ? count : -1;
}

/// CRC-32 of `count` bytes (RFC 1952, section 8).
static inline uint32_t czlib_crc32(const uint8_t *bytes, size_t count) {
  return (uint32_t)crc32_z(0, bytes, count);
}

/// The most bytes that `czlib_deflate` may take for so many. `compressBound` counts on the usual
/// memory: of noise more is made with less.
static inline size_t czlib_deflate_bound(size_t count) {
  z_stream stream = {0};
  if (deflateInit2(&stream, czlib_quick_level, Z_DEFLATED, -czlib_largest_window,
                   czlib_little_memory, Z_DEFAULT_STRATEGY) != Z_OK) {
    return 0;
  }
  size_t bound = deflateBound(&stream, count);
  deflateEnd(&stream);
  return bound;
}

/// Writes `input` as raw DEFLATE (RFC 1951), without a wrapper. Of a record of 13 KB zlib's usual
/// level makes 2.9 KiB instead of 3.6, and takes more than twice as long; with more memory it makes
/// the same, and takes half as long again, to clear it.
///
/// Returns how many bytes it took, or 0 when `output` has no room for it.
static inline size_t czlib_deflate(const uint8_t *input, size_t input_count, uint8_t *output,
                                   size_t output_count) {
  return czlib_compress(input, input_count, output, output_count, czlib_quick_level,
                        -czlib_largest_window, czlib_little_memory);
}

/// Reads raw DEFLATE that holds exactly `output_count` bytes.
///
/// Returns 1 if it does, from its first byte to its last.
static inline int czlib_inflate(const uint8_t *input, size_t input_count, uint8_t *output,
                                size_t output_count) {
  z_stream stream = {0};
  if (input_count > UINT32_MAX || output_count > UINT32_MAX ||
      inflateInit2(&stream, -czlib_largest_window) != Z_OK) {
    return 0;
  }
  stream.next_in = (Bytef *)input;
  stream.avail_in = (uInt)input_count;
  stream.next_out = output;
  stream.avail_out = (uInt)output_count;
  int status = inflate(&stream, Z_FINISH);
  int is_whole = status == Z_STREAM_END && stream.avail_out == 0 && stream.avail_in == 0;
  inflateEnd(&stream);
  return is_whole;
}

#endif
