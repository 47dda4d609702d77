import { describe, expect, it } from 'vitest'
import { schemaFault } from './schema-fault.ts'

describe('schemaFault', () => {
  it.each([
    [{ type: 'object' }],
    [{ $schema: 'http://json-schema.org/draft-07/schema#', definitions: { a: {} }, properties: { x: { $ref: '#/definitions/a' } } }],
    [{ $schema: 'https://json-schema.org/draft/2020-12/schema', prefixItems: [{}], $defs: { a: { $anchor: 'a' } }, $ref: '#a' }],
    [{ $id: 'https://example.com/a', type: 'object', 'x-artifact-type': 'table', properties: { when: { format: 'date-time' } } }],
    [true],
  ])('accepts %j', (schema) => {
    expect(schemaFault(schema)).toBeUndefined()
    // Another tool may use the same `$id`.
    expect(schemaFault(structuredClone(schema))).toBeUndefined()
  })

  it('explains why other schemas are refused', () => {
    expect(schemaFault(null)).toContain('not a JSON Schema')
    expect(schemaFault({ $ref: 'https://example.com/a.json' })).toContain('not fetched')
    expect(schemaFault({ type: 'objekt' })).toContain('type')
    expect(schemaFault({ $schema: 'https://example.com/mine' })).toContain('dialect')
    expect(schemaFault({ pattern: '^(?=a)' })).toContain('its pattern "^(?=a)"')
    expect(schemaFault({ anyOf: Array.from({ length: 600 }, () => ({})) })).toContain('alternatives')
    let deep: object = {}
    for (let level = 0; level < 5_000; level++) deep = { not: deep }
    expect(schemaFault(deep)).toContain('deeper')
  })
})
