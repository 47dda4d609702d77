import { expect, it } from 'vitest'
import '../../styles.css'
import { toRgb } from './color.ts'

/** Returns the colour that the browser paints. */
function painted(color: string): number[] {
  const canvas = document.createElement('canvas')
  canvas.width = 1
  canvas.height = 1
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)]
}

const channels = (rgb: string) => (rgb.match(/\d+/g) ?? []).slice(0, 3).map(Number)
const inGamut = ['oklch(50% 0.11 240)', 'oklch(61% 0.12 82)', 'oklch(0.4 0.07 187)', 'oklch(94% 0.005 95)', 'oklch(19% 0.008 260)', 'color(srgb 0.2 0.4 0.6)']

it.each(inGamut)('%s becomes the rgb() that the browser paints', (color) => {
  const own = channels(toRgb(color))
  for (const [index, channel] of painted(color).entries()) expect(Math.abs(channel - (own[index] ?? -9))).toBeLessThanOrEqual(1)
})

it('leaves every other colour as it is and keeps transparency', () => {
  for (const color of ['#123456', 'rgb(1, 2, 3)', 'CanvasText', 'url(x)', '']) expect(toRgb(color)).toBe(color)
  expect(toRgb('oklch(50% 0.11 240 / 0.5)')).toMatch(/^rgba\(\d+,\d+,\d+,0\.5\)$/)
})
