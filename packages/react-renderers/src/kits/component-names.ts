import { isRecord } from '@pf/core/internal'
import { builtInComponents } from '@pf/registry/browser'

const layoutComponents = ['accordion', 'grid', 'report', 'tabs']
/** Components of the registry without nested components. A host's own components may contain others. */
const leafComponents: ReadonlySet<string> = new Set(builtInComponents.filter((name) => !layoutComponents.includes(name)))

const MAX_VALUES = 20_000
const MAX_NAMES = 64

/**
 * Returns the names of a component and of all components nested in its props. Does not recurse and is limited in size; the props may be
 * incomplete or hostile. The data of charts, tables and similar components is not searched.
 */
export function componentNames(component: string, props: unknown): readonly string[] {
  const names = new Set([component])
  const queue: unknown[] = leafComponents.has(component) ? [] : [props]
  for (let at = 0; at < queue.length && at < MAX_VALUES && names.size < MAX_NAMES; at++) {
    const value = queue[at]
    const nested = isRecord(value) && Object.hasOwn(value, 'component') ? value.component : undefined
    if (typeof nested === 'string' && nested !== '') names.add(nested)
    if (typeof nested !== 'string' || !leafComponents.has(nested)) enqueue(queue, value)
  }
  return [...names]
}

function enqueue(queue: unknown[], value: unknown) {
  for (const part of typeof value === 'object' && value !== null ? Object.values(value) : []) {
    if (queue.length >= MAX_VALUES) return
    if (typeof part === 'object' && part !== null) queue.push(part)
  }
}
