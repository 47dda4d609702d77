import type { CommitInput, CommitResult, Lease, RunStore } from '@pf/core'
import { PfError } from '@pf/core'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { EventDraft } from './open-items.ts'
import { createRunWriter } from './run-writer.ts'
import { Fenced } from './run-writer-options.ts'

const lease: Lease = { resource: { kind: 'run', run_id: 'r', thread_id: 't' }, token: 't', expires: 0 }
const delta = (text: string): EventDraft => ({
  type: 'llm_stream_chunk',
  step: 1,
  stream_id: 'm',
  text,
  channel: 'answer',
  phase: 'answer',
  attempt: 1,
  action_seq: 1,
  done: false,
})

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())

/** A storage whose commits are answered by the test, or by `answer`. */
function createFake(answer?: (input: CommitInput, call: number) => CommitResult | Error) {
  const commits: CommitInput[] = []
  const waiting: (() => void)[] = []
  const failures: unknown[] = []
  const written = { last_seq: 0, state_version: 0 }
  let time = 0
  const accept = (input: CommitInput): CommitResult => {
    written.last_seq += input.events.length
    if (input.state) written.state_version += 1
    return { status: 'committed', events: [], state_version: written.state_version }
  }
  const storage = {
    commit: async (_scope: unknown, input: CommitInput) => {
      commits.push(input)
      if (!answer) await new Promise<void>((done) => waiting.push(done))
      const result = answer ? answer(input, commits.length) : accept(input)
      if (result instanceof Error) throw result
      return result
    },
    load: async () => ({ run_id: 'r', thread_id: 't', state: null, finished: false, created: 0, ...written }),
  } as unknown as RunStore
  const writer = createRunWriter({
    storage,
    scope: { owner: { id: 'a' } },
    run: { run_id: 'r', thread_id: 't' },
    agent: 'agent',
    lease: () => lease,
    now: () => time,
    onFailure: (error) => failures.push(error),
  })
  return {
    writer,
    storage,
    commits,
    failures,
    accept,
    release: () =>
      waiting.splice(0).forEach((done) => {
        done()
      }),
    pass: (ms: number) => {
      time += ms
    },
  }
}

const flushTimers = () => vi.advanceTimersByTimeAsync(0)

describe('createRunWriter', () => {
  it('writes at once when idle, and merges what came while a flush was in flight', async () => {
    const { writer, commits, release } = createFake()
    writer.emit(delta('a'))
    await flushTimers()
    expect(commits.map(({ events }) => events.length)).toEqual([1])
    for (const text of ['b', 'c', 'd']) writer.emit(delta(text))
    release()
    await flushTimers()
    expect(commits[1]?.events).toMatchObject([{ text: 'bcd', run_id: 'r', thread_id: 't' }])
  })

  it('writes state with the events before it, in one commit', async () => {
    const { writer, commits, release } = createFake()
    writer.emit(delta('a'))
    await flushTimers()
    writer.emit(delta('b'))
    const done = writer.commit({ state: { step: 1 } })
    release()
    await flushTimers()
    release()
    await done
    expect(commits[1]).toMatchObject({ events: [{ text: 'b' }], state: { expect_version: 0, value: { step: 1 } } })
  })

  it('does not touch the store for an empty commit', async () => {
    const { writer, commits } = createFake()
    await writer.commit()
    expect(commits).toEqual([])
  })

  describe('once it has been over 1,000 events behind for a second', () => {
    const flood = ({ emit }: ReturnType<typeof createFake>['writer'], count = 1_100) => {
      for (let index = 0; index < count; index++) emit({ type: 'tool_call_progress', step: 1, tool_call_id: 'c', fraction: 0 })
    }
    /** Returns a writer whose second flush is in progress after one second has passed. */
    async function behind() {
      const fake = createFake()
      fake.writer.emit(delta('first'))
      await flushTimers()
      flood(fake.writer)
      fake.release()
      await flushTimers()
      expect(fake.commits).toHaveLength(2)
      fake.pass(1_000)
      return fake
    }

    it('waits 40 ms between flushes', async () => {
      const { writer, commits, release } = await behind()
      flood(writer)
      release()
      await flushTimers()
      expect(commits).toHaveLength(2)
      await vi.advanceTimersByTimeAsync(40)
      expect(commits).toHaveLength(3)
    })

    it('writes a commit at once', async () => {
      const { writer, commits, release } = await behind()
      flood(writer)
      void writer.commit({ state: 1 })
      release()
      await flushTimers()
      expect(commits).toHaveLength(3)
    })

    it('writes 1,000 events at once', async () => {
      const { writer, commits, release } = await behind()
      flood(writer, 1_000)
      release()
      await flushTimers()
      expect(commits).toHaveLength(3)
    })
  })

  it('does not write a batch twice whose answer was lost', async () => {
    const fake = createFake((input, number): CommitResult | Error => {
      if (number === 2) return new Error('lost before')
      const result = fake.accept(input)
      return number === 1 ? new Error('lost after') : result
    })
    const first = fake.writer.commit({ state: 1 })
    await vi.advanceTimersByTimeAsync(100)
    await first
    fake.writer.emit(delta('x'))
    const second = fake.writer.commit()
    await vi.advanceTimersByTimeAsync(100)
    await second
    expect(fake.commits.map(({ events, state }) => [events.length, state?.value])).toEqual([
      [0, 1],
      [1, undefined],
      [1, undefined],
    ])
    expect(fake.failures).toEqual([])
  })

  it('gives up after its tries with store_failed, and can still write a finish', async () => {
    let down = true
    const fake = createFake((input): CommitResult | Error => (down ? new Error('down') : fake.accept(input)))
    fake.writer.emit(delta('x'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(fake.failures).toMatchObject([{ code: 'store_failed' }])
    down = false
    await expect(fake.writer.commit({ state: 'end' })).resolves.toBeUndefined()
    expect(fake.writer.open.closers('error', 0)).toEqual([])
  })

  it('does not try again what the store refuses for its content', async () => {
    const fake = createFake(() => new PfError('invalid_input', 'No.'))
    fake.writer.emit(delta('x'))
    await flushTimers()
    expect(fake.commits).toHaveLength(1)
    expect(fake.failures).toHaveLength(1)
  })

  it('is silent once it is fenced', async () => {
    const fake = createFake(() => ({ status: 'fenced' }))
    const waiting = fake.writer.commit({ state: 1 })
    await expect(waiting).rejects.toBeInstanceOf(Fenced)
    fake.writer.emit(delta('x'))
    await flushTimers()
    await expect(fake.writer.commit({ state: 2 })).rejects.toBeInstanceOf(Fenced)
    expect(fake.commits).toHaveLength(1)
  })

  const finish: EventDraft = { type: 'finish', reason: 'error', payload: {} as never }

  it('ignores events after the finish, and a finish that could not be written can be replaced', async () => {
    let down = true
    const fake = createFake((input): CommitResult | Error => (down ? new PfError('invalid_input', 'No.') : fake.accept(input)))
    fake.writer.emit(finish)
    fake.writer.emit(delta('late'))
    await flushTimers()
    expect(fake.commits.map(({ events }) => events.map(({ type }) => type))).toEqual([['finish']])
    down = false
    fake.writer.emit(delta('more'))
    fake.writer.emit(finish)
    fake.writer.emit(delta('late'))
    await fake.writer.commit()
    expect(fake.commits.slice(1).flatMap(({ events }) => events.map(({ type }) => type))).toEqual(['llm_stream_chunk', 'finish'])
  })

  it('keeps the finish when a batch before it fails', async () => {
    const fake = createFake((input) => fake.accept(input))
    const { commit } = fake.storage
    const { promise, reject } = Promise.withResolvers<never>()
    fake.storage.commit = () => promise
    fake.writer.emit(delta('first'))
    await flushTimers()
    fake.storage.commit = commit
    fake.writer.emit(finish)
    reject(new PfError('invalid_input', 'No.'))
    await flushTimers()
    fake.writer.emit(delta('late'))
    await flushTimers()
    expect(fake.commits.map(({ events }) => events.map(({ type }) => type))).toEqual([['finish']])
  })

  it('keeps the finish when a later batch without it fails', async () => {
    let down = false
    const fake = createFake((input): CommitResult | Error => (down ? new PfError('invalid_input', 'No.') : fake.accept(input)))
    fake.writer.emit(finish)
    await flushTimers()
    down = true
    await expect(fake.writer.commit({ state: 1 })).rejects.toMatchObject({ code: 'store_failed' })
    down = false
    fake.writer.emit(delta('late'))
    await flushTimers()
    expect(fake.commits).toHaveLength(2)
  })

  it('reports a failure of the program as internal, with its cause', async () => {
    const cause = new TypeError('broken')
    const fake = createFake((input) => fake.accept(input))
    fake.writer.open.observe = () => {
      throw cause
    }
    fake.writer.emit({ type: 'warning', code: 'x', text: 'y' })
    await flushTimers()
    expect(fake.failures).toMatchObject([{ code: 'internal', cause }])
  })

  it('joins what several commits add, and leaves out what none of them has', async () => {
    const fake = createFake()
    fake.writer.emit(delta('a'))
    await flushTimers()
    const entry = (id: string) => ({ id }) as never
    const all = [
      fake.writer.commit({ state: 1, thread: [entry('t1')], pending: [entry('p1')] }),
      fake.writer.commit({ state: 2, thread: [entry('t2')], artifacts: [entry('a1')] }),
      fake.writer.commit({ fences: [entry('f1')] }),
    ]
    fake.release()
    await flushTimers()
    fake.release()
    await Promise.all(all)
    expect(Object.keys(fake.commits[0] ?? {})).toEqual(['run', 'agent', 'lease', 'events', 'expect_seq'])
    expect(fake.commits[1]).toMatchObject({
      state: { value: 2 },
      thread: [{ id: 't1' }, { id: 't2' }],
      pending: [{ id: 'p1' }],
      artifacts: [{ id: 'a1' }],
      fences: [{ id: 'f1' }],
    })
  })

  it('names the position of each batch, and takes one for written that arrives after it was looked for', async () => {
    const fake = createFake((input, call): CommitResult | Error => {
      if (call === 2) return new Error('lost')
      // The second call is written while the third one is on its way, which the store refuses.
      if (call === 3) fake.accept(input)
      return call === 3 ? { status: 'conflict', version: 0 } : fake.accept(input)
    })
    fake.writer.emit(delta('a'))
    await flushTimers()
    fake.writer.emit(delta('b'))
    await vi.advanceTimersByTimeAsync(1_000)
    await fake.writer.commit({ state: 1 })
    expect(fake.commits.map(({ expect_seq }) => expect_seq)).toEqual([0, 1, 1, 2])
    expect(fake.failures).toEqual([])
  })

  it('continues behind a batch that it gave up and that was written later', async () => {
    let down = true
    const fake = createFake((input, call): CommitResult | Error => {
      if (down) return new Error('lost')
      // The batch that was given up arrives after the position was read.
      if (call === 6) fake.accept({ ...input, events: [{} as never] })
      return call === 6 ? { status: 'conflict', version: 0 } : fake.accept(input)
    })
    fake.writer.emit(delta('a'))
    await vi.advanceTimersByTimeAsync(10_000)
    down = false
    const done = fake.writer.commit({ state: 1 })
    await vi.advanceTimersByTimeAsync(1_000)
    await done
    expect(fake.commits.slice(5).map(({ expect_seq, state }) => [expect_seq, state?.value])).toEqual([
      [0, 1],
      [1, 1],
    ])
  })

  it('is fenced by a conflict that no attempt of its own explains', async () => {
    const fake = createFake(() => ({ status: 'conflict', version: 3 }))
    await expect(fake.writer.commit({ state: 1 })).rejects.toBeInstanceOf(Fenced)
  })

  it('tries again when the log is shorter than expected or cannot be read', async () => {
    let fails = 2
    const fake = createFake((input): CommitResult | Error => (fails-- > 0 ? new Error('lost before') : fake.accept(input)))
    fake.writer.emit(delta('x'))
    await vi.advanceTimersByTimeAsync(2_000)
    expect(fake.commits.map(({ events }) => events.length)).toEqual([1, 1, 1])
    expect(fake.failures).toEqual([])
  })

  it('tries again when a state was not written, also while the end of the log cannot be read', async () => {
    let fails = 2
    const fake = createFake((input): CommitResult | Error => (fails-- > 0 ? new Error('lost before') : fake.accept(input)))
    const { load } = fake.storage
    fake.storage.load = () => Promise.reject(new Error('The store is down.'))
    const done = fake.writer.commit({ state: 1 })
    await vi.advanceTimersByTimeAsync(100)
    fake.storage.load = load
    await vi.advanceTimersByTimeAsync(2_000)
    await done
    expect(fake.commits.map(({ state }) => state?.value)).toEqual([1, 1, 1])
  })

  it('does not take a batch for written because one that was given up has been', async () => {
    const answers = [true, false, false, false, false, false, true]
    const lost = [true, true, true, true, true, true, false]
    const fake = createFake((input, call): CommitResult | Error => {
      const result = answers[call - 1] ? fake.accept(input) : undefined
      return lost[call - 1] || !result ? new Error('lost') : result
    })
    const { load } = fake.storage
    fake.storage.load = () => Promise.reject(new Error('The store is down.'))
    fake.writer.emit(delta('a'))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(fake.failures).toMatchObject([{ code: 'store_failed' }])
    fake.storage.load = load
    const closed = { type: 'warning', code: 'c', text: 't' } as const
    const done = fake.writer.commit({ state: 1 })
    fake.writer.emit(closed)
    fake.writer.emit(finish)
    await vi.advanceTimersByTimeAsync(10_000)
    await done
    expect(fake.commits.slice(5).map(({ events }) => events.length)).toEqual([2, 2])
  })

  it('does not take the events of an earlier commit for those of a lost one', async () => {
    let call = 0
    const fake = createFake((input): CommitResult | Error => (++call === 2 ? new Error('lost before') : fake.accept(input)))
    fake.writer.emit(delta('a'))
    await flushTimers()
    fake.writer.emit(delta('b'))
    await vi.advanceTimersByTimeAsync(100)
    expect(fake.commits.map(({ events }) => events)).toMatchObject([[{ text: 'a' }], [{ text: 'b' }], [{ text: 'b' }]])
  })

  it('writes at once while it is behind for less than a second', async () => {
    const { writer, commits, release, pass } = createFake()
    writer.emit(delta('first'))
    await flushTimers()
    for (let index = 0; index < 1_100; index++) writer.emit({ type: 'tool_call_progress', step: 1, tool_call_id: 'c', fraction: 0 })
    pass(2_000)
    release()
    await flushTimers()
    expect(commits).toHaveLength(2)
    release()
    await flushTimers()
    for (let index = 0; index < 10; index++) writer.emit(delta('x'))
    pass(2_000)
    await flushTimers()
    expect(commits).toHaveLength(3)
  })
})

it('the events of a branch name the run that they belong to and its parent', async () => {
  const commits: CommitInput[] = []
  const storage = {
    commit: async (_scope: unknown, input: CommitInput) => commits.push(input) && { status: 'committed', events: [], state_version: 0 },
  } as unknown as RunStore
  const options = { storage, scope: { owner: { id: 'a' } }, agent: 'agent', lease: () => lease, now: () => 5, onFailure: () => undefined }
  createRunWriter({ ...options, run: { run_id: 'r', thread_id: 't', parent_run_id: 'p' } }).emit(delta('x'))
  createRunWriter({ ...options, run: { run_id: 'r', thread_id: 't' } }).emit(delta('x'))
  await flushTimers()
  expect(commits[0]?.events).toMatchObject([{ run_id: 'r', thread_id: 't', parent_run_id: 'p', ts: 5 }])
  expect(commits[1]?.events[0]).not.toHaveProperty('parent_run_id')
})

describe('texts that databases refuse', () => {
  const commitOf = async (run: { run_id: string; thread_id: string }) => {
    const commits: CommitInput[] = []
    const storage = {
      commit: async (_scope: unknown, input: CommitInput) => commits.push(input) && { status: 'committed', events: [], state_version: 0 },
    } as unknown as RunStore
    const writer = createRunWriter({
      storage,
      scope: { owner: { id: 'a' } },
      agent: 'agent',
      lease: () => lease,
      now: () => 5,
      onFailure: () => undefined,
      run,
    })
    writer.emit(delta('a\0b'))
    await writer.commit({ thread: [{ id: 'u', role: 'user', run_id: run.run_id, text: 'c\ud800', ts: 1 }] })
    return commits.flatMap(({ events, thread = [] }) => [...events.map((event) => ('text' in event ? event.text : '')), ...thread.map(({ text }) => text)])
  }

  it('are cleaned in events and in entries of the conversation', async () => {
    expect(await commitOf({ run_id: 'r', thread_id: 't' })).toEqual(['a\ufffdb', 'c\ufffd'])
  })

  it('stay as they are where the ids of the run have such characters, which must not change', async () => {
    expect(await commitOf({ run_id: 'r\0', thread_id: 't' })).toEqual(['a\0b', 'c\ud800'])
  })
})
