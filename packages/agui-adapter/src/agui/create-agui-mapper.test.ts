import { describe, expect, it } from 'vitest'
import {
  args,
  type Bare,
  call,
  callEnd,
  component,
  finish,
  logOf,
  pfClient,
  result,
  start,
  text,
  textDone,
  thirdPartyClient,
  thought,
  thoughtDone,
} from '../test-support/log.ts'
import { createAguiMapper } from './create-agui-mapper.ts'
import type { AguiMapperOptions } from './mapping.ts'

function wire(log: Bare[], options: AguiMapperOptions = {}) {
  const mapper = createAguiMapper(options)
  return logOf(log).flatMap((event) => mapper.feed(event))
}
const bare = (log: Bare[], options: AguiMapperOptions = {}) => wire(log, options).map(({ timestamp: _, ...event }) => event)
const types = (log: Bare[]) => wire(log).map(({ type }) => type)
const custom = (log: Bare[], name: string) => wire(log).flatMap((event) => (event.type === 'CUSTOM' && event.name === name ? [event.value] : []))

describe('createAguiMapper', () => {
  it('begins with RUN_STARTED that says which version it speaks, not which one it was asked in', () => {
    const [first] = bare([start({ ...thirdPartyClient, protocol_version: '1.7' })])
    expect(first).toEqual({ type: 'RUN_STARTED', threadId: 'th1', runId: 'r1', protocolVersion: '1.0' })
  })

  it('tells only our client the turn message id', () => {
    expect(bare([start(pfClient)])[0]).toMatchObject({ metadata: { pf: { message_id: 't:r1', registry_version: '1', registry_digest: 'd' } } })
    expect(bare([start()])[0]).not.toHaveProperty('metadata')
  })

  it('[003-pas-08] sends a run with text and a component in the order of the log', () => {
    const log = [start(pfClient), text('A'), component('c1', {}), text('B'), textDone(), finish('answer', 'AB')]
    expect(types(log)).toEqual([
      'RUN_STARTED',
      'TEXT_MESSAGE_START',
      'TEXT_MESSAGE_CONTENT',
      'CUSTOM',
      'TEXT_MESSAGE_CONTENT',
      'TEXT_MESSAGE_END',
      'RUN_FINISHED',
    ])
  })

  it('brackets thinking as a reasoning span with its message', () => {
    expect(bare([start(), thought('a'), thought(''), thoughtDone()]).slice(1)).toEqual([
      { type: 'REASONING_START', messageId: 'r:r1:1:1' },
      { type: 'REASONING_MESSAGE_START', messageId: 'r:r1:1:1', role: 'reasoning' },
      { type: 'REASONING_MESSAGE_CONTENT', messageId: 'r:r1:1:1', delta: 'a' },
      { type: 'REASONING_MESSAGE_END', messageId: 'r:r1:1:1' },
      { type: 'REASONING_END', messageId: 'r:r1:1:1' },
    ])
  })

  it('opens no message for a stream without text', () => {
    expect(types([start(), text(''), textDone(), thought(''), thoughtDone()])).toEqual(['RUN_STARTED'])
  })

  it('[003-int-01] hangs calls below the turn until there is text, then below the last text', () => {
    const log = [start(), call('a'), callEnd('a'), result('a'), text('Hm', 'm:r1:2:1'), call('b'), callEnd('b'), result('b')]
    const parents = wire(log).flatMap((event) => (event.type === 'TOOL_CALL_START' ? [event.parentMessageId] : []))
    expect(parents).toEqual(['t:r1', 'm:r1:2:1'])
  })

  it('hangs a call below the text before a withdrawn one', () => {
    const log: Bare[] = [
      start(),
      text('kept'),
      textDone(),
      text('gone', 'm:r1:2:1'),
      { type: 'answer_reset', stream_id: 'm:r1:2:1', attempt: 1, reason: 'x' },
      call('a'),
    ]
    expect(wire(log).at(-1)).toMatchObject({ parentMessageId: 'm:r1:1:1' })
  })

  it('closes text before a call and continues in a message of its own', () => {
    const log = [start(), text('one'), call('a'), callEnd('a'), result('a'), text('two'), finish('answer', 'onetwo')]
    expect(bare(log).filter(({ type }) => type.startsWith('TEXT'))).toEqual([
      { type: 'TEXT_MESSAGE_START', messageId: 'm:r1:1:1', role: 'assistant' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm:r1:1:1', delta: 'one' },
      { type: 'TEXT_MESSAGE_END', messageId: 'm:r1:1:1' },
      { type: 'TEXT_MESSAGE_START', messageId: 'm:r1:1:1~2', role: 'assistant' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'm:r1:1:1~2', delta: 'two' },
      { type: 'TEXT_MESSAGE_END', messageId: 'm:r1:1:1~2' },
    ])
  })

  it('sends one result a call, as a message of its own behind the end of the call', () => {
    expect(bare([start(), call('a'), args('a', '{"q":1}'), result('a', 'one'), result('a', 'two')]).slice(2)).toEqual([
      { type: 'TOOL_CALL_ARGS', toolCallId: 'a', delta: '{"q":1}' },
      { type: 'TOOL_CALL_END', toolCallId: 'a' },
      { type: 'TOOL_CALL_RESULT', messageId: 'result-a', toolCallId: 'a', role: 'tool', content: 'one' },
    ])
  })

  it('gives a call without arguments an empty object', () => {
    expect(bare([start(), call('a'), callEnd('a')])[2]).toEqual({ type: 'TOOL_CALL_ARGS', toolCallId: 'a', delta: '{}' })
  })

  it('never answers a call that the front end owns, and none that the input has answered', () => {
    const answered = { ...thirdPartyClient, answered: ['old'] }
    const resume: Bare = { type: 'resume', interaction_id: 'i', status: 'answered' }
    expect(types([start(answered), resume, call('mine', 'pick', 'client'), callEnd('mine'), result('mine'), result('old')])).not.toContain('TOOL_CALL_RESULT')
  })

  it('answers a call of an earlier run after a resume, and no unknown one without', () => {
    const resume: Bare = { type: 'resume', interaction_id: 'i', status: 'answered' }
    expect(types([start(), resume, result('tc:r0:1')])).toContain('TOOL_CALL_RESULT')
    expect(types([start(), result('tc:r0:1')])).not.toContain('TOOL_CALL_RESULT')
  })

  it('answers calls that nobody answered before the run ends', () => {
    const log = [start(), call('a'), callEnd('a'), finish('answer', '')]
    expect(bare(log).find(({ type }) => type === 'TOOL_CALL_RESULT')).toMatchObject({ toolCallId: 'a', content: '{"error":"no_result","reason":"answer"}' })
  })

  it('tells our client when a result is a failure', () => {
    const failed: Bare = { type: 'tool_call_result', tool_call_id: 'a', status: 'error', content: 'x', code: 'tool_failed' }
    expect(wire([start(pfClient), call('a'), failed]).at(-1)).toMatchObject({ metadata: { pf: { status: 'error', code: 'tool_failed' } } })
    expect(wire([start(), call('a'), failed]).at(-1)).not.toHaveProperty('metadata')
  })

  it('names steps so that no two open ones are the same, also in a parallel plan', () => {
    const begin = (step: number, node?: string, branch?: number): Bare => ({
      type: 'step_start',
      step,
      ...(node ? { node } : {}),
      ...(branch === undefined ? {} : { branch }),
    })
    const log = [start(), begin(1, 'plan'), begin(1, 'search', 0), begin(1, 'search', 1), begin(1, 'search', 1), begin(2, 'search #1'), begin(2, 'search', 1)]
    const names = wire(log).flatMap((event) => (event.type === 'STEP_STARTED' ? [event.stepName] : []))
    expect(names).toEqual(['step 1 plan', 'step 1 search #0', 'step 1 search #1', 'step 2 search #1', 'step 2 search #1~'])
  })

  it('closes the steps that are still open at the end in the reverse order of their start', () => {
    const log: Bare[] = [start(), { type: 'step_start', step: 1, node: 'plan' }, { type: 'step_start', step: 1, node: 'search', branch: 0 }, finish('answer')]
    const closed = wire(log).flatMap((event) => (event.type === 'STEP_FINISHED' ? [event.stepName] : []))
    expect(closed).toEqual(['step 1 search #0', 'step 1 plan'])
  })

  it('tells our client what became of a step', () => {
    const log: Bare[] = [
      start(pfClient),
      { type: 'step_start', step: 1 },
      { type: 'step_complete', step: 1, node: 'search', status: 'ok', latency_ms: 12, thought: 'hm' },
    ]
    expect(wire(log).at(-1)).toMatchObject({
      type: 'STEP_FINISHED',
      stepName: 'step 1',
      metadata: { pf: { node: 'search', status: 'ok', latency_ms: 12, thought: 'hm' } },
    })
  })

  it('splits no surrogate pair over two deltas', () => {
    const log = [start(), text('a\ud83d'), text('\ude00b'), call('c'), args('c', '"\ud83d'), args('c', '\ude00"')]
    expect(wire(log).flatMap((event) => ('delta' in event ? [event.delta] : []))).toEqual(['a', '\u{1f600}b', '"', '\u{1f600}"'])
  })

  it('never lets a timestamp go back', () => {
    const mapper = createAguiMapper()
    const times = logOf([start(), text('a'), text('b')]).flatMap((event, index) => mapper.feed({ ...event, ts: [50.7, 20, Number.NaN][index] ?? 0 }))
    expect(times.map(({ timestamp }) => timestamp)).toEqual([50, 50, 50, 50])
  })
})

describe('components and artifacts', () => {
  it('[003-pas-01] [003-pas-03] [003-lab-04] sends a passive component as CUSTOM artifact_chunk with the value of the plain stream', () => {
    const log = [start(pfClient), component('c1', { content: 'x' }), component('c1', { content: 'y' })]
    const value = {
      stream_id: 'c1',
      done: true,
      artifact_type: 'ui_component',
      meta: { message_id: 't:r1', registry_version: '1', source_tool: 'render_component' },
    }
    expect(custom(log, 'artifact_chunk')).toEqual([
      { ...value, seq: 0, chunk: { id: 'c1', component: 'markdown', props: { content: 'x' } } },
      { ...value, seq: 1, chunk: { id: 'c1', component: 'markdown', props: { content: 'y' } } },
    ])
    expect(types(log)).not.toContain('ACTIVITY_SNAPSHOT')
  })

  it('mirrors components as activities for every other client', () => {
    expect(bare([start(), component('c1', { content: 'x' })]).at(-1)).toEqual({
      type: 'ACTIVITY_SNAPSHOT',
      messageId: 'ui:t:r1:c1',
      activityType: 'ui_component',
      content: { id: 'c1', component: 'markdown', props: { content: 'x' }, registry_version: '1' },
      replace: true,
    })
  })

  it('[003-pas-07] sends an update as CUSTOM artifact_update and patches the mirror where the patch applies', () => {
    const update = (path: string): Bare => ({ type: 'artifact_update', id: 'c1', message_id: 't:r1', patch: [{ op: 'replace', path, value: 'z' }], version: 2 })
    const log = [start(), component('c1', { content: 'x' }), update('/props/content'), update('/props/none')]
    expect(custom(log, 'artifact_update')).toHaveLength(2)
    expect(types(log).filter((type) => type === 'ACTIVITY_DELTA')).toHaveLength(1)
    expect(custom(log, 'artifact_update')[0]).toEqual({
      id: 'c1',
      message_id: 't:r1',
      patch: [{ op: 'replace', path: '/props/content', value: 'z' }],
      version: 2,
    })
  })

  it('patches no mirror that this run has not made', () => {
    const update: Bare = { type: 'artifact_update', id: 'old', message_id: 't:r0', patch: [], version: 2 }
    expect(types([start(), update])).toEqual(['RUN_STARTED', 'CUSTOM'])
  })

  it('[003-term-03] announces a stored artifact as CUSTOM artifact_stored with its address', () => {
    const stored: Bare = { type: 'artifact_stored', artifact_id: 'a1', media_type: 'text/csv', bytes: 3, sha256: 'ff', source_tool: 'export' }
    const [event] = bare([start(), stored], { artifactUrl: (id) => `/api/artifacts/${id}` }).slice(1)
    expect(event).toEqual({
      type: 'CUSTOM',
      name: 'artifact_stored',
      value: { artifact_id: 'a1', media_type: 'text/csv', bytes: 3, sha256: 'ff', source_tool: 'export', url: '/api/artifacts/a1' },
    })
  })

  it('puts the address into references inside props', () => {
    const rows = { artifact_id: 'a1', media_type: 'application/json', bytes: 3, sha256: 'ff', items: 9 }
    const log: Bare[] = [
      start(),
      { ...(component('c1', {}) as Extract<Bare, { type: 'artifact_chunk' }>), chunk: { id: 'c1', component: 'datagrid', props: { rows } } },
    ]
    const [, chunk] = bare(log, { artifactUrl: (id) => `/artifacts/${id}` })
    expect(chunk).toMatchObject({ value: { chunk: { props: { rows: { ...rows, url: '/artifacts/a1' } } } } })
  })

  it('sends what has no event of its own as CUSTOM under the planner\u2019s name, without the envelope', () => {
    const log: Bare[] = [
      start(),
      { type: 'warning', code: 'w', text: 't' },
      { type: 'repair', kind: 'answer', attempt: 2 },
      { type: 'artifact_rejected', tool_call_id: 'a', errors: [] },
      { type: 'tool_call_progress', tool_call_id: 'a', fraction: 0.5 },
      { type: 'draft_delta', draft_id: 'd', block: 'user', text: 'x', attempt: 1 },
    ]
    expect(bare(log).slice(1)).toEqual([
      { type: 'CUSTOM', name: 'warning', value: { code: 'w', text: 't' } },
      { type: 'CUSTOM', name: 'repair', value: { kind: 'answer', attempt: 2 } },
      { type: 'CUSTOM', name: 'artifact_rejected', value: { tool_call_id: 'a', errors: [] } },
      { type: 'CUSTOM', name: 'tool_call_progress', value: { tool_call_id: 'a', fraction: 0.5 } },
    ])
  })

  it('drops a state patch that a client would drop in silence', () => {
    const delta = (op: string, path: string): Bare => ({ type: 'state_delta', patch: [{ op, path, value: 1 }] })
    const log: Bare[] = [
      start(),
      delta('replace', 'n'),
      delta('merge', '/n'),
      delta('add', '/n'),
      { type: 'state_snapshot', state: { n: 1 } },
      delta('replace', '/m'),
      delta('replace', '/n'),
    ]
    expect(types(log)).toEqual(['RUN_STARTED', 'STATE_DELTA', 'STATE_SNAPSHOT', 'STATE_DELTA'])
  })
})

describe('a withdrawn answer', () => {
  const messages = [{ id: 'u1', role: 'user', content: 'hi' }]
  const reset: Bare = { type: 'answer_reset', stream_id: 'm:r1:1:1', attempt: 1, reason: 'not_a_prefix' }
  const log = [start(), call('a'), args('a', '{}'), result('a', 'found'), text('Wrong'), reset, text('Right', 'm:r1:1:2')]

  it('is closed and named in CUSTOM for every client', () => {
    expect(bare([start(pfClient), text('Wrong'), reset]).slice(-2)).toEqual([
      { type: 'TEXT_MESSAGE_END', messageId: 'm:r1:1:1' },
      { type: 'CUSTOM', name: 'answer_reset', value: { stream_id: 'm:r1:1:1', attempt: 1, reason: 'not_a_prefix' } },
    ])
  })

  it('leaves a third-party client with a complete conversation without it', () => {
    const snapshot = bare(log, { messages }).find(({ type }) => type === 'MESSAGES_SNAPSHOT')
    expect(snapshot).toEqual({
      type: 'MESSAGES_SNAPSHOT',
      messages: [
        { id: 'u1', role: 'user', content: 'hi' },
        { id: 't:r1', role: 'assistant', toolCalls: [{ id: 'a', type: 'function', function: { name: 'search', arguments: '{}' } }] },
        { id: 'result-a', role: 'tool', toolCallId: 'a', content: 'found' },
      ],
    })
  })

  it('needs no snapshot for our client, and gets none where the conversation is not at hand', () => {
    expect(wire([start(pfClient), text('Wrong'), reset], { messages }).map(({ type }) => type)).not.toContain('MESSAGES_SNAPSHOT')
    expect(wire(log).map(({ type }) => type)).not.toContain('MESSAGES_SNAPSHOT')
  })

  it('waits with the snapshot for a call that is still open', () => {
    const waiting = [start(), text('Wrong'), call('a'), reset, args('a', '{}'), callEnd('a')]
    expect(
      wire(waiting, { messages })
        .map(({ type }) => type)
        .slice(-4),
    ).toEqual(['CUSTOM', 'TOOL_CALL_ARGS', 'TOOL_CALL_END', 'MESSAGES_SNAPSHOT'])
  })

  it('keeps the calls that hang below it', () => {
    const holding = [start(), text('Wrong'), call('a'), callEnd('a'), result('a'), reset]
    const snapshot = wire(holding, { messages }).find((event) => event.type === 'MESSAGES_SNAPSHOT')
    expect(snapshot).toMatchObject({ messages: [{ id: 'u1' }, { id: 'm:r1:1:1', toolCalls: [{ id: 'a' }] }, { id: 'result-a' }] })
    expect(JSON.stringify(snapshot)).not.toContain('Wrong')
  })
})

describe('abort', () => {
  it('closes everything and ends with RUN_ERROR, once', () => {
    const mapper = createAguiMapper()
    for (const event of logOf([start(), text('Half'), thought('hm'), { type: 'step_start', step: 1 }])) mapper.feed(event)
    expect(mapper.abort().map(({ type }) => type)).toEqual(['TEXT_MESSAGE_END', 'REASONING_MESSAGE_END', 'REASONING_END', 'STEP_FINISHED', 'RUN_ERROR'])
    expect(mapper.abort()).toEqual([])
    expect(mapper.phase).toBe('ended')
  })

  it('says nothing after an end or a pause', () => {
    const mapper = createAguiMapper()
    for (const event of logOf([start(), finish('paused')])) mapper.feed(event)
    expect(mapper.abort()).toEqual([])
  })

  it('begins with RUN_ERROR where no run began', () => {
    expect(createAguiMapper().abort('network')).toMatchObject([{ type: 'RUN_ERROR', code: 'network' }])
  })
})
