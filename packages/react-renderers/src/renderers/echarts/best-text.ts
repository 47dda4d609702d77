const RGB = /^rgba?\(\s*(\d+)[,\s]+(\d+)[,\s]+(\d+)/

/** The one of two colours that reads better on a third; colours as rgb(), the first where one cannot be read. */
export function bestText(on: string, light: string, dark: string): string {
  const below = luminance(on)
  const high = luminance(light)
  const low = luminance(dark)
  if (below === undefined || high === undefined || low === undefined) return light
  return contrast(below, high) >= contrast(below, low) ? light : dark
}

const contrast = (a: number, b: number) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)

/** Relative luminance (WCAG 2). */
function luminance(color: string): number | undefined {
  const match = RGB.exec(color)
  if (!match) return undefined
  const [red = 0, green = 0, blue = 0] = match.slice(1, 4).map((channel) => linear(Number(channel) / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
