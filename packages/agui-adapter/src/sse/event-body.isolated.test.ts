import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createEventBody } from './event-body.ts'

/** Creates a source that a test feeds; it counts its calls. */
function createSource() {
  let give: ((step: IteratorResult<string>) => void) | undefined
  let fail: ((error: unknown) => void) | undefined
  const source = {
    asked: 0,
    returned: 0,
    next() {
      source.asked += 1
      return new Promise<IteratorResult<string>>((resolve, reject) => {
        give = resolve
        fail = reject
      })
    },
    async return(): Promise<IteratorResult<string>> {
      source.returned += 1
      return { done: true, value: undefined }
    },
    put: (value: string) => give?.({ done: false, value }),
    end: () => give?.({ done: true, value: undefined }),
    fail: (error: unknown) => fail?.(error),
  }
  return source
}

function open(source: ReturnType<typeof createSource>) {
  const onClose = vi.fn()
  const onError = vi.fn()
  const body = createEventBody(source, { pingMs: 15_000, retryMs: 2_000, onClose, onError })
  const reader = body.stream.getReader()
  const read = async () => {
    const { value, done } = await reader.read()
    return done ? 'END' : new TextDecoder().decode(value)
  }
  return { body, reader, read, onClose, onError }
}

describe('createEventBody', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('sends the reconnection delay first and reads its source only when it is read', async () => {
    const source = createSource()
    const { read } = open(source)
    expect(await read()).toBe('retry: 2000\n\n')
    expect(source.asked).toBe(0)
    const first = read()
    await vi.advanceTimersByTimeAsync(0)
    expect(source.asked).toBe(1)
    source.put('a')
    expect(await first).toBe('a')
    expect(source.asked).toBe(1)
  })

  it('sends a ping after each 15 s without an event, loses nothing and reads the source once', async () => {
    const source = createSource()
    const { read } = open(source)
    await read()
    for (let ping = 0; ping < 3; ping++) {
      const next = read()
      await vi.advanceTimersByTimeAsync(15_000)
      expect(await next).toBe(': ping\n\n')
    }
    const next = read()
    await vi.advanceTimersByTimeAsync(1)
    source.put('late')
    expect(await next).toBe('late')
    expect(source.asked).toBe(1)
  })

  it('keeps what arrived while nobody was reading', async () => {
    const source = createSource()
    const { read } = open(source)
    await read()
    const ping = read()
    await vi.advanceTimersByTimeAsync(15_000)
    await ping
    source.put('kept')
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await read()).toBe('kept')
  })

  it('runs no timer while nobody reads, and none after the end', async () => {
    const source = createSource()
    const { read, onClose } = open(source)
    await read()
    expect(vi.getTimerCount()).toBe(0)
    const last = read()
    await vi.advanceTimersByTimeAsync(10)
    expect(vi.getTimerCount()).toBe(1)
    source.end()
    expect(await last).toBe('END')
    expect(vi.getTimerCount()).toBe(0)
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('ends its source and its timer when the reader leaves, once', async () => {
    const source = createSource()
    const { read, reader, onClose, body } = open(source)
    await read()
    void read()
    await vi.advanceTimersByTimeAsync(10)
    await reader.cancel()
    body.abort()
    body.end()
    source.put('unheard')
    await vi.advanceTimersByTimeAsync(60_000)
    expect([source.returned, onClose.mock.calls.length, vi.getTimerCount()]).toEqual([1, 1, 0])
  })

  it('is a broken connection, not an end, when it is aborted', async () => {
    const source = createSource()
    const { read, body, onClose } = open(source)
    await read()
    const next = read()
    const failed = expect(next).rejects.toMatchObject({ name: 'AbortError', stack: 'AbortError: The stream was aborted by the server.' })
    await vi.advanceTimersByTimeAsync(1)
    body.abort()
    await failed
    expect(onClose).toHaveBeenCalledOnce()
  })

  it('ends without an error when it is ended, whether it is being read or not', async () => {
    for (const reading of [true, false]) {
      const source = createSource()
      const { read, body, onClose } = open(source)
      await read()
      const pending = reading ? read() : undefined
      await vi.advanceTimersByTimeAsync(1)
      body.end()
      body.abort()
      expect([await (pending ?? read()), source.returned, onClose.mock.calls.length, vi.getTimerCount()]).toEqual(['END', 1, 1, 0])
    }
  })

  it('breaks when its source fails, and keeps the cause from the reader', async () => {
    const source = createSource()
    const { read, onClose, onError } = open(source)
    await read()
    const failed = expect(read()).rejects.toMatchObject({ name: 'AbortError' })
    await vi.advanceTimersByTimeAsync(1)
    source.fail(new Error('no log'))
    await failed
    expect(onError.mock.calls).toEqual([[new Error('no log')]])
    expect(onClose).toHaveBeenCalledOnce()
  })
})
