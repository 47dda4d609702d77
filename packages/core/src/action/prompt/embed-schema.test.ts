import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it, vi } from 'vitest'
import { embedSchema } from './embed-schema.ts'

// This is long enough for a heavily loaded machine.
vi.setConfig({ testTimeout: 120_000 })

const ref = (to: string) => ({ $ref: to })
const text = { type: 'string' }
/** The schema of a tool, a value it accepts, and a value it refuses. */
const cases: [string, object, object, object][] = [
  ['$defs', { $defs: { a: text }, properties: { q: ref('#/$defs/a') } }, { q: 'x' }, { q: 1 }],
  ['definitions', { definitions: { a: text }, properties: { q: ref('#/definitions/a') } }, { q: 'x' }, { q: 1 }],
  ['a reference at the root', { ...ref('#/$defs/A'), $defs: { A: { properties: { q: text } } } }, { q: 'x' }, { q: 1 }],
  ['recursion', { properties: { q: text, kids: { items: ref('#') } } }, { kids: [{ q: 'x' }] }, { kids: [{ kids: [{ q: 1 }] }] }],
  ['a reference to a property', { properties: { a: text, q: ref('#/properties/a') } }, { q: 'x' }, { q: 1 }],
  ['encoded pointers', { $defs: { 'a b': text, 'c/d': text }, properties: { q: ref('#/$defs/a%20b'), r: ref('#/$defs/c~1d') } }, { q: 'x', r: 'x' }, { r: 1 }],
  ['$anchor', { $defs: { a: { $anchor: 'foo', ...text } }, properties: { q: ref('#foo') } }, { q: 'x' }, { q: 1 }],
  ['an anchor of draft-07', { definitions: { 'é #%': { $id: '#foo', ...text } }, properties: { q: ref('#foo') } }, { q: 'x' }, { q: 1 }],
  ['$dynamicRef', { $dynamicAnchor: 'n', properties: { q: text, k: { $dynamicRef: '#n' } } }, { k: { q: 'x' } }, { k: { q: 1 } }],
  ['$id', { $id: 'https://x.test/t', $defs: { a: text }, properties: { q: ref('#/$defs/a') } }, { q: 'x' }, { q: 1 }],
  ['its own $id', { $id: 'https://x.test/t', properties: { q: text, k: ref('https://x.test/t') } }, { k: { q: 'x' } }, { k: { q: 1 } }],
  ['a relative $id', { $id: 'tool', $defs: { a: text }, properties: { q: ref('tool#/$defs/a') } }, { q: 'x' }, { q: 1 }],
  [
    'an $id inside, and a reference that means it',
    { $defs: { a: { $id: 'urn:a', $defs: { b: text }, properties: { z: ref('#/$defs/b') } } }, properties: { q: ref('urn:a') } },
    { q: { z: 'x' } },
    { q: { z: 1 } },
  ],
  [
    'the same anchor in two resources',
    { $defs: { a: { $id: 'a', $anchor: 'n', ...text }, b: { $anchor: 'n' } }, properties: { q: ref('a#n'), r: ref('#n') } },
    { q: 'x', r: 1 },
    { q: 1 },
  ],
  ['$schema', { $schema: 'http://json-schema.org/draft-07/schema#', properties: { q: text } }, { q: 'x' }, { q: 1 }],
  [
    'a keyword that nobody knows',
    { components: { schemas: { a: { items: ref('#/components/schemas/b') }, b: text } }, properties: { q: ref('#/components/schemas/a') } },
    { q: ['x'] },
    { q: [1] },
  ],
  ['data that looks like a reference', { properties: { q: { const: ref('#/a') }, r: { enum: [ref('#')] } } }, { q: ref('#/a'), r: ref('#') }, { q: 1 }],
  ['properties named like keywords', { properties: { $ref: text, $id: text, $anchor: text } }, { $ref: 'x', $id: 'x' }, { $id: 1 }],
  ...['default', 'enum', 'const', 'examples', 'properties', '$defs', 'items', '$schema'].flatMap((name): [string, object, object, object][] => [
    [`a property named ${name}`, { $defs: { a: text }, properties: { [name]: { items: ref('#/$defs/a') } } }, { [name]: ['x'] }, { [name]: [1] }],
    [
      `a definition named ${name}`,
      { $defs: { [name]: { items: ref('#/$defs/a') }, a: text }, properties: { q: ref(`#/$defs/${name}`) } },
      { q: ['x'] },
      { q: [1] },
    ],
  ]),
]

describe('embedSchema', () => {
  it.each(cases)('%s: has the same meaning in its new position, also next to a copy of itself', (_, schema, right, wrong) => {
    const before = JSON.stringify(schema)
    const $defs = { one: embedSchema(schema, '#/$defs/one').schema, two: embedSchema(schema, '#/$defs/two').schema }
    for (const own of ['one', 'two']) {
      const validate = new Ajv2020({ strict: false, logger: false }).compile({ $defs, $ref: `#/$defs/${own}` })
      expect([validate(right), validate(wrong)]).toEqual([true, false])
    }
    expect(JSON.stringify(schema)).toBe(before)
  })

  it('the outermost anchor is the one a dynamic reference means', () => {
    const strict = {
      $id: 'strict',
      $dynamicAnchor: 'node',
      unevaluatedProperties: false,
      ...ref('tree'),
      $defs: { tree: { $id: 'tree', $dynamicAnchor: 'node', properties: { q: true, k: { $dynamicRef: '#node' } } } },
    }
    const { schema } = embedSchema(strict, '#/$defs/a')
    for (const validate of [
      new Ajv2020({ strict: false }).compile(strict),
      new Ajv2020({ strict: false }).compile({ $defs: { a: schema }, ...ref('#/$defs/a') }),
    ])
      expect([validate({ k: { q: 1 } }), validate({ k: { typo: 1 } })]).toEqual([true, false])
  })

  it('a reference to another document stays, and is reported', () => {
    for (const to of ['https://x.test/other', '#nowhere', 'urn:b#/c', 'http://[', ''])
      expect(embedSchema({ items: ref(to) }, '#/x')).toEqual({ schema: { items: ref(to === '' ? '#/x' : to) }, refers: true })
    expect(embedSchema({ items: {} }, '#/x').refers).toBe(false)
  })

  it('keeps keys such as __proto__ as data', () => {
    const schema: Record<string, unknown> = JSON.parse(
      '{"properties":{"__proto__":{"$ref":"#/$defs/a"}},"$defs":{"a":{"type":"string"}},"default":{"__proto__":1}}',
    )
    expect(JSON.stringify(embedSchema(schema, '#/x').schema)).toBe(JSON.stringify(schema).replace('#/$defs/a', '#/x/$defs/a'))
  })

  it('a value that is no schema allows any object, false allows nothing', () => {
    for (const none of [true, undefined, null, 5, []]) expect(embedSchema(none, '#').schema).toEqual({ type: 'object' })
    expect(embedSchema(false, '#').schema).toBe(false)
  })

  it('throws for a schema that is too deep or contains itself', () => {
    const circle: Record<string, unknown> = {}
    circle.items = circle
    for (const deep of [circle, JSON.parse(`${'{"items":'.repeat(20_000)}{}${'}'.repeat(20_000)}`)])
      expect(() => embedSchema(deep, '#')).toThrow(expect.objectContaining({ code: 'too_deep' }))
  })
})
