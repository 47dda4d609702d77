/** Colours a metric may have; all of them are tokens of the page. */
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

/** The tone nearest to a colour word; other words and colour values are left to the page. */
export const toneOf = (color: unknown): Tone | undefined => (typeof color === 'string' ? tones.get(color.toLowerCase()) : undefined)
