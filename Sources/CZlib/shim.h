// zlib as the server uses it: one whole gzip member at once. zlib sets itself up by macros, which
// Swift cannot import, so the whole is one function. It keeps no state and decides nothing.
#ifndef CZLIB_SHIM_H
#define CZLIB_SHIM_H

#include <stddef.h>
#include <stdint.h>
#include <zlib.h>

/// Writes `input` as one gzip member, as small as zlib can make it, without name and time.
///
/// Returns how many bytes it took, or 0 when `output` has no room for it.
static inline size_t czlib_gzip(const uint8_t *input, size_t input_count, uint8_t *output,
                                size_t output_count) {
  enum { largest_window = 15, gzip_wrapper = 16, most_memory = 9 };
  z_stream stream = {0};
  if (input_count > UINT32_MAX || output_count > UINT32_MAX ||
      deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, largest_window + gzip_wrapper,
                   most_memory, Z_DEFAULT_STRATEGY) != Z_OK) {
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

#endif
