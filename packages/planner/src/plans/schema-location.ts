import { isRecord } from '@pf/core/internal'
import { createRefReader } from './schema-refs.ts'

/** A schema object, considered without its references and combinators. */
export type PlainSchema = Readonly<Record<string, unknown>>

/** Schemas that all apply. An empty list accepts every value. */
export type Combination = readonly PlainSchema[]

/** A location in a schema: at least one of the combinations applies. An empty list accepts no value. */
export interface SchemaLocation {
  any: readonly Combination[]
  /** A reference that cannot be resolved, or that points out of the document. */
  broken?: string
}

/** Represents a part that was not analysed, and that may declare anything. */
export const notLookedAt: PlainSchema = Object.freeze({})

/** Limits that exceed hand-written schemas. Parts beyond them are not analysed. */
const limits = { combinations: 64, nested: 64, schemas: 2_000, together: 500 }

const unknown: SchemaLocation = { any: [[notLookedAt]] }
const anything: SchemaLocation = { any: [[]] }

/**
 * Creates a function that reads locations of one schema document: it follows references, joins `allOf`, and treats `anyOf`, `oneOf` and
 * `if` as alternatives. Each schema is analysed once.
 */
export function createSchemaReader(document: unknown): (schema: unknown) => SchemaLocation {
  const follow = createRefReader(document)
  const done = new WeakMap<object, SchemaLocation>()
  let left = 0

  function read(schema: unknown, open: readonly object[]): SchemaLocation {
    if (schema === false) return { any: [] }
    if (!isRecord(schema)) return anything
    left -= 1
    if (left < 0 || open.includes(schema) || open.length > limits.nested) return unknown
    return combine([ownOf(schema), ...partsOf(schema, [...open, schema])])
  }

  function partsOf(schema: PlainSchema, open: readonly object[]): SchemaLocation[] {
    const all = (value: unknown) => (Array.isArray(value) ? value.map((part) => read(part, open)) : [])
    return [
      ...refOf(schema, open),
      ...all(schema.allOf),
      ...[schema.anyOf, schema.oneOf].flatMap((branches) => (Array.isArray(branches) ? [either(all(branches))] : [])),
      ...(schema.if === undefined ? [] : [either([combine([read(schema.if, open), read(schema.then, open)]), read(schema.else, open)])]),
      ...[schema.dependentSchemas, schema.dependencies].flatMap((dependent) => dependentOf(dependent).map((part) => either([anything, read(part, open)]))),
    ]
  }

  function refOf(schema: PlainSchema, open: readonly object[]): SchemaLocation[] {
    const { $ref, $dynamicRef, $recursiveRef } = schema
    if ($dynamicRef !== undefined || $recursiveRef !== undefined) return [unknown]
    if (typeof $ref !== 'string') return []
    const target = follow($ref, schema)
    return [target.found ? read(target.schema, open) : { any: [], broken: $ref }]
  }

  return (schema) => {
    const known = isRecord(schema) ? done.get(schema) : undefined
    if (known) return known
    left = limits.schemas
    const location = read(schema, [])
    if (isRecord(schema)) done.set(schema, location)
    return location
  }
}

/** Returns the schemas that apply if a field is present. Lists of names (draft 7) do not affect locations. */
const dependentOf = (value: unknown) => (isRecord(value) ? Object.values(value).filter((part) => !Array.isArray(part)) : [])

/** Returns the union of locations. A broken reference is reported only if no location is left. */
export function either(locations: readonly SchemaLocation[]): SchemaLocation {
  const any = locations.flatMap((location) => location.any)
  const broken = brokenOf(locations)
  if (any.length > limits.combinations) return unknown
  return any.length === 0 && broken !== undefined ? { any, broken } : { any }
}

/** Returns the intersection of locations. */
export function combine(locations: readonly SchemaLocation[]): SchemaLocation {
  const broken = brokenOf(locations)
  if (broken !== undefined) return { any: [], broken }
  let any: Combination[] = [[]]
  for (const location of locations) {
    if (any.length * location.any.length > limits.combinations) return unknown
    any = any.flatMap((left) => location.any.map((right) => (right.length === 0 ? left : [...left, ...right])))
    if (any.some((schemas) => schemas.length > limits.together)) return unknown
  }
  return { any }
}

const brokenOf = (locations: readonly SchemaLocation[]) => locations.find(({ broken }) => broken !== undefined)?.broken

const telling = new Set([
  'type',
  'properties',
  'patternProperties',
  'additionalProperties',
  'unevaluatedProperties',
  'propertyNames',
  'items',
  'prefixItems',
  'additionalItems',
  'unevaluatedItems',
  'maxItems',
])

/** Returns the schema itself if it restricts types or fields. */
function ownOf(schema: PlainSchema): SchemaLocation {
  return Object.keys(schema).some((key) => telling.has(key)) ? { any: [[schema]] } : anything
}

/** Returns the types that a value may have; undefined if the schema does not restrict them. */
export function typesAt(location: SchemaLocation): Set<string> | undefined {
  const all = location.any.map(typesOf)
  return all.some((types) => types === undefined) ? undefined : new Set(all.flatMap((types) => [...(types ?? [])]))
}

/** Returns the types that all schemas of a combination allow. */
export function typesOf(combination: Combination): Set<string> | undefined {
  const said = combination.flatMap(({ type }) => (typeof type === 'string' || Array.isArray(type) ? [new Set([type].flat().map(String))] : []))
  const [first, ...rest] = said
  return first && rest.reduce((left, right) => common(left, right), first)
}

/** True if a value of one type could be a value of the other. An integer is a number, and a number may be an integer. */
export function mayFit(source: ReadonlySet<string>, target: ReadonlySet<string>): boolean {
  return common(source, target).size > 0
}

function common(left: ReadonlySet<string>, right: ReadonlySet<string>): Set<string> {
  const kept = [...left].filter((type) => right.has(type))
  if (left.has('integer') && right.has('number')) kept.push('integer')
  if (left.has('number') && right.has('integer')) kept.push('integer')
  return new Set(kept)
}
