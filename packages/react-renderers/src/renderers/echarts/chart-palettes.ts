import type { ChartTokens } from '../chart/chart-tokens.ts'
import { luminance, toRgb } from '../chart/color.ts'

/** Chroma and hue of eight series colours; all palettes share the same lightness values. */
type Palette = readonly (readonly [chroma: number, hue: number])[]

const palettes: ReadonlyMap<string, Palette> = new Map(
  Object.entries({
    vintage: [
      [0.11, 20],
      [0.05, 150],
      [0.04, 250],
      [0.11, 55],
      [0.06, 205],
      [0.03, 320],
      [0.08, 90],
      [0.07, 30],
    ],
    macarons: [
      [0.1, 197],
      [0.12, 60],
      [0.11, 300],
      [0.13, 10],
      [0.12, 125],
      [0.06, 268],
      [0.12, 240],
      [0.09, 350],
    ],
    roma: [
      [0.19, 15],
      [0.07, 168],
      [0.12, 264],
      [0.11, 5],
      [0.06, 88],
      [0.08, 200],
      [0.09, 85],
      [0.09, 320],
    ],
    shine: [
      [0.17, 25],
      [0.13, 90],
      [0.12, 250],
      [0.12, 170],
      [0.13, 140],
      [0.09, 300],
      [0.13, 235],
      [0.07, 205],
    ],
  } satisfies Record<string, Palette>),
)

/** Lightness values. Adjacent colours also differ in greyscale, and all have a contrast of at least 3:1 to the surface. */
const LIGHT = [50, 61, 40, 64, 48, 34, 63, 30]
const DARK = [74, 84, 55, 76, 93, 60, 87, 56]

/** Replaces the series colours with those of a named theme for the current colour scheme; unknown names leave the tokens unchanged. */
export function themedTokens(tokens: ChartTokens, theme: unknown): ChartTokens {
  const palette = typeof theme === 'string' ? palettes.get(theme) : undefined
  const [first] = palette ?? []
  if (!palette || !first) return tokens
  const dark = (luminance(tokens.surface) ?? 1) < (luminance(tokens.text1) ?? 0)
  const series = palette.map(([chroma, hue], index) => color((dark ? DARK : LIGHT)[index] ?? 50, chroma, hue))
  const [, hue] = first
  return { ...tokens, series, accent: series[0] ?? tokens.accent, accentSoft: dark ? color(28, 0.035, hue) : color(95, 0.022, hue) }
}

const color = (lightness: number, chroma: number, hue: number) => toRgb(`oklch(${lightness}% ${chroma} ${hue})`)
