import type { WrittenExcess } from '../../messages/drawing.ts'

/** More than can be drawn while a reader waits: what there is, and what could be. */
export interface Excess {
  count: number
  most: number
}

/** Writes both figures for a locale. */
export function written({ count, most }: Excess, locale: string | undefined): WrittenExcess {
  const number = new Intl.NumberFormat(locale)
  return { count: number.format(count), most: number.format(most) }
}
