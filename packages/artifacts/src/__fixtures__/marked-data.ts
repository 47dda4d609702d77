import type { JsonSchema, JsonValue } from '@pf/core'
import fc from 'fast-check'

/** Kind of a leaf: SECRET is marked, VISIBLE is not, and EITHER is marked by one member of a union but not by another. */
export type LeafKind = 'SECRET' | 'VISIBLE' | 'EITHER'

/** A leaf of the data. Its text (or number) is unique. */
export interface Leaf {
  kind: LeafKind
  path: (string | number)[]
  token: string
}

/** A schema, valid data for it, and all leaves of the data. */
export interface MarkedData {
  schema: JsonSchema
  data: JsonValue
  leaves: Leaf[]
}

/** A schema and valid data for it. Leaves still have the form `KIND:text`, or `KIND#` for a number. `object`: the data is always an object. */
interface Part {
  schema: unknown
  data: fc.Arbitrary<JsonValue>
  object?: true
}

type Fields = readonly (readonly [string, JsonValue])[]
// Creates an object with own properties, whatever their names are.
const objectOf = (fields: Fields): JsonValue => Object.fromEntries(fields)
const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '😀', '.', '#', '%', '>', '<', ' ', '/', '~', '"', '\\', '\ud800'), maxLength: 6 })
/** Keys contain no backslash: JSON.parse of V8 13.6 (Node 24) reads the key `a"` as `a\\` once it has read the latter. */
const keyWord = word.map((text) => text.replaceAll('\\', ''))
const leaf = (kind: LeafKind): fc.Arbitrary<JsonValue> => fc.oneof({ weight: 3, arbitrary: word.map((text) => `${kind}:${text}`) }, fc.constant(`${kind}#`))

/** Any JSON with leaves of one kind. Its keys never equal the name of a marked field. */
const anything = (kind: LeafKind) =>
  fc.letrec<{ any: JsonValue }>((tie) => ({
    any: fc.oneof(
      { depthSize: 'small' },
      leaf(kind),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.array(fc.tuple(keyWord.map((text) => `v${text}`), tie('any')), { maxLength: 3 }).map(objectOf),
    ),
  })).any

const visible: fc.Arbitrary<Part> = fc.constantFrom<Part>(
  { schema: { type: 'string', minLength: 0 }, data: word.map((text) => `VISIBLE:${text}`) },
  { schema: { type: ['number', 'string'] }, data: leaf('VISIBLE') },
  { schema: {}, data: anything('VISIBLE') },
  { schema: true, data: anything('VISIBLE') },
  { schema: { description: 'anything', default: {} }, data: anything('VISIBLE') },
  { schema: { type: 'object' }, data: fc.array(fc.tuple(keyWord.map((text) => `v${text}`), leaf('VISIBLE')), { maxLength: 3 }).map(objectOf), object: true },
  { schema: { type: 'array' }, data: fc.array(leaf('VISIBLE'), { maxLength: 3 }) },
)

const fieldName = fc.oneof(keyWord.map((text) => `k${text}`), fc.constantFrom('__proto__', 'constructor', 'artifact', 'properties', '', '0', 'then', '$ref', 'result'))
const keysOf = (prefix: string) => fc.uniqueArray(keyWord.map((text) => `${prefix}${text}`), { maxLength: 4 })

/** Creates keys with a prefix, each with data of one part. */
const keyed = (prefix: string, { data }: Part) => keysOf(prefix).chain((keys) => fc.tuple(...keys.map((key) => data.map((value) => [key, value] as const))))

const joined = (...parts: fc.Arbitrary<Fields>[]) => fc.tuple(...parts).map((lists) => objectOf(lists.flat()))
const sometimes = (entry: fc.Arbitrary<readonly [string, JsonValue]>): fc.Arbitrary<Fields> => fc.option(entry, { nil: undefined }).map((found) => (found ? [found] : []))
const none: Part = { schema: false, data: fc.constant(null) }

interface Shape {
  fields: [string, Part][]
  pattern: Part | undefined
  rest: Part | 'closed' | 'open' | 'unsaid'
  keyword: 'additionalProperties' | 'unevaluatedProperties'
}

function objectPart({ fields, pattern, rest, keyword }: Shape): Part {
  const unique = [...new Map(fields)]
  const extra = typeof rest === 'object' ? rest : rest === 'closed' ? undefined : { schema: {}, data: leaf('VISIBLE') }
  const restSchema = { closed: { [keyword]: false }, open: { [keyword]: {} }, unsaid: {} }
  return {
    object: true,
    schema: {
      type: 'object',
      properties: Object.fromEntries(unique.map(([key, part]) => [key, part.schema])),
      ...(pattern ? { patternProperties: { '^p_': pattern.schema } } : {}),
      ...(typeof rest === 'object' ? { [keyword]: rest.schema } : restSchema[rest]),
      propertyNames: { maxLength: 1_000 },
    },
    data: joined(
      ...unique.map(([key, part]) => sometimes(part.data.map((value) => [key, value] as const))),
      pattern ? keyed('p_', pattern) : fc.constant([]),
      // A pattern is used before the rest, so that no key matches both.
      extra ? keyed('x_', extra) : fc.constant([]),
    ),
  }
}

/** Changes the visible leaves of a part to EITHER. */
function doubtful({ schema, data }: Part): Part {
  const change = (value: JsonValue): JsonValue => {
    if (typeof value === 'string') return value.replace(/^VISIBLE/, 'EITHER')
    if (Array.isArray(value)) return value.map(change)
    return typeof value === 'object' && value !== null ? objectOf(Object.entries(value).map(([key, inner]) => [key, change(inner)])) : value
  }
  return { schema, data: data.map(change) }
}

const decoy = fc.constantFrom<unknown>({ type: 'null' }, { type: 'string' }, { type: 'object', properties: { decoy: { artifact: true } }, required: ['decoy'] }, false, { const: 7 })
const lift = fc.constantFrom('pointer', 'anchor', 'dynamic', 'id', 'chain')
/** Creates a placeholder for a schema that is moved to the root's `$defs`. */
const lifted = (how: string, schema: unknown) => ({ __lift: how, schema })

const { tree } = fc.letrec<{ tree: Part; object: Part; secret: Part }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    visible,
    tie('secret'),
    tie('object'),
    tie('tree').chain((part) => fc.integer({ min: 0, max: 25 }).map((maxLength): Part => ({ schema: { type: 'array', items: part.schema }, data: fc.array(part.data, { maxLength }) }))),
    fc.tuple(fc.array(tie('tree'), { minLength: 1, maxLength: 3 }), fc.option(tie('tree'), { nil: none }), fc.boolean()).map(([parts, rest, legacy]): Part => {
      const schemas = parts.map(({ schema }) => schema)
      const tail = rest === none ? fc.constant([]) : fc.array(rest.data, { maxLength: 3 })
      return {
        schema: legacy ? { items: schemas, additionalItems: rest.schema } : { prefixItems: schemas, items: rest.schema },
        data: fc.tuple(fc.tuple(...parts.map(({ data }) => data)), tail).map((lists) => lists.flat()),
      }
    }),
    tie('tree').map((part): Part => ({ schema: { type: 'array', contains: part.schema }, data: fc.array(part.data, { minLength: 1, maxLength: 3 }) })),
    fc.tuple(tie('tree'), fc.array(decoy, { maxLength: 2 }), fc.constantFrom('anyOf', 'oneOf'), fc.nat(2)).map(([part, decoys, keyword, at]): Part => ({
      schema: { [keyword]: [...decoys.slice(0, at), part.schema, ...decoys.slice(at)] },
      data: part.data,
    })),
    fc.tuple(tie('tree'), tie('tree')).map(([one, other]): Part => ({
      schema: { oneOf: [one.schema, other.schema] },
      data: fc.oneof(doubtful(one).data, doubtful(other).data),
    })),
    tie('tree').map((part): Part => ({ schema: { anyOf: [{ type: 'null' }, part.schema] }, data: fc.option(part.data) })),
    tie('tree').map((part): Part => ({ schema: { allOf: [true, part.schema, { not: { properties: { kept: { artifact: true } } } }] }, data: part.data })),
    fc.tuple(tie('tree'), fc.boolean()).map(([part, branch]): Part => ({ schema: { if: { required: ['kind'] }, [branch ? 'then' : 'else']: part.schema }, data: part.data })),
    fc.tuple(tie('tree'), lift).map(([part, how]): Part => ({ schema: lifted(how, part.schema), data: part.data })),
    fc.tuple(tie('tree'), lift).map(([part, how]): Part => ({ schema: { properties: { node: lifted(how, recursive(part)) } }, data: nodes(part).map((node) => ({ node })) })),
  ),
  object: fc.oneof(
    { depthSize: 'small' },
    fc
      .record<Shape>({
        fields: fc.array(fc.tuple(fieldName, tie('tree')), { minLength: 1, maxLength: 4 }),
        pattern: fc.option(tie('tree'), { nil: undefined }),
        rest: fc.oneof(tie('tree'), fc.constantFrom('closed' as const, 'open' as const, 'unsaid' as const)),
        keyword: fc.constantFrom('additionalProperties', 'unevaluatedProperties'),
      })
      .map(objectPart),
    tie('object').map((part): Part => ({
      object: true,
      schema: { properties: { trigger: { type: 'string' } }, dependentSchemas: { trigger: part.schema }, dependencies: { trigger: ['x'] } },
      data: part.data.map((value) => ({ ...(value as Record<string, JsonValue>), trigger: 'EITHER:' })),
    })),
    fc.tuple(tie('tree'), tie('secret')).map(([part, secret]): Part => ({
      // The field is listed in `properties` and also covered by a pattern that marks it.
      schema: { properties: { p_both: part.schema }, patternProperties: { '^p_': secret.schema }, additionalProperties: false },
      data: secret.data.map((value) => ({ p_both: value })),
      object: true,
    })),
  ),
  secret: fc
    .tuple(fc.option(tie('tree'), { nil: undefined }), fc.constantFrom({}, { stream: true }, { stream_id: 'one > two' }, { shape: 'rows' }, { media_type: 'application/json' }))
    .map(([inner, more]): Part => ({ schema: { ...(typeof inner?.schema === 'object' ? inner.schema : {}), artifact: true, ...more }, data: fc.option(anything('SECRET'), { freq: 8 }) })),
}))

function recursive(part: Part): unknown {
  return { type: 'object', properties: { value: part.schema, kids: { type: 'array', items: { __self: true } }, next: { anyOf: [{ __self: true }, { type: 'null' }] } } }
}

function nodes({ data }: Part): fc.Arbitrary<JsonValue> {
  return fc.letrec<{ node: JsonValue }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'xsmall' },
      data.map((value): JsonValue => ({ value })),
      fc.tuple(data, fc.array(tie('node'), { maxLength: 2 }), fc.option(tie('node'))).map(([value, kids, next]): JsonValue => ({ value, kids, next })),
    ),
  })).node
}

/** Moves lifted schemas to `$defs` and references them in one of the forms of references. */
function placed(schema: unknown): JsonSchema {
  const $defs: Record<string, unknown> = {}
  let made = 0
  const move = (value: unknown, self: unknown): unknown => {
    if (Array.isArray(value)) return value.map((item) => move(item, self))
    if (typeof value !== 'object' || value === null) return value
    if ('__self' in value) return self
    if ('__lift' in value && 'schema' in value) {
      const { __lift, schema: inner, ...beside } = value
      return { ...(define(String(__lift), inner) as object), ...beside }
    }
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, move(inner, self)]))
  }
  const define = (how: string, inner: unknown): unknown => {
    const name = `d/${made++}`
    const [entry, reference] = namings[how]?.(name) ?? [{}, {}]
    const moved = move(inner, reference)
    // A schema that is itself a reference keeps it beside its names.
    $defs[name] = typeof moved === 'object' ? { ...moved, ...entry } : { allOf: [moved], ...entry }
    if (how === 'chain') $defs[`${name}~`] = { $ref: pointerTo(name) }
    return how === 'chain' ? { $ref: pointerTo(`${name}~`) } : reference
  }
  const root = move(schema, true)
  return { ...(typeof root === 'object' ? root : {}), $defs: { ...$defs, unused: { properties: { kept: { artifact: true } } } } } as JsonSchema
}

const pointerTo = (name: string) => `#/$defs/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
const plain = (name: string) => name.replace('/', '')
const namings: Record<string, (name: string) => [object, object]> = {
  pointer: (name) => [{}, { $ref: pointerTo(name) }],
  anchor: (name) => [{ $anchor: plain(name) }, { $ref: `#${plain(name)}` }],
  dynamic: (name) => [{ $dynamicAnchor: plain(name) }, { $dynamicRef: `#${plain(name)}` }],
  id: (name) => [{ $comment: name }, { $ref: pointerTo(name) }],
  chain: (name) => [{}, { $ref: pointerTo(name) }],
}

/** Gives every leaf a unique text or number. */
function numbered(data: JsonValue): Pick<MarkedData, 'data' | 'leaves'> {
  const leaves: Leaf[] = []
  const number = (value: JsonValue, path: (string | number)[]): JsonValue => {
    if (Array.isArray(value)) return value.map((item, index) => number(item, [...path, index]))
    if (typeof value === 'object' && value !== null) return objectOf(Object.entries(value).map(([key, inner]) => [key, number(inner, [...path, key])]))
    const [, kind, sign] = /^(SECRET|VISIBLE|EITHER)([:#])/.exec(String(value)) ?? []
    if (typeof value !== 'string' || kind === undefined) return value
    const token = sign === '#' ? String(7_000_000_001 + leaves.length * 2) : `${kind}${leaves.length}${value.slice(kind.length)}!`
    leaves.push({ kind: kind as LeafKind, path, token })
    return sign === '#' ? Number(token) : token
  }
  return { data: number(data, []), leaves }
}

/** Random schemas of every keyword that leads to a value, with valid data. */
export const markedData: fc.Arbitrary<MarkedData> = tree.chain(({ schema, data }) => {
  const whole = placed(schema)
  return data.map((value) => ({ schema: whole, ...numbered(value) }))
})
