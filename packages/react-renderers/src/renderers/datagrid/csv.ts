import { type GridColumn, type GridRow, valueAt } from './read-columns.ts'

/** First characters that spreadsheets take for a formula, their full-width forms, and the blanks that hide them. */
const FORMULA = /^[\s\u00a0\u200b-\u200f\ufeff]*[=+\-@\t\r\n＝＋－＠]/u

/** One cell: numbers bare, everything else quoted, and nothing that a spreadsheet would run. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  if (typeof value === 'boolean') return String(value)
  const text = (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed()
  const safe = FORMULA.test(text) || /^[\t\r]/.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** A table as CSV (RFC 4180, CRLF) with a byte order mark, so that spreadsheets read it as UTF-8; values as they are, not as they are shown. */
export function toCsv(columns: readonly Pick<GridColumn, 'field' | 'header'>[], rows: readonly GridRow[]): string {
  const lines = [columns.map((column) => csvCell(column.header)).join(',')]
  for (const row of rows) lines.push(columns.map((column) => csvCell(valueAt(row, column.field))).join(','))
  return `\ufeff${lines.join('\r\n')}\r\n`
}

/** A file name out of a title: letters, digits and hyphens. */
export function csvName(title: string | undefined): string {
  const words = (title ?? '')
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .toLowerCase()
  return `${words || 'table'}.csv`
}

/** Hands text to the reader as a file; touches no network. */
export function downloadFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The click has started the download; the address may go once it has been read.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
