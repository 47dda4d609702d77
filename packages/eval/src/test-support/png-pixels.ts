import { inflateSync } from 'node:zlib'

/** Counts the pixels of a PNG picture of a browser (8 bits for each channel, not interlaced) by their colours. */
export function pixelsByColour(png: Buffer): Map<string, number> {
  const width = png.readUInt32BE(16)
  const channels = png[25] === 6 ? 4 : 3
  const lines = unfiltered(inflateSync(Buffer.concat([...dataChunks(png)])), { lineBytes: width * channels, channels })
  const counts = new Map<string, number>()
  for (let at = 0; at < lines.length; at += channels) {
    const colour = lines.toString('hex', at, at + 3)
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  return counts
}

function* dataChunks(png: Buffer): Generator<Buffer> {
  for (let at = 8; at < png.length; ) {
    const length = png.readUInt32BE(at)
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') yield png.subarray(at + 8, at + 8 + length)
    at += length + 12
  }
}

/** Undoes the filters of the lines: each byte was stored as its difference from the bytes to the left and above. */
function unfiltered(data: Buffer, { lineBytes, channels }: { lineBytes: number; channels: number }): Buffer {
  const height = data.length / (lineBytes + 1)
  const out = Buffer.alloc(height * lineBytes)
  for (let line = 0; line < height; line++) {
    const filter = data[line * (lineBytes + 1)]
    for (let at = 0; at < lineBytes; at++) {
      const here = line * lineBytes + at
      const left = at < channels ? 0 : (out[here - channels] ?? 0)
      const up = line === 0 ? 0 : (out[here - lineBytes] ?? 0)
      const corner = at < channels || line === 0 ? 0 : (out[here - lineBytes - channels] ?? 0)
      const predicted = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter ?? 0] ?? 0
      out[here] = (data[line * (lineBytes + 1) + 1 + at] ?? 0) + predicted
    }
  }
  return out
}

function paeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner
  const [a, b, c] = [Math.abs(estimate - left), Math.abs(estimate - up), Math.abs(estimate - corner)]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}
