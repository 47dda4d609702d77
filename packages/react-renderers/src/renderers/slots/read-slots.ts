import type { JsonObject } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { NestedComponent } from '../../context/renderer-props.ts'

/** An entry of a layout component: text, a component, or both. `fields` contains all of its props. */
export interface Slot {
  /** Unique within the list, and stable while the list grows. */
  key: string
  /** Position in the props. */
  index: number
  content: string
  nested: Omit<NestedComponent, 'id'> | undefined
  fields: Readonly<Record<string, unknown>>
}

const MAX_SLOTS = 200

/** Reads the entries of a layout component. Values that are not objects are omitted. */
export function readSlots(list: unknown): Slot[] {
  const seen = new Set<string>()
  return (Array.isArray(list) ? list.slice(0, MAX_SLOTS) : []).flatMap((item: unknown, index): Slot[] => {
    if (!isRecord(item)) return []
    const named = typeof item.id === 'string' ? `id ${item.id}` : ''
    const key = named === '' || seen.has(named) ? `at ${index}` : named
    seen.add(key)
    return [{ key, index, content: typeof item.content === 'string' ? item.content : '', nested: nestedOf(item), fields: item }]
  })
}

function nestedOf(item: Readonly<Record<string, unknown>>): Slot['nested'] {
  if (typeof item.component !== 'string' || item.component === '') return undefined
  return { component: item.component, props: isRecord(item.props) ? (item.props as JsonObject) : {} }
}
