import { describe, expect, it } from 'vitest'
import { schemaFault } from './compile-schema.ts'

const list = <T>(length: number, item: T): T[] => Array.from({ length }, () => item)
const named = (count: number, make: (index: number) => unknown) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`p${index}`, make(index)]))

/** Returns a schema with this number of nested levels, including the schema itself. */
function nested(levels: number): object {
  let schema: object = {}
  for (let level = 1; level < levels; level++) schema = { items: schema }
  return schema
}

describe('a schema', () => {
  it.each([null, undefined, 'text', 5, []])('is not %j', (schema) => {
    expect(schemaFault(schema)).toBe('it is not a JSON Schema')
  })

  it('has at most 20,000 parts', () => {
    expect(schemaFault({ examples: list(19_990, 0) })).toBeUndefined()
    expect(schemaFault({ examples: list(20_010, 0) })).toContain('20000 parts')
  })

  it.each(['allOf', 'anyOf', 'oneOf'])('has at most 200 alternatives in a list of %s', (keyword) => {
    expect(schemaFault({ [keyword]: list(200, true) })).toBeUndefined()
    expect(schemaFault({ [keyword]: list(201, true) })).toContain('200 alternatives')
    expect(schemaFault({ [keyword]: list(201, true) }, { trusted: true })).toBeUndefined()
  })

  it('has at most 700 schemas, 3,000 when the host wrote it, without those that nothing uses', () => {
    expect(schemaFault({ properties: named(699, () => ({})), $defs: named(5_000, () => ({})) })).toBeUndefined()
    expect(schemaFault({ properties: named(700, () => ({})) })).toContain('700 schemas')
    expect(schemaFault({ properties: named(2_999, () => ({})) }, { trusted: true })).toBeUndefined()
    expect(schemaFault({ properties: named(3_000, () => ({})) }, { trusted: true })).toContain('3000 schemas')
  })

  it('has at most 100 patterns and 500 dependencies', () => {
    expect(schemaFault({ patternProperties: named(100, () => true) })).toBeUndefined()
    expect(schemaFault({ patternProperties: named(101, () => true) })).toContain('100 patterns')
    expect(schemaFault({ dependentRequired: named(250, () => ['a']) })).toBeUndefined()
    expect(schemaFault({ dependentRequired: named(251, () => ['a']) })).toContain('500 dependencies')
  })

  it('is nested at most 64 levels', () => {
    expect(schemaFault(nested(65))).toBeUndefined()
    expect(schemaFault(nested(66))).toContain('deeper than 64 levels')
  })

  it('is at most 400,000 characters long', () => {
    const described = (chars: number) => ({ description: 'x'.repeat(chars - 'description'.length) })
    expect(schemaFault(described(400_000))).toBeUndefined()
    expect(schemaFault(described(400_001))).toContain('400000 characters')
  })

  it.each(['$ref', '$dynamicRef'])('refers with %s to its own document only', (keyword) => {
    expect(schemaFault({ [keyword]: 'other.json#/a' })).toContain('refers to "other.json#/a"')
    expect(schemaFault({ [keyword]: `https://example.com/${'x'.repeat(200)}` })?.length).toBeLessThan(200)
    expect(schemaFault({ [keyword]: '#/$defs/gone' })).toContain('resolves to no schema')
    expect(schemaFault({ properties: { [keyword]: { type: 'string' } } })).toBeUndefined()
  })

  it('finds what a reference names: a pointer, an anchor, an address', () => {
    const schema = {
      $id: 'https://example.com/root.json',
      properties: {
        pointer: { $ref: '#/$defs/a~1b%25' },
        anchor: { $ref: '#here' },
        address: { $ref: 'inner.json' },
        absolute: { $ref: 'https://example.com/inner.json#/$defs/own' },
        whole: { $ref: 'root.json' },
      },
      $defs: { 'a/b%': { type: 'string' }, anchored: { $anchor: 'here' }, inner: { $id: 'inner.json', items: { $ref: '#/$defs/own' }, $defs: { own: {} } } },
    }
    expect(schemaFault(schema)).toBeUndefined()
    expect(schemaFault({ ...schema, $ref: '#/$defs/own' })).toContain('resolves to no schema')
    expect(schemaFault({ $ref: '#twice', $defs: { a: { $anchor: 'twice' }, b: { $anchor: 'twice' } } })).toContain('more than one')
  })

  it.each([{ type: 'objekt' }, { required: 'a' }, { properties: [] }, { minLength: -1 }, { enum: [] }, { anyOf: [] }, { items: 5 }, { pattern: 1 }])(
    'gives each keyword a value of its kind: %j',
    (wrong) => {
      expect(schemaFault(wrong)).toContain(`its keyword ${Object.keys(wrong)[0]} has a value of the wrong type`)
    },
  )
})

describe('a pattern of a schema', () => {
  it.each(['^[a-z]+$', '(a+)+', '^(a|a)*$', '(x+y)*', 'x'.repeat(1_000)])('may be %s', (pattern) => {
    expect(schemaFault({ pattern })).toBeUndefined()
  })

  it.each(['^(?=a)', '(?<!a)b', '(a)\\1', '(a{1,999}){1,999}', '('])('is refused when it is %s, in a text and in a name', (pattern) => {
    expect(schemaFault({ pattern })).toContain(`its pattern ${JSON.stringify(pattern)}`)
    expect(schemaFault({ items: { patternProperties: { [pattern]: true } } })).toContain(`its pattern ${JSON.stringify(pattern)}`)
  })

  it('may need the engine of JavaScript when the host wrote it', () => {
    expect(schemaFault({ pattern: '^(?=a)' }, { trusted: true })).toBeUndefined()
    expect(schemaFault({ pattern: '(' }, { trusted: true })).toContain('its pattern "("')
  })

  it('is not looked for in a property of that name', () => {
    expect(schemaFault({ properties: { pattern: { type: 'string' } } })).toBeUndefined()
  })
})

describe('the dialect of a schema', () => {
  it.each(['http://json-schema.org/draft-07/schema#', 'https://json-schema.org/draft/2020-12/schema'])('may be %s', ($schema) => {
    expect(schemaFault({ $schema, type: 'object' })).toBeUndefined()
  })

  it.each(['http://json-schema.org/draft-04/schema#', 'https://json-schema.org/draft/2021-12/schema'])('is refused when it is %s', ($schema) => {
    expect(schemaFault({ $schema, type: 'object' })).toContain('dialect')
  })

  it('decides what a keyword means', () => {
    const tuple = { items: [{ type: 'number' }] }
    expect(schemaFault({ $schema: 'http://json-schema.org/draft-07/schema#', ...tuple })).toBeUndefined()
    expect(schemaFault(tuple)).toBeUndefined()
    expect(schemaFault({ $schema: 'https://json-schema.org/draft/2020-12/schema', ...tuple })).toContain('keyword items')
  })
})

describe('a schema that is checked without a budget, for values of at most 32 levels', () => {
  const fault = (schema: object) => schemaFault(schema, { levels: 32 })

  it('may refer to itself once for each part of a value', () => {
    expect(fault({ properties: { a: { $ref: '#' }, b: { $ref: '#' } } })).toBeUndefined()
    expect(
      fault({
        anyOf: [
          { type: 'array', items: { $ref: '#' } },
          { type: 'object', additionalProperties: { $ref: '#' } },
        ],
      }),
    ).toBeUndefined()
  })

  it('may not refer to itself twice for one part', () => {
    expect(fault({ anyOf: [{ items: { $ref: '#' } }, { contains: { $ref: '#' } }] })).toContain('expand')
    expect(fault({ properties: { a: { $ref: '#' } }, additionalProperties: { $ref: '#' }, patternProperties: { a: { $ref: '#' } } })).toContain('expand')
  })
})
