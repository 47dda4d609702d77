import type { JsonObject } from '@pf/core'
import { toText } from '@pf/registry'

/** The text alternative of a chart without a description, which is computed by the registry. */
export const chartSummaryMessages = { summary: (props: JsonObject) => toText('echarts', props, { short: true }) }
