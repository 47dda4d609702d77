import type { JsonObject } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { chartSummaryMessages } from '../../messages/chart-summary.ts'
import { plainText } from '../../text/plain-text.ts'
import { listOf } from './option-values.ts'

/** The title, description and accessible label of a chart. */
export interface ChartLabels {
  title: string | undefined
  description: string | undefined
  /** Accessible label of the chart. */
  label: string
}

const words = (value: unknown, limit: number) => (typeof value === 'string' ? plainText(value, limit) || undefined : undefined)

/** Reads the title and description of an option. Without a description, the label uses the summary of the registry. */
export function chartLabels(props: JsonObject, given: string | undefined, fixed: Pick<typeof chartSummaryMessages, 'summary'>): ChartLabels {
  const option = isRecord(props.option) ? props.option : {}
  const own = listOf(option.title ?? (isRecord(option.baseOption) ? option.baseOption.title : undefined)).find(isRecord) ?? {}
  const title = words(given, 300) ?? words(own.text, 300)
  const aria = isRecord(option.aria) ? option.aria : {}
  const ariaText = words(aria.description, 600) ?? (isRecord(aria.label) ? words(aria.label.description, 600) : undefined)
  const description = words(own.subtext, 600) ?? ariaText
  const summary = description ?? fixed.summary(props)
  return { title, description, label: title && !summary.includes(title) ? `${title}. ${summary}` : summary }
}
