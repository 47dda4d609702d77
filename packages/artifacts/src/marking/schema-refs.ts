import { readPointer } from '@pf/core'
import { decodePercent, isRecord } from '@pf/core/internal'

/** A schema to which a $ref leads, and the base of references inside it. */
export interface Resolved {
  schema: unknown
  base: unknown
}

/** Creates a resolver of references inside one schema: `#`, `#/pointer`, `#anchor`, and `$id`s of its own parts. Nothing is loaded from outside. */
export function createSchemaRefResolver(root: unknown): (ref: string, base: unknown) => Resolved | undefined {
  let names: ReadonlyMap<string, unknown> | undefined
  const named = (name: string) => {
    names ??= collectNames(root)
    return names.get(name)
  }
  return (ref, base) => {
    const [address = '', fragment = ''] = splitOnce(ref)
    const start = address === '' ? base : named(address)
    if (start === undefined) return undefined
    const schema = fragment === '' || fragment.startsWith('/') ? pointed(start, fragment) : named(`#${fragment}`)
    return schema === undefined ? undefined : { schema, base: start }
  }
}

function splitOnce(ref: string): [string, string] {
  const at = ref.indexOf('#')
  return at === -1 ? [ref, ''] : [ref.slice(0, at), ref.slice(at + 1)]
}

function pointed(start: unknown, fragment: string): unknown {
  const found = readPointer(start, decodePercent(fragment) ?? fragment)
  return found.found && (isRecord(found.value) || typeof found.value === 'boolean') ? found.value : undefined
}

const maxValues = 200_000

/** Returns every `$id`, `$anchor` and `$dynamicAnchor` in the schema; an `$id` also by its last path segment, as relative references use it. */
function collectNames(root: unknown): Map<string, unknown> {
  const names = new Map<string, unknown>()
  const seen = new Set<unknown>()
  const waiting: unknown[] = [root]
  for (let value = waiting.pop(); value !== undefined && seen.size < maxValues; value = waiting.pop()) {
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    if (isRecord(value)) addNames(value, names)
    for (const child of Object.values(value)) waiting.push(child)
  }
  return names
}

function addNames(schema: Record<string, unknown>, names: Map<string, unknown>) {
  const add = (name: string) => {
    if (!names.has(name)) names.set(name, schema)
  }
  const { $id, $anchor, $dynamicAnchor } = schema
  if (typeof $id === 'string') for (const name of new Set([$id, $id.replace(/#$/, ''), $id.replace(/^.*\//, '')])) add(name)
  for (const anchor of [$anchor, $dynamicAnchor]) if (typeof anchor === 'string') add(`#${anchor}`)
}
