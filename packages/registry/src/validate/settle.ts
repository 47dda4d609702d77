import { formatPointer, isRecord, type JsonValue } from '@pf/core'
import type { HostChoice, Shape, UrlUse } from './shape.ts'

/** What a walk through settled props meets; each answer stands in for the value that was there. */
export interface SettleVisitor {
  /** Props of a nested component; undefined takes it out, and in a list all that follows. */
  slot(slot: Readonly<Record<string, unknown>>, pointer: string): unknown
  host(choice: HostChoice, value: unknown): JsonValue
  url(text: string, use: UrlUse, pointer: string): void
  data(value: unknown, pointer: string): void
}

const busyTables = new WeakMap<readonly Shape[], readonly boolean[]>()

/** States from which a default, a mark or a slot can be reached; everything else need not be walked. */
function busyStates(shape: readonly Shape[]): readonly boolean[] {
  const known = busyTables.get(shape)
  if (known) return known
  const busy = shape.map(
    (state) => state.slot !== undefined || state.host !== undefined || state.url !== undefined || state.data === true || state.default !== undefined,
  )
  const reaches = (state: Shape) => [...Object.values(state.props ?? {}), state.rest, state.each].some((index) => index !== undefined && busy[index])
  for (let changed = true; changed; ) {
    changed = false
    for (const [index, state] of shape.entries()) if (!busy[index] && reaches(state)) busy[index] = changed = true
  }
  busyTables.set(shape, busy)
  return busy
}

/**
 * Copies props where something must change: defaults fill gaps, the host's choices replace the model's, nested components are
 * settled in turn. The input is never written to; parts without a mark are shared. Depth is bounded by the walk that ran before.
 */
export function settle(props: unknown, shape: readonly Shape[], visitor: SettleVisitor): unknown {
  return settleAt(props, { index: 0, pointer: '' }, { shape, visitor, busy: busyStates(shape) })
}

interface Context {
  shape: readonly Shape[]
  visitor: SettleVisitor
  busy: readonly boolean[]
}

interface At {
  index: number
  pointer: string
}

function settleAt(value: unknown, at: At, context: Context): unknown {
  const state = context.shape[at.index]
  if (!state || !context.busy[at.index]) return value
  if (state.host) return context.visitor.host(state.host, value)
  if (state.url && typeof value === 'string') context.visitor.url(value, state.url, at.pointer)
  if (state.data) context.visitor.data(value, at.pointer)
  if (Array.isArray(value)) return state.each === undefined ? value : settleItems(value, { index: state.each, pointer: at.pointer }, context)
  if (!isRecord(value)) return value
  const own = settleRecord(value, state, at.pointer, context)
  if (!state.slot || !Object.hasOwn(own, 'component')) return own
  const props = context.visitor.slot(own, at.pointer)
  return props === undefined ? undefined : { ...own, props }
}

function settleItems(items: readonly unknown[], at: At, context: Context): unknown {
  if (!context.busy[at.index]) return items
  const settled = items.map((item, index) => settleAt(item, { index: at.index, pointer: `${at.pointer}/${index}` }, context))
  const gap = settled.indexOf(undefined)
  return gap < 0 ? settled : settled.slice(0, gap)
}

function settleRecord(record: Readonly<Record<string, unknown>>, state: Shape, pointer: string, context: Context): Record<string, unknown> {
  const copy: Record<string, unknown> = { ...record }
  for (const [name, index] of Object.entries(state.props ?? {})) {
    if (Object.hasOwn(copy, name)) {
      copy[name] = settleAt(copy[name], { index, pointer: `${pointer}/${name}` }, context)
      if (copy[name] === undefined) delete copy[name]
    } else {
      const fallback = context.shape[index]?.default
      if (fallback !== undefined) copy[name] = settleAt(fallback, { index, pointer: `${pointer}/${name}` }, context)
    }
  }
  if (state.rest !== undefined && context.busy[state.rest]) {
    for (const name of Object.keys(copy)) {
      if (!state.props || !Object.hasOwn(state.props, name))
        copy[name] = settleAt(copy[name], { index: state.rest, pointer: pointer + formatPointer([name]) }, context)
    }
  }
  return copy
}
