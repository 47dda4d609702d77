import { isRecord } from '@pf/core/internal'
import { figure, name } from './figures.ts'

/** What describe_table has told of a table, as Markdown. */
export function tellTable(seen: unknown, table: string): string {
  const { description, row_count, columns, licence } = isRecord(seen) ? seen : {}
  const lines = (Array.isArray(columns) ? columns.filter(isRecord) : []).map((column) => `- **${name(column.name)}**: ${name(column.description)}`)
  const terms = typeof licence === 'string' ? `\n\nTerms of the data: ${name(licence)}.` : ''
  return `The table **${table}** has ${figure(row_count)} rows. ${name(description)}\n\n${lines.join('\n')}${terms}`
}
