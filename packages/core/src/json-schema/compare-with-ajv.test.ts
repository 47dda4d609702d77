import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { ordinarySchemas } from '../test-support/schema-bombs.ts'
import { type CompileOptions, compileSchema } from './compile-schema.ts'

type Schema = Record<string, unknown>

const name = fc.constantFrom('a', 'b', 'c', '__proto__', 'x/y~')
const leaf = fc.oneof(
  fc.constantFrom<Schema>({}, { type: 'string' }, { type: ['number', 'null'] }, { type: 'integer', nullable: true }, { type: ['array', 'object'] }),
  fc.constantFrom<Schema>({ const: { a: [1] } }, { const: 1 }, { enum: ['x', 1, null, { a: [1] }] }, { type: 'object' }, { type: 'array' }),
  fc.constantFrom<Schema>({ minimum: 1 }, { maximum: 1 }, { exclusiveMinimum: 0 }, { exclusiveMaximum: 2.5 }, { multipleOf: 2 }, { multipleOf: 1e-300 }),
  fc.constantFrom<Schema>({ maxLength: 1 }, { minLength: 2 }, { pattern: '^a+$' }, { pattern: 'b' }, { minItems: 1 }, { maxItems: 1 }, { uniqueItems: true }),
  fc.constantFrom<Schema>({ required: ['a', 'b'] }, { minProperties: 1 }, { maxProperties: 1 }, { default: 1 }, { type: 'string', default: 'x' }),
)

/** The keywords of a dialect that hold schemas, by what they hold. */
const dialects = {
  '2020-12': {
    list: ['allOf', 'anyOf', 'oneOf', 'prefixItems'],
    single: ['not', 'items', 'contains', 'additionalProperties', 'propertyNames'],
    map: ['properties', 'dependentSchemas'],
    plain: [{ dependentRequired: { a: ['b', 'c'] } }, { contains: { type: 'string' }, minContains: 2, maxContains: 2 }, { contains: true, minContains: 0 }],
  },
  'draft-07': {
    list: ['allOf', 'anyOf', 'oneOf', 'items'],
    single: ['not', 'items', 'contains', 'additionalProperties', 'propertyNames', 'additionalItems'],
    map: ['properties', 'dependencies'],
    plain: [{ dependencies: { a: ['b', 'c'] } }, { items: [{ type: 'string', default: 'x' }], additionalItems: false }],
  },
} as const
const unevaluated = ['unevaluatedProperties', 'unevaluatedItems']

function schemasOf(dialect: keyof typeof dialects, { withUnevaluated = false } = {}) {
  const { list, single, map, plain } = dialects[dialect]
  const parts = fc.letrec<{ schema: Schema; sub: Schema | boolean; list: unknown[]; map: object }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      leaf,
      fc.constantFrom<Schema>({ $ref: '#/$defs/one' }, { $ref: '#two' }, { items: { $ref: '#' } }, { properties: { a: { $ref: '#' } } }, ...plain),
      fc.tuple(fc.constantFrom(...list), tie('list')).map(([keyword, schemas]) => ({ [keyword]: schemas })),
      fc.tuple(fc.constantFrom<string>(...single, ...(withUnevaluated ? unevaluated : [])), tie('sub')).map(([keyword, schema]) => ({ [keyword]: schema })),
      fc.tuple(fc.constantFrom(...map), tie('map')).map(([keyword, schemas]) => ({ [keyword]: schemas })),
      tie('sub').map((schema) => ({ patternProperties: { '^[ab]$': schema, c: { type: 'string' } } })),
      fc.tuple(tie('sub'), tie('sub'), tie('sub')).map((three) => Object.fromEntries(['if', 'then', 'else'].map((keyword, at) => [keyword, three[at]]))),
      fc.tuple(tie('schema'), tie('schema'), tie('schema')).map((several) => Object.assign({}, ...several) as Schema),
    ),
    sub: fc.oneof({ weight: 9, arbitrary: tie('schema') }, { weight: 1, arbitrary: fc.boolean() }) as fc.Arbitrary<Schema | boolean>,
    list: fc.array(tie('sub'), { minLength: 1, maxLength: 3 }),
    map: fc.dictionary(name, tie('sub'), { maxKeys: 3, noNullPrototype: true }),
  }))
  const $defs = fc.record({
    one: leaf,
    two: leaf.map((schema) => ({ ...schema, [dialect === 'draft-07' ? '$id' : '$anchor']: dialect === 'draft-07' ? '#two' : 'two' })),
  })
  const $schema = dialect === 'draft-07' ? 'http://json-schema.org/draft-07/schema#' : 'https://json-schema.org/draft/2020-12/schema'
  return fc.tuple(parts.schema, $defs).map(([schema, definitions]) => ({ ...schema, $defs: definitions, $schema }))
}

const values = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<unknown>(null, true, 0, 1, 2.5, -3, 1e300, '', 'a', 'aab', 'x', '😀', { a: [1] }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'x/y~'), tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value

const settings = { strict: false, strictNumbers: true, ownProperties: true, logger: false, validateFormats: false, inlineRefs: false } as const

/** Returns a check by ajv with the same options, or undefined if ajv cannot compile the schema. */
function ajvCheck(schema: Schema, { allErrors = false, defaults = false }: CompileOptions) {
  const Class = String(schema.$schema).includes('draft-07') ? Ajv : Ajv2020
  try {
    const ajv = new Class({ ...settings, allErrors, useDefaults: defaults, verbose: allErrors, meta: false, validateSchema: false })
    // Otherwise ajv continues after the first fault of `patternProperties`, to know which properties were evaluated.
    ajv.opts.unevaluated = JSON.stringify(schema).includes('unevaluated')
    return ajv.compile(schema)
  } catch {
    return undefined
  }
}

interface Fault {
  keyword: string
  instancePath: string
  params: object
  message?: string | undefined
}

/** ajv names another pair of equal items, and reports the keyword `if` too when a reference in a branch has the first fault. */
const comparable = (faults: readonly Fault[] | null | undefined, { allErrors }: CompileOptions) =>
  (faults ?? [])
    .filter(({ keyword }) => allErrors || keyword !== 'if')
    .map(({ keyword, instancePath, params, message }) => (keyword === 'uniqueItems' ? { keyword, instancePath } : { keyword, instancePath, params, message }))

/** Compares the results for one schema and returns how many there were. */
function compare(schema: Schema, given: readonly unknown[], options: CompileOptions, { faults }: { faults: boolean }): number {
  const text = JSON.stringify(schema)
  // A copy, because one object in two places would be checked as a reference.
  const copy = JSON.parse(text) as Schema
  const compiled = compileSchema(copy, undefined, options)
  expect(JSON.stringify(copy)).toBe(text)
  const reference = compiled.ok ? ajvCheck(JSON.parse(text) as Schema, options) : undefined
  if (!compiled.ok || !reference) {
    // A schema that refers to itself for the same value overflows the stack of ajv alone.
    if (!compiled.ok) expect(compiled.reason).toMatch(/leads back to itself|no schema/)
    return 0
  }
  let compared = 0
  for (const value of given) {
    // With `contains`, ajv accepts an empty array behind one that contains the item.
    if (text.includes('"contains"') && JSON.stringify(value).includes('[]')) continue
    const [ours, theirs] = [structuredClone(value), structuredClone(value)]
    const found = compiled.check(ours)
    let isValid: boolean
    try {
      isValid = reference(theirs)
    } catch {
      // The code that ajv generates fails for some schemas with unevaluated properties.
      continue
    }
    compared++
    const expected = { schema: text, value, ok: isValid, filled: theirs, faults: faults ? comparable(reference.errors, options) : [] }
    expect({ schema: text, value, ok: found.ok, filled: ours, faults: faults && !found.ok ? comparable(found.errors, options) : [] }).toEqual(expected)
  }
  return compared
}

it.each([
  ['2020-12', {}],
  ['2020-12', { allErrors: true }],
  ['2020-12', { defaults: true }],
  ['draft-07', {}],
  ['draft-07', { allErrors: true }],
  ['draft-07', { defaults: true }],
] as const)('finds the same faults as ajv in the same order: %s %j', (dialect, options) => {
  let compared = 0
  const property = fc.property(schemasOf(dialect), fc.array(values, { minLength: 1, maxLength: 8 }), (schema, given) => {
    compared += compare(schema, given, options, { faults: true })
  })
  fc.assert(property, { numRuns: 200 })
  expect(compared).toBeGreaterThan(200)
})

it('accepts and refuses what ajv does, with unevaluated properties and items', () => {
  let compared = 0
  const property = fc.property(schemasOf('2020-12', { withUnevaluated: true }), fc.array(values, { minLength: 1, maxLength: 8 }), (schema, given) => {
    compared += compare(schema, given, {}, { faults: false })
  })
  fc.assert(property, { numRuns: 200 })
  expect(compared).toBeGreaterThan(200)
})

it.each(ordinarySchemas)('finds the same faults as ajv: $name', ({ schema, good, bad }) => {
  for (const options of [{}, { allErrors: true }, { defaults: true }])
    expect(compare({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...schema }, [good, bad], options, { faults: true })).toBe(2)
})
