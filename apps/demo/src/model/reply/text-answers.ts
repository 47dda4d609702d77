import { isRecord } from '@pf/core/internal'
import { escapeName, formatNumber } from '../format/format-values.ts'
import type { QueryObservation, ToolResults } from '../request/tool-results.ts'

const maxCellLength = 60

/** Returns the answer that accompanies a component. If the component could not be shown, the reason and the first rows are appended as text. */
export function withTextFallback(
  answer: string,
  { results, rows, rendering }: { results: ToolResults; rows: QueryObservation | undefined; rendering: boolean },
): string {
  if (rendering && results.rejected === undefined) return answer
  const reason = rendering ? `The component could not be shown (${results.rejected}).` : ''
  return [answer, reason, rows ? markdownTable(rows) : ''].filter((part) => part !== '').join('\n\n')
}

/** Returns the first rows of a query as a Markdown table. */
function markdownTable({ preview, rowCount }: QueryObservation): string {
  const names = Object.keys(preview[0] ?? {})
  if (names.length === 0) return ''
  const line = (cells: readonly unknown[]) => `| ${cells.map(cellText).join(' | ')} |`
  const rows = preview.map((row) => line(names.map((name) => row[name])))
  return [`The first ${preview.length} of ${rowCount} rows:`, '', line(names), line(names.map(() => '---')), ...rows].join('\n')
}

function cellText(value: unknown): string {
  return String(value ?? '')
    .slice(0, maxCellLength)
    .replaceAll(/[\r\n|]/g, ' ')
}

/** Returns the result of `describe_table` as Markdown. */
export function describeTableText(result: unknown, table: string): string {
  const { description, row_count, columns, licence } = isRecord(result) ? result : {}
  const lines = (Array.isArray(columns) ? columns.filter(isRecord) : []).map((column) => `- **${escapeName(column.name)}**: ${escapeName(column.description)}`)
  const terms = typeof licence === 'string' ? `\n\nTerms of the data: ${escapeName(licence)}.` : ''
  return `The table **${table}** has ${formatNumber(row_count)} rows. ${escapeName(description)}\n\n${lines.join('\n')}${terms}`
}
