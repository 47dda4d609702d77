import { PfError } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { guardedStream, type StreamGuard } from './guarded-stream.ts'
import type { Model, ModelChunk } from './model.ts'

const guard = (more: Partial<StreamGuard> = {}): StreamGuard => ({ signal: new AbortController().signal, idleMs: 5_000, maxChars: 1_000, ...more })
const modelOf = (source: (signal: AbortSignal) => AsyncIterable<ModelChunk>): Model => ({ name: 'fake', stream: (_request, { signal }) => source(signal) })
const playing = (...chunks: ModelChunk[]) =>
  modelOf(async function* () {
    yield* chunks
  })
const hanging = modelOf(() => ({
  [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => undefined), return: () => new Promise<never>(() => undefined) }),
}))

async function collect(model: Model, options: StreamGuard): Promise<ModelChunk[]> {
  const chunks: ModelChunk[] = []
  for await (const chunk of guardedStream(model, { messages: [] }, options)) chunks.push(chunk)
  return chunks
}

const text = (value: string): ModelChunk => ({ type: 'text', text: value })
const stop: ModelChunk = { type: 'finish', reason: 'stop' }

describe('guardedStream', () => {
  it('passes a whole stream on', async () => {
    expect(await collect(playing(text('a'), stop), guard())).toEqual([text('a'), stop])
  })

  it('calls a stream without a finish reason cut', async () => {
    await expect(collect(playing(text('a')), guard())).rejects.toMatchObject({ code: 'model_cut' })
    await expect(collect(playing(), guard())).rejects.toMatchObject({ code: 'model_cut' })
  })

  it('ignores text after the finish but takes usage', async () => {
    const usage: ModelChunk = { type: 'usage', usage: { input: 1 } }
    expect(await collect(playing(stop, text('LATE'), usage), guard())).toEqual([stop, usage])
  })

  it('calls silence a stall, also when the model ignores its signal and cannot be closed', async () => {
    await expect(collect(hanging, guard({ idleMs: 10 }))).rejects.toMatchObject({ code: 'model_stalled' })
  })

  it('does not wait long for usage once the finish is there', async () => {
    const model = modelOf(async function* () {
      yield stop
      await new Promise(() => undefined)
    })
    expect(await collect(model, guard({ idleMs: 20 }))).toEqual([stop])
  })

  it.each([
    ['usage', { type: 'usage', usage: { input: 1 } } as const],
    ['text', text('LATE')],
  ])('does not wait longer while %s keeps coming', async (_name, chunk) => {
    for (const pause of [() => new Promise((done) => setImmediate(done)), () => undefined]) {
      const model = modelOf(async function* () {
        yield stop
        while (true) {
          await pause()
          yield chunk
        }
      })
      expect((await collect(model, guard({ idleMs: 20 })))[0]).toEqual(stop)
    }
  })

  it('is not held up by a model that throws when it is closed', async () => {
    const model = modelOf(() => {
      const chunks = [stop]
      return {
        [Symbol.asyncIterator]: () => ({
          next: async () => {
            const value = chunks.pop()
            return value ? { value } : { done: true, value }
          },
          return: () => {
            throw new Error('no')
          },
        }),
      }
    })
    expect(await collect(model, guard())).toEqual([stop])
  })

  it('ends with the reason of its signal at once, although the model does not', async () => {
    const controller = new AbortController()
    const running = collect(hanging, guard({ signal: controller.signal }))
    controller.abort(new PfError('cancelled', 'Stopped.'))
    await expect(running).rejects.toMatchObject({ code: 'cancelled' })
  })

  it('ends as cancelled, not as a success, when the client swallows the abort', async () => {
    const controller = new AbortController()
    const model = modelOf(async function* (signal) {
      yield text('a')
      await new Promise<void>((done) => signal.addEventListener('abort', () => done()))
    })
    const chunks: ModelChunk[] = []
    const running = (async () => {
      for await (const chunk of guardedStream(model, { messages: [] }, guard({ signal: controller.signal }))) {
        chunks.push(chunk)
        controller.abort(new PfError('deadline', 'Late.'))
      }
    })()
    await expect(running).rejects.toMatchObject({ code: 'deadline' })
    expect(chunks).toEqual([text('a')])
  })

  it('aborts the call when the reader goes away', async () => {
    let seen: AbortSignal | undefined
    const model = modelOf(async function* (signal) {
      seen = signal
      yield text('a')
      yield stop
    })
    for await (const _ of guardedStream(model, { messages: [] }, guard())) break
    expect(seen?.aborted).toBe(true)
  })

  it('ends output without end as if the model had hit its limit', async () => {
    const model = modelOf(async function* () {
      while (true) yield text('x'.repeat(100))
    })
    const chunks = await collect(model, guard())
    expect(chunks.at(-1)).toEqual({ type: 'finish', reason: 'length' })
    expect(chunks).toHaveLength(11)
  })

  it('passes on what the model throws', async () => {
    const model = modelOf(() => ({ [Symbol.asyncIterator]: () => ({ next: async () => Promise.reject(new PfError('model_unavailable', 'Down.')) }) }))
    await expect(collect(model, guard())).rejects.toMatchObject({ code: 'model_unavailable' })
  })
})
