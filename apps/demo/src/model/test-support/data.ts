import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const folder = join(dirname(createRequire(import.meta.url).resolve('vega-datasets')), '..', 'data')
const json = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, string | number | null>[]
const text = (value: unknown) => String(value)
const number = (value: unknown) => (typeof value === 'number' ? value : null)

function csv(file: string): string[][] {
  const [, ...lines] = readFileSync(join(folder, file), 'utf8').trim().split(/\r?\n/)
  return lines.map((line) => line.split(','))
}

/** The data sets as plain objects, read without the database, so that tests can compute answers on their own. */
export const cars = json('cars.json').map((row) => ({
  name: text(row.Name),
  mpg: number(row.Miles_per_Gallon),
  cylinders: Number(row.Cylinders),
  displacement: number(row.Displacement),
  hp: number(row.Horsepower),
  weight: number(row.Weight_in_lbs),
  acceleration: number(row.Acceleration),
  year: Number(text(row.Year).slice(0, 4)),
  origin: text(row.Origin),
}))

export const penguins = json('penguins.json').map((row) => ({
  species: text(row.Species),
  island: text(row.Island),
  beakLength: number(row['Beak Length (mm)']),
  beakDepth: number(row['Beak Depth (mm)']),
  flipper: number(row['Flipper Length (mm)']),
  mass: number(row['Body Mass (g)']),
  sex: row.Sex === 'MALE' || row.Sex === 'FEMALE' ? row.Sex.toLowerCase() : 'unknown',
}))

export const countries = json('gapminder.json').map((row) => ({
  year: Number(row.year),
  country: text(row.country),
  cluster: Number(row.cluster),
  population: Number(row.pop),
  life: Number(row.life_expect),
  fertility: Number(row.fertility),
}))

export const unemployment = json('unemployment-across-industries.json').map((row) => ({
  industry: text(row.series),
  year: Number(row.year),
  month: Number(row.month),
  people: Number(row.count) * 1000,
  rate: Number(row.rate),
}))

export const weather = csv('seattle-weather.csv').map(([date = '', rain, high, low, wind, kind = '']) => ({
  date,
  year: Number(date.slice(0, 4)),
  month: Number(date.slice(5, 7)),
  rain: Number(rain),
  high: Number(high),
  low: Number(low),
  wind: Number(wind),
  kind,
}))

export const co2 = csv('co2-concentration.csv').map(([date = '', ppm, adjusted]) => ({
  date,
  year: Number(date.slice(0, 4)),
  month: Number(date.slice(5, 7)),
  ppm: Number(ppm),
  adjusted: Number(adjusted),
}))

/** Returns the values of a column without the missing ones. */
export const valuesOf = <Row>(rows: readonly Row[], column: (row: Row) => number | null): number[] => rows.map(column).filter((value) => value !== null)

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

export const mean = (values: readonly number[]): number => sum(values) / values.length

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right)
  const middle = Math.floor(sorted.length / 2)
  return sorted.length % 2 === 1 ? (sorted[middle] ?? Number.NaN) : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}

/** Returns the row with the highest value; the first one if there are several. */
export function highest<Row>(rows: readonly Row[], column: (row: Row) => number | null): Row {
  let best: Row | undefined
  for (const row of rows) {
    const value = column(row)
    if (value !== null && (best === undefined || value > (column(best) ?? Number.NEGATIVE_INFINITY))) best = row
  }
  if (best === undefined) throw new Error('there are no rows')
  return best
}

export const lowest = <Row>(rows: readonly Row[], column: (row: Row) => number | null): Row =>
  highest(rows, (row) => {
    const value = column(row)
    return value === null ? null : -value
  })

/** Returns the rows for each value of a column. */
export function groups<Row>(rows: readonly Row[], column: (row: Row) => string | number): Map<string, Row[]> {
  const found = new Map<string, Row[]>()
  for (const row of rows) found.set(String(column(row)), [...(found.get(String(column(row))) ?? []), row])
  return found
}

/** Formats a number like an answer. */
export const shown = (value: number, digits = 0): string => new Intl.NumberFormat('en', { maximumFractionDigits: digits }).format(Number(value.toFixed(digits)))

const monthNames = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December']

/** Formats a date like an answer. */
export const day = (date: string): string => `${Number(date.slice(8, 10))} ${monthNames[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`
export const monthOf = (date: string): string => `${monthNames[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`
