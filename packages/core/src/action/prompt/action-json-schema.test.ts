import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { actionJsonSchema } from './action-json-schema.ts'
import type { PromptTool } from './action-prompt.ts'

const tools: PromptTool[] = [
  { name: 'stock', description: '', input: { type: 'object', properties: { sku: { type: 'string' } }, required: ['sku'], additionalProperties: false } },
  { name: 'tree', description: '', input: { type: 'object', properties: { next: { $ref: '#' } } } },
]

type Schema = { [key: string]: Schema }
const schemaOf = (options: Parameters<typeof actionJsonSchema>[0]) => actionJsonSchema(options) as unknown as Schema
const compile = (options: Parameters<typeof actionJsonSchema>[0]) => new Ajv2020({ allErrors: true, logger: false }).compile(schemaOf(options))

describe('actionJsonSchema', () => {
  it('strict: a union with one branch a tool and opcode, next_node first', () => {
    const branches = Object.values(schemaOf({ tools, mode: 'strict' }).anyOf ?? [])
    expect(branches.map((branch) => branch.properties?.next_node)).toEqual([
      { const: 'stock' },
      { const: 'tree' },
      { const: 'plan' },
      { const: 'task' },
      { const: 'final_response' },
    ])
    for (const branch of branches) {
      expect(Object.keys(branch.properties ?? {})).toEqual(['next_node', 'args'])
      expect([branch.required, branch.additionalProperties]).toEqual([['next_node', 'args'], false])
    }
    expect(branches[0]?.properties?.args).toEqual(tools[0]?.input)
  })

  it('strict: a tool schema with references stands in $defs, its references point there', () => {
    const { anyOf, $defs } = schemaOf({ tools, mode: 'strict' })
    expect(anyOf?.[1]?.properties?.args).toEqual({ $ref: '#/$defs/tool_1' })
    expect($defs).toEqual({ tool_1: { type: 'object', properties: { next: { $ref: '#/$defs/tool_1' } } } })
  })

  it('[004-act-06] [004-act-08] describes the arguments of an answer and of a plan', () => {
    const [plan, , answer] = Object.values(schemaOf({ tools: [], mode: 'strict' }).anyOf ?? [])
    expect(answer?.properties?.args?.required).toEqual(['answer'])
    expect(Object.keys(answer?.properties?.args?.properties ?? {})).toEqual(expect.arrayContaining(['sources', 'suggested_actions', 'confidence', 'language']))
    expect(Object.keys(plan?.properties?.args?.properties?.join?.properties ?? {})).toEqual(['node', 'args', 'inject'])
  })

  it('loose: one flat object for weak models', () => {
    expect(actionJsonSchema({ tools, mode: 'loose', task: false })).toEqual({
      type: 'object',
      properties: { next_node: { type: 'string', enum: ['stock', 'tree', 'plan', 'final_response'] }, args: { type: 'object' } },
      required: ['next_node', 'args'],
      additionalProperties: false,
    })
  })

  it('[004-prm-02] follows the action format', () => {
    const legacy = schemaOf({ tools, mode: 'strict', format: 'legacy' })
    expect(Object.keys(legacy.properties ?? {})).toEqual(['thought', 'next_node', 'args', 'plan', 'join'])
    expect(legacy.properties?.next_node).toEqual({ anyOf: [{ type: 'string', enum: ['stock', 'tree'] }, { type: 'null' }] })
    for (const mode of ['strict', 'loose'] as const) {
      const auto = schemaOf({ tools, mode })
      expect([schemaOf({ tools, mode, format: 'auto' }), schemaOf({ tools, mode, format: 'unified' })]).toEqual([auto, auto])
      expect(JSON.stringify(auto)).not.toMatch(/"thought"|raw_answer/)
      expect(Object.keys(schemaOf({ tools, mode, format: 'legacy' }).properties ?? {})).toContain('thought')
    }
  })

  it('shares nothing with the schemas of the tools or of an earlier call, so a host may change what it got', () => {
    const change = (value: unknown) => {
      if (typeof value !== 'object' || value === null) return
      for (const child of Object.values(value)) change(child)
      if (Array.isArray(value)) value.length = 0
      else for (const key of Object.keys(value)) Reflect.deleteProperty(value, key)
    }
    const own: PromptTool[] = [
      { name: 'a', description: '', input: { properties: { q: { enum: [['x']], default: { y: [1] }, $ref: '#/properties/r' }, r: true } } },
    ]
    const before = JSON.stringify(own)
    for (const options of [{ mode: 'strict' }, { mode: 'loose' }, { mode: 'strict', format: 'legacy' }] as const) {
      const first = JSON.stringify(actionJsonSchema({ tools: own, ...options }))
      change(actionJsonSchema({ tools: own, ...options }))
      expect(JSON.stringify(actionJsonSchema({ tools: own, ...options }))).toBe(first)
    }
    expect(JSON.stringify(own)).toBe(before)
  })
})

describe('what the schema accepts', () => {
  const group = { group: 'g', group_id: 'i', group_sealed: true, group_report: 'all', group_merge_strategy: 'APPEND', retain_turn: true }
  const steps = [{ node: 'stock', args: { sku: 'K-1' } }]
  const canonical: [string, Record<string, unknown>][] = [
    ['stock', { sku: 'K-1' }],
    ['tree', { next: { next: {} } }],
    ['final_response', { answer: 'x' }],
    ['final_response', { answer: 'x', confidence: 0.5, language: 'en', route: 'r', requires_followup: true, warnings: ['w'] }],
    ['final_response', { answer: 'x', sources: [{ title: 't', url: 'u', snippet: 's', relevance_score: 0.5 }] }],
    ['final_response', { answer: 'x', suggested_actions: [{ action_id: 'a', label: 'l', params: { p: 1 } }] }],
    ['final_response', { answer: 'x', artifacts: { chart: { $artifact: 'draw.chart' } }, extra: { a: 1 } }],
    ['plan', { steps }],
    ['plan', { steps, join: { node: 'tree', args: {}, inject: { next: '$all' } } }],
    ['plan', { steps, join: { node: null } }],
    ['plan', { steps, join: { inject: { next: '$all' } } }],
    ['plan', { steps, join: {} }],
    ['task', { name: 'n', mode: 'subagent', query: 'q', merge_strategy: 'HUMAN_GATED', ...group }],
    ['task', { mode: 'job', tool: 'stock', tool_args: { sku: 'K-1' } }],
    ['task', { query: 'q' }],
    ['task', {}],
  ]
  const wrong: [string, unknown][] = [
    ['stock', { sku: 1 }],
    ['stock', { sku: 'K-1', more: 1 }],
    ['tree', { next: 1 }],
    ['tree', []],
    ['nothing', {}],
    ['final_response', {}],
    ['final_response', { answer: '' }],
    ['final_response', { raw_answer: 'x' }],
    ['final_response', { answer: 'x', confidence: 2 }],
    ['plan', { steps: [] }],
    ['plan', { steps: [{ node: 'nothing', args: {} }] }],
    ['plan', { steps: [{ node: 'plan', args: {} }] }],
    ['task', { mode: 'SUBAGENT' }],
    ['task', { merge_strategy: 'x' }],
  ]

  it('every canonical action, in both modes', () => {
    for (const mode of ['strict', 'loose'] as const) {
      const validate = compile({ tools, mode })
      for (const [next_node, args] of canonical)
        expect([next_node, args, validate({ next_node, args }), validate.errors]).toEqual([next_node, args, true, null])
    }
  })

  it('strict: nothing that is wrong about the kind, the tool or its arguments', () => {
    const validate = compile({ tools, mode: 'strict' })
    for (const [next_node, args] of wrong) expect([next_node, args, validate({ next_node, args })]).toEqual([next_node, args, false])
    for (const action of [null, [], 'x', {}, { next_node: 'stock' }, { next_node: null, args: {} }, { next_node: 'tree', args: {}, thought: 't' }])
      expect(validate(action)).toBe(false)
  })

  it('compiles without tools, for a hundred of them, and for names of all kinds', () => {
    const many = Array.from({ length: 100 }, (_, index) => ({ name: `tool_${index}`, description: '', input: tools[index % 2]?.input ?? true }))
    const odd = ['plan', 'a"b\n', '', '__proto__', 'a', 'a'].map((name) => ({ name, description: '', input: { $ref: '#/$defs/x', $defs: { x: {} } } }))
    for (const given of [[], many, odd]) for (const mode of ['strict', 'loose'] as const) expect(compile({ tools: given, mode })).toBeTypeOf('function')
  })

  it('offers only the opcodes that are allowed, and no $defs without references', () => {
    const names = (options: object) =>
      Object.values(schemaOf({ tools: [], mode: 'strict', ...options }).anyOf ?? []).map((branch) => branch.properties?.next_node)
    expect(names({})).toEqual([{ const: 'plan' }, { const: 'task' }, { const: 'final_response' }])
    expect(names({ plan: false })).toEqual([{ const: 'task' }, { const: 'final_response' }])
    expect(names({ plan: false, task: false })).toEqual([{ const: 'final_response' }])
    expect(schemaOf({ tools: [], mode: 'strict' })).not.toHaveProperty('$defs')
  })
})
