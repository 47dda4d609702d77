import type { ComponentFailure, Scope } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { afterEach, expect, it } from 'vitest'
import { createRunClient } from '../client.ts'
import { createPfHandlers } from '../handlers/create-pf-handlers.ts'
import { createMemoryAgent } from '../test-support/memory-agent.ts'
import { authenticate } from '../test-support/pf-server.ts'
import { serve } from '../test-support/serve.ts'

let close: (() => Promise<void>) | undefined
afterEach(() => close?.())

const failure: ComponentFailure = { run_id: 'r', component_id: 'c', component: 'mermaid', reason: 'Line 2.' }

async function serveAgent(taken: [ComponentFailure, Scope][] | undefined) {
  const agent = createMemoryAgent(createMemoryStore(), async () => undefined)
  const componentFailed = async (given: ComponentFailure, scope: Scope) => given.run_id === 'r' && scope.owner.id === 'a' && !!taken?.push([given, scope])
  const handlers = createPfHandlers({ agent: taken ? { ...agent, componentFailed } : agent, authenticate })
  const served = await serve(handlers.fetch)
  close = async () => {
    await handlers.close()
    await served.close()
  }
  const send = (body: unknown, user = 'a') =>
    fetch(`${served.url}/ui/components/failures`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'x-user': user },
    })
  return { url: served.url, send }
}

it('passes on what a page could not draw; a run of somebody else and an unknown run give the same response', async () => {
  const taken: [ComponentFailure, Scope][] = []
  const { url, send } = await serveAgent(taken)
  expect(await createRunClient({ baseUrl: url, headers: { 'x-user': 'a' } }).componentFailed?.(failure)).toBe(true)
  expect(taken).toEqual([[failure, { owner: { id: 'a' } }]])
  for (const response of [await send(failure, 'eve'), await send({ ...failure, run_id: 'unknown' })])
    expect([response.status, await response.json()]).toEqual([200, { delivered: false }])
  await send({ ...failure, reason: 'a\0\ud83d' })
  expect(taken[1]?.[0].reason).toBe('a\ufffd')
})

it('an agent that takes no reports gives the same response', async () => {
  const { send } = await serveAgent(undefined)
  expect(await (await send(failure)).json()).toEqual({ delivered: false })
})

it.each([[{}], [[]], [null], [{ ...failure, reason: 5 }], [{ ...failure, reason: 'x'.repeat(1_001) }], [{ ...failure, component_id: '' }]])(
  'refuses %j with the fields that are wrong',
  async (body) => {
    const { send } = await serveAgent([])
    const response = await send(body)
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { code: 'invalid_input', issues: expect.arrayContaining([expect.objectContaining({ expected: expect.any(String) })]) },
    ])
  },
)
