import { type Chunk, isWord } from './chunk.ts'
import { measureBefore, type Reader } from './reader.ts'
import { isYear, yearPeriod } from './times.ts'

/** Reads a comparison of two names, as in "Is Germany's population larger than Japan's", which does not set a limit. */
export function readComparisonOf({ chunks, slots, dataset }: Reader, at: number): number {
  const chunk = chunks[at]
  const isComparative =
    ((chunk?.kind === 'adjective' || chunk?.kind === 'degree') && chunk.degree === 'comparative') ||
    (chunk?.kind === 'comparison' && / than$/i.test(chunk.text))
  const behind = chunks[at + 1]
  const measureAt = behind?.kind === 'measure' ? at + 1 : undefined
  const thanAt = chunk?.kind === 'comparison' ? at : chunks.findIndex((other, index) => index > at && index <= at + 5 && isWord(other, 'than'))
  const compared = thanAt >= at ? chunks.slice(thanAt + 1).find((other) => other.kind !== 'filler' && !isWord(other, 'of', 'in')) : undefined
  const between = thanAt > at ? chunks.slice(at + 1, thanAt) : []
  if (
    chunk &&
    isComparative &&
    isYear(compared) &&
    !(chunk.kind === 'comparison' && measureBefore({ chunks, slots, dataset }, at)) &&
    between.length === 0 &&
    slots.periods.length === 1
  )
    return compareWithYear({ chunks, slots, dataset }, at, compared.value)
  if (chunk && isComparative && chunk.kind !== 'comparison' && thanAt < 0 && namesSeveral(chunks)) return compareNamed({ chunks, slots, dataset }, at)
  if (!chunk || !isComparative || compared?.kind !== 'value' || !between.every(({ kind }) => kind === 'filler' || kind === 'measure' || kind === 'entity'))
    return 0
  if (!slots.values.some(({ dimension, negated }) => !negated && dimension === compared.dimension)) return 0
  slots.flags.set('compare', { at, text: chunk.text })
  if (behind?.kind === 'measure' && measureAt !== undefined) slots.measures.push({ at: measureAt, text: behind.text, ids: behind.ids })
  else if (chunk.kind === 'adjective') slots.measures.push({ at, text: chunk.text, ids: [chunk.measure] })
  return thanAt + 1 - at
}

/** Reads a comparison of listed names, as in "Which has more people, India or China?". */
function compareNamed({ chunks, slots }: Reader, at: number): number {
  const chunk = chunks[at]
  slots.flags.set('compare', { at, text: chunk?.text ?? '' })
  if (chunk?.kind === 'adjective') slots.measures.push({ at, text: chunk.text, ids: [chunk.measure] })
  return 1
}

function namesSeveral(chunks: readonly Chunk[]): boolean {
  const values = chunks.flatMap((chunk) => (chunk.kind === 'value' ? [chunk.dimension] : chunk.kind === 'name' ? ['name'] : []))
  return values.some((dimension, index) => values.indexOf(dimension) !== index)
}

/** Reads a comparison of two years, as in "Was 2014 hotter than 2013?". */
function compareWithYear({ chunks, slots }: Reader, at: number, year: number): number {
  const chunk = chunks[at]
  const end = chunks.findIndex((other, index) => index > at && isYear(other))
  slots.flags.set('compare', { at, text: chunk?.text ?? '' })
  if (chunk?.kind === 'adjective') slots.measures.push({ at, text: chunk.text, ids: [chunk.measure] })
  slots.periods.push({ at: end, text: String(year), period: yearPeriod(year), negated: false })
  return end + 1 - at
}
