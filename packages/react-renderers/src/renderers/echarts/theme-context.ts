import { isRecord } from '@pf/core/internal'
import type { ChartTokens } from '../chart/chart-tokens.ts'
import { listOf } from './option-values.ts'

/** The environment that a chart is themed for. */
export interface ThemeContext {
  size: ChartSize
  /** Width of the container, rounded to 20 px to avoid frequent layouts. */
  width: number
  locale: string | undefined
  tokens: ChartTokens
  /** Disables animation, because the user prefers reduced motion or data is streaming. */
  reducedMotion: boolean
  /** Adds patterns to the colours. */
  patterns: boolean
}

export type Fields = Record<string, unknown>

/** Returns the objects in a value that is one item or a list of items. */
export const records = (value: unknown): Fields[] => listOf(value).filter(isRecord)

/** Series with more points are drawn in the optimized mode of ECharts. */
export const LARGE_SERIES = 2_000

/** Lines with more points are drawn with as many of them as there are pixels. */
export const LONG_LINE = 1_000

/** The size class of a chart, which determines its layout. */
export type ChartSize = 'narrow' | 'middle' | 'wide'

export const sizeOf = (width: number): ChartSize => (width < 420 ? 'narrow' : width < 640 ? 'middle' : 'wide')
