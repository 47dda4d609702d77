import type { JsonSchema } from '../../contracts/json.ts'
import { checkDepth } from '../../json/measure-json.ts'
import { formatPointer } from '../../json/pointer.ts'
import { isRecord, setOwn } from '../../json/records.ts'

/** The role of a value inside a schema: a schema, an object that holds schemas by name, or data that may look like a schema. */
type Role = 'schema' | 'named' | 'data'

// An array literal, because bundlers keep function calls at module level.
const roles = new Map<string, Role>([
  ['properties', 'named'],
  ['patternProperties', 'named'],
  ['$defs', 'named'],
  ['definitions', 'named'],
  ['dependentSchemas', 'named'],
  ['dependencies', 'named'],
  ['const', 'data'],
  ['enum', 'data'],
  ['default', 'data'],
  ['examples', 'data'],
])
const roleOf = (key: string, parent: Role): Role => (parent === 'schema' ? (roles.get(key) ?? 'schema') : parent === 'named' ? 'schema' : 'data')

/** Keywords that name a schema or a part of it. Two tools may use the same names, so references by name are replaced by pointers. */
const names = new Set(['$schema', '$id', '$anchor', '$dynamicAnchor'])
/** The base URI of a schema without `$id`. */
const noBase = 'schema:/'

/** A schema adapted to its new position, and whether it contains references. */
export interface EmbeddedSchema {
  schema: JsonSchema
  refers: boolean
}

interface Where {
  role: Role
  /** The base URI against which references are resolved. */
  base: string
}

interface Embedding {
  /** Pointers by name: a URI, or a URI with `#` and an anchor. */
  places: Map<string, string>
  /** The base URI of the root. */
  base: string
  refers: boolean
}

/**
 * Copies a schema to a position in a larger schema, given as a fragment such as `#/$defs/a`. References to its own parts, by pointer,
 * anchor or `$id`, become pointers from the new root. `true`, and values that are not schemas, become a schema that allows any object.
 * Throws PfError `too_deep` beyond 1,000 levels.
 */
export function embedSchema(schema: unknown, place: string): EmbeddedSchema {
  if (schema === false) return { schema, refers: false }
  if (!isRecord(schema)) return { schema: { type: 'object' }, refers: false }
  checkDepth(schema)
  const embedding: Embedding = { places: new Map([[noBase, place]]), base: baseOf(schema, noBase), refers: false }
  collect(schema, { role: 'schema', base: noBase, place }, embedding.places)
  const copy = copyOf(schema, { role: 'schema', base: noBase }, embedding) as JsonSchema
  return { schema: copy, refers: embedding.refers }
}

function collect(node: unknown, { role, base, place }: Where & { place: string }, places: Map<string, string>) {
  if (typeof node !== 'object' || node === null || role === 'data') return
  const isSchema = role === 'schema' && isRecord(node)
  const inner = isSchema ? baseOf(node, base) : base
  if (isSchema) for (const name of namesOf(node, inner)) if (!places.has(name)) places.set(name, place)
  for (const [key, value] of Object.entries(node)) {
    collect(value, { role: Array.isArray(node) ? role : roleOf(key, role), base: inner, place: place + fragmentOf(key) }, places)
  }
}

function namesOf(schema: Record<string, unknown>, base: string): string[] {
  const older = typeof schema.$id === 'string' && schema.$id.startsWith('#') ? schema.$id.slice(1) : undefined
  const anchors = [schema.$anchor, schema.$dynamicAnchor, older].filter((anchor) => typeof anchor === 'string')
  return [base, ...anchors.map((anchor) => `${base}#${anchor}`)]
}

const fragmentOf = (key: string) => encodeURI(formatPointer([key]).toWellFormed()).replaceAll('#', '%23')

function copyOf(node: unknown, { role, base }: Where, embedding: Embedding): unknown {
  if (Array.isArray(node)) return node.map((item) => copyOf(item, { role, base }, embedding))
  if (!isRecord(node)) return node
  const inner = role === 'schema' ? baseOf(node, base) : base
  const copy: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(node)) {
    if (role !== 'schema' || typeof value !== 'string') setOwn(copy, key, copyOf(value, { role: roleOf(key, role), base: inner }, embedding))
    else if (key === '$ref' || key === '$dynamicRef') refer(copy, { key, to: value, base: inner }, embedding)
    else if (!names.has(key)) setOwn(copy, key, value)
  }
  return copy
}

function refer(copy: Record<string, unknown>, { key, to, base }: { key: string; to: string; base: string }, embedding: Embedding) {
  // A dynamic reference resolves to the outermost anchor with its name, which is the anchor of the root if there is one.
  const place = (key === '$dynamicRef' ? placeOf(to, embedding.base, embedding) : undefined) ?? placeOf(to, base, embedding)
  setOwn(copy, place === undefined ? key : '$ref', place ?? to)
  embedding.refers = true
}

function placeOf(reference: string, base: string, { places }: Embedding): string | undefined {
  const hash = reference.indexOf('#')
  const address = hash === 0 ? base : resolved(hash < 0 ? reference : reference.slice(0, hash), base)
  const fragment = hash < 0 ? '' : reference.slice(hash + 1)
  if (fragment !== '' && !fragment.startsWith('/')) return places.get(`${address}#${fragment}`)
  const place = places.get(address)
  return place === undefined ? undefined : place + fragment
}

/** Returns the base URI inside a schema, which is its `$id`. Before draft 2019-09, `$id` could also be an anchor. */
function baseOf({ $id }: Record<string, unknown>, base: string): string {
  return typeof $id === 'string' && !$id.startsWith('#') ? resolved($id, base).replace(/#.*$/s, '') : base
}

function resolved(reference: string, base: string): string {
  return URL.canParse(reference, base) ? new URL(reference, base).href : reference
}
