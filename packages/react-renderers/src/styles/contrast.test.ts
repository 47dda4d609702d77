import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { toRgb } from '../renderers/chart/color.ts'

type Rgb = [number, number, number]

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8')
const pairs = new Map(
  [...css.matchAll(/--pf-([\w-]+): light-dark\(\s*(oklch\([^)]*\)),\s*(oklch\([^)]*\))\s*\)/g)].map(([, name = '', light = '', dark = '']) => [
    name,
    { light, dark },
  ]),
)

function rgb(name: string, scheme: 'light' | 'dark'): Rgb {
  const found = pairs.get(name)?.[scheme]
  if (!found) throw new Error(name)
  const [red = 0, green = 0, blue = 0] = (toRgb(found).match(/\d+/g) ?? []).map(Number)
  return [red, green, blue]
}

const linear = (value: number) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4)
const luminance = (color: Rgb) => 0.2126 * linear(color[0]) + 0.7152 * linear(color[1]) + 0.0722 * linear(color[2])
function contrast(a: Rgb, b: Rgb): number {
  const [x, y] = [luminance(a), luminance(b)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

/** Machado, Oliveira and Fernandes 2009, with severity 1. */
const blindness = {
  none: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritan: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
}

function seen(color: Rgb, kind: keyof typeof blindness): Rgb {
  const [r, g, b] = color.map(linear) as Rgb
  const m = blindness[kind]
  const row = (at: number) => Math.min(1, Math.max(0, (m[at] ?? 0) * r + (m[at + 1] ?? 0) * g + (m[at + 2] ?? 0) * b))
  return oklab([row(0), row(3), row(6)])
}

function oklab([r, g, b]: Rgb): Rgb {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

const distance = (a: Rgb, b: Rgb) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])
const series = [1, 2, 3, 4, 5, 6, 7, 8].map((number) => `c${number}`)

describe.each(['light', 'dark'] as const)('tokens, %s', (scheme) => {
  it.each(['text-1', 'text-2', 'text-3', 'accent', 'good', 'warn', 'bad'])('%s reads on every surface it stands on (4.5)', (name) => {
    for (const surface of ['surface-0', 'surface-1']) expect(contrast(rgb(name, scheme), rgb(surface, scheme))).toBeGreaterThanOrEqual(4.5)
  })

  it('text reads on tinted surfaces and on the accent (4.5)', () => {
    for (const [text, surface] of [
      ['text-1', 'surface-2'],
      ['text-1', 'accent-soft'],
      ['accent', 'accent-soft'],
      ['accent-text', 'accent'],
    ] as const)
      expect(contrast(rgb(text, scheme), rgb(surface, scheme))).toBeGreaterThanOrEqual(4.5)
  })

  it.each(['edge', 'focus', ...series])('%s is seen on the page (3)', (name) => {
    expect(contrast(rgb(name, scheme), rgb('surface-0', scheme))).toBeGreaterThanOrEqual(3)
  })

  it.each(Object.keys(blindness) as (keyof typeof blindness)[])('series colours stay apart with colour vision: %s', (kind) => {
    const colors = series.map((name) => seen(rgb(name, scheme), kind))
    for (const [index, color] of colors.entries()) for (const other of colors.slice(index + 1)) expect(distance(color, other)).toBeGreaterThan(0.09)
  })

  it('neighbours among the series colours stay apart in greyscale print', () => {
    const grey = series.map((name) => oklab(rgb(name, scheme).map(linear) as Rgb)[0])
    for (let index = 1; index < grey.length; index++) expect(Math.abs((grey[index] ?? 0) - (grey[index - 1] ?? 0))).toBeGreaterThan(0.08)
  })
})
