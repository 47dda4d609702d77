import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { answerArgs, legacyAction, openObject, planArgs, taskArgs } from './opcode-schemas.ts'

const tools = [{ name: 'stock' }, { name: 'price' }]
const compile = (schema: object | boolean) => new Ajv2020({ allErrors: true, logger: false }).compile(schema)

/** A schema, a value it accepts, and for each member a value it refuses. */
const cases: [string, object | boolean, Record<string, unknown>, [string, unknown][]][] = [
  [
    'an answer',
    answerArgs(),
    {
      answer: 'Done.',
      confidence: 0.5,
      route: 'calculation',
      requires_followup: false,
      warnings: ['w'],
      sources: [{ title: 't', url: 'u', snippet: 's', relevance_score: 1 }, { title: 't' }],
      suggested_actions: [
        { action_id: 'a', label: 'l', params: { b: 1 } },
        { action_id: 'a', label: 'l' },
      ],
      language: 'en',
      artifacts: { chart: {} },
      extra: { a: 1 },
    },
    [
      ['answer', ''],
      ['answer', 1],
      ['answer', undefined],
      ['confidence', 1.1],
      ['confidence', -0.1],
      ['confidence', 'high'],
      ['route', 1],
      ['requires_followup', 'no'],
      ['warnings', 'w'],
      ['warnings', [1]],
      ['sources', {}],
      ['sources', ['t']],
      ['sources', [{ url: 'u' }]],
      ['sources', [{ title: 1 }]],
      ['sources', [{ title: 't', url: 1 }]],
      ['sources', [{ title: 't', snippet: 1 }]],
      ['sources', [{ title: 't', relevance_score: 2 }]],
      ['sources', [{ title: 't', relevance_score: -1 }]],
      ['suggested_actions', {}],
      ['suggested_actions', ['a']],
      ['suggested_actions', [{ action_id: 'a' }]],
      ['suggested_actions', [{ label: 'l' }]],
      ['suggested_actions', [{ action_id: 1, label: 'l' }]],
      ['suggested_actions', [{ action_id: 'a', label: 'l', params: 1 }]],
      ['language', 1],
      ['artifacts', []],
      ['extra', 'a'],
      ['other', 1],
    ],
  ],
  [
    'a plan',
    planArgs(tools),
    {
      steps: [
        { node: 'stock', args: { a: 1 } },
        { node: 'price', args: {} },
      ],
      join: { node: 'price', args: {}, inject: { a: '$all' } },
    },
    [
      ['steps', []],
      ['steps', undefined],
      ['steps', {}],
      ['steps', [{ node: 'stock' }]],
      ['steps', [{ args: {} }]],
      ['steps', [{ node: 'other', args: {} }]],
      ['steps', [{ node: 'stock', args: [] }]],
      ['steps', [{ node: 'stock', args: {}, more: 1 }]],
      ['join', { node: 'other' }],
      ['join', { args: [] }],
      ['join', { inject: [] }],
      ['join', { more: 1 }],
      ['other', 1],
    ],
  ],
  [
    'a task',
    taskArgs(tools),
    {
      name: 'n',
      mode: 'job',
      query: 'q',
      tool: 'stock',
      tool_args: {},
      merge_strategy: 'APPEND',
      group: 'g',
      group_id: 'i',
      group_sealed: true,
      group_report: 'any',
      group_merge_strategy: 'REPLACE',
      retain_turn: false,
    },
    [
      ['name', 1],
      ['mode', 'other'],
      ['query', 1],
      ['tool', 'other'],
      ['tool_args', []],
      ['merge_strategy', 'append'],
      ['group', 1],
      ['group_id', 1],
      ['group_sealed', 'yes'],
      ['group_report', 'some'],
      ['group_report', 1],
      ['group_merge_strategy', 'other'],
      ['retain_turn', 1],
      ['other', 1],
    ],
  ],
  [
    'an action of the five-field form',
    legacyAction(tools, true),
    { thought: 't', next_node: 'stock', args: { a: 1 }, plan: [{ node: 'stock', args: {} }], join: {} },
    [
      ['thought', null],
      ['next_node', 'other'],
      ['args', []],
      ['args', undefined],
      ['plan', []],
      ['plan', {}],
      ['plan', ['stock']],
      ['plan', [{ node: 'stock' }]],
      ['plan', [{ args: {} }]],
      ['plan', [{ node: 'other', args: {} }]],
      ['plan', [{ node: 'stock', args: 1 }]],
      ['join', []],
      ['other', 1],
    ],
  ],
]

describe.each(cases)('the schema of %s', (_, schema, value, refused) => {
  const accepts = compile(schema)

  it('accepts a value with every member', () => {
    expect([accepts(value), accepts.errors]).toEqual([true, null])
  })

  it.each(refused)('refuses %s: %j', (key, wrong) => {
    const changed = { ...value, [key]: wrong }
    if (wrong === undefined) delete changed[key]
    expect(accepts(changed)).toBe(false)
  })
})

describe('the members that may be missing or null', () => {
  it('an answer needs its text alone, a plan its steps, and a task nothing', () => {
    expect(compile(answerArgs())({ answer: 'a' })).toBe(true)
    expect(compile(planArgs(tools))({ steps: [{ node: 'stock', args: {} }], join: { node: null } })).toBe(true)
    expect(compile(taskArgs([]))({})).toBe(true)
    expect(taskArgs([])).not.toHaveProperty('required')
  })

  it('without tools, any name is one', () => {
    expect(compile(planArgs([]))({ steps: [{ node: 'any', args: {} }] })).toBe(true)
    expect(compile(planArgs([]))({ steps: [{ node: 1, args: {} }] })).toBe(false)
  })

  it('every field of the five-field form but the thought can be null, and plans only are where none are allowed', () => {
    const nothing = { thought: 't', next_node: null, args: null, plan: null, join: null }
    expect(compile(legacyAction(tools, true))(nothing)).toBe(true)
    expect(compile(legacyAction(tools, false))(nothing)).toBe(true)
    expect(compile(legacyAction(tools, false))({ ...nothing, plan: [{ node: 'stock', args: {} }] })).toBe(false)
    expect(compile(legacyAction(tools, false))({ ...nothing, join: {} })).toBe(false)
  })

  it('each call returns a schema of its own, which a host may change', () => {
    expect(openObject()).not.toBe(openObject())
    expect(answerArgs()).not.toBe(answerArgs())
  })
})
