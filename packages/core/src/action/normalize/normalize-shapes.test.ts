import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import type { ActionFormat } from '../../contracts/action.ts'
import { isRecord } from '../../json/records.ts'
import { actionOf, codeOf } from '../../test-support/normalized.ts'
import { normalizeAction } from './normalize-action.ts'

// This is long enough for a heavily loaded machine.
vi.setConfig({ testTimeout: 120_000 })

describe('normalizeAction: shapes', () => {
  const five = (fields: object) => ({ thought: 't', next_node: null, args: null, plan: null, join: null, ...fields })

  it('[004-norm-01] takes text and objects, two-field, five-field and mixed', () => {
    const tool = { next_node: 'a', args: { q: 1 } }
    const answer = { next_node: 'final_response', args: { answer: 'x' } }
    const plan = { next_node: 'plan', args: { steps: [{ node: 'a', args: {} }] } }
    const forms: [object, object[]][] = [
      [tool, [tool, five(tool), { ...tool, thought: 't' }, { thought: 't', ...tool, join: null }, [tool]]],
      [answer, [answer, five({ args: { raw_answer: 'x' } }), five(answer), { ...answer, plan: null }]],
      [plan, [plan, five({ plan: plan.args.steps }), five(plan), { next_node: 'plan', plan: plan.args.steps, args: null }]],
    ]
    for (const [action, inputs] of forms)
      for (const input of inputs) for (const given of [input, JSON.stringify(input)]) expect(actionOf(given)).toEqual(action)
  })

  it('[004-act-01] gives exactly next_node and args, args empty when there are none', () => {
    expect(actionOf('{"next_node":"a","thought":"t"}')).toEqual({ next_node: 'a', args: {} })
    for (const input of [five({ next_node: 'a' }), { next_node: 'a', args: null }, { next_node: 'a', id: 'call_7', type: 'function' }])
      expect(actionOf(input)).toEqual({ next_node: 'a', args: {} })
  })

  it('[004-act-01] whatever comes in, what comes out has a name that is text, arguments that are an object, and no third field', () => {
    const names = fc.oneof(fc.constantFrom(null, 'plan', 'task', 'final_response', 'search'), fc.jsonValue({ maxDepth: 1 }))
    const fields = fc.record(
      { next_node: names, args: fc.jsonValue(), plan: fc.jsonValue(), thought: fc.jsonValue(), answer: fc.string() },
      { requiredKeys: [] },
    )
    let accepted = 0
    fc.assert(
      fc.property(fields, (input) => {
        if (codeOf(input) !== 'accepted') return
        accepted++
        const action = actionOf(input)
        expect(Object.keys(action).sort()).toEqual(['args', 'next_node'])
        expect([typeof action.next_node, isRecord(action.args)]).toEqual(['string', true])
      }),
      { numRuns: 2_000 },
    )
    expect(accepted).toBeGreaterThan(200)
  })

  it('[004-norm-02] moves a top-level plan and its join into args', () => {
    const plan = [{ node: 'a', args: { q: 1 } }]
    const join = { node: 'b', args: { x: 1 }, inject: { r: '$all' } }
    expect(actionOf(five({ plan, join }))).toEqual({ next_node: 'plan', args: { steps: plan, join } })
    expect(actionOf(five({ plan, next_node: 'c' })).next_node).toBe('plan')
    expect(actionOf({ next_node: 'plan', plan })).toEqual({ next_node: 'plan', args: { steps: plan } })
    expect(actionOf({ next_node: 'c', args: {}, plan: [] }).next_node).toBe('c')
  })

  it('[004-norm-03] makes a null next_node a final_response with its answer', () => {
    expect(actionOf(five({ args: { raw_answer: 'x', confidence: 0.4 } }))).toEqual({ next_node: 'final_response', args: { answer: 'x', confidence: 0.4 } })
    expect(codeOf(five({ args: {} }))).toBe('missing_answer')
  })

  it('[004-norm-04] keeps node and args of a tool call, null args become empty', () => {
    expect(actionOf(five({ next_node: 'a', args: { q: 1 } }))).toEqual({ next_node: 'a', args: { q: 1 } })
    expect(actionOf(five({ next_node: 'a' }))).toEqual({ next_node: 'a', args: {} })
  })

  it('[004-norm-05] looks for the answer under five names, strings only', () => {
    for (const key of ['raw_answer', 'answer', 'text', 'response', 'content']) expect(actionOf(five({ args: { [key]: 'x' } })).args).toEqual({ answer: 'x' })
    expect(actionOf(five({ args: { answer: 42, text: 'x' } })).args.answer).toBe('x')
    expect(actionOf(five({ args: { content: 'c', response: 'r', text: 't', answer: 'a' } })).args.answer).toBe('a')
    expect(actionOf(five({ args: { content: 'c', response: 'r', text: 't' } })).args.answer).toBe('t')
    expect(actionOf(five({ args: { content: 'c', response: 'r' } })).args.answer).toBe('r')
    for (const wrong of [null, {}, ['x', 1], false]) expect(codeOf(five({ args: { text: wrong } }))).not.toBe('accepted')
    expect(codeOf(five({ args: { answer: 42 } }))).toBe('answer_not_string')
  })

  it('[004-norm-06] takes raw_answer for answer, the first string of both', () => {
    expect(actionOf('{"next_node":"final_response","args":{"raw_answer":"one","answer":"two"}}').args).toEqual({ answer: 'one' })
    expect(actionOf('{"next_node":"final_response","args":{"answer":null,"raw_answer":"two"}}').args).toEqual({ answer: 'two' })
  })

  it('[004-norm-07] needs no thought and takes it out of the action', () => {
    const { action, reasoning } = normalizeAction(five({ next_node: 'a', thought: ' look it up ' }))
    expect([action, reasoning]).toEqual([{ next_node: 'a', args: {} }, 'look it up'])
    expect(normalizeAction('{"next_node":"a","args":{}}').reasoning).toBeUndefined()
  })

  it('lets the first of a doubled next_node, args and answer win, and follows JSON.parse otherwise', () => {
    const text = '{"next_node":"a","next\\u005fnode":"b","args":{"x":1,"x":2,"answer":"p","answer":"q"},"args":{"y":1}}'
    expect(actionOf(text)).toEqual({ next_node: 'a', args: { x: 2, answer: 'p' } })
    expect(actionOf(`${text} `)).toEqual(actionOf(`see: ${text}`))
  })

  it('reads what other frameworks write', () => {
    const others = [
      '{"action":"search","action_input":{"q":"x"}}',
      '{"action":"search","action_input":"{\\"q\\":\\"x\\"}"}',
      '{"name":"search","arguments":{"q":"x"}}',
      '{"name":"search","parameters":{"q":"x"}}',
      '{"type":"tool_use","id":"1","name":"search","input":{"q":"x"}}',
      '{"tool":"search","args":{"q":"x"}}',
      '{"tool_name":"search","tool_args":{"q":"x"}}',
      '{"type":"function","function":{"name":"search","arguments":"{\\"q\\":\\"x\\"}"}}',
      '{"function_call":{"name":"search","arguments":"{\\"q\\":\\"x\\"}"}}',
      '{"anything":{"next_node":"search","args":{"q":"x"}}}',
      '{"next_node":"search","arguments":{"q":"x"}}',
      '<tool_call>{"name":"search","arguments":{"q":"x"}}</tool_call>',
    ]
    for (const text of others) expect(actionOf(text)).toEqual({ next_node: 'search', args: { q: 'x' } })
    expect(actionOf('{"action":"Final Answer","action_input":"Done."}')).toEqual({ next_node: 'final_response', args: { answer: 'Done.' } })
  })

  it('drops a join without a node and steps without one, keeps the others', () => {
    const steps = [{ args: {} }, 'x', { node: 'b', args: '{"q":1}' }, { node: 'c' }, { node: 'd', args: [1] }]
    const { action, repairs } = normalizeAction({ next_node: 'plan', args: { steps, join: { node: null, inject: { x: '$all' } } } })
    expect(action.args).toEqual({
      steps: [
        { node: 'b', args: { q: 1 } },
        { node: 'c', args: {} },
      ],
    })
    expect(repairs.map(({ kind }) => kind)).toEqual(['step_dropped', 'join_dropped'])
    expect(codeOf({ next_node: 'plan', args: { steps: [] } })).toBe('no_action')
  })

  it('[004-act-10] [004-act-11] reads task arguments, enums in any case', () => {
    const args = { name: 'n', query: 'q', merge_strategy: 'human-gated', group_report: 'ALL', group_merge_strategy: 'append', group: 'g', retain_turn: true }
    expect(actionOf({ next_node: 'Task', args }).args).toEqual({
      ...args,
      mode: 'subagent',
      merge_strategy: 'HUMAN_GATED',
      group_report: 'all',
      group_merge_strategy: 'APPEND',
    })
    expect(actionOf({ next_node: 'task.tool', args: { tool_name: 't', tool_args: '{"x":1}', retain_turn: 'yes', merge_strategy: 'maybe' } }).args).toEqual({
      mode: 'job',
      tool: 't',
      tool_args: { x: 1 },
    })
  })

  it('[004-act-02] takes every other name for a tool', () => {
    for (const name of ['search', 'plans', 'final', 'a.b-c', 'Suche_2', 'task.other']) expect(actionOf({ next_node: name, args: {} }).next_node).toBe(name)
    expect(actionOf({ next_node: ' FINAL-RESPONSE ', args: { answer: 'x' } }).next_node).toBe('final_response')
    expect(actionOf({ next_node: 'parallel', args: {} }, { tools: ['parallel'] }).next_node).toBe('parallel')
  })

  it('refuses names that are none', () => {
    for (const next_node of ['', '  ', 42, true, ['a'], {}, 'a\nb', 'a"b', 'x'.repeat(300)]) expect(codeOf({ next_node, args: {} })).toBe('bad_next_node')
  })

  it('[004-norm-10] accepts what the action format says', () => {
    const unified = { next_node: 'final_response', args: { answer: 'x' } }
    const legacy = five({ args: { raw_answer: 'x' } })
    const rows: [ActionFormat, unknown, string][] = [
      ['auto', unified, 'accepted'],
      ['auto', legacy, 'accepted'],
      ['unified', unified, 'accepted'],
      ['unified', legacy, 'bad_next_node'],
      ['unified', { ...unified, plan: [{ node: 'a' }] }, 'no_action'],
      ['unified', { next_node: 'a', args: '{}' }, 'no_action'],
      ['unified', { name: 'a', arguments: {} }, 'no_action'],
      ['unified', { args: {} }, 'missing_next_node'],
      ['legacy', legacy, 'accepted'],
      ['legacy', five({ next_node: 'a', args: {} }), 'accepted'],
      ['legacy', five({ plan: [{ node: 'a' }] }), 'accepted'],
      ['legacy', unified, 'no_action'],
      ['legacy', { name: 'a', arguments: {} }, 'no_action'],
    ]
    for (const [format, input, expected] of rows) expect([format, codeOf(input, { format })]).toEqual([format, expected])
  })
})
