import { describe, expect, it } from 'vitest'
import { isSmallRaster } from './raster-size.ts'

const base64 = (bytes: readonly number[]) => btoa(String.fromCharCode(...bytes))
const text = (characters: string) => [...characters].map((character) => character.charCodeAt(0))
const big = (value: number) => [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255]
const short = (value: number) => [(value >>> 8) & 255, value & 255]
const png = (width: number, height: number) => [137, ...text('PNG'), 13, 10, 26, 10, 0, 0, 0, 13, ...text('IHDR'), ...big(width), ...big(height)]
const gif = (width: number, height: number) => [...text('GIF89a'), ...short(width).reverse(), ...short(height).reverse()]
const riff = (chunk: string, rest: readonly number[]) => [
  ...text('RIFF'),
  0,
  0,
  0,
  0,
  ...text('WEBP'),
  ...text(chunk),
  0,
  0,
  0,
  0,
  ...rest,
  ...new Array(20).fill(0),
]
const little3 = (value: number) => [value & 255, (value >>> 8) & 255, (value >>> 16) & 255]
const vp8x = (width: number, height: number) => riff('VP8X', [0, 0, 0, 0, ...little3(width - 1), ...little3(height - 1)])
const vp8 = (width: number, height: number) => riff('VP8 ', [0, 0, 0, 0x9d, 1, 0x2a, ...short(width).reverse(), ...short(height).reverse()])
const vp8l = (width: number, height: number) => riff('VP8L', [0x2f, ...big((width - 1) | ((height - 1) << 14)).reverse()])
const jpeg = (width: number, height: number) => [
  0xff,
  0xd8,
  0xff,
  0xe0,
  ...short(4),
  0,
  0,
  0xff,
  0xc4,
  ...short(3),
  0,
  0xff,
  0xc2,
  ...short(11),
  8,
  ...short(height),
  ...short(width),
  0,
  0,
  0,
  0,
]
const url = (bytes: readonly number[]) => `data:image/x;base64,${base64(bytes)}`

describe('an image in an option', () => {
  const formats = { png, gif, vp8x, vp8, vp8l, jpeg }

  it.each(Object.entries(formats))('in the format %s is drawn if it has few pixels', (_, format) => {
    expect(isSmallRaster(url(format(1_000, 1_000)))).toBe(true)
    expect(isSmallRaster(url(format(1_001, 1_000)))).toBe(false)
    expect(isSmallRaster(url(format(1_000, 1_001)))).toBe(false)
    expect(isSmallRaster(url(format(1, 1)))).toBe(true)
  })

  it.each(Object.entries(formats))('in the format %s is not drawn if its size is cut off', (_, format) => {
    for (const length of [0, 3, 8]) expect(isSmallRaster(url(format(1, 1).slice(0, length)))).toBe(false)
  })

  it('is not drawn in an unknown format or encoding', () => {
    for (const bad of ['data:image/png;base64,%%%', url(text('not an image at all, but a text')), url(riff('ANIM', [0, 0, 0, 0])), ''])
      expect(isSmallRaster(bad)).toBe(false)
  })
})
