import { type GridColumn, type GridRow, valueAt } from './read-columns.ts'

/** Leading characters that spreadsheets interpret as a formula, including full-width forms and leading whitespace. */
const FORMULA = /^[\s\u00a0\u200b-\u200f\ufeff]*[=+\-@\t\r\n＝＋－＠]/u

/** Matches a negative number as text. It starts like a formula, but spreadsheets compute nothing. */
const NEGATIVE_FIGURE = /^-\d[\d.,]*(?:e[+-]?\d+)?\s?%?$/i

/** Formats a CSV cell. Numbers are unquoted, other values are quoted, and formulas are escaped. */
export function csvCell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : ''
  if (typeof value === 'boolean') return String(value)
  const text = (typeof value === 'object' ? JSON.stringify(value) : String(value)).toWellFormed()
  const safe = (FORMULA.test(text) || /^[\t\r]/.test(text)) && !NEGATIVE_FIGURE.test(text) ? `'${text}` : text
  return `"${safe.replaceAll('"', '""')}"`
}

/** Formats a table as CSV (RFC 4180, CRLF) with raw values and a byte order mark, so that spreadsheets read it as UTF-8. */
export function toCsv(columns: readonly Pick<GridColumn, 'field' | 'header'>[], rows: readonly GridRow[]): string {
  const lines = [columns.map((column) => csvCell(column.header)).join(',')]
  for (const row of rows) lines.push(columns.map((column) => csvCell(valueAt(row, column.field))).join(','))
  return `\ufeff${lines.join('\r\n')}\r\n`
}

/** Creates a file name from a title, with letters, digits and hyphens. */
export function csvName(title: string | undefined): string {
  const words = (title ?? '')
    .normalize('NFKD')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .toLowerCase()
  return `${words || 'table'}.csv`
}

/** Downloads a text as a file without a network request. */
export function downloadFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The URL is revoked after the download has started.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
