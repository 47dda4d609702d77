import { act, cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { type Interaction, PfProvider, type RunHandle, useInteraction, useRun } from '../index.ts'
import { createComponentStore } from '../store.ts'
import { fakeClient } from '../test-support/fake-client.ts'
import { custom, finished, logOf, started } from '../test-support/run-log.ts'

afterEach(cleanup)

interface Handles {
  run?: RunHandle
  interaction?: Interaction | undefined
}

function Probe({ thread_id, handles }: { thread_id: string; handles: Handles }) {
  handles.run = useRun(thread_id)
  handles.interaction = useInteraction()
  return null
}

/** Renders a page whose client, store and thread can be replaced. */
function openPage() {
  const store = createComponentStore({ schedule: (flush) => flush() })
  const handles: Handles = {}
  const page = (client: ReturnType<typeof fakeClient>['client'], { thread_id = 't1', own = store } = {}) => (
    <PfProvider client={client} store={own}>
      <Probe thread_id={thread_id} handles={handles} />
    </PfProvider>
  )
  return { store, handles, page }
}

describe('a page that gets another client', () => {
  it('asks with the new client, and no longer with the old one', async () => {
    const { handles, page } = openPage()
    const [before, after] = [fakeClient(), fakeClient()]
    const { rerender } = render(page(before.client))
    rerender(page(after.client))
    act(() => void handles.run?.send('Hello'))
    await waitFor(() => expect(after.streams).toHaveLength(1))
    expect(before.streams).toHaveLength(0)
  })

  it('stops reading with the old client', async () => {
    const { handles, page } = openPage()
    const [before, after] = [fakeClient(), fakeClient()]
    const { rerender } = render(page(before.client))
    act(() => void handles.run?.send('Hello'))
    await waitFor(() => expect(before.streams).toHaveLength(1))
    rerender(page(after.client))
    await waitFor(() => expect(before.streams[0]?.signal?.aborted).toBe(true))
  })

  it('cancels and restores with the new client', async () => {
    const { store, handles, page } = openPage()
    const asked: string[] = []
    const named = (name: string) =>
      fakeClient({
        thread: async () => {
          asked.push(name)
          return undefined
        },
      })
    const [before, after] = [named('before'), named('after')]
    const { rerender } = render(page(before.client))
    await act(async () => handles.run?.restore())
    rerender(page(after.client))
    await act(async () => handles.run?.restore())
    expect(asked).toEqual(['before', 'after'])
    act(() => store.beginRun('r1', 't1'))
    await act(async () => handles.run?.stop())
    expect([before.cancelled, after.cancelled]).toEqual([[], ['r1']])
  })

  it('answers a question with the new client', async () => {
    const { store, handles, page } = openPage()
    const answers: string[] = []
    const named = (name: string) =>
      fakeClient({
        answer: async () => {
          answers.push(name)
          return { status: 'accepted', run_id: 'r2' }
        },
      })
    const question = { id: 'i1', tool_call_id: 'c1', component: 'confirm', props: { message: 'Continue?' }, message_id: 't:r1' }
    const interrupt = finished({ outcome: { type: 'interrupt', interrupts: [{ id: 'i1', reason: 'confirm', toolCallId: 'c1' }] } })
    const { rerender } = render(page(named('before').client))
    act(() => {
      for (const event of logOf([started(), custom('pause', { interactions: [question] }), interrupt])) store.apply(event)
    })
    rerender(page(named('after').client))
    await act(async () => handles.interaction?.submit({ confirmed: true }))
    await waitFor(() => expect(answers).toEqual(['after']))
  })
})

it('a page that gets another thread asks on that thread', async () => {
  const { handles, page } = openPage()
  const fake = fakeClient()
  const { rerender } = render(page(fake.client))
  rerender(page(fake.client, { thread_id: 't2' }))
  act(() => void handles.run?.send('Hello'))
  await waitFor(() => expect(fake.streams.map(({ request }) => request?.thread_id)).toEqual(['t2']))
})

it('a page that gets another store writes to that store', async () => {
  const { store, handles, page } = openPage()
  const fake = fakeClient()
  const own = createComponentStore({ schedule: (flush) => flush() })
  const { rerender } = render(page(fake.client))
  rerender(page(fake.client, { own }))
  act(() => void handles.run?.send('Hello'))
  await waitFor(() => expect(fake.streams).toHaveLength(1))
  expect([store.getSnapshot().turns.length, own.getSnapshot().turns.length]).toEqual([0, 2])
})
