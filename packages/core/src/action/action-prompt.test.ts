import { describe, expect, it } from 'vitest'
import { buildActionPrompt, type PromptTool } from './action-prompt.ts'
import { isFinalResponse, isPlan, isTask, isToolCall } from './guards.ts'
import { normalizeAction } from './normalize-action.ts'

const tools: PromptTool[] = [
  { name: 'stock', description: 'Stock of  an\nitem', input: { type: 'object', properties: { sku: { type: 'string' } }, required: ['sku'] } },
  { name: 'ping', description: 'Answers', input: true },
]
const unified = buildActionPrompt({ tools })
const legacy = buildActionPrompt({ tools, format: 'legacy' })

/** The examples of a prompt: its lines that are JSON. */
const examplesOf = (prompt: string) => prompt.split('\n').filter((line) => line.startsWith('{'))

describe('buildActionPrompt', () => {
  it('[000-prm-01] demands one JSON object a turn and nothing outside it', () => {
    for (const prompt of [unified, legacy]) expect(prompt).toMatch(/exactly one JSON object and nothing else.*one action a turn/)
  })

  it('[000-prm-02] says that the answer is required and is a full one', () => {
    expect(unified).toMatch(/"answer" is required.*full answer.*not a summary/)
    expect(legacy).toMatch(/"raw_answer" is required.*full answer.*not a summary/)
  })

  it('[000-prm-03] says that artifacts are collected and must not be repeated', () => {
    for (const prompt of [unified, legacy]) expect(prompt).toMatch(/Artifacts.*collected automatically.*Do not repeat them/)
  })

  it('[000-prm-04] offers the optional finish fields', () => {
    for (const prompt of [unified, legacy])
      for (const field of ['confidence', 'route', 'requires_followup', 'warnings']) expect(prompt).toContain(`- "${field}":`)
  })

  it('[000-prm-06] asks for short thoughts in the five-field form, and names join and inject', () => {
    expect(legacy).toMatch(/"thought" \(short and factual\)/)
    for (const prompt of [unified, legacy]) expect(prompt).toMatch(/"join".*"inject"/s)
  })

  it('forbids inventing tools and lists those there are with their schemas', () => {
    expect(unified).toContain('never invent a tool name')
    expect(unified).toContain('- stock: Stock of an item\n  args: {"type":"object","properties":{"sku":{"type":"string"}},"required":["sku"]}')
    expect(buildActionPrompt({ tools: [] })).toContain('Available tools: none.')
  })

  it('[004-prm-01] explains the four kinds with an example each, and when to finish', () => {
    const actions = examplesOf(unified).map((example) => normalizeAction(example, { format: 'unified' }))
    expect(actions.map(({ action, repairs }) => [isToolCall(action), isPlan(action), isTask(action), isFinalResponse(action), repairs.length])).toEqual([
      [true, false, false, false, 0],
      [false, true, false, false, 0],
      [false, false, true, false, 0],
      [false, false, false, true, 0],
    ])
    expect(unified).toMatch(/"final_response"\. Only when you have everything/)
  })

  it('[004-norm-10] auto and unified teach the two-field form, legacy the five-field form, with examples that its own format accepts', () => {
    expect(buildActionPrompt({ tools, format: 'unified' })).toBe(unified)
    expect(buildActionPrompt({ tools, format: 'auto' })).toBe(unified)
    expect(unified).not.toMatch(/"thought"|raw_answer/)
    const actions = examplesOf(legacy).map((example) => normalizeAction(example, { format: 'legacy' }).action.next_node)
    expect(actions).toEqual(['search_orders', 'plan', 'final_response'])
  })

  it('leaves out plans and tasks where there are none', () => {
    const prompt = buildActionPrompt({ tools, plan: false, task: false })
    expect(examplesOf(prompt).map((example) => normalizeAction(example).action.next_node)).toEqual(['search_orders', 'final_response'])
    expect(prompt).not.toMatch(/"plan"|"task"/)
    expect(buildActionPrompt({ tools, format: 'legacy', plan: false })).not.toContain('"join" is optional')
  })

  it('gives the same bytes for the same tools', () => {
    expect(buildActionPrompt({ tools: structuredClone(tools), format: 'auto' })).toBe(unified)
  })
})
