import { SchemaFault } from './schema-fault.ts'
import type { SchemaGraph, SchemaNode } from './schema-node.ts'

/** Schemas with a higher cost for one part of a value are checked with a budget. */
const cheap = 16
/** Schemas with a higher cost are refused. No tool needs more, and references that use each other twice exceed it within 20 levels. */
const maxCost = 10_000

/** The costs of visiting a schema. The `counts…` flags mark costs that depend on the value. */
export interface VisitCost {
  /** Units for each visit. A unit is about a tenth of a microsecond. */
  readonly fixed: number
  /** Faults that one visit can report. */
  readonly faults: number
  readonly countsChars: boolean
  /** Number of iterations over all keys of an object. */
  readonly keyLoops: number
  readonly countsItems: boolean
  /** True if the compiler collects the faults of the items that `contains` skips. */
  readonly collectsFaults: boolean
  /** True if it also copies their list for each reference. */
  readonly copiesFaults: boolean
}

/** Maximum number of levels of a value to examine if the cost of a schema grows with each level. */
const maxLevels = 1_000

/**
 * Determines if checking a value needs a budget. Returns false if no part of any value can cost more than a few units. Throws SchemaFault
 * if a reference leads back to itself without a step into the value, and if the schema expands too far: at any depth of the value, or, for
 * a recursive schema, within `levels` if given.
 */
export function needsBudget(graph: SchemaGraph, levels?: number): boolean {
  const { sorted, cycle } = sortNodes(graph.root, ({ same, parts }) => ({ edges: same, later: allParts(parts) }))
  if (cycle) throw new SchemaFault(`its reference ${JSON.stringify(referenceIn(cycle))} leads back to itself without a property or an item in between`)
  const isRecursive = sortNodes(graph.root, ({ same, parts }) => ({ edges: [...same, ...allParts(parts)], later: [] })).cycle !== undefined
  const { peak, grows } = peakCost(graph, sorted, levels ?? maxLevels)
  if (peak > maxCost && (!isRecursive || levels !== undefined))
    throw new SchemaFault(`its references, alternatives and enumerations expand to more than ${maxCost} checks of one value`)
  return grows || peak > cheap || sorted.some(({ keywords }) => keywords.has('contains'))
}

/** Returns the maximum cost of one part of a value. `grows` is true if it may be higher for values with more levels than were examined. */
function peakCost(graph: SchemaGraph, sorted: readonly SchemaNode[], levels: number): { peak: number; grows: boolean } {
  const fixed = new Map(sorted.map((node) => [node, visitCost(node, graph).fixed]))
  let peaks = new Map<SchemaNode, number>()
  for (let level = 0; level < levels; level++) {
    const costs = new Map<SchemaNode, { value: number; array: number; object: number }>()
    const next = new Map<SchemaNode, number>()
    for (const node of sorted) {
      const same = node.same.flatMap((each) => costs.get(each) ?? [])
      const partsOf = (kind: 'array' | 'object') =>
        sum(node.parts[kind].map((group) => Math.max(0, ...group.map((each) => peaks.get(each) ?? 0)))) + sum(same.map((cost) => cost[kind]))
      const cost = { value: (fixed.get(node) ?? 0) + sum(same.map(({ value }) => value)), array: partsOf('array'), object: partsOf('object') }
      costs.set(node, cost)
      next.set(node, Math.max(cost.value, cost.array, cost.object))
    }
    const peak = next.get(graph.root) ?? 0
    const changed = sorted.some((node) => next.get(node) !== peaks.get(node))
    if (!changed || peak > maxCost) return { peak, grows: changed }
    peaks = next
  }
  return { peak: peaks.get(graph.root) ?? 0, grows: true }
}

const allParts = ({ array, object }: SchemaNode['parts']) => [...array, ...object].flat()

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)

const countOf = (value: unknown) => (typeof value === 'object' && value !== null ? Object.keys(value).length : 0)

/** Returns the cost of one visit of a schema, without the visits of its subschemas. */
export function visitCost(node: SchemaNode, { usesUnevaluated, hasReferences }: Pick<SchemaGraph, 'usesUnevaluated' | 'hasReferences'>): VisitCost {
  const { keywords, same } = node
  const names = countOf(keywords.get('required')) + sum(Object.values(keywords.get('dependentRequired') ?? {}).map(countOf))
  const has = (...some: string[]) => some.some((name) => keywords.has(name))
  const listed = keywords.get('enum')
  const compared = (Array.isArray(listed) ? listed : []).concat(keywords.has('const') ? [keywords.get('const')] : [])
  const structured = compared.filter((value) => typeof value === 'object' && value !== null)
  const textChars = sum(compared.map((value) => (typeof value === 'string' ? value.length : 0)))
  const countsChars = has('minLength', 'maxLength')
  return {
    fixed:
      1.5 +
      same.length / 2 +
      same.length ** 2 / (hasReferences ? 32 : 64) +
      (names + countOf(keywords.get('properties'))) / 8 +
      compared.length / 12 +
      textChars / 2_000 +
      (structured.length > 0 ? structured.length * 3 + JSON.stringify(structured).length / 8 : 0) +
      defaultsCost(node) +
      (countsChars ? 8 : 0) +
      (has('uniqueItems') ? 4 : 0) +
      (usesUnevaluated ? 4 : 0),
    faults: 1 + keywords.size + names,
    countsChars,
    keyLoops:
      (usesUnevaluated || has('additionalProperties', 'propertyNames', 'minProperties', 'maxProperties') ? 1 : 0) + countOf(keywords.get('patternProperties')),
    countsItems: has('items', 'prefixItems', 'additionalItems', 'contains', 'unevaluatedItems'),
    collectsFaults: has('contains'),
    copiesFaults: hasReferences && has('contains'),
  }
}

/** Missing properties are filled with copies of their defaults. */
const defaultsCost = ({ parts }: SchemaNode) =>
  sum(allParts(parts).map(({ keywords }) => (keywords.has('default') ? 1 + JSON.stringify(keywords.get('default')).length / 8 : 0)))

interface Sorted {
  /** Each node comes after the nodes it leads to. */
  sorted: SchemaNode[]
  /** Nodes of a cycle, if there is one. */
  cycle?: SchemaNode[]
}

/** Sorts the nodes depth first along `edges`, starting at the root and at every node in `later`. Not recursive, because a chain of references may be long. */
function sortNodes(root: SchemaNode, next: (node: SchemaNode) => { edges: readonly SchemaNode[]; later: readonly SchemaNode[] }): Sorted {
  const state = new Map<SchemaNode, 'open' | 'done'>()
  const sorted: SchemaNode[] = []
  const starts = [root]
  for (let start = starts.pop(); start; start = starts.pop()) {
    if (state.has(start)) continue
    const path: { node: SchemaNode; rest: SchemaNode[] }[] = []
    const enter = (node: SchemaNode) => {
      const { edges, later } = next(node)
      state.set(node, 'open')
      path.push({ node, rest: [...edges] })
      starts.push(...later)
    }
    enter(start)
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const node = top.rest.pop()
      if (node === undefined) {
        state.set(top.node, 'done')
        sorted.push(top.node)
        path.pop()
      } else if (state.get(node) === 'open') return { sorted, cycle: path.slice(path.findIndex((each) => each.node === node)).map((each) => each.node) }
      else if (!state.has(node)) enter(node)
    }
  }
  return { sorted }
}

const referenceIn = (cycle: readonly SchemaNode[]) => cycle.find(({ reference }) => reference !== undefined)?.reference?.slice(0, 100) ?? ''
