import type { Dataset } from '../datasets/dataset.ts'
import { datasets } from '../datasets/datasets.ts'
import { chunksOf, isPronoun, joinNumbers } from '../question/chunks.ts'
import { grammarPhrases } from '../question/grammar.ts'
import { lexiconOf } from '../question/lexicon.ts'
import { readSlots } from '../question/read-slots.ts'
import type { Slots } from '../question/slots.ts'
import { type Correction, correctSpelling } from '../question/spelling.ts'
import { type Token, tokensOf } from '../question/tokens.ts'
import type { Problem, Query } from './query.ts'
import { resolve } from './resolve.ts'

/** The result of reading a question with the words of one data set. */
export interface DatasetReading {
  dataset: Dataset
  slots: Slots
  corrections: readonly Correction[]
  /** Number of parts that have a meaning only in this data set. */
  evidence: number
}

/** The result of reading a question. */
export type Understanding =
  | { kind: 'query'; query: Query; reading: DatasetReading }
  | { kind: 'ambiguous'; readings: readonly DatasetReading[] }
  | { kind: 'problem'; problem: Problem; reading: DatasetReading }
  /** No data set explains every word; `reading` is the one that explains the most words. */
  | { kind: 'unknown'; words: readonly string[]; reading: DatasetReading | undefined; absent: readonly string[]; elsewhere: readonly Dataset[] }

const numberWords = new Map(grammarPhrases.flatMap(([text, meaning]): [string, number][] => (meaning.kind === 'number' ? [[text, meaning.value]] : [])))

/** Reads a question with the words of each data set and returns the one that explains all of it. */
export function understand(question: string): Understanding {
  const tokens = joinNumbers(tokensOf(question), numberWords)
  const readings = datasets.map((dataset) => readWith(tokens, dataset)).filter(({ evidence }) => evidence > 0)
  const whole = readings.filter(({ slots }) => slots.leftovers.length === 0)
  const fewest = Math.min(...whole.map(({ corrections }) => corrections.length))
  const literal = whole.filter(({ corrections }) => corrections.length === fewest)
  const resolved = literal.map((reading) => ({ reading, query: resolve(reading.slots, reading.dataset) }))
  const good = resolved.filter(({ query }) => query.kind !== 'problem')
  const [first, second] = good
  if (first && !second && first.query.kind !== 'problem') return { kind: 'query', query: withCorrections(first.query, first.reading), reading: first.reading }
  if (first && second) return { kind: 'ambiguous', readings: good.map(({ reading }) => reading) }
  const [failed] = resolved
  if (failed && failed.query.kind === 'problem') return { kind: 'problem', problem: failed.query, reading: failed.reading }
  return unknownOf(readings, tokens)
}

/** Words of a follow-up question that only refer to the previous one. */
const pointers = /\b(what about|how about|now|instead|same|too|also|again|then|it|that|this|them|those|these|but|only|well)\b/gi

/** Reads a question that changes an earlier one about this data set. */
export function readFollowUp(question: string, dataset: Dataset): DatasetReading {
  return readWith(joinNumbers(tokensOf(question.replaceAll(pointers, ' ')), numberWords), dataset)
}

function readWith(tokens: readonly Token[], dataset: Dataset): DatasetReading {
  const lexicon = lexiconOf(dataset)
  const own = tokens.filter((_, at) => !isPronoun(tokens, at))
  const { tokens: corrected, corrections } = correctSpelling(own, lexicon)
  const slots = readSlots(chunksOf(corrected, lexicon), dataset)
  const { entities, anchors, measures, values, names, presets, keys, superlatives, conditions } = slots
  const evidence = [
    ...entities,
    ...anchors,
    ...measures,
    ...values,
    ...names,
    ...presets,
    ...keys.filter(({ dimension, entity }) => dimension ?? entity),
    ...superlatives.filter(({ measure }) => measure),
    ...conditions,
  ].length
  return { dataset, slots, corrections, evidence }
}

const withCorrections = (query: Query, { corrections }: DatasetReading): Query =>
  corrections.length === 0 ? query : { ...query, notes: [...query.notes, ...corrections.map(({ raw, read }) => `“${raw}” is read as “${read}”.`)] }

function unknownOf(readings: readonly DatasetReading[], tokens: readonly Token[]): Understanding {
  const best = readings.toSorted((left, right) => left.slots.leftovers.length - right.slots.leftovers.length || right.evidence - left.evidence)[0]
  if (!best) return { kind: 'unknown', words: [], reading: undefined, absent: [], elsewhere: [] }
  const words = [...new Set(best.slots.leftovers)]
  const texts = tokens.map(({ text }) => text)
  const phrases = texts.flatMap((text, at) => [text, `${text} ${texts[at + 1] ?? ''}`, `${text} ${texts[at + 1] ?? ''} ${texts[at + 2] ?? ''}`])
  const isLeft = (phrase: string) => words.some((word) => phrase.split(' ').includes(word.toLowerCase()))
  const others = datasets.filter((dataset) => words.length > 0 && dataset !== best.dataset).map((dataset) => readFollowUp(words.join(' '), dataset))
  const elsewhere = others.filter(({ slots, evidence }) => evidence > 0 && slots.leftovers.length === 0).map(({ dataset }) => dataset)
  return {
    kind: 'unknown',
    words,
    reading: best,
    elsewhere,
    absent: [...new Set(phrases.filter(isLeft).flatMap((phrase) => best.dataset.absent?.(phrase) ?? []))],
  }
}
