import { describe, expect, it } from 'vitest'
import { cpuTime } from '../../../../tooling/test-setup/cpu-time.ts'
import type { PlannerEvent, PlannerEventBody } from '../contracts/events.ts'
import type { FinishReason } from '../contracts/payload.ts'
import type { InteractionRecord, ThreadEntry } from '../contracts/ports.ts'
import { freezeJson } from '../json/freeze-json.ts'
import { foldThread } from './fold-thread.ts'

type Body = { [K in keyof PlannerEventBody]: { type: K } & PlannerEventBody[K] }[keyof PlannerEventBody]

const log = (run_id: string, ...bodies: Body[]): PlannerEvent[] => bodies.map((body, index) => ({ ...body, run_id, thread_id: 't', seq: index + 1, ts: index }))
const start = (message_id: string): Body => ({
  type: 'run_start',
  registry_version: '1',
  registry_digest: 'd',
  message_id,
  client: { client_tools: [], answered: [] },
})
const text = (stream_id: string, part: string, more: Partial<PlannerEventBody['llm_stream_chunk']> = {}): Body => ({
  type: 'llm_stream_chunk',
  stream_id,
  text: part,
  channel: 'answer',
  phase: 'answer',
  attempt: 1,
  action_seq: 1,
  done: false,
  ...more,
})
const reset = (stream_id: string, attempt = 1): Body => ({ type: 'answer_reset', stream_id, attempt, reason: 'repair' })
const component = (message_id: string, id: string, props: object, more: Partial<PlannerEventBody['artifact_chunk']> = {}): Body => ({
  type: 'artifact_chunk',
  stream_id: id,
  chunk: { id, component: 'metric', props: { ...props } },
  done: true,
  artifact_type: 'ui_component',
  meta: { message_id, registry_version: '1', source_tool: 'render_component' },
  ...more,
})
const update = (message_id: string, id: string, ...patch: PlannerEventBody['artifact_update']['patch']): Body => ({
  type: 'artifact_update',
  message_id,
  id,
  patch,
  version: 1,
})
const finish = (reason: FinishReason, raw_answer = '', route: string | null = null): Body => ({
  type: 'finish',
  reason,
  payload: {
    raw_answer,
    artifacts: {},
    confidence: null,
    sources: [],
    route,
    suggested_actions: [],
    requires_followup: false,
    warnings: [],
    language: null,
    extra: {},
  },
})
const line = (run_id: string, role: ThreadEntry['role'], content: string, id = `${role}-${run_id}`): ThreadEntry => ({ id, role, run_id, text: content, ts: 0 })
const question = (more: Partial<InteractionRecord>): InteractionRecord => ({
  id: 'q',
  tool_call_id: 'tc',
  component: 'confirm',
  props: {},
  message_id: 'm',
  result_schema: true,
  run_id: 'r1',
  thread_id: 't',
  created: 0,
  state: 'open',
  ...more,
})
const fold = (logs: PlannerEvent[][], entries: ThreadEntry[] = [], pending: InteractionRecord[] = []) => foldThread(freezeJson({ logs, entries, pending }))
const answer = (...bodies: Body[]) => fold([log('r1', start('m'), ...bodies)]).messages.map(({ content }) => content)

describe('foldThread, messages', () => {
  it('an empty thread is an empty view', () => {
    expect(fold([])).toEqual({ messages: [], components: [], pending: [], last_seq: 0 })
  })

  it('user lines and one answer a turn, run by run', () => {
    const logs = [log('r1', start('m1'), text('s', 'Hel'), text('s', 'lo')), log('r2', start('m2'), text('s', 'Again'))]
    const entries = [line('r1', 'user', 'Hi'), line('r1', 'tool', 'result'), line('r1', 'assistant', 'stored'), line('r2', 'user', 'And?')]
    expect(fold(logs, entries).messages).toEqual([
      { id: 'user-r1', role: 'user', content: 'Hi', run_id: 'r1' },
      { id: 'm1', role: 'assistant', content: 'Hello', run_id: 'r1' },
      { id: 'user-r2', role: 'user', content: 'And?', run_id: 'r2' },
      { id: 'm2', role: 'assistant', content: 'Again', run_id: 'r2' },
    ])
  })

  it('thinking is no answer, segments stand apart by a blank line', () => {
    expect(answer(text('r', 'hmm', { channel: 'thinking' }), text('a', 'First.'), text('b', 'Second.'), text('b', '', { done: true }))).toEqual([
      'First.\n\nSecond.',
    ])
  })

  it('withdrawn text is gone, what another attempt or stream wrote stays', () => {
    expect(answer(text('a', 'wrong'), reset('a'), text('b', 'right', { attempt: 2 }))).toEqual(['right'])
    expect(answer(text('a', 'kept'), text('b', 'wrong'), reset('b'))).toEqual(['kept'])
    expect(answer(text('a', 'wrong'), reset('a'), text('a', 'right', { attempt: 2 }))).toEqual(['right'])
    expect(answer(text('a', 'wrong'), text('a', 'right', { attempt: 2 }), reset('a', 1))).toEqual(['right'])
    expect(answer(text('a', 'late', { attempt: 2 }), text('a', 'early', { attempt: 1 }))).toEqual(['late'])
    expect(answer(text('a', 'wrong'), reset('a'), text('a', ' and more'))).toEqual([])
  })

  it('without streamed text the answer of the finish is shown, full or partial, but no sentence that says why there is none', () => {
    expect(answer(finish('budget_exhausted', 'So far: 1', 'partial'))).toEqual(['So far: 1'])
    expect(answer(text('a', 'wrong'), reset('a'), finish('no_path', 'I could not.'))).toEqual(['I could not.'])
    expect(answer(text('a', 'streamed'), finish('answer', 'streamed'))).toEqual(['streamed'])
    for (const reason of ['paused', 'error', 'cancelled', 'deadline'] as const) expect(answer(finish(reason, 'There is none.'))).toEqual([])
  })

  it('a resumed turn is one message, where it began, under the same run or another', () => {
    const same = log('r1', start('m'), text('a', 'Before.'), finish('paused'), start('m'), text('b', 'After.'))
    expect(fold([same]).messages).toEqual([{ id: 'm', role: 'assistant', content: 'Before.\n\nAfter.', run_id: 'r1' }])
    const logs = [log('r1', start('m'), text('a', 'Before.'), finish('paused')), log('r2', start('m'), text('b', 'After.'))]
    expect(fold(logs, [line('r1', 'user', 'Hi'), line('r2', 'tool', 'yes')]).messages.map(({ content, run_id }) => [content, run_id])).toEqual([
      ['Hi', 'r1'],
      ['Before.\n\nAfter.', 'r1'],
    ])
  })

  it('a run whose log is gone keeps its stored answer', () => {
    const view = fold(
      [log('r2', start('m2'), text('a', 'new'))],
      [line('r1', 'user', 'old?'), line('r1', 'assistant', 'old'), line('r2', 'assistant', 'stored')],
    )
    expect(view.messages.map(({ content }) => content)).toEqual(['old?', 'old', 'new'])
  })

  it('a log without its beginning still has a turn', () => {
    expect(fold([log('r 1', text('a', 'x'))]).messages).toEqual([{ id: 't:r%201', role: 'assistant', content: 'x', run_id: 'r 1' }])
  })

  it('a turn without text has a message when a component or an open question belongs to it', () => {
    expect(fold([log('r1', start('m'), component('m', 'c', {}))]).messages).toEqual([{ id: 'm', role: 'assistant', content: '', run_id: 'r1' }])
    expect(fold([log('r1', start('m'))], [], [question({})]).messages).toHaveLength(1)
    expect(fold([log('r1', start('m'))], [], [question({ state: 'answered' })]).messages).toEqual([])
  })

  it('tells the last run and how far its log goes', () => {
    const logs = [log('r1', start('m'), text('a', 'x'))]
    expect(fold(logs, [line('r1', 'user', 'a')])).toMatchObject({ last_run_id: 'r1', last_seq: 2 })
    expect(fold(logs, [line('r1', 'user', 'a'), line('r2', 'user', 'b')])).toMatchObject({ last_run_id: 'r2', last_seq: 0 })
  })

  it('a run that no line names stands where its log does', () => {
    const logs = ['r1', 'r2', 'r3'].map((run_id) => log(run_id, start(`m-${run_id}`), text(`s-${run_id}`, run_id)))
    const order = (...named: string[]) => {
      const view = fold(
        logs,
        named.map((run_id) => line(run_id, 'tool', '')),
      )
      return [view.messages.map(({ content }) => content).join(), view.last_run_id]
    }
    for (const named of [['r1', 'r3'], ['r2', 'r3'], ['r3'], ['r1'], ['r1', 'r2'], []]) expect(order(...named)).toEqual(['r1,r2,r3', 'r3'])
    expect(order('r0', 'r2', 'r4')).toEqual(['r1,r2,r3', 'r4'])
  })

  it('an event that is given twice counts once, in one log or in two', () => {
    const whole = log('r1', start('m'), text('a', 'Hel'), text('a', 'lo'), component('m', 'c', { v: 1 }))
    for (const logs of [[whole, whole], [[...whole, ...whole]], [whole.slice(0, 2), whole.slice(1)]]) expect(fold(logs)).toEqual(fold([whole]))
  })
})

describe('foldThread, components and questions', () => {
  const components = (...bodies: Body[]) => fold([log('r1', start('m'), ...bodies)]).components

  it('the last whole chunk of an id counts, in the place of the first', () => {
    expect(components(component('m', 'a', { v: 1 }), component('m', 'b', {}), component('m', 'a', { v: 2 })).map(({ id, props }) => [id, props])).toEqual([
      ['a', { v: 2 }],
      ['b', {}],
    ])
  })

  it('updates patch the chunk; one that does not apply or would change what it is changes nothing', () => {
    const begun = component('m', 'a', { v: 1 })
    const good = update('m', 'a', { op: 'replace', path: '/props/v', value: 2 }, { op: 'add', path: '/title', value: 'T' })
    expect(components(begun, good)).toEqual([{ id: 'a', component: 'metric', props: { v: 2 }, title: 'T', message_id: 'm' }])
    const bad = [
      update('m', 'a', { op: 'replace', path: '/props/v', value: 3 }, { op: 'remove', path: '/nothing' }),
      update('m', 'a', { op: 'replace', path: '/id', value: 'b' }),
      update('m', 'a', { op: 'remove', path: '/props' }),
      update('m', 'a', { op: 'add', path: '/props/__proto__', value: 1 }),
      update('m', 'unknown', { op: 'replace', path: '/props/v', value: 3 }),
      update('other', 'a', { op: 'replace', path: '/props/v', value: 3 }),
    ]
    expect(components(begun, good, ...bad)).toEqual(components(begun, good))
  })

  it('the same id in two turns is two components, and an update reaches the one it names', () => {
    const logs = [
      log('r1', start('m1'), component('m1', 'a', { v: 1 })),
      log('r2', start('m2'), component('m2', 'a', { v: 2 }), update('m1', 'a', { op: 'replace', path: '/props/v', value: 9 })),
    ]
    expect(fold(logs).components.map(({ message_id, props }) => [message_id, props])).toEqual([
      ['m1', { v: 9 }],
      ['m2', { v: 2 }],
    ])
  })

  it('chunks combine by their mode, and what is no component yet is left out', () => {
    const merge = component('m', 'a', {}, { chunk: { props: { w: 2, v: null } }, mode: 'merge' })
    expect(components(component('m', 'a', { v: 1, u: 0 }), merge)[0]?.props).toEqual({ u: 0, w: 2 })
    const others = [
      component('m', 'x', {}, { artifact_type: 'echarts' }),
      component('m', 'y', {}, { chunk: 'text' }),
      component('m', 'z', {}, { chunk: { id: 'z', component: 'metric', props: [] } }),
      component('m', '__proto__', {}, { chunk: null }),
    ]
    expect(components(...others)).toEqual([])
  })

  it('appended text and items and merged members grow by each chunk, whatever updates come between, and the log stays as it is', () => {
    const add = (chunk: Body & object, mode: 'append' | 'merge') => ({ ...chunk, mode }) as Body
    const merged = (props: object) => add(component('m', 'a', {}, { chunk: { props: { ...props } } }), 'merge')
    const bodies = [
      merged({ v: { w: 1 } }),
      component('m', 'a', { v: { w: 1 } }),
      merged({ v: { x: 2 } }),
      update('m', 'a', { op: 'copy', from: '/props/v', path: '/props/u' }),
      merged({ u: { y: 3 } }),
    ]
    expect(components(...bodies)[0]?.props).toEqual({ v: { w: 1, x: 2 }, u: { w: 1, x: 2, y: 3 } })
  })

  it('a chunk that no message owns, or that cannot be merged, changes nothing', () => {
    const begun = component('m', 'a', { v: 1 })
    const deep: unknown = JSON.parse(`${'{"props":'.repeat(20_000)}1${'}'.repeat(20_000)}`)
    const logs = [
      log('r1', start('m'), begun, component('m', 'a', {}, { chunk: deep as never, mode: 'merge' }), component('m', 'a', {}, { meta: undefined as never })),
    ]
    expect(foldThread({ logs, entries: [], pending: [] }).components.map(({ props }) => props)).toEqual([{ v: 1 }])
  })

  it('20,000 merges cost about what their log does', () => {
    const bodies = Array.from({ length: 20_000 }, (_, index) => component('m', 'a', {}, { chunk: { props: { [`k${index}`]: 1 } }, mode: 'merge' }))
    const logs = [log('r1', start('m'), component('m', 'a', {}), ...bodies)]
    const started = cpuTime()
    expect(Object.keys(foldThread({ logs, entries: [], pending: [] }).components[0]?.props ?? {})).toHaveLength(20_000)
    expect(cpuTime() - started).toBeLessThan(5_000)
  })

  it('open questions are shown as they were announced, answers and hashes never', () => {
    const pending = [
      question({ id: 'open', deadline: 5, hash: 'h', value: 'secret' }),
      question({ id: 'done', state: 'answered', value: 'secret' }),
      question({ id: 'gone', state: 'expired' }),
    ]
    const view = fold([], [], pending)
    expect(view.pending).toEqual([{ id: 'open', tool_call_id: 'tc', component: 'confirm', props: {}, message_id: 'm', result_schema: true, deadline: 5 }])
    expect(JSON.stringify(view)).not.toContain('secret')
  })
})
