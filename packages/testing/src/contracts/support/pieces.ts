/** Bytes in pieces of `size`, as a stream gives them. */
export async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += size) yield bytes.subarray(at, at + size)
}

/** All bytes of a body. */
export async function allBytes(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const part of body) parts.push(new Uint8Array(part))
  return new Uint8Array(Buffer.concat(parts))
}
