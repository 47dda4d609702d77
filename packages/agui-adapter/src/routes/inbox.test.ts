import type { Scope } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { createAgent } from '@pf/planner'
import { afterEach, expect, it } from 'vitest'
import { createRunClient } from '../client/create-run-client.ts'
import { createInboxClient } from '../client/route-clients.ts'
import { createPfHandlers } from '../handlers/create-pf-handlers.ts'
import { createPfServer, post, runInput } from '../test-support/pf-server.ts'
import { serve } from '../test-support/serve.ts'
import { answer } from '../test-support/streams.ts'

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

/** Creates a server whose agent makes payments that the role `finance` must approve. The header `x-user` is `id` or `id:role`. */
async function createPaymentServer() {
  const paid: unknown[] = []
  const agent = createAgent({
    model: {
      name: 'scripted',
      async *stream({ messages }) {
        const isPaid = messages.some(({ content }) => content.includes('"observation"'))
        const action = isPaid ? { next_node: 'final_response', args: { answer: 'Paid.' } } : { next_node: 'pay', args: { amount: 1 } }
        yield { type: 'text', text: JSON.stringify(action) }
        yield { type: 'finish', reason: 'stop' }
      },
    },
    tools: [{ name: 'pay', description: 'Pays.', input: { type: 'object' }, run: (args) => paid.push(args) }],
    ports: createMemoryStore(),
    richOutput: { enabled: true, allowlist: ['confirm', 'select_option'] },
    approvals: { rules: [{ id: 'payments', decision: 'ask', tools: ['pay'], answeredBy: 'finance' }] },
  })
  const handlers = createPfHandlers({
    agent,
    authenticate: (request) => {
      const [id, role] = (request.headers.get('x-user') ?? '').split(':')
      return id ? { id, ...(role ? { roles: [role] } : {}) } : undefined
    },
  })
  const served = await serve(handlers.fetch)
  open.push(agent, { close: () => handlers.close() }, served)
  const headersOf = (user: string) => ({ 'x-user': user })
  return {
    url: served.url,
    paid,
    inbox: (user: string) => createInboxClient({ baseUrl: served.url, headers: headersOf(user) }),
    ask: async (user: string, thread_id: string) => {
      const client = createRunClient({ baseUrl: served.url, headers: headersOf(user) })
      for await (const _ of client.start({ thread_id, run_id: `run of ${thread_id}`, messages: [{ id: 'u', role: 'user', content: 'Pay.' }] }));
    },
    thread: (user: string, thread_id: string) => createRunClient({ baseUrl: served.url, headers: headersOf(user) }).thread(thread_id),
  }
}

it('an inbox has what waits over all threads, and an answer there continues the run', async () => {
  const { ask, inbox, paid, thread } = await createPaymentServer()
  await ask('ann', 't1')
  await ask('ann', 't2')
  const boss = inbox('boss:finance')
  const { items } = await boss.read()
  expect(items).toMatchObject([
    { thread_id: 't1', tool: 'pay', role: 'finance', asked_by: 'ann', props: { details: expect.stringContaining('"amount": 1') } },
    { thread_id: 't2', asked_by: 'ann' },
  ])
  expect((await inbox('ann').read()).items).toHaveLength(2)
  expect((await inbox('bob').read()).items).toEqual([])
  expect(await boss.answer(items[0]?.interaction_id ?? '', { result: { confirmed: true } })).toMatchObject({ status: 'accepted' })
  await expect.poll(() => paid).toEqual([{ amount: 1 }])
  await expect.poll(async () => (await thread('ann', 't1'))?.messages.at(-1)?.content).toBe('Paid.')
  expect((await boss.read()).items).toMatchObject([{ thread_id: 't2' }])
})

it('nobody without the role answers, by any route', async () => {
  const { ask, inbox, paid, url } = await createPaymentServer()
  await ask('ann', 't1')
  const [item] = (await inbox('boss:finance').read()).items
  const id = item?.interaction_id ?? ''
  expect(await inbox('ann').answer(id, { result: { confirmed: true } })).toMatchObject({ status: 'invalid', issues: [{ code: 'role_required' }] })
  expect(await inbox('eve:sales').answer(id, { result: { confirmed: true } })).toEqual({ status: 'unknown' })
  const resume = [{ interruptId: id, status: 'resolved', payload: { confirmed: true } }]
  const response = await post(url, runInput({ threadId: 't1', protocolVersion: '1.0', resume }), { headers: { 'x-user': 'ann' } })
  expect(await response.text()).toContain('"interrupt"')
  expect(paid).toEqual([])
  expect((await inbox('boss:finance').read()).items).toHaveLength(1)
})

it('a read with a version waits for the next change', async () => {
  const { ask, inbox } = await createPaymentServer()
  const client = inbox('ann')
  const empty = await client.read()
  const changed = client.read({ version: empty.version })
  await ask('ann', 't1')
  expect((await changed).items).toHaveLength(1)
  const stop = new AbortController()
  const left = client.read({ version: (await changed).version, signal: stop.signal })
  stop.abort()
  await expect(left).rejects.toThrow()
})

it('an agent without an inbox has no route', async () => {
  const server = await createPfServer(answer)
  open.push(server)
  expect((await fetch(`${server.url}/inbox`)).status).toBe(404)
})

it('roles that are no list of texts are a mistake of the host, and nobody has them', async () => {
  const errors: unknown[] = []
  const seen: Scope[] = []
  const server = await createPfServer(answer, { authenticate: () => ({ id: 'a', roles: 'finance' }) as never, onError: (error) => errors.push(error) })
  open.push(server)
  server.agent.thread = async (_, scope) => void seen.push(scope)
  expect((await fetch(`${server.url}/agui/threads/t`)).status).toBe(500)
  expect([errors, seen]).toEqual([[expect.objectContaining({ code: 'invalid_config' })], []])
})
