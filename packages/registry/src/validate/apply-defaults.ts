import { formatPointer, type JsonValue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { HostChoice, Shape, UrlUse } from '../contracts/shape.ts'

/** Callbacks of a walk through props. The result of a callback replaces the value. */
export interface PropsVisitor {
  /** Called for the props of a nested component. With undefined as the result, the component is removed; in a list, all following items are removed too. */
  slot(slot: Readonly<Record<string, unknown>>, pointer: string): unknown
  host(choice: HostChoice, value: unknown, pointer: string): JsonValue
  /** Called for a stable id. */
  id?(text: string, pointer: string): void
  url(text: string, use: UrlUse, pointer: string): void
  /** Called for data or a reference. With undefined as the result, it is removed. */
  data(value: unknown, pointer: string): unknown
}

/** A state with precomputed information for the walk: the defaults to fill in, and the properties to visit. */
interface Step {
  state: Shape
  /** True if something has to be done in this state or below. */
  busy: boolean
  /** True if only defaults have to be filled in, which needs no pointers. */
  quiet: boolean
  /** Defaults of the props that may be missing. */
  defaults: Readonly<Record<string, JsonValue>> | undefined
  inner: readonly { name: string; index: number; suffix: string }[]
}

const plans = new WeakMap<readonly Shape[], readonly Step[]>()

const marked = (state: Shape) => [state.slot, state.host, state.url, state.data, state.id].some((mark) => mark !== undefined)

/** Returns the steps for a table. They are computed once for each component. */
function planOf(shape: readonly Shape[]): readonly Step[] {
  const known = plans.get(shape)
  if (known) return known
  const met = statesAbove(shape, shape.map(marked))
  const busy = statesAbove(
    shape,
    shape.map((state, index) => met[index] || Object.values(state.props ?? {}).some((to) => shape[to]?.default !== undefined)),
  )
  const plan = shape.map((state, index): Step => {
    const props = Object.entries(state.props ?? {})
    const inner = props.flatMap(([name, to]): Step['inner'] => (busy[to] ? [{ name, index: to, suffix: formatPointer([name]) }] : []))
    const defaults = props.flatMap(([name, to]): [string, JsonValue][] => {
      const value = shape[to]?.default
      return value === undefined ? [] : [[name, value]]
    })
    const filled = defaults.length > 0 ? Object.fromEntries(defaults) : undefined
    return { state, busy: busy[index] ?? false, quiet: !met[index], defaults: filled, inner }
  })
  plans.set(shape, plan)
  return plan
}

/** Returns the given states and all states from which one of them can be reached. */
function statesAbove(shape: readonly Shape[], from: readonly (boolean | undefined)[]): readonly (boolean | undefined)[] {
  const found = [...from]
  const reaches = (state: Shape) => [...Object.values(state.props ?? {}), state.rest, state.each].some((index) => index !== undefined && found[index])
  for (let changed = true; changed; ) {
    changed = false
    for (const [index, state] of shape.entries()) if (!found[index] && reaches(state)) found[index] = changed = true
  }
  return found
}

/**
 * Returns the props with required changes: missing values are replaced by defaults, values that the host decides are replaced, and nested
 * components are completed as well. The input is never modified, and unchanged parts are shared. The depth is limited by `measure`, which
 * runs before.
 */
export function applyDefaults(props: unknown, shape: readonly Shape[], visitor: PropsVisitor): unknown {
  return new DefaultsWalk(planOf(shape), visitor).at(props, 0, '')
}

class DefaultsWalk {
  readonly #plan: readonly Step[]
  readonly #visitor: PropsVisitor

  constructor(plan: readonly Step[], visitor: PropsVisitor) {
    this.#plan = plan
    this.#visitor = visitor
  }

  /** Completes a value in state `index`. Pointers are computed only if a callback may need them. */
  at(value: unknown, index: number, pointer: string): unknown {
    const step = this.#plan[index]
    if (!step?.busy) return value
    if (step.quiet) return this.#inside(value, step, '')
    const { host, id, url, data } = step.state
    if (host) return this.#visitor.host(host, value, pointer)
    if (id && typeof value === 'string') this.#visitor.id?.(value, pointer)
    if (url && typeof value === 'string') this.#visitor.url(value, url, pointer)
    const found = data ? this.#visitor.data(value, pointer) : value
    return found === undefined ? undefined : this.#inside(found, step, pointer)
  }

  #inside(value: unknown, step: Step, pointer: string): unknown {
    const { each, slot } = step.state
    if (Array.isArray(value)) return each !== undefined && this.#plan[each]?.busy ? this.#items(value, each, pointer) : value
    if (!isRecord(value)) return value
    const own = this.#record(value, step, pointer)
    if (!slot || !Object.hasOwn(own, 'component')) return own
    const props = this.#visitor.slot(own, pointer)
    return props === undefined ? undefined : { ...own, props }
  }

  #items(items: readonly unknown[], index: number, pointer: string): readonly unknown[] {
    const quiet = this.#plan[index]?.quiet
    let copy: unknown[] | undefined
    for (let at = 0; at < items.length; at++) {
      const completed = this.at(items[at], index, quiet ? '' : `${pointer}/${at}`)
      if (completed === undefined) return (copy ?? items).slice(0, at)
      if (completed === items[at]) continue
      copy ??= [...items]
      copy[at] = completed
    }
    return copy ?? items
  }

  #record(record: Readonly<Record<string, unknown>>, { state, defaults, inner }: Step, pointer: string): Readonly<Record<string, unknown>> {
    const draft: Draft = { record, copy: defaults && { ...defaults, ...record } }
    for (const { name, index, suffix } of inner) this.#property(draft, { name, index, pointer: pointer + suffix })
    const { rest } = state
    if (rest !== undefined && this.#plan[rest]?.busy)
      for (const name of Object.keys(record))
        if (!state.props || !Object.hasOwn(state.props, name)) this.#property(draft, { name, index: rest, pointer: pointer + formatPointer([name]) })
    return draft.copy ?? record
  }

  #property(draft: Draft, { name, index, pointer }: { name: string; index: number; pointer: string }) {
    const { record, copy } = draft
    if (!Object.hasOwn(record, name)) return
    const completed = this.at(record[name], index, pointer)
    if (completed === record[name]) return
    const own = copy ?? { ...record }
    draft.copy = own
    if (completed === undefined) delete own[name]
    else own[name] = completed
  }
}

/** A record and, after its first change, a copy of it. */
interface Draft {
  readonly record: Readonly<Record<string, unknown>>
  copy: Record<string, unknown> | undefined
}
