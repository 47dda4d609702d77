import type { WireEvent } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { createComponentStore } from '../conversation/create-component-store.ts'
import { restoreStore, serializeStore } from '../conversation/stored-conversation.ts'
import { toMessages } from '../conversation/to-messages.ts'
import { newStore, play, turnOf } from '../test-support/play.ts'
import { call, finished, fullRun, logOf, result, started, text } from '../test-support/run-log.ts'
import type { AssistantTurn } from './model/types.ts'

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

  it('continues at any cut after a restore', () => {
    for (let cut = 1; cut < events.length; cut++) {
      const { store } = newStore()
      restoreStore(store, serializeStore(play(events.slice(0, cut))))
      expect(store.cursor('r1')).toBe(`${cut}.0`)
      for (const event of events) store.apply(event)
      expect(withoutTimes(store.getSnapshot().turns)).toEqual(withoutTimes(whole.turns))
    }
  })

  it('reads an id without an index as the whole planner event, as the server does', () => {
    const { store } = newStore()
    const [start, ...rest] = events
    if (start) store.apply({ ...start, id: '5' })

    for (const event of rest) store.apply({ ...event, id: '5.3' })
    expect(store.cursor('r1')).toBe('5')
    expect(store.getSnapshot().turns).toEqual(start && play([start]).getSnapshot().turns)
    store.apply({ ...(start as WireEvent), id: '6' })
    expect(store.cursor('r1')).toBe('6')
  })

  it('replaces a run that comes again without ids', () => {
    const bare = events.map(({ event }) => ({ event }))
    expect(play([...bare, ...bare]).getSnapshot().turns).toEqual(play(bare).getSnapshot().turns)
  })

  it('continues with a run after its last event when only the source is named', () => {
    const store = play(events.slice(0, 20))
    store.beginRun('other')
    store.apply(events[20] as WireEvent, { runId: 'r1' })
    for (const event of events.slice(21)) store.apply(event)
    const turn = store.getSnapshot().turns[0]
    expect(turn).toMatchObject({ id: 't:r1', status: 'done' })
  })
})

/** The duration of reasoning needs its start time, which a store that was restored in the middle of it does not have. */
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

  it('list no events where the store was made without a timeline, and begin the list anew when it is cleared', () => {
    const bare = createComponentStore()
    const { store } = newStore()
    for (const event of fullRun()) for (const one of [bare, store]) one.apply(event)
    expect(bare.getSnapshot().events).toEqual([])
    expect(turnOf(bare).components).toHaveLength(1)
    store.reset()
    expect(store.getSnapshot().events).toEqual([])
  })
})

describe('the conversation for the next request', () => {
  it('holds questions, answers and calls with their results, and nothing that was taken back', () => {
    const { store } = newStore()
    store.addUserMessage('How late?', 'u1', 'r1')
    for (const event of fullRun()) store.apply(event)
    store.addUserMessage('And in June?', 'u2')
    const messages = toMessages(store.getSnapshot().turns)
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
    expect(toMessages(store.getSnapshot().turns)).toEqual([{ id: 'm', role: 'assistant', content: 'Done.' }])
  })
})
