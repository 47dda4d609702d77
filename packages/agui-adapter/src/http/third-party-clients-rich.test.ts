import { type BaseEvent, HttpAgent } from '@ag-ui/client'
import { HttpAgent as OlderAgent } from 'ag-ui-client-0.0.59'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createRunClient } from '../client/create-run-client.ts'
import { finish, text } from '../test-support/log.ts'
import { brokenRules, type Read } from '../test-support/order-machine.ts'
import { createPfServer } from '../test-support/pf-server.ts'
import { actionReply, answerReply, createPlannerServer } from '../test-support/planner-server.ts'
import { waiting } from '../test-support/streams.ts'

const open: { close(): Promise<unknown> }[] = []
let count = 0
const kept = <T extends { close(): Promise<unknown> }>(made: T): T => {
  open.push(made)
  return made
}
const system = async (...replies: Parameters<typeof createPlannerServer>[0]) => kept(await createPlannerServer(replies))

afterEach(async () => {
  vi.restoreAllMocks()
  for (const one of open.splice(0).reverse()) await one.close()
})

const form = actionReply('ui_form', { fields: [{ name: 'city', type: 'text', required: true }] })

/** Returns the props of the example in the component's own description. */
async function exampleOf(url: string, component: string) {
  const { components } = await createRunClient({ baseUrl: url }).catalog()
  return components.find(({ name }) => name === component)?.example as { props?: object } & object
}

describe.each([
  ['1.0.0', HttpAgent],
  ['0.0.59', OlderAgent as unknown as typeof HttpAgent],
])('the real @ag-ui/client %s', (_version, Agent) => {
  const agentOf = (url: string, more: Partial<ConstructorParameters<typeof HttpAgent>[0]> = {}) => {
    count += 1
    return new Agent({ url: `${url}/agui/agent`, threadId: `t${count}`, initialMessages: [{ id: `u${count}`, role: 'user', content: 'go' }], ...more })
  }
  const reader = () => {
    const seen: Read[] = []
    const failures: unknown[] = []
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const onEvent = ({ event }: { event: BaseEvent }) => void seen.push({ ...event })
    return {
      seen,
      complaints: () => [...failures, ...warn.mock.calls],
      subscriber: { onEvent, onRunFailed: ({ error }: { error: Error }) => void failures.push(error) },
    }
  }

  it.each(['echarts', 'report', 'datagrid'])('has %s as an activity in its messages, and as a custom event with the same content', async (component) => {
    const { url: first } = await system()
    const example = await exampleOf(first, component)
    const props = example.props ?? example
    const { url } = await system({ ...actionReply('render_component', { component, props }), chunkSize: 40 }, answerReply('There it is.'))
    const { seen, complaints, subscriber } = reader()
    const agent = agentOf(url)
    await agent.runAgent({}, subscriber)
    expect([complaints(), brokenRules(seen)]).toEqual([[], []])
    const activity = agent.messages.find(({ role }) => role === 'activity')
    expect(activity).toMatchObject({ activityType: 'ui_component', content: { component } })
    const chunks = seen.filter(({ name }) => name === 'artifact_chunk').map(({ value }) => value as { chunk: object })
    expect(chunks).toHaveLength(1)
    expect(activity).toMatchObject({ content: chunks[0]?.chunk ?? {} })
    expect(seen.at(-1)).toMatchObject({ type: 'RUN_FINISHED', result: { raw_answer: 'There it is.' } })
  })

  it('[003-int-01] sees a form as an interrupt with its call, its schema and its props, and answers it with resume', async () => {
    const { url } = await system(form, answerReply('Oslo it is.'))
    const { seen, complaints, subscriber } = reader()
    const agent = agentOf(url)
    await agent.runAgent({}, subscriber)
    const outcome = seen.at(-1)?.outcome as { interrupts: { id: string; toolCallId: string }[] }
    const [interrupt] = outcome.interrupts
    const call = seen.find(({ type }) => type === 'TOOL_CALL_START')
    expect(call).toMatchObject({ toolCallName: 'ui_form', parentMessageId: expect.any(String) })
    expect(interrupt).toMatchObject({
      toolCallId: call?.toolCallId,
      responseSchema: { type: 'object', required: ['city'] },
      metadata: { component: 'form', props: { fields: [{ name: 'city' }] } },
    })
    await agent.runAgent({ resume: [{ interruptId: interrupt?.id ?? '', status: 'resolved', payload: { city: 'Oslo' } }] }, subscriber)
    expect(complaints()).toEqual([])
    expect(seen.at(-1)).toMatchObject({ type: 'RUN_FINISHED', result: { raw_answer: 'Oslo it is.' } })
    expect(agent.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant'])
  })

  it('is asked again when its answer does not fit, and can give a form up', async () => {
    const { url } = await system(form, answerReply('Never mind.'))
    const { seen, complaints, subscriber } = reader()
    const agent = agentOf(url)
    await agent.runAgent({}, subscriber)
    const idOf = () => (seen.at(-1)?.outcome as { interrupts?: { id: string }[] } | undefined)?.interrupts?.[0]?.id ?? ''
    const id = idOf()
    await agent.runAgent({ resume: [{ interruptId: id, status: 'resolved', payload: { city: 7 } }] }, subscriber)
    expect(idOf()).toBe(id)
    await agent.runAgent({ resume: [{ interruptId: id, status: 'cancelled' }] }, subscriber)
    expect(complaints()).toEqual([])
    expect(seen.at(-1)).toMatchObject({ type: 'RUN_FINISHED', result: { raw_answer: 'Never mind.' } })
  })

  it('answers a form that its own front end draws as a tool message', async () => {
    const { url } = await system(form, answerReply('Oslo it is.'))
    const { seen, complaints, subscriber } = reader()
    const agent = agentOf(url)
    const tools = [{ name: 'ui_form', description: 'Asks.', parameters: { type: 'object', properties: { fields: { type: 'array' } } } }]
    await agent.runAgent({ tools }, subscriber)
    expect(seen.at(-1)).toMatchObject({ type: 'RUN_FINISHED' })
    expect(seen.at(-1)).not.toHaveProperty('outcome')
    const holder = agent.messages.at(-1)
    const call = holder?.role === 'assistant' ? holder.toolCalls?.[0] : undefined
    expect(call).toMatchObject({ function: { name: 'ui_form' } })
    agent.addMessage({ id: 'filled', role: 'tool', toolCallId: call?.id ?? '', content: '{"city":"Oslo"}' })
    await agent.runAgent({ tools }, subscriber)
    expect(complaints()).toEqual([])
    expect(seen.at(-1)).toMatchObject({ type: 'RUN_FINISHED', result: { raw_answer: 'Oslo it is.' } })
  })

  it('is refused with status and JSON before the first byte', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const stranger = kept(await createPfServer(waiting, { authenticate: () => undefined }))
    await expect(agentOf(stranger.url).runAgent()).rejects.toMatchObject({ status: 401, payload: { code: 'unauthorized' } })
    const wordless = kept(await createPfServer(waiting))
    const nothingSaid = agentOf(wordless.url, { initialMessages: [] })
    await expect(nothingSaid.runAgent()).rejects.toMatchObject({ status: 400, payload: { code: 'invalid_input', issues: [{ pointer: '/messages' }] } })
  })

  it('reads a run that is silent for many pings', async () => {
    let pings = 0
    const heard = Promise.withResolvers<void>()
    const counted = (response: Response) => {
      const count = new TransformStream<Uint8Array, Uint8Array>({
        transform(bytes, controller) {
          pings += new TextDecoder().decode(bytes).split(': ping\n\n').length - 1
          if (pings >= 5) heard.resolve()
          controller.enqueue(bytes)
        },
      })
      return new Response(response.body?.pipeThrough(count), response)
    }
    const { url } = kept(
      await createPfServer(
        async (run) => {
          await run.emit(text('Hel', 'm:1'))
          await heard.promise
          await run.emit(text('lo.', 'm:1'), finish('answer', 'Hello.'))
        },
        { pingMs: 5 },
      ),
    )
    const { seen, complaints, subscriber } = reader()
    await agentOf(url, { fetch: async (...request) => counted(await fetch(...request)) }).runAgent({}, subscriber)
    expect([complaints(), brokenRules(seen)]).toEqual([[], []])
    expect(pings).toBeGreaterThanOrEqual(5)
    expect(seen.at(-1)).toMatchObject({ type: 'RUN_FINISHED', result: { raw_answer: 'Hello.' } })
  })

  it('that sends a run again after its connection broke gets the whole of the same run', async () => {
    const { url } = await system(answerReply('Hello.'), answerReply('Never.'))
    const runId = `again${count}`
    const [first, second] = [reader(), reader()]
    const agent = agentOf(url)
    await agent.runAgent({ runId }, first.subscriber)
    const other = agentOf(url, { threadId: agent.threadId })
    await other.runAgent({ runId }, second.subscriber)
    expect(second.seen).toEqual(first.seen)
    expect(other.messages.slice(1)).toEqual(agent.messages.slice(1))
  })
})
