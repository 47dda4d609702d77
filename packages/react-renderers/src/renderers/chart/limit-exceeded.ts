import type { FormattedLimit } from '../../messages/drawing.ts'

/** A number that exceeds its limit. */
export interface LimitExceeded {
  count: number
  max: number
}

/** Formats both numbers for a locale. */
export function formatLimit({ count, max }: LimitExceeded, locale: string | undefined): FormattedLimit {
  const number = new Intl.NumberFormat(locale)
  return { count: number.format(count), max: number.format(max) }
}
