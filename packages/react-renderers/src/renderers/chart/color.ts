/** Converts `oklch(…)` and `color(srgb …)` to rgb(), which chart libraries support; other colours are returned unchanged. */
export function toRgb(color: string): string {
  return fromOklch(color) ?? fromSrgb(color) ?? color
}

const NUMBER = String.raw`(-?[\d.]+(?:e-?\d+)?)`
const OKLCH = new RegExp(String.raw`^oklch\(\s*${NUMBER}(%?)\s+${NUMBER}\s+${NUMBER}(?:deg)?\s*(?:/\s*${NUMBER}(%?)\s*)?\)$`, 'i')
const SRGB = new RegExp(String.raw`^color\(\s*srgb\s+${NUMBER}\s+${NUMBER}\s+${NUMBER}\s*(?:/\s*${NUMBER}\s*)?\)$`, 'i')

function fromOklch(color: string): string | undefined {
  const match = OKLCH.exec(color.trim())
  if (!match) return undefined
  const lightness = Number(match[1]) / (match[2] ? 100 : 1)
  const chroma = Number(match[3])
  const hue = (Number(match[4]) * Math.PI) / 180
  const alpha = match[5] === undefined ? 1 : Number(match[5]) / (match[6] ? 100 : 1)
  return write(oklabToSrgb(lightness, chroma * Math.cos(hue), chroma * Math.sin(hue)), alpha)
}

function fromSrgb(color: string): string | undefined {
  const match = SRGB.exec(color.trim())
  return match ? write([Number(match[1]), Number(match[2]), Number(match[3])], match[4] === undefined ? 1 : Number(match[4])) : undefined
}

/** Converts Oklab to sRGB with the matrices of Björn Ottosson (CSS Color 4, section 8.7). */
function oklabToSrgb(lightness: number, a: number, b: number): readonly number[] {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ].map(gamma)
}

const gamma = (value: number) => (value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055)

function write(channels: readonly number[], alpha: number): string {
  const [red, green, blue] = channels.map((channel) => Math.round(Math.min(1, Math.max(0, channel)) * 255))
  return alpha < 1 ? `rgba(${red},${green},${blue},${alpha})` : `rgb(${red},${green},${blue})`
}

const RGB = /^rgba?\(\s*(\d+)[,\s]+(\d+)[,\s]+(\d+)/

/** Relative luminance (WCAG 2) of a colour as rgb(), 0 to 1; undefined for any other. */
export function luminance(color: string): number | undefined {
  const match = RGB.exec(color)
  if (!match) return undefined
  const [red = 0, green = 0, blue = 0] = match.slice(1, 4).map((channel) => linear(Number(channel) / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)

/** Returns the colour with the higher contrast on a background. Colours are given as rgb(); returns `light` when one cannot be parsed. */
export function readableText(on: string, light: string, dark: string): string {
  const below = luminance(on)
  const high = luminance(light)
  const low = luminance(dark)
  if (below === undefined || high === undefined || low === undefined) return light
  return contrast(below, high) >= contrast(below, low) ? light : dark
}

const contrast = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
