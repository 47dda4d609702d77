import type { MessageFile } from '@pf/core'

const ascii = (text: string) => [...text].map((char) => char.charCodeAt(0))

/** First bytes of formats; `brand` is a second signature, at the offset `at`. */
const signatures: readonly { type: string; bytes: readonly number[]; at?: number; brand?: readonly number[] }[] = [
  { type: 'image/png', bytes: [0x89, ...ascii('PNG\r\n\x1a\n')] },
  { type: 'image/jpeg', bytes: [0xff, 0xd8, 0xff] },
  { type: 'image/gif', bytes: ascii('GIF87a') },
  { type: 'image/gif', bytes: ascii('GIF89a') },
  { type: 'image/webp', bytes: ascii('RIFF'), at: 8, brand: ascii('WEBP') },
  { type: 'audio/wav', bytes: ascii('RIFF'), at: 8, brand: ascii('WAVE') },
  { type: 'image/avif', bytes: [], at: 4, brand: ascii('ftypavif') },
  { type: 'audio/mp4', bytes: [], at: 4, brand: ascii('ftypM4A') },
  { type: 'video/mp4', bytes: [], at: 4, brand: ascii('ftyp') },
  { type: 'application/pdf', bytes: ascii('%PDF-') },
  { type: 'audio/mpeg', bytes: ascii('ID3') },
  { type: 'audio/mpeg', bytes: [0xff, 0xfb] },
  { type: 'audio/ogg', bytes: ascii('OggS') },
  { type: 'audio/flac', bytes: ascii('fLaC') },
  { type: 'video/webm', bytes: [0x1a, 0x45, 0xdf, 0xa3] },
  { type: 'application/zip', bytes: [0x50, 0x4b, 0x03, 0x04] },
]

/** Types of texts that differ only in their meaning, so that the declaration or the name decides between them. */
const textTypes = new Set(['text/plain', 'text/csv', 'text/tab-separated-values', 'text/markdown', 'application/x-ndjson'])
const textExtensions = new Map([
  ['csv', 'text/csv'],
  ['tsv', 'text/tab-separated-values'],
  ['md', 'text/markdown'],
  ['ndjson', 'application/x-ndjson'],
  ['jsonl', 'application/x-ndjson'],
])

/**
 * Returns the media type of a file by its content. What the sender declares decides only between types of plain text; markup such as HTML
 * is plain text here, and SVG is never a raster image. Content of an unknown format is application/octet-stream.
 */
export function mediaTypeOf(bytes: Uint8Array, { declared, name = '' }: { declared: string; name?: string }): string {
  const found = signatures.find(({ bytes: start, at = 0, brand = [] }) => startsWith(bytes, start, 0) && startsWith(bytes, brand, at))
  if (found) return found.type
  const text = readText(bytes)
  if (text === undefined) return 'application/octet-stream'
  if (isJson(text)) return 'application/json'
  if (/^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)?(<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i.test(text.slice(0, 2_000))) return 'image/svg+xml'
  if (textTypes.has(declared) && declared !== 'text/plain') return declared
  return textExtensions.get(name.toLowerCase().split('.').at(-1) ?? '') ?? 'text/plain'
}

const startsWith = (bytes: Uint8Array, start: readonly number[], at: number) => start.every((byte, index) => bytes[at + index] === byte)

function readText(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

/** A number, a word and a quoted text are valid JSON as well, but such a file is rather a text. */
function isJson(text: string): boolean {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Returns the kind of a file with this media type. An SVG image is a document, because it is markup. */
export function kindOf(media_type: string): MessageFile['kind'] {
  const [top] = media_type.split('/')
  if (media_type === 'image/svg+xml') return 'document'
  return top === 'image' || top === 'audio' || top === 'video' ? top : 'document'
}
