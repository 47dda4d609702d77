import { isRecord } from '@pf/core/internal'
import type { ChartSize } from './chart-layout.ts'
import type { ChartTokens } from './chart-tokens.ts'
import { listOf } from './list-of.ts'

/** What a chart is drawn for. */
export interface Dressing {
  size: ChartSize
  /** Width of the box in steps of 20 px, so that not every pixel means a new layout. */
  width: number
  locale: string | undefined
  tokens: ChartTokens
  /** No movement: the reader asked for none, or the data is still coming. */
  still: boolean
  /** Patterns beside colours. */
  patterns: boolean
}

export type Fields = Record<string, unknown>

/** The objects of a thing or a list of it. */
export const records = (value: unknown): Fields[] => listOf(value).filter(isRecord)

/** Points of a series from which drawing is thinned out. */
export const LARGE = 2_000
