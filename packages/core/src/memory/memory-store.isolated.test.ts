import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { UncommittedEvent } from '../contracts/events.ts'
import type { LeaseOptions } from '../contracts/leases.ts'
import type { InteractionRecord, StorePorts } from '../contracts/ports.ts'
import { createMemoryStore } from './create-memory-store.ts'

const scope = { owner: { id: 'o' } }
const run = { run_id: 'r', thread_id: 't' }
const warning = (text: string): UncommittedEvent => ({ type: 'warning', ...run, ts: 1, code: 'c', text })
const artifact = { media_type: 'application/json', source_tool: 'tool', run_id: 'r' }

function storeWithClock(options: { maxArtifactBytes?: number } = {}) {
  const clock = { now: 1_000 }
  let ids = 0
  const newId = () => {
    ids += 1
    return `id-${ids}`
  }
  return { clock, store: createMemoryStore({ now: () => clock.now, newId, ...options }) }
}

const resource = { kind: 'run' as const, ...run }

async function lease(store: StorePorts, ttlMs = 1_000) {
  const result = await store.storage.lease(scope, resource, { ttlMs })
  if (result.status !== 'granted') throw new Error('The run could not be leased.')
  return result.lease
}

describe('createMemoryStore, leases', () => {
  it('takes time and ids from outside: a lease holds until its time is over, to the millisecond', async () => {
    const { clock, store } = storeWithClock()
    const held = await lease(store)
    expect(held).toEqual({ resource, token: 'id-1', expires: 2_000 })
    expect((await store.storage.load(scope, 'r'))?.created).toBe(1_000)
    clock.now = 1_999
    expect(await store.storage.lease(scope, resource, { ttlMs: 1_000 })).toEqual({ status: 'busy', expires: 2_000 })
    expect(await store.storage.renew(scope, held, 1_000)).toEqual({ resource, token: 'id-1', expires: 2_999 })
    clock.now = 2_999
    expect(await lease(store)).toEqual({ resource, token: 'id-2', expires: 3_999 })
  })

  it('a lease that ran out and that nobody took still writes, and can be renewed by its holder', async () => {
    const { clock, store } = storeWithClock()
    const held = await lease(store)
    clock.now = 9_000
    expect((await store.storage.commit(scope, { run, lease: held, events: [warning('a')] })).status).toBe('committed')
    expect(await store.storage.renew(scope, held, 1_000)).toEqual({ ...held, expires: 10_000 })
  })

  it('a lease needs a time, and a wait that is not negative', async () => {
    const { store } = storeWithClock()
    const held = await lease(store)
    for (const time of [-1, Number.NaN]) {
      for (const options of [{ ttlMs: time }, { ttlMs: 1, waitMs: time }])
        await expect(store.storage.lease(scope, resource, options)).rejects.toMatchObject({ code: 'invalid_input' })
      await expect(store.storage.renew(scope, held, time)).rejects.toMatchObject({ code: 'invalid_input' })
    }
  })

  it('changing a lease that was handed out does not prolong it, nor move it to another resource', async () => {
    const { clock, store } = storeWithClock()
    const held = await lease(store)
    held.expires = 1e15
    Object.assign(held.resource, { run_id: 'other' })
    clock.now = 2_000
    expect((await lease(store)).resource).toEqual(resource)
  })
})

describe('createMemoryStore, waiting for a lease', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const thread = { kind: 'thread' as const, thread_id: 't' }
  const waitForThread = (store: StorePorts, options: Partial<LeaseOptions> = {}) =>
    store.storage.lease(scope, thread, { ttlMs: 1_000, waitMs: 60_000, ...options })

  it('serves the next caller at the millisecond at which the holder expires, also when the holder had prolonged its lease', async () => {
    const store = createMemoryStore()
    const first = await waitForThread(store)
    const second = waitForThread(store)
    await vi.advanceTimersByTimeAsync(900)
    if (first.status === 'granted') await store.storage.renew(scope, first.lease, 1_000)
    await vi.advanceTimersByTimeAsync(999)
    expect((await waitForThread(store, { waitMs: 0 })).status).toBe('busy')
    await vi.advanceTimersByTimeAsync(1)
    expect(await second).toMatchObject({ status: 'granted', lease: { expires: Date.now() + 1_000 } })
  })

  it('serves the next caller earlier when the holder shortens its lease', async () => {
    const store = createMemoryStore()
    const first = await waitForThread(store, { ttlMs: 30_000 })
    const second = waitForThread(store)
    if (first.status === 'granted') await store.storage.renew(scope, first.lease, 100)
    await vi.advanceTimersByTimeAsync(100)
    expect(await second).toMatchObject({ status: 'granted', lease: { expires: Date.now() + 1_000 } })
  })

  it('answers busy with the end of the holder’s lease when the patience is over', async () => {
    const store = createMemoryStore()
    await waitForThread(store, { ttlMs: 5_000 })
    const expires = Date.now() + 5_000
    const second = waitForThread(store, { waitMs: 300 })
    await vi.advanceTimersByTimeAsync(300)
    expect(await second).toEqual({ status: 'busy', expires })
  })

  it('leaves no timer and no listener behind, however a wait ends', async () => {
    const store = createMemoryStore()
    const holder = await store.storage.lease(scope, resource, { ttlMs: 600_000 })
    const stop = new AbortController()
    const added = vi.spyOn(stop.signal, 'addEventListener')
    const removed = vi.spyOn(stop.signal, 'removeEventListener')
    const wait = (waitMs: number) => store.storage.lease(scope, resource, { ttlMs: 1_000, waitMs, signal: stop.signal })
    const [impatient, granted, aborted] = [wait(10), wait(60_000), wait(60_000).catch((error: unknown) => error)]
    await vi.advanceTimersByTimeAsync(10)
    if (holder.status === 'granted') await store.storage.release(scope, holder.lease)
    stop.abort(new Error('No longer needed.'))
    expect([(await impatient).status, (await granted).status, await aborted]).toEqual(['busy', 'granted', stop.signal.reason])
    expect(removed).toHaveBeenCalledTimes(added.mock.calls.length)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('a finished run leaves no timer behind either', async () => {
    const store = createMemoryStore()
    const holder = await lease(store, 600_000)
    const waiting = store.storage.lease(scope, resource, { ttlMs: 1, waitMs: Number.POSITIVE_INFINITY })
    const finish: UncommittedEvent = { type: 'finish', ...run, ts: 1, reason: 'answer', payload: {} as never }
    await store.storage.commit(scope, { run, lease: holder, events: [finish] })
    expect(await waiting).toEqual({ status: 'refused' })
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('createMemoryStore, commits and readers', () => {
  it('is done in microtasks and sets no timer that would keep a process alive', async () => {
    vi.useFakeTimers()
    try {
      const { store } = storeWithClock()
      const held = await lease(store)
      const reader = store.events.read(scope, 'r', 0)[Symbol.asyncIterator]()
      const next = reader.next()
      await store.storage.commit(scope, { run, lease: held, events: [warning('a')] })
      expect((await next).value).toMatchObject({ text: 'a', seq: 1 })
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('all readers and the commit get one and the same frozen event: no copy a reader', async () => {
    const { store } = storeWithClock()
    const result = await store.storage.commit(scope, { run, lease: await lease(store), events: [warning('a')] })
    const first = await store.events.read(scope, 'r', 0)[Symbol.asyncIterator]().next()
    const second = await store.events.read(scope, 'r', 0)[Symbol.asyncIterator]().next()
    expect(first.value).toBe(second.value)
    expect(result.status === 'committed' && result.events[0]).toBe(first.value)
    expect(Object.isFrozen(first.value)).toBe(true)
  })

  it('return() ends a reader that waits, at once and for good', async () => {
    const { store } = storeWithClock()
    await lease(store)
    const reader = store.events.read(scope, 'r', 0)[Symbol.asyncIterator]()
    const waiting = reader.next()
    await Promise.resolve()
    await reader.return?.()
    expect(await waiting).toEqual({ done: true, value: undefined })
    expect((await reader.next()).done).toBe(true)
  })

  it('calls to next() before the last one is answered get one event each, in order', async () => {
    const { store } = storeWithClock()
    const held = await lease(store)
    const reader = store.events.read(scope, 'r', 0)[Symbol.asyncIterator]()
    const nexts = [reader.next(), reader.next(), reader.next()]
    for (const text of ['a', 'b', 'c']) await store.storage.commit(scope, { run, lease: held, events: [warning(text)] })
    expect((await Promise.all(nexts)).map(({ value }) => value?.seq)).toEqual([1, 2, 3])
  })

  it('a waiting reader listens to its signal once and leaves nothing behind', async () => {
    const { store } = storeWithClock()
    const held = await lease(store)
    const stop = new AbortController()
    const added = vi.spyOn(stop.signal, 'addEventListener')
    const removed = vi.spyOn(stop.signal, 'removeEventListener')
    const reader = store.events.read(scope, 'r', 0, stop.signal)[Symbol.asyncIterator]()
    for (const text of ['a', 'b', 'c']) {
      const next = reader.next()
      await store.storage.commit(scope, { run, lease: held, events: [warning(text)] })
      await next
    }
    expect(removed.mock.calls.length).toBe(added.mock.calls.length)
    const last = reader.next()
    stop.abort()
    expect((await last).done).toBe(true)
  })

  it('a start that is no place in a log is the start of the log', async () => {
    const { store } = storeWithClock()
    await store.storage.commit(scope, { run, lease: await lease(store), events: [warning('a'), warning('b')] })
    for (const after of [-5, Number.NaN, 0.9]) {
      const { value } = await store.events.read(scope, 'r', after)[Symbol.asyncIterator]().next()
      expect(value?.seq).toBe(1)
    }
  })
})

describe('createMemoryStore, questions', () => {
  const question: InteractionRecord = {
    ...run,
    id: 'q',
    tool_call_id: 'tc',
    component: 'confirm',
    props: {},
    message_id: 'm',
    result_schema: true,
    created: 1_000,
    state: 'open',
    deadline: 2_000,
  }

  it('what is no answer does not close a question', async () => {
    const { store } = storeWithClock()
    await store.storage.commit(scope, { run, lease: await lease(store), events: [], pending: [question] })
    for (const wrong of [{ result: undefined }, {}, { cancelled: false }, null, 'yes', { result: Symbol('s') }])
      await expect(store.pending.answer(scope, 'q', 'h', wrong as never)).rejects.toMatchObject({ code: 'invalid_input' })
    expect((await store.pending.get(scope, 'q'))?.state).toBe('open')
    expect(await store.pending.answer(scope, 'q', 'h', { result: null })).toMatchObject({ status: 'accepted', record: { state: 'answered', value: null } })
  })

  it('a question expires at its deadline by the clock, without a timer', async () => {
    const { clock, store } = storeWithClock()
    await store.storage.commit(scope, { run, lease: await lease(store), events: [], pending: [question] })
    clock.now = 1_999
    expect((await store.pending.get(scope, 'q'))?.state).toBe('open')
    clock.now = 2_000
    expect((await store.pending.get(scope, 'q'))?.state).toBe('expired')
    expect(await store.pending.answer(scope, 'q', 'h', { result: 1 })).toEqual({ status: 'gone', state: 'expired' })
  })
})

async function* piecesOf(...pieces: unknown[]) {
  yield* pieces
}

describe('createMemoryStore, artifacts', () => {
  it('an artifact over the limit is refused with the first byte too many, its source is closed and nothing is kept', async () => {
    const { store } = storeWithClock({ maxArtifactBytes: 10 })
    let closed = false
    let given = 0
    async function* source() {
      try {
        for (;;) {
          given += 1
          yield new Uint8Array(4)
        }
      } finally {
        closed = true
      }
    }
    await expect(store.artifacts.put(scope, source(), { ...artifact, artifact_id: 'a' })).rejects.toMatchObject({ code: 'too_large', fields: { limit: 10 } })
    expect([closed, given]).toEqual([true, 3])
    expect(await store.artifacts.head(scope, 'a')).toBeUndefined()
    await expect(store.artifacts.put(scope, new Uint8Array(11), artifact)).rejects.toMatchObject({ code: 'too_large' })
    expect((await store.artifacts.put(scope, new Uint8Array(10), artifact)).bytes).toBe(10)
  })

  it('takes bytes of any view and realm, and refuses all else without keeping anything', async () => {
    const { store } = storeWithClock({ maxArtifactBytes: 10 })
    const put = (body: unknown) => store.artifacts.put(scope, body as Uint8Array, { ...artifact, artifact_id: 'a' })
    const bytesOf = async () => {
      const pieces: number[] = []
      for await (const piece of (await store.artifacts.get(scope, 'a'))?.body ?? []) pieces.push(...piece)
      return pieces
    }
    const foreign: unknown = runInNewContext('Uint8Array.of(9, 1, 2).subarray(1)')
    const buffer = Uint8Array.of(9, 1, 2, 9).buffer
    for (const view of [foreign, new DataView(buffer, 1, 2), Buffer.from([1, 2]), new Uint16Array(Uint8Array.of(1, 2).buffer)]) {
      for (const body of [view, piecesOf(view)]) {
        expect((await put(body)).bytes).toBe(2)
        expect(await bytesOf()).toEqual([1, 2])
        await store.artifacts.delete(scope, 'a')
      }
    }
    expect((await put(piecesOf())).bytes).toBe(0)
    await store.artifacts.delete(scope, 'a')
    for (const wrong of ['hello', 'x'.repeat(20), [1, 2], buffer, new Blob(['x']), null, undefined, 5, { byteLength: 3 }]) {
      for (const body of [wrong, piecesOf(wrong), piecesOf(Uint8Array.of(1), wrong)]) {
        await expect(put(body)).rejects.toMatchObject({ code: 'invalid_input' })
        expect(await store.artifacts.head(scope, 'a')).toBeUndefined()
      }
    }
  })

  it('pages of JSON do not depend on white space and a byte order mark in front', async () => {
    const { store } = storeWithClock()
    for (const front of ['', '\ufeff', '\ufeff \n', '\t']) {
      await store.artifacts.put(scope, new TextEncoder().encode(`${front}{"rows":[1,2]}`), { ...artifact, artifact_id: 'a' })
      expect(await store.artifacts.page(scope, 'a', '/rows', 1, 5)).toEqual({ items: [2], offset: 1, total: 2 })
    }
  })

  it('gc removes what is older than a moment, of every owner, and counts it', async () => {
    const { clock, store } = storeWithClock()
    await store.artifacts.put(scope, new Uint8Array(1), { ...artifact, artifact_id: 'old' })
    await store.artifacts.put({ owner: { id: 'other' } }, new Uint8Array(1), { ...artifact, artifact_id: 'old' })
    clock.now = 2_000
    await store.artifacts.put(scope, new Uint8Array(1), { ...artifact, artifact_id: 'new' })
    expect(await store.artifacts.gc(1_000)).toBe(0)
    expect(await store.artifacts.gc(2_000)).toBe(2)
    expect([await store.artifacts.head(scope, 'old'), (await store.artifacts.head(scope, 'new'))?.created]).toEqual([undefined, 2_000])
  })

  it('a commit adds to what is known of an artifact, and cannot change its size, hash or age', async () => {
    const { store } = storeWithClock()
    const stored = await store.artifacts.put(scope, new TextEncoder().encode('[1]'), { ...artifact, artifact_id: 'a' })
    const forged = { ...stored, items: 1, bytes: 99, sha256: 'f'.repeat(64), created: 0 }
    await store.storage.commit(scope, { run, lease: await lease(store), events: [], artifacts: [forged, { ...forged, artifact_id: 'elsewhere' }] })
    expect(await store.artifacts.head(scope, 'a')).toEqual({ ...stored, items: 1 })
    expect((await store.artifacts.head(scope, 'elsewhere'))?.items).toBe(1)
    expect(await store.artifacts.get(scope, 'elsewhere')).toBeUndefined()
    expect(await store.artifacts.page(scope, 'elsewhere', '', 0, 1)).toBeUndefined()
  })

  it('a page holds at most 10,000 items', async () => {
    const { store } = storeWithClock()
    const body = new TextEncoder().encode(JSON.stringify(Array(10_001).fill(0)))
    const { artifact_id } = await store.artifacts.put(scope, body, artifact)
    expect((await store.artifacts.page(scope, artifact_id, '', 0, 1_000_000))?.items).toHaveLength(10_000)
    expect((await store.artifacts.page(scope, artifact_id, '', 10_000, 1_000_000))?.items).toHaveLength(1)
  })
})
