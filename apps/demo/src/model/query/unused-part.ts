import type { Flag, KeyPart, Slots } from '../question/slots.ts'
import { composeSql } from './compose-sql.ts'
import { measureOf } from './filters.ts'
import type { Query } from './query.ts'
import { hasGrain, keyOf } from './slot-checks.ts'

/**
 * Returns the text of a part of the question that the query does not use, or undefined if all parts are used. This is the last check before
 * an answer: a rule that misses a part would otherwise answer another question.
 */
export function unusedPart(query: Query, slots: Slots): string | undefined {
  const { rows, facts = '' } = composeSql(query)
  const sql = `${rows} ${facts}`
  const { dataset } = query
  const measure = slots.measures.find(({ ids, max, min }) => {
    const isUsed = (id: string) => sql.includes(measureOf(dataset, id)?.sql ?? id)
    // A ranking uses only one column of a group such as "temperature" or "beak".
    return (max && min) || slots.superlatives.length > 0 ? !ids.some(isUsed) : !ids.every(isUsed)
  })
  if (measure) return measure.text
  const key = slots.keys.find((part) => !isKeyUsed(part, query, sql))
  if (key) return key.text
  const aggregate = slots.aggregates.find(({ name }) => !aggregateUse(query, name).test(sql))
  if (aggregate) return aggregate.text
  if (slots.superlatives.length > 0 && !isRanked(query)) return slots.superlatives[0]?.text
  const flag = [...slots.flags].find(([name]) => !isFlagUsed(name, query))
  return flag?.[1].text
}

/** A row of the table names its own dimensions and its own time, so these need no group. */
function isKeyUsed(part: KeyPart, query: Query, sql: string): boolean {
  if (part.entity) return true
  if (query.kind === 'rows' && part.grain !== undefined && part.grain === query.dataset.time?.grain) return true
  if (query.kind === 'rows' && part.grain !== undefined && part.how === 'which' && query.dataset.time && hasGrain(part.grain)) return true
  const key = keyOf(query.dataset, part)
  if (!key) return query.kind === 'rows' && part.how !== 'by'
  if (query.kind === 'groups')
    return query.keys.some(({ alias }) => alias === key.alias) || query.cells.some(({ sql: cell }) => cell.includes(key.sql)) || isNoun(part, query)
  if (query.kind === 'change' || query.kind === 'relation') return query.by?.alias === key.alias || isNoun(part, query)
  return part.how === 'by' ? false : sql.includes(key.sql) || isNoun(part, query)
}

/** True for a dimension that is the subject of its table, such as "countries" and "industries". */
const isNoun = ({ dimension, how }: KeyPart, { dataset }: Query) => how !== 'by' && dimension !== undefined && dimension === dataset.entity

function aggregateUse(query: Query, name: string): RegExp {
  if (query.kind === 'rows' && (name === 'min' || name === 'max')) return /ORDER BY/
  if (name === 'avg') return /\bavg\(|count\(DISTINCT/
  if (name === 'sum') return /\bsum\(|count\(\*\)/
  return name === 'stddev' ? /stddev/ : new RegExp(`\\b${name}\\(`)
}

function isRanked(query: Query): boolean {
  if (query.kind === 'rows') return query.order !== undefined
  if (query.kind === 'groups') return query.ranked === true || query.cells.some(({ aggregate }) => aggregate === 'max' || aggregate === 'min')
  return (query.kind === 'change' && query.order !== undefined) || (query.kind === 'summary' && query.ends === true)
}

function isFlagUsed(flag: Flag, query: Query): boolean {
  const keys = query.kind === 'groups' ? query.keys : []
  if (flag === 'trend') return keys.some(({ grain }) => grain !== undefined)
  if (flag === 'compare' || flag === 'difference') return keys.length > 0 || query.kind === 'change' || query.kind === 'relation'
  if (flag === 'where') return keys.length > 0 || query.kind === 'rows'
  if (flag === 'when') return query.dataset.time !== undefined
  if (flag === 'first' || flag === 'latest') return query.kind === 'rows' && query.order !== undefined
  return true
}
