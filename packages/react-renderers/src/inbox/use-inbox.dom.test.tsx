import { type AnswerResult, type InboxClient, type InboxItem, PfError } from '@pf/core'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type InboxHandle, useInbox } from '../index.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let root: Root
beforeEach(() => {
  root = createRoot(document.createElement('div'))
})
afterEach(async () => {
  await act(async () => root.unmount())
  vi.useRealTimers()
})

const item = (interaction_id: string): InboxItem => ({ interaction_id, run_id: 'r', thread_id: 't', component: 'confirm', props: {}, created: 1 })

/** A server whose reads wait until `push` or `fail` is called. */
function createServer() {
  const waiting: { resolve(read: { version: string; items: InboxItem[] }): void; reject(error: unknown): void }[] = []
  const versions: (string | undefined)[] = []
  const answers: string[] = []
  let signal: AbortSignal | undefined
  const client: InboxClient = {
    read: ({ version, signal: given } = {}) => {
      versions.push(version)
      signal = given
      return new Promise((resolve, reject) => waiting.push({ resolve, reject }))
    },
    answer: async (id): Promise<AnswerResult> => {
      answers.push(id)
      return id === 'wrong' ? { status: 'invalid', issues: [] } : { status: 'accepted', run_id: 'r' }
    },
  }
  return {
    client,
    versions,
    answers,
    left: () => signal?.aborted,
    push: (version: string, ...ids: string[]) => act(async () => waiting.shift()?.resolve({ version, items: ids.map(item) })),
    fail: (error: unknown) => act(async () => waiting.shift()?.reject(error)),
  }
}

interface ShowProps {
  client: InboxClient
  onHandle(handle: InboxHandle): void
}

function Show({ client, onHandle }: ShowProps) {
  onHandle(useInbox(client))
  return null
}

async function mount(client: InboxClient) {
  let handle: InboxHandle | undefined
  const keep = (now: InboxHandle) => {
    handle = now
  }
  await act(async () => root.render(<Show client={client} onHandle={keep} />))
  return () => {
    if (!handle) throw new Error('The hook has not run.')
    return handle
  }
}

it('follows the inbox, each time from the version that it has', async () => {
  const server = createServer()
  const read = await mount(server.client)
  expect(read()).toMatchObject({ status: 'loading', items: [] })
  await server.push('1', 'a')
  expect(read()).toMatchObject({ status: 'ready', items: [{ interaction_id: 'a' }] })
  await server.push('2', 'a', 'b')
  expect(read().items).toHaveLength(2)
  expect(server.versions).toEqual([undefined, '1', '2'])
  await act(async () => root.render(null))
  expect(server.left()).toBe(true)
})

it('takes an answered question off the list at once, and keeps one whose answer was invalid', async () => {
  const server = createServer()
  const read = await mount(server.client)
  await server.push('1', 'a', 'wrong')
  const { answer } = read()
  await act(async () => void (await answer('a', { result: { confirmed: true } })))
  await act(async () => void (await answer('wrong', { result: 1 })))
  expect([read().items.map(({ interaction_id }) => interaction_id), server.answers]).toEqual([['wrong'], ['a', 'wrong']])
  expect(read().answer).toBe(answer)
})

it('shows why it could not be read, keeps what it had and tries again', async () => {
  vi.useFakeTimers()
  const server = createServer()
  const read = await mount(server.client)
  await server.push('1', 'a')
  await server.fail(new PfError('network', 'The server could not be reached.'))
  expect(read()).toMatchObject({ status: 'error', error: { code: 'network' }, items: [{ interaction_id: 'a' }] })
  await act(async () => void (await vi.advanceTimersByTimeAsync(1_000)))
  await server.push('2')
  expect(read()).toMatchObject({ status: 'ready', items: [] })
})

it('reads nothing while the page is hidden, and continues when it is visible again', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get')
  const set = (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state)
    return act(async () => void document.dispatchEvent(new Event('visibilitychange')))
  }
  const server = createServer()
  const read = await mount(server.client)
  await server.push('1', 'a')
  expect(server.versions).toHaveLength(2)
  await set('hidden')
  expect(server.left()).toBe(true)
  await server.fail(new Error('aborted'))
  expect([read().status, server.versions.length]).toEqual(['ready', 2])
  await set('visible')
  expect(server.versions).toEqual([undefined, '1', '1'])
  await server.push('2', 'a', 'b')
  expect(read().items).toHaveLength(2)
  visibility.mockRestore()
})
