import type { QuerySeen } from '../reading/results.ts'

const maxCell = 60

/** The first rows as a Markdown table: what is left where no component can be shown. */
export function plainRows({ preview, rowCount }: QuerySeen): string {
  const names = Object.keys(preview[0] ?? {})
  if (names.length === 0) return ''
  const line = (cells: readonly unknown[]) => `| ${cells.map(cell).join(' | ')} |`
  const rows = preview.map((row) => line(names.map((name) => row[name])))
  return [`The first ${preview.length} of ${rowCount} rows:`, '', line(names), line(names.map(() => '---')), ...rows].join('\n')
}

function cell(value: unknown): string {
  return String(value ?? '')
    .slice(0, maxCell)
    .replaceAll(/[\r\n|]/g, ' ')
}
