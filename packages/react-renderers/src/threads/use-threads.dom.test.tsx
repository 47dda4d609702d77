import { PfError, type ThreadClient } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ThreadListHandle, useThreads } from '../index.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let root: Root
let box: HTMLElement
beforeEach(() => {
  box = document.createElement('div')
  root = createRoot(box)
})
afterEach(async () => {
  await act(async () => root.unmount())
})

const scope = { owner: { id: 'ann' } }

/** Creates a server with a memory store. `gate` delays the responses of `list` until it is opened. */
async function createServer(count: number) {
  const { threads } = createMemoryStore({ now: () => 1 })
  const write = (name: string) => threads.append(scope, name, [{ id: 'u', role: 'user', run_id: `run ${name}`, text: `Question ${name}`, ts: 1 }])
  for (let index = 0; index < count; index += 1) await write(`${index}`)
  const server = { gate: Promise.resolve(), requests: [] as unknown[] }
  const client: ThreadClient = {
    list: async (query, { signal } = {}) => {
      server.requests.push(query)
      await server.gate
      signal?.throwIfAborted()
      return threads.list(scope, query)
    },
    rename: async (id, title) => {
      const record = await threads.rename(scope, id, title)
      if (!record) throw new PfError('not_found', 'There is no such thread.')
      return record
    },
    delete: async (id) => {
      if (id === 'busy') throw new PfError('busy', 'A run is at work.', { fields: { run_id: 'run' } })
      return (await threads.delete(scope, id)).status === 'deleted'
    },
  }
  return { server, client, write, threads }
}

interface ListProps {
  client: ThreadClient
  query: NonNullable<Parameters<typeof useThreads>[1]>
  onHandle(handle: ThreadListHandle): void
}

function List({ client, query, onHandle }: ListProps) {
  onHandle(useThreads(client, query))
  return null
}

/** Mounts the hook. `read` returns its current result. */
async function mount(client: ThreadClient, first: ListProps['query'] = {}) {
  let handle: ThreadListHandle | undefined
  const onHandle = (now: ThreadListHandle) => {
    handle = now
  }
  const render = (query: ListProps['query']) => act(async () => root.render(<List client={client} query={query} onHandle={onHandle} />))
  await render(first)
  const read = () => {
    if (!handle) throw new Error('The hook has not been rendered.')
    return handle
  }
  return { read, render, ids: () => read().threads.map(({ thread_id }) => thread_id) }
}

describe('useThreads', () => {
  it('loads the first page, and the others one after another', async () => {
    const { client } = await createServer(5)
    const { read, ids } = await mount(client, { pageSize: 2 })
    expect([ids(), read().status, read().hasMore]).toEqual([['4', '3'], 'ready', true])
    await act(() => read().loadMore())
    await act(() => read().loadMore())
    expect([ids(), read().hasMore]).toEqual([['4', '3', '2', '1', '0'], false])
    await act(() => read().loadMore())
    expect(ids()).toHaveLength(5)
  })

  it('refreshes everything that is shown, and keeps the functions', async () => {
    const { client, write } = await createServer(4)
    const { read, ids } = await mount(client, { pageSize: 2 })
    await act(() => read().loadMore())
    const { refresh } = read()
    await write('new')
    await act(() => refresh())
    expect([ids(), read().refresh === refresh]).toEqual([['new', '3', '2', '1'], true])
  })

  it('searches with what was typed last, whatever answers first', async () => {
    const { client, server } = await createServer(12)
    const { read, render, ids } = await mount(client, { search: '' })
    const { promise, resolve } = Promise.withResolvers<void>()
    server.gate = promise
    await render({ search: 'question 1' })
    expect([read().status, ids().length]).toEqual(['loading', 12])
    server.gate = Promise.resolve()
    await render({ search: 'question 11' })
    await act(async () => resolve())
    expect([read().status, ids()]).toEqual(['ready', ['11']])
  })

  it('shows a new title at once, and the old one when the server refuses it', async () => {
    const { client, threads } = await createServer(2)
    const { read } = await mount(client)
    const titles = () => read().threads.map(({ title }) => title)
    await act(() => read().rename('0', '  Better  title '))
    expect(titles()).toEqual(['Question 1', 'Better title'])
    await threads.delete(scope, '0')
    const failed = vi.fn()
    await act(() => read().rename('0', 'Other').catch(failed))
    expect([failed.mock.calls[0]?.[0].code, titles()]).toEqual(['not_found', ['Question 1', 'Better title']])
  })

  it('takes a deleted thread off the list, also one that is gone already, and none while a run is at work', async () => {
    const { client, threads, write } = await createServer(2)
    await write('busy')
    const { read, ids } = await mount(client)
    await threads.delete(scope, '0')
    await act(() => read().remove('0'))
    await act(() => read().remove('1'))
    const failed = vi.fn()
    await act(() => read().remove('busy').catch(failed))
    expect([failed.mock.calls[0]?.[0].fields.run_id, ids()]).toEqual(['run', ['busy']])
  })

  it('keeps what it shows when the server cannot be reached, and recovers', async () => {
    const { client, server, write } = await createServer(1)
    const { read, ids } = await mount(client)
    server.gate = Promise.reject(new PfError('network', 'The server could not be reached.'))
    await act(() => read().refresh())
    expect([ids(), read().status, read().error?.code]).toEqual([['0'], 'error', 'network'])
    server.gate = Promise.resolve()
    await write('1')
    await act(() => read().refresh())
    expect([ids(), read().status, read().error]).toEqual([['1', '0'], 'ready', undefined])
  })
})
