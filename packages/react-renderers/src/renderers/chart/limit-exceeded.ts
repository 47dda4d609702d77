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

/** Returns the limit for a cost in milliseconds: the number of elements that the budget allows, rounded down because the cost is an estimate. */
export function limitOf({ count, ms, budgetMs }: { count: number; ms: number; budgetMs: number }): LimitExceeded | undefined {
  if (ms <= budgetMs) return undefined
  const max = (count * budgetMs) / ms
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, max))) - 1)
  return { count, max: Math.max(1, Math.floor(max / unit) * unit) }
}
