// zlib streams by the browser's own functions, small and large again. They come from anywhere, so
// none is larger than its reader allows.

const through = (bytes, stream) => new Blob([bytes]).stream().pipeThrough(stream);

/** The bytes as a zlib stream; null where the browser cannot make one. */
export async function deflated(bytes) {
  if (!globalThis.CompressionStream) return null;
  const small = through(bytes, new CompressionStream("deflate"));
  return new Uint8Array(await new Response(small).arrayBuffer());
}

/** What a zlib stream holds; null if it is none, is not whole, or holds more than `most` bytes. */
export async function inflated(small, most) {
  const pieces = [];
  let size = 0;
  const reader = through(small, new DecompressionStream("deflate")).getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > most) {
        await reader.cancel();
        return null;
      }
      pieces.push(value);
    }
  } catch {
    return null;
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}
