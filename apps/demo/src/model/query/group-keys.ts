import type { Dataset, Grain } from '../datasets/dataset.ts'
import type { Period } from '../question/slots.ts'
import { dimensionKey, grainKey } from './columns.ts'
import type { Context } from './context.ts'
import { nameCondition } from './filters.ts'
import { literal } from './pivots.ts'
import { type Key, type Problem, problem } from './query.ts'

/** Returns the keys, including one for names or times that the question compares. */
export function keysOf(context: Context, asked: readonly (Key | undefined)[], taken: readonly (string | undefined)[]): Key[] | Problem {
  const { slots, dataset } = context
  const keys = asked.flatMap((key) => key ?? []).filter((key, index, all) => all.findIndex(({ alias }) => alias === key.alias) === index)
  const compared = dataset.dimensions.filter(({ id }) => {
    const values = slots.values.filter(({ dimension, negated }) => dimension === id && !negated)
    return !taken.includes(id) && values.length > 1 && !joinedByOr(context, values)
  })
  const named = namesKey(joinedByOr(context, slots.names) ? [] : slots.names)
  const times = comparedTimes(
    dataset,
    slots.periods.filter(({ negated }) => !negated).map(({ period }) => period),
  )
  if (times && 'kind' in times && times.kind === 'problem') return times as Problem
  const more = [...compared.map(dimensionKey), ...(named ? [named] : []), ...(times ? [times as Key] : [])]
  const all = [...keys, ...more.filter(({ alias }) => !keys.some((key) => key.alias === alias))]
  const comparing = slots.flags.has('compare') || slots.flags.has('difference')
  if (comparing && all.length === 0)
    return slots.names.length > 1 ? [] : problem('I did not find the two things to compare. Name two of them, for example two countries, species or years.')
  return all
}

/** True if the parts are joined by "or". "Dream or Torgersen" is one selection; "Dream and Torgersen" are two groups. */
function joinedByOr({ slots }: Context, parts: readonly { at: number }[]): boolean {
  const [first, last] = [parts[0]?.at ?? 0, parts.at(-1)?.at ?? 0]
  return !slots.flags.has('compare') && slots.ors.some((at) => first < at && at < last)
}

/** Returns one group for each name of a model that the question lists, as in "Ford against Chevrolet". */
function namesKey(names: Context['slots']['names']): Key | undefined {
  const wanted = names.filter(({ negated }) => !negated)
  if (wanted.length < 2) return undefined
  const cases = wanted.map((part) => `WHEN ${nameCondition(part)} THEN ${literal(part.phrase)}`)
  return { alias: 'model_name', sql: `CASE ${cases.join(' ')} END`, title: 'Name', kind: 'text', plural: 'names' }
}

function comparedTimes(dataset: Dataset, periods: readonly Period[]): Key | Problem | undefined {
  if (periods.length < 2) return undefined
  const grain = commonGrain(periods)
  return (grain && grainKey(dataset, grain)) ?? problem('I can compare years with years, or months with months.')
}

function commonGrain(periods: readonly Period[]): Grain | undefined {
  const every = (test: (period: Period) => boolean) => periods.every(test)
  if (every(({ from, to, months }) => !months && from?.slice(0, 4) === to?.slice(0, 4) && from?.endsWith('-01-01') === true && to?.endsWith('-12-31') === true))
    return 'year'
  if (every(({ from, to }) => from !== undefined && from === to)) return 'day'
  if (every(({ from, to, months }) => !months && from !== undefined && from.slice(0, 7) === to?.slice(0, 7))) return 'month'
  if (every(({ from, months }) => !from && months?.length === 1)) return 'calendar month'
  if (every(({ from, months }) => !from && months?.length === 3)) return 'season'
  return every(({ from, to, months }) => !months && from?.endsWith('0-01-01') === true && to?.slice(3) === '9-12-31') ? 'decade' : undefined
}

const dailyLimit = 100

/** Adds a time key if the question is about a development or requests a line. */
export function withTime(context: Context, keys: readonly Key[]): Key[] | Problem {
  const { slots, dataset } = context
  const wants = slots.flags.has('trend') || slots.form?.form === 'line' || undecidedSeries(context) || drawsValues(context, keys)
  if (!wants || keys.some(({ grain }) => grain)) return [...keys]
  if (!dataset.time) return problem(`The ${dataset.noun.many} of this table have no date, so there is no development over time to show.`)
  const key = grainKey(
    dataset,
    trendGrain(
      dataset,
      slots.periods.map(({ period }) => period),
    ),
  )
  return key ? [key, ...keys] : [...keys]
}

/** True if values are drawn as one bar for each time, as in "Life expectancy in the UK since 1980 as a bar chart". */
function drawsValues({ slots, dataset, pinned }: Context, keys: readonly Key[]): boolean {
  const drawn = slots.form?.form === 'bar' || slots.form?.form === 'chart'
  return (
    drawn &&
    keys.length === 0 &&
    dataset.time !== undefined &&
    !pinned &&
    slots.measures.length > 0 &&
    slots.aggregates.length === 0 &&
    slots.conditions.length === 0 &&
    slots.names.length === 0
  )
}

/** True for a measure without further parts in a table over time, which is shown over time. */
function undecidedSeries({ slots, dataset }: Context): boolean {
  const series = dataset.time !== undefined && dataset.table !== 'cars' && dataset.table !== 'weather' && dataset.latest === undefined
  return (
    series &&
    slots.measures.length > 0 &&
    slots.periods.length === 0 &&
    slots.aggregates.length === 0 &&
    slots.keys.length === 0 &&
    slots.conditions.length === 0 &&
    !slots.flags.has('compare') &&
    slots.form?.form !== 'table'
  )
}

function trendGrain({ time }: Dataset, periods: readonly Period[]): Grain {
  if (time?.grain === 'year') return 'year'
  const [only] = periods
  const days = only?.from && only.to ? (Date.parse(only.to) - Date.parse(only.from)) / 86_400_000 : Number.POSITIVE_INFINITY
  if (time?.grain === 'day') return days < dailyLimit ? 'day' : 'month'
  return 'month'
}
