import { describe, expect, it } from 'vitest'
import { type ActionOptions, actionSettings } from './action-options.ts'
import { readShape } from './read-shape.ts'

/** Returns the action and the kinds of its repairs, or the code of the refusal, plus `foreign` for a value without any part of an action. */
function read(value: unknown, options?: ActionOptions): unknown[] {
  const shape = readShape(value, actionSettings(options))
  if (!shape.ok) return shape.foreign ? [shape.code, 'foreign'] : [shape.code]
  const { next_node, args } = shape.action
  return [next_node, args, ...new Set(shape.repairs)]
}

const answer = { answer: 'Yes.' }
const steps = [{ node: 'a', args: {} }]
const five = (fields: object) => ({ thought: 't', next_node: null, args: null, plan: null, join: null, ...fields })

describe('the answer of a final_response', () => {
  const ofArgs = (args: unknown) => read({ next_node: 'final_response', args })

  it('needs no repair under its own name', () => {
    expect(ofArgs({ answer: 'Yes.', sources: 1 })).toEqual(['final_response', { answer: 'Yes.', sources: 1 }])
  })

  it('is taken from another name, which is then gone', () => {
    expect(ofArgs({ raw_answer: 'Yes.', n: 1 })).toEqual(['final_response', { answer: 'Yes.', n: 1 }, 'answer_key'])
    expect(ofArgs({ text: 'Yes.', n: 1 })).toEqual(['final_response', { answer: 'Yes.', n: 1 }, 'answer_key'])
    expect(ofArgs({ answer: 'Yes.', raw_answer: 'No.' })).toEqual(['final_response', answer])
    expect(ofArgs({ answer: 5, raw_answer: 'Yes.' })).toEqual(['final_response', answer, 'answer_key'])
    expect(ofArgs({ text: 5, response: 'Yes.' })).toEqual(['final_response', { answer: 'Yes.', text: 5 }, 'answer_key'])
  })

  it('may be the arguments themselves, or a list of lines', () => {
    expect(ofArgs('Yes.')).toEqual(['final_response', answer, 'args_string'])
    expect(ofArgs('{"raw_answer":"Yes."}')).toEqual(['final_response', answer, 'answer_key', 'args_string'])
    expect(ofArgs(['Yes.', 'No.'])).toEqual(['final_response', { answer: 'Yes.\nNo.' }, 'args_list'])
    expect(ofArgs(['Yes.', 5])).toEqual(['answer_not_string'])
    expect(ofArgs([])).toEqual(['missing_answer'])
    expect(ofArgs('')).toEqual(['missing_answer'])
    expect(ofArgs('{"raw_answer":"Yes."')).toEqual(['unparseable'])
  })

  it('may stand beside next_node', () => {
    expect(read({ next_node: 'final_response', answer: 'Yes.' })).toEqual(['final_response', answer, 'flat_answer'])
    expect(read({ next_node: 'final_response', args: null, raw_answer: 'Yes.' })).toEqual(['final_response', answer, 'flat_answer'])
    expect(read({ next_node: 'final_response', text: 'Yes.' })).toEqual(['missing_answer'])
  })

  it('is missing, empty or no text', () => {
    for (const args of [{}, { answer: null }, { answer: '' }, { n: 1 }]) expect(ofArgs(args)).toEqual(['missing_answer'])
    for (const args of [{ answer: 5 }, { raw_answer: {} }, 5, true]) expect(ofArgs(args)).toEqual(['answer_not_string'])
  })

  it('is well-formed text', () => {
    expect(ofArgs({ answer: 'a\ud83d' })).toEqual(['final_response', { answer: 'a\ufffd' }, 'lone_surrogate'])
    expect(ofArgs({ text: 'a\ud83d' })).toEqual(['final_response', { answer: 'a\ufffd' }, 'answer_key', 'lone_surrogate'])
  })
})

describe('the arguments of a tool call', () => {
  const ofArgs = (args: unknown) => read({ next_node: 'a', args })

  it('are an object, also in a text, or missing', () => {
    expect(ofArgs({ q: 1 })).toEqual(['a', { q: 1 }])
    expect(ofArgs('{"q":1}')).toEqual(['a', { q: 1 }, 'args_string'])
    expect(ofArgs(' "{\\"q\\":1}" ')).toEqual(['a', { q: 1 }, 'args_string'])
    expect(ofArgs(' ')).toEqual(['a', {}, 'args_string'])
    expect(ofArgs(null)).toEqual(['a', {}, 'args_missing'])
    expect(read({ next_node: 'a' })).toEqual(['a', {}])
  })

  it('are nothing else', () => {
    for (const args of ['text', '[1]', [1], 5, true, '{"q":1} and more', 'see {"q":1}', '{"q":1}{"q":2}']) expect(ofArgs(args)).toEqual(['no_action'])
    for (const args of ['{"q":', '{"q":1']) expect(ofArgs(args)).toEqual(['unparseable'])
  })

  it('may have the name that another framework uses, but no other value than under args', () => {
    for (const key of ['arguments', 'action_input', 'tool_input', 'tool_args', 'parameters', 'params', 'input'])
      expect(read({ next_node: 'a', [key]: { q: 1 } })).toEqual(['a', { q: 1 }, 'alias_shape'])
    expect(read({ next_node: 'a', args: { p: 1 }, arguments: { p: 1 } })).toEqual(['a', { p: 1 }])
    expect(read({ next_node: 'a', args: { p: 1 }, arguments: { q: 1 } })).toEqual(['ambiguous_args'])
    for (const format of ['unified', 'legacy'] as const) expect(read({ next_node: 'a', arguments: { q: 1 } }, { format })).toEqual(['no_action'])
  })
})

describe('the name of an action', () => {
  it('is a canonical name, an alias of one, or that of a tool', () => {
    expect(read({ next_node: 'final_response', args: answer })).toEqual(['final_response', answer])
    for (const next_node of ['Final Response', 'FINAL-ANSWER', ' final_response', 'final_answer'])
      expect(read({ next_node, args: answer })).toEqual(['final_response', answer, 'opcode_alias'])
    expect(read({ next_node: 'final_answer', args: answer }, { tools: ['final_answer'] })).toEqual(['final_answer', answer])
    expect(read({ next_node: ' a ', args: {} })).toEqual(['a', {}, 'opcode_alias'])
    expect(read({ next_node: `final${' '.repeat(40)}answer`, args: answer })[0]).toMatch(/^final {40}answer$/)
  })

  it('has at most 256 characters and none that no name has', () => {
    expect(read({ next_node: 'a'.repeat(256) })[0]).toHaveLength(256)
    for (const next_node of ['a'.repeat(257), '', '-a', 'a;b', 5, {}, []]) expect(read({ next_node })).toEqual(['bad_next_node'])
  })

  it('may be absent in the five-field form', () => {
    expect(read(five({ args: answer }))).toEqual(['final_response', answer, 'legacy_shape'])
    expect(read(five({ plan: steps }))).toEqual(['plan', { steps }, 'legacy_shape'])
    expect(read(five({ next_node: 'a', plan: steps }))).toEqual(['plan', { steps }, 'legacy_shape'])
    expect(read({ plan: steps })).toEqual(['plan', { steps }, 'legacy_shape'])
    expect(read({ plan: steps }, { format: 'legacy' })).toEqual(['plan', { steps }, 'legacy_shape'])
    expect(read(five({ next_node: 'a', plan: [] }))).toEqual(['a', {}, 'args_missing'])
  })
})

describe('a plan', () => {
  const ofArgs = (args: unknown, more: object = {}) => read({ next_node: 'plan', args, ...more })

  it('keeps what stands beside its steps', () => {
    expect(ofArgs({ steps, note: 1 })).toEqual(['plan', { note: 1, steps }])
    expect(ofArgs({ plan: steps, note: 1 })).toEqual(['plan', { note: 1, steps }])
    expect(ofArgs({ steps, plan: 'A' })).toEqual(['plan', { plan: 'A', steps }])
    expect(ofArgs(steps)).toEqual(['plan', { steps }])
    expect(ofArgs(JSON.stringify({ steps }))).toEqual(['plan', { steps }])
  })

  it('takes its steps from the top where its arguments have none', () => {
    expect(ofArgs({ note: 1 }, { plan: steps })).toEqual(['plan', { steps }])
    expect(ofArgs({ steps: [] }, { plan: steps })).toEqual(['plan', { steps }])
    expect(ofArgs({ steps }, { plan: [{ node: 'b' }] })).toEqual(['plan', { steps }])
    expect(ofArgs({ steps }, { plan: [] })).toEqual(['plan', { steps }])
  })

  it('has steps under any of the known names', () => {
    for (const key of ['node', 'next_node', 'tool', 'tool_name', 'name', 'action'])
      expect(ofArgs({ steps: [{ [key]: ' a ', args: { q: 1 } }] })).toEqual(['plan', { steps: [{ node: 'a', args: { q: 1 } }] }])
    for (const key of ['args', 'arguments', 'action_input', 'tool_input', 'tool_args', 'parameters', 'input'])
      expect(ofArgs({ steps: [{ node: 'a', [key]: { q: 1 } }] })).toEqual(['plan', { steps: [{ node: 'a', args: { q: 1 } }] }])
  })

  it('drops steps without a node or with arguments that are no object', () => {
    for (const dropped of [{}, 'a', null, { node: 5 }, { node: 'b', args: 'text' }, { node: 'b', args: [1] }])
      expect(ofArgs({ steps: [dropped, { node: 'a' }] })).toEqual(['plan', { steps }, 'step_dropped'])
    for (const args of [{ steps: [{}] }, { steps: [] }, {}, 'text', 5]) expect(ofArgs(args)).toEqual(['no_action'])
  })

  it('has a join with a node, and with what the join has of arguments', () => {
    const joined = (join: unknown, more?: object) => ofArgs({ steps, join }, more)
    expect(joined({ node: ' b ', args: { x: 1 }, inject: { r: '$all' } })).toEqual([
      'plan',
      { steps, join: { node: 'b', args: { x: 1 }, inject: { r: '$all' } } },
    ])
    expect(joined({ node: 'b', inject: [] })).toEqual(['plan', { steps, join: { node: 'b' } }])
    expect(joined({ node: 'b', args: 5 })).toEqual(['plan', { steps }, 'join_dropped'])
    expect(joined(' b ')).toEqual(['plan', { steps, join: { node: 'b' } }])
    for (const join of [null, undefined]) expect(joined(join)).toEqual(['plan', { steps }])
    for (const join of [{}, { node: ' ' }, { node: 5 }, ' ', 5, ['b']]) expect(joined(join)).toEqual(['plan', { steps }, 'join_dropped'])
    expect(joined(null, { join: 'c' })).toEqual(['plan', { steps, join: { node: 'c' } }])
    expect(joined('b', { join: 'c' })).toEqual(['plan', { steps, join: { node: 'b' } }])
  })
})

describe('a task', () => {
  const ofArgs = (args: unknown, next_node = 'task') => read({ next_node, args })

  it('is of a subagent where it has a query, and of a tool otherwise', () => {
    expect(ofArgs({ query: 'q', tool: 't', tool_args: {}, tool_name: 't' })).toEqual(['task', { query: 'q', mode: 'subagent' }])
    expect(ofArgs({ query: ' ', tool: ' t ', tool_args: '{"x":1}' })).toEqual(['task', { mode: 'job', tool: 't', tool_args: { x: 1 } }])
    expect(ofArgs({ tool_name: 't', query: 5 })).toEqual(['task', { mode: 'job', tool: 't', tool_args: {} }])
    expect(ofArgs({ tool: ' ' })).toEqual(['task', { tool: ' ' }])
    expect(ofArgs({ tool: 't', tool_args: 'text' })).toEqual(['no_action'])
    expect(ofArgs('text')).toEqual(['no_action'])
  })

  it('has the mode of its name', () => {
    expect(ofArgs({}, 'task.subagent')).toEqual(['task', { mode: 'subagent' }, 'opcode_alias'])
    expect(ofArgs({}, 'task.tool')).toEqual(['task', { mode: 'job' }, 'opcode_alias'])
    expect(ofArgs({ query: 'q' }, 'task.tool')).toEqual(['task', { query: 'q', mode: 'subagent' }, 'opcode_alias'])
  })

  it('has known values in the form of the contract, and loses fields of a wrong type', () => {
    const known = { merge_strategy: ' human gated', group_merge_strategy: 'Append', mode: ' JOB ', group_report: 'Any' }
    expect(ofArgs(known)).toEqual(['task', { merge_strategy: 'HUMAN_GATED', group_merge_strategy: 'APPEND', mode: 'job', group_report: 'any' }])
    const good = { group_sealed: false, retain_turn: true, name: 'n', group: 'g', group_id: 'i' }
    expect(ofArgs(good)).toEqual(['task', good])
    for (const key of ['merge_strategy', 'group_merge_strategy', 'mode', 'group_report', 'group_sealed', 'retain_turn', 'name', 'group', 'group_id'])
      for (const value of [5, {}, null]) expect(ofArgs({ [key]: value, query: 'q' })).toEqual(['task', { query: 'q', mode: 'subagent' }, 'field_dropped'])
    expect(ofArgs({ mode: 'else', group_report: 'some' })).toEqual(['task', {}, 'field_dropped'])
  })

  it('does not change what it was given', () => {
    const args = Object.freeze({ tool_name: 't', mode: 'JOB' })
    expect(ofArgs(args)).toEqual(['task', { mode: 'job', tool: 't', tool_args: {} }])
    expect(args).toEqual({ tool_name: 't', mode: 'JOB' })
  })
})

describe('forms of other frameworks', () => {
  it('have a name and arguments under other names', () => {
    for (const key of ['action', 'tool', 'tool_name', 'name', 'function', 'function_name'])
      expect(read({ [key]: 'a', args: { q: 1 } })).toEqual(['a', { q: 1 }, 'alias_shape'])
    for (const key of ['args', 'arguments', 'action_input', 'tool_input', 'tool_args', 'parameters', 'params', 'input'])
      expect(read({ name: 'a', [key]: { q: 1 } })).toEqual(['a', { q: 1 }, 'alias_shape'])
    expect(read({ name: 'Final Answer', input: 'Yes.' })).toEqual(['final_response', answer, 'args_string', 'alias_shape', 'opcode_alias'])
  })

  it('have arguments, or the name of a tool that exists', () => {
    expect(read({ name: 'a' })).toEqual(['no_action', 'foreign'])
    expect(read({ name: 'a' }, { tools: ['a'] })).toEqual(['a', {}, 'alias_shape'])
    expect(read({ name: 'a;b', args: {} })).toEqual(['missing_next_node'])
    expect(read({ name: 5, args: {} })).toEqual(['missing_next_node'])
  })

  it('lie in one wrapper', () => {
    expect(read({ step: { next_node: 'a', args: { q: 1 } } })).toEqual(['a', { q: 1 }, 'wrapper'])
    expect(read({ step: { next_node: 'a' }, more: 1 })).toEqual(['no_action', 'foreign'])
    expect(read({ step: { next_node: null } })).toEqual(['no_action', 'foreign'])
    for (const key of ['action', 'tool_call', 'function_call', 'function']) {
      expect(read({ [key]: { name: 'a', args: { q: 1 } }, id: 1 })).toEqual(['a', { q: 1 }, 'alias_shape', 'wrapper'])
      expect(read({ [key]: { next_node: 'a', args: { q: 1 } }, id: 1 })).toEqual(['a', { q: 1 }, 'wrapper'])
      expect(read({ [key]: { id: 1 } })).toEqual(['no_action', 'foreign'])
    }
  })

  it('lie in a list of calls, of which the first counts', () => {
    for (const key of ['tool_calls', 'actions', 'content']) {
      const list = [{ type: 'text', text: 'A' }, 'B', { name: 'a', args: {} }, { name: 'b', args: {} }]
      expect(read({ [key]: list })).toEqual(['a', {}, 'alias_shape', 'wrapper'])
      expect(read({ [key]: [{ next_node: 5 }, { name: 'a', args: {} }] })).toEqual(['bad_next_node'])
      expect(read({ [key]: [] })).toEqual(['no_action', 'foreign'])
    }
  })

  it('may be a bare answer', () => {
    expect(read(answer)).toEqual(['final_response', answer, 'flat_answer'])
    expect(read({ raw_answer: 'Yes.', n: 1 })).toEqual(['final_response', { answer: 'Yes.', n: 1 }, 'answer_key', 'flat_answer'])
    for (const value of [{ text: 'Yes.' }, { answer: 5 }]) expect(read(value)).toEqual(['no_action', 'foreign'])
  })
})

describe('a value without an action', () => {
  it('is distinguished from an action without a name', () => {
    for (const value of ['text', null, 5, [], {}, { n: 1 }]) expect(read(value)).toEqual(['no_action', 'foreign'])
    for (const key of ['args', 'thought', 'join', 'plan', 'reasoning']) expect(read({ [key]: 'x' })).toEqual(['missing_next_node'])
  })
})

describe('the format', () => {
  it('unified takes only next_node and args as an object', () => {
    const unified = (value: unknown) => read(value, { format: 'unified' })
    expect(unified({ next_node: 'a', args: { q: 1 } })).toEqual(['a', { q: 1 }])
    expect(unified({ next_node: 'a', plan: null, join: null })).toEqual(['a', {}])
    for (const more of [{ plan: steps }, { join: {} }, { args: '{}' }, { args: null }]) expect(unified({ next_node: 'a', ...more })).toEqual(['no_action'])
    for (const next_node of [null, 5, undefined]) expect(unified({ next_node, args: {} })).toEqual(['bad_next_node'])
    expect(unified({ plan: steps })).toEqual(['missing_next_node'])
    expect(unified({ name: 'a' })).toEqual(['no_action', 'foreign'])
  })

  it('legacy takes no plan, task or answer by name', () => {
    const legacy = (value: unknown) => read(value, { format: 'legacy' })
    for (const next_node of ['plan', 'task', 'final_response', 'Final Answer']) expect(legacy(five({ next_node, args: answer }))).toEqual(['no_action'])
    expect(legacy(five({ next_node: 'a', args: {} }))).toEqual(['a', {}])
    expect(legacy(five({ next_node: 5 }))).toEqual(['bad_next_node'])
    expect(legacy(answer)).toEqual(['no_action', 'foreign'])
    expect(read(five({ next_node: 'parallel', args: {} }), { format: 'legacy', tools: ['parallel'] })).toEqual(['parallel', {}])
  })
})

it('options have defaults, and the depth a maximum', () => {
  expect(actionSettings()).toEqual({ tools: [], format: 'auto', maxBytes: 16_777_216, maxDepth: 128 })
  expect(actionSettings({ maxDepth: 5_000, tools: ['a'] })).toEqual({ tools: ['a'], format: 'auto', maxBytes: 16_777_216, maxDepth: 1_000 })
  expect(actionSettings({ maxDepth: 7 }).maxDepth).toBe(7)
})
