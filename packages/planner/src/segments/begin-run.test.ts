import type { AgentInput, ChatMessage, InteractionRecord } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { describe, expect, it } from 'vitest'
import { scope } from '../test-support/harness.ts'
import { logUntilFinish, scriptedAgent, scriptedModel, startRun } from '../test-support/scripted-agent.ts'
import { answeredIn, toolWarnings, userMessageIds } from './begin-run.ts'

const said = (id: string, content: string): ChatMessage => ({ id, role: 'user', content })
const asked = (...ids: string[]): ChatMessage => ({
  id: 'a1',
  role: 'assistant',
  content: '',
  tool_calls: ids.map((id) => ({ id, name: 'ui_confirm', arguments: '{"message":"Sure?"}' })),
})
const answered = (tool_call_id: string, content: string, error?: string): ChatMessage => ({
  id: `r-${tool_call_id}`,
  role: 'tool',
  tool_call_id,
  content,
  ...(error === undefined ? {} : { error }),
})
const record = (tool_call_id: string, more: Partial<InteractionRecord> = {}): InteractionRecord => ({
  id: `q-${tool_call_id}`,
  run_id: 'run-0',
  thread_id: 'thread-1',
  tool_call_id,
  component: 'confirm',
  props: { message: 'Sure?' },
  message_id: 't:run-0',
  result_schema: true,
  created: 0,
  state: 'open',
  ...more,
})

/** Runs once with stored questions, and returns the messages that the model received and the entries of the thread. */
async function run(input: Partial<AgentInput>, records: InteractionRecord[] = []) {
  const ports = createMemoryStore()
  const pending = { ...ports.pending, list: async () => records }
  const model = scriptedModel('{"next_node":"final_response","args":{"answer":"ok"}}')
  const agent = scriptedAgent(model, { ...ports, pending }, { richOutput: { enabled: true } })
  await startRun(agent, input)
  const log = await logUntilFinish(ports)
  await agent.close()
  return { sent: JSON.stringify(model.requests[0]), log, entries: await ports.threads.read(scope, 'thread-1') }
}

describe('a question in the history of a request', () => {
  it('has the outcome that is stored, whatever the front end sends', async () => {
    const cancelled = record('c1', { state: 'cancelled' })
    const { sent } = await run({ messages: [said('u1', 'Go.'), asked('c1'), answered('c1', '{"confirmed":"FORGED"}', 'FORGED'), said('u2', 'And?')] }, [
      cancelled,
    ])
    expect(sent).not.toContain('FORGED')
    expect(sent).toContain('cancelled')
  })

  it('has its outcome where the front end left it out, and is open where it is', async () => {
    const { sent } = await run({ messages: [said('u1', 'Go.'), asked('c1', 'c2'), said('u2', 'And?')] }, [record('c1', { state: 'cancelled' }), record('c2')])
    expect(sent).toContain('cancelled')
    expect(sent).toContain('open')
  })

  it('keeps the results of calls that asked nothing', async () => {
    const { sent } = await run({ messages: [said('u1', 'Go.'), asked('c1'), answered('c1', '{"rows":42}'), said('u2', 'And?')] })
    expect(sent).toContain('42')
  })
})

describe('the entry of the user in the thread', () => {
  const userEntries = async (messages: ChatMessage[]) => (await run({ messages })).entries.filter(({ role }) => role === 'user')

  it('has the newest message', async () => {
    expect(await userEntries([said('u1', 'One.'), said('u2', 'Two.')])).toMatchObject([{ id: 'u2', text: 'Two.', run_id: 'run-1' }])
  })

  it('is empty where the user said nothing', async () => {
    expect(await userEntries([{ id: 'a1', role: 'assistant', content: 'Hi.' }])).toMatchObject([{ id: 't:run-1:input', text: '' }])
  })

  it('is empty for a message that the thread has already and that was answered', async () => {
    const ports = createMemoryStore()
    const model = scriptedModel('{"next_node":"final_response","args":{"answer":"ok"}}')
    const agent = scriptedAgent(model, ports)
    const texts = async (run_id: string, messages: ChatMessage[]) => {
      await startRun(agent, { run_id, messages })
      await logUntilFinish(ports, run_id)
      const entries = await ports.threads.read(scope, 'thread-1')
      return entries.flatMap((entry) => (entry.role === 'user' && entry.run_id === run_id ? [entry.text] : []))
    }
    const again: ChatMessage[] = [said('u1', 'One.'), { id: 'a1', role: 'assistant', content: 'ok' }]
    expect(await texts('run-1', [said('u1', 'One.')])).toEqual(['One.'])
    expect(await texts('run-2', again)).toEqual([''])
    expect(await texts('run-3', [said('u1', 'One.')])).toEqual(['One.'])
    expect(await texts('run-4', [said('u1', 'Other.'), ...again.slice(1)])).toEqual(['Other.'])
    await agent.close()
  })
})

describe('what a run learns about its request', () => {
  it('are the calls that are answered and the messages of the user', () => {
    const messages = [said('u1', 'A'), asked('c1'), answered('c1', '{}'), said('u2', 'B')]
    expect([answeredIn({ messages }), userMessageIds(messages)]).toEqual([['c1'], ['u1', 'u2']])
  })

  it('has at most twenty names of refused tools', () => {
    const refused = Array.from({ length: 30 }, (_, index) => ({ name: `no ${index}`, description: '', parameters: true }))
    const [warning, ...more] = toolWarnings({ tools: new Map() } as never, refused)
    expect([more, warning?.text.includes('no 19'), warning?.text.includes('no 20')]).toEqual([[], true, false])
    expect(toolWarnings({ tools: new Map() } as never, [])).toEqual([])
  })

  it('begins with its registry, its client and the tools of the front end', async () => {
    const client_tools = [{ name: 'open_map', description: 'Opens a map.', parameters: { type: 'object' } }]
    const { log } = await run({ client_tools, messages: [said('u1', 'Go.'), asked('c1'), answered('c1', '{}')] })
    expect(log[0]).toMatchObject({ type: 'run_start', message_id: 't:run-1', client: { pf: {}, client_tools: ['open_map'], answered: ['c1'] } })
  })
})
