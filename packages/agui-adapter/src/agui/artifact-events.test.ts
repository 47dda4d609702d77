import type { JsonObject, JsonValue, PlannerEventBody } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { type Bare, component, logOf, pfClient, start } from '../test-support/log.ts'
import { createAguiMapper } from './create-agui-mapper.ts'

/** Returns the events of a run after its start, without their times. */
function sent(log: Bare[], client?: Parameters<typeof start>[0]) {
  const mapper = createAguiMapper()
  return logOf([start(client), ...log])
    .flatMap((event) => mapper.feed(event))
    .slice(1)
    .map(({ timestamp: _, ...event }) => event)
}

type Chunk = PlannerEventBody['artifact_chunk']

const meta = { message_id: 't:r1', registry_version: '1', source_tool: 'x' }
const chunkOf = (more: Partial<Chunk>): Bare => ({
  type: 'artifact_chunk',
  stream_id: 's',
  chunk: { id: 'c', component: 'markdown', props: { text: 'A' } },
  done: true,
  artifact_type: 'ui_component',
  meta,
  ...more,
})
const activities = (log: Bare[]) => sent(log).filter(({ type }) => type.startsWith('ACTIVITY'))

describe('a chunk of an artifact', () => {
  it('is sent with the fields that it has, numbered within its stream', () => {
    const chunks = [
      chunkOf({ chunk: 'a', done: false, mode: 'append', tool_call_id: 'tc:1', artifact_type: 'file' }),
      chunkOf({ chunk: 'b', artifact_type: 'file' }),
    ]
    expect(sent([...chunks, chunkOf({ stream_id: 'other', chunk: 'c', artifact_type: 'file' })])).toStrictEqual([
      {
        type: 'CUSTOM',
        name: 'artifact_chunk',
        value: { stream_id: 's', seq: 0, chunk: 'a', done: false, artifact_type: 'file', mode: 'append', tool_call_id: 'tc:1', meta },
      },
      { type: 'CUSTOM', name: 'artifact_chunk', value: { stream_id: 's', seq: 1, chunk: 'b', done: true, artifact_type: 'file', meta } },
      { type: 'CUSTOM', name: 'artifact_chunk', value: { stream_id: 'other', seq: 0, chunk: 'c', done: true, artifact_type: 'file', meta } },
    ])
  })

  it('is numbered apart for each message', () => {
    const numbers = sent([chunkOf({}), chunkOf({ meta: { ...meta, message_id: 't:r2' } })], pfClient).map((event) => 'value' in event && event.value)
    expect(numbers).toMatchObject([{ seq: 0 }, { seq: 0 }])
  })
})

describe('the activity of a component', () => {
  it('has its title when that is text', () => {
    const content = { id: 'c', component: 'markdown', props: { text: 'A' }, registry_version: '1' }
    const snapshot = { type: 'ACTIVITY_SNAPSHOT', activityType: 'ui_component', messageId: expect.any(String), replace: true }
    expect(activities([chunkOf({})])).toStrictEqual([{ ...snapshot, content }])
    expect(activities([chunkOf({ chunk: { ...content, title: 'T' } })])).toStrictEqual([{ ...snapshot, content: { ...content, title: 'T' } }])
    expect(activities([chunkOf({ chunk: { ...content, title: 5 } })])).toStrictEqual([{ ...snapshot, content }])
  })

  it('is sent for a chunk that replaces, which is the default', () => {
    expect(activities([chunkOf({ mode: 'replace' })])).toHaveLength(1)
    expect(activities([chunkOf({ mode: 'append' })])).toEqual([])
  })

  it.each<[JsonValue]>([
    ['text'],
    [null],
    [[]],
    [{ component: 'markdown', props: {} }],
    [{ id: 'c', props: {} }],
    [{ id: 'c', component: 'markdown' }],
    [{ id: 'c', component: 'markdown', props: null }],
    [{ id: 5, component: 'markdown', props: {} }],
    [{ id: 'c', component: 5, props: {} }],
  ])('is not sent for %j', (chunk) => {
    expect(activities([chunkOf({ chunk })])).toEqual([])
  })

  it('is not sent for an artifact of another type', () => {
    expect(activities([chunkOf({ artifact_type: 'table' })])).toEqual([])
  })

  it('is patched from the state that the patches before left, and only to an object', () => {
    const update = (patch: JsonObject[]): Bare => ({ type: 'artifact_update', id: 'c', message_id: 't:r1', patch, version: 1 })
    const remove = update([{ op: 'remove', path: '/props/text' }])
    const deltas = (log: Bare[]) => activities(log).filter(({ type }) => type === 'ACTIVITY_DELTA')
    expect(deltas([component('c', { text: 'A' }), remove])).toHaveLength(1)
    expect(deltas([component('c', { text: 'A' }), remove, remove])).toHaveLength(1)
    expect(deltas([component('c', { text: 'A' }), update([{ op: 'replace', path: '', value: 'text' }])])).toEqual([])
  })
})

describe('an event without a counterpart', () => {
  const values = (log: Bare[]) => sent(log).map((event) => ('value' in event ? event.value : undefined))

  it('is sent with the fields that it has', () => {
    expect(values([{ type: 'tool_call_progress', tool_call_id: 'tc:1', fraction: 0.5 }])).toStrictEqual([{ tool_call_id: 'tc:1', fraction: 0.5 }])
    expect(values([{ type: 'tool_call_progress', tool_call_id: 'tc:1', text: 'Half.' }])).toStrictEqual([{ tool_call_id: 'tc:1', text: 'Half.' }])
    expect(values([{ type: 'warning', code: 'w', text: 'Half.', extra: undefined } as never])).toStrictEqual([{ code: 'w', text: 'Half.' }])
  })

  it('is not sent for a draft', () => {
    expect(sent([{ type: 'draft_delta', draft_id: 'd', block: 'user', text: 'A', attempt: 1 }])).toEqual([])
    expect(sent([{ type: 'constructor' } as never])).toEqual([])
  })
})
