import type { JsonSchema } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { checkArgs } from './check-args.ts'
import { compileTool } from './compile-tool.ts'

const tool = (input: JsonSchema) => compileTool({ name: 'find', description: 'Finds.', input, run: () => null }, 1_000)
const object = (properties: Record<string, unknown>, more: Record<string, unknown> = {}) =>
  tool({ type: 'object', properties, additionalProperties: false, ...more })

describe('checkArgs', () => {
  it('lets fitting arguments through and fills in defaults without touching the given object', () => {
    const given = { city: 'Oslo' }
    const checked = checkArgs(object({ city: { type: 'string' }, limit: { type: 'integer', default: 10 } }), given)
    expect(checked).toEqual({ ok: true, args: { city: 'Oslo', limit: 10 }, coercions: [] })
    expect(given).toEqual({ city: 'Oslo' })
  })

  it('reads numbers, booleans and JSON that were given as strings, and records it', () => {
    const schema = object({
      limit: { type: 'integer' },
      ratio: { type: 'number' },
      all: { type: 'boolean' },
      where: { type: 'object' },
      ids: { type: 'array', items: { type: 'integer' } },
    })
    const checked = checkArgs(schema, { limit: '5', ratio: '-0.25', all: 'true', where: '{"a":1}', ids: '[1,2]' })
    expect(checked).toMatchObject({ ok: true, args: { limit: 5, ratio: -0.25, all: true, where: { a: 1 }, ids: [1, 2] } })
    expect(checked.ok && checked.coercions.map(({ kind }) => kind).sort()).toEqual(['json_string', 'json_string', 'to_boolean', 'to_number', 'to_number'])
  })

  it('reads the values of Python that were given as strings (earendil-works/pi#5697)', () => {
    const schema = object({
      all: { type: 'boolean' },
      some: { type: 'boolean' },
      limit: { type: 'integer' },
      since: { type: ['number', 'null'] },
      tags: { type: 'array', items: { type: 'string' } },
      where: { type: 'object' },
    })
    const given = { all: 'False', some: 'TRUE', limit: 'None', since: 'None', tags: "['a', 'b']", where: "{'a': True, 'b': None}" }
    expect(checkArgs(schema, given)).toMatchObject({ ok: true, args: { all: false, some: true, since: null, tags: ['a', 'b'], where: { a: true, b: null } } })
    expect(checkArgs(object({ note: { type: 'string' } }), { note: 'None' })).toMatchObject({ ok: true, args: { note: 'None' } })
    for (const where of ["{'a': 1", "{'a': 1}}", "{'a': 1}, 'b': {'c': 2}"]) expect(checkArgs(schema, { where }).ok, where).toBe(false)
  })

  it('reads a single value for a list, a number for a text, and null for an optional argument', () => {
    const schema = object({ tags: { type: 'array', items: { type: 'string' } }, code: { type: 'string' }, note: { type: 'string' } })
    expect(checkArgs(schema, { tags: 'a', code: 7, note: null })).toMatchObject({ ok: true, args: { tags: ['a'], code: '7' } })
  })

  it('does not take a number for a text if its digits are lost', () => {
    const schema = object({ code: { type: 'string' } })
    for (const code of ['1234567890123456789', '9007199254740993', '-9007199254740993', '3.10', '1e30'])
      expect(checkArgs(schema, { code: JSON.parse(code) as number }).ok, code).toBe(false)
    expect(checkArgs(schema, { code: 9007199254740991 })).toMatchObject({ ok: true, args: { code: '9007199254740991' } })
  })

  it('does not remove null where a value is required', () => {
    expect(checkArgs(object({ note: { type: 'string' } }, { required: ['note'] }), { note: null }).ok).toBe(false)
  })

  it('does not turn texts into numbers that a person would not read as one', () => {
    const schema = object({ limit: { type: 'number' } })
    for (const limit of ['', ' ', '0x10', '1e999', 'Infinity', '5 apples', '１２']) expect(checkArgs(schema, { limit }).ok).toBe(false)
  })

  it('never drops an unknown argument, and names the nearest known one', () => {
    const checked = checkArgs(object({ dry_run: { type: 'boolean' } }), { dryrun: true })
    expect(checked).toEqual({
      ok: false,
      issues: [{ code: 'additionalProperties', pointer: '/dryrun', expected: 'no such property', received: 'boolean', suggestion: 'dry_run' }],
    })
  })

  it('tells types and never values, at most twenty times', () => {
    const properties = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`p${index}`, { type: 'number' }]))
    const checked = checkArgs(object(properties), Object.fromEntries(Object.keys(properties).map((key) => [key, 'secret-value'])))
    expect(checked.ok ? [] : checked.issues).toHaveLength(20)
    expect(JSON.stringify(checked)).not.toContain('secret-value')
  })

  it('is not misled by __proto__, constructor and toString among the arguments', () => {
    const schema = object({ toString: { type: 'string' } }, { required: ['toString'] })
    expect(checkArgs(schema, {}).ok).toBe(false)
    const hostile = JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}') as Record<string, unknown>
    expect(checkArgs(object({}), hostile).ok).toBe(false)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })

  it('compiles draft-07 tuples and 2020-12 schemas side by side, and two tools with one $id', () => {
    const seventh = {
      $schema: 'http://json-schema.org/draft-07/schema#',
      $id: 'x',
      type: 'object',
      properties: { pair: { type: 'array', items: [{ type: 'string' }, { type: 'number' }] } },
    }
    expect(checkArgs(tool(seventh), { pair: ['a', 1] }).ok).toBe(true)
    expect(
      checkArgs(tool({ ...seventh, $schema: 'https://json-schema.org/draft/2020-12/schema', properties: { pair: { prefixItems: [{ type: 'string' }] } } }), {
        pair: [{}],
      }).ok,
    ).toBe(false)
  })
})
