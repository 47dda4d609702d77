import { type BaseEvent, HttpAgent, type Message } from '@ag-ui/client'
import { HttpAgent as OlderAgent } from 'ag-ui-client-0.0.59'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Script } from '../test-support/memory-agent.ts'
import { brokenRules, type Read } from '../test-support/order-machine.ts'
import { createPfServer, type PfServer } from '../test-support/pf-server.ts'
import { brokenScenarios, scenarios } from '../test-support/scenarios.ts'

const generations = { '1.0.0': HttpAgent, '0.0.59': OlderAgent as unknown as typeof HttpAgent }
const open: PfServer[] = []
let count = 0

async function run(script: Script, Agent: typeof HttpAgent, during?: (server: PfServer, event: BaseEvent) => void) {
  const server = await createPfServer(script)
  open.push(server)
  count += 1
  const messages: Message[] = [{ id: `u${count}`, role: 'user', content: 'hello' }]
  const agent = new Agent({ url: `${server.url}/agui/agent`, threadId: `thread ${count}`, initialMessages: messages })
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const events: Read[] = []
  const failures: Error[] = []
  await agent.runAgent(
    { runId: `run:${count}%` },
    {
      onEvent: ({ event }) => {
        events.push({ ...event })
        during?.(server, event)
      },
      onRunFailed: ({ error }) => void failures.push(error),
    },
  )
  const said = warnings.mock.calls.map((line) => line.join(' '))
  warnings.mockRestore()
  return { server, agent, events, failures, said }
}

afterEach(async () => {
  for (const server of open.splice(0)) await server.close()
})

describe.each(Object.entries(generations))('the real @ag-ui/client %s', (_version, Agent) => {
  it.each(Object.entries(scenarios))('reads a run with %s to its end without a warning', async (name, script) => {
    const { events, failures, said, agent } = await run(script, Agent)
    expect(failures).toEqual([])
    expect(said).toEqual([])
    expect(brokenRules(events)).toEqual([])
    expect(events.at(-1)?.type).toBe('RUN_FINISHED')
    const texts = agent.messages.filter(({ role, content }) => role === 'assistant' && content)
    expect(events.at(-1)?.result, name).toMatchObject({ raw_answer: texts.at(-1)?.content })
  })

  it('removes a withdrawn answer from its messages and keeps everything else', async () => {
    const { agent, events } = await run(scenarios.reset, Agent)
    expect(agent.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
    expect(agent.messages.at(-1)?.content).toBe('Right.')
    expect(JSON.stringify(agent.messages)).not.toContain('Wrong')
    const snapshot = events.find(({ type }) => type === 'MESSAGES_SNAPSHOT')
    expect(snapshot?.messages).toEqual(agent.messages.slice(0, 3))
  })

  it('keeps parallel calls in one assistant message with one result each behind it', async () => {
    const { agent } = await run(scenarios.plan, Agent)
    const [, holder, first, second] = agent.messages
    expect(holder?.role === 'assistant' && holder.toolCalls?.map((made) => made.function.arguments)).toEqual(['{"q":1}', '{"q":1}'])
    expect([first?.role, second?.role]).toEqual(['tool', 'tool'])
  })

  it('shows a component as an activity and follows its update', async () => {
    const { agent } = await run(scenarios.component, Agent)
    const activity = agent.messages.find(({ role }) => role === 'activity')
    expect(activity).toMatchObject({ activityType: 'ui_component', content: { id: 'c1', component: 'markdown', props: { content: 'two' } } })
  })

  it('receives an error in the middle of a text with everything closed', async () => {
    const { events, failures } = await run(brokenScenarios.error, Agent)
    expect(failures).toEqual([])
    expect(brokenRules(events)).toEqual([])
    expect(events.at(-1)).toMatchObject({ type: 'RUN_ERROR', code: 'model_unavailable', message: 'The model could not be reached.' })
  })

  it('learns that a run was cancelled, never that it succeeded', async () => {
    const { events, failures, said } = await run(brokenScenarios.cancel, Agent, (server, event) => {
      if (event.type === 'TEXT_MESSAGE_CONTENT') void server.agent.cancel(`run:${count}%`, { owner: { id: 'u' } })
    })
    expect([failures, said]).toEqual([[], []])
    expect(brokenRules(events)).toEqual([])
    const older = Agent === generations['0.0.59']
    expect(events.at(-1)).toMatchObject(older ? { type: 'RUN_ERROR', code: 'cancelled' } : { type: 'RUN_FINISHED', outcome: { type: 'cancelled' } })
    expect(events.at(-1)).not.toHaveProperty('result')
  })
})
