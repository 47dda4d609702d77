import type { Figure, FigureCounts, FigureSource, Provenance, ProvenanceOperation, ProvenanceResult, ResultLocation } from '../contracts/provenance.ts'
import { getOwn, isRecord } from './records.ts'

const max = { figures: 200, results: 1_000, operands: 20, text: 80, ref: 500, path: 2_000 }
const countNames = ['result', 'computed', 'stated', 'unproven', 'references'] as const
const operations: readonly ProvenanceOperation[] = [
  'sum',
  'mean',
  'median',
  'min',
  'max',
  'count',
  'difference',
  'ratio',
  'product',
  'percent_change',
  'share',
  'rank',
]

/** Reads the origin of figures; undefined if there is none or its counts are not numbers. Figures and results of another structure are left out. */
export function readProvenance(value: unknown): Provenance | undefined {
  if (!isRecord(value)) return undefined
  const counts = readCounts(getOwn(value, 'counts'))
  if (!counts) return undefined
  return {
    counts,
    figures: listOf(getOwn(value, 'figures'), max.figures, readFigure),
    results: listOf(getOwn(value, 'results'), max.results, readResult),
    incomplete: getOwn(value, 'incomplete') === true,
  }
}

function readCounts(value: unknown): FigureCounts | undefined {
  if (!isRecord(value)) return undefined
  const counts: FigureCounts = { result: 0, computed: 0, stated: 0, unproven: 0, references: 0 }
  for (const name of countNames) {
    const count = indexOf(getOwn(value, name))
    if (count === undefined) return undefined
    counts[name] = count
  }
  return counts
}

function readFigure(value: unknown): Figure | undefined {
  if (!isRecord(value)) return undefined
  const [text, source] = [textOf(getOwn(value, 'text'), max.text), readSource(getOwn(value, 'source'))]
  if (text === undefined || !source) return undefined
  const [start, end] = [indexOf(getOwn(value, 'start')), indexOf(getOwn(value, 'end'))]
  const [component, pointer] = [textOf(getOwn(value, 'component'), max.ref), textOf(getOwn(value, 'pointer'), max.path)]
  return present<Figure>({ text, start, end, component, pointer, source })
}

type Computed = Extract<FigureSource, { kind: 'computed' }>
type Stated = Extract<FigureSource, { kind: 'stated' }>

function readSource(value: unknown): FigureSource | undefined {
  if (!isRecord(value)) return undefined
  const kind = getOwn(value, 'kind')
  if (kind === 'result') {
    const location = readLocation(value)
    return location && { kind, ...location }
  }
  if (kind === 'computed') {
    const operation = operations.find((each) => each === getOwn(value, 'operation'))
    const operands = listOf(getOwn(value, 'operands'), max.operands, readLocation)
    return operation && present<Computed>({ kind, operation, operands, declared: getOwn(value, 'declared') === true, rows: indexOf(getOwn(value, 'rows')) })
  }
  const by = (['model', 'conversation', 'query'] as const).find((each) => each === getOwn(value, 'by'))
  return kind === 'stated' && by ? present<Stated>({ kind, by, near: readLocation(getOwn(value, 'near')) }) : undefined
}

function readLocation(value: unknown): ResultLocation | undefined {
  if (!isRecord(value)) return undefined
  const [ref, path] = [textOf(getOwn(value, 'ref'), max.ref), textOf(getOwn(value, 'path'), max.path)]
  return ref === undefined || path === undefined ? undefined : present<ResultLocation>({ ref, path, row: indexOf(getOwn(value, 'row')) })
}

function readResult(value: unknown): ProvenanceResult | undefined {
  if (!isRecord(value)) return undefined
  const [ref, tool, tool_call_id] = ['ref', 'tool', 'tool_call_id'].map((name) => textOf(getOwn(value, name), max.ref))
  return ref === undefined || tool === undefined || tool_call_id === undefined ? undefined : { ref, tool, tool_call_id }
}

/** Reads the items of a list that have the structure. */
function listOf<Item>(value: unknown, limit: number, read: (item: unknown) => Item | undefined): Item[] {
  if (!Array.isArray(value)) return []
  return value.slice(0, limit).flatMap((item) => read(item) ?? [])
}

const textOf = (value: unknown, chars: number): string | undefined => (typeof value === 'string' && value.length <= chars ? value.toWellFormed() : undefined)

const indexOf = (value: unknown): number | undefined => (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined)

/** Returns an object without the members that are undefined. */
const present = <Value extends object>(value: { [Key in keyof Value]: Value[Key] | undefined }): Value =>
  Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Value
