import type { JsonValue } from '@pf/core'
import { setOwn } from '@pf/core/internal'
import { createHoleCounter } from './holes.ts'
import { type Budget, fullBudget, hasBudgetLeft, tooLarge } from './limits.ts'
import { plainView } from './plain-view.ts'

/** Maximum nesting depth. Deeper values become a short text. */
export const maxDepth = 256

/** Returned by `replace` to omit a list item. */
export const omitted: unique symbol = Symbol('omitted')

/** Callbacks of a conversion. `State` is passed down to the children of a value. */
export interface Conversion<State> {
  /** Returns the replacement of a value, or undefined to convert its children. `path` leads to the value and changes afterwards. */
  replace(value: unknown, state: State, path: readonly (string | number)[]): JsonValue | typeof omitted | undefined
  key(state: State, key: string): State
  item(state: State, index: number): State
  /** Called before the items of a list; the returned function is called after them. */
  list?(items: readonly unknown[], state: State, path: readonly (string | number)[]): (() => void) | undefined
  /** Replacement of an object's list whose items were all omitted. */
  emptied?: JsonValue
  /** Limit of the values to read. Default: a full budget. */
  budget?: Budget
}

interface Run<State> {
  readonly by: Conversion<State>
  readonly path: (string | number)[]
  readonly open: object[]
  readonly budget: Budget
}

/**
 * Copies a value to JSON only if necessary: JSON that is not replaced keeps its identity. Never throws. The copy ends with one `[too
 * large]` when the budget is used up.
 */
export function convert<State>(value: unknown, state: State, by: Conversion<State>): JsonValue {
  const result = convertValue(value, state, { by, path: [], open: [], budget: by.budget ?? fullBudget() })
  return result === undefined || result === omitted ? null : result
}

type Converted = JsonValue | typeof omitted | undefined

function convertValue<State>(value: unknown, state: State, run: Run<State>): Converted {
  if (--run.budget.nodes < 0) return cut(run)
  try {
    const replacement = run.by.replace(value, state, run.path)
    if (replacement !== undefined) return replacement
    const view = plainView(value, run.budget.nodes)
    if (typeof view === 'object' && view !== null) return convertInside(value as object, view, state, run)
    return view === tooLarge && typeof value === 'object' ? cut(run) : (view as JsonValue | undefined)
  } catch {
    return null
  }
}

function cut<State>({ budget }: Run<State>): JsonValue {
  budget.cut = true
  return tooLarge
}

function convertInside<State>(source: object, view: object, state: State, run: Run<State>): Converted {
  if (run.open.includes(source)) return '[circular]'
  if (run.open.length >= maxDepth) return '[too deep]'
  run.open.push(source)
  try {
    return Array.isArray(view) ? convertList(view, state, run) : convertDict(view as Record<string, unknown>, state, run)
  } finally {
    run.open.pop()
  }
}

function convertList<State>(items: readonly unknown[], state: State, run: Run<State>): Converted {
  const { length } = items
  // A length needs no memory: `a[1e9] = 1` is a list with one item.
  if (!(length <= run.budget.nodes)) return cut(run)
  const leave = run.by.list?.(items, state, run.path)
  try {
    const copy = convertItems({ items, length }, state, run)
    if (copy === tooSparse) return cut(run)
    return length > 0 && copy?.length === 0 ? emptied(run) : (copy ?? (items as JsonValue[]))
  } finally {
    leave?.()
  }
}

const tooSparse = Symbol('too sparse')

/** A list with its length, which is read once. */
interface Counted {
  items: readonly unknown[]
  length: number
}

function convertItems<State>({ items, length }: Counted, state: State, run: Run<State>): JsonValue[] | typeof tooSparse | undefined {
  let copy: JsonValue[] | undefined
  const hasManyHoles = createHoleCounter(items)
  for (let index = 0; index < length && hasBudgetLeft(run.budget); index++) {
    const before = items[index]
    if (hasManyHoles(index, before)) return tooSparse
    const after = step(before, index, run.by.item(state, index), run)
    if (!Object.is(after, before) || after === undefined || !hasBudgetLeft(run.budget)) copy ??= firstItems(items, index)
    if (copy && after !== omitted) copy.push(after ?? null)
  }
  return copy
}

function firstItems(items: readonly unknown[], end: number): JsonValue[] {
  const copy: JsonValue[] = []
  for (let index = 0; index < end; index++) copy.push(items[index] as JsonValue)
  return copy
}

function emptied<State>(run: Run<State>): Converted {
  return typeof run.path.at(-1) === 'number' ? omitted : run.by.emptied
}

function convertDict<State>(source: Record<string, unknown>, state: State, run: Run<State>): JsonValue {
  const keys = Object.keys(source)
  let copy: Record<string, JsonValue> | undefined
  for (let index = 0; index < keys.length && hasBudgetLeft(run.budget); index++) {
    const key = keys[index] ?? ''
    const before = source[key]
    charge(key.length, run.budget)
    const after = step(before, key, run.by.key(state, key), run)
    if (!Object.is(after, before) || after === undefined || !hasBudgetLeft(run.budget)) copy ??= head(source, keys, index)
    if (copy && after !== undefined && after !== omitted) setOwn(copy, key, after)
  }
  return copy ?? (source as Record<string, JsonValue>)
}

function head(source: Record<string, unknown>, keys: readonly string[], end: number): Record<string, JsonValue> {
  const copy: Record<string, JsonValue> = {}
  for (const key of keys.slice(0, end)) setOwn(copy, key, source[key] as JsonValue)
  return copy
}

function step<State>(value: unknown, token: string | number, state: State, run: Run<State>): Converted {
  run.path.push(token)
  const result = convertValue(value, state, run)
  run.path.pop()
  charge(typeof result === 'string' ? result.length : 0, run.budget)
  return result
}

function charge(chars: number, budget: Budget) {
  budget.chars -= chars
  if (budget.chars < 0) budget.cut = true
}
