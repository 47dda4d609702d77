import type { Dataset, Measure } from '../datasets/dataset.ts'
import type { Flag, Part, Slots } from '../question/slots.ts'
import type { Context } from './context.ts'
import { conditionFilter, measureOf, nameFilters, periodFilter, valueFilters } from './filters.ts'
import { type Filter, type Problem, problem, type Query } from './query.ts'
import { resolveCount } from './resolve-count.ts'
import { resolveChange, resolveDistribution, resolveRelation, resolveShare } from './resolve-figures.ts'
import { resolveGroups } from './resolve-groups.ts'
import { resolveRank } from './resolve-rank.ts'
import { resolveTimeRank } from './resolve-time-rank.ts'
import { unusedPart } from './unused-part.ts'

/** Converts the parts of a question to one query, or returns the reason why they cannot be combined. */
export function resolve(slots: Slots, dataset: Dataset): Query | Problem {
  const fault = faultOf(slots) ?? exclusionFault(slots) ?? comparisonFault(slots, dataset) ?? statementFault(slots)
  if (fault) return problem(fault)
  const context = contextOf(slots, dataset)
  if ('kind' in context) return context
  const query = choose(context)
  const unused = query.kind === 'problem' ? undefined : unusedPart(query, slots)
  return unused === undefined ? withPartialYears(query, slots) : problem(`I know the words, but not “${unused}” together with the rest of the question.`)
}

/** Adds a note about years of the answer that are incomplete. */
function withPartialYears(query: Query | Problem, { periods }: Slots): Query | Problem {
  if (query.kind === 'problem' || !query.dataset.partialYears) return query
  const yearly = query.kind === 'change' || (query.kind === 'groups' && query.keys.some(({ grain }) => grain === 'year' || grain === 'decade'))
  const named = periods
    .filter(({ period, negated }) => !negated && period.from?.endsWith('-01-01') && period.to?.endsWith('-12-31'))
    .map(({ period }) => [period.from, period.to].map((date) => Number(date?.slice(0, 4))))
  const years = Object.entries(query.dataset.partialYears).filter(([year]) => {
    const inside = periods.every(({ period }) => (period.from ?? '0') <= `${year}-12-31` && (period.to ?? '9') >= `${year}-01-01`)
    const exact = named.some(([from, to]) => from === Number(year) && to === Number(year))
    return exact || (yearly && (inside || named.flat().includes(Number(year))))
  })
  return years.length === 0 ? query : { ...query, notes: [...query.notes, `Not whole years: ${years.map(([, text]) => text).join('; ')}.`] }
}

function choose(context: Context): Query | Problem {
  const { flags, superlatives, form } = context.slots
  const has = (...names: Flag[]) => names.some((name) => flags.has(name))
  if (has('share')) return resolveShare(context)
  if (has('relation') || form?.form === 'scatter' || comparesMeasures(context)) return resolveRelation(context)
  if (has('distribution') || form?.form === 'histogram') return resolveDistribution(context)
  if (isChange(context)) return resolveChange(context)
  if (has('first', 'latest')) return resolveTimeRank(context)
  if (superlatives.length > 0 || isExtreme(context)) return resolveRank(context)
  if (has('count') && !asksMeasure(context)) return resolveCount(context)
  return resolveGroups(context)
}

/** True if the question compares two columns and no names, as in "horsepower vs mpg". */
function comparesMeasures({ slots: { flags, measures, values, names, keys, periods } }: Context): boolean {
  return flags.has('compare') && measures.length === 2 && values.length < 2 && names.length < 2 && periods.length < 2 && keys.every(({ entity }) => entity)
}

/** True for a question about a change between times, as in "How much did it rise", and not about a trend. */
function isChange({ slots: { flags, periods } }: Context): boolean {
  if (flags.has('trend')) return false
  if (flags.has('change') || flags.has('fall')) return true
  return flags.has('difference') && periods.filter(({ period }) => period.from && period.to).length === 2
}

/** True if the question asks for a row, as in "maximum CO2 in 1990"; "maximum CO2 by decade" asks for groups. */
function isExtreme({ slots: { aggregates, keys, flags, values } }: Context): boolean {
  const ends = aggregates.every(({ name }) => name === 'min' || name === 'max')
  const several = values.some((part) => values.some((other) => other !== part && !other.negated && !part.negated && other.dimension === part.dimension))
  return aggregates.length === 1 && ends && !keys.some(({ how }) => how === 'by') && !flags.has('trend') && !flags.has('compare') && !several
}

/** True if the question asks for a value of a measure and not for a number of rows, as in "How many people lived in Japan". */
function asksMeasure({ slots: { measures, keys, entities } }: Context): boolean {
  return measures.length > 0 && entities.length === 0 && !keys.some(({ how }) => how === 'count')
}

function faultOf(slots: Slots): string | undefined {
  const parts: (Part & { group: string })[] = [
    ...slots.values.map((part) => ({ ...part, group: `value ${part.dimension}` })),
    ...slots.names.map((part) => ({ ...part, group: 'name' })),
    ...slots.periods.map((part) => ({ ...part, group: 'period' })),
    ...[...slots.measures, ...slots.conditions, ...slots.presets, ...slots.keys, ...slots.superlatives, ...slots.aggregates].map((part) => ({
      ...part,
      group: `part ${part.at}`,
    })),
  ].sort((left, right) => left.at - right.at)
  const wrong = slots.ors.some((at) => {
    const before = parts.filter((part) => part.at < at).at(-1)
    const after = parts.find((part) => part.at > at)
    return before?.group !== after?.group
  })
  return wrong ? 'I can join names with “or”, but not different conditions.' : undefined
}

/**
 * Returns the reason why a question asks for groups without a certain row, as in "Which island has no Gentoo". A query without such rows
 * would list every island.
 */
function exclusionFault({ keys, values, names, presets, measures, aggregates, superlatives, flags }: Slots): string | undefined {
  const asked = keys.find(({ how, dimension, grain, entity }) => (how === 'which' || how === 'count') && !entity && (dimension ?? grain))
  const excluded = [...values.filter(({ dimension }) => dimension !== asked?.dimension), ...names, ...presets].find(({ negated }) => negated)
  const computes = measures.length + aggregates.length + superlatives.length > 0 || flags.has('share')
  if (!asked || !excluded || computes || excluded.at < asked.at) return undefined
  return `I can leave out rows (“not ${excluded.text}”), but I cannot find the groups (${asked.text}) that have none of them.`
}

/** Returns the reason why a comparison such as "Is Germany bigger than France" names no column. */
function comparisonFault({ flags, measures, conditions, aggregates, superlatives }: Slots, { measures: columns }: Dataset): string | undefined {
  const compared = flags.get('compare')
  const isVague = compared && /^(bigger|larger|greater|higher|smaller|lower|longer|shorter|deeper|shallower)\b/i.test(compared.text)
  if (!isVague || measures.length + conditions.length + aggregates.length + superlatives.length > 0) return undefined
  return `“${compared.text}” does not say by which column. Name one, for example ${columns.map(({ name }) => name).join(', ')}.`
}

/**
 * Returns the reason why a statement about a ranking or about all rows cannot be checked. In "Is the heaviest penguin an Adelie" and "Which of
 * the 10 heaviest are female" the values do not select the rows that are ranked, so a ranking of the selected rows would be another answer.
 */
function statementFault(slots: Slots): string | undefined {
  const { questionVerb, rankStatement, superlatives, aggregates, values, names, periods, presets, conditions, flags, keys, measures, ors } = slots
  const rank = superlatives[0] ?? aggregates.find(({ name }) => name === 'max' || name === 'min')
  const selected = values.length + names.length + periods.length + presets.length + conditions.length
  const advice = 'Ask for the ranking itself, and the answer shows it.'
  // "Is Adelie or Gentoo the heaviest" compares the two.
  if (questionVerb && rank && selected > 0 && ors.length === 0)
    return `I can rank, but I cannot check a statement about a ranking (“${questionVerb.text} … ${rank.text}”). ${advice}`
  if (rankStatement !== undefined) return `I can rank the rows of the data, but I cannot check which of the ranked ones “${rankStatement}”. ${advice}`
  const counted = flags.get('count')
  const many = superlatives.find(({ count = 1, ranked }) => count > 1 && !ranked)
  if (counted && many && selected > 0 && measures.length === 0 && counted.at < many.at)
    return `I can rank the rows of the data, but I cannot count among the ranked ones (“${many.text}”). ${advice}`
  if (questionVerb?.total && selected + keys.filter(({ how }) => how === 'by').length > 1 && !flags.has('compare'))
    return `I cannot check a statement about “${questionVerb.total}” rows. I can count the rows that meet a condition, or give their share.`
  return undefined
}

function contextOf(slots: Slots, dataset: Dataset): Context | Problem {
  const periods = slots.periods.map(({ period, negated }) => ({ negated, filter: periodFilter(dataset, period, negated) }))
  const fault = periods.map(({ filter }) => filter).find((filter) => typeof filter === 'string')
  if (fault !== undefined) return problem(fault)
  const wanted = periods.flatMap(({ filter, negated }) => (negated || typeof filter === 'string' ? [] : [filter]))
  const unwanted = periods.flatMap(({ filter, negated }) => (!negated || typeof filter === 'string' ? [] : [filter]))
  const conditions = slots.conditions.map((condition) => ({ condition, measure: measureFor(dataset, condition.ids) }))
  const unclear = conditions.find(({ measure }) => measure === undefined)
  if (unclear)
    return problem(
      `“${unclear.condition.text}” does not say which column it is about. Name it, for example ${dataset.measures.map(({ name }) => name).join(', ')}.`,
    )
  const times = [
    ...(wanted.length > 1 ? [{ sql: `(${wanted.map(({ sql }) => `(${sql})`).join(' OR ')})`, text: wanted.map(({ text }) => text).join(' and ') }] : wanted),
    ...unwanted,
  ]
  const latest = latestFilter(slots, dataset)
  const presets = slots.presets.map(({ sql, label, negated }) => (negated ? { sql: `NOT (${sql})`, text: `not ${label}` } : { sql, text: label }))
  return {
    dataset,
    slots,
    names: [...valueFilters(slots, dataset), ...nameFilters(slots), ...presets],
    times: latest ? [...times, latest] : times,
    conditions: conditions.flatMap(({ condition, measure }) => (measure ? [conditionFilter(condition, measure)] : [])),
    pinned: latest !== undefined || isPinned(slots, dataset),
    notes: latest ? [`No year was named, so this is for ${dataset.latest}, the latest year of the table.`] : [],
  }
}

/** Returns the measure of a condition; the number of cylinders can be compared as well. */
function measureFor(dataset: Dataset, ids: readonly string[]): Pick<Measure, 'sql' | 'name' | 'unit' | 'decimals'> | undefined {
  if (ids.length !== 1) return undefined
  return ids[0] === 'cylinders' ? { sql: 'cylinders', name: 'number of cylinders', unit: '', decimals: 0 } : measureOf(dataset, ids[0] ?? '')
}

/** Returns a filter for the newest year if a question about a table of countries by years names no time and is not about time. */
function latestFilter(slots: Slots, dataset: Dataset): Filter | undefined {
  const { flags, keys, periods, form, values, aggregates, superlatives } = slots
  const overTime =
    ['trend', 'ever', 'change', 'fall', 'first', 'latest', 'when'].some((flag) => flags.has(flag as Flag)) || keys.some(({ grain }) => grain !== undefined)
  const averageOfAll = superlatives.length > 0 && aggregates.some(({ name }) => name === 'avg' || name === 'median')
  const average = aggregates.some(({ name }) => name !== 'sum') && values.some(({ negated }) => !negated) && superlatives.length === 0
  if (dataset.latest === undefined || periods.length > 0 || overTime || average || averageOfAll || form?.form === 'line') return undefined
  if (
    flags.has('count') &&
    slots.measures.length === 0 &&
    slots.conditions.length === 0 &&
    superlatives.length === 0 &&
    slots.keys.every(({ how }) => how === 'count')
  )
    return undefined
  return { sql: `year = ${dataset.latest}`, text: String(dataset.latest) }
}

function isPinned({ periods }: Slots, { time }: Dataset): boolean {
  const [only] = periods
  if (periods.length !== 1 || !only || only.negated || !only.period.from || !only.period.to || only.period.months) return false
  const length = { day: 10, month: 7, year: 4 }[time?.grain ?? 'day']
  return only.period.from.slice(0, length) === only.period.to.slice(0, length)
}
