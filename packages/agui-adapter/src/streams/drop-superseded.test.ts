import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { AguiEvent } from '../agui/agui-event.ts'
import { dropSuperseded } from './drop-superseded.ts'

const custom = (name: string, value: object): AguiEvent => ({ type: 'CUSTOM', name, value })
const chunk = (stream_id: string, text: string, mode?: string) =>
  custom('artifact_chunk', { stream_id, seq: 0, chunk: text, ...(mode ? { mode } : {}), meta: { message_id: 't' } })
const update = (id: string, text: string) => custom('artifact_update', { id, message_id: 't', patch: text })
const content = (delta: string): AguiEvent => ({ type: 'TEXT_MESSAGE_CONTENT', messageId: 'm', delta })
const activity = (messageId: string, text: string): AguiEvent => ({ type: 'ACTIVITY_SNAPSHOT', messageId, activityType: 'x', content: { text }, replace: true })

/** Numbers the artifact chunks like the mapper. */
function history(events: readonly AguiEvent[]): AguiEvent[] {
  const counts = new Map<unknown, number>()
  return events.map((event) => {
    if (event.type !== 'CUSTOM' || event.name !== 'artifact_chunk') return event
    const { stream_id } = event.value as { stream_id: string }
    counts.set(stream_id, (counts.get(stream_id) ?? -1) + 1)
    return { ...event, value: { ...(event.value as object), seq: counts.get(stream_id) } }
  })
}

/** Returns for each item that a reader shows, in the order of its first event, the values from its last complete one on. */
function shown(all: readonly AguiEvent[], unread: AguiEvent['type']) {
  const events = all.filter(({ type }) => type !== unread)
  const seen = new Map<string, unknown[]>()
  for (const event of events) {
    const value = (event.type === 'CUSTOM' ? event.value : {}) as { stream_id?: string; id?: string; mode?: string; chunk?: unknown; patch?: unknown }
    const key = event.type === 'ACTIVITY_SNAPSHOT' ? event.messageId : event.type === 'CUSTOM' ? (value.stream_id ?? value.id ?? '') : event.type
    const known = seen.get(key) ?? []
    const whole = event.type === 'ACTIVITY_SNAPSHOT' || (value.chunk !== undefined && value.mode === undefined)
    seen.set(key, [...(whole ? [] : known), event.type === 'ACTIVITY_SNAPSHOT' ? event.content : (value.chunk ?? value.patch ?? event)])
  }
  return [...seen]
}

describe('dropSuperseded', () => {
  it('keeps the position of what was reported first', () => {
    const seen = dropSuperseded(history([chunk('a', '1'), chunk('b', '1'), chunk('a', '2'), chunk('a', '3')]))
    expect(seen.map((event) => (event.type === 'CUSTOM' ? event.value : event))).toMatchObject([
      { stream_id: 'a', seq: 0, chunk: '1' },
      { stream_id: 'b', seq: 0, chunk: '1' },
      { stream_id: 'a', seq: 1, chunk: '3' },
    ])
  })

  it('leaves one of what nothing came in between of', () => {
    const seen = dropSuperseded(history([content('x'), ...'12345'.split('').map((text) => chunk('a', text)), update('a', 'u')]))
    expect(seen).toEqual([
      content('x'),
      { type: 'CUSTOM', name: 'artifact_chunk', value: { stream_id: 'a', seq: 0, chunk: '5', meta: { message_id: 't' } } },
      update('a', 'u'),
    ])
  })

  it('leaves every reader where the whole history does, in the same order, with numbers from 0 that grow and pass none of the history', () => {
    const id = fc.constantFrom('a', 'b', 'c')
    const event = fc.oneof(
      fc.tuple(id, fc.string(), fc.constantFrom(undefined, 'append')).map(([stream, text, mode]) => chunk(stream, text, mode)),
      fc.tuple(id, fc.string()).map(([stream, text]) => update(stream, text)),
      fc.tuple(fc.constantFrom('x', 'y'), fc.string()).map(([message, text]) => activity(message, text)),
      fc.string().map(content),
    )
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), fc.nat(30), (bare, cut) => {
        const whole = history(bare)
        const folded = dropSuperseded(whole.slice(0, cut))
        const seqs = (stream: string) =>
          [...folded, ...whole.slice(cut)].flatMap((one) =>
            one.type === 'CUSTOM' && (one.value as { stream_id?: string }).stream_id === stream ? (one.value as { seq: number }).seq : [],
          )
        for (const unread of ['CUSTOM', 'ACTIVITY_SNAPSHOT'] as const) expect(shown([...folded, ...whole.slice(cut)], unread)).toEqual(shown(whole, unread))
        for (const stream of ['a', 'b', 'c']) expect(seqs(stream)).toEqual([...new Set(seqs(stream))].sort((one, other) => one - other))
        for (const stream of ['a', 'b', 'c']) expect(seqs(stream)[0] ?? 0).toBe(0)
      }),
    )
  })
})
