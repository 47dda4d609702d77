import type { JsonSchema, JsonValue } from '@pf/core'
import fc from 'fast-check'

/** A schema and data that fits it: texts with SECRET are marked, texts with VISIBLE are not. */
export interface MarkedData {
  schema: JsonSchema
  data: JsonValue
}

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'é', '😀', '.', '#', '%', '>', ' ', '/', '~', '"'), maxLength: 6 })
const visible = word.map((text): MarkedData => ({ schema: { type: 'string' }, data: `VISIBLE${text}` }))
const secretValue = fc.oneof(
  word.map((text): JsonValue => `SECRET${text}`),
  fc.dictionary(word, fc.constant('SECRET'), { minKeys: 1, maxKeys: 3 }).map((dict): JsonValue => dict),
  fc.array(fc.constant('SECRET'), { minLength: 1, maxLength: 3 }).map((list): JsonValue => list),
)
const secret = secretValue.map((data): MarkedData => ({ schema: { artifact: true }, data }))
const fieldName = fc.oneof(word.map((text) => `k${text}`), fc.constantFrom('__proto__', 'constructor', 'artifact', 'properties', ''))

function objectOf(fields: readonly (readonly [string, MarkedData])[]): MarkedData {
  const unique = new Map(fields)
  return {
    schema: { type: 'object', properties: Object.fromEntries([...unique].map(([key, field]) => [key, field.schema])), additionalProperties: false },
    data: Object.fromEntries([...unique].map(([key, field]) => [key, field.data])),
  }
}

/** Lists and maps whose members all fit one schema: the first member's, with its data again and again. */
const repeated = (member: MarkedData, count: number): MarkedData => ({ schema: { type: 'array', items: member.schema }, data: Array.from({ length: count }, () => member.data) })
const mapped = (member: MarkedData, keys: readonly string[]): MarkedData => ({
  schema: { type: 'object', additionalProperties: member.schema },
  data: Object.fromEntries(keys.map((key) => [key, member.data])),
})

const { tree } = fc.letrec<{ tree: MarkedData }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    visible,
    secret,
    fc.array(fc.tuple(fieldName, tie('tree')), { minLength: 1, maxLength: 4 }).map(objectOf),
    fc.tuple(tie('tree'), fc.integer({ min: 1, max: 30 })).map(([member, count]) => repeated(member, count)),
    fc.tuple(tie('tree'), fc.array(fieldName, { minLength: 1, maxLength: 5 })).map(([member, keys]) => mapped(member, keys)),
    tie('tree').map((member): MarkedData => ({ schema: { anyOf: [{ type: 'null' }, member.schema] }, data: member.data })),
    tie('tree').map((member): MarkedData => ({ schema: { allOf: [{}, { $ref: '#/$defs/self' }], $defs: { self: member.schema } }, data: member.data })),
  ),
}))

/** Each $defs lives where it is used, so references get an `$id` of their own as base. */
let ids = 0
function withIds(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withIds)
  if (typeof schema !== 'object' || schema === null) return schema
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, withIds(value)]))
  return Object.hasOwn(copy, '$defs') ? { ...copy, $id: `https://s.test/${ids++}` } : copy
}

export const markedData: fc.Arbitrary<MarkedData> = tree.map(({ schema, data }) => ({ schema: withIds(schema) as JsonSchema, data }))
