import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { StrictMode, useEffect } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ComponentRenderer } from '../component-renderer/component-renderer.tsx'
import { createComponentStore } from '../conversation/create-component-store.ts'
import { restoreStore, serializeStore } from '../conversation/stored-conversation.ts'
import { PfProvider } from '../provider/pf-provider.tsx'
import { fakeClient } from '../test-support/fake-client.ts'
import { chunk, finished, fullRun, logOf, payload, started, text } from '../test-support/run-log.ts'
import { type RunHandle, useRun } from './use-run.ts'
import { useComponents, useTurns } from './use-turns.ts'

afterEach(cleanup)

function Chat({ onRun }: { onRun: (run: RunHandle) => void }) {
  const run = useRun('t1')
  const turns = useTurns()
  const components = useComponents('t:r1')
  useEffect(() => onRun(run), [run, onRun])
  return (
    <main>
      <output>{`${run.status} ${run.connection}`}</output>
      {turns.map((turn) => (
        <p key={turn.id}>{turn.kind === 'user' ? turn.text : turn.segments.map((segment) => segment.text).join('')}</p>
      ))}
      {components.map((component) => (
        <ComponentRenderer key={component.key} component={component} />
      ))}
    </main>
  )
}

const Own = ({ props }: { props: Record<string, unknown> }) => <b>{`own ${String(props.value)}`}</b>

function open() {
  const fake = fakeClient()
  let flush = () => {}
  const store = createComponentStore({
    schedule: (next) => {
      flush = next
    },
  })
  let run: RunHandle | undefined
  const onRun = (next: RunHandle) => {
    run = next
  }
  const page = (
    <StrictMode>
      <PfProvider client={fake.client} store={store}>
        <Chat onRun={onRun} />
      </PfProvider>
    </StrictMode>
  )
  return { ...fake, store, page, frame: () => act(() => flush()), run: () => run as RunHandle }
}

describe('useRun, useTurns and useComponents', () => {
  it('follow a run from question to answer, once a frame', async () => {
    const { page, run, streams, frame, store } = open()
    render(page)
    expect(screen.getByRole('status').textContent).toBe('idle closed')
    act(() => void run().send('How late?'))
    frame()
    expect(screen.getByText('How late?')).toBeTruthy()
    expect(screen.getByRole('status').textContent).toContain('running')
    await waitFor(() => expect(streams).toHaveLength(1))
    const run_id = streams[0]?.run_id ?? ''
    streams[0]?.push(...logOf([started(run_id), ...text('m1', '7 ', 'minutes.'), finished({ result: payload('7 minutes.') }, run_id)]))
    streams[0]?.end()
    await waitFor(() => expect(store.getSnapshot().run.status).toBe('done'))
    expect(screen.queryByText('7 minutes.')).toBeNull()
    frame()
    expect(screen.getByText('7 minutes.')).toBeTruthy()
  })

  it('draw the components of a message from its events', async () => {
    const { page, store, frame } = open()
    render(page)
    for (const event of logOf([started(), chunk('a', 'metric', { value: 7.2, label: 'Average delay' })])) store.apply(event)
    frame()
    await waitFor(() => expect(document.querySelector('.pf-metric-value')?.textContent).toBe('7.2'))
  })

  it('keep their functions over renders, and stop reading when the page goes', async () => {
    const { page, run, streams, frame } = open()
    const { unmount } = render(page)
    const first = run()
    act(() => void first.send('one'))
    frame()
    expect([run().send, run().stop, run().retry, run().restore]).toEqual([first.send, first.stop, first.retry, first.restore])
    await waitFor(() => expect(streams).toHaveLength(1))
    unmount()
    expect(streams[0]?.signal?.aborted).toBe(true)
  })

  it('say where they belong when there is no provider', () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(() => render(<Chat onRun={() => {}} />)).toThrow('inside <PfProvider')
    quiet.mockRestore()
  })
})

describe('a provider', () => {
  it('makes a store of its own, and lets a host draw a component its way', async () => {
    const renderers = { metric: Own }
    const state = {
      key: 'a',
      id: 'a',
      component: 'metric',
      props: { value: 3, label: 'x' },
      status: 'ready' as const,
      message_id: '',
      seq: 0,
      ts: 0,
      version: 0,
    }
    render(
      <PfProvider client={fakeClient().client} components={renderers}>
        <ComponentRenderer component={state} />
      </PfProvider>,
    )
    expect(await screen.findByText('own 3')).toBeTruthy()
  })

  it('keeps a renderer that throws to itself and tells the host', async () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
    const onError = vi.fn()
    const renderers = {
      metric: () => {
        throw new Error('broken')
      },
    }
    const state = {
      key: 'a',
      id: 'a',
      component: 'metric',
      props: { value: 'secret', label: 'x' },
      status: 'ready' as const,
      message_id: '',
      seq: 0,
      ts: 0,
      version: 0,
    }
    render(
      <PfProvider client={fakeClient().client} components={renderers} onError={onError}>
        <p>still here</p>
        <ComponentRenderer component={state} />
      </PfProvider>,
    )
    expect(await screen.findByText('This figure could not be drawn.')).toBeTruthy()
    expect(screen.getByText('still here')).toBeTruthy()
    expect(document.body.textContent).not.toContain('secret')
    expect(onError).toHaveBeenCalledWith(expect.objectContaining({ message: 'broken' }))
    quiet.mockRestore()
  })
})

it('a stored conversation is drawn the same after a reload', () => {
  const first = createComponentStore()
  first.addUserMessage('How late?', 'u1')
  for (const event of fullRun()) first.apply(event)
  const second = createComponentStore()
  restoreStore(second, JSON.parse(JSON.stringify(serializeStore(first))))
  expect(second.getSnapshot().turns).toEqual(first.getSnapshot().turns)
})
