import { describe, expect, it } from 'vitest'
import { schemaFault } from './schema-fault.ts'

const list = <T>(length: number, item: T): T[] => Array.from({ length }, () => item)

/** A schema of so many nested levels, the schema itself included. */
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
    expect(schemaFault({ enum: list(19_990, 0).map((_, index) => index) })).toBeUndefined()
    expect(schemaFault({ enum: list(20_010, 0).map((_, index) => index) })).toContain('20000 parts')
  })

  it.each(['allOf', 'anyOf', 'oneOf'])('has at most 500 alternatives in %s', (keyword) => {
    expect(schemaFault({ [keyword]: list(500, true) })).toBeUndefined()
    expect(schemaFault({ [keyword]: list(501, true) })).toContain('500 alternatives')
  })

  it('counts a branch without a list as one alternative', () => {
    const branches = (count: number) => ({ allOf: list(count / 2, { not: { const: 'x' } }) })
    expect(schemaFault(branches(500))).toBeUndefined()
    expect(schemaFault(branches(502))).toContain('500 alternatives')
  })

  it('is nested at most 64 levels', () => {
    expect(schemaFault(nested(50))).toBeUndefined()
    expect(schemaFault(nested(70))).toContain('deeper than 64 levels')
  })

  it('is at most 400,000 characters long', () => {
    const described = (chars: number) => ({ description: 'x'.repeat(chars - '{"description":""}'.length) })
    expect(schemaFault(described(400_000))).toBeUndefined()
    expect(schemaFault(described(400_001))).toContain('400000 characters')
  })

  it.each(['$ref', '$dynamicRef'])('refers with %s to its own document only', (keyword) => {
    expect(schemaFault({ [keyword]: 'other.json#/a' })).toContain('refers to other.json#/a')
    expect(schemaFault({ [keyword]: `https://example.com/${'x'.repeat(200)}` })?.length).toBeLessThan(200)
    expect(schemaFault({ properties: { [keyword]: { type: 'string' } } })).toBeUndefined()
  })
})

describe('a pattern of a schema', () => {
  it.each(['^[a-z]+$', '(ab)+', '^(a|b)*$', 'x'.repeat(200), 'a+ b+'])('may be %s', (pattern) => {
    expect(schemaFault({ pattern })).toBeUndefined()
  })

  it.each(['(a+)+', '(a*)*', '(x+y)*', '(a{2,})+', '(ab+) *+', '(a+){9}', 'x'.repeat(201)])('is refused when it is %s', (pattern) => {
    expect(schemaFault({ pattern })).toContain('exponential time')
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
    expect(schemaFault(tuple)).toBeDefined()
  })
})
