import { type Chunk, type ChunkOf, isWord, textOf } from './chunk.ts'
import { invert, readCondition } from './conditions.ts'
import type { Reader } from './reader.ts'
import { readTime } from './times.ts'

/** Reads words that begin a list of excluded values: "not", "excluding", "without". */
export function readNegation({ chunks, slots, dataset }: Reader, start: number): number {
  const opening = chunks[start]
  if (!isWord(opening, 'not', 'without') || !opening) return 0
  let at = start + 1
  while (isWord(chunks[at], 'in', 'from', 'of', 'with', 'is', 'all') || chunks[at]?.kind === 'filler') at++
  const time = readTime(chunks, at)
  if (time) {
    slots.periods.push({ at: start, text: opening.text, period: time.period, negated: true })
    return at + time.length - start
  }
  const condition = readCondition({ dataset, chunks, before: undefined }, at)
  const comparison = condition && invert(condition.condition.comparison)
  if (condition && comparison) {
    slots.conditions.push({ ...condition.condition, comparison, at: start, text: textOf(chunks, start, at + condition.length) })
    return at + condition.length - start
  }
  const measure = chunks[at]
  if (measure?.kind === 'dimension' && measure.id === 'sex') {
    slots.values.push({ at: start, text: textOf(chunks, start, at + 1), dimension: 'sex', values: ['unknown'], label: 'unknown', negated: false })
    return at + 1 - start
  }
  if (measure?.kind === 'measure') return readMissing({ chunks, slots, dataset }, start, measure) ? at + 1 - start : 0
  return readNegatedList({ chunks, slots, dataset }, start, at)
}

function readMissing({ slots, dataset }: Reader, at: number, measure: ChunkOf<'measure'>): boolean {
  const [id] = measure.ids
  if (measure.ids.length !== 1 || id === undefined) return false
  if (dataset.table === 'weather' && id === 'precipitation_mm')
    slots.presets.push({ at, text: measure.text, sql: 'precipitation_mm = 0', label: 'without precipitation', negated: false })
  else slots.conditions.push({ at, text: measure.text, ids: [id], comparison: 'missing', value: 0 })
  return true
}

function readNegatedList({ chunks, slots }: Reader, start: number, first: number): number {
  let at = first
  let end = start
  for (;;) {
    const chunk = chunks[at]
    // "Except Adelie on Dream" can leave out all Adelie penguins, or those of Dream.
    if (chunk && end > start && listKind(chunk) !== listKind(chunks[end - 1]) && isListed(chunk) && !hasNegation(chunks.slice(end, at))) {
      slots.leftovers.push(textOf(chunks, start, at + 1))
      return at + 1 - start
    }
    if (chunk?.kind === 'value')
      slots.values.push({ at, text: chunk.text, dimension: chunk.dimension, values: chunk.values, label: chunk.label, negated: true })
    else if (chunk?.kind === 'name') slots.names.push({ at, text: chunk.text, match: chunk.match, phrase: chunk.phrase, negated: true })
    else if (chunk?.kind === 'preset') slots.presets.push({ at, text: chunk.text, sql: chunk.sql, label: chunk.label, negated: true })
    else break
    end = ++at
    while (isListWord(chunks, at)) at++
  }
  return end > start ? end - start : 0
}

/** The kind of an excluded value. Only values of one kind are a list without a further "not". */
const listKind = (chunk: Chunk | undefined) => (chunk?.kind === 'value' ? chunk.dimension : chunk?.kind)
const isListed = ({ kind }: Chunk) => kind === 'value' || kind === 'name' || kind === 'preset'

/** True if one of the words between two values is "not". */
const hasNegation = (between: readonly Chunk[]) => between.some((chunk) => isWord(chunk, 'not', 'without'))

/** True for a word inside a list of excluded values. "Not on Dream but male" ends the list, "not on Dream but not male" continues it. */
function isListWord(chunks: readonly Chunk[], at: number): boolean {
  const chunk = chunks[at]
  if (chunk && /^but$/i.test(chunk.text)) return isWord(chunks[at + 1], 'not', 'without')
  return isWord(chunk, 'and', 'or', 'from', 'in', 'not') || chunk?.kind === 'filler'
}
