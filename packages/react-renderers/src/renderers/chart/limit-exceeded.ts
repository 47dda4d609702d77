import type { FormattedLimit } from '../../messages/drawing.ts'

/** More than can be drawn while a reader waits: what there is, and what could be. */
export interface LimitExceeded {
  count: number
  max: number
}

/** Writes both figures for a locale. */
export function formatLimit({ count, max }: LimitExceeded, locale: string | undefined): FormattedLimit {
  const number = new Intl.NumberFormat(locale)
  return { count: number.format(count), max: number.format(max) }
}
