import { isBinary, isBlob } from '../json/binary.ts'
import { isLongerThan } from '../json/json-bytes.ts'
import type { ArtifactMark, SourceProperty } from './artifact-mark.ts'
import type { SchemaGraph } from './schema-graph.ts'
import type { SchemaNode } from './schema-node.ts'

/** Everything the schema says about one place in the data; undefined where nothing below can be marked. */
export interface MarkState {
  readonly nodes: readonly SchemaNode[]
  readonly ids: readonly number[]
  readonly mark: ArtifactMark | undefined
  readonly producer: ReadonlyMap<SourceProperty, string> | undefined
  readonly sourceField: SourceProperty | undefined
  /** A marked field can be further in. */
  readonly useful: boolean
  /** Outside the schema; `extra` where the schema allows more than it describes, so that only heavy data counts. */
  readonly stray: boolean
  readonly extra: boolean
  /** Sources can be produced here or further in. */
  readonly sourcing: boolean
  /** From this index on all items are alike. */
  readonly prefix: number
  /** Remembered steps; only kept states are remembered, so that a hostile schema cannot fill the memory. */
  readonly steps: Map<string | number, MarkState | undefined>
  kept: boolean
}

/** A schema as a machine that walks along with the data. */
export interface MarkPlan {
  readonly root: MarkState | undefined
  key(state: MarkState | undefined, key: string): MarkState | undefined
  item(state: MarkState | undefined, index: number): MarkState | undefined
}

/** From this length on, text or data in a place the schema does not describe counts as heavy. */
export const heavyLength = 1024
/** Above this a place is described in too many ways to follow; all of it counts as marked. */
const maxMembers = 1_000
const maxStates = 5_000
const maxKeptIds = 500_000
/** Remembered steps, of one place and of all: keys come from data, and marks live as long as their tool. */
const maxSteps = 1_000
const maxRemembered = 100_000
const maxListsAround = 8

/** States are sets of schema nodes (every member of a union at once), built when the data first gets there and kept. */
export function createMarkPlan(graph: SchemaGraph): MarkPlan {
  const states = new Map<string, MarkState>()
  let keptIds = 0
  const stateOf = (starts: readonly number[], extra = false): MarkState | undefined => {
    const ids = closure(graph, starts)
    const name = `${extra}${ids}`
    const state = states.get(name) ?? createState(graph, ids, extra)
    if (!state.kept && states.size < maxStates && keptIds < maxKeptIds) {
      states.set(name, state)
      keptIds += ids.length
      state.kept = true
    }
    return isOpen(state) ? undefined : state
  }
  const outside = (extra: boolean) => (graph.useful.has(graph.stray) ? stateOf([graph.stray], extra) : undefined)
  const machine: Machine = { stateOf, strays: { closed: outside(false), extra: outside(true) }, remembered: 0 }
  return {
    root: graph.nodes.some((node) => node.mark || node.producer) ? stateOf([graph.root]) : undefined,
    key(state, key) {
      if (!state) return undefined
      return state.steps.has(key) ? state.steps.get(key) : remember(state, key, { machine, next: keyStep(state, key, machine) })
    },
    item(state, index) {
      if (!state) return undefined
      const step = Math.min(index, state.prefix)
      return state.steps.has(step) ? state.steps.get(step) : remember(state, step, { machine, next: itemStep(state, index, machine) })
    },
  }
}

interface Machine {
  stateOf(ids: readonly number[], extra?: boolean): MarkState | undefined
  strays: { closed: MarkState | undefined; extra: MarkState | undefined }
  remembered: number
}

function closure(graph: SchemaGraph, starts: readonly number[]): number[] {
  const found = new Set<number>()
  const waiting = [...starts]
  for (let id = waiting.pop(); id !== undefined && found.size <= maxMembers; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    for (const same of graph.nodes[id]?.same ?? []) waiting.push(same)
  }
  return [...found].sort((a, b) => a - b)
}

function createState(graph: SchemaGraph, ids: readonly number[], extra: boolean): MarkState {
  const nodes = ids.flatMap((id) => graph.nodes[id] ?? [])
  const marks = nodes.flatMap((node) => node.mark ?? [])
  const useful = ids.some((id) => graph.useful.has(id))
  return {
    ids,
    nodes,
    mark: marks.length > 0 || (useful && ids.length > maxMembers) ? Object.assign({}, ...marks.reverse()) : undefined,
    producer: nodes.find((node) => node.producer)?.producer,
    sourceField: nodes.find((node) => node.sourceField)?.sourceField,
    useful,
    stray: ids.length === 1 && ids[0] === graph.stray,
    extra,
    sourcing: ids.some((id) => graph.sourcing.has(id)),
    prefix: nodes.reduce((maxLength, node) => Math.max(maxLength, node.prefix.length), 0),
    steps: new Map(),
    kept: false,
  }
}

/** Nothing is said here and below: neither marks nor shapes that data could fail to match. */
function isOpen(state: MarkState): boolean {
  if (state.mark || state.producer || state.sourceField) return false
  return state.nodes.every((node) => node.openObject && node.openList)
}

function remember(state: MarkState, step: string | number, { machine, next }: { machine: Machine; next: MarkState | undefined }): MarkState | undefined {
  if (state.steps.size < maxSteps && machine.remembered < maxRemembered && next?.kept !== false) {
    state.steps.set(step, next)
    machine.remembered++
  }
  return next
}

function keyStep(state: MarkState, key: string, machine: Machine): MarkState | undefined {
  let described = state
  // An object where the schema has a list is taken as one of its items.
  for (let lists = 0; lists < maxListsAround && !described.nodes.some((node) => node.objects || node.openObject); lists++) {
    const items = listTargets(described, 0)
    const single = items.length > 0 ? machine.stateOf(items, state.extra) : undefined
    if (!single) break
    described = single
  }
  return keyTarget(described, key, machine)
}

function keyTarget(state: MarkState, key: string, machine: Machine): MarkState | undefined {
  const targets = state.nodes.flatMap((node) => targetsOfKey(node, key))
  if (targets.length > 0) return machine.stateOf(targets, state.extra)
  if (state.nodes.some((node) => node.openObject)) return undefined
  const allowed = state.extra || state.nodes.some((node) => node.objects && !node.closed)
  const outside = allowed ? machine.strays.extra : machine.strays.closed
  return outside && keyTarget(outside, key, machine)
}

function targetsOfKey(node: SchemaNode, key: string): number[] {
  const named = node.props.get(key)
  const covering = node.patterns.filter((pattern) => pattern.matches(key)).map((pattern) => pattern.target)
  if (named === undefined && covering.length === 0) return node.rest
  return named === undefined ? covering : [named, ...covering]
}

function itemStep(state: MarkState, index: number, machine: Machine): MarkState | undefined {
  const targets = listTargets(state, index)
  if (targets.length > 0) return machine.stateOf(targets, state.extra)
  if (state.nodes.some((node) => node.openList)) return undefined
  return state.nodes.some((node) => node.objects || node.openObject || node.lists) ? state : machine.strays.closed
}

function listTargets(state: MarkState, index: number): number[] {
  return state.nodes.flatMap((node) => (node.prefix[index] === undefined ? node.items : [node.prefix[index]]))
}

/** The mark that a value falls under, also where it does not have the shape the schema gives it. Looks at no more than 1 KB. */
export function markOf(state: MarkState | undefined, value: unknown): ArtifactMark | undefined {
  if (!state || value === null || value === undefined || typeof value === 'function' || typeof value === 'symbol') return undefined
  if (state.mark) return state.extra && !isHeavy(value) ? undefined : state.mark
  return typeof value === 'string' && hidesText(state, value) ? {} : undefined
}

/** Looking into an object takes as long as it has keys, so one that stands in many places is looked at once. */
const knownHeavy = new WeakSet<object>()

function isHeavy(value: unknown): boolean {
  if (isBinary(value) || isBlob(value)) return true
  if (typeof value !== 'object' || value === null) return isLongerThan(value, heavyLength)
  if (!knownHeavy.has(value) && isLongerThan(value, heavyLength)) knownHeavy.add(value)
  return knownHeavy.has(value)
}

/** A long text where an object with marked fields should be may be that object, written out. */
function hidesText(state: MarkState, text: string): boolean {
  if (!state.useful || state.extra || state.nodes.some((node) => node.strings)) return false
  if (state.stray) return text.length > heavyLength && looksLikeJson(text)
  return text.length > heavyLength || looksLikeJson(text)
}

function looksLikeJson(text: string): boolean {
  const trimmed = text.slice(0, 100).trimStart()
  return (trimmed.startsWith('{') || trimmed.startsWith('[')) && /[\]}]\s*$/.test(text.slice(-100))
}
