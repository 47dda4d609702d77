import { formatPointer, isRecord, type JsonValue } from '@pf/core'
import type { HostChoice, Shape, UrlUse } from './shape.ts'

/** What a walk through settled props meets; each answer stands in for the value that was there. */
export interface SettleVisitor {
  /** Props of a nested component; undefined takes it out, and in a list all that follows. */
  slot(slot: Readonly<Record<string, unknown>>, pointer: string): unknown
  host(choice: HostChoice, value: unknown, pointer: string): JsonValue
  /** A stable id. */
  id?(text: string, pointer: string): void
  url(text: string, use: UrlUse, pointer: string): void
  /** Data or a reference; undefined takes it out. */
  data(value: unknown, pointer: string): unknown
}

/** A state as the walk uses it: what to fill in, and where to look further. */
interface Step {
  state: Shape
  /** Something is marked here or below. */
  busy: boolean
  defaults: readonly (readonly [name: string, value: JsonValue])[]
  inner: readonly (readonly [name: string, index: number])[]
}

const plans = new WeakMap<readonly Shape[], readonly Step[]>()

const marked = (state: Shape) => [state.slot, state.host, state.url, state.data, state.id].some((mark) => mark !== undefined)

/** What the walk does at each state. Made once for each component. */
function planOf(shape: readonly Shape[]): readonly Step[] {
  const known = plans.get(shape)
  if (known) return known
  const busy = busyStates(shape)
  const plan = shape.map((state, index): Step => {
    const props = Object.entries(state.props ?? {})
    const inner = props.filter(([, to]) => busy[to])
    const defaults = props.flatMap(([name, to]): [string, JsonValue][] => {
      const value = shape[to]?.default
      return value === undefined ? [] : [[name, value]]
    })
    return { state, busy: busy[index] ?? false, defaults, inner }
  })
  plans.set(shape, plan)
  return plan
}

function busyStates(shape: readonly Shape[]): readonly boolean[] {
  const hasDefaults = (state: Shape) => Object.values(state.props ?? {}).some((index) => shape[index]?.default !== undefined)
  const busy = shape.map((state) => marked(state) || hasDefaults(state))
  const reaches = (state: Shape) => [...Object.values(state.props ?? {}), state.rest, state.each].some((index) => index !== undefined && busy[index])
  for (let changed = true; changed; ) {
    changed = false
    for (const [index, state] of shape.entries()) if (!busy[index] && reaches(state)) busy[index] = changed = true
  }
  return busy
}

/**
 * Copies props where something must change: defaults fill gaps, the host's choices replace the model's, nested components are
 * settled in turn. The input is never written to; parts without a mark are shared. Depth is bounded by the walk that ran before.
 */
export function settle(props: unknown, shape: readonly Shape[], visitor: SettleVisitor): unknown {
  return settleAt(props, { index: 0, pointer: '' }, { plan: planOf(shape), visitor })
}

interface Context {
  plan: readonly Step[]
  visitor: SettleVisitor
}

interface At {
  index: number
  pointer: string
}

function settleAt(value: unknown, { index, pointer }: At, context: Context): unknown {
  const step = context.plan[index]
  if (!step?.busy) return value
  const { state } = step
  const { visitor } = context
  if (state.host) return visitor.host(state.host, value, pointer)
  if (state.id && typeof value === 'string') visitor.id?.(value, pointer)
  if (state.url && typeof value === 'string') visitor.url(value, state.url, pointer)
  if (state.data) return settleData(value, { index, pointer }, context)
  return settleInside(value, { index, pointer }, context)
}

function settleData(value: unknown, at: At, context: Context): unknown {
  const data = context.visitor.data(value, at.pointer)
  return data === undefined ? undefined : settleInside(data, at, context)
}

function settleInside(value: unknown, { index, pointer }: At, context: Context): unknown {
  const step = context.plan[index]
  if (!step) return value
  const { state } = step
  if (Array.isArray(value)) return state.each === undefined ? value : settleItems(value, { index: state.each, pointer }, context)
  if (!isRecord(value)) return value
  const own = settleRecord(value, step, { pointer, context })
  if (!state.slot || !Object.hasOwn(own, 'component')) return own
  const props = context.visitor.slot(own, pointer)
  return props === undefined ? undefined : { ...own, props }
}

function settleItems(items: readonly unknown[], { index, pointer }: At, context: Context): unknown {
  if (!context.plan[index]?.busy) return items
  const settled = items.map((item, at) => settleAt(item, { index, pointer: `${pointer}/${at}` }, context))
  const gap = settled.indexOf(undefined)
  return gap < 0 ? settled : settled.slice(0, gap)
}

function settleRecord(
  record: Readonly<Record<string, unknown>>,
  { state, defaults, inner }: Step,
  { pointer, context }: { pointer: string; context: Context },
) {
  const copy: Record<string, unknown> = { ...record }
  for (const [name, value] of defaults) if (!Object.hasOwn(copy, name)) copy[name] = value
  const look = (name: string, index: number) => {
    if (!Object.hasOwn(copy, name)) return
    const settled = settleAt(copy[name], { index, pointer: pointer + formatPointer([name]) }, context)
    if (settled === undefined) delete copy[name]
    else copy[name] = settled
  }
  for (const [name, index] of inner) look(name, index)
  const { rest } = state
  if (rest !== undefined && context.plan[rest]?.busy)
    for (const name of Object.keys(record)) if (!state.props || !Object.hasOwn(state.props, name)) look(name, rest)
  return copy
}
