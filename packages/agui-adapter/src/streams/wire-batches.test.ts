import { type ClientInfo, type PlannerEvent, parseEventId } from '@pf/core'
import { describe, expect, it, vi } from 'vitest'
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
} from '../test-support/log.ts'
import { runBlocks } from './run-blocks.ts'
import { toAguiEvents, type WireOptions, wireBatches } from './wire-batches.ts'

const log = logOf([
  start(),
  thought('hm'),
  call('a'),
  args('a', '{}'),
  callEnd('a'),
  result('a'),
  component('c1', { content: 'x' }),
  text('Yes'),
  text('.'),
  textDone(),
  finish('answer', 'Yes.'),
])

async function* from(events: readonly PlannerEvent[], end?: unknown): AsyncGenerator<PlannerEvent> {
  yield* events
  if (end) throw end
}

async function read(events: AsyncIterable<PlannerEvent>, options: WireOptions = {}) {
  const seen = []
  for await (const one of toAguiEvents(events, options)) seen.push(one)
  return seen
}

describe('toAguiEvents', () => {
  it('numbers wire events as seq.k', async () => {
    const ids = (await read(from(log))).map(({ id }) => id)
    expect(ids.slice(0, 5)).toEqual(['1.0', '2.0', '2.1', '2.2', '3.0'])
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('continues exactly after every event id: no gap, no repeat', async () => {
    const whole = await read(from(log))
    for (const [index, { id }] of whole.entries()) {
      const after = parseEventId(id ?? '')
      expect(await read(from(log), after ? { after } : {})).toEqual(whole.slice(index + 1))
    }
  })

  it('says by an empty batch that a reader has caught up with a run that continues', async () => {
    const batches = []
    for await (const batch of wireBatches(from(log), { after: { seq: 9, k: 0 } })) batches.push(batch.map(({ id }) => id))
    expect(batches[0]).toEqual([])
    expect(batches[1]).toEqual(['10.0'])
  })

  it('takes a bare seq for all of that event', async () => {
    const rest = await read(from(log), { after: { seq: 10, k: Number.POSITIVE_INFINITY } })
    expect(rest.map(({ id }) => id)).toEqual(['11.0', '11.1', '11.2'])
  })

  it('ends with one terminal event without an id at every place where the log can break', async () => {
    for (let length = 0; length < log.length; length++) {
      const onError = vi.fn()
      for (const end of [undefined, new Error('secret')]) {
        const seen = await read(from(log.slice(0, length), end), { onError })
        expect(seen.filter(({ event }) => event.type === 'RUN_ERROR' || event.type === 'RUN_FINISHED')).toHaveLength(1)
        expect(seen.at(-1)).toMatchObject({ event: { type: 'RUN_ERROR', code: 'internal' } })
        expect(seen.at(-1)).not.toHaveProperty('id')
        expect(JSON.stringify(seen)).not.toContain('secret')
      }
      expect(onError).toHaveBeenCalledOnce()
    }
  })

  it('stops reading its log after the end', async () => {
    let closed = false
    async function* endless(): AsyncGenerator<PlannerEvent> {
      try {
        yield* log
        await new Promise(() => {})
      } finally {
        closed = true
      }
    }
    expect((await read(endless())).at(-1)).toMatchObject({ event: { type: 'RUN_FINISHED' } })
    expect(closed).toBe(true)
  })

  it('stops at a pause only for who has not seen it yet', async () => {
    const paused: Bare[] = [start(), finish('paused'), start(), finish('answer', 'x')]
    const ends = async (options: WireOptions) => (await read(from(logOf(paused)), options)).map(({ event }) => event.type)
    expect(await ends({})).toEqual(['RUN_STARTED', 'RUN_FINISHED'])
    expect(await ends({ after: { seq: 2, k: 0 } })).toEqual(['RUN_STARTED', 'TEXT_MESSAGE_START', 'TEXT_MESSAGE_CONTENT', 'TEXT_MESSAGE_END', 'RUN_FINISHED'])
  })

  it('throws with failEarly while nothing has gone out, and not after that', async () => {
    const failing = read(from([], new Error('down')), { failEarly: true })
    await expect(failing).rejects.toThrow('down')
    expect((await read(from(log.slice(0, 1), new Error('down')), { failEarly: true })).at(-1)).toMatchObject({ event: { type: 'RUN_ERROR' } })
  })
})

describe('runBlocks', () => {
  it('ends the run with an error where an event has no JSON form', async () => {
    const cyclic: Record<string, unknown> = {}
    cyclic.self = cyclic
    const broken = { ...log[6], chunk: cyclic } as unknown as PlannerEvent
    const blocks = []
    for await (const block of runBlocks(wireBatches(from([...log.slice(0, 6), broken, ...log.slice(7)])))) blocks.push(block)
    expect(blocks.at(-1)).toContain('RUN_ERROR')
    expect(blocks.join('').match(/RUN_ERROR|RUN_FINISHED/g)).toHaveLength(1)
  })

  it('ends its source when it is left in the middle', async () => {
    const returned = vi.fn()
    async function* source(): AsyncGenerator<PlannerEvent> {
      try {
        yield* log
      } finally {
        returned()
      }
    }
    for await (const _ of runBlocks(wireBatches(source()))) break
    expect(returned).toHaveBeenCalledOnce()
  })
})

describe('a log that continues behind a seq', () => {
  const kept = { ...pfClient, pf: { tool_results: true } }
  const typesOf = async (clients: [ClientInfo, ClientInfo], segmentAfter: number) => {
    const log = logOf([start(clients[0]), finish('paused'), start(clients[1]), finish('answer', 'Hi')])
    return (await read(from(log), { segmentAfter })).map(({ event }) => event.type).filter((type) => type.startsWith('RUN_'))
  }

  it('begins at the RUN_STARTED of the run that continues there, which for a kept stream is its first', async () => {
    const both = ['RUN_STARTED', 'RUN_FINISHED']
    for (const first of [thirdPartyClient, kept]) for (const second of [thirdPartyClient, kept]) expect(await typesOf([first, second], 2)).toEqual(both)
  })
})
