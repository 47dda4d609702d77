import { type Chunk, isWord, textOf } from './chunk.ts'
import type { Reader } from './reader.ts'
import type { SuperlativePart } from './slots.ts'
import { isYear } from './times.ts'

/** Reads "the 10 heaviest", "top 5", "second largest", "most" and similar phrases at a position. */
export function readSuperlative(reader: Reader, start: number): number {
  return readRank(reader, start) || readLooseCount(reader, start)
}

/** Reads a number that is separate from its superlative, as in "Which 5 cars have the most horsepower". */
function readLooseCount({ chunks, slots }: Reader, at: number): number {
  const number = chunks[at]
  const counted = chunks[at + 1]?.kind
  if (number?.kind !== 'number' || !Number.isInteger(number.value) || number.value < 1 || isYear(number as Chunk)) return 0
  if (counted !== 'entity' && counted !== 'dimension' && counted !== 'grain') return 0
  if (!chunks.slice(at + 2).some((chunk) => superlativeAt(chunk))) return 0
  slots.superlatives.push({ at, text: number.text, direction: 'max', ranked: true, count: number.value })
  return 1
}

function readRank({ chunks, slots }: Reader, start: number): number {
  let at = start
  let count: number | undefined
  let nth: number | undefined
  let ranked: 'max' | 'min' | undefined
  const takeCount = () => {
    const chunk = chunks[at]
    if (count !== undefined || chunk?.kind !== 'number' || !Number.isInteger(chunk.value) || chunk.value < 1 || isYear(chunk as Chunk)) return
    count = chunk.value
    at++
  }
  if (isWord(chunks[at], 'top', 'bottom')) {
    ranked = isWord(chunks[at], 'top') ? 'max' : 'min'
    at++
  }
  takeCount()
  const ordinal = ordinalAt(chunks, at)
  if (ordinal !== undefined) {
    nth = ordinal
    at++
  }
  if (count !== undefined && isArticle(chunks[at])) at++
  const own = superlativeAt(chunks[at])
  if (!own && (ranked === undefined || count === undefined)) return 0
  if (own) at++
  if (own) takeCount()
  const direction = own?.direction ?? ranked ?? 'max'
  slots.superlatives.push({
    ...(own ?? { ranked: true }),
    at: at - 1,
    text: textOf(chunks, start, at),
    direction,
    ...(count === undefined ? {} : { count }),
    ...(nth === undefined ? {} : { nth }),
  })
  return at - start
}

/** Reads "second" before a superlative, where it is an ordinal. Elsewhere it is a unit of time. */
function ordinalAt(chunks: readonly Chunk[], at: number): number | undefined {
  const chunk = chunks[at]
  if (chunk?.kind === 'ordinal') return chunk.value
  return chunk?.kind === 'unit' && chunk.text.toLowerCase() === 'second' && superlativeAt(chunks[at + 1]) ? 2 : undefined
}

const isArticle = (chunk: Chunk | undefined) => chunk?.kind === 'filler' && chunk.text.toLowerCase() === 'the'

function superlativeAt(chunk: Chunk | undefined): Omit<SuperlativePart, 'at' | 'text'> | undefined {
  if (chunk?.kind === 'adjective' && chunk.degree === 'superlative')
    return { direction: chunk.direction, measure: chunk.measure, ...(chunk.weak ? { weak: true } : {}) }
  if (chunk?.kind !== 'degree' || chunk.degree !== 'superlative') return undefined
  return {
    direction: chunk.direction,
    ...(chunk.amount ? { amount: true } : {}),
    ...(chunk.quality ? { quality: true } : {}),
    ...(chunk.common ? { common: true } : {}),
  }
}
