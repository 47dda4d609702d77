/** The colours of a metric, which are design tokens of the page. */
export type Tone = 'accent' | 'good' | 'warn' | 'bad'

const tones = new Map<string, Tone>([
  ['accent', 'accent'],
  ['blue', 'accent'],
  ['primary', 'accent'],
  ['good', 'good'],
  ['green', 'good'],
  ['success', 'good'],
  ['positive', 'good'],
  ['warn', 'warn'],
  ['warning', 'warn'],
  ['orange', 'warn'],
  ['amber', 'warn'],
  ['yellow', 'warn'],
  ['bad', 'bad'],
  ['red', 'bad'],
  ['danger', 'bad'],
  ['error', 'bad'],
  ['negative', 'bad'],
])

/** Returns the tone for a colour name; undefined for other names and colour values. */
export const toneOf = (color: unknown): Tone | undefined => (typeof color === 'string' ? tones.get(color.toLowerCase()) : undefined)
