import { safeLocale } from './safe-locale.ts'

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte']

/** A size as people read it: `12 kB`, `1.4 MB`. */
export function sizeText(bytes: number, locale: string | undefined): string {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)))
  const options = {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power > 1 ? 1 : 0,
  } as const
  return new Intl.NumberFormat(safeLocale(locale), options).format(bytes / 1_000 ** power)
}
