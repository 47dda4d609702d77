/** Formats a size in kilobytes or megabytes, at least one kilobyte. `locale` is a BCP 47 tag. */
export function formatBytes(bytes: number, locale: string | undefined): string {
  const [value, unit] = bytes < 1_000_000 ? [Math.max(1, Math.round(bytes / 1_000)), 'kilobyte'] : [bytes / 1_000_000, 'megabyte']
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 }).format(value)
}
