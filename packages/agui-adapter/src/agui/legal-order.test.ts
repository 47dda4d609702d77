import type { ClientInfo } from '@pf/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  args,
  type Bare,
  call,
  callEnd,
  component,
  finish,
  logOf,
  newerClient,
  pfClient,
  result,
  start,
  text,
  textDone,
  thirdPartyClient,
  thought,
  thoughtDone,
} from '../test-support/log.ts'
import { brokenRules } from '../test-support/order-machine.ts'
import type { SnapshotMessage } from './agui-event.ts'
import { createAguiMapper } from './create-agui-mapper.ts'

const streams = fc.constantFrom('m:r1:1:1', 'm:r1:1:2', 'm:r1:2:1')
const thinking = fc.constantFrom('r:r1:1:1', 'r:r1:2:1', 'm:r1:1:1')
const calls = fc.constantFrom('tc:r1:1', 'tc:r1:2:0', 'tc:r1:2:1')
const delta = fc.string({ unit: 'binary', maxLength: 4 }).map((value) => value.replace(/^$/, ''))
const halves = fc.constantFrom('\ud83d', '\ude00', '', 'a\ud83d', '\ude00b')
const texts = fc.oneof(delta, halves)
const steps = fc.record({ step: fc.integer({ min: 1, max: 2 }), branch: fc.option(fc.integer({ min: 0, max: 1 }), { nil: undefined }) })

const stepEvent = (done: boolean) =>
  steps.map(({ step, branch }): Bare => {
    const at = { step, ...(branch === undefined ? {} : { branch }) }
    return done ? { type: 'step_complete', node: 'n', status: 'ok', latency_ms: 1, ...at } : { type: 'step_start', node: 'n', ...at }
  })

/** Any event at any position: the planner of this repository does not write such logs, but a faulty or newer one might. */
const anyEvent: fc.Arbitrary<Bare> = fc.oneof(
  fc.tuple(texts, streams).map(([value, id]) => text(value, id)),
  streams.map((id) => textDone(id)),
  fc.tuple(texts, thinking).map(([value, id]) => thought(value, id)),
  thinking.map((id) => thoughtDone(id)),
  streams.map((stream_id): Bare => ({ type: 'answer_reset', stream_id, attempt: 1, reason: 'x' })),
  fc.tuple(calls, fc.constantFrom('server' as const, 'client' as const)).map(([id, owner]) => call(id, 'search', owner)),
  fc.tuple(calls, texts).map(([id, value]) => args(id, value)),
  calls.map((id) => callEnd(id)),
  calls.map((id) => result(id)),
  stepEvent(false),
  stepEvent(true),
  fc.constantFrom('a', 'b').map((id) => component(id, { content: 'x' })),
  fc
    .constantFrom('/props/content', '/props/none', '', 'bad')
    .map((path): Bare => ({ type: 'artifact_update', id: 'a', message_id: 't:r1', patch: [{ op: 'replace', path, value: { content: 'y' } }], version: 1 })),
  fc.constant<Bare>({ type: 'state_delta', patch: [{ op: 'replace', path: '/n', value: 1 }] }),
  fc.constant<Bare>({ type: 'warning', code: 'x', text: 'y' }),
  fc.constant<Bare>({ type: 'tool_call_progress', tool_call_id: 'tc:r1:1' }),
  fc.constant<Bare>({ type: 'usage', input: 1 }),
  fc.constant(start()),
)

const endings = fc.oneof(
  fc
    .constantFrom('answer' as const, 'no_path' as const, 'deadline' as const, 'budget_exhausted' as const, 'cancelled' as const)
    .chain((reason) => fc.constantFrom('', 'The answer.').map((answer) => finish(reason, answer))),
  fc.constant(finish('error', '', { code: 'internal', message: 'secret', trace_id: 't' })),
)

const clients = fc.constantFrom<ClientInfo>(thirdPartyClient, newerClient, pfClient)
const histories = fc.constantFrom<SnapshotMessage[] | undefined>(undefined, [{ id: 'u1', role: 'user', content: 'hi' }])

function map(log: readonly Bare[], messages: SnapshotMessage[] | undefined) {
  const mapper = createAguiMapper(messages ? { messages } : {})
  const events = logOf(log).flatMap((event) => mapper.feed(event))
  return { mapper, events: [...events, ...mapper.abort()] }
}

describe('createAguiMapper over any log', () => {
  it('always makes a legal sequence with exactly one terminal event', () => {
    fc.assert(
      fc.property(clients, fc.array(anyEvent, { maxLength: 40 }), fc.option(endings, { nil: undefined }), histories, (client, middle, ending, messages) => {
        const { events } = map([start(client), ...middle, ...(ending ? [ending, ...middle] : [])], messages)
        expect(brokenRules(events)).toEqual([])
      }),
      { numRuns: 2_000 },
    )
  })

  it('makes a legal sequence of a log that does not begin with run_start', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { minLength: 1, maxLength: 20 }), (log) => {
        expect(brokenRules(map(log, undefined).events)).toEqual([])
      }),
    )
  })

  it('gives the same events for the same log, whatever was seen of it before', () => {
    fc.assert(
      fc.property(clients, fc.array(anyEvent, { maxLength: 30 }), (client, middle) => {
        const log = [start(client), ...middle, finish('answer', 'The answer.')]
        expect(map(log, undefined).events).toEqual(map(log, undefined).events)
      }),
      { numRuns: 200 },
    )
  })

  it('makes the answer its text, however the stream was cut', () => {
    fc.assert(
      fc.property(fc.array(texts), fc.boolean(), (parts, done) => {
        const answer = parts.join('').toWellFormed()
        const { events } = map([start(), ...parts.map((part) => text(part)), ...(done ? [textDone()] : []), finish('answer', answer)], undefined)
        const shown = events.flatMap((event) => (event.type === 'TEXT_MESSAGE_CONTENT' ? event.delta : [])).join('')
        expect(shown).toBe(answer)
      }),
    )
  })

  it('restates in a snapshot exactly what a client built of the run', () => {
    fc.assert(
      fc.property(fc.array(anyEvent, { maxLength: 40 }), (middle) => {
        const log = [start(), ...middle, finish('answer', 'The answer.')]
        const { events } = map(log, [{ id: 'u1', role: 'user' }])
        const snapshots = events.flatMap((event) => (event.type === 'MESSAGES_SNAPSHOT' ? [event.messages] : []))
        for (const messages of snapshots) {
          expect(messages[0]?.id).toBe('u1')
          expect(new Set(messages.map(({ id }) => id)).size).toBe(messages.length)
        }
      }),
    )
  })
})
