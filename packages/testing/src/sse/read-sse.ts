import { createSseParser } from './create-sse-parser.ts'
import type { SseFrame } from './sse-block.ts'

/**
 * Reads the blocks of an event stream, whatever pieces it comes in; blocks of comments or ids alone are frames too (`dispatched` is false).
 * Ends with the stream or when `signal` aborts; leaving the loop cancels the body. With `strict` also what browsers forgive is an error.
 * Throws when the response is no event stream.
 */
export async function* readSse(response: Response, signal?: AbortSignal, options: { strict?: boolean } = {}): AsyncGenerator<SseFrame, void> {
  const reader = (await eventStream(response)).getReader()
  const stop = () => void reader.cancel().catch(() => {})
  if (signal?.aborted) stop()
  signal?.addEventListener('abort', stop, { once: true })
  try {
    yield* readFrames(reader, signal, options)
  } finally {
    signal?.removeEventListener('abort', stop)
    stop()
  }
}

async function* readFrames(reader: ReadableStreamDefaultReader<Uint8Array>, signal: AbortSignal | undefined, { strict = false }: { strict?: boolean }) {
  const parser = createSseParser({ strict })
  const decoder = new TextDecoder('utf-8', { fatal: strict, ignoreBOM: strict })
  for (let piece = await next(reader, signal); piece; piece = await next(reader, signal)) yield* parser.feed(decoder.decode(piece, { stream: true }))
  if (signal?.aborted) return
  yield* parser.feed(decoder.decode())
  parser.finish()
}

/** An abort that also reaches `fetch` makes the body fail: that is an end, not an error. */
async function next(reader: ReadableStreamDefaultReader<Uint8Array>, signal: AbortSignal | undefined): Promise<Uint8Array | undefined> {
  try {
    const { value } = await reader.read()
    return signal?.aborted ? undefined : value
  } catch (error) {
    if (signal?.aborted) return undefined
    throw error
  }
}

async function eventStream(response: Response): Promise<ReadableStream<Uint8Array>> {
  const type = response.headers.get('content-type') ?? 'no content type'
  if (response.body && response.ok && /^text\/event-stream\s*(;|$)/i.test(type)) return response.body
  const text = (await response.text()).slice(0, 200)
  throw new Error(`Expected an event stream, got ${response.status} ${type}: ${text}`)
}
