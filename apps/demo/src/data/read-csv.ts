import Papa from 'papaparse'
import { type FileTable, QueryError } from './query-protocol.ts'

const maxColumns = 200
const maxRows = 100_000
const numberText = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/
const dateText = /^\d{4}-\d\d-\d\d$/

/**
 * Reads a CSV file with a header line; the separator is detected. A column whose cells are all numbers or all dates (YYYY-MM-DD) has that
 * type; empty cells are null. Throws QueryError for a file without rows and for one above 200 columns or 100,000 rows.
 */
export function readCsv(bytes: Uint8Array): FileTable & { rowCount: number } {
  const text = new TextDecoder().decode(bytes)
  const { data } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' })
  const [header, ...lines] = data
  if (!header || lines.length === 0) throw new QueryError('not_allowed', 'The file has no rows: a header line and at least one line below it are needed.')
  if (header.length > maxColumns) throw new QueryError('too_large', `The file has ${header.length} columns; at most ${maxColumns} can be read.`)
  if (lines.length > maxRows) throw new QueryError('too_large', `The file has ${lines.length} rows; at most ${maxRows} can be read.`)
  const names = columnNames(header)
  const columns = names.map((name, at) => ({ name, type: typeOf(lines.map((line) => line[at]?.trim() ?? '')) }))
  const rows = lines.map((line) => Object.fromEntries(columns.map(({ name, type }, at) => [name, cellOf(line[at]?.trim() ?? '', type)])))
  return { columns, rows: JSON.stringify(rows), rowCount: rows.length }
}

/** Returns unique names: of the header, or `column_2` for an empty one. DuckDB does not distinguish names by case. */
export function columnNames(header: readonly string[]): string[] {
  const used = new Set<string>()
  return header.map((cell, at) => {
    const base =
      cell
        .replaceAll(/\p{C}/gu, ' ')
        .trim()
        .slice(0, 100)
        .replace(/^__proto__$/i, '_proto_') || `column_${at + 1}`
    let name = base
    for (let count = 2; used.has(name.toLowerCase()); count++) name = `${base}_${count}`
    used.add(name.toLowerCase())
    return name
  })
}

function typeOf(cells: readonly string[]): 'number' | 'date' | 'text' {
  const filled = cells.filter((cell) => cell !== '')
  if (filled.length === 0) return 'text'
  if (filled.every((cell) => numberText.test(cell))) return 'number'
  return filled.every((cell) => dateText.test(cell)) ? 'date' : 'text'
}

function cellOf(cell: string, type: 'number' | 'date' | 'text'): string | number | null {
  if (cell === '') return null
  return type === 'number' ? Number(cell) : cell.toWellFormed()
}
