import { PfError, type ThreadView } from '@pf/core'
import { describe, expect, it, vi } from 'vitest'
import { createStore } from '../store/create-store.ts'
import type { AssistantTurn } from '../store/model/types.ts'
import { fakeClient } from '../test-support/fake-client.ts'
import { custom, finished, fullRun, logOf, payload, started, text } from '../test-support/run-log.ts'
import { createRunController } from './create-run-controller.ts'

function set(more: Parameters<typeof fakeClient>[0] = {}) {
  let id = 0
  const fake = fakeClient(more)
  const store = createStore({ newId: () => `s${++id}`, now: () => 1 })
  const controller = createRunController({ client: fake.client, store, threadId: 't1', newId: () => `r${++id}`, cancelPatienceMs: 20 })
  const answer = () => store.getSnapshot().turns.findLast((turn): turn is AssistantTurn => turn.kind === 'assistant')
  return { ...fake, store, controller, answer }
}

const stream = async (streams: ReturnType<typeof set>['streams'], index = 0) => {
  await vi.waitFor(() => expect(streams.length).toBeGreaterThan(index))
  const found = streams[index]
  if (!found) throw new Error('no stream')
  return found
}

describe('send', () => {
  it('shows the question at once, sends the whole conversation as our client, and follows the run to its end', async () => {
    const { controller, store, streams, answer } = set()
    expect(controller.send('How late?')).toBe(true)
    expect(store.getSnapshot()).toMatchObject({
      turns: [
        { kind: 'user', text: 'How late?' },
        { kind: 'assistant', status: 'running' },
      ],
      run: { status: 'running', thread_id: 't1' },
    })
    const first = await stream(streams)
    expect(first.request).toEqual({ thread_id: 't1', run_id: 'r1', messages: [{ id: 'r2', role: 'user', content: 'How late?' }], forwarded_props: { pf: {} } })
    first.push(...logOf([started(), ...text('m1', '7 minutes.'), finished({ result: payload('7 minutes.') })]))
    first.end()
    await vi.waitFor(() => expect(answer()?.status).toBe('done'))
    expect(controller.send('And in June?')).toBe(true)
    const second = await stream(streams, 1)
    expect(second.request?.messages.map((message) => message.content)).toEqual(['How late?', '7 minutes.', 'And in June?'])
  })

  it('refuses blanks, and a second question while one is being answered', async () => {
    const { controller, streams } = set()
    expect(controller.send('  ')).toBe(false)
    controller.send('one')
    await stream(streams)
    expect(controller.send('two')).toBe(false)
  })

  it('tells how the connection is', async () => {
    const { controller, streams } = set()
    const openAtRestore: string[] = []
    controller.subscribe(() => openAtRestore.push(controller.connection()))
    controller.send('one')
    const own = await stream(streams)
    for (const status of ['connecting', 'open', 'reconnecting', 'open'] as const) own.status(status)
    own.push(...logOf([started(), finished()]))
    own.end()
    await vi.waitFor(() => expect(controller.connection()).toBe('closed'))
    expect(openAtRestore).toEqual(['connecting', 'open', 'reconnecting', 'open', 'closed'])
  })

  it('starts a store anew that was used for another thread', async () => {
    const { client, store, streams } = set()
    const other = createRunController({ client, store, threadId: 't2' })
    store.addUserMessage('old')
    store.beginRun('r0', 't1')
    store.endRun('r0', 'cancelled')
    other.send('new')
    await stream(streams)
    expect(store.getSnapshot().turns.map((turn) => turn.kind === 'user' && turn.text)).toEqual(['new', false])
  })
})

describe('errors', () => {
  it.each([
    ['a server that is busy', new PfError('busy', 'A run is active.'), 'busy', 'A run is active.'],
    ['a connection that cannot be made again', new PfError('network', 'Gave up.'), 'network', 'Gave up.'],
    ['anything else', new TypeError('secret detail'), 'network', 'The connection to the server was lost.'],
  ])('%s is the state of the turn', async (_, thrown, code, message) => {
    const { controller, streams, answer } = set()
    controller.send('one')
    const own = await stream(streams)
    own.break(thrown)
    await vi.waitFor(() => expect(answer()).toMatchObject({ status: 'error', error: { code, message } }))
    expect(controller.connection()).toBe('closed')
  })

  it('a stream that ends in the middle is an error, and what was written stays', async () => {
    const { controller, streams, answer } = set()
    controller.send('one')
    const own = await stream(streams)
    own.push(...logOf([started(), ...text('m1', 'half').slice(0, 2)]))
    own.end()
    await vi.waitFor(() => expect(answer()).toMatchObject({ status: 'error', error: { code: 'network' }, segments: [{ text: 'half', done: true }] }))
  })

  it('a lost connection is tried again under the same run id, so that nothing runs twice', async () => {
    const { controller, store, streams, answer } = set()
    controller.send('one')
    const first = await stream(streams)
    first.push(...logOf([started(), ...text('m1', 'ha').slice(0, 2)]))
    first.break(new PfError('network', 'gone'))
    await vi.waitFor(() => expect(answer()?.status).toBe('error'))
    expect(controller.retry()).toBe(true)
    const second = await stream(streams, 1)
    expect(second.request).toEqual(first.request)
    second.push(...logOf([started(), ...text('m1', 'ha', 'lf'), finished()]))
    second.end()
    await vi.waitFor(() => expect(answer()?.status).toBe('done'))
    expect(answer()?.segments).toMatchObject([{ text: 'half' }])
    expect(store.getSnapshot().turns).toHaveLength(2)
  })

  it('a run that failed is asked anew, without what it had written', async () => {
    const { controller, store, streams, answer } = set()
    controller.send('one')
    const first = await stream(streams)
    first.push(...logOf([started(), ...text('m1', 'half'), { type: 'RUN_ERROR', code: 'model_cut', message: 'cut' }]))
    first.end()
    await vi.waitFor(() => expect(answer()?.status).toBe('error'))
    controller.retry()
    const second = await stream(streams, 1)
    expect(second.request?.run_id).not.toBe(first.request?.run_id)
    expect(second.request?.messages).toEqual(first.request?.messages)
    expect(store.getSnapshot().turns).toHaveLength(2)
  })
})

describe('stop', () => {
  it('cancels on the server and waits for the run to say so', async () => {
    const { controller, streams, cancelled, answer } = set()
    controller.send('one')
    const own = await stream(streams)
    own.push(...logOf([started(), ...text('m1', 'so far').slice(0, 2)]))
    await vi.waitFor(() => expect(answer()?.segments).toHaveLength(1))
    await controller.stop()
    expect(cancelled).toEqual(['r1'])
    expect(answer()?.status).toBe('running')
    own.push(...logOf([finished({ outcome: { type: 'cancelled' } })], 4))
    own.end()
    await vi.waitFor(() => expect(answer()).toMatchObject({ status: 'cancelled', segments: [{ text: 'so far' }] }))
  })

  it.each([
    ['a server that does not know the run', async () => false],
    ['a server that cannot be reached', () => Promise.reject(new Error('gone'))],
  ])('stops reading at once with %s', async (_, cancel) => {
    const { controller, streams, answer } = set({ cancel })
    controller.send('one')
    const own = await stream(streams)
    await controller.stop()
    expect(answer()?.status).toBe('cancelled')
    expect(own.signal?.aborted).toBe(true)
  })

  it('gives up on a run that never ends after it was cancelled', async () => {
    const { controller, streams, answer } = set()
    controller.send('one')
    const own = await stream(streams)
    await controller.stop()
    await vi.waitFor(() => expect(answer()?.status).toBe('cancelled'))
    expect(own.signal?.aborted).toBe(true)
  })
})

describe('restore', () => {
  const view: ThreadView = {
    messages: [
      { id: 'u1', role: 'user', content: 'How late?', run_id: 'r1' },
      { id: 'a1', role: 'assistant', content: 'Average delay fell.', run_id: 'r1' },
      { id: 'u2', role: 'user', content: 'And in June?', run_id: 'r2' },
    ],
    components: [],
    pending: [],
    last_run_id: 'r2',
    last_seq: 3,
  }
  const thread = async () => view

  it('replays every run exactly, and follows the last one live', async () => {
    const { controller, store, streams } = set({ thread })
    const restored = controller.restore()
    const first = await stream(streams)
    expect(first).toMatchObject({ run_id: 'r1', after: undefined })
    first.push(...fullRun())
    first.end()
    const second = await stream(streams, 1)
    second.push(...logOf([started('r2'), ...text('m2', '10').slice(0, 2)]))
    await restored
    expect(store.getSnapshot()).toMatchObject({
      turns: [{ id: 'u1' }, { run_id: 'r1', status: 'done' }, { id: 'u2' }, { run_id: 'r2', status: 'running' }],
      run: { status: 'running' },
    })
    second.push(...logOf([{ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm2', delta: '.9' }, finished({}, 'r2')], 4))
    await vi.waitFor(() => expect(store.getSnapshot().run.status).toBe('done'))
    expect(store.getSnapshot().turns[3]).toMatchObject({ segments: [{ text: '10.9' }] })
  })

  it('gives the same turns as having been there', async () => {
    const live = createStore({ now: () => 1 })
    live.addUserMessage('How late?', 'u1', 'r1')
    for (const event of fullRun()) live.apply(event)
    const { controller, store, streams } = set({ thread: async () => ({ ...view, messages: view.messages.slice(0, 2), last_run_id: 'r1' }) })
    const restored = controller.restore()
    const only = await stream(streams)
    only.push(...fullRun())
    only.end()
    await restored
    await vi.waitFor(() => expect(store.getSnapshot().run.status).toBe('done'))
    expect(store.getSnapshot().turns).toEqual(live.getSnapshot().turns)
  })

  it('continues after what is there already, and doubles no question', async () => {
    const { controller, store, streams } = set({ thread: async () => ({ ...view, messages: view.messages.slice(0, 2), last_run_id: 'r1' }) })
    store.addUserMessage('How late?', 'mine', 'r1')
    for (const event of fullRun().slice(0, 10)) store.apply(event)
    const restored = controller.restore()
    const only = await stream(streams)
    expect(only.after).toBe('10.0')
    only.push(...fullRun().slice(10))
    only.end()
    await restored
    await vi.waitFor(() => expect(store.getSnapshot().run.status).toBe('done'))
    expect(store.getSnapshot().turns).toHaveLength(2)
  })

  it('shows the text of a run whose log cannot be read any more', async () => {
    const { controller, store, streams } = set({ thread })
    const restored = controller.restore()
    const first = await stream(streams)
    first.break(new PfError('not_found', 'gone'))
    const second = await stream(streams, 1)
    second.push(...logOf([started('r2'), finished({}, 'r2')]))
    await restored
    expect(store.getSnapshot().turns[1]).toMatchObject({ kind: 'assistant', status: 'done', segments: [{ text: 'Average delay fell.' }] })
  })

  it('leaves an unknown thread empty, and says when the thread cannot be read', async () => {
    const unknown = set()
    await unknown.controller.restore()
    expect(unknown.store.getSnapshot().turns).toEqual([])
    const broken = set({ thread: () => Promise.reject(new PfError('unauthorized', 'no')) })
    await expect(broken.controller.restore()).rejects.toMatchObject({ code: 'unauthorized' })
  })

  it('may be asked for twice in a row, as a strict page does: the second one stands', async () => {
    const { controller, store, streams } = set({ thread: async () => ({ ...view, messages: view.messages.slice(0, 2), last_run_id: 'r1' }) })
    const first = controller.restore()
    controller.detach()
    const second = controller.restore()
    await first
    const only = await stream(streams)
    only.push(...fullRun())
    only.end()
    await second
    await vi.waitFor(() => expect(store.getSnapshot().run.status).toBe('done'))
    expect(store.getSnapshot().turns).toHaveLength(2)
    expect(streams).toHaveLength(1)
  })
})

describe('steer', () => {
  it('shows the message and its status, and what the stream has reported wins over a late response', async () => {
    const stored = Promise.withResolvers<void>()
    const sent: unknown[] = []
    const sendMessage = async (run_id: string, message: object) => {
      sent.push([run_id, message])
      await stored.promise
    }
    const { controller, streams, answer } = set({ sendMessage })
    expect(await controller.steer('Too early.')).toBe(false)
    controller.send('How late?')
    const first = await stream(streams)
    first.push(...logOf([started()]))
    const accepted = controller.steer('Only in May.')
    expect(await controller.steer('  ')).toBe(false)
    expect(answer()?.messages).toMatchObject([{ kind: 'inject', text: 'Only in May.', status: 'sending' }])
    const [{ id } = { id: '' }] = answer()?.messages ?? []
    expect(sent).toEqual([['r1', { id, kind: 'inject', text: 'Only in May.' }]])
    first.push(...logOf([custom('run_message', { message_id: id, kind: 'inject', status: 'read', text: 'Only in May.' })], 2))
    await vi.waitFor(() => expect(answer()?.messages).toMatchObject([{ status: 'read' }]))
    stored.resolve()
    expect(await accepted).toBe(true)
    expect(answer()?.messages).toMatchObject([{ status: 'read' }])
    first.push(...logOf([...text('m1', '7 minutes.'), finished({ result: payload('7 minutes.') })], 3))
    first.end()
    await vi.waitFor(() => expect(answer()?.status).toBe('done'))
    controller.send('And in June?')
    const second = await stream(streams, 1)
    expect(second.request?.messages.map(({ role, content }) => [role, content])).toEqual([
      ['user', 'How late?'],
      ['user', 'Only in May.'],
      ['assistant', '7 minutes.'],
      ['user', 'And in June?'],
    ])
  })

  it('pauses and resumes, and marks what was not stored', async () => {
    const refused = set({ sendMessage: () => Promise.reject(new PfError('conflict', 'The run has ended.')) })
    refused.controller.send('How late?')
    await stream(refused.streams)
    expect([await refused.controller.pause(true), await refused.controller.steer('x')]).toEqual([false, false])
    expect(refused.answer()?.messages).toMatchObject([
      { kind: 'pause', status: 'failed' },
      { kind: 'inject', status: 'failed' },
    ])
    const without = set()
    without.controller.send('How late?')
    await stream(without.streams)
    expect(await without.controller.pause(false)).toBe(false)
    expect(without.answer()?.messages).toBeUndefined()
  })
})
