import type { NewRunMessage, StorePorts, ToolDefinition } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { afterEach, describe, expect, it } from 'vitest'
import type { Agent, AgentOptions } from '../index.ts'
import { answer, call, finishOf, inputOf, ofType, scope } from '../test-support/harness.ts'
import { logUntilFinish, scriptedAgent, scriptedModel, startRun } from '../test-support/scripted-agent.ts'

const closing: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const agent of closing.splice(0)) await agent.close()
})

/** Creates a tool whose first call waits until `release` is called, so that a message arrives while a step is in progress. */
function slowTool() {
  const begun = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<void>()
  const tool: ToolDefinition = {
    name: 'look',
    description: 'Looks.',
    input: { type: 'object' },
    run: async () => {
      begun.resolve()
      await ended.promise
      return { seen: true }
    },
  }
  return { tool, begun: begun.promise, release: () => ended.resolve() }
}

function start(replies: string[], { ports = createMemoryStore(), ...options }: { ports?: StorePorts } & Partial<AgentOptions> = {}) {
  const slow = slowTool()
  const model = scriptedModel(...replies)
  const agent = scriptedAgent(model, ports, { tools: [slow.tool], ...options })
  closing.push(agent)
  return { agent, model, ports, slow }
}

const inject: NewRunMessage = { id: 'm1', kind: 'inject', text: 'Also look at May.' }
const send = (agent: Agent, message: NewRunMessage) => agent.sendMessage?.('run-1', message, scope)

describe('a message to a run at work', () => {
  it('[004-task-07] is read before the next step, once, and stays in front of the model', async () => {
    const { agent, model, ports, slow } = start([call('look'), call('look'), answer('Done.')])
    await startRun(agent)
    await slow.begun
    expect([await send(agent, inject), await send(agent, inject)]).toEqual(['accepted', 'accepted'])
    slow.release()
    const events = await logUntilFinish(ports)
    expect(ofType(events, 'run_message')).toMatchObject([{ step: 2, message_id: 'm1', kind: 'inject', status: 'read', text: 'Also look at May.' }])
    const texts = model.requests.map((messages) => messages.filter(({ content }) => content === 'Also look at May.').length)
    expect(texts).toEqual([0, 1, 1])
  })

  it('[004-task-07] replaces the request: the model is informed in front of the text', async () => {
    const { agent, model, ports, slow } = start([call('look'), answer('Done.')])
    await startRun(agent)
    await slow.begun
    await send(agent, { id: 'm1', kind: 'redirect', text: 'Look at June only.' })
    slow.release()
    await logUntilFinish(ports)
    const [note, text] = model.requests[1]?.slice(-2) ?? []
    expect(note?.content).toContain('replaces the earlier request')
    expect(text).toEqual({ role: 'user', content: 'Look at June only.' })
  })

  it('[004-task-07] pauses the run: nothing happens until it is resumed, and what was added meanwhile is read', async () => {
    const { agent, model, ports, slow } = start([call('look'), answer('Done.')])
    await startRun(agent)
    await slow.begun
    await send(agent, { id: 'p', kind: 'pause' })
    slow.release()
    await expect.poll(async () => (await ports.storage.load(scope, 'run-1'))?.state).toMatchObject({ messages: { paused: true } })
    await send(agent, inject)
    await expect.poll(async () => (await ports.events.last(scope, 'run-1')) > 0 && model.requests.length).toBe(1)
    await send(agent, { id: 'r', kind: 'resume' })
    const events = await logUntilFinish(ports)
    expect(ofType(events, 'run_message').map(({ kind, status }) => [kind, status])).toEqual([
      ['pause', 'read'],
      ['inject', 'read'],
      ['resume', 'read'],
    ])
    expect(model.requests[1]?.at(-1)).toEqual({ role: 'user', content: 'Also look at May.' })
    expect(finishOf(events).payload.raw_answer).toBe('Done.')
  })

  it('that pauses it holds after a takeover, too, and a paused run can be cancelled', async () => {
    const ports = createMemoryStore()
    const { agent, slow } = start([call('look'), answer('Done.')], { ports })
    await startRun(agent)
    await slow.begun
    await send(agent, { id: 'p', kind: 'pause' })
    slow.release()
    await expect.poll(async () => (await ports.storage.load(scope, 'run-1'))?.state).toMatchObject({ messages: { paused: true } })
    expect(await agent.cancel('run-1', scope)).toBe(true)
    expect(finishOf(await logUntilFinish(ports)).reason).toBe('cancelled')
  })

  it('is not lost when the run continues under another id, where messages are numbered from 1 again', async () => {
    const { agent, model, ports, slow } = start([call('ui_confirm', { message: 'Sure?' }), call('look'), answer('Done.')], { richOutput: { enabled: true } })
    await startRun(agent, { client: {} })
    await logUntilFinish(ports)
    expect(await send(agent, inject)).toBe('accepted')
    const [question] = await ports.pending.list(scope, 'thread-1')
    const answers = [{ ref: { interaction_id: question?.id ?? '' }, envelope: { result: { confirmed: true } } }]
    await agent.start(inputOf('Go.', { run_id: 'run-2', client: {}, answers }), scope)
    await slow.begun
    expect(await agent.sendMessage?.('run-1', { id: 'm2', kind: 'inject', text: 'And at June.' }, scope)).toBe('accepted')
    slow.release()
    const events = await logUntilFinish(ports, 'run-2')
    expect(ofType(events, 'run_message').map(({ message_id, status }) => [message_id, status])).toEqual([
      ['m1', 'read'],
      ['m2', 'read'],
    ])
    const last = model.requests.at(-1)?.map(({ content }) => content) ?? []
    expect([last.filter((text) => text === inject.text), last.filter((text) => text === 'And at June.')]).toEqual([[inject.text], ['And at June.']])
  })

  it('is accepted on a node that does not work on the run', async () => {
    const ports = createMemoryStore()
    const { agent, slow } = start([call('look'), answer('Done.')], { ports })
    const other = scriptedAgent(scriptedModel('unused'), ports)
    closing.push(other)
    await startRun(agent)
    await slow.begun
    expect(await send(other, inject)).toBe('accepted')
    slow.release()
    expect(ofType(await logUntilFinish(ports), 'run_message')).toMatchObject([{ message_id: 'm1', status: 'read' }])
  })

  it('that comes during the last step is reported as late', async () => {
    const reply = Promise.withResolvers<string>()
    const model = scriptedModel()
    const asked = Promise.withResolvers<void>()
    const ports = createMemoryStore()
    const agent = scriptedAgent(
      {
        ...model,
        async *stream() {
          asked.resolve()
          yield { type: 'text', text: await reply.promise }
          yield { type: 'finish', reason: 'stop' }
        },
      },
      ports,
    )
    closing.push(agent)
    await startRun(agent)
    await asked.promise
    expect(await send(agent, inject)).toBe('accepted')
    reply.resolve(answer('Done.'))
    const events = await logUntilFinish(ports)
    expect(ofType(events, 'run_message')).toMatchObject([{ message_id: 'm1', status: 'late', text: 'Also look at May.' }])
  })
})

describe('a message that cannot be delivered', () => {
  it('is refused for a run that has ended, is unknown or belongs to another owner', async () => {
    const { agent, ports } = start([answer('Done.')])
    await startRun(agent)
    await logUntilFinish(ports)
    expect(await send(agent, inject)).toBe('finished')
    expect(await agent.sendMessage?.('run-2', inject, scope)).toBe('unknown')
    expect(await agent.sendMessage?.('run-1', inject, { owner: { id: 'someone else' } })).toBe('unknown')
  })

  it('is refused by a strategy without steps and by a store without messages', async () => {
    const { agent, ports, slow } = start([call('look'), answer('Done.')])
    const planning = scriptedAgent(scriptedModel('unused'), ports, { strategy: 'plan-execute' })
    const { addMessage: _, ...storage } = ports.storage
    const without = scriptedAgent(scriptedModel('unused'), { ...ports, storage })
    closing.push(planning, without)
    await startRun(agent)
    await slow.begun
    expect([await send(planning, inject), await send(without, inject)]).toEqual(['unsupported', 'unsupported'])
    slow.release()
  })

  it.each([
    [{ id: '', kind: 'pause' }, '/id'],
    [{ id: 'x'.repeat(201), kind: 'pause' }, '/id'],
    [{ id: 'm', kind: 'stop' }, '/kind'],
    [{ id: 'm', kind: 'inject' }, '/text'],
    [{ id: 'm', kind: 'redirect', text: ' ' }, '/text'],
    [{ id: 'm', kind: 'inject', text: 'x'.repeat(8_001) }, '/text'],
  ])('is refused with its fault: %j', async (message, pointer) => {
    const { agent } = start([answer('Done.')])
    await expect(send(agent, message as NewRunMessage)).rejects.toMatchObject({ code: 'invalid_input', fields: { issues: [{ pointer }] } })
  })
})
