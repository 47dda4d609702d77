import type { JsonObject, WireEvent } from '@pf/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { call, chunk, custom, finished, fullRun, logOf, payload, result, started, text } from '../test-support/run-log.ts'
import { createStore } from './create-store.ts'
import type { PreviewRules } from './preview.ts'
import type { AssistantTurn } from './types.ts'

/** Rules of a registry that knows metrics and lets every string and number through. */
const rules: PreviewRules = {
  allows: (component) => component === 'metric' || component === 'datagrid',
  prefix: (_, partial) => (typeof partial === 'object' && partial !== null && Object.keys(partial).length > 0 ? (partial as JsonObject) : undefined),
}

function newStore() {
  let id = 0
  let flush = () => {}
  const store = createStore({
    rules,
    newId: () => `id${++id}`,
    now: () => 5_000,
    schedule: (next) => {
      flush = next
    },
  })
  return { store, frame: () => flush() }
}

function play(events: readonly WireEvent[]) {
  const { store } = newStore()
  for (const event of events) store.apply(event)
  return store
}

const turnOf = (store: ReturnType<typeof createStore>): AssistantTurn => {
  const turn = store.getSnapshot().turns.findLast((candidate) => candidate.kind === 'assistant')
  if (turn?.kind !== 'assistant') throw new Error('no assistant turn')
  return turn
}

describe('a run as turns', () => {
  it('groups text, reasoning, tool calls and components of a run under its turn message id', () => {
    const turn = turnOf(play(fullRun()))
    expect(turn).toMatchObject({ id: 't:r1', run_id: 'r1', status: 'done', reasoning: { text: 'Delays by month.', done: true, ms: 300 } })
    expect(turn.segments.filter((segment) => !segment.withdrawn)).toEqual([{ id: 'm:r1:3:1', text: 'Average delay fell.', done: true }])
    expect(turn.toolCalls.map(({ name, status, ms }) => [name, status, ms])).toEqual([
      ['run_query', 'ok', 400],
      ['render_component', 'ok', 600],
    ])
    expect(turn.parts.map((part) => `${part.kind} ${part.id}`)).toEqual(['tool c1', 'text m:r1:2:1', 'tool c2', 'component c2', 'text m:r1:3:1'])
    expect(turn.payload?.confidence).toBe(0.86)
    expect(turn.warnings).toEqual([{ code: 'large_artifact', text: 'An artifact of 2 MB.' }])
  })

  it('[003-fe-01] keeps component, props, title, message, order, time and meta of a component beside stored artifacts', () => {
    const { components, artifacts } = turnOf(play(fullRun()))
    expect(components).toEqual([
      {
        key: 'c2',
        id: 'c2',
        tool_call_id: 'c2',
        component: 'metric',
        props: { label: 'Average delay', value: 7.2 },
        status: 'ready',
        message_id: 't:r1',
        seq: 0,
        ts: 3_400,
        version: 0,
        meta: { message_id: 't:r1', registry_version: '1', source_tool: 'render_component' },
      },
    ])
    expect(artifacts.map(({ stream_id, artifact_type, value, done }) => [stream_id, artifact_type, value, done])).toEqual([
      ['a1', 'stored', undefined, true],
      ['s1', 'rows', [1, 2, 3], true],
    ])
  })

  it('[003-fe-02] ignores chunks without a component, and keeps chunks of another type away from components', () => {
    const bare = (value: unknown) => custom('artifact_chunk', value)
    const store = play(
      logOf([
        started(),
        bare({ stream_id: 'a', seq: 0, done: true, artifact_type: 'ui_component', chunk: { id: 'a' } }),
        bare({ stream_id: 'b', seq: 0, done: true, artifact_type: 'ui_component', chunk: 'text' }),
        bare({ stream_id: 'c', seq: 0, done: true, artifact_type: 'image', chunk: { component: 'metric', props: {} } }),
        bare(null),
        bare(7),
      ]),
    )
    expect(turnOf(store).components).toEqual([])
    expect(turnOf(store).artifacts.map((artifact) => artifact.stream_id)).toEqual(['c'])
  })

  it('[003-fe-04] can be cleared', () => {
    const store = play(fullRun())
    store.reset()
    expect(store.getSnapshot()).toEqual({ turns: [], run: { status: 'idle' }, events: [] })
    for (const event of fullRun()) store.apply(event)
    expect(turnOf(store).status).toBe('done')
  })

  it('takes text back on answer_reset, also where a tool call had cut its stream in two', () => {
    const store = play(
      logOf([started(), ...text('m:1', 'one'), ...text('m:1~2', 'two'), ...text('m:10', 'other'), custom('answer_reset', { stream_id: 'm:1', attempt: 1 })]),
    )
    expect(turnOf(store).segments.map(({ id, withdrawn }) => [id, withdrawn ?? false])).toEqual([
      ['m:1', true],
      ['m:1~2', true],
      ['m:10', false],
    ])
  })

  it('shows an answer that came only in the result', () => {
    expect(turnOf(play(logOf([started(), finished({ result: payload('Forty-two.') })]))).segments).toEqual([
      { id: 't:r1:answer', text: 'Forty-two.', done: true },
    ])
  })

  it('ends open calls, text and reasoning with the run', () => {
    const open = [
      started(),
      { type: 'TEXT_MESSAGE_START', messageId: 'm' },
      { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'x' },
      { type: 'REASONING_START' },
    ]
    const turn = turnOf(play(logOf([...open, { type: 'RUN_ERROR', code: 'model_cut', message: 'cut', metadata: { pf: { trace_id: 'abc' } } }])))
    expect(turn).toMatchObject({ status: 'error', error: { code: 'model_cut', message: 'cut', trace_id: 'abc' }, reasoning: { done: true } })
    expect(turn.segments[0]?.done).toBe(true)
    expect(turn.toolCalls[0]?.status).toBe('cancelled')
  })

  it.each([
    ['an outcome', finished({ outcome: { type: 'cancelled' } })],
    ['an error with its code', { type: 'RUN_ERROR', code: 'cancelled', message: '' }],
    ['the abort of a stock client', { type: 'RUN_ERROR', code: 'abort', message: '' }],
  ])('knows a cancelled run by %s and keeps its text', (_, end) => {
    const turn = turnOf(play(logOf([started(), { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'so far' }, end])))
    expect(turn).toMatchObject({ status: 'cancelled', segments: [{ text: 'so far', done: true }] })
  })

  it('[003-fe-03] keeps what a waiting run asks, once, with tool, props and message', () => {
    const interaction = { id: 'i1', tool_call_id: 'c1', component: 'form', props: { fields: [] }, message_id: 't:r1', result_schema: { type: 'object' } }
    const outcome = { type: 'interrupt', interrupts: [{ id: 'i1', toolCallId: 'c1', responseSchema: { type: 'object' }, metadata: interaction }] }
    const turn = turnOf(play(logOf([started(), ...call('c1', 'ui_form', '{}'), custom('pause', { interactions: [interaction] }), finished({ outcome })])))
    expect(turn).toMatchObject({ status: 'waiting', pending: [{ ...interaction, tool_name: 'ui_form' }] })
    expect(turn.pending).toHaveLength(1)
    expect(turn.toolCalls[0]?.status).toBe('running')
  })

  it('goes on in the same turn when another run answers a waiting one', () => {
    const waiting = logOf([started(), ...text('m1', 'Which?'), finished({ outcome: { type: 'interrupt', interrupts: [{ id: 'i1' }] } })])
    const next = logOf([started('r2', { parentRunId: 'r1' }), ...text('m2', 'Thanks.'), finished({}, 'r2')])
    const store = play([...waiting, ...next])
    expect(store.getSnapshot().turns).toHaveLength(1)
    expect(turnOf(store)).toMatchObject({ id: 't:r1', runs: ['r1', 'r2'], status: 'done', pending: [] })
  })

  it('reads chunk events and the older thinking events of other servers', () => {
    const store = play([
      { event: started() },
      { event: { type: 'THINKING_START' } },
      { event: { type: 'THINKING_TEXT_MESSAGE_CONTENT', delta: 'hm' } },
      { event: { type: 'THINKING_END' } },
      { event: { type: 'TEXT_MESSAGE_CHUNK', messageId: 'm', delta: 'a' } },
      { event: { type: 'TEXT_MESSAGE_CHUNK', delta: 'b' } },
      { event: { type: 'TOOL_CALL_CHUNK', toolCallId: 'c', toolCallName: 'look', delta: '{"a"' } },
      { event: { type: 'TOOL_CALL_CHUNK', delta: ':1}' } },
      { event: finished() },
    ])
    const turn = turnOf(store)
    expect([turn.reasoning.text, turn.segments[0]?.text, turn.toolCalls[0]?.args]).toEqual(['hm', 'ab', '{"a":1}'])
  })

  it('keeps unknown events out of the way: they stand in the timeline only', () => {
    const before = play(logOf([started()]))
    const after = play(logOf([started(), { type: 'SOMETHING_NEW', messageId: 'm', delta: 'x' }, custom('other', 1)]))
    expect(after.getSnapshot().turns).toEqual(before.getSnapshot().turns)
    expect(after.getSnapshot().events.map((event) => event.type)).toEqual(['RUN_STARTED', 'SOMETHING_NEW', 'CUSTOM'])
  })

  it('follows shared state and message snapshots', () => {
    const store = play(
      logOf([
        started(),
        { type: 'STATE_SNAPSHOT', snapshot: { a: 1 } },
        { type: 'STATE_DELTA', delta: [{ op: 'add', path: '/b', value: 2 }] },
        { type: 'STATE_DELTA', delta: [{ op: 'remove', path: '/nope' }] },
        ...text('m1', 'wrong'),
        {
          type: 'MESSAGES_SNAPSHOT',
          messages: [
            { id: 'u1', role: 'user', content: 'Why?' },
            { id: 'm2', role: 'assistant', content: 'right' },
          ],
        },
      ]),
    )
    expect(store.getSnapshot().shared).toEqual({ a: 1, b: 2 })
    expect(store.getSnapshot().turns.map((turn) => turn.kind)).toEqual(['user', 'assistant'])
    expect(turnOf(store).segments.map(({ text: words, withdrawn }) => [words, withdrawn ?? false])).toEqual([
      ['wrong', true],
      ['right', false],
    ])
  })

  it('draws the activity that mirrors a component when that is all a server sends', () => {
    const activity = { messageId: 'ui:t:r1:a', activityType: 'ui_component' }
    const store = play(
      logOf([
        started(),
        { type: 'ACTIVITY_SNAPSHOT', ...activity, content: { id: 'a', component: 'metric', props: { value: 1, label: 'x' } } },
        { type: 'ACTIVITY_DELTA', ...activity, patch: [{ op: 'replace', path: '/props/value', value: 2 }] },
        { type: 'ACTIVITY_SNAPSHOT', messageId: 'z', activityType: 'other', content: {} },
      ]),
    )
    expect(turnOf(store).components.map(({ id, props }) => [id, props])).toEqual([['a', { value: 2, label: 'x' }]])
  })
})

describe('updates of a component', () => {
  const ready = [started(), chunk('a', 'metric', { value: 1, label: 'x' })]
  const update = (patch: unknown, version = 1) => custom('artifact_update', { id: 'a', message_id: 't:r1', patch, version })

  it('replaces a component by its id in place', () => {
    const store = play(logOf([...ready, chunk('b', 'metric', { value: 2, label: 'y' }), chunk('a', 'metric', { value: 3, label: 'x' })]))
    expect(turnOf(store).components.map(({ id, props }) => [id, props.value])).toEqual([
      ['a', 3],
      ['b', 2],
    ])
  })

  it('patches props, and drops versions that are not newer', () => {
    const replace = (value: number) => [{ op: 'replace', path: '/props/value', value }]
    expect(turnOf(play(logOf([...ready, update(replace(2), 2), update(replace(9), 1), update(replace(3), 3)]))).components[0]?.props.value).toBe(3)
  })

  it.each([
    ['another component', [{ op: 'replace', path: '/component', value: 'html' }]],
    ['another id', [{ op: 'replace', path: '/id', value: 'b' }]],
    ['no props', [{ op: 'remove', path: '/props' }]],
    ['a prototype', [{ op: 'add', path: '/props/__proto__/polluted', value: 1 }]],
    ['a place that is not there', [{ op: 'replace', path: '/props/nope/deep', value: 1 }]],
    ['no patch', 'replace'],
  ])('leaves the component as it is when a patch asks for %s', (_, patch) => {
    const store = play(logOf([...ready, update(patch)]))
    expect(turnOf(store).components[0]).toMatchObject({ component: 'metric', id: 'a', props: { value: 1, label: 'x' }, version: 0 })
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})

describe('streamed artifacts of a tool', () => {
  const piece = (seq: number, value: unknown, more: JsonObject = {}) =>
    custom('artifact_chunk', { stream_id: 's', seq, chunk: value, done: false, artifact_type: 'rows', meta: { message_id: 't:r1' }, ...more })

  it('puts chunks together by their mode while the tool still runs', () => {
    const append = { mode: 'append' }
    expect(turnOf(play(logOf([started(), piece(0, [1], append), piece(1, [2, 3], append)]))).artifacts[0]).toMatchObject({ value: [1, 2, 3], done: false })
    expect(turnOf(play(logOf([started(), piece(0, 'a', append), piece(1, 'b', append)]))).artifacts[0]?.value).toBe('ab')
    const merged = play(logOf([started(), piece(0, { a: { b: 1 }, c: 1 }), piece(1, { a: { d: 2 }, c: null }, { mode: 'merge' })]))
    expect(turnOf(merged).artifacts[0]?.value).toEqual({ a: { b: 1, d: 2 } })
  })

  it('takes the done chunk as the whole, and later pieces as another stream', () => {
    const store = play(logOf([started(), piece(0, [1], { mode: 'append' }), piece(1, [7], { mode: 'append', done: true }), piece(2, [8], { mode: 'append' })]))
    expect(turnOf(store).artifacts).toMatchObject([{ value: [8], done: false }])
  })
})

describe('previews of render_component', () => {
  const args = '{"component":"metric","title":"Delay","props":{"label":"Average delay","value":7.2}}'
  const running = (upTo: number) => [
    started(),
    { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'render_component' },
    { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: args.slice(0, upTo) },
  ]

  it('shows nothing, then a skeleton, then what is valid, at every cut of the arguments', () => {
    const seen = Array.from({ length: args.length + 1 }, (_, cut) => turnOf(play(logOf(running(cut)))).components[0])
    expect(seen.map((component) => component?.status ?? 'none').filter((status, index, all) => status !== all[index - 1])).toEqual([
      'none',
      'skeleton',
      'streaming',
    ])
    expect(seen.at(-1)).toMatchObject({ key: 'c', component: 'metric', title: 'Delay', props: { label: 'Average delay', value: 7.2 } })
  })

  it('comes out the same whether the arguments arrive at once or one character at a time', () => {
    const whole = turnOf(play(logOf(running(args.length)))).components
    const single = [...args].map((delta) => ({ type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta }))
    const store = play(logOf([started(), { type: 'TOOL_CALL_START', toolCallId: 'c', toolCallName: 'render_component' }, ...single]))
    expect(turnOf(store).components.map(({ ts: _, ...rest }) => rest)).toEqual(whole.map(({ ts: _, ...rest }) => rest))
  })

  it('waits with a nameless skeleton while props come before the component', () => {
    const early = [started(), ...call('c', 'render_component', '{"props":{"value":1').slice(0, 2)]
    expect(turnOf(play(logOf(early))).components).toMatchObject([{ component: '', status: 'skeleton', props: {} }])
    const named = [...early, { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: '},"component":"metric"}' }]
    expect(turnOf(play(logOf(named))).components).toMatchObject([{ component: 'metric', status: 'streaming', props: { value: 1 } }])
  })

  it('shows nothing of a component that the page does not allow', () => {
    expect(turnOf(play(logOf([started(), ...call('c', 'render_component', '{"component":"html","props":{"html":"<b>"}}')]))).components).toEqual([])
    const late = call('c', 'render_component', '{"props":{"html":"<b>"},"component":"html"}')
    expect(turnOf(play(logOf([started(), ...late]))).components).toEqual([])
  })

  it('freezes a preview whose arguments stop being JSON', () => {
    const store = play(logOf([...running(70), { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: '}}}}oops' }]))
    expect(turnOf(store).components[0]).toMatchObject({ component: 'metric', status: 'streaming' })
  })

  it('lets the validated chunk take over in place, under its own id', () => {
    const taken = chunk('kpi', 'metric', { label: 'Average delay', value: 7.2 }, { tool_call_id: 'c' })
    const store = play(logOf([...running(60), chunk('other', 'metric', { value: 1, label: 'x' }), taken]))
    expect(turnOf(store).components.map(({ key, id, status }) => [key, id, status])).toEqual([
      ['c', 'kpi', 'ready'],
      ['other', 'other', 'ready'],
    ])
  })

  it('replaces an older component of the same id and lets the preview go', () => {
    const store = play(
      logOf([
        started(),
        chunk('kpi', 'metric', { value: 1, label: 'x' }),
        ...running(60).slice(1),
        chunk('kpi', 'metric', { value: 2, label: 'x' }, { tool_call_id: 'c' }),
      ]),
    )
    expect(turnOf(store).components.map(({ key, props }) => [key, props.value])).toEqual([['kpi', 2]])
    expect(turnOf(store).parts.filter((part) => part.kind === 'component')).toHaveLength(1)
  })

  it('turns a rejected preview into a rejection that holds no props', () => {
    const rejected = custom('artifact_rejected', { tool_call_id: 'c', errors: [{ code: 'schema_invalid', pointer: '/value', expected: 'number' }] })
    const [component] = turnOf(play(logOf([...running(60), rejected, result('c', '{"ok":false,"issues":[]}', { status: 'error' })]))).components
    expect(component).toMatchObject({ status: 'rejected', props: {}, errors: [{ code: 'schema_invalid', pointer: '/value', expected: 'number' }] })
  })

  it('shows no rejection where nothing had been shown', () => {
    expect(turnOf(play(logOf([started(), custom('artifact_rejected', { tool_call_id: 'c', errors: [] })]))).components).toEqual([])
  })

  it.each([
    ['withdrawn', result('c', '{}', { status: 'error', code: 'withdrawn' })],
    ['skipped as a duplicate', result('c', '{"ok":true,"skipped":"duplicate"}')],
  ])('removes the preview of a call that was %s', (_, end) => {
    expect(turnOf(play(logOf([...running(60), end]))).components).toEqual([])
  })

  it('says of a preview that a stopped run left behind that it was not finished', () => {
    const store = play(logOf([...running(60), finished({ outcome: { type: 'cancelled' } })]))
    expect(turnOf(store).components).toMatchObject([{ status: 'rejected', props: {}, errors: [{ code: 'incomplete' }] }])
  })

  it('takes a call that succeeded without a chunk for the component itself', () => {
    const store = play(logOf([...running(args.length), { type: 'TOOL_CALL_END', toolCallId: 'c' }, result('c', '{"ok":true}'), finished()]))
    expect(turnOf(store).components).toMatchObject([{ status: 'ready', props: { value: 7.2 } }])
  })

  it('goes on with a preview after it was stored and restored', () => {
    const first = play(logOf(running(50)))
    const { store } = newStore()
    store.restore(first.serialize())
    store.apply({ id: '4.0', event: { type: 'TOOL_CALL_ARGS', toolCallId: 'c', delta: args.slice(50) } })
    expect(turnOf(store).components).toMatchObject([{ status: 'streaming', props: { value: 7.2 } }])
  })
})

describe('replay', () => {
  const events = fullRun()
  const whole = play(events).getSnapshot()

  it('gives the same turns when everything comes twice', () => {
    expect(play([...events, ...events]).getSnapshot()).toEqual(whole)
  })

  it('gives the same turns when a reconnect repeats any stretch', () => {
    for (let cut = 1; cut < events.length; cut++)
      expect(play([...events.slice(0, cut), ...events.slice(Math.max(0, cut - 5)), ...events]).getSnapshot().turns).toEqual(whole.turns)
  })

  it('goes on at any cut after a restore', () => {
    for (let cut = 1; cut < events.length; cut++) {
      const { store } = newStore()
      store.restore(play(events.slice(0, cut)).serialize())
      expect(store.cursor('r1')).toBe(`${cut}.0`)
      for (const event of events) store.apply(event)
      expect(withoutTimes(store.getSnapshot().turns)).toEqual(withoutTimes(whole.turns))
    }
  })

  it('replaces a run that comes again without ids', () => {
    const bare = events.map(({ event }) => ({ event }))
    expect(play([...bare, ...bare]).getSnapshot().turns).toEqual(play(bare).getSnapshot().turns)
  })

  it('goes on with a run after its last event when only the source is named', () => {
    const store = play(events.slice(0, 20))
    store.beginRun('other')
    store.apply(events[20] as WireEvent, { run_id: 'r1' })
    for (const event of events.slice(21)) store.apply(event)
    const turn = store.getSnapshot().turns[0]
    expect(turn).toMatchObject({ id: 't:r1', status: 'done' })
  })
})

/** Reasoning time needs the moment it began, which a store that was restored in the middle of it no longer has. */
const withoutTimes = (turns: unknown) => JSON.parse(JSON.stringify(turns, (key, value) => (key === 'ms' ? undefined : value)))

describe('snapshots', () => {
  it('keep the identity of what did not change', () => {
    const store = play(fullRun())
    const before = store.getSnapshot()
    expect(store.getSnapshot()).toBe(before)
    for (const event of logOf([started('r2'), ...text('m9', 'x').slice(0, 2)])) store.apply(event)
    const after = store.getSnapshot()
    expect(after.turns[0]).toBe(before.turns[0])
    store.apply({ id: '4.0', event: { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm9', delta: 'y' } })
    const turn = turnOf(store)
    expect(turn.toolCalls).toBe((after.turns[1] as AssistantTurn).toolCalls)
    expect(turn.segments).not.toBe((after.turns[1] as AssistantTurn).segments)
  })

  it('are announced once a frame, however many events came', () => {
    const { store, frame } = newStore()
    let heard = 0
    const leave = store.subscribe(() => heard++)
    for (const event of fullRun()) store.apply(event)
    expect(heard).toBe(0)
    frame()
    expect(heard).toBe(1)
    store.apply({ event: started('r9') })
    leave()
    frame()
    expect(heard).toBe(1)
  })

  it('hold the newest 2,000 events for an inspector, with a few words each', () => {
    const many = Array.from({ length: 5_000 }, () => ({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'word ' }))
    const { events } = play(logOf([started(), ...many])).getSnapshot()
    expect(events).toHaveLength(2_000)
    expect(events.at(-1)).toEqual({ id: '5001.0', run_id: 'r1', seq: 5_001, ts: 501_100, type: 'TEXT_MESSAGE_CONTENT', summary: '5 characters' })
    expect(
      play(fullRun())
        .getSnapshot()
        .events.map(({ type, summary }) => `${type} ${summary}`),
    ).toContain('CUSTOM artifact_chunk metric done')
  })
})

describe('the conversation for the next request', () => {
  it('holds questions, answers and calls with their results, and nothing that was taken back', () => {
    const { store } = newStore()
    store.addUserMessage('How late?', 'u1', 'r1')
    for (const event of fullRun()) store.apply(event)
    store.addUserMessage('And in June?', 'u2')
    const messages = store.toMessages()
    expect(messages.map(({ id, role }) => `${role} ${id}`)).toEqual([
      'user u1',
      'assistant t:r1',
      'tool result-c1',
      'tool result-c2',
      'assistant m:r1:3:1',
      'user u2',
    ])
    expect(messages[1]).toMatchObject({
      toolCalls: [{ id: 'c1', type: 'function', function: { name: 'run_query', arguments: '{"question":"average delay"}' } }, { id: 'c2' }],
    })
    expect(JSON.stringify(messages)).not.toContain('Half an answer')
  })

  it('leaves out calls without a result and calls whose arguments were cut', () => {
    const store = play(logOf([started(), ...call('a', 'x', '{"q":1}'), ...call('b', 'x', '{"q":'), result('b', 'ok'), ...text('m', 'Done.'), finished()]))
    expect(store.toMessages()).toEqual([{ id: 'm', role: 'assistant', content: 'Done.' }])
  })
})

describe('a run before and beyond its events', () => {
  it('is shown before the server says anything, once', () => {
    const { store } = newStore()
    store.addUserMessage('Hello')
    store.beginRun('r1', 't1')
    expect(store.getSnapshot()).toMatchObject({
      turns: [
        { kind: 'user', text: 'Hello' },
        { kind: 'assistant', status: 'running' },
      ],
      run: { status: 'running', run_id: 'r1', thread_id: 't1' },
    })
    for (const event of fullRun()) store.apply(event)
    expect(store.getSnapshot().turns).toHaveLength(2)
  })

  it('ends with the reason that the connection gives, and can be dropped for another attempt', () => {
    const { store } = newStore()
    store.addUserMessage('Hello')
    store.beginRun('r1')
    store.endRun('r1', { error: { code: 'network', message: 'gone' } })
    expect(turnOf(store)).toMatchObject({ status: 'error', error: { code: 'network' } })
    store.endRun('r1', 'cancelled')
    expect(turnOf(store).status).toBe('error')
    store.dropAnswer()
    expect(store.getSnapshot()).toMatchObject({ turns: [{ kind: 'user' }], run: { status: 'idle' } })
  })
})

describe('hostile input', () => {
  const word = fc.constantFrom(
    'RUN_STARTED',
    'RUN_FINISHED',
    'RUN_ERROR',
    'TEXT_MESSAGE_START',
    'TEXT_MESSAGE_CONTENT',
    'TEXT_MESSAGE_CHUNK',
    'TEXT_MESSAGE_END',
    'TOOL_CALL_START',
    'TOOL_CALL_ARGS',
    'TOOL_CALL_CHUNK',
    'TOOL_CALL_END',
    'TOOL_CALL_RESULT',
    'REASONING_MESSAGE_CONTENT',
    'REASONING_END',
    'STATE_SNAPSHOT',
    'STATE_DELTA',
    'MESSAGES_SNAPSHOT',
    'ACTIVITY_SNAPSHOT',
    'ACTIVITY_DELTA',
    'CUSTOM',
    '__proto__',
    'constructor',
  )
  const id = fc.constantFrom('a', 'b', 'r1', '__proto__', 'constructor', '')
  const keys = fc.constantFrom(
    'runId',
    'messageId',
    'toolCallId',
    'toolCallName',
    'delta',
    'content',
    'name',
    'value',
    'messages',
    'outcome',
    'result',
    'snapshot',
    'patch',
    'activityType',
    'code',
    'parentRunId',
    'metadata',
  )
  const values = fc.oneof(
    id,
    fc.jsonValue({ maxDepth: 4 }),
    fc.constantFrom(
      'render_component',
      'artifact_chunk',
      'artifact_update',
      'artifact_rejected',
      'answer_reset',
      'pause',
      'warning',
      'ui_component',
      '{"component":"metric","props":{"a":1}}',
    ),
  )
  const event = fc.record({
    type: word,
    fields: fc.dictionary(keys, values),
    id: fc.option(fc.constantFrom('1', '1.1', '2.0', '7', 'x', '-1'), { nil: undefined }),
  })

  it('never throws and always gives turns that survive storing', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 40 }), (events) => {
        const { store } = newStore()
        for (const { type, fields, id: wireId } of events) store.apply({ ...(wireId === undefined ? {} : { id: wireId }), event: { ...fields, type } })
        const snapshot = store.getSnapshot()
        store.toMessages()
        const { store: other } = newStore()
        other.restore(store.serialize())
        expect(other.getSnapshot().turns).toEqual(JSON.parse(JSON.stringify(snapshot.turns)))
        expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
      }),
      { numRuns: 300 },
    )
  })

  it('takes anything for a stored state and starts empty when it is none', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const { store } = newStore()
        store.restore(value)
        expect(store.getSnapshot().run.status).toBe('idle')
      }),
    )
  })

  it('takes anything for a wire event', () => {
    const { store } = newStore()
    for (const event of [null, undefined, 7, 'x', [], {}, { type: 7 }]) store.apply({ event } as unknown as WireEvent)
    expect(store.getSnapshot().turns).toEqual([])
  })
})
