import { knownCarNames } from '../datasets/cars.ts'
import type { Dataset } from '../datasets/dataset.ts'
import type { Meaning } from './chunk.ts'
import { fillerWords, grammarPhrases } from './grammar.ts'
import { tokensOf } from './tokens.ts'

interface Phrase {
  words: readonly string[]
  meaning: Meaning
}

/** All words and phrases that are known for one data set. */
export interface Lexicon {
  /** Phrases by their first word, the longest first. */
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>
  /** All words of all phrases. */
  readonly words: ReadonlySet<string>
  /** Words that have a meaning. A typing error is never corrected to a word without one, because that would drop a word of the question. */
  readonly content: ReadonlySet<string>
}

const cache = new Map<string, Lexicon>()

/** Returns the lexicon of a data set. It is created once. */
export function lexiconOf(dataset: Dataset): Lexicon {
  const known = cache.get(dataset.table)
  if (known) return known
  const lexicon = buildLexicon(dataset)
  cache.set(dataset.table, lexicon)
  return lexicon
}

function buildLexicon(dataset: Dataset): Lexicon {
  const phrases = new Map<string, Phrase[]>()
  const words = new Set<string>(fillerWords)
  const content = new Set<string>()
  const add = (text: string, meaning: Meaning) => {
    const parts = tokensOf(text).map((part) => part.text)
    const [first] = parts
    if (first === undefined) return
    const list = phrases.get(first) ?? []
    if (list.some((phrase) => phrase.words.join(' ') === parts.join(' '))) return
    list.push({ words: parts, meaning })
    phrases.set(first, list)
    for (const part of parts) words.add(part)
    if (meaning.kind !== 'anchor' && meaning.kind !== 'filler') for (const part of parts) content.add(part)
  }
  for (const [text, meaning] of datasetPhrases(dataset)) for (const form of meaning.kind === 'anchor' ? [text] : formsOf(text)) add(form, meaning)
  for (const [text, meaning] of grammarPhrases) add(text, meaning)
  for (const list of phrases.values()) list.sort((left, right) => right.words.length - left.words.length)
  return { phrases, words, content }
}

/** Returns a phrase and its plural. */
function formsOf(text: string): string[] {
  if (text.endsWith('y') && !/[aeiou]y$/.test(text)) return [text, `${text.slice(0, -1)}ies`]
  return /s$/.test(text) ? [text] : [text, `${text}s`]
}

function* datasetPhrases(dataset: Dataset): Generator<[string, Meaning]> {
  for (const word of [...dataset.entityWords, 'row', 'record', 'observation']) yield [word, { kind: 'entity' }]
  if (dataset.noun.one !== 'country') yield [dataset.noun.one, { kind: 'entity' }]
  for (const measure of dataset.measures) for (const word of measure.words) yield [word, { kind: 'measure', ids: [measure.id] }]
  for (const { words, ids, max, min } of dataset.measureGroups ?? [])
    for (const word of words) yield [word, { kind: 'measure', ids, ...(max ? { max } : {}), ...(min ? { min } : {}) }]
  for (const { words, sql, label } of dataset.presets ?? []) for (const word of words) yield [word, { kind: 'preset', sql, label }]
  for (const dimension of dataset.dimensions) {
    for (const word of dimension.words) yield [word, { kind: 'dimension', id: dimension.id }]
    for (const { values, label, words } of dimension.values) for (const word of words) yield [word, { kind: 'value', dimension: dimension.id, values, label }]
  }
  yield* adjectivePhrases(dataset)
  for (const measure of dataset.measures) for (const unit of Object.keys(measure.units ?? {})) if (!/^years?$/.test(unit)) yield [unit, { kind: 'unit', unit }]
  if (dataset.time) for (const grain of ['day', 'month', 'year', 'decade', 'season'] as const) yield [grain, { kind: 'grain', grain }]
  if (dataset.time) yield ['calendar month', { kind: 'grain', grain: 'calendar month' }]
  if (dataset.table === 'cars') yield* carPhrases()
  for (const word of dataset.firstWords ?? []) yield [word, { kind: 'word', word: 'first' }]
  for (const word of dataset.latestWords ?? []) yield [word, { kind: 'word', word: 'latest' }]
  for (const word of dataset.anchors) yield [word, { kind: 'anchor' }]
}

function* adjectivePhrases({ adjectives }: Dataset): Generator<[string, Meaning]> {
  const generic = new Set(grammarPhrases.filter(([, meaning]) => meaning.kind === 'degree').map(([text]) => text))
  for (const { measure, direction, positive, comparative, superlative } of adjectives) {
    const weak = generic.has(superlative ?? '') ? { weak: true as const } : {}
    const opposite = direction === 'max' ? 'min' : 'max'
    if (superlative) yield [superlative, { kind: 'adjective', measure, direction, degree: 'superlative', ...weak }]
    if (comparative) yield [comparative, { kind: 'adjective', measure, direction, degree: 'comparative', ...weak }]
    if (!positive) continue
    yield [positive, { kind: 'adjective', measure, direction, degree: 'positive' }]
    yield [`most ${positive}`, { kind: 'adjective', measure, direction, degree: 'superlative' }]
    yield [`more ${positive}`, { kind: 'adjective', measure, direction, degree: 'comparative' }]
    yield [`least ${positive}`, { kind: 'adjective', measure, direction: opposite, degree: 'superlative' }]
    yield [`less ${positive}`, { kind: 'adjective', measure, direction: opposite, degree: 'comparative' }]
    yield [`how ${positive}`, { kind: 'measure', ids: [measure] }]
  }
}

const minModelWord = 4

/** Yields beginnings of the names of models ("ford", "ford pinto"), and single words of them ("pinto"). */
function* carPhrases(): Generator<[string, Meaning]> {
  const beginnings = new Set<string>()
  const single = new Set<string>()
  for (const name of knownCarNames) {
    const parts = tokensOf(name).map(({ text }) => text)
    for (let length = 1; length <= parts.length; length++) beginnings.add(parts.slice(0, length).join(' '))
    for (const part of parts.slice(1)) if (part.length >= minModelWord && /^\p{L}/u.test(part)) single.add(part)
  }
  for (const phrase of beginnings) if (!grammarWords.has(phrase)) yield [phrase, { kind: 'name', match: 'begins', phrase }]
  for (const phrase of single) if (!grammarWords.has(phrase) && !beginnings.has(phrase)) yield [phrase, { kind: 'name', match: 'contains', phrase }]
}

const grammarWords = new Set([
  ...fillerWords,
  ...grammarPhrases.flatMap(([text]) => text.split(' ')),
  'country',
  'model',
  'type',
  'auto',
  'mark',
  'super',
  'special',
])
