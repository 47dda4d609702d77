import { describe, expect, it } from 'vitest'
import { normalizeAction } from './normalize-action.ts'

const plan = (steps: string) => `{"next_node":"plan","args":{"steps":[${steps}]}}`
const spoken = '{"node":"a","thought":"t","args":{}}'
const formalOf = (text: string, tools: string[] = []) => normalizeAction(text, { tools }).formal
const apartOf = (text: string) => normalizeAction(text).apart

describe('normalizeAction: members that belong to the form of an action', () => {
  it.each([
    ['a thought', '{"thought":"t","next_node":"stock","args":{"q":1}}', { thought: 't' }],
    ['the id of a call', '{"next_node":"stock","id":"call_1","args":{"q":1}}', { id: 'call_1' }],
    ['a plan without steps, but no member that is null', '{"next_node":"stock","args":{"q":1},"plan":[],"join":null}', { plan: [] }],
    ['those in a wrapper', '{"tool_call":{"name":"stock","arguments":{"q":1},"thought":"t"},"id":"call_9"}', { thought: 't' }],
    ['those in a wrapper of another name', '{"wrap":{"next_node":"stock","args":{"q":1},"thought":"t"}}', { thought: 't' }],
    ['the thought in an envelope of a provider', '{"type":"tool_use","id":"toolu_1","name":"stock","input":{"q":1},"thought":"t"}', { thought: 't' }],
    ['all members of an envelope of an unknown type', '{"type":"other","id":"call_1","name":"stock","input":{"q":1}}', { id: 'call_1' }],
  ])('are listed: %s', (_, text, members) => {
    expect(formalOf(text)).toEqual([{ members }])
  })

  it('are listed if they are all that an envelope without arguments has', () => {
    const members = { type: 'tool_use', id: 'toolu_1', thought: 't' }
    expect(formalOf(JSON.stringify({ ...members, name: 'stock' }), ['stock'])).toEqual([{ members }])
  })

  it('are listed with the index of the step', () => {
    expect(formalOf(plan(`{"node":"b"},${spoken},{"node":"c","id":"call_2","args":{"x":1}}`))).toEqual([
      { step: 1, members: { thought: 't' } },
      { step: 2, members: { id: 'call_2' } },
    ])
    expect(formalOf(plan(spoken))).toEqual([{ step: 0, members: { thought: 't' } }])
  })

  it.each([
    ['an answer', '{"thought":"t","next_node":"final_response","args":{"answer":"x"}}'],
    ['a task', '{"thought":"t","next_node":"task","args":{"goal":"g"}}'],
    ['a plan beside its steps', `{"thought":"t",${plan('{"node":"a"}').slice(1)}`],
    ['a plan of which a step was dropped', plan(`${spoken},5`)],
    ['a plan of which the first step was dropped', plan(`5,${spoken}`)],
    ['names of a call', '{"next_node":"stock","node":"x","tool":"y","args":{"q":1}}'],
    ['an envelope of a provider', '{"type":"function","id":"call_1","function":{"name":"stock","arguments":{"q":1}}}'],
    ['an envelope of a provider with empty arguments', '{"type":"function_call","call_id":"c","name":"stock","arguments":{}}'],
    ['members that may be arguments', '{"next_node":"stock","status":"completed","args":{"q":1}}'],
  ])('are not listed for %s', (_, text) => {
    expect(formalOf(text)).toBeUndefined()
  })
})

describe('normalizeAction: steps of a plan without a name', () => {
  it.each([
    ['a list of steps', `{"next_node":"plan","args":[${spoken},{"q":1}]}`],
    ['steps', plan(`${spoken},{"q":1}`)],
    ['a plan inside the arguments', `{"next_node":"plan","args":{"plan":[${spoken},{"q":1}]}}`],
    ['parallel calls of a provider', '{"next_node":"plan","args":{"tool_uses":[{"recipient_name":"a","parameters":{}},{"q":1}]}}'],
    ['the plan of the five-field form', `{"thought":"T","next_node":null,"args":{},"plan":[${spoken},{"q":1}]}`],
    ['a plan in a wrapper', `{"action":${plan(`${spoken},{"q":1}`)}}`],
    ['a plan in a wrapper of another name', `{"wrap":${plan(`${spoken},{"q":1}`)}}`],
  ])('are set apart, as they may be the arguments of another step: in %s', (_, text) => {
    expect(apartOf(text)).toEqual([{ q: 1 }])
    expect(apartOf(`Now: ${text}`)).toEqual([{ q: 1 }])
  })

  it('are not those with an unusable name, and not what is no object', () => {
    for (const key of ['action', 'function', 'name', 'node', 'next_node', 'recipient_name', 'tool', 'tool_name'])
      expect(apartOf(plan(`{"node":"a"},{"${key}":""},"x",null`))).toBeUndefined()
    expect(apartOf(plan('{"node":"a"},{"surname":""}'))).toEqual([{ surname: '' }])
  })
})
