import { formatPointer, type PathState } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { ComponentKit } from '../contracts/component-kit.ts'
import { itemState, propertyState, type Shape } from '../contracts/shape.ts'

/** Where in the props a value stands: the table of the component that owns it and the state in it. */
interface ValueLocation {
  shape: readonly Shape[] | undefined
  index: number | undefined
  pointer: string
}

interface Source {
  kits: ReadonlyMap<string, ComponentKit>
  pathState?: (pointer: string) => PathState
}

const dropped = /* @__PURE__ */ Symbol('dropped')

/**
 * Leaves out what has not arrived whole: only one chain of values can be open at a time, from the root to the last token, so only
 * that chain is walked and copied. Prose stays while it grows; half a name, number or enum value does not.
 */
export function arrived(props: Readonly<Record<string, unknown>>, kit: ComponentKit, source: Source & { base: string }): unknown {
  if (source.pathState?.(source.base) === 'complete') return props
  const kept = whole(props, { shape: kit.shape, index: 0, pointer: source.base }, source)
  return kept === dropped ? {} : kept
}

function whole(value: unknown, location: ValueLocation, source: Source): unknown {
  const state = location.index === undefined ? undefined : location.shape?.[location.index]
  if (state?.whole) return dropped
  if (Array.isArray(value)) return openItem(value, location, source)
  if (isRecord(value)) return openProperty(value, location, source)
  return typeof value === 'string' && state?.text ? value : dropped
}

function openItem(items: readonly unknown[], { shape, index, pointer }: ValueLocation, source: Source): unknown {
  const last = items.length - 1
  const at = `${pointer}/${last}`
  if (last < 0 || source.pathState?.(at) === 'complete') return items
  const kept = whole(items[last], { shape, index: shape && itemState(shape, index), pointer: at }, source)
  return kept === dropped ? items.slice(0, last) : items.with(last, kept)
}

function openProperty(record: Readonly<Record<string, unknown>>, location: ValueLocation, source: Source): unknown {
  const key = openKey(record, location.pointer, source)
  if (key === undefined) return record
  const kept = whole(record[key], child(record, key, location, source), source)
  const { [key]: _, ...rest } = record
  return kept === dropped ? rest : { ...record, [key]: kept }
}

/** The key that is still open. JavaScript moves keys that look like numbers to the front, so the last one need not be it. */
function openKey(record: Readonly<Record<string, unknown>>, pointer: string, { pathState }: Source): string | undefined {
  const keys = Object.keys(record)
  if (!pathState) return keys.at(-1)
  return keys.findLast((key) => pathState(pointer + formatPointer([key])) !== 'complete')
}

function child(record: Readonly<Record<string, unknown>>, key: string, { shape, index, pointer }: ValueLocation, { kits }: Source): ValueLocation {
  const at = pointer + formatPointer([key])
  const slot = shape && index !== undefined && shape[index]?.slot !== undefined
  if (!slot || key !== 'props') return { shape, index: shape && propertyState(shape, index, key), pointer: at }
  const inner = typeof record.component === 'string' ? kits.get(record.component) : undefined
  return { shape: inner?.shape, index: 0, pointer: at }
}
