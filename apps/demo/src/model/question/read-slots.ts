import type { Dataset } from '../datasets/dataset.ts'
import { type Chunk, type GrammarWord, isWord, textOf } from './chunk.ts'
import { readComparisonOf } from './comparisons.ts'
import { readCondition } from './conditions.ts'
import { readGrouping } from './groupings.ts'
import { readNegation } from './negations.ts'
import { measureBefore, type Reader } from './reader.ts'
import { readFlag, readSimple } from './simple-parts.ts'
import { emptySlots, type Flag, type KeyPart, type Slots } from './slots.ts'
import { questionVerbOf, rankStatementOf, totalOf } from './statements.ts'
import { readSuperlative } from './superlatives.ts'
import { readTime } from './times.ts'

/** Reads a part of the question at a position into the slots. Returns the number of chunks that it used; 0 if it does not apply. */
type Rule = (reader: Reader, at: number) => number

const rules: readonly Rule[] = [readNegation, readPeriod, readComparisonOf, readConditionPart, readSuperlative, readGrouping, readFlag, readSimple]

/** Reads all chunks of a question. Words that no rule accepts are leftovers. */
export function readSlots(chunks: readonly Chunk[], dataset: Dataset): Slots {
  const reader: Reader = { dataset, chunks, slots: emptySlots() }
  for (let at = 0; at < chunks.length; ) {
    const used = rules.reduce((found, rule) => found || rule(reader, at), 0)
    if (used === 0) leaveOver(reader, at)
    at += used || 1
  }
  const questionVerb = questionVerbOf(chunks)
  const total = totalOf(chunks)
  const rankStatement = rankStatementOf(chunks, reader.slots)
  return {
    ...reader.slots,
    keys: reader.slots.keys.filter((key) => !isLabelOfValue(key, reader.slots)),
    ...(questionVerb === undefined ? {} : { questionVerb: { text: questionVerb, ...(total === undefined ? {} : { total }) } }),
    ...(rankStatement === undefined ? {} : { rankStatement }),
  }
}

/** True if words name a value instead of asking for groups, as in "the species Gentoo" and "the construction industry". */
function isLabelOfValue({ at, dimension, how }: KeyPart, { values }: Slots): boolean {
  return how === 'mention' && values.some((value) => value.dimension === dimension && Math.abs(value.at - at) === 1)
}

const silentWords: readonly GrammarWord[] = ['and', 'with', 'of', 'in', 'as', 'is', 'all', 'what', 'which', 'from', 'to', 'versus']

function leaveOver({ chunks, slots }: Reader, at: number): void {
  const chunk = chunks[at]
  if (!chunk) return
  // "About 5 kg" is not an exact number, and the tolerance is unknown.
  if (chunk.kind === 'filler' && /^about$/i.test(chunk.text) && chunks[at + 1]?.kind === 'number') slots.leftovers.push(chunk.text)
  // "Cars like the Ford Pinto" asks for similar cars, which no column describes.
  if (
    chunk.kind === 'filler' &&
    /^like$/i.test(chunk.text) &&
    ['entity', 'dimension', 'value', 'name'].includes(chunks[at - 1]?.kind ?? '') &&
    at + 1 < chunks.length
  )
    slots.leftovers.push(chunk.text)
  if (chunk.kind === 'filler') return
  if (isWord(chunk, 'is')) slots.copula ??= at
  if (isWord(chunk, 'versus')) slots.flags.set('compare', { at, text: chunk.text })
  else if (isWord(chunk, 'or')) slots.ors.push(at)
  else if (isWord(chunk, 'between') && ['compare', 'difference', 'relation'].some((flag) => slots.flags.has(flag as Flag))) return
  else if (!isWord(chunk, ...silentWords)) slots.leftovers.push(chunk.text)
}

function readPeriod({ chunks, slots }: Reader, at: number): number {
  const found = readTime(chunks, at)
  if (!found) return 0
  slots.periods.push({ at, text: textOf(chunks, at, at + found.length), period: found.period, negated: false })
  return found.length
}

function readConditionPart({ chunks, slots, dataset }: Reader, at: number): number {
  const before = measureBefore({ chunks, slots, dataset }, at)
  const found = readCondition({ dataset, chunks, before }, at)
  if (!found) return 0
  if (found.takesMeasure) slots.measures = slots.measures.filter((measure) => measure !== before)
  const text = textOf(chunks, found.takesMeasure && before ? before.at : at, at + found.length)
  slots.conditions.push({ ...found.condition, at, text })
  return found.length
}
