import { escapeName, formatDate, formatNumber } from '../format/format-values.ts'
import type { Column, Filter, Query } from '../query/query.ts'
import type { Row } from '../topics/topic.ts'

/** Formats a number with its own number of decimal places, up to a limit. */
export function figure(value: unknown, decimals = 0): string {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return 'no value'
  const rounded = Number(number.toFixed(decimals))
  return formatNumber(rounded, Math.min(decimals, (String(rounded).split('.')[1] ?? '').length))
}

/** Formats a value with its unit for a sentence. */
export function shownValue(value: unknown, { kind, unit, decimals }: Pick<Column, 'kind' | 'unit' | 'decimals'>): string {
  if (value === null || value === undefined) return 'no value'
  if (kind === 'date') return formatDate(value)
  if (kind === 'month') return formatDate(value, 'month')
  if (kind === 'year') return String(value)
  if (kind === 'text') return escapeName(String(value).replace(/^\d\d (?=[A-Z])/, ''))
  return withUnit(figure(value, decimals), unit)
}

const countedNouns = new Set(['days', 'penguins', 'car models', 'months', 'countries', 'monthly records', 'rows'])

export function withUnit(text: string, unit: string | undefined): string {
  if (!unit) return text
  return `${text} ${text === '1' && countedNouns.has(unit) ? unit.replace(/ies$/, 'y').replace(/s$/, '') : unit}`
}

/** Returns the name of a row: "ford pinto, USA, 1971". */
export function rowName(row: Row | undefined, columns: readonly Column[]): string {
  return columns
    .filter(({ kind }) => kind !== 'number')
    .map((column) => (column.alias === 'cylinders' ? `${row?.[column.alias]} cylinders` : shownValue(row?.[column.alias], column)))
    .join(', ')
}

/** Describes the rows and their conditions: "penguins (species Gentoo; body mass above 5,000 g)". */
export function scope(query: Query, more: readonly Filter[] = []): string {
  const { dataset, where } = query
  const counted = query.kind === 'groups' ? (query.counted ?? []) : []
  const texts = [...where, ...counted, ...more].map(({ text }) => text)
  const rows = dataset.table === 'gapminder' ? 'countries and years' : dataset.noun.many
  const place = { weather: 'days in Seattle', co2: 'months at Mauna Loa', unemployment: 'US industries and months' }[dataset.table as 'weather'] ?? rows
  return texts.length === 0 ? place : `${place} (${texts.join('; ')})`
}

export const listed = (items: readonly string[]): string => (items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`)

/** Describes only the conditions of a query, for a sentence that already names the rows; undefined if there are none. */
export function conditionsOf(query: Query): string | undefined {
  const counted = query.kind === 'groups' ? (query.counted ?? []) : []
  const texts = [...query.where, ...counted].map(({ text }) => text)
  return texts.length === 0 ? undefined : texts.join('; ')
}

const rowWords: Readonly<Record<string, readonly [one: string, several: string]>> = {
  penguins: ['penguin', 'penguins'],
  cars: ['car model', 'car models'],
  weather: ['day', 'days'],
  co2: ['month', 'months'],
}

/** Returns the word for one row of a table or for several. */
export const rowWord = (table: string, count: number): string => (rowWords[table] ?? ['row', 'rows'])[count === 1 ? 0 : 1]

/** Describes the number of rows from which a figure was computed. */
export function basis({ matching, with_value }: Row): string {
  const [all, known] = [Number(matching), Number(with_value ?? matching)]
  return all === known ? `${figure(all)} ${all === 1 ? 'row' : 'rows'}` : `${figure(known)} of ${figure(all)} rows (${figure(all - known)} without a value)`
}
