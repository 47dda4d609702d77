import type { JsonObject } from '@pf/core'
import { toText } from '@pf/registry'

/** The words of a chart that need the registry: what a screen reader hears of one without a description. */
export const chartSummaryMessages = { summary: (props: JsonObject) => toText('echarts', props, { short: true }) }
