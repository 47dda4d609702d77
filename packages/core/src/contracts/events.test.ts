import { describe, expect, it } from 'vitest'
import { foldThread } from '../fold/fold-thread.ts'
import * as schemas from '../schemas.ts'
import type { PlannerEvent } from './events.ts'

const envelope = { run_id: 'r', thread_id: 't', seq: 1, ts: 1 }
const parses = (event: unknown) => schemas.plannerEventSchema.safeParse(event).success

describe('llm_stream_chunk', () => {
  const chunk = { type: 'llm_stream_chunk', ...envelope, stream_id: 's', text: 'x', channel: 'answer', phase: 'action', attempt: 1, action_seq: 1, done: false }
  // The compiler detects a missing or an unknown member of either union. The schema is tested with the remaining values.
  const channels = Object.keys({ answer: 1, thinking: 1 } satisfies Record<PlannerEvent<'llm_stream_chunk'>['channel'], 1>)
  const phases = Object.keys({ action: 1, answer: 1, revision: 1 } satisfies Record<PlannerEvent<'llm_stream_chunk'>['phase'], 1>)

  it('[004-evt-03] has the channels answer and thinking and the phases action, answer and revision, in every pair', () => {
    for (const channel of channels) for (const phase of phases) expect([channel, phase, parses({ ...chunk, channel, phase })]).toEqual([channel, phase, true])
  })

  it('[004-evt-03] has no other: neither names of the earlier design nor other spellings, nothing and null', () => {
    for (const channel of ['args', 'action', 'revision', 'reasoning', 'Answer', 'THINKING', ' answer', '', null, undefined, ['answer'], 1])
      expect([channel, parses({ ...chunk, channel })]).toEqual([channel, false])
    for (const phase of ['args', 'thinking', 'observation', 'Answer', 'answer ', '', null, undefined, ['answer'], 1])
      expect([phase, parses({ ...chunk, phase })]).toEqual([phase, false])
    for (const missing of ['channel', 'phase']) expect(parses(Object.fromEntries(Object.entries(chunk).filter(([key]) => key !== missing)))).toBe(false)
  })
})

describe('artifact_chunk', () => {
  const component = { id: 'c1', component: 'metric', props: { value: 1 } }
  const meta = { message_id: 'm', registry_version: '1', source_tool: 'render_component' }
  const event: PlannerEvent<'artifact_chunk'> = {
    type: 'artifact_chunk',
    ...envelope,
    stream_id: 'c1',
    chunk: component,
    done: true,
    artifact_type: 'ui_component',
    meta,
  }
  const componentsOf = (...events: PlannerEvent[]) =>
    foldThread({ entries: [], logs: [events.map((each, index) => ({ ...each, seq: index + 1 }))], pending: [] }).components

  it('[003-term-02] with artifact_type ui_component it is a UI component, and its chunk names the component and its props', () => {
    expect(parses(event)).toBe(true)
    expect(schemas.componentChunkSchema.parse(event.chunk)).toEqual(component)
    expect(componentsOf(event)).toEqual([{ ...component, message_id: 'm' }])
  })

  it('[003-term-02] of any other artifact_type it is none, whatever its chunk looks like', () => {
    for (const artifact_type of ['rows', 'UI_COMPONENT', 'ui_component ', 'ui-component', '']) {
      expect(parses({ ...event, artifact_type })).toBe(true)
      expect([artifact_type, componentsOf({ ...event, artifact_type })]).toEqual([artifact_type, []])
    }
  })

  it('[003-term-02] nothing but an artifact_chunk is one: a stored artifact of that name is not', () => {
    const stored: PlannerEvent<'artifact_stored'> = {
      type: 'artifact_stored',
      ...envelope,
      artifact_id: 'c1',
      media_type: 'ui_component',
      bytes: 1,
      sha256: 'a'.repeat(64),
      source_tool: 'render_component',
    }
    const update: PlannerEvent<'artifact_update'> = {
      type: 'artifact_update',
      ...envelope,
      id: 'c1',
      message_id: 'm',
      patch: [{ op: 'add', path: '', value: component }],
      version: 1,
    }
    expect(componentsOf(stored, update)).toEqual([])
  })
})
