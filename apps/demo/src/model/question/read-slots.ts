import type { Dataset } from '../datasets/dataset.ts'
import { type Chunk, type ChunkOf, type GrammarWord, isWord } from './chunk.ts'
import { invert, readCondition } from './conditions.ts'
import { readGrouping } from './groupings.ts'
import type { Reader } from './reader.ts'
import { emptySlots, type Flag, type KeyPart, type Slots } from './slots.ts'
import { questionVerbOf, rankStatementOf, totalOf } from './statements.ts'
import { readSuperlative } from './superlatives.ts'
import { isYear, readTime, yearPeriod } from './times.ts'

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

/** Reads words that begin a list of excluded values: "not", "excluding", "without". */
function readNegation({ chunks, slots, dataset }: Reader, start: number): number {
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

function readPeriod({ chunks, slots }: Reader, at: number): number {
  const found = readTime(chunks, at)
  if (!found) return 0
  slots.periods.push({ at, text: textOf(chunks, at, at + found.length), period: found.period, negated: false })
  return found.length
}

/** Reads a comparison of two names, as in "Is Germany's population larger than Japan's", which does not set a limit. */
function readComparisonOf({ chunks, slots, dataset }: Reader, at: number): number {
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

function readConditionPart({ chunks, slots, dataset }: Reader, at: number): number {
  const before = measureBefore({ chunks, slots, dataset }, at)
  const found = readCondition({ dataset, chunks, before }, at)
  if (!found) return 0
  if (found.takesMeasure) slots.measures = slots.measures.filter((measure) => measure !== before)
  const text = textOf(chunks, found.takesMeasure && before ? before.at : at, at + found.length)
  slots.conditions.push({ ...found.condition, at, text })
  return found.length
}

/** Returns the last measure, if only words without meaning separate it from this position. */
function measureBefore({ chunks, slots }: Reader, at: number) {
  const last = slots.measures.at(-1)
  const gap = last ? chunks.slice(last.at + 1, at) : []
  return last && gap.every((chunk) => chunk.kind === 'filler' || isWord(chunk, 'of', 'is', 'in', 'with', 'first', 'ever', 'did', 'from') || isName(chunk))
    ? last
    : undefined
}

/** True for a name. "The life expectancy of India" is still about life expectancy. */
const isName = (chunk: Chunk | undefined) => chunk?.kind === 'value' || chunk?.kind === 'name'

const flags: Partial<Record<GrammarWord, Flag>> = {
  'how much': 'how much',
  trend: 'trend',
  change: 'change',
  fall: 'fall',
  relation: 'relation',
  distribution: 'distribution',
  share: 'share',
  compare: 'compare',
  first: 'first',
  latest: 'latest',
  ever: 'ever',
  when: 'when',
  where: 'where',
  difference: 'difference',
  list: 'list',
  distinct: 'distinct',
  did: 'did',
}

function readFlag({ chunks, slots }: Reader, at: number): number {
  const chunk = chunks[at]
  const before = chunks[at - 1]?.kind
  // "where" in "countries where fertility is above 5" introduces a condition and does not ask for a location.
  if (isWord(chunk, 'where') && (before === 'entity' || before === 'dimension' || before === 'grain')) return 1
  const flag = chunk?.kind === 'word' ? flags[chunk.word] : undefined
  if (!flag || !chunk) return 0
  slots.flags.set(flag, { at, text: chunk.text })
  return 1
}

function readSimple({ chunks, slots, dataset }: Reader, at: number): number {
  const chunk = chunks[at]
  if (!chunk) return 0
  const part = { at, text: chunk.text }
  switch (chunk.kind) {
    case 'entity':
      slots.entities.push(part)
      return 1
    case 'anchor':
      slots.anchors.push(part)
      return 1
    case 'measure':
      slots.measures.push({ ...part, ids: chunk.ids, ...(chunk.max ? { max: chunk.max } : {}), ...(chunk.min ? { min: chunk.min } : {}) })
      return 1
    case 'dimension':
      slots.keys.push({ ...part, dimension: chunk.id, how: 'mention' })
      return 1
    case 'grain':
      if (isYear(chunks[at + 1])) return 1
      slots.keys.push({ ...part, grain: chunk.grain, how: / /.test(chunk.text) || /ly$|^annual/i.test(chunk.text) ? 'by' : 'mention' })
      return 1
    case 'value':
      slots.values.push({ ...part, dimension: chunk.dimension, values: chunk.values, label: chunk.label, negated: false })
      return 1
    case 'name':
      slots.names.push({ ...part, match: chunk.match, phrase: chunk.phrase, negated: false })
      return 1
    case 'preset':
      slots.presets.push({ ...part, sql: chunk.sql, label: chunk.label, negated: false })
      return 1
    case 'aggregate':
      slots.aggregates.push({ ...part, name: chunk.name })
      return 1
    case 'form':
      if (slots.form && slots.form.form !== 'chart' && chunk.form !== slots.form.form) return chunk.form === 'chart' ? 1 : 0
      slots.form = { ...part, form: chunk.form }
      return 1
    case 'unit':
      return isUnitOfRequest({ chunks, slots, dataset }, at) ? 1 : 0
    default:
      return 0
  }
}

/** True for a unit without a number that repeats the unit of the column, as in "body mass in g". Another unit would require a conversion of the answer. */
function isUnitOfRequest({ chunks, slots, dataset }: Reader, at: number): boolean {
  const ids = [...slots.measures.flatMap((measure) => measure.ids), ...slots.superlatives.flatMap(({ measure }) => measure ?? [])]
  const unit = chunks[at]?.text.toLowerCase() ?? ''
  return isWord(chunks[at - 1], 'in') && dataset.measures.some((measure) => ids.includes(measure.id) && measure.units?.[unit] === 1)
}

const textOf = (chunks: readonly Chunk[], from: number, to: number) =>
  chunks
    .slice(from, to)
    .map(({ text }) => text)
    .join(' ')
