import { isBinary, isBlob } from '../json/binary.ts'
import { isLongerThan } from '../json/json-bytes.ts'
import type { ArtifactMark, SourceProperty } from './artifact-mark.ts'
import type { SchemaGraph } from './schema-graph.ts'
import type { SchemaNode } from './schema-node.ts'

/** All declarations of the schema for one location in the data; undefined if nothing below it can be marked. */
export interface MarkState {
  readonly nodes: readonly SchemaNode[]
  readonly ids: readonly number[]
  readonly mark: ArtifactMark | undefined
  readonly producer: ReadonlyMap<SourceProperty, string> | undefined
  readonly sourceField: SourceProperty | undefined
  /** True if a nested field can be marked. */
  readonly useful: boolean
  /** True outside the schema. `extra` if the schema allows more than it describes, so that only large data is marked. */
  readonly stray: boolean
  readonly extra: boolean
  /** True if sources can be produced here or in a nested value. */
  readonly sourcing: boolean
  /** Index from which all items have the same state. */
  readonly prefix: number
  /** Cache of steps. Only kept states are cached, so that a hostile schema cannot fill the memory. */
  readonly steps: Map<string | number, MarkState | undefined>
  kept: boolean
}

/** A schema as a state machine that is applied while the data is walked. */
export interface MarkPlan {
  readonly root: MarkState | undefined
  key(state: MarkState | undefined, key: string): MarkState | undefined
  item(state: MarkState | undefined, index: number): MarkState | undefined
}

/** Length from which text or data at a location that the schema does not describe counts as large. */
export const heavyLength = 1024
/** Maximum number of descriptions of one location. With more of them, the entire location counts as marked. */
const maxMembers = 1_000
const maxStates = 5_000
const maxKeptIds = 500_000
/** Maximum number of cached steps, of one location and of all: keys come from data, and marks live as long as their tool. */
const maxSteps = 1_000
const maxRemembered = 100_000
const maxListsAround = 8

/** Creates the plan of a schema. States are sets of schema nodes (all members of a union together), created when the data first reaches them, and cached. */
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

/** True if nothing is declared here or below: neither marks nor types that data could fail to match. */
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
  // An object where the schema has a list is treated as one of its items.
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

/** Returns the mark of a value, even if it does not have the type that the schema declares. Reads at most 1 KB. */
export function markOf(state: MarkState | undefined, value: unknown): ArtifactMark | undefined {
  if (!state || value === null || value === undefined || typeof value === 'function' || typeof value === 'symbol') return undefined
  if (state.mark) return state.extra && !isHeavy(value) ? undefined : state.mark
  return typeof value === 'string' && hidesText(state, value) ? {} : undefined
}

/** Cache of checked objects: checking an object takes time proportional to its keys, and it may occur at many locations. */
const knownHeavy = new WeakSet<object>()

function isHeavy(value: unknown): boolean {
  if (isBinary(value) || isBlob(value)) return true
  if (typeof value !== 'object' || value === null) return isLongerThan(value, heavyLength)
  if (!knownHeavy.has(value) && isLongerThan(value, heavyLength)) knownHeavy.add(value)
  return knownHeavy.has(value)
}

/** True for a long text where the schema expects an object with marked fields, because the text may be the serialized object. */
function hidesText(state: MarkState, text: string): boolean {
  if (!state.useful || state.extra || state.nodes.some((node) => node.strings)) return false
  if (state.stray) return text.length > heavyLength && looksLikeJson(text)
  return text.length > heavyLength || looksLikeJson(text)
}

function looksLikeJson(text: string): boolean {
  const trimmed = text.slice(0, 100).trimStart()
  return (trimmed.startsWith('{') || trimmed.startsWith('[')) && /[\]}]\s*$/.test(text.slice(-100))
}
