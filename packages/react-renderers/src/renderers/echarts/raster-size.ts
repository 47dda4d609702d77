/** Maximum number of pixels of an image. A short file can contain an image of many gigabytes. */
const MAX_PIXELS = 1_000_000

/** True if a raster image in a data URL has a size that can be read, and few enough pixels to be decoded at once. */
export function isSmallRaster(url: string): boolean {
  const bytes = decode(url.slice(url.indexOf(',') + 1))
  const size = bytes && (pngSize(bytes) ?? gifSize(bytes) ?? webpSize(bytes) ?? jpegSize(bytes))
  return size !== undefined && size[0] * size[1] <= MAX_PIXELS
}

type Size = readonly [width: number, height: number]

function decode(base64: string): DataView | undefined {
  try {
    return new DataView(Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)).buffer)
  } catch {
    return undefined
  }
}

const startsWith = (bytes: DataView, text: string, at = 0) =>
  bytes.byteLength >= at + text.length && [...text].every((character, index) => bytes.getUint8(at + index) === character.charCodeAt(0))

const pngSize = (bytes: DataView): Size | undefined =>
  startsWith(bytes, 'PNG', 1) && bytes.byteLength >= 24 ? [bytes.getUint32(16), bytes.getUint32(20)] : undefined

const gifSize = (bytes: DataView): Size | undefined =>
  startsWith(bytes, 'GIF8') && bytes.byteLength >= 10 ? [bytes.getUint16(6, true), bytes.getUint16(8, true)] : undefined

function webpSize(bytes: DataView): Size | undefined {
  if (!startsWith(bytes, 'WEBP', 8) || bytes.byteLength < 30) return undefined
  if (startsWith(bytes, 'VP8X', 12)) return [(bytes.getUint32(24, true) & 0xffffff) + 1, (bytes.getUint32(26, true) >> 8) + 1]
  if (startsWith(bytes, 'VP8L', 12)) return [(bytes.getUint32(21, true) & 0x3fff) + 1, ((bytes.getUint32(21, true) >> 14) & 0x3fff) + 1]
  return startsWith(bytes, 'VP8 ', 12) ? [bytes.getUint16(26, true) & 0x3fff, bytes.getUint16(28, true) & 0x3fff] : undefined
}

/** The size of a JPEG image is in the segment at its start of frame. */
function jpegSize(bytes: DataView): Size | undefined {
  for (let at = 2; at + 9 < bytes.byteLength && bytes.getUint8(at) === 0xff; at += 2 + bytes.getUint16(at + 2)) {
    const marker = bytes.getUint8(at + 1)
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return [bytes.getUint16(at + 7), bytes.getUint16(at + 5)]
  }
  return undefined
}
