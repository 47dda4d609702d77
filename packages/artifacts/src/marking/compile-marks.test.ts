import { type JsonSchema, PfError } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../../../tooling/test-setup/cpu-time.ts'
import { redact } from '../redact/redact.ts'
import { compileMarks } from './compile-marks.ts'

const marked = { type: 'string', artifact: true }
const secret = 'SECRET'
const hidden = '<artifact:str size=6B>'

/** Redacts a result with the marks of a schema, so that a placeholder replaces each marked text SECRET. */
function redacted(schema: JsonSchema, observation: unknown) {
  return redact(observation, compileMarks(schema))
}

const shapes: [string, JsonSchema, unknown][] = [
  ['a field', { properties: { x: marked } }, { x: secret }],
  ['the whole result', marked, secret],
  ['map values', { additionalProperties: { properties: { x: marked } } }, { any: { x: secret }, other: { x: secret } }],
  ['keys of a pattern', { patternProperties: { '^img_': marked } }, { img_1: secret }],
  ['a pattern beside properties', { properties: { a: { type: 'string' } }, patternProperties: { '^img_': marked } }, { img_1: secret }],
  ['list items', { properties: { xs: { type: 'array', items: marked } } }, { xs: [secret, secret] }],
  ['lists of lists', { items: { items: { items: { properties: { x: marked } } } } }, [[[{ x: secret }]]]],
  ['tuple items', { prefixItems: [{ type: 'number' }, marked] }, [1, secret]],
  ['draft-07 tuples and what follows', { items: [{ type: 'number' }], additionalItems: marked }, [1, secret, secret]],
  ['contains', { contains: { properties: { x: marked } } }, [{ x: secret }]],
  ['the second member of anyOf', { anyOf: [{ properties: { y: { type: 'string' } } }, { properties: { x: marked } }] }, { x: secret }],
  ['a member that is null or the thing', { properties: { x: { anyOf: [marked, { type: 'null' }] } } }, { x: secret }],
  ['oneOf inside allOf', { allOf: [{ oneOf: [{}, { properties: { x: marked } }] }] }, { x: secret }],
  ['if', { if: { properties: { x: marked } } }, { x: secret }],
  ['then', { if: {}, ...JSON.parse('{"then": {"properties": {"x": {"artifact": true}}}}') }, { x: secret }],
  ['else', { if: {}, else: { properties: { x: marked } } }, { x: secret }],
  ['dependentSchemas', { dependentSchemas: { y: { properties: { x: marked } } } }, { y: 1, x: secret }],
  ['unevaluatedProperties', { unevaluatedProperties: marked }, { x: secret }],
  ['$ref to $defs', { $ref: '#/$defs/a', $defs: { a: { properties: { x: marked } } } }, { x: secret }],
  [
    '$ref to definitions',
    { properties: { a: { $ref: '#/definitions/A~1b%20c' } }, definitions: { 'A/b c': { properties: { x: marked } } } },
    { a: { x: secret } },
  ],
  ['$ref to a place', { properties: { a: { properties: { x: marked } }, b: { $ref: '#/properties/a' } } }, { b: { x: secret } }],
  ['$ref with keys beside it', { properties: { x: { $ref: '#/$defs/text', artifact: true } }, $defs: { text: { type: 'string' } } }, { x: secret }],
  ['$anchor', { $ref: '#node', $defs: { a: { $anchor: 'node', properties: { x: marked } } } }, { x: secret }],
  [
    '$id of a part',
    { $ref: 'part.json', $defs: { a: { $id: 'https://s.test/part.json', $ref: '#/$defs/in', $defs: { in: { properties: { x: marked } } } } } },
    { x: secret },
  ],
  [
    'recursion',
    { $defs: { node: { properties: { x: marked, next: { $ref: '#/$defs/node' } } } }, $ref: '#/$defs/node' },
    { x: secret, next: { next: { x: secret } } },
  ],
  ['recursion through the root', { properties: { x: marked, kids: { items: { $ref: '#' } } } }, { kids: [{ kids: [{ x: secret }] }] }],
  ['$dynamicRef', { $dynamicAnchor: 'n', properties: { x: marked, kid: { $dynamicRef: '#n' } } }, { kid: { kid: { x: secret } } }],
  ['a field called like a keyword', { properties: { properties: { properties: { artifact: marked } } } }, { properties: { artifact: secret } }],
  ['a field called __proto__', JSON.parse('{"properties": {"__proto__": {"artifact": true}}}'), JSON.parse('{"__proto__": "SECRET"}')],
]

describe('compileMarks', () => {
  it.each(shapes)('[000-mark-01] finds the mark in %s', (_, schema, observation) => {
    const text = JSON.stringify(redacted(schema, observation))
    expect(text).not.toContain(secret)
    expect(text).toBe(JSON.stringify(observation).replaceAll(secret, hidden))
  })

  const mismatches: [string, JsonSchema, unknown][] = [
    ['a list where an object should be', { properties: { x: marked } }, [{ x: secret }]],
    ['an object where a list should be', { items: { properties: { x: marked } } }, { x: secret }],
    ['an object where lists of lists should be', { items: { items: { properties: { x: marked } } } }, { x: secret }],
    ['a map where a list should be', { items: { properties: { x: marked }, additionalProperties: false } }, { 0: { x: secret } }],
    ['a wrapper that the schema forbids', { properties: { x: marked }, additionalProperties: false }, { result: { x: secret } }],
    ['an object where a text should be', { properties: { x: marked, y: { type: 'string' } } }, { y: { x: secret } }],
    ['a closed object with more in it', { properties: { x: marked, y: { properties: {}, additionalProperties: false } } }, { y: { x: secret } }],
    ['another type than the marked one', { properties: { x: { type: 'object', artifact: true } } }, { x: secret }],
  ]
  it.each(mismatches)('hides marked data also in %s', (_, schema, observation) => {
    expect(JSON.stringify(redacted(schema, observation))).not.toContain(secret)
  })

  it('hides a result that was written out as text', () => {
    const schema = { properties: { x: marked }, additionalProperties: false }
    expect(redacted(schema, JSON.stringify({ x: secret }))).toMatch(/^<artifact:str /)
    expect(redacted(schema, { content: [{ type: 'text', text: JSON.stringify({ x: secret.repeat(500) }) }] })).toMatchObject({
      content: [{ type: 'text', text: expect.stringMatching(/^<artifact:str /) }],
    })
    expect(redacted(schema, 'nothing was found')).toBe('nothing was found')
  })

  it('hides only what is heavy where the schema allows more than it describes', () => {
    const schema = { properties: { chart: { artifact: true } } }
    expect(redacted(schema, { notes: { chart: 'bar' } })).toEqual({ notes: { chart: 'bar' } })
    expect(redacted(schema, { notes: { chart: 'x'.repeat(2_000) } })).toEqual({ notes: { chart: '<artifact:str size=2KB>' } })
  })

  it('leaves data alone that the schema describes as anything', () => {
    const schema = { properties: { chart: { artifact: true }, free: { type: 'object' }, any: {}, yes: true } }
    const observation = { free: { chart: 'x'.repeat(2_000) }, any: { chart: [1, 2] }, yes: { chart: 1 } }
    expect(redacted(schema, observation)).toBe(observation)
  })

  it('takes no mark from places that describe no data', () => {
    const schema = {
      properties: { x: { type: 'string', default: { artifact: true }, enum: [{ artifact: true }], artifact: 'yes' }, y: { not: { artifact: true } } },
    }
    expect(compileMarks(schema)).toMatchObject({ any: false, sources: false })
  })

  it('tells whether anything is marked and which references lead nowhere', () => {
    expect(compileMarks(undefined)).toEqual({ any: false, sources: false, unresolved: [] })
    expect(compileMarks({ properties: { x: marked } }).any).toBe(true)
    expect(compileMarks({ $ref: 'https://elsewhere.test/schema' }).unresolved).toEqual(['https://elsewhere.test/schema'])
    expect(compileMarks({ $ref: '#/$defs/constructor', $defs: {} }).unresolved).toEqual(['#/$defs/constructor'])
  })

  it('survives schemas made to hang or to overflow', () => {
    let deep: JsonSchema = { artifact: true }
    for (let level = 0; level < 15_000; level++) deep = { allOf: [deep] }
    expect(compileMarks(deep).any).toBe(true)
    expect(redacted(deep, secret)).toBe(hidden)
    expect(redacted({ $ref: '#' }, { a: 1 })).toEqual({ a: 1 })
    expect(redacted({ $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }, { a: 1 })).toEqual({ a: 1 })
    expect(redacted({ items: { $ref: '#' } }, { a: { b: [1] } })).toEqual({ a: { b: [1] } })
    const many = { properties: Object.fromEntries(Array.from({ length: 30_000 }, (_, index) => [`k${index}`, { type: 'string' }])) }
    expect(() => compileMarks(many)).toThrow(PfError)
  })

  it('stays bounded when every key leads to a union of everything', () => {
    const size = 400
    const names = Array.from({ length: size }, (_, index) => `k${index}`)
    const union = { anyOf: names.map((name) => ({ $ref: `#/$defs/${name}` })) }
    const $defs = Object.fromEntries(
      names.map((name) => [name, { properties: { [name]: { anyOf: [{ $ref: '#/$defs/all' }, { properties: { [`x${name}`]: marked } }] } } }]),
    )
    const observation = Object.fromEntries(names.map((name) => [name, { [`x${name}`]: secret, [name]: { plain: 1 } }]))
    const started = cpuTime()
    expect(JSON.stringify(redacted({ $ref: '#/$defs/all', $defs: { ...$defs, all: union } }, observation))).not.toContain(secret)
    expect(cpuTime() - started).toBeLessThan(5_000)
  })

  it('takes a long list of constants for what it is, and hides a place described in too many ways', () => {
    const constants = { oneOf: Array.from({ length: 1_500 }, (_, index) => ({ const: `c${index}` })) }
    const schema = { properties: { currency: constants, x: marked, much: { anyOf: [...constants.oneOf, { properties: { x: marked } }] } } }
    expect(redacted(schema, { currency: 'c7', x: secret, much: { x: secret, y: 1 } })).toEqual({ currency: 'c7', x: hidden, much: '<artifact:dict keys=2>' })
    expect(redacted({ properties: { much: { anyOf: schema.properties.much.anyOf.slice(0, -1) } } }, { much: 'c1' })).toEqual({ much: 'c1' })
  })

  it('refuses marks that it did not make', () => {
    expect(() => redact({}, { any: true, sources: false, unresolved: [] })).toThrow(PfError)
  })
})
