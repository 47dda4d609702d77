import { type GrammarWord, isWord } from './chunk.ts'
import type { Reader } from './reader.ts'
import type { Flag } from './slots.ts'
import { isYear } from './times.ts'

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

/** Reads a word that sets a flag, such as "trend" and "latest". */
export function readFlag({ chunks, slots }: Reader, at: number): number {
  const chunk = chunks[at]
  const before = chunks[at - 1]?.kind
  // "where" in "countries where fertility is above 5" introduces a condition and does not ask for a location.
  if (isWord(chunk, 'where') && (before === 'entity' || before === 'dimension' || before === 'grain')) return 1
  const flag = chunk?.kind === 'word' ? flags[chunk.word] : undefined
  if (!flag || !chunk) return 0
  slots.flags.set(flag, { at, text: chunk.text })
  return 1
}

/** Reads a chunk that is a part of the question by itself, such as a column, a value or a form. */
export function readSimple({ chunks, slots, dataset }: Reader, at: number): number {
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
