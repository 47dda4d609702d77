import { resolveRef, type Schema } from '../../scripts/lib/schema.ts'

/** One keyword of a schema, or one entry of a keyword with several entries, and the schema without it. */
export interface KeywordLocation {
  /** Pointer of the node in the schema. */
  at: string
  keyword: string
  /** The entry of `required`, `properties`, `enum` and other keywords. */
  entry?: string
  /** Path in the props to a value that this node validates, with a number for any item. */
  path: readonly (string | number)[]
  node: Schema
  drop(root: Schema): Schema
}

/** The name of a property that schemas do not name. */
export const anyKey = 'anyKey'

const inParts = new Set(['required', 'properties', 'enum', 'dependentRequired', '$defs'])

/** Returns every keyword of a props schema whose slots are expanded. A definition is visited at the first location that refers to it. */
export function keywordLocations(root: Schema): KeywordLocation[] {
  const found: KeywordLocation[] = []
  const seen = new Set<Schema>()
  const visit = (node: Schema, at: string, path: KeywordLocation['path']) => {
    if (seen.has(node)) return
    seen.add(node)
    found.push(...locationsOf(node, at, path))
    for (const step of steps(root, node)) visit(step.node, step.at.startsWith('/$defs') ? step.at : at + step.at, [...path, ...step.path])
  }
  visit(root, '', [])
  return found
}

/** A schema that validates a part of the values that `node` validates. */
export interface Step {
  node: Schema
  at: string
  path: readonly (string | number)[]
}

/** Returns the schemas to which a node leads: of properties and items, and other schemas for the same value. */
export function steps(root: Schema, node: Schema): Step[] {
  const rest = typeof node.additionalProperties === 'object' ? [{ node: node.additionalProperties, at: '/additionalProperties', path: [anyKey] }] : []
  return [
    ...(['allOf', 'anyOf'] as const).flatMap((key) => (node[key] ?? []).map((part, index) => ({ node: part, at: `/${key}/${index}`, path: [] }))),
    ...(node.$ref ? [{ node: resolveRef(root, node.$ref), at: node.$ref.slice(1), path: [] }] : []),
    ...Object.entries(node.properties ?? {}).map(([name, part]) => ({ node: part, at: `/properties/${name}`, path: [name] })),
    ...(node.items ? [{ node: node.items, at: '/items', path: [0] }] : []),
    ...rest,
  ]
}

function locationsOf(node: Schema, at: string, path: KeywordLocation['path']): KeywordLocation[] {
  return Object.keys(node).flatMap((keyword): KeywordLocation[] => {
    if (!inParts.has(keyword)) return [{ at, keyword, path, node, drop: (root) => changed(root, at, (copy) => delete copy[keyword]) }]
    return entriesOf(node, keyword).map((entry) => ({
      at,
      keyword,
      entry,
      path,
      node,
      drop: (root) => changed(root, at, (copy) => without(copy, keyword, entry)),
    }))
  })
}

function entriesOf(node: Schema, keyword: string): string[] {
  if (keyword === '$defs') return []
  if (keyword === 'enum') return ['', ...(node.enum ?? []).map(String)]
  const value = node[keyword]
  return Array.isArray(value) ? value.map(String) : Object.keys(value as object)
}

/** The entry '' of an enum stands for the enum itself. */
function without(copy: Schema, keyword: string, entry: string) {
  const value = copy[keyword]
  if (keyword === 'enum' && entry === '') delete copy.enum
  else if (Array.isArray(value)) copy[keyword] = value.filter((item) => String(item) !== entry)
  else delete (value as Record<string, unknown>)[entry]
}

function changed(root: Schema, at: string, change: (node: Schema) => unknown): Schema {
  const copy = structuredClone(root)
  let node: unknown = copy
  for (const token of at.split('/').slice(1)) node = (node as Record<string, unknown>)[token]
  change(node as Schema)
  return copy
}
