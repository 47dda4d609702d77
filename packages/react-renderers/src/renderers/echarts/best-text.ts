import { luminance } from './luminance.ts'

/** The one of two colours that reads better on a third; colours as rgb(), the first where one cannot be read. */
export function bestText(on: string, light: string, dark: string): string {
  const below = luminance(on)
  const high = luminance(light)
  const low = luminance(dark)
  if (below === undefined || high === undefined || low === undefined) return light
  return contrast(below, high) >= contrast(below, low) ? light : dark
}

const contrast = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
