import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../../../tooling/test-setup/cpu-time.ts'
import type { PlanTool } from './plan-types.ts'
import { validatePlan } from './validate-plan.ts'

const use = (schema: PlanTool['inputSchema']): PlanTool => (schema === undefined ? { name: 'use' } : { name: 'use', inputSchema: schema })
const check = (outputSchema: PlanTool['outputSchema'], template: string, target?: PlanTool['inputSchema']) =>
  validatePlan(
    {
      calls: [
        { tool_name: 'look', arguments: {} },
        { tool_name: 'use', arguments: { x: template } },
      ],
    },
    [outputSchema === undefined ? { name: 'look' } : { name: 'look', outputSchema }, use(target)],
  ).errors
const kinds = (...given: Parameters<typeof check>) => check(...given).map(({ kind }) => kind)
const string = { type: 'string' }

describe('where a reference may point', () => {
  it('[001-tmpl-04] [001-tmpl-07] only to a call before its own', () => {
    const tools = [{ name: 'a', outputSchema: { type: 'object', properties: { id: string } } }]
    const report = validatePlan(
      { calls: ['$0.output.id', '$2.output.id', '$0.output.id', '$9.output.id'].map((x) => ({ tool_name: 'a', arguments: { x } })) },
      tools,
    )
    expect(report.errors).toMatchObject([
      { tool_index: 0, kind: 'self_reference', referenced_index: 0 },
      { tool_index: 1, kind: 'forward_reference', referenced_index: 2 },
      { tool_index: 3, kind: 'index_out_of_bounds', referenced_index: 9, max_valid_index: 2 },
    ])
  })

  it('[001-tmpl-05] [001-tmpl-08] only to a field of the output schema; the error names place, tool, field and what there is', () => {
    const schema = { type: 'object', properties: { topic: string, sources: { type: 'array' } } }
    expect(check(schema, '$0.output.artifact_id')).toEqual([
      {
        tool_index: 1,
        argument: 'x',
        template: '$0.output.artifact_id',
        kind: 'field_not_found',
        tool: 'look',
        field: 'artifact_id',
        available_fields: ['topic', 'sources'],
      },
    ])
  })

  it.each(['constructor', 'toString', '__proto__', 'hasOwnProperty', 'length'])('never to %s, which is no field', (name) => {
    expect(kinds({ type: 'object', properties: { a: string } }, `$0.output.${name}`)).toEqual(['field_not_found'])
  })

  it('into an object that does not say what it holds', () => {
    expect(kinds({ type: 'object' }, '$0.output.a.b.0.c')).toEqual([])
    expect(kinds(true, '$0.output.a.b')).toEqual([])
    expect(kinds({}, '$0.output.a')).toEqual([])
    expect(kinds({ type: 'object', properties: { a: string }, additionalProperties: true }, '$0.output.b')).toEqual([])
    expect(
      kinds({ type: 'object', properties: { a: string }, patternProperties: { '^x-': { type: 'object', properties: { k: string } } } }, '$0.output.x-b.k'),
    ).toEqual([])
    expect(kinds({ type: 'object', additionalProperties: { type: 'object', properties: { k: string } } }, '$0.output.any.nope')).toEqual(['field_not_found'])
  })

  it('through $id, anchors of both drafts and addresses relative to the schema they stand in', () => {
    const target = { type: 'object', properties: { a: string } }
    const schemas: NonNullable<PlanTool['outputSchema']>[] = [
      { $id: 'https://x.test/s/root.json', $ref: 'root.json#/$defs/t', $defs: { t: target } },
      { $id: 'https://x.test/s/root.json#', $ref: '#/$defs/t', $defs: { t: target } },
      { $id: 'root.json', $ref: 'root.json#t', $defs: { t: { ...target, $anchor: 't' } } },
      { $ref: 'part.json', $defs: { t: { ...target, $id: 'part.json' } } },
      { $ref: 'urn:pf:part', $defs: { t: { $id: 'urn:pf:part', $ref: '#/$defs/u', $defs: { u: target } } } },
      {
        $ref: '#/$defs/t',
        $defs: { t: { $id: 'sub/part.json', $ref: '#/$defs/u', $defs: { u: { $ref: 'other.json' } } }, o: { ...target, $id: 'sub/other.json' } },
      },
      { $ref: '#t', definitions: { t: { ...target, $id: '#t' } } },
      { $ref: '#t%C3%A9', $defs: { t: { ...target, $anchor: 'té' } } },
    ]
    for (const schema of schemas) expect([schema, kinds(schema, '$0.output.a'), kinds(schema, '$0.output.b')]).toEqual([schema, [], ['field_not_found']])
    for (const $ref of ['#/$defs/u', 'elsewhere.json', 'part.json#nothing', 'urn:pf:other', 'http://['])
      expect(kinds({ $ref, $defs: { t: { $id: 'part.json', $defs: { u: target } } } }, '$0.output.a')).toEqual(['unresolvable_schema_ref'])
  })

  it('to fields that only hold once another field is there', () => {
    const more = { properties: { b: { type: 'number' } } }
    const conditions = [
      { dependentSchemas: { a: more } },
      { dependencies: { a: more, c: ['a'] } },
      { if: more },
      JSON.parse('{"if": {"required": ["a"]}, "then": {"properties": {"b": {"type": "number"}}}}') as object,
      { if: { required: ['a'] }, else: more },
    ]
    for (const condition of conditions) {
      const schema = { type: 'object', properties: { a: string }, ...condition }
      expect([condition, kinds(schema, '$0.output.a'), kinds(schema, '$0.output.b'), kinds(schema, '$0.output.z')]).toEqual([
        condition,
        [],
        [],
        ['field_not_found'],
      ])
    }
    expect(kinds({ type: 'object', properties: { a: string }, dependencies: { a: ['b'] } }, '$0.output.b')).toEqual(['field_not_found'])
  })

  it('through local references, anchors and circles, never out of the document', () => {
    const node = { type: 'object', properties: { next: { $ref: '#' }, value: { $ref: '#v' } }, $defs: { v: { $anchor: 'v', type: 'number' }, 'a%b/c': string } }
    expect(kinds(node, '$0.output.next.next.next.value')).toEqual([])
    expect(kinds(node, '$0.output.next.next.nope')).toEqual(['field_not_found'])
    expect(kinds({ $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/a' } } }, '$0.output.x')).toEqual([])
    for (const $ref of ['https://example.com/a.json', '#/$defs/none', '#none', 'other.json#/a', '#/%E0%A4%A'])
      expect(kinds({ $ref }, '$0.output.x')).toEqual(['unresolvable_schema_ref'])
    expect(kinds({ anyOf: [{ $ref: 'https://example.com' }, { type: 'object', properties: { a: string } }] }, '$0.output.a')).toEqual([])
  })

  it('into any branch, and into none that the whole rules out', () => {
    const either = { anyOf: [{ type: 'object', properties: { a: string } }, { type: 'null' }] }
    expect(kinds(either, '$0.output.a')).toEqual([])
    expect(kinds(either, '$0.output.b')).toEqual(['field_not_found'])
    const both = { properties: { a: string }, allOf: [{ properties: { b: string }, additionalProperties: false }] }
    expect(kinds(both, '$0.output.b')).toEqual([])
    expect(kinds(both, '$0.output.a')).toEqual(['field_not_found'])
    const when = JSON.parse('{"type": "object", "if": {}, "then": {"properties": {"a": {}}}, "else": {"properties": {"b": {}}}}')
    expect([...kinds(when, '$0.output.a'), ...kinds(when, '$0.output.b')]).toEqual([])
    expect(kinds(when, '$0.output.c')).toEqual(['field_not_found'])
  })

  it('to items by number only, within the bounds of the list', () => {
    const list = { type: 'array', prefixItems: [string, { type: 'object', properties: { k: string } }], items: false }
    expect(kinds(list, '$0.output[1].k')).toEqual([])
    expect(kinds(list, '$0.output.0')).toEqual([])
    expect(kinds(list, '$0.output[2]')).toEqual(['field_not_found'])
    expect(kinds({ type: 'array', maxItems: 2 }, '$0.output[2]')).toEqual(['field_not_found'])
    expect(kinds({ type: 'array', items: [string], additionalItems: false }, '$0.output[1]')).toEqual(['field_not_found'])
    expect(kinds({ type: 'array', items: { type: 'object', properties: { id: string } } }, '$0.output.7.id')).toEqual([])
    expect(kinds({ type: 'array' }, '$0.output.length')).toEqual(['field_not_found'])
    expect(kinds({ type: 'string' }, '$0.output[0]')).toEqual(['field_not_found'])
  })
})

describe('what a reference may stand for', () => {
  const target = (x: unknown) => ({ type: 'object', properties: { x } })

  it('[001-tmpl-06] only for a type that the argument takes', () => {
    const output = {
      type: 'object',
      properties: { s: string, n: { type: 'number' }, i: { type: 'integer' }, u: {}, m: { type: ['string', 'null'] }, z: { type: 'null' } },
    }
    const to = (field: string, type: unknown) => kinds(output, `$0.output.${field}`, target({ type }))
    expect(to('s', 'string')).toEqual([])
    expect(to('s', 'number')).toEqual(['type_mismatch'])
    expect(to('i', 'number')).toEqual([])
    expect(to('n', 'integer')).toEqual([])
    expect(to('m', 'string')).toEqual([])
    expect(to('z', 'string')).toEqual(['type_mismatch'])
    expect(to('u', 'boolean')).toEqual([])
    expect(check(output, '$0.output.s', target({ type: ['number', 'boolean'] }))).toMatchObject([
      { kind: 'type_mismatch', expected: ['number', 'boolean'], actual: ['string'] },
    ])
  })

  it('in an argument that the tool has', () => {
    const closed = { type: 'object', properties: { y: string }, additionalProperties: false }
    expect(check({ type: 'object', properties: { a: string } }, '$0.output.a', closed)).toMatchObject([
      { kind: 'unknown_argument', tool: 'use', available_fields: ['y'] },
    ])
    expect(kinds({ type: 'object', properties: { a: string } }, '$0.output.a', { type: 'object', properties: { y: string } })).toEqual([])
    const nested = validatePlan(
      {
        calls: [
          { tool_name: 'look', arguments: {} },
          { tool_name: 'use', arguments: { x: { y: ['$0.output.a'] } } },
        ],
      },
      [{ name: 'look', outputSchema: { type: 'object', properties: { a: string } } }, use({ type: 'object', properties: { x: string } })],
    )
    expect(nested.errors).toMatchObject([{ argument: 'x.y.0', kind: 'type_mismatch', expected: ['string'], actual: ['object'] }])
  })
})

describe('the report', () => {
  it('warns of a reference inside a longer text, which stays text', () => {
    const report = validatePlan({ calls: [{ tool_name: 'use', arguments: { x: 'about $0.output.a today', y: '$0.outputs', z: '$$0.output.a' } }] }, [use(true)])
    expect(report).toEqual({ errors: [], warnings: [{ tool_index: 0, argument: 'x', template: 'about $0.output.a today', kind: 'embedded_reference' }] })
  })

  it('names the nearest tool for one that there is not', () => {
    expect(validatePlan({ calls: [{ tool_name: 'lok', arguments: {} }] }, [{ name: 'look' }]).errors).toEqual([
      { tool_index: 0, argument: '', template: '', kind: 'unknown_tool', tool: 'lok', nearest: ['look'] },
    ])
  })

  it('says of arguments that are nested without end that they are', () => {
    let deep: Record<string, unknown> = { x: '$0.output.a' }
    for (let level = 0; level < 5_000; level++) deep = { deep }
    expect(validatePlan({ calls: [{ tool_name: 'use', arguments: deep as never }] }, [use(true)]).errors).toMatchObject([{ kind: 'too_deep', tool: 'use' }])
  })

  it('is bounded, and made in bounded time, whatever the schemas hold', () => {
    const doubling = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`d${index}`, { allOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] }]),
    )
    const branching = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        `d${index}`,
        { anyOf: [{ $ref: `#/$defs/d${index + 1}` }, { type: 'object', properties: { a: { $ref: `#/$defs/d${index + 1}` } } }] },
      ]),
    )
    const started = cpuTime()
    for (const $defs of [doubling, branching]) expect(kinds({ $ref: '#/$defs/d0', $defs }, '$0.output.a.a.a.a.a')).toEqual([])
    const calls = Array.from({ length: 300 }, () => ({ tool_name: 'none', arguments: { x: '$999.output.a' } }))
    expect(validatePlan({ calls }, []).errors).toHaveLength(200)
    expect(cpuTime() - started).toBeLessThan(2_000)
  })

  it('stops at the errors it may tell, and at schemas that nobody writes', () => {
    const wide = { type: 'object', allOf: Array.from({ length: 100_000 }, () => ({ properties: { a: { type: 'string' } } })) }
    const started = cpuTime()
    expect(kinds(wide, '$0.output.b')).toEqual([])
    const many = { type: 'object', properties: Object.fromEntries(Array.from({ length: 2_000 }, (_, index) => [`f${index}`, {}])) }
    const { errors } = validatePlan(
      {
        calls: [
          { tool_name: 'look', arguments: {} },
          { tool_name: 'use', arguments: { x: Array.from({ length: 60_000 }, () => '$0.output.nope') } },
        ],
      },
      [{ name: 'look', outputSchema: many }, use(undefined)],
    )
    expect(errors).toHaveLength(200)
    expect(JSON.stringify(errors).length).toBeLessThan(200_000)
    expect(cpuTime() - started).toBeLessThan(3_000)
  })
})

describe('what is no plan', () => {
  const hostile = {
    get tool_name(): string {
      throw new Error('boom')
    },
  }
  const { proxy, revoke } = Proxy.revocable({}, {})
  revoke()
  const throwing = Object.defineProperty({}, 'x', { enumerable: true, get: () => void JSON.parse('{') })
  const circle: Record<string, unknown> = {}
  circle.left = circle.right = circle

  it('is reported, not thrown', () => {
    for (const plan of [null, undefined, 5, 'x', [], {}, { calls: null }, { calls: {} }, proxy]) {
      const report = validatePlan(plan as never, [{ name: 'a' }])
      expect(report).toEqual({ errors: [{ tool_index: 0, argument: '', template: '', kind: 'unreadable', tool: '' }], warnings: [] })
    }
  })

  it('is reported call by call where there is a list', () => {
    const calls = [null, 5, [], { tool_name: 5 }, hostile, proxy, { tool_name: 'a' }, { tool_name: 'a', arguments: 5 }, { tool_name: 'a', arguments: null }]
    const odd = [throwing, { deep: proxy }, circle].map((args) => ({ tool_name: 'a', arguments: args }))
    const { errors } = validatePlan({ calls: [...calls, ...odd] as never }, [{ name: 'a' }])
    expect(errors.map(({ tool_index, kind }) => [tool_index, kind])).toEqual([
      ...[0, 1, 2, 3, 4, 5].map((index) => [index, 'unknown_tool']),
      [9, 'unreadable'],
      [10, 'unreadable'],
      [11, 'too_deep'],
    ])
  })
})
