import type { JsonObject } from '@pf/core'
import { toText } from '@pf/registry'

/** Fixed words of a chart. */
export const echartsWords = {
  chart: 'Chart',
  table: 'Table',
  loading: 'Loading',
  empty: 'This chart has no series that can be drawn.',
  failed: 'The data of this chart could not be loaded.',
  /** What a screen reader hears of a chart without a description. */
  summary: (props: JsonObject) => toText('echarts', props, { short: true }),
}
