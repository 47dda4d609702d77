import { isRecord } from '@pf/core/internal'
import type { ChartTokens } from '../chart/chart-tokens.ts'
import { listOf } from './option-values.ts'

/** What a chart is drawn for. */
export interface ThemeContext {
  size: ChartSize
  /** Width of the box in steps of 20 px, so that not every pixel means a new layout. */
  width: number
  locale: string | undefined
  tokens: ChartTokens
  /** No movement: the reader asked for none, or the data is still coming. */
  reducedMotion: boolean
  /** Patterns beside colours. */
  patterns: boolean
}

export type Fields = Record<string, unknown>

/** The objects of a thing or a list of it. */
export const records = (value: unknown): Fields[] => listOf(value).filter(isRecord)

/** Points of a series from which drawing is thinned out. */
export const LARGE_SERIES = 2_000

/** How much room a chart has: it is laid out anew in each, not scaled. */
export type ChartSize = 'narrow' | 'middle' | 'wide'

export const sizeOf = (width: number): ChartSize => (width < 420 ? 'narrow' : width < 640 ? 'middle' : 'wide')
