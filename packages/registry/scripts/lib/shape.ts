import type { Shape } from '../../src/contracts/shape.ts'
import { resolveRef, type Schema } from './schema.ts'
import { expandSlots } from './variants.ts'

type Mutable = { -readonly [K in keyof Shape]: Shape[K] }

/**
 * Turns a props schema into the table the run-time walks use: from each state, which property or item leads to which state,
 * and what is marked there. `$ref` makes cycles in it, so recursive schemas need no depth of their own.
 */
export function buildShape(propsSchema: Schema): Shape[] {
  const root = expandSlots(propsSchema)
  const states: Mutable[] = []
  const known = new Map<string, number>()
  const ids = new Map<Schema, number>()
  const idOf = (schema: Schema) => {
    const id = ids.get(schema) ?? ids.size
    ids.set(schema, id)
    return id
  }
  const visit = (schemas: Schema[]): number => {
    const parts = flatten(root, schemas)
    const key = [...new Set(parts.map(idOf))].sort((a, b) => a - b).join(',')
    const seen = known.get(key)
    if (seen !== undefined) return seen
    const state: Mutable = {}
    const index = states.push(state) - 1
    known.set(key, index)
    Object.assign(state, marks(parts), steps(parts, visit))
    return index
  }
  visit([root])
  return minimize(states)
}

function flatten(root: Schema, schemas: Schema[], found: Schema[] = []): Schema[] {
  for (const schema of schemas) {
    if (found.includes(schema)) continue
    found.push(schema)
    const more = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), schema.then, schema.else].filter(
      (part) => typeof part === 'object',
    )
    if (schema.$ref) more.push(resolveRef(root, schema.$ref))
    flatten(root, more, found)
  }
  return found
}

function steps(parts: Schema[], visit: (schemas: Schema[]) => number): Shape {
  const named = new Map<string, Schema[]>()
  for (const part of parts) for (const [name, schema] of Object.entries(part.properties ?? {})) named.set(name, [...(named.get(name) ?? []), schema])
  const items = parts.flatMap((part) => (part.items ? [part.items] : []))
  const rest = parts.flatMap((part) => (typeof part.additionalProperties === 'object' ? [part.additionalProperties] : []))
  const result: Mutable = {}
  if (named.size > 0) result.props = Object.fromEntries([...named].map(([name, schemas]) => [name, visit(schemas)]))
  if (rest.length > 0) result.rest = visit(rest)
  if (items.length > 0) result.each = visit(items)
  return result
}

function marks(parts: Schema[]): Shape {
  const result: Mutable = {}
  for (const part of parts) {
    if (part['x-data']) result.data = true
    if (part['x-slot']) result.slot = part['x-slot']
    if (part['x-id']) result.id = true
    if (part['x-expect']) result.expect = part['x-expect']
    if (part['x-host']) result.host = part['x-host'] as NonNullable<Shape['host']>
    if (part['x-url']) result.url = part['x-url'] as NonNullable<Shape['url']>
    if (part.default !== undefined) result.default = part.default as NonNullable<Shape['default']>
  }
  const whole = parts.some((part) => part['x-whole'])
  if (whole && parts.some(isContainer)) result.whole = true
  if (!whole && parts.some(isText)) result.text = true
  return result
}

const isText = (part: Schema) =>
  [part.type].flat().includes('string') && !['enum', 'const', 'pattern', 'format', 'x-url', 'x-host'].some((key) => part[key] !== undefined)

const isContainer = (part: Schema) => ['object', 'array'].some((type) => [part.type].flat().includes(type))

function minimize(states: Mutable[]): Shape[] {
  for (;;) {
    const first = new Map<string, number>()
    const moved = states.map((state, index) => {
      const key = JSON.stringify(state)
      const at = first.get(key) ?? index
      first.set(key, at)
      return at
    })
    if (first.size === states.length) return states
    const kept = [...first.values()]
    const target = (index: number) => kept.indexOf(moved[index] ?? 0)
    states = kept.map((index) => redirect(states[index] ?? {}, target))
  }
}

function redirect(state: Mutable, target: (index: number) => number): Mutable {
  const copy = { ...state }
  if (copy.props) copy.props = Object.fromEntries(Object.entries(copy.props).map(([name, index]) => [name, target(index)]))
  if (copy.rest !== undefined) copy.rest = target(copy.rest)
  if (copy.each !== undefined) copy.each = target(copy.each)
  return copy
}

/** JSON-Pointer patterns of every data prop, `*` for an array index; a schema inside itself is followed once. */
export function dataPaths(shape: readonly Shape[]): string[] {
  const found: string[] = []
  const walk = (index: number, path: string, on: readonly number[]) => {
    const state = shape[index]
    if (!state || on.includes(index)) return
    if (state.data) found.push(path)
    const next = [...on, index]
    for (const [name, to] of Object.entries(state.props ?? {})) walk(to, `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, next)
    if (state.each !== undefined) walk(state.each, `${path}/*`, next)
  }
  walk(0, '', [])
  return found
}
