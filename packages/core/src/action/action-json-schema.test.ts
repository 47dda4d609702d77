import { describe, expect, it } from 'vitest'
import { actionJsonSchema } from './action-json-schema.ts'
import type { PromptTool } from './action-prompt.ts'

const tree = { type: 'object', properties: { next: { $ref: '#/$defs/node' }, $ref: { const: { $ref: '#/x' } } }, $defs: { node: { $ref: '#' } } }
const tools: PromptTool[] = [
  { name: 'stock', description: '', input: { type: 'object', properties: { sku: { type: 'string' } } } },
  { name: 'tree', description: '', input: tree },
]

type Schema = { [key: string]: Schema }
const schemaOf = (options: Parameters<typeof actionJsonSchema>[0]) => actionJsonSchema(options) as unknown as Schema

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

  it('strict: references inside a tool schema keep pointing to where they did', () => {
    const moved = schemaOf({ tools, mode: 'strict' }).anyOf?.[1]?.properties?.args
    expect(moved).toEqual({
      type: 'object',
      properties: { next: { $ref: '#/anyOf/1/properties/args/$defs/node' }, $ref: { const: { $ref: '#/x' } } },
      $defs: { node: { $ref: '#/anyOf/1/properties/args' } },
    })
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
})
