import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nestedArrays } from '../test-support/schema-bombs.ts'
import { type CompileOptions, compileSchema, type SchemaCheckResult } from './compile-schema.ts'

const keywordsOf = (result: SchemaCheckResult) => (result.ok ? [] : result.errors.map(({ keyword, instancePath }) => `${instancePath} ${keyword}`))

const classes = { Ajv, Ajv2020 }

describe.each([
  ['compiled', classes],
  ['interpreted', undefined],
])('a schema that is %s', (_way, engine) => {
  function compile(schema: unknown, options: CompileOptions = {}) {
    const compiled = compileSchema(schema, engine, options)
    if (!compiled.ok) throw new Error(compiled.reason)
    return compiled.check
  }

  it('fills in the default of a schema object that describes several properties', () => {
    const page = { type: 'integer', default: 1 }
    const value = {}
    expect(compile({ properties: { from: page, to: page } }, { defaults: true })(value)).toEqual({ ok: true })
    expect(value).toEqual({ from: 1, to: 1 })
  })

  it('is not changed', () => {
    const schema = Object.freeze({ type: Object.freeze(['string']), nullable: true })
    expect(compile(schema)(null)).toEqual({ ok: true })
    expect(schema.type).toEqual(['string'])
  })

  it('is refused if null is allowed and forbidden', () => {
    const reason = 'its type null contradicts nullable: false'
    expect(compileSchema({ items: { type: 'null', nullable: false } }, engine)).toEqual({ ok: false, reason })
  })

  it('reports the first fault, or all of them', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' }, b: { type: 'number' } }, required: ['c'] }
    expect(keywordsOf(compile(schema)({ a: 1, b: 'x' }))).toHaveLength(1)
    expect(keywordsOf(compile(schema, { allErrors: true })({ a: 1, b: 'x' }))).toEqual([' required', '/a type', '/b type'])
  })

  it('reports the first fault alone where there are very many', () => {
    const check = compile({ items: { required: ['a', 'b', 'c'] } }, { allErrors: true })
    expect(keywordsOf(check(Array.from({ length: 20_000 }, () => ({}))))).toEqual(['/0 required'])
  })

  it('fills in defaults', () => {
    const value = {}
    compile({ properties: { a: { default: 5 }, b: { default: { c: 1 }, properties: { d: { default: 2 } } } } }, { defaults: true })(value)
    expect(value).toEqual({ a: 5, b: { c: 1, d: 2 } })
  })

  it('is true or false', () => {
    expect(compile(true)(1)).toEqual({ ok: true })
    expect(compile(false)(1)).toMatchObject({ ok: false, errors: [{ keyword: 'false schema' }] })
  })

  it('tests each of its patterns, not the first one for all', () => {
    const check = compile({
      properties: { a: { pattern: '^a$' }, b: { pattern: '^b$' } },
      patternProperties: { '^x': { type: 'number' }, '^y': { type: 'string' } },
    })
    expect(check({ a: 'a', b: 'b', x: 1, y: 'z' })).toEqual({ ok: true })
    for (const wrong of [{ a: 'b' }, { b: 'a' }, { x: 'z' }, { y: 1 }]) expect(check(wrong).ok).toBe(false)
  })

  it('is never asynchronous, whatever it says', () => {
    expect(compile({ $async: true, required: ['a'] })({}).ok).toBe(false)
  })

  it('follows a dynamic reference to the one anchor of its name', () => {
    const check = compile({
      $defs: { node: { $dynamicAnchor: 'node', properties: { next: { $dynamicRef: '#node' }, value: { type: 'number' } } } },
      $ref: '#node',
    })
    expect(check({ next: { next: { value: 1 } } })).toEqual({ ok: true })
    expect(check({ next: { next: { value: 'x' } } }).ok).toBe(false)
  })

  it('checks a value that holds what JSON cannot', () => {
    const one = new Date(0)
    expect(compile({ uniqueItems: true })([one, new Date(0), undefined, 1n]).ok).toBe(true)
    expect(compile({ uniqueItems: true })([one, one]).ok).toBe(false)
  })

  it('stops a check that takes too long, and the next one is not affected', () => {
    const check = compile({ allOf: [{ items: { $ref: '#' } }, { items: { $ref: '#' } }] })
    expect(check(nestedArrays(40))).toEqual({ ok: false, errors: [], stopped: true })
    expect(check(nestedArrays(5))).toEqual({ ok: true })
  })

  it('stops at a value that is nested deeper than the stack allows', () => {
    expect(compile({ items: { $ref: '#' } })(nestedArrays(50_000))).toMatchObject({ stopped: true })
  })
})

const name = fc.constantFrom('a', 'b', 'c', '__proto__')
const leaf = fc.oneof(
  fc.constantFrom(
    {},
    { type: 'string' },
    { type: ['number', 'null'] },
    { const: { a: [1] } },
    { enum: ['x', 1, null] },
    { minimum: 1 },
    { maxLength: 1 },
    { pattern: '^a+$' },
  ),
  fc.constantFrom(
    { uniqueItems: true },
    { required: ['a'] },
    { dependentRequired: { a: ['b'] } },
    { minItems: 1 },
    { maxProperties: 1 },
    { multipleOf: 2 },
    { pattern: 'b' },
  ),
)
const schemas = fc.letrec<{ schema: object; list: object[]; map: object }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    leaf,
    fc.constantFrom({ $ref: '#/$defs/one' }, { $ref: '#two' }, { items: { $ref: '#' } }, { properties: { a: { $ref: '#' } } }),
    fc.tuple(fc.constantFrom('allOf', 'anyOf', 'oneOf', 'prefixItems'), tie('list')).map(([keyword, list]) => ({ [keyword]: list })),
    fc
      .tuple(fc.constantFrom('not', 'items', 'contains', 'additionalProperties', 'propertyNames', 'unevaluatedProperties', 'unevaluatedItems'), tie('schema'))
      .map(([keyword, schema]) => ({ [keyword]: schema })),
    fc.tuple(fc.constantFrom('properties', 'dependentSchemas'), tie('map')).map(([keyword, map]) => ({ [keyword]: map })),
    tie('schema').map((schema) => ({ patternProperties: { '^[ab]$': schema } })),
    fc.tuple(tie('schema'), tie('schema'), tie('schema')).map((parts) => Object.fromEntries(['if', 'then', 'else'].map((keyword, at) => [keyword, parts[at]]))),
    fc.tuple(tie('schema'), tie('schema')).map(([one, other]) => ({ ...one, ...other })),
  ),
  list: fc.array(tie('schema') as fc.Arbitrary<object>, { minLength: 1, maxLength: 3 }),
  map: fc.dictionary(name, tie('schema') as fc.Arbitrary<object>, { maxKeys: 3, noNullPrototype: true }),
})).schema
const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(null, true, 0, 1, 2.5, '', 'a', 'aab', 'x', { a: [1] }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value

/** Returns undefined if the code that ajv generates for the schema fails, which happens for some schemas with unevaluated properties. */
function resultOf(validate: (value: unknown) => unknown, value: unknown): unknown {
  try {
    return validate(value)
  } catch {
    return undefined
  }
}

it('accepts and refuses what ajv alone does', () => {
  const settings = { strict: false, strictNumbers: true, ownProperties: true, logger: false, validateFormats: false } as const
  const definitions = fc.record({
    one: leaf,
    two: leaf.map((schema) => ({ ...schema, $anchor: 'two' })),
  })
  let compared = 0
  fc.assert(
    fc.property(schemas, definitions, fc.array(values, { minLength: 1, maxLength: 8 }), (inner, $defs, given) => {
      const schema = { ...inner, $defs }
      const compiled = compileSchema(schema, { Ajv, Ajv2020 }, { allErrors: true })
      // A schema that refers to itself for the same value overflows the stack of ajv alone.
      if (!compiled.ok) return expect(compiled.reason).toMatch(/leads back to itself|no schema/)
      const reference = new Ajv2020(settings).compile(schema)
      for (const value of given) {
        const expected = resultOf(reference, value)
        if (expected === undefined) continue
        compared++
        expect([value, compiled.check(value).ok]).toEqual([value, expected])
      }
      return undefined
    }),
    { numRuns: 400 },
  )
  expect(compared).toBeGreaterThan(500)
})
