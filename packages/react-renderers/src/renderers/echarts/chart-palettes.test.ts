import { getComponent } from '@pf/registry'
import { describe, expect, it } from 'vitest'
import type { ChartTokens } from '../chart/chart-tokens.ts'
import { luminance, toRgb } from '../chart/color.ts'
import { themedTokens } from './chart-palettes.ts'

const page = (surface: string, text1: string): ChartTokens => ({
  series: Array.from({ length: 8 }, () => 'rgb(1,2,3)'),
  text1,
  text2: text1,
  text3: text1,
  line: text1,
  surface,
  raised: surface,
  accentSoft: surface,
  accent: text1,
  font: 'x',
})
const schemes = {
  light: page(toRgb('oklch(99% 0.003 95)'), toRgb('oklch(24% 0.012 260)')),
  dark: page(toRgb('oklch(19% 0.008 260)'), toRgb('oklch(94% 0.005 95)')),
}
const contrast = (a: string, b: string) => {
  const [x, y] = [luminance(a) ?? 0, luminance(b) ?? 0]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}
const channels = (color: string) => (color.match(/\d+/g) ?? []).map(Number)
const distance = (a: string, b: string) => Math.hypot(...channels(a).map((value, index) => value - (channels(b)[index] ?? 0)))

const schema = getComponent('echarts')?.propsSchema ?? {}
const { theme: asked } = (schema as unknown as { properties: { theme: { enum: string[] } } }).properties

describe.each(Object.entries(schemes))('series colours, %s', (_, tokens) => {
  const named = ['vintage', 'macarons', 'roma', 'shine']
  it.each(named)('of %s are eight of their own that stand out from the page and from each other', (theme) => {
    const { series } = themedTokens(tokens, theme)
    expect(new Set(series).size).toBe(8)
    for (const one of series) expect(contrast(one, tokens.surface)).toBeGreaterThanOrEqual(3)
    for (const [index, one] of series.entries()) for (const other of series.slice(index + 1)) expect(distance(one, other)).toBeGreaterThan(30)
    for (let index = 1; index < 8; index++) expect(contrast(series[index] ?? '', series[index - 1] ?? '')).toBeGreaterThan(1.2)
  })

  it('differ between all themes, and are the page’s own for light, dark and names that are none', () => {
    expect(new Set(named.map((theme) => themedTokens(tokens, theme).series.join())).size).toBe(4)
    expect(asked.enum.filter((theme) => !named.includes(theme))).toEqual(['light', 'dark'])
    for (const theme of ['light', 'dark', 'constructor', 7, undefined]) expect(themedTokens(tokens, theme)).toBe(tokens)
  })
})
