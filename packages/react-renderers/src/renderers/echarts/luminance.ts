const RGB = /^rgba?\(\s*(\d+)[,\s]+(\d+)[,\s]+(\d+)/

/** Relative luminance (WCAG 2) of a colour as rgb(), 0 to 1; undefined for any other. */
export function luminance(color: string): number | undefined {
  const match = RGB.exec(color)
  if (!match) return undefined
  const [red = 0, green = 0, blue = 0] = match.slice(1, 4).map((channel) => linear(Number(channel) / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const linear = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
