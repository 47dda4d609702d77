import { PfError, type ToolDefinition } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { createPolicy } from '@pf/registry'
import { describe, expect, it } from 'vitest'
import { type AgentOptions, createAgent } from '../index.ts'
import type { Model } from '../model/model.ts'

const model: Model = {
  name: 'none',
  async *stream() {
    yield { type: 'finish', reason: 'stop' }
  },
}
const tool = (name: string, more: Partial<ToolDefinition> = {}): ToolDefinition => ({
  name,
  description: 'Does it.',
  input: { type: 'object' },
  run: () => 1,
  ...more,
})
const options = (more: Record<string, unknown> = {}) => ({ model, tools: [], ports: createMemoryStore(), ...more }) as unknown as AgentOptions

function faultsOf(given: AgentOptions): readonly string[] {
  try {
    createAgent(given)
    return []
  } catch (error) {
    if (!PfError.isInstance(error) || error.code !== 'invalid_config') throw error
    return error.fields.faults as string[]
  }
}

describe('the configuration of an agent', () => {
  it('is fine with a model, tools and stores', () => {
    expect(faultsOf(options({ tools: [tool('find')] }))).toEqual([])
  })

  it('[004-act-03] refuses tools named like an action or an alias of one, whatever the case and with hyphens', () => {
    for (const name of ['plan', 'Task', 'FINAL_RESPONSE', 'parallel', 'task.subagent', 'task.tool', 'final_answer', 'Final-Answer', 'final-response'])
      expect(faultsOf(options({ tools: [tool(name)] }))).toEqual([expect.stringContaining('has the name of an action')])
    expect(faultsOf(options({ tools: [tool('__Planning__')] }))).toEqual([expect.stringContaining('has the name of an action')])
    expect(faultsOf(options({ tools: [tool('planner'), tool('tasks'), tool('finalresponse')] }))).toEqual([])
  })

  it('refuses tools named like a meta-tool only while rich output is on', () => {
    expect(faultsOf(options({ tools: [tool('render_component')] }))).toEqual([])
    expect(faultsOf(options({ tools: [tool('ui_form')], richOutput: { enabled: true } }))).toEqual([expect.stringContaining('rich output')])
  })

  it('tells all faults at once', () => {
    const faults = faultsOf(
      options({
        model: {},
        ports: { storage: {} },
        reasoning: 'loud',
        limits: { maxSteps: 0, speed: 9, deadlineMs: 1.5 },
        tools: [tool('a'), tool('a'), tool('1bad'), tool('b', { description: ' ' }), tool('c', { input: true }), tool('d', { timeoutMs: -1 }), null],
      }),
    )
    for (const part of [
      'model must',
      'ports.events',
      'ports.threads',
      'reasoning must',
      'limits.maxSteps',
      'limits.speed',
      'limits.deadlineMs',
      'two tools',
      '"1bad"',
      '"b" needs a description',
      '"c": input',
      '"d": timeoutMs',
      'tools[6]',
    ])
      expect(faults.join('\n')).toContain(part)
  })

  it('refuses a schema that does not compile, by the name of the tool', () => {
    expect(faultsOf(options({ tools: [tool('odd', { input: { type: 'object', properties: { a: { type: 'nonsense' } } } })] }))).toEqual([
      expect.stringContaining('tool "odd"'),
    ])
  })

  it('refuses components that do not exist, all of them', () => {
    const faults = faultsOf(options({ richOutput: { enabled: true, allowlist: ['metric', 'metrik', 'chart'] } }))
    expect(faults).toHaveLength(2)
  })

  it('takes all components of the default list without an allowlist, those that ask among them', () => {
    const agent = createAgent(options({ richOutput: { enabled: true } }))
    expect(agent.catalog().enabled).toBe(true)
    expect(
      agent
        .catalog()
        .components.filter(({ interactive }) => interactive)
        .map(({ name }) => name),
    ).toEqual(['confirm', 'form', 'select_option'])
    expect(agent.catalog().allowlist).not.toContain('html')
  })

  it('offers only what the front end can draw, when it is configured', () => {
    const enabled = (richOutput: object) => createAgent(options({ richOutput: { enabled: true, ...richOutput } })).catalog().allowlist
    expect(enabled({ renderers: ['grid', 'metric', 'html'] })).toEqual(['metric', 'grid'])
    expect(enabled({ renderers: ['grid', 'metric'], allowlist: ['metric', 'json'] })).toEqual(['metric'])
    expect(enabled({})).toContain('mermaid')
    expect(faultsOf(options({ richOutput: { enabled: true, renderers: ['metrik'] } }))).toEqual([expect.stringContaining('renderers names')])
    expect(faultsOf(options({ richOutput: { enabled: true, renderers: [], policy: createPolicy() } }))).toEqual([expect.stringContaining('not both')])
  })

  it('[003-int-11] refuses interactive components without a store for questions, and names them', () => {
    const { pending: _, ...without } = createMemoryStore()
    const faults = (richOutput: object) => faultsOf(options({ ports: without as never, richOutput: { enabled: true, ...richOutput } }))
    expect(faults({})).toEqual([expect.stringMatching(/ports\.pending is missing; richOutput enables confirm, form, select_option, which wait/)])
    expect(faults({ allowlist: ['metric', 'form'] })).toEqual([expect.stringContaining('enables form, which')])
    expect(faults({ policy: createPolicy({ allowlist: ['metric'] }) })).toEqual(['ports.pending is missing'])
    expect(faultsOf(options({ richOutput: { enabled: true, policy: createPolicy() } }))).toEqual([])
  })
})
