import type { JsonObject } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { removeAnswer } from '../run/update-store.ts'
import { newStore, play, turnOf } from '../test-support/play.ts'
import { call, chunk, custom, finished, fullRun, logOf, payload, started, text } from '../test-support/run-log.ts'

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
    expect(turn).not.toHaveProperty('provenance')
    expect(turn.warnings).toEqual([{ code: 'large_artifact', text: 'An artifact of 2 MB.' }])
  })

  it('keeps the origin of figures as the server sent it', () => {
    const provenance = { counts: { result: 1 } }
    const turn = turnOf(play(logOf([started(), ...text('m1', 'It is 5.'), finished({ result: payload('It is 5.', { provenance }) })])))
    expect(turn.provenance).toEqual(provenance)
    expect(turn.payload).not.toHaveProperty('provenance')
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

  it('[003-pas-04] several components of a run stand in the order of their numbers, also when a reconnect repeats them', () => {
    const log = logOf([started(), chunk('a', 'metric', { value: 1 }), chunk('b', 'metric', { value: 2 }), chunk('c', 'metric', { value: 3 })])
    const again = [...log, ...log.slice(1), ...log.slice(2), ...logOf([chunk('a', 'metric', { value: 4 }, { seq: 1 })], 5)]
    for (const events of [log, again]) expect(turnOf(play(events)).components.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
    expect(turnOf(play(again)).components.map(({ props, seq }) => [props.value, seq])).toEqual([
      [4, 1],
      [2, 0],
      [3, 0],
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
    ['the abort of a third-party client', { type: 'RUN_ERROR', code: 'abort', message: '' }],
  ])('knows a cancelled run by %s and keeps its text', (_, end) => {
    const turn = turnOf(play(logOf([started(), { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta: 'so far' }, end])))
    expect(turn).toMatchObject({ status: 'cancelled', segments: [{ text: 'so far', done: true, cut: true }] })
  })

  it('[003-fe-03] keeps what a waiting run asks, once, with tool, props and message', () => {
    const interaction = { id: 'i1', tool_call_id: 'c1', component: 'form', props: { fields: [] }, message_id: 't:r1', result_schema: { type: 'object' } }
    const outcome = { type: 'interrupt', interrupts: [{ id: 'i1', toolCallId: 'c1', responseSchema: { type: 'object' }, metadata: interaction }] }
    const turn = turnOf(play(logOf([started(), ...call('c1', 'ui_form', '{}'), custom('pause', { interactions: [interaction] }), finished({ outcome })])))
    expect(turn).toMatchObject({ status: 'waiting', questions: [{ ...interaction, tool_name: 'ui_form', status: 'open' }] })
    expect(turn.questions).toHaveLength(1)
    expect(turn.toolCalls[0]?.status).toBe('running')
  })

  it('continues in the same turn when another run answers a waiting one', () => {
    const waiting = logOf([started(), ...text('m1', 'Which?'), finished({ outcome: { type: 'interrupt', interrupts: [{ id: 'i1' }] } })])
    const next = logOf([started('r2', { parentRunId: 'r1' }), ...text('m2', 'Thanks.'), finished({}, 'r2')])
    const store = play([...waiting, ...next])
    expect(store.getSnapshot().turns).toHaveLength(1)
    expect(turnOf(store)).toMatchObject({ id: 't:r1', runs: ['r1', 'r2'], status: 'done', questions: [{ id: 'i1', status: 'answered_elsewhere' }] })
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
    removeAnswer(store)
    expect(store.getSnapshot()).toMatchObject({ turns: [{ kind: 'user' }], run: { status: 'idle' } })
  })
})

it('a turn has the newest report of what is spent and left', () => {
  const report = (spent: number) =>
    custom('budget', { spent: { tokens: spent }, limits: [{ scope: 'run', unit: 'tokens', limit: 100, spent, left: 100 - spent }] })
  expect(turnOf(play(logOf([started()]))).budget).toBeUndefined()
  expect(turnOf(play(logOf([started(), report(10), report(30)]))).budget).toMatchObject({ spent: { tokens: 30 }, limits: [{ scope: 'run', left: 70 }] })
  for (const odd of [null, 5, { spent: 'x', limits: [1, null] }])
    expect(turnOf(play(logOf([started(), custom('budget', odd)]))).budget).toEqual({ spent: {}, limits: odd && typeof odd === 'object' ? [{}, {}] : [] })
})

it('a turn has the messages that its run has read, and those that came too late', () => {
  const report = (message_id: string, status: string, text?: string) =>
    custom('run_message', { message_id, kind: text === undefined ? 'pause' : 'inject', status, ...(text === undefined ? {} : { text }) })
  expect(turnOf(play(logOf([started()]))).messages).toBeUndefined()
  expect(turnOf(play(logOf([started(), report('a', 'read', 'Also May.'), report('b', 'read'), report('c', 'late', 'And June.')]))).messages).toEqual([
    { id: 'a', kind: 'inject', text: 'Also May.', status: 'read' },
    { id: 'b', kind: 'pause', text: '', status: 'read' },
    { id: 'c', kind: 'inject', text: 'And June.', status: 'late' },
  ])
  for (const odd of [null, 5, { message_id: 1 }]) expect(turnOf(play(logOf([started(), custom('run_message', odd)]))).messages).toBeUndefined()
})
