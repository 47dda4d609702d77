import { describe, expect, it } from 'vitest'
import { createComponentStore } from './create-component-store.ts'

type Event = Record<string, unknown>

function play(...events: Event[]) {
  const store = createComponentStore()
  for (const event of events) store.apply({ event: event as never })
  return store.getSnapshot().turns
}

const started = { type: 'RUN_STARTED', threadId: 't', runId: 'r' }
const finished = { type: 'RUN_FINISHED', threadId: 't', runId: 'r' }
const transcript = [
  { id: 'u1', role: 'user', content: 'q1' },
  { id: 'a1', role: 'assistant', content: 'A1' },
  { id: 'u2', role: 'user', content: 'q2' },
  { id: 'a2', role: 'assistant', content: '', toolCalls: [{ id: 'c', type: 'function', function: { name: 'weather', arguments: '{}' } }] },
  { id: 'tm', role: 'tool', toolCallId: 'c', content: '21' },
  { id: 'ac', role: 'activity', activityType: 'ui_component', content: { id: 'k', component: 'metric', props: { value: 1, label: 'x' } } },
  { id: 'a3', role: 'assistant', content: 'A2' },
]
const snapshot = (messages: unknown[]) => ({ type: 'MESSAGES_SNAPSHOT', messages })
const words = (turns: ReturnType<typeof play>) =>
  turns.map((turn) =>
    turn.kind === 'user'
      ? turn.text
      : turn.segments
          .filter(({ withdrawn }) => !withdrawn)
          .map(({ text }) => text)
          .join('+'),
  )

// microsoft/agent-framework#7807, ag-ui-protocol/ag-ui#2149, CopilotKit/CopilotKit#6294
describe('MESSAGES_SNAPSHOT of a whole transcript', () => {
  it('restores the turns in order with their calls and components', () => {
    const turns = play(started, snapshot(transcript), finished)
    expect(words(turns)).toEqual(['q1', 'A1', 'q2', 'A2'])
    expect(turns[3]).toMatchObject({
      toolCalls: [{ id: 'c', name: 'weather', status: 'ok', result: '21' }],
      components: [{ id: 'k', component: 'metric', status: 'ready' }],
      parts: [
        { kind: 'tool', id: 'c' },
        { kind: 'component', id: 'k' },
        { kind: 'text', id: 'a3' },
      ],
    })
    expect(turns[1]).toMatchObject({ kind: 'assistant', status: 'done' })
  })

  it('changes nothing when it comes again, during the run and after it', () => {
    const once = play(started, snapshot(transcript), finished)
    const withoutTimes = (turns: unknown) => JSON.stringify(turns).replace(/\d{13}/g, '0')
    expect(withoutTimes(play(started, snapshot(transcript), snapshot(transcript), finished))).toBe(withoutTimes(once))
    expect(words(play(started, snapshot(transcript), finished, snapshot(transcript)))).toEqual(['q1', 'A1', 'q2', 'A2'])
  })

  it('adds what was missing between turns that are known', () => {
    const start = transcript.slice(0, 2)
    const turns = play(
      started,
      snapshot(transcript.slice(0, 1)),
      { type: 'TEXT_MESSAGE_START', messageId: 'a1', role: 'assistant' },
      { type: 'TEXT_MESSAGE_CONTENT', messageId: 'a1', delta: 'A1' },
      finished,
    )
    expect(words(turns)).toEqual(['q1', 'A1'])
    expect(words(play(started, snapshot(start), finished, { ...started, runId: 'r2' }, snapshot(transcript), { ...finished, runId: 'r2' }))).toEqual([
      'q1',
      'A1',
      'q2',
      'A2',
    ])
  })

  it('leaves a call without a result running in the turn of the run only', () => {
    const [, turn] = play(started, snapshot([transcript[0], transcript[3]]))
    expect(turn).toMatchObject({ toolCalls: [{ status: 'running' }] })
    const [, older] = play(started, snapshot([transcript[0], transcript[3], transcript[2]]))
    expect(older).toMatchObject({ status: 'done', toolCalls: [{ status: 'ok' }] })
  })
})

describe('a text message of another role', () => {
  const content = (messageId: string, delta: string) => ({ type: 'TEXT_MESSAGE_CONTENT', messageId, delta })
  it('of the user is what the user said', () => {
    const turns = play(started, { type: 'TEXT_MESSAGE_START', messageId: 'u9', role: 'user' }, content('u9', 'my '), content('u9', 'words'), {
      type: 'TEXT_MESSAGE_END',
      messageId: 'u9',
    })
    expect(turns).toMatchObject([
      { kind: 'user', text: 'my words' },
      { kind: 'assistant', segments: [] },
    ])
    expect(play(started, { type: 'TEXT_MESSAGE_CHUNK', messageId: 'u9', role: 'user', delta: 'my words' })).toMatchObject([
      { kind: 'user', text: 'my words' },
      {},
    ])
  })

  it('of the system is not shown', () => {
    const turns = play(started, { type: 'TEXT_MESSAGE_START', messageId: 's', role: 'system' }, content('s', 'secret'))
    expect(JSON.stringify(turns)).not.toContain('secret')
  })
})
