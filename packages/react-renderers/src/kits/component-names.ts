import { isRecord } from '@pf/core/internal'
import { builtInComponents } from '@pf/registry/browser'

const layoutComponents = ['accordion', 'grid', 'report', 'tabs']
/** Of the registry's components these hold others; a host's own may. */
const leafComponents: ReadonlySet<string> = new Set(builtInComponents.filter((name) => !layoutComponents.includes(name)))

const MAX_VALUES = 20_000
const MAX_NAMES = 64

/**
 * Names of a component and of everything nested in its props, without recursion and within bounds; props may be unfinished or hostile.
 * The data of charts, tables and such is not searched.
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
