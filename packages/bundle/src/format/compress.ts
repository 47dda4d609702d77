import { PfError } from '@pf/core'
import { joinBytes } from '@pf/core/internal'

/** Compresses a text with gzip. */
export async function compressText(text: string): Promise<Uint8Array<ArrayBuffer>> {
  const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

/**
 * Returns the text of a gzip file, or of a file that is not compressed. Decompression ends as soon as the text has more than `maxBytes` bytes,
 * so a small file cannot fill the memory. Throws PfError `too_large`, or `syntax` for a damaged or truncated file or text that is not UTF-8.
 */
export async function decompressText(file: Uint8Array<ArrayBuffer>, maxBytes: number): Promise<string> {
  const bytes = file[0] === 0x1f && file[1] === 0x8b ? await decompress(file, maxBytes) : file
  if (bytes.length > maxBytes) throw tooLarge(maxBytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new PfError('syntax', 'The bundle is neither gzip nor UTF-8 text. Export it again.', { cause })
  }
}

async function decompress(file: Uint8Array<ArrayBuffer>, maxBytes: number): Promise<Uint8Array> {
  try {
    return await joinBytes(atMost(new Blob([file]).stream().pipeThrough(new DecompressionStream('gzip')), maxBytes))
  } catch (cause) {
    if (PfError.isInstance(cause)) throw cause
    throw new PfError('syntax', 'The bundle cannot be decompressed: the file is damaged or truncated. Copy or export it again.', { cause })
  }
}

async function* atMost(stream: ReadableStream<Uint8Array>, maxBytes: number): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader()
  let size = 0
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      size += read.value.length
      if (size > maxBytes) throw tooLarge(maxBytes)
      yield read.value
    }
  } finally {
    reader.cancel().catch(() => undefined)
  }
}

const tooLarge = (maxBytes: number) =>
  new PfError('too_large', `The bundle has more than ${maxBytes} bytes when it is decompressed. Raise maxBytes if you trust its source.`)
