import type { JsonValue, PlannerEvent } from '@pf/core'
import { expect, it } from 'vitest'
import { createOpenItems } from '../log/open-items.ts'
import type { Run } from '../run/run.ts'
import { createShownComponents } from '../tools/shown-components.ts'
import { createStreamNames } from '../tools/tool-run.ts'
import { restoreRun } from './restore.ts'

const component = (id: string, more: object = {}) => ({
  type: 'artifact_chunk',
  stream_id: id,
  chunk: { id, component: 'markdown', props: { text: 'A' } },
  done: true,
  artifact_type: 'ui_component',
  ...more,
})
const update = (id: string, patch: JsonValue) => ({ type: 'artifact_update', id, patch, version: 1 })

/** Returns a restored run whose earlier runs have these logs. */
async function restored(logs: Record<string, object[]>, { sameTurn = true, written = [] as { id: string; props: object }[] } = {}): Promise<Run> {
  const events = {
    last: async (_scope: unknown, run_id: string) => logs[run_id]?.length ?? 0,
    async *read(_scope: unknown, run_id: string) {
      for (const [index, event] of (logs[run_id] ?? []).entries()) yield { seq: index + 1, ts: 0, ...event } as PlannerEvent
    },
  }
  const run = {
    agent: { ports: { events, pending: { get: async () => undefined } } },
    state: { components: { spent: 0, inlined: 0, written }, secret_refs: [{ field: 'pin', interaction_id: 'gone' }] },
    segment: {
      writer: { open: createOpenItems() },
      components: createShownComponents(undefined),
      streamNames: createStreamNames(),
      secretFields: new Map(),
      secrets: new Set(),
    },
  } as unknown as Run
  await restoreRun(run, { runs: Object.keys(logs), sameTurn })
  return run
}

it('components are shown with their last props, which the model may not see', async () => {
  const patch = [{ op: 'replace', path: '/props/text', value: 'B' }]
  const { segment } = await restored({ r1: [component('a'), component('b')], r2: [update('a', patch), component('b')] })
  expect(segment.components.get('a')).toMatchObject({ component: 'markdown', props: { text: 'B' }, hidden: true, version: 1 })
  expect(segment.components.get('b')).toMatchObject({ props: { text: 'A' }, hidden: true, version: 1 })
})

it('components have the props that the model wrote, if the state has them', async () => {
  const written = [{ id: 'a', props: { text: { $artifact: 'query.text' } } }]
  const { segment } = await restored({ r1: [component('a'), component('b'), update('a', [])] }, { written })
  expect(segment.components.get('a')).toMatchObject({ hidden: true, written: written[0]?.props, version: 1 })
  expect(segment.components.get('b')).not.toHaveProperty('written')
})

it('a chunk that is no whole component restores nothing', async () => {
  const odd = [
    component('a', { done: false }),
    component('a', { chunk: 'text' }),
    component('a', { chunk: { id: 5, component: 'markdown', props: {} } }),
    component('a', { chunk: { id: 'a', component: 5, props: {} } }),
    component('a', { chunk: { id: 'a', component: 'markdown', props: 'text' } }),
  ]
  const { segment } = await restored({ r1: odd })
  expect([segment.components.get('a'), segment.components.get('5')]).toEqual([undefined, undefined])
})

it('an update that does not apply, or that leaves no props, changes nothing', async () => {
  const updates = [
    update('a', [{ op: 'remove', path: '/props/missing' }]),
    update('a', [{ op: 'replace', path: '', value: 'text' }]),
    update('a', [{ op: 'replace', path: '/props', value: 'text' }]),
    update('unknown', [{ op: 'add', path: '/props', value: {} }]),
  ]
  const { segment } = await restored({ r1: [component('a'), ...updates] })
  expect(segment.components.get('a')).toMatchObject({ props: { text: 'A' }, version: 0 })
  expect(segment.components.get('unknown')).toBeUndefined()
})

it('a new turn has no components, but the open calls of the turn before', async () => {
  const call = { type: 'tool_call_start', step: 1, tool_call_id: 'c', name: 'find', owner: 'server' }
  const { segment } = await restored({ r1: [{ type: 'step_start', step: 1 }, call, component('a'), update('a', [])] }, { sameTurn: false })
  expect(segment.components.get('a')).toBeUndefined()
  expect(segment.writer.open.closers('lost', 0).map(({ type }) => type)).toEqual(['tool_call_end', 'tool_call_result'])
})

it('streams keep the names that calls have given them', async () => {
  const file = (stream_id: string, tool_call_id?: string) => ({
    ...component(stream_id),
    chunk: 'x',
    artifact_type: 'file',
    ...(tool_call_id ? { tool_call_id } : {}),
  })
  const { segment } = await restored({ r1: [file('rows', 'c1'), file('rows#12', 'c2'), file('other')] })
  const fresh = createStreamNames()
  const expected = ['c1', 'c2', 'c3'].map((call) => fresh.nameFor('rows', call))
  expect(['c1', 'c2', 'c3'].map((call) => segment.streamNames.nameFor('rows', call))).toEqual(expected)
  expect(segment.streamNames.nameFor('other', 'c4')).toBe(createStreamNames().nameFor('other', 'c4'))
})

it('a secret whose record is gone is left out', async () => {
  const { segment } = await restored({})
  expect([segment.secretFields.size, segment.secrets.size]).toEqual([0, 0])
})
