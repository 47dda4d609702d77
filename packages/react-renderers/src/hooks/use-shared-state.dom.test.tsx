import { act, cleanup, render } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createComponentStore } from '../conversation/create-component-store.ts'
import { restoreStore, serializeStore } from '../conversation/stored-conversation.ts'
import { PfProvider } from '../provider/pf-provider.tsx'
import { fakeClient } from '../test-support/fake-client.ts'
import { type RunHandle, useRun } from './use-run.ts'
import { type SharedStateUpdate, useSharedState } from './use-shared-state.ts'

afterEach(cleanup)

type Route = { stops: string[] }

interface Page {
  run?: RunHandle
  state?: Route | undefined
  set?: (update: SharedStateUpdate<Route>) => void
}

function Chat({ page }: { page: Page }) {
  const run = useRun('t1')
  const [state, set] = useSharedState<Route>()
  useEffect(() => void Object.assign(page, { run, state, set }))
  return null
}

function open() {
  const { client, streams } = fakeClient()
  const store = createComponentStore({ schedule: (flush) => flush() })
  const page: Page = {}
  render(
    <PfProvider client={client} store={store}>
      <Chat page={page} />
    </PfProvider>,
  )
  const change = (update: SharedStateUpdate<Route>) => act(() => page.set?.(update))
  const send = async (text: string) => {
    const count = streams.length
    act(() => void page.run?.send(text))
    await vi.waitFor(() => expect(streams).toHaveLength(count + 1))
    return streams.at(-1)
  }
  const apply = (...events: { type: string; [key: string]: unknown }[]) => act(() => events.forEach((event) => void store.apply({ event })))
  return { page, store, streams, change, send, apply }
}

const startedOf = (runId = '') => ({ event: { type: 'RUN_STARTED', threadId: 't1', runId } })
const finishedOf = (runId = '') => ({ event: { type: 'RUN_FINISHED', threadId: 't1', runId } })

describe('useSharedState', () => {
  it('reads what the agent sends', () => {
    const { page, apply } = open()
    expect(page.state).toBeUndefined()
    apply({ type: 'STATE_SNAPSHOT', snapshot: { stops: ['Bonn'] } })
    expect(page.state).toEqual({ stops: ['Bonn'] })
    apply({ type: 'STATE_DELTA', delta: [{ op: 'add', path: '/stops/-', value: 'Ulm' }] })
    expect(page.state).toEqual({ stops: ['Bonn', 'Ulm'] })
  })

  it('sends a change of the page with the next message, and no more after a run has received it', async () => {
    const { page, change, send, store } = open()
    change({ stops: ['Bonn'] })
    change((current) => ({ stops: [...(current?.stops ?? []), 'Ulm'] }))
    expect(page.state).toEqual({ stops: ['Bonn', 'Ulm'] })
    const first = await send('Plan it')
    expect(first?.request?.state).toEqual({ stops: ['Bonn', 'Ulm'] })
    act(() => first?.push(startedOf(first.run_id), finishedOf(first.run_id)))
    act(() => first?.end())
    await vi.waitFor(() => expect(store.getSnapshot().run.status).not.toBe('running'))
    expect((await send('And now?'))?.request).not.toHaveProperty('state')
    expect(page.state).toEqual({ stops: ['Bonn', 'Ulm'] })
  })

  it('sends a change again if the request with it failed', async () => {
    const { page, change, send, streams } = open()
    change({ stops: ['Bonn'] })
    const first = await send('Plan it')
    act(() => first?.break(new Error('offline')))
    await vi.waitFor(() => expect(page.run?.status).toBe('error'))
    act(() => void page.run?.retry())
    await vi.waitFor(() => expect(streams).toHaveLength(2))
    expect(streams[1]?.request?.state).toEqual({ stops: ['Bonn'] })
  })

  it('sends a change that was made while the first request was starting', async () => {
    const { change, send, store } = open()
    change({ stops: ['Bonn'] })
    const first = await send('Plan it')
    change({ stops: ['Ulm'] })
    act(() => first?.push(startedOf(first.run_id), finishedOf(first.run_id)))
    act(() => first?.end())
    await vi.waitFor(() => expect(store.getSnapshot().run.status).not.toBe('running'))
    expect((await send('And now?'))?.request?.state).toEqual({ stops: ['Ulm'] })
  })

  it('lets a snapshot of the agent replace a change that was made during a run', async () => {
    const { change, send, store, page } = open()
    const first = await send('Plan it')
    act(() => first?.push(startedOf(first.run_id)))
    change({ stops: ['Bonn'] })
    act(() => first?.push({ event: { type: 'STATE_SNAPSHOT', snapshot: { stops: [] } } }, finishedOf(first.run_id)))
    act(() => first?.end())
    await vi.waitFor(() => expect(store.getSnapshot().run.status).not.toBe('running'))
    expect(page.state).toEqual({ stops: [] })
    expect((await send('And now?'))?.request).not.toHaveProperty('state')
  })

  it('keeps an unsent change with a stored conversation, and none for another one', async () => {
    const { change, send, store } = open()
    change({ stops: ['Bonn'] })
    const stored = serializeStore(store)
    act(() => store.reset())
    expect((await send('Plan it'))?.request).not.toHaveProperty('state')
    act(() => restoreStore(store, stored))
    expect((await send('Plan it'))?.request?.state).toEqual({ stops: ['Bonn'] })
  })
})
