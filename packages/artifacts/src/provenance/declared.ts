import type { ProvenanceOperation, ResultLocation } from '@pf/core'
import { parsePointer } from '@pf/core'
import { arrayOrEmpty, getOwn, isRecord } from '@pf/core/internal'
import type { RunResult } from './result-tables.ts'
import { type Computation, computeStatistics } from './statistics.ts'

const maxDeclared = 50
const maxValues = 100_000
const maxNesting = 3
const maxOperands = 100

interface Operand {
  values: number[]
  /** Number of items at the location, whatever their type. */
  items: number
  locations: ResultLocation[]
}

interface Reading {
  results: ReadonlyMap<string, unknown>
  left: number
}

/**
 * Reads the computations that a model declares and computes them: `[{"operation": "mean", "operands": [{"ref": REF, "path": PATH}]}]`. An operand is a location, in whose path `*` stands for every item of a list, or another computation. Invalid entries are ignored, and
 * nothing that the model writes is used as a value. Never throws.
 */
export function readDeclared(declared: unknown, results: readonly RunResult[]): Computation[] {
  const reading: Reading = { results: new Map(results.map(({ ref, value }) => [ref, value])), left: maxValues }
  return arrayOrEmpty(declared)
    .slice(0, maxDeclared)
    .flatMap((each) => readComputation(each, reading, 0) ?? [])
}

function readComputation(value: unknown, reading: Reading, depth: number): Computation | undefined {
  if (!isRecord(value) || depth > maxNesting) return undefined
  const operation = getOwn(value, 'operation')
  if (typeof operation !== 'string' || !Object.hasOwn(compute, operation)) return undefined
  const operands: Operand[] = []
  for (const each of arrayOrEmpty(getOwn(value, 'operands')).slice(0, maxOperands)) {
    const operand = readOperand(each, reading, depth)
    if (!operand) return undefined
    operands.push(operand)
  }
  const result = operands.length === 0 ? undefined : compute[operation as ProvenanceOperation](operands)
  if (result === undefined || !Number.isFinite(result)) return undefined
  return { operation: operation as ProvenanceOperation, operands: operands.flatMap(({ locations }) => locations).slice(0, 20), value: result }
}

function readOperand(value: unknown, reading: Reading, depth: number): Operand | undefined {
  if (!isRecord(value)) return undefined
  if (getOwn(value, 'operation') !== undefined) {
    const nested = readComputation(value, reading, depth + 1)
    return nested && { values: [nested.value], items: 1, locations: nested.operands }
  }
  const ref = getOwn(value, 'ref') ?? getOwn(value, '$artifact')
  const path = getOwn(value, 'path') ?? ''
  if (typeof ref !== 'string' || typeof path !== 'string' || path.length > 1_000 || !reading.results.has(ref)) return undefined
  const tokens = parsePointer(path)
  if (!tokens || tokens.length > 32) return undefined
  const operand: Operand = { values: [], items: 0, locations: [{ ref, path }] }
  follow(reading.results.get(ref), tokens, { operand, reading })
  return operand.items === 0 ? undefined : operand
}

function follow(value: unknown, tokens: readonly string[], into: { operand: Operand; reading: Reading }): void {
  const [token, ...rest] = tokens
  if (token === undefined) take(value, into)
  if (token === undefined || into.reading.left <= 0) return
  if (token === '*' && Array.isArray(value)) for (const item of value) follow(item, rest, into)
  else if (Array.isArray(value)) {
    if (/^(?:0|[1-9]\d{0,9})$/.test(token) && Number(token) < value.length) follow(value[Number(token)], rest, into)
  } else if (isRecord(value) && Object.hasOwn(value, token)) follow(value[token], rest, into)
}

function take(value: unknown, { operand, reading }: { operand: Operand; reading: Reading }): void {
  for (const item of Array.isArray(value) ? value : [value]) {
    if (reading.left-- <= 0) return
    operand.items++
    const number = typeof item === 'string' && item.trim() !== '' && item.length < 40 ? Number(item) : item
    if (typeof number === 'number' && Number.isFinite(number)) operand.values.push(number)
  }
}

const all = (operands: readonly Operand[]): number[] => operands.flatMap(({ values }) => values)
const statistic = (name: 'sum' | 'mean' | 'median' | 'min' | 'max') => (operands: readonly Operand[]) => computeStatistics(all(operands))?.[name]

/** Returns the two values of an operation on two values. */
function pair(operands: readonly Operand[]): [number, number] | undefined {
  const [one, two, ...more] = all(operands)
  return one === undefined || two === undefined || more.length > 0 ? undefined : [one, two]
}

const sumOf = (operand: Operand | undefined): number => (operand?.values ?? []).reduce((sum, value) => sum + value, 0)

const compute: Record<ProvenanceOperation, (operands: readonly Operand[]) => number | undefined> = {
  sum: statistic('sum'),
  mean: statistic('mean'),
  median: statistic('median'),
  min: statistic('min'),
  max: statistic('max'),
  count: (operands) => operands.reduce((sum, { items }) => sum + items, 0),
  difference: (operands) => onPair(operands, (one, two) => one - two),
  ratio: (operands) => onPair(operands, (one, two) => one / two),
  percent_change: (operands) => onPair(operands, (one, two) => (two - one) / Math.abs(one)),
  product: (operands) => {
    const values = all(operands)
    return values.length === 0 || values.length > 100 ? undefined : values.reduce((product, value) => product * value, 1)
  },
  share: ([part, ...whole]) => (part?.values.length === 1 && whole.length > 0 ? sumOf(part) / whole.reduce((sum, each) => sum + sumOf(each), 0) : undefined),
  rank: ([one, ...others]) => {
    const [value] = one?.values ?? []
    return value === undefined || one?.values.length !== 1 || others.length === 0 ? undefined : 1 + all(others).filter((other) => other > value).length
  },
}

function onPair(operands: readonly Operand[], compute: (one: number, two: number) => number): number | undefined {
  const values = pair(operands)
  return values && compute(...values)
}
