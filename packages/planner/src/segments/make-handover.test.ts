import type { AgentInput, ChatMessage } from '@pf/core'
import { expect, it } from 'vitest'
import type { CompiledAgent } from '../run/compiled-agent.ts'
import type { Resolution } from '../state/waiting.ts'
import { fullState } from '../test-support/full-state.ts'
import { inputOf } from '../test-support/harness.ts'
import { handoverForRequest, handoverWithoutRequest, newUserMessages } from './make-handover.ts'

const agent = { tools: new Map() } as unknown as CompiledAgent
const saved = fullState()
const said = (id: string, content: string): ChatMessage => ({ id, role: 'user', content })
const heard: ChatMessage = { id: 'a1', role: 'assistant', content: 'Yes?' }

/** Creates a handover for a request with the context and the tools of the paused run, and the given changes. */
function handover({ resolution, ...input }: Partial<AgentInput> & { resolution?: Resolution | undefined }) {
  const { context, client_tools } = saved
  return handoverForRequest(agent, saved, { input: inputOf('', { run_id: 'run-9', context, client_tools, ...input }), warnings: [], resolution })
}

it('without a request everything of the front end stays as it was', () => {
  const { client, client_tools, context } = saved
  const same = { warnings: [], messages: [], known_message_ids: [], context, client, client_tools, answered: [], new_turn: false }
  expect(handoverWithoutRequest(saved, { to: 'run-9', resolution: undefined })).toStrictEqual({ to: 'run-9', ...same })
  const resolution = { status: 'expired' } as const
  expect(handoverWithoutRequest(saved, { to: 'run-9', resolution })).toStrictEqual({ to: 'run-9', resolution, ...same })
})

it('takes the messages of the user that the paused run does not know', () => {
  const messages = [said('u1', 'Old.'), heard, said('u2', 'New.'), said('u3', 'Newer \ud83d.')]
  expect(newUserMessages(saved, messages).map(({ id }) => id)).toEqual(['u2', 'u3'])
  expect(handover({ messages })).toMatchObject({
    to: 'run-9',
    messages: [
      { role: 'user', content: 'New.' },
      { role: 'user', content: 'Newer \ufffd.' },
    ],
    known_message_ids: ['u2', 'u3'],
    line: { id: 'u3', text: 'Newer \ud83d.' },
  })
})

it('has no line and no messages without a new message of the user', () => {
  const same = handover({ messages: [said('u1', 'Old.'), heard, { id: 't', role: 'tool', tool_call_id: 'c1', content: '{}' }] })
  expect(same).toMatchObject({ messages: [], known_message_ids: [], answered: ['c1'], new_turn: false })
  expect([Object.hasOwn(same, 'line'), Object.hasOwn(same, 'resolution')]).toEqual([false, false])
})

it.each([
  ['superseded', true],
  ['expired', true],
  ['lost', true],
  ['answered', false],
  ['cancelled', false],
] as const)('a new message after the outcome %s begins a new turn: %s', (status, expected) => {
  expect(handover({ messages: [said('u2', 'New.')], resolution: { status } })).toMatchObject({ new_turn: expected, resolution: { status } })
  expect(handover({ messages: [], resolution: { status } }).new_turn).toBe(false)
  expect(handover({ messages: [said('u2', 'New.')] }).new_turn).toBe(false)
})

it('shows the model the context and the tools of the front end where they differ from those before', () => {
  const contextOf = (input: Partial<AgentInput>) => handover({ messages: [said('u2', 'New.')], ...input }).messages.map(({ content }) => content)
  expect(contextOf({})).toEqual(['New.'])
  const page = [{ description: 'Page', value: 'orders' }]
  expect(contextOf({ context: page })).toEqual([JSON.stringify({ context: page }), 'New.'])
  const tools = [{ name: 'close_map', description: 'Closes the map.', parameters: { type: 'object' } }]
  const [shown, ...rest] = contextOf({ client_tools: tools })
  expect([shown, rest]).toEqual([expect.stringContaining('close_map'), ['New.']])
  expect(shown).not.toContain('prices')
  expect(contextOf({ context: [] })).toEqual(['New.'])
  expect(handover({ messages: [], context: page, client_tools: tools })).toMatchObject({ context: page, client_tools: tools })
})

it('keeps the warnings about answers, and adds one about tools that cannot be offered', () => {
  const warning = { code: 'answer_unknown', text: 'Not used.' }
  const client_tools = ['plan', 'plan'].map((name) => ({ name, description: '', parameters: true }))
  const { warnings } = handoverForRequest(agent, saved, { input: inputOf('', { client_tools }), warnings: [warning], resolution: undefined })
  expect(warnings).toEqual([warning, { code: 'client_tool_refused', text: expect.stringContaining('plan, plan') }])
  expect(handover({ messages: [] }).warnings).toEqual([])
})
