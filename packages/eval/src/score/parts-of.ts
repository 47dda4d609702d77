import type { JsonObject } from '@pf/core'
import { isRecord, walkJson } from '@pf/core/internal'

/** A component in another one, or the component itself. */
export interface Part {
  component: string
  props: JsonObject
}

const maxParts = 500

/** Returns a component and those inside it: every object of its props that has a name `component` and `props`. */
export function partsOf(component: string, props: JsonObject): Part[] {
  const parts: Part[] = [{ component, props }]
  for (const { value, depth } of walkJson(props)) {
    if (depth === 0 || !isRecord(value) || parts.length >= maxParts) continue
    if (typeof value.component === 'string' && isRecord(value.props)) parts.push({ component: value.component, props: value.props as JsonObject })
  }
  return parts
}

/** Returns the REFs of the data references in props as the model wrote them. */
export function referencesIn(written: JsonObject): string[] {
  const refs = new Set<string>()
  for (const { value, key } of walkJson(written)) if (key === '$artifact' && typeof value === 'string') refs.add(value.slice(0, 200))
  return [...refs].slice(0, 100)
}
