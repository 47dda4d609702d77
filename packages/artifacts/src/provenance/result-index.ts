import { isRecord } from '@pf/core/internal'
import { isoKey } from './dates.ts'
import { findFigures } from './find-figures.ts'

import { type Column, headerOf, isScalarList, type Name, type ResultIndex, type RunResult, type Table } from './result-tables.ts'
import { unitsOfField } from './units.ts'

const maxEntries = 250_000
const maxChars = 1_000_000
const maxDepth = 64
const maxNameLength = 100
const digit = /\d|[十百千万萬億亿兆]/
/** A text of at least five words. */
const sentence = /(?:\S+\s+){4}\S/
/** A short text that is a number with a sign, a currency, a scale or a unit. Other short texts are names, whose digits are not values. */
const numeric = /^[^\p{L}\d]{0,4}(?:\p{Lu}{2,3} ?)?\d[\d.,'  ]{0,40}(?:[ -]?[\p{L}%‰°$€£¥/².)]{1,16}){0,3}$/u

/** Reads the results once. Linear in their size up to the limits, beyond which the index is incomplete. */
export function indexResults(results: readonly RunResult[]): ResultIndex {
  const reader = new ResultReader()
  for (const { ref, value } of results) reader.read(value, { ref, path: [], depth: 0 })
  return reader
}

interface At {
  ref: string
  path: readonly (string | number)[]
  depth: number
}

class ResultReader implements ResultIndex {
  readonly tables: Table[] = []
  readonly columns: Column[] = []
  readonly values: number[] = []
  readonly entryColumns: number[] = []
  readonly entryRows: number[] = []
  readonly columnsByKey = new Map<string, number[]>()
  readonly nameIds = new Map<string, number>()
  readonly names: Name[] = []
  incomplete = false
  private chars = 0
  private order: Float64Array | undefined
  private chains: { last: Map<number, number>; before: Int32Array } | undefined

  sorted(): Float64Array {
    this.order ??= Float64Array.from(this.chain().last.keys()).sort()
    return this.order
  }

  lastWith(value: number): number {
    return this.chain().last.get(value) ?? -1
  }

  before(entry: number): number {
    return this.chain().before[entry] ?? -1
  }

  /** Links the entries with the same value, when a value is first searched for. */
  private chain() {
    if (this.chains) return this.chains
    const last = new Map<number, number>()
    const before = new Int32Array(this.values.length)
    this.values.forEach((value, entry) => {
      before[entry] = last.get(value) ?? -1
      last.set(value, entry)
    })
    this.chains = { last, before }
    return this.chains
  }

  read(value: unknown, at: At): void {
    if (at.depth > maxDepth || this.isFull()) {
      if (value !== null && value !== undefined) this.incomplete = true
      return
    }
    if (Array.isArray(value)) this.readList(value, at)
    else if (isRecord(value)) this.readRecord(value, at)
    else this.cell(this.columnOf(this.open(at, 'single'), '', []), 0, value)
  }

  private isFull(): boolean {
    return this.values.length >= maxEntries || this.chars >= maxChars
  }

  private open({ ref, path }: At, form: Table['form'], source: readonly unknown[] = []): Table {
    const table: Table = { id: this.tables.length, ref, path, form, columns: new Map(), rows: form === 'single' ? 1 : 0, source, starts: [] }
    this.tables.push(table)
    return table
  }

  private columnOf(table: Table, name: string, key: readonly (string | number)[]): Column {
    const known = table.columns.get(name)
    if (known) return known
    const units = unitsOfField(String(key.at(-1) ?? table.path.at(-1) ?? ''))
    const part = name.indexOf('\u0000')
    const keyText = part < 0 ? name : `${String(key.at(-1) ?? '')}${name.slice(part)}`
    const column: Column = { id: this.columns.length, table: table.id, key, keyText, units, names: undefined, numbers: 0, years: 0 }
    this.columns.push(column)
    table.columns.set(name, column)
    const others = this.columnsByKey.get(keyText)
    if (others) others.push(column.id)
    else this.columnsByKey.set(keyText, [column.id])
    return column
  }

  private readList(list: readonly unknown[], at: At): void {
    const table = this.open(at, 'rows', list)
    table.rows = list.length
    const header = headerOf(list)
    for (let row = 0; row < list.length; row++) {
      if (this.isFull()) {
        this.incomplete = true
        return
      }
      table.starts.push(this.values.length)
      const item = list[row]
      if (Array.isArray(item)) {
        if (item === header) continue
        for (let index = 0; index < item.length && !this.isFull(); index++)
          this.member(table, row, { name: header?.[index] ?? String(index), key: index, value: item[index], at })
      } else if (isRecord(item)) {
        for (const key of Object.keys(item)) this.member(table, row, { name: key, key, value: item[key], at })
      } else this.cell(this.columnOf(table, '', []), row, item)
    }
    table.starts.push(this.values.length)
  }

  private member(table: Table, row: number, { name, key, value, at }: { name: string; key: string | number; value: unknown; at: At }): void {
    if (typeof value !== 'object' || value === null) {
      const column = table.columns.get(name) ?? this.columnOf(table, name, [key])
      this.cell(column, row, value)
    } else this.read(value, { ref: at.ref, path: [...at.path, row, key], depth: at.depth + 1 })
  }

  private readRecord(record: Record<string, unknown>, at: At): void {
    const keys = Object.keys(record)
    const lists = keys.filter((key) => isScalarList(record[key]))
    const length = lists.length > 1 ? (record[lists[0] ?? ''] as unknown[]).length : 0
    const isColumnar = length > 1 && lists.every((key) => (record[key] as unknown[]).length === length)
    if (isColumnar) this.readFields(record, lists, { at, length })
    let table: Table | undefined
    for (const key of keys) {
      const value = record[key]
      if (typeof value !== 'object' || value === null) {
        table ??= this.open(at, 'single')
        this.cell(this.columnOf(table, key, [key]), 0, value)
      } else if (!(isColumnar && lists.includes(key))) this.read(value, { ref: at.ref, path: [...at.path, key], depth: at.depth + 1 })
    }
  }

  private readFields(record: Record<string, unknown>, keys: readonly string[], { at, length }: { at: At; length: number }): void {
    const table = this.open(at, 'fields')
    table.rows = length
    for (const key of keys) {
      const column = this.columnOf(table, key, [key])
      const list = record[key] as unknown[]
      for (let row = 0; row < length; row++) {
        if (this.isFull()) {
          this.incomplete = true
          return
        }
        this.cell(column, row, list[row])
      }
    }
  }

  private cell(column: Column, row: number, value: unknown): void {
    if (typeof value === 'number') {
      if (Number.isFinite(value)) this.number(column, row, value)
    } else if (typeof value === 'string') this.text(column, row, value)
    else if (typeof value === 'bigint') this.number(column, row, Number(value))
  }

  private number(column: Column, row: number, value: number): void {
    this.entry(column, row, value)
    if (Number.isInteger(value) && value >= 1500 && value < 2200) {
      column.years++
      this.name(column, row, String(value))
    }
  }

  private entry(column: Column, row: number, given: number): void {
    this.values.push(given === 0 ? 0 : given)
    this.entryColumns.push(column.id)
    this.entryRows.push(row)
    column.numbers++
  }

  private text(column: Column, row: number, text: string): void {
    if (text === '') return
    const date = isoKey(text)
    if (date !== undefined) this.dateNames(column, row, date)
    else this.otherText(column, row, text)
  }

  private otherText(column: Column, row: number, text: string): void {
    if (text.length <= maxNameLength && !numeric.test(text)) {
      this.name(column, row, text)
      if (text.length < 12 || !digit.test(text) || !sentence.test(text)) return
    } else if (!digit.test(text)) return
    this.chars += text.length
    if (this.chars > maxChars) {
      this.incomplete = true
      return
    }
    const plain = text.length < 25 ? Number(text) : Number.NaN
    if (Number.isFinite(plain) && text.trim() !== '') this.number(column, row, plain)
    else this.figuresOf(column, row, text)
  }

  private figuresOf(column: Column, row: number, text: string): void {
    for (const { readings, dates } of findFigures(text)) {
      for (const { value } of readings) this.entry(column, row, value)
      for (const key of dates) this.dateNames(column, row, key)
    }
  }

  private dateNames(column: Column, row: number, key: string): void {
    const [year = '', month, day] = key.startsWith('--') ? ['', ...key.slice(2).split('-')] : key.split('-')
    this.name(column, row, key)
    const table = this.tables[column.table]
    if (!table) return
    const part = (name: string, text: string) => this.name(this.columnOf(table, `${column.id}\u0000${name}`, column.key), row, text)
    if (day !== undefined && year !== '') part('month', `${year}-${month}`)
    if (month !== undefined && year !== '') part('year', year)
    if (month !== undefined && day !== undefined) part('day', `--${month}-${day}`)
  }

  private name(column: Column, row: number, text: string): void {
    let id = this.nameIds.get(text)
    if (id === undefined) {
      id = this.names.length
      this.nameIds.set(text, id)
      this.names.push({ text, columns: [], rows: [] })
    }
    const name = this.names[id]
    if (!name) return
    column.names ??= []
    column.names[row] = id
    // Only the last columns are compared, so that a name in very many columns costs no more than one in few; a column may then be listed twice.
    for (let index = name.columns.length - 1; index >= Math.max(0, name.columns.length - 4); index--) {
      if (name.columns[index] === column.id) return void name.rows[index]?.push(row)
    }
    name.columns.push(column.id)
    name.rows.push([row])
  }
}
