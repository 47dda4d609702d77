import type { HttpAgent } from '@ag-ui/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { finish, text } from '../../test-support/log.ts'
import type { Read } from '../../test-support/order-machine.ts'
import { authenticate, createPfServer } from '../../test-support/pf-server.ts'
import { actionReply, answerReply, createPlannerServer } from '../../test-support/planner-server.ts'
import { scenarios } from '../../test-support/scenarios.ts'
import { afterBytes, afterEvents, createTcpProxy } from '../../test-support/tcp-proxy.ts'
import { createRunClient } from '../create-run-client.ts'
import { ResumableHttpAgent } from './resumable-http-agent.ts'

const quick = { retryMs: 1 }
const open: { close(): Promise<unknown> }[] = []
const kept = <T extends { close(): Promise<unknown> }>(made: T): T => {
  open.push(made)
  return made
}
afterEach(async () => {
  vi.restoreAllMocks()
  for (const one of open.splice(0).reverse()) await one.close()
})

describe.each(['1.0.0', '0.0.59'])('connectAgent over %s', (version) => {
  const { everything } = scenarios
  const connected = async (url: string, threadId: string, config: object = {}) => {
    const Made = version === '1.0.0' ? ResumableHttpAgent : await olderResumable()
    return new Made({ url: `${url}/agui/agent`, threadId, ...quick, ...config })
  }
  const ask = (agent: HttpAgent, runId: string, content: string) => {
    agent.addMessage({ id: `u:${runId}`, role: 'user', content })
    return agent.runAgent({ runId })
  }
  const texts = (agent: HttpAgent) =>
    agent.messages.flatMap(({ role, content }) => (role === 'user' || (role === 'assistant' && content) ? [[role, content]] : []))

  it('shows a thread as the server has it, its last run with calls and all, also of a clone and when it is asked again', async () => {
    const server = kept(await createPfServer(everything))
    const first = await connected(server.url, 't')
    await ask(first, 'r1', 'one')
    await ask(first, 'r2', 'two')
    const second = await connected(server.url, 't')
    await second.connectAgent()
    const shown = texts(second)
    expect(shown.filter(([role]) => role === 'user')).toEqual([
      ['user', 'one'],
      ['user', 'two'],
    ])
    expect(second.messages.filter(({ role }) => role === 'tool')).toEqual(first.messages.filter(({ role, id }) => role === 'tool' && id.includes('r2')))
    await second.connectAgent()
    expect(texts(second)).toEqual(shown)
    const clone = (await connected(server.url, 't')).clone() as HttpAgent
    await clone.connectAgent()
    expect(texts(clone)).toEqual(shown)
    expect(server.agent.inputs).toHaveLength(2)
  })

  it('shows the files of a user, with which the next message can be sent', async () => {
    const server = kept(await createPlannerServer([answerReply('Seen.'), answerReply('Seen again.')]))
    const png = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]).toString('base64')
    const first = await connected(server.url, 't')
    const image = { type: 'image', source: { type: 'data', value: png, mimeType: 'image/png' }, metadata: { filename: 'chart.png' } } as const
    first.addMessage({ id: 'u1', role: 'user', content: [{ type: 'text', text: 'What is this?' }, image] })
    await first.runAgent({ runId: 'r1' })
    const second = await connected(server.url, 't')
    await second.connectAgent()
    const [shown] = second.messages
    const part = {
      type: 'image',
      source: { type: 'url', value: expect.stringContaining(`${server.url}/`), mimeType: 'image/png' },
      metadata: { filename: 'chart.png' },
    }
    expect(shown?.content).toEqual([{ type: 'text', text: 'What is this?' }, part])
    await ask(second, 'r2', 'And now?')
    expect(JSON.stringify(server.model.requests.at(-1)?.body)).toMatch(/What is this\?.{0,20}image chart\.png, image\/png, 11 bytes, file file-/)
  })

  it('follows a run that continues, over dropped connections, and starts none', async () => {
    let go = () => {}
    const held = new Promise<void>((resolve) => {
      go = resolve
    })
    const server = kept(
      await createPfServer(async (run) => {
        await run.emit(text('Hel', 'm:1'))
        await held
        await run.emit(text('lo.', 'm:1'), finish('answer', 'Hello.'))
      }),
    )
    const client = createRunClient({ baseUrl: server.url })
    for await (const { event } of client.start({ thread_id: 't', run_id: 'r', messages: [{ id: 'u', role: 'user', content: 'Hi.' }] }))
      if (event.type === 'TEXT_MESSAGE_CONTENT') break
    const proxy = kept(await createTcpProxy(server.url, [afterBytes(100_000), afterEvents(2)]))
    const agent = await connected(proxy.url, 't')
    const seen: string[] = []
    await agent.connectAgent(
      {},
      {
        onEvent({ event }) {
          seen.push(event.type)
          if (event.type === 'TEXT_MESSAGE_CONTENT') go()
        },
      },
    )
    expect(seen.filter((type) => type.startsWith('RUN_') || type === 'MESSAGES_SNAPSHOT')).toEqual(['RUN_STARTED', 'MESSAGES_SNAPSHOT', 'RUN_FINISHED'])
    expect(texts(agent)).toEqual([
      ['user', 'Hi.'],
      ['assistant', 'Hello.'],
    ])
    expect(server.agent.inputs).toHaveLength(1)
  })

  it('shows the run that it is asked for and nothing behind it', async () => {
    const server = kept(await createPfServer(everything))
    const first = await connected(server.url, 't')
    for (const runId of ['r1', 'r2', 'r3']) await ask(first, runId, runId)
    const agent = await connected(server.url, 't')
    await agent.connectAgent({ runId: 'r2' })
    expect(texts(agent).filter(([role]) => role === 'user')).toEqual([
      ['user', 'r1'],
      ['user', 'r2'],
    ])
  })

  it('says an answer once whose turn began in a run that asked', async () => {
    const server = kept(await createPlannerServer([actionReply('ui_confirm', { message: 'Sure?' }), answerReply('Done.')]))
    const first = await connected(server.url, 't')
    await ask(first, 'r1', 'Go.')
    const waiting = await connected(server.url, 't')
    const ended: Read[] = []
    await waiting.connectAgent({}, { onRunFinishedEvent: ({ event }) => void ended.push({ ...event }) })
    expect([texts(waiting), ended]).toMatchObject([
      [['user', 'Go.']],
      [{ outcome: { type: 'interrupt', interrupts: [{ metadata: { component: 'confirm' } }] } }],
    ])
    const [question] = (await server.agent.thread('t', { owner: { id: 'u' } }))?.pending ?? []
    const client = createRunClient({ baseUrl: server.url })
    const result = await client.answer({ interaction_id: question?.id ?? '' }, { result: { confirmed: true } })
    for await (const _ of client.attach('run_id' in result ? result.run_id : ''));
    const agent = await connected(server.url, 't')
    await agent.connectAgent()
    expect(texts(agent)).toEqual([
      ['user', 'Go.'],
      ['assistant', 'Done.'],
    ])
  })

  it('is empty for a thread that nobody knows, rejects with what the server refused, and works after a Stop', async () => {
    const server = kept(await createPfServer(everything, { authenticate }))
    const agent = await connected(server.url, 't', { headers: { 'x-user': 'a' } })
    await agent.connectAgent()
    expect(agent.messages).toEqual([])
    await ask(agent, 'r', 'Hi.')
    agent.abortRun()
    await agent.connectAgent()
    expect(texts(agent)[0]).toEqual(['user', 'Hi.'])
    const foreign = await connected(server.url, 't', { headers: { 'x-user': 'b' } })
    await foreign.connectAgent()
    expect(foreign.messages).toEqual([])
    vi.spyOn(console, 'error').mockReturnValue()
    await expect((await connected(server.url, 't')).connectAgent()).rejects.toMatchObject({ status: 401 })
  })
})

/** Returns the same class based on the older version of `@ag-ui/client`. */
async function olderResumable() {
  vi.resetModules()
  vi.doMock('@ag-ui/client', () => import('ag-ui-client-0.0.59'))
  const { ResumableHttpAgent: Made } = await import('./resumable-http-agent.ts')
  vi.doUnmock('@ag-ui/client')
  return Made as unknown as typeof ResumableHttpAgent
}
