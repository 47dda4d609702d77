import { describe, expect, it, vi } from 'vitest'
import { byteBody } from './byte-body.ts'

const bytes = new TextEncoder().encode('bytes')

describe('byteBody', () => {
  it('aborts when its source fails, and reports the cause to the host only', async () => {
    const onError = vi.fn()
    async function* source() {
      yield bytes
      throw new Error('/secret/path')
    }
    const reader = byteBody(source(), onError).getReader()
    await reader.read()
    await expect(reader.read()).rejects.toMatchObject({ name: 'AbortError', message: 'The stream was aborted by the server.' })
    expect(onError.mock.calls).toEqual([[new Error('/secret/path')]])
  })

  it('ignores errors of the source after the reader has left', async () => {
    const onError = vi.fn()
    const { promise, reject: fail } = Promise.withResolvers<never>()
    const asked = Promise.withResolvers<void>()
    const next = () => {
      asked.resolve()
      return promise
    }
    const ended = vi.fn(async () => {
      fail(new Error('closed'))
      return { done: true as const, value: undefined }
    })
    const reader = byteBody({ [Symbol.asyncIterator]: () => ({ next, return: ended }) }, onError).getReader()
    const pending = reader.read()
    await asked.promise
    await reader.cancel()
    expect([(await pending).done, ended.mock.calls.length, onError.mock.calls]).toEqual([true, 1, []])
  })

  it('reports a source that cannot be ended', async () => {
    const onError = vi.fn()
    const source = {
      [Symbol.asyncIterator]: () => ({ next: async () => ({ done: false as const, value: bytes }), return: () => Promise.reject(new Error('stuck')) }),
    }
    await byteBody(source, onError).cancel()
    expect(onError.mock.calls).toEqual([[new Error('stuck')]])
  })
})
