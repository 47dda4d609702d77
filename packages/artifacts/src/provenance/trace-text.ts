import type { Figure, FigureSource } from '@pf/core'
import type { Evidence } from './evidence.ts'
import type { TextFigure } from './figure.ts'
import { findFigures } from './find-figures.ts'
import { type Found, isInside, rangesOf } from './find-values.ts'
import { cellLocation, locationOf } from './locations.ts'
import { NamedRows } from './named-rows.ts'
import { addName, isNaming, type NamedColumns, type NameHit } from './names.ts'
import { findPair, type KnownValue } from './pairs.ts'
import type { ResultIndex } from './result-tables.ts'
import { contextsOf, type FigureContext } from './sentences.ts'
import { type Computation, saysStatistic } from './statistics.ts'

/** The origin of a figure, and its exact value if it is known. */
interface Proof {
  source: FigureSource
  value?: number
  /** True if another computation of the sentence is more likely. */
  isWeak?: boolean
}

const nothing: NamedColumns = new Map()

/** Finds the figures of a text and their origins. Counting words that are not figures, such as "2 ways", are left out. */
export function traceText(text: string, evidence: Evidence, around: NamedColumns = nothing): Figure[] {
  const written = findFigures(text)
  if (written.length === 0) return []
  const names = evidence.names.find(text)
  const figures = outside(written, names)
  const contexts = contextsOf(text, { figures, hits: withDates(names, figures, evidence), index: evidence.index })
  const proofs = new Map<TextFigure, Proof>()
  for (const figure of figures) {
    const context = contexts.get(figure)
    const proof = context && prove(figure, around.size > 0 ? withAround(context, around) : context, evidence)
    if (proof) proofs.set(figure, proof)
  }
  provePairs(contexts, proofs)
  return figures.flatMap((figure) => {
    const proof = proofs.get(figure)
    return proof ? [{ text: figure.text.slice(0, 80), start: figure.start, end: figure.end, source: proof.source }] : []
  })
}

const withAround = (context: FigureContext, around: NamedColumns): FigureContext => ({ ...context, named: new Map([...around, ...context.named]) })

/** Leaves out the figures inside names, such as that of "City 17". */
function outside(figures: readonly TextFigure[], names: readonly NameHit[]): readonly TextFigure[] {
  let next = 0
  return figures.filter(({ start, end }) => {
    while (next < names.length && (names[next]?.end ?? 0) < end) next++
    const name = names[next]
    return !(name && name.start <= start && end <= name.end)
  })
}

/** Returns names, and the dates and years among the figures that are names in the results, in the order of the text. */
function withDates(names: readonly NameHit[], figures: readonly TextFigure[], { index }: Evidence): NameHit[] {
  const dates = figures.flatMap(({ start, end, dates: keys }) => {
    const ids = keys.map((key) => index.nameIds.get(key)).filter((id) => id !== undefined)
    return ids.length === 0 ? [] : [{ start, end, ids }]
  })
  return [...names, ...dates].sort((one, other) => one.start - other.start)
}

const smallestFigure = 4
/** Names of earlier sentences say nothing if very many rows have them. */
const maxEarlierRows = 20

function prove(figure: TextFigure, context: FigureContext, evidence: Evidence): Proof | undefined {
  const date = proveDate(figure, evidence)
  if (date) return date
  if (figure.readings.length === 0) return stated(figure, evidence)
  if (evidence.effort.isExhausted) return stated(figure, evidence)
  const rows = new NamedRows(evidence.index, context.named)
  evidence.effort.spend(20 * context.named.size)
  const meant = evidence.fields.meantBy(context.fieldText)
  const wanted = meant.size === 0 ? figure : { ...figure, meant }
  const found = evidence.values.find(wanted, rows)
  if (found?.agreement === 'named') return fromResult(found, evidence)
  // A small number in the row of a name is the value of that row or of none.
  const isOfRow = figure.small && context.isValue && rows.size > 0
  const isPossible = found?.agreement === 'free' && !isOfRow && !isUnnamedCell(found, { context, rows, index: evidence.index })
  if (isPossible && (figure.small || !found.isCommon)) return fromResult(found, evidence)
  if (isPossible && context.earlier.size > 0) {
    const earlier = new NamedRows(evidence.index, context.earlier)
    const before = [...earlier.rows(maxEarlierRows)].length < maxEarlierRows ? evidence.values.find(wanted, earlier) : undefined
    if (before?.agreement === 'named') return fromResult(before, evidence)
  }
  const declared = findDeclared(figure, evidence)
  if (declared) return { source: { kind: 'computed', operation: declared.operation, operands: declared.operands, declared: true }, value: declared.value }
  const computed = evidence.statistics.find(figure, context, rows) ?? evidence.counts.find(figure, rows, context.words)
  if (computed) return fromComputation(computed)
  if (figure.small && (figure.readings[0]?.value ?? 0) < smallestFigure && !(context.isValue && rows.size > 0)) return undefined
  return stated(figure, evidence, found ?? (meant.size === 0 ? undefined : evidence.values.find(figure, rows)))
}

/**
 * True for a cell of one row, where the text names no row and speaks of a mean, a median or a sum: "on average 3.2" is not the value of a row.
 */
function isUnnamedCell({ entry }: Found, { context, rows, index }: { context: FigureContext; rows: NamedRows; index: ResultIndex }): boolean {
  if (rows.size > 0 || !saysStatistic(context.words)) return false
  const table = index.tables[index.columns[index.entryColumns[entry] ?? 0]?.table ?? 0]
  return table !== undefined && table.rows > 1
}

function proveDate({ dates }: TextFigure, { index }: Evidence): Proof | undefined {
  for (const key of dates) {
    const id = index.nameIds.get(key)
    const name = id === undefined ? undefined : index.names[id]
    const at = name?.columns.slice(0, 64).findIndex((each) => isNaming(index, each)) ?? -1
    const [column, row] = [name?.columns[at], name?.rows[at]?.[0]]
    if (column !== undefined && row !== undefined) return { source: { kind: 'result', ...cellLocation(index, column, row) } }
  }
  return undefined
}

const fromResult = ({ entry }: Found, { index }: Evidence): Proof => ({
  source: { kind: 'result', ...locationOf(index, entry) },
  value: index.values[entry] ?? 0,
})

const fromComputation = ({ operation, operands, value, rows, isWeak = false }: Computation): Proof => ({
  source: { kind: 'computed', operation, operands, declared: false, ...(rows === undefined ? {} : { rows }) },
  value,
  isWeak,
})

/** Returns a declared computation whose result is shown as the figure. A fraction can be shown in percent with or without its sign. */
export function findDeclared(figure: Pick<TextFigure, 'readings' | 'units' | 'hedged'>, { declared }: Evidence): Computation | undefined {
  if (declared.length === 0) return undefined
  const ranges = rangesOf(figure, [])
  return declared.find(({ operation, value }) => {
    const isSigned = operation === 'difference' || operation === 'percent_change'
    const isFraction = operation === 'percent_change' || operation === 'share'
    return [value, ...(isSigned ? [-value] : []), ...(isFraction ? [value * 100, -value * 100] : [])].some((each) => isInside(ranges, each))
  })
}

export function stated(figure: Pick<TextFigure, 'readings' | 'dates'>, evidence: Evidence, found?: Found): Proof {
  const by = isAmong(figure, evidence.conversation) ? 'conversation' : isAmong(figure, evidence.query) ? 'query' : 'model'
  return { source: { kind: 'stated', by, ...(found ? { near: locationOf(evidence.index, found.entry) } : {}) } }
}

const isAmong = ({ readings, dates }: Pick<TextFigure, 'readings' | 'dates'>, given: ReadonlySet<number | string>): boolean =>
  given.size > 0 && (readings.some(({ value }) => given.has(value) || given.has(-value)) || dates.some((key) => given.has(key)))

/** Recognizes figures that follow from others of their sentence. */
function provePairs(contexts: ReadonlyMap<TextFigure, FigureContext>, proofs: Map<TextFigure, Proof>): void {
  const known = new Map<number, KnownValue[]>()
  for (const [figure, { source, value, isWeak }] of proofs) {
    const sentence = contexts.get(figure)?.sentence ?? -1
    if (value === undefined || isWeak || source.kind === 'stated') continue
    const operands =
      source.kind === 'result' ? [{ ref: source.ref, path: source.path, ...(source.row === undefined ? {} : { row: source.row }) }] : source.operands
    const operation = source.kind === 'result' ? 'sum' : source.operation
    const values = known.get(sentence) ?? []
    known.set(sentence, values)
    values.push({ value, computation: { operation, operands, value } })
  }
  for (const [figure, { source, isWeak }] of proofs) {
    const context = contexts.get(figure)
    if (!context || (source.kind !== 'stated' && !isWeak) || figure.readings.length === 0) continue
    const pair = findPair(figure, known.get(context.sentence) ?? [], context.words)
    if (pair) proofs.set(figure, fromComputation(pair))
  }
}

/** Adds the names that a text is equal to, or contains if it is short. */
export function addNames(text: string, evidence: Evidence, target: Map<number, Set<number>>): void {
  const id = evidence.index.nameIds.get(text)
  if (id !== undefined) addName(evidence.index, id, target)
  if (id !== undefined || text.length > 80) return
  for (const { ids } of withDates(evidence.names.find(text), /\d/.test(text) ? findFigures(text) : [], evidence))
    for (const each of ids) addName(evidence.index, each, target)
}
