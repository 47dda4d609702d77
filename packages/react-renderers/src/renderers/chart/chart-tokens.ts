import { toRgb } from './color.ts'

/** The design tokens of the page as colours that chart libraries accept. */
export interface ChartTokens {
  series: readonly string[]
  text1: string
  text2: string
  text3: string
  line: string
  surface: string
  raised: string
  accentSoft: string
  accent: string
  font: string
}

const SERIES = [1, 2, 3, 4, 5, 6, 7, 8]

/** Reads the design tokens at an element, whose colour scheme may differ from the page. Without a stylesheet, light colours are used. */
export function readTokens(element: Element): ChartTokens {
  const style = getComputedStyle(element)
  const probe = document.createElement('span')
  // With forced colours, all series would have the same colour. The tokens already are system colours in this case.
  probe.style.setProperty('forced-color-adjust', 'none')
  element.append(probe)
  const color = (token: string, otherwise: string) => {
    const value = style.getPropertyValue(`--pf-${token}`).trim()
    if (value === '') return otherwise
    // System colours only have a computed value when they are used.
    probe.style.color = value
    return toRgb(getComputedStyle(probe).color || value)
  }
  const tokens: ChartTokens = {
    series: SERIES.map((number) => color(`c${number}`, '#1f6f9f')),
    text1: color('text-1', '#1c1e22'),
    text2: color('text-2', '#55585f'),
    text3: color('text-3', '#74777f'),
    line: color('line', '#dcdbd7'),
    surface: color('surface-0', '#fdfdfb'),
    raised: color('surface-1', '#f7f6f3'),
    accentSoft: color('accent-soft', '#e5f1f9'),
    accent: color('accent', '#00699e'),
    font: style.fontFamily || 'system-ui, sans-serif',
  }
  probe.remove()
  return tokens
}
