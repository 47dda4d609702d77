/** Packs bytes with gzip, by the streams that servers, edge runtimes and browsers have. */
export function gzipBytes(bytes: Uint8Array): Promise<Uint8Array> {
  return through(bytes, new CompressionStream('gzip'))
}

/** Unpacks what `gzipBytes` has packed. */
export function gunzipBytes(bytes: Uint8Array): Promise<Uint8Array> {
  return through(bytes, new DecompressionStream('gzip'))
}

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const packed = new Blob([new Uint8Array(bytes)]).stream().pipeThrough(stream)
  return new Uint8Array(await new Response(packed).arrayBuffer())
}
