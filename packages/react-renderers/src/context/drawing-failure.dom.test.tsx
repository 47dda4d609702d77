import type { ComponentFailure } from '@pf/core'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { StrictMode, useEffect } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import type { AnyComponents } from '../component-renderer/component-overrides.ts'
import { ComponentRenderer } from '../component-renderer/component-renderer.tsx'
import { createComponentStore } from '../conversation/create-component-store.ts'
import { type RunHandle, useRun } from '../hooks/use-run.ts'
import { useTurns } from '../hooks/use-turns.ts'
import { PfProvider } from '../provider/pf-provider.tsx'
import { fakeClient } from '../test-support/fake-client.ts'
import { chunk, finished, logOf, payload, started } from '../test-support/run-log.ts'

afterEach(cleanup)

const Metric = ({ props }: { props: Record<string, unknown> }) => {
  if (props.value === 1) throw new Error('no')
  return <b>drawn</b>
}
const components: AnyComponents = { metric: Metric as never }
const bad = { label: 'Sales', value: 1 }

function Chat({ onRun }: { onRun: (run: RunHandle) => void }) {
  const run = useRun('t1')
  const turns = useTurns()
  useEffect(() => onRun(run), [run, onRun])
  return turns.map((turn) => turn.kind === 'assistant' && turn.components.map((component) => <ComponentRenderer key={component.key} component={component} />))
}

async function open() {
  const reported: ComponentFailure[] = []
  const fake = fakeClient({ componentFailed: async (failure) => reported.push(failure) > 0 })
  const store = createComponentStore({ schedule: (next) => next() })
  let run: RunHandle | undefined
  render(
    <StrictMode>
      <PfProvider client={fake.client} store={store} components={components}>
        <Chat
          onRun={(next) => {
            run = next
          }}
        />
      </PfProvider>
    </StrictMode>,
  )
  const send = (text: string) => act(async () => void run?.send(text))
  let pushed = 0
  const push = (index: number, events: Parameters<typeof logOf>[0]) => {
    const log = logOf(events, pushed + 1)
    pushed += events.length
    return act(async () => fake.streams[index]?.push(...log))
  }
  await send('Show me.')
  const run_id = fake.streams[0]?.run_id ?? ''
  return { reported, send, push, streams: fake.streams, run_id }
}

describe('a component that the page cannot draw', () => {
  it('is reported once while its run works, and with the next request otherwise', async () => {
    const { reported, send, push, streams, run_id } = await open()
    await push(0, [started(run_id), chunk('m1', 'metric', bad)])
    await waitFor(() => expect(reported).toHaveLength(1))
    expect(reported).toMatchObject([{ run_id, component_id: 'm1', component: 'metric', reason: expect.stringMatching(/\w/) }])
    await push(0, [finished({ result: payload('Here.') }, run_id)])
    await act(async () => streams[0]?.end())
    await send('And now?')
    expect(streams[1]?.request?.context).toMatchObject([{ value: expect.stringContaining('"id":"m1"') }])
    expect(reported).toHaveLength(1)
  })

  it('inside a layout is reported with the id of the layout', async () => {
    const { reported, push, run_id } = await open()
    await push(0, [started(run_id), chunk('g', 'grid', { items: [{ component: 'metric', props: bad }] })])
    await waitFor(() => expect(reported).toMatchObject([{ component_id: 'g', component: 'metric' }]))
  })

  it('that is drawn in the end is not reported', async () => {
    const { reported, send, push, streams, run_id } = await open()
    await push(0, [started(run_id), chunk('f', 'metric', bad)])
    await waitFor(() => expect(reported).toHaveLength(1))
    await push(0, [chunk('f', 'metric', { ...bad, value: 2 }), finished({ result: payload('Here.') }, run_id)])
    await act(async () => streams[0]?.end())
    await screen.findByText('drawn')
    await send('And now?')
    expect(streams[1]?.request?.context).toBeUndefined()
  })
})
