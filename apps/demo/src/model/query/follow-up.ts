import type { Slots } from '../question/slots.ts'
import { problem } from './query.ts'
import { resolve } from './resolve.ts'
import { type DatasetReading, readFollowUp, type Understanding, understand } from './understand.ts'

const marker =
  /^\s*(and|now|but|also|then|what about|how about|only|just|instead|same|as|show (it|that|this|them)|make (it|that|this)|in|for|by|without|sort|order)\b|\b(it|that|this|them|those|these|same|instead|too|as well)\b/i
/** Words at the beginning of a question that continues the previous one, even if the rest would be a complete question. */
const continuation = /^\s*(and|now|but|only|what about|how about|same|instead|then|also)\b/i
/** Words that refer to something that was named before. */
const references =
  /\b(?:its|their|theirs|them|(?:is|was|does|did|has|had|of|on|for) it|(?:are|were|do|did|have|had) they|of (?:these|those)|(?:that|this|these|those) (?:days?|years?|months?|countr(?:y|ies)|industr(?:y|ies)|islands?|species|penguins?|birds?|cars?|models?|origins?))\b/gi
const maxWords = 10

/** Reads a question. If it changes the previous question, as in "and in 2010?" or "as a bar chart", it is read together with that question. */
export function understandInContext(question: string, earlier: readonly string[]): Understanding {
  const own = understand(question)
  const isShort = question.split(/\s+/).length <= maxWords
  const reference = own.kind === 'query' ? openReference(question, own.reading) : undefined
  if (own.kind === 'query' && reference !== undefined) return (isShort ? changedRows(question, earlier) : undefined) ?? unknownReference(own.reading, reference)
  if (earlier.length === 0 || !isShort || (own.kind === 'query' ? !continuation.test(question) : !marker.test(question))) return own
  return changed(question, earlier) ?? own
}

/**
 * Returns the first words of a question that refer to an earlier answer, such as "that day" in "How much did it rain on that day". Words that
 * refer to something in the question itself do not count, and neither does "it" in a question about the weather.
 */
function openReference(question: string, { dataset }: DatasetReading): string | undefined {
  const found = [...question.matchAll(references)].filter(([text]) => dataset.table !== 'weather' || !/ it$/i.test(text))
  const open = found.find(({ index, 0: text }) => {
    const { entities, keys, values, names } = readFollowUp(question.slice(0, index), dataset).slots
    const asked = / it$/i.test(text) ? keys.filter(({ how }) => how !== 'which') : keys
    return [entities, asked, values, names].every((parts) => parts.length === 0)
  })
  return open?.[0]
}

/** Reads a question about the rows of the previous one. The rows of a ranking are those of its answer, which is not kept. */
function changedRows(question: string, earlier: readonly string[]): Understanding | undefined {
  if (earlier.length === 0) return undefined
  const before = understandInContext(earlier.at(-1) ?? '', earlier.slice(0, -1))
  if (before.kind !== 'query') return undefined
  const { superlatives, flags, aggregates } = before.reading.slots
  const ranks = superlatives.length > 0 || flags.has('first') || flags.has('latest') || aggregates.some(({ name }) => name === 'max' || name === 'min')
  const result = ranks ? undefined : changed(question, earlier)
  return result?.kind === 'query' ? result : undefined
}

const unknownReference = (reading: DatasetReading, reference: string): Understanding => ({
  kind: 'problem',
  problem: problem(`I do not keep the rows of an earlier answer, so I do not know what “${reference}” refers to. Name it.`),
  reading,
})

function changed(question: string, earlier: readonly string[]): Understanding | undefined {
  const last = earlier.length - 1
  const before = understandInContext(earlier[last] ?? '', earlier.slice(0, last))
  if (before.kind !== 'query') return undefined
  const { dataset, slots } = before.reading
  const change = readFollowUp(question, dataset)
  if (change.slots.leftovers.length > 0 || isEmpty(change.slots)) return undefined
  const merged = merge(slots, change.slots)
  const reading = { ...change, slots: merged }
  const query = resolve(merged, dataset)
  if (query.kind === 'problem') return { kind: 'problem', problem: query, reading }
  return {
    kind: 'query',
    reading,
    query: { ...query, notes: [...query.notes, `This is read as a change of the question before: “${(earlier[last] ?? '').slice(0, 200)}”`] },
  }
}

const isEmpty = ({ measures, keys, values, names, conditions, presets, periods, superlatives, aggregates, form, flags }: Slots) =>
  [measures, keys, values, names, conditions, presets, periods, superlatives, aggregates].every((list) => list.length === 0) &&
  form === undefined &&
  flags.size === 0

/** Merges two questions: the parts of the new question replace those of the old one about the same thing; the other parts are kept. */
function merge(old: Slots, change: Slots): Slots {
  const pick = <Part>(next: readonly Part[], before: readonly Part[]) => [...(next.length > 0 ? next : before)]
  const dimensions = new Set(change.values.map(({ dimension }) => dimension))
  const grouped = new Set([...dimensions])
  const asksMeasure = change.measures.length > 0
  const groups = change.keys.length > 0
  const { questionVerb, rankStatement, ...kept } = old
  return {
    ...kept,
    ...(change.questionVerb ? { questionVerb: change.questionVerb } : {}),
    ...(change.rankStatement === undefined ? {} : { rankStatement: change.rankStatement }),
    ...(change.form ? { form: change.form } : {}),
    entities: [...old.entities, ...change.entities],
    anchors: old.anchors,
    measures: pick(change.measures, old.measures),
    keys: groups ? change.keys : old.keys.filter(({ dimension, how }) => how !== 'by' || dimension === undefined || !grouped.has(dimension)),
    values: [...old.values.filter(({ dimension }) => !dimensions.has(dimension)), ...change.values],
    names: pick(change.names, old.names),
    conditions: pick(change.conditions, old.conditions),
    presets: pick(change.presets, old.presets),
    periods: pick(change.periods, old.periods),
    superlatives: change.superlatives.length > 0 ? change.superlatives : asksMeasure && old.superlatives.some(({ measure }) => measure) ? [] : old.superlatives,
    aggregates: pick(change.aggregates, old.aggregates),
    flags: change.flags.size > 0 ? new Map([...old.flags, ...change.flags]) : old.flags,
    leftovers: [],
    ors: change.ors,
  }
}
