import { type AnswerResult, type JsonObject, PfError, type ThreadView, type WireEvent } from '@pf/core'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ComponentRenderer } from '../component-renderer/component-renderer.tsx'
import { createComponentStore } from '../conversation/create-component-store.ts'
import { useInteraction } from '../hooks/use-interaction.ts'
import { type RunHandle, useRun } from '../hooks/use-run.ts'
import { useTurns } from '../hooks/use-turns.ts'
import { PfProvider } from '../provider/pf-provider.tsx'
import { fakeClient } from '../test-support/fake-client.ts'
import { call, custom, finished, logOf, payload, result, started, text } from '../test-support/run-log.ts'

afterEach(cleanup)

const question = (more: JsonObject = {}) => ({
  id: 'i1',
  tool_call_id: 'c1',
  component: 'confirm',
  props: { title: 'Save it?', message: 'The view is **saved**.' },
  message_id: 't:r1',
  result_schema: { type: 'object' },
  ...more,
})
const paused = (asked = question(), args = '{"name":"Weather"}'): WireEvent[] =>
  logOf([
    started(),
    ...call('c0', 'save_view', args),
    ...call('c1', `ui_${asked.component}`, JSON.stringify(asked.props)),
    custom('pause', { interactions: [asked] }),
    finished({ outcome: { type: 'interrupt', interrupts: [{ id: asked.id, toolCallId: 'c1', metadata: asked }] } }),
  ])
const goesOn = (content: JsonObject, answer = 'Saved.') =>
  logOf([started('r2', { parentRunId: 'r1' }), result('c1', JSON.stringify(content)), ...text('m2', answer), finished({ result: payload(answer) }, 'r2')])

function Page({ onRun }: { onRun: (run: RunHandle) => void }) {
  onRun(useRun('t1'))
  const turns = useTurns()
  const waiting = useInteraction()
  return (
    <main>
      <input aria-label="line" />
      <b data-testid="waiting">{waiting ? `${waiting.question.tool_name} ${waiting.state}` : 'nothing'}</b>
      {turns.map((turn) => turn.kind === 'assistant' && turn.components.map((component) => <ComponentRenderer key={component.key} component={component} />))}
    </main>
  )
}

function open(answer: (...args: unknown[]) => Promise<AnswerResult>, thread?: () => Promise<ThreadView | undefined>) {
  const asked = vi.fn(answer)
  const fake = fakeClient({ answer: asked as never, ...(thread ? { thread } : {}) })
  const store = createComponentStore({ schedule: (next) => queueMicrotask(next) })
  let run: RunHandle | undefined
  render(
    <PfProvider client={fake.client} store={store}>
      <Page
        onRun={(next) => {
          run = next
        }}
      />
    </PfProvider>,
  )
  const turn = () => store.getSnapshot().turns.find((candidate) => candidate.kind === 'assistant')
  return { ...fake, asked, store, turn, run: () => run as RunHandle, waiting: () => screen.getByTestId('waiting').textContent }
}

async function asking(answer: Parameters<typeof open>[0], thread?: () => Promise<ThreadView | undefined>) {
  const page = open(answer, thread)
  page.store.addUserMessage('Save it', 'u1', 'r1')
  page.store.beginRun('r1', 't1')
  for (const event of paused()) page.store.apply(event)
  await screen.findByRole('button', { name: /Confirm/ }, { timeout: 30_000 })
  await waitFor(() => expect(document.querySelector('.pf-question')).not.toBeNull())
  await screen.findByRole('button', { name: /Confirm/ })
  return page
}

const never = () => new Promise<AnswerResult>(() => {})
const accepted = async (): Promise<AnswerResult> => ({ status: 'accepted', run_id: 'r2' })
const said = () => document.querySelector('.pf-live')?.textContent ?? ''

describe('a question', () => {
  it('[003-fe-03] [003-fe-07] waits with the host’s own summary first, its words second, and the focus on the safe choice', async () => {
    const page = await asking(never)
    expect(page.waiting()).toBe('ui_confirm open')
    expect(page.turn()).toMatchObject({
      status: 'waiting',
      questions: [{ tool_call_id: 'c1', tool_name: 'ui_confirm', message_id: 't:r1', props: { title: 'Save it?' } }],
    })
    const box = document.querySelector('.pf-question')
    expect(box?.getAttribute('data-state')).toBe('open')
    expect(box?.firstElementChild?.textContent).toBe('save_view needs your answer to continue with these arguments:nameWeather')
    await waitFor(() => expect(document.activeElement?.textContent).toBe('No: Cancel'))
    await waitFor(() => expect(said()).toBe('Waiting for your answer: Save it?'))
  })

  it.each([
    [
      'more arguments than are shown',
      JSON.stringify(Object.fromEntries('abcdefghij'.split('').map((name) => [name, 1]))),
      '2 more arguments are not shown here.',
    ],
    ['arguments that are too long', JSON.stringify({ text: 'x'.repeat(100_000) }), 'Its arguments cannot be shown here.'],
  ])('that approves a call with %s says so', async (_, args, notice) => {
    const page = open(accepted)
    page.store.addUserMessage('Save it', 'u1', 'r1')
    page.store.beginRun('r1', 't1')
    for (const event of paused(undefined, args)) page.store.apply(event)
    await screen.findByText(notice, { exact: false }, { timeout: 30_000 })
  })

  it('continues in its turn when it is answered, and gives the focus back', async () => {
    const page = open(accepted)
    page.store.addUserMessage('Save it', 'u1', 'r1')
    page.store.beginRun('r1', 't1')
    screen.getByLabelText('line').focus()
    for (const event of paused()) page.store.apply(event)
    await waitFor(() => expect(document.querySelector('.pf-question .pf-prompt-submit')).not.toBeNull(), { timeout: 30_000 })
    fireEvent.click(screen.getByRole('button', { name: /Confirm/ }))
    await waitFor(() => expect(page.asked).toHaveBeenCalledWith({ interaction_id: 'i1' }, { result: { confirmed: true } }))
    await waitFor(() => expect(page.streams).toHaveLength(1))
    expect(page.streams[0]).toMatchObject({ run_id: 'r2', after: undefined })
    expect(page.turn()).toMatchObject({ status: 'running', runs: ['r1', 'r2'] })
    page.streams[0]?.push(...goesOn({ confirmed: true }))
    page.streams[0]?.end()
    await waitFor(() => expect(page.turn()).toMatchObject({ status: 'done', questions: [{ status: 'answered', value: { confirmed: true } }] }))
    expect(page.store.getSnapshot().turns).toHaveLength(2)
    await waitFor(() => expect(document.querySelector('.pf-prompt-summary')?.textContent).toMatch(/Save it\?You answered.*Yes: Confirm/))
    expect(document.activeElement).toBe(screen.getByLabelText('line'))
    expect(page.waiting()).toBe('nothing')
  })

  it('[003-ph-06] shows that the user is waited for, keeps a failed answer to be sent again, and can be left', async () => {
    let fail = true
    const page = await asking(async () => {
      if (fail) throw new PfError('network', 'gone')
      return { status: 'accepted', run_id: 'r2' }
    })
    expect(page.store.getSnapshot().run.status).toBe('waiting')
    fireEvent.click(screen.getByRole('button', { name: /Confirm/ }))
    await screen.findByText(/could not be sent/)
    expect(page.waiting()).toBe('ui_confirm failed')
    fail = false
    fireEvent.click(screen.getByRole('button', { name: 'Not now' }))
    await waitFor(() => expect(page.asked).toHaveBeenLastCalledWith({ interaction_id: 'i1' }, { cancelled: true }))
    await waitFor(() => expect(page.streams).toHaveLength(1))
    page.streams[0]?.push(...goesOn({ status: 'cancelled' }, 'Not saved.'))
    await waitFor(() => expect(page.turn()).toMatchObject({ status: 'done', questions: [{ status: 'cancelled' }] }))
    expect(document.querySelector('.pf-prompt-time')?.textContent).toMatch(/^Not answered/)
  })

  it('shows what the server found wrong, and stays open', async () => {
    const page = await asking(async () => ({ status: 'invalid', issues: [{ code: 'type', pointer: '/confirmed', expected: 'a boolean' }] }))
    fireEvent.click(screen.getByRole('button', { name: /Confirm/ }))
    await screen.findByText(/expected a boolean/)
    expect(page.turn()).toMatchObject({ questions: [{ status: 'failed' }] })
  })

  it('is sent once, however often the button is pressed', async () => {
    const page = await asking(never)
    for (let press = 0; press < 3; press++) fireEvent.click(screen.getByRole('button', { name: /Confirm|Sending/ }))
    await screen.findByRole('button', { name: /Sending/ })
    expect(page.asked).toHaveBeenCalledTimes(1)
    expect(page.run().send('Something else')).toBe(false)
  })

  it.each([
    ['conflict', { status: 'conflict', hash: 'x' }, 'answered_elsewhere', 'Answered in another window'],
    ['expiry', { status: 'gone' }, 'expired', 'This can no longer be answered'],
  ] as const)('that turns out to be over says so: %s', async (_, answered, status, words) => {
    const page = await asking(async () => answered as AnswerResult)
    fireEvent.click(screen.getByRole('button', { name: /Confirm/ }))
    await screen.findByText(words, { exact: false })
    expect(page.turn()).toMatchObject({ questions: [{ status }] })
  })

  it('that another window answered is shown as such, with the answer, once this one looks', async () => {
    const view: ThreadView = {
      messages: [{ id: 'u1', role: 'user', content: 'Save it', run_id: 'r1' }],
      components: [],
      pending: [],
      runs: ['r1', 'r2'],
      last_run_id: 'r2',
      last_seq: 5,
    }
    const page = await asking(never, async () => view)
    const restored = page.run().restore()
    // The log of the waiting run was already read completely, and its stream would stay open.
    await waitFor(() => expect(page.streams.map(({ run_id }) => run_id)).toEqual(['r2']))
    page.streams[0]?.push(...goesOn({ confirmed: false }, 'Not saved.'))
    page.streams[0]?.end()
    await restored
    await waitFor(() => expect(page.turn()).toMatchObject({ status: 'done', questions: [{ status: 'answered_elsewhere', value: { confirmed: false } }] }))
    expect(page.turn()).toMatchObject({ runs: ['r1', 'r2'] })
  })

  it('is over, and the app is notified, once the server has forgotten the conversation', async () => {
    const page = await asking(never, async () => undefined)
    expect(await page.run().restore()).toBe(false)
    await waitFor(() => expect(page.turn()).toMatchObject({ questions: [{ status: 'expired' }] }))
    expect(
      await open(never, async () => undefined)
        .run()
        .restore(),
    ).toBe(false)
  })

  it('is shown again after a reload, also where the log that asked is gone', async () => {
    const view: ThreadView = {
      messages: [{ id: 'u1', role: 'user', content: 'Save it', run_id: 'r1' }],
      components: [],
      pending: [question()],
      last_run_id: 'r1',
      last_seq: 9,
    }
    for (const gone of [false, true]) {
      const page = open(never, async () => view)
      const restored = page.run().restore()
      await waitFor(() => expect(page.streams).toHaveLength(1))
      if (gone) page.streams[0]?.break(new PfError('not_found', 'gone'))
      else page.streams[0]?.push(...paused())
      page.streams[0]?.end()
      await restored
      await screen.findByRole('button', { name: /Confirm/ }, { timeout: 30_000 })
      expect(page.store.getSnapshot().run.status).toBe('waiting')
      cleanup()
    }
  })

  it('is left explicitly when the user continues with something else', async () => {
    const page = await asking(never)
    expect(page.run().send('Rather a chart')).toBe(true)
    await waitFor(() => expect(page.streams).toHaveLength(1))
    expect(page.streams[0]?.request).toMatchObject({ superseded: ['i1'] })
    expect(page.turn()).toMatchObject({ status: 'done', questions: [{ status: 'superseded' }] })
    const run_id = page.streams[0]?.run_id ?? ''
    page.streams[0]?.push(...logOf([started(run_id), result('c1', '{"status":"superseded"}'), ...text('m', 'A chart.'), finished({}, run_id)]))
    page.streams[0]?.end()
    await waitFor(() => expect(page.store.getSnapshot().run.status).toBe('done'))
    expect(page.turn()).toMatchObject({ status: 'done', questions: [{ status: 'superseded' }] })
    expect(page.store.getSnapshot().turns).toHaveLength(4)
  })

  it('that was left stays left when the thread is replayed, and the run that came after has a turn of its own', () => {
    const store = createComponentStore()
    const next = started('r2', { parentRunId: 'r1', metadata: { pf: { message_id: 't:r2' } } })
    for (const event of [...paused(), ...logOf([next, result('c1', '{"status":"superseded"}'), ...text('m', 'A chart.'), finished({}, 'r2')])])
      store.apply(event)
    expect(store.getSnapshot().turns).toMatchObject([
      { id: 't:r1', runs: ['r1'], status: 'done', questions: [{ status: 'superseded' }] },
      { id: 't:r2', runs: ['r2'], status: 'done', questions: [] },
    ])
  })

  it('that this page cannot draw can still be left', async () => {
    const page = open(accepted)
    page.store.beginRun('r1', 't1')
    for (const event of paused(question({ component: 'hologram' }))) page.store.apply(event)
    fireEvent.click(await screen.findByRole('button', { name: 'Skip question' }))
    await waitFor(() => expect(page.asked).toHaveBeenCalledWith({ interaction_id: 'i1' }, { cancelled: true }))
  })

  it('is a preview that cannot be answered until the server has asked it', async () => {
    const page = open(never)
    page.store.beginRun('r1', 't1')
    for (const event of logOf([started(), ...call('c1', 'ui_confirm', '{"message":"Remo', 've it?","confirmLabel":"Rem')])) page.store.apply(event)
    await waitFor(() => expect(document.querySelector('.pf-confirm')?.getAttribute('data-state')).toBe('preview'), { timeout: 30_000 })
    expect([...document.querySelectorAll('button')].every((button) => button.disabled)).toBe(true)
    expect(page.waiting()).toBe('nothing')
  })
})
