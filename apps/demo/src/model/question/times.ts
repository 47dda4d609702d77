import { type Chunk, isWord } from './chunk.ts'
import { monthNames } from './grammar.ts'
import type { Period } from './slots.ts'

/** A time and the number of its chunks. */
interface Found {
  period: Period
  length: number
}

const pad = (value: number) => String(value).padStart(2, '0')
const lastDay = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

export const yearPeriod = (year: number): Period => ({ from: `${year}-01-01`, to: `${year}-12-31`, label: String(year) })

const monthPeriod = (year: number, month: number): Period => ({
  from: `${year}-${pad(month)}-01`,
  to: `${year}-${pad(month)}-${pad(lastDay(year, month))}`,
  label: `${monthNames[month - 1]} ${year}`,
})

function dayPeriod(year: number, month: number, day: number): Period | undefined {
  if (day < 1 || day > lastDay(year, month)) return undefined
  const date = `${year}-${pad(month)}-${pad(day)}`
  return { from: date, to: date, label: `${day} ${monthNames[month - 1]} ${year}` }
}

/** True for a number with four digits that can be a year. */
export const isYear = (chunk: Chunk | undefined): chunk is Extract<Chunk, { kind: 'number' }> =>
  chunk?.kind === 'number' && /^\d{4}$/.test(chunk.text) && chunk.value >= 1000 && chunk.value < 3000

const dayOf = (chunk: Chunk | undefined) =>
  (chunk?.kind === 'number' || chunk?.kind === 'ordinal') && Number.isInteger(chunk.value) && chunk.value >= 1 && chunk.value <= 31 ? chunk.value : undefined

const isGap = (chunk: Chunk | undefined) =>
  isWord(chunk, 'of', 'in') || (isWord(chunk, 'and') && chunk?.text === ',') || (chunk?.kind === 'filler' && chunk.text.toLowerCase() === 'the')

const skipGaps = (chunks: readonly Chunk[], from: number) => {
  let at = from
  while (isGap(chunks[at])) at++
  return at
}

/** Reads one point or span of time such as "4 July 2014", "July", "1990" or "the 1970s" at a position. */
export function readPoint(chunks: readonly Chunk[], start: number): Found | undefined {
  const at = chunks[start]?.kind === 'filler' && chunks[start]?.text.toLowerCase() === 'the' ? start + 1 : start
  const found = readDay(chunks, at) ?? readMonthOrSeason(chunks, at) ?? readSimple(chunks[at])
  return found && { ...found, length: found.length + at - start }
}

function readSimple(chunk: Chunk | undefined): Found | undefined {
  if (isYear(chunk)) return { period: yearPeriod(chunk.value), length: 1 }
  if (chunk?.kind === 'decade')
    return { period: { from: `${chunk.from}-01-01`, to: `${chunk.from + 9}-12-31`, label: `${chunk.from} to ${chunk.from + 9}` }, length: 1 }
  if (chunk?.kind === 'year month') return { period: monthPeriod(chunk.year, chunk.month), length: 1 }
  if (chunk?.kind !== 'date') return undefined
  const [year = 0, month = 1, day = 1] = chunk.date.split('-').map(Number)
  const period = dayPeriod(year, month, day)
  return period && { period, length: 1 }
}

function readDay(chunks: readonly Chunk[], at: number): Found | undefined {
  const before = dayOf(chunks[at])
  const monthAt = before === undefined ? at : skipGaps(chunks, at + 1)
  const month = chunks[monthAt]
  if (month?.kind !== 'month') return undefined
  const dayAt = before === undefined ? skipGaps(chunks, monthAt + 1) : monthAt
  const day = before ?? dayOf(chunks[dayAt])
  if (day === undefined) return undefined
  const yearAt = skipGaps(chunks, dayAt + 1)
  const year = chunks[yearAt]
  if (isYear(year)) {
    const period = dayPeriod(year.value, month.month, day)
    return period && { period, length: yearAt + 1 - at }
  }
  if (day > lastDay(2000, month.month)) return undefined
  return { period: { months: [month.month], day, label: `${day} ${monthNames[month.month - 1]} of each year` }, length: dayAt + 1 - at }
}

function readMonthOrSeason(chunks: readonly Chunk[], at: number): Found | undefined {
  const chunk = chunks[at]
  if (chunk?.kind !== 'month' && chunk?.kind !== 'season') return undefined
  const yearAt = skipGaps(chunks, at + 1)
  const year = chunks[yearAt]
  const length = isYear(year) ? yearAt + 1 - at : 1
  if (chunk.kind === 'month') {
    if (isYear(year)) return { period: monthPeriod(year.value, chunk.month), length }
    return { period: { months: [chunk.month], label: `${monthNames[chunk.month - 1]} of each year` }, length }
  }
  if (isYear(year)) return { period: { ...yearPeriod(year.value), months: chunk.months, label: `${seasonMonths(chunk.months)} ${year.value}` }, length }
  return { period: { months: chunk.months, label: `${chunk.name} of each year` }, length }
}

/** Returns the months of a season within one year, in their order. */
const seasonMonths = (months: readonly number[]) =>
  [...months]
    .sort((left, right) => left - right)
    .map((month) => monthNames[month - 1])
    .join(', ')

const dayBefore = (date: string) => shift(date, -1)
const shift = (date: string, days: number) => new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** Reads a range ("from 1990 to 2000", "since 2005", "before May 1970") or a single time at a position. */
export function readTime(chunks: readonly Chunk[], at: number): Found | undefined {
  return readSpan(chunks, at) ?? readOpen(chunks, at) ?? readLast(chunks, at) ?? readSingle(chunks, at)
}

function readSingle(chunks: readonly Chunk[], at: number): Found | undefined {
  const own = readPoint(chunks, at)
  if (own) return own
  if (!isWord(chunks[at], 'in', 'from', 'of')) return undefined
  const start = chunks[at + 1]?.kind === 'grain' && isYear(chunks[at + 2]) ? at + 2 : at + 1
  const point = readPoint(chunks, start)
  return point && { ...point, length: point.length + start - at }
}

function readSpan(chunks: readonly Chunk[], start: number): Found | undefined {
  const opened = isWord(chunks[start], 'from', 'between', 'in')
  const first = readPoint(chunks, opened ? start + 1 : start)
  if (!first) return undefined
  const middle = start + (opened ? 1 : 0) + first.length
  const joins = isWord(chunks[start], 'between') ? isWord(chunks[middle], 'and', 'to') && chunks[middle]?.text !== ',' : isWord(chunks[middle], 'to', 'until')
  const second = joins ? readPoint(chunks, middle + 1) : undefined
  if (!second?.period.to) return calendarSpan(first.period, second, middle + 1 - start)
  const from = first.period.from ?? (first.period.months && sameYear(first.period, second.period))
  if (from === undefined) return undefined
  return { period: { from, to: second.period.to, label: `${labelOf(first.period)} to ${second.period.label}` }, length: middle + 1 + second.length - start }
}

/** Reads the months between two months of each year, as in "March to May". */
function calendarSpan(first: Period, second: Found | undefined, length: number): Found | undefined {
  const [from] = first.months ?? []
  const [to] = second?.period.months ?? []
  if (!second || from === undefined || to === undefined || first.day !== undefined || second.period.day !== undefined || first.from) return undefined
  const months = Array.from({ length: ((to - from + 12) % 12) + 1 }, (_, index) => ((from - 1 + index) % 12) + 1)
  return { period: { months, label: `${monthNames[from - 1]} to ${monthNames[to - 1]} of each year` }, length: length + second.length }
}

/** Returns the start of "March to May 2010", whose first month has no year. */
function sameYear({ months: [month] = [], day }: Period, { to = '' }: Period): string | undefined {
  return month === undefined ? undefined : `${to.slice(0, 4)}-${pad(month)}-${pad(day ?? 1)}`
}

const labelOf = ({ label }: Period) => label.replace(/ of each year$/, '')

function readOpen(chunks: readonly Chunk[], at: number): Found | undefined {
  const point = isWord(chunks[at], 'since', 'after', 'before', 'until', 'from') ? readPoint(chunks, at + 1) : undefined
  const { from, to, label = '' } = point?.period ?? {}
  if (!point || from === undefined || to === undefined || point.period.months) return undefined
  const length = point.length + 1
  if (isWord(chunks[at], 'since')) return { period: { from, label: `${label} and later` }, length }
  if (isWord(chunks[at], 'after')) return { period: { from: shift(to, 1), label: `after ${label}` }, length }
  if (isWord(chunks[at], 'before')) return { period: { to: dayBefore(from), label: `before ${label}` }, length }
  if (isWord(chunks[at], 'until')) return { period: { to, label: `until ${label}` }, length }
  return /^onwards?$/i.test(chunks[at + length]?.text ?? '') ? { period: { from, label: `${label} and later` }, length: length + 1 } : undefined
}

/** Reads a period that is counted from the end of the table, as in "the last 10 years". */
function readLast(chunks: readonly Chunk[], start: number): Found | undefined {
  const at = isWord(chunks[start], 'in') ? start + 1 : start
  const [word, number, grain] = chunks[at]?.kind === 'filler' ? chunks.slice(at + 1, at + 4) : chunks.slice(at, at + 3)
  if (!isWord(word, 'latest') || number?.kind !== 'number' || !Number.isInteger(number.value) || number.value < 1 || grain?.kind !== 'grain') return undefined
  if (grain.grain !== 'year' && grain.grain !== 'month' && grain.grain !== 'day') return undefined
  const length = at - start + (chunks[at]?.kind === 'filler' ? 4 : 3)
  return { period: { last: { count: number.value, grain: grain.grain }, label: `the last ${number.value} ${grain.grain}s of the table` }, length }
}
