import { readProviderError } from '../providers/provider-error.ts'
import type { ResponseEventReader } from './event-reader.ts'
import type { OpenAiResponsesModelOptions } from './openai-responses-model-options.ts'

/** Milliseconds to wait before reconnecting, by the number of consecutive breaks without a new event. There are no more attempts than entries. */
const pauses = [100, 500, 2_000]

interface Background {
  client: OpenAiResponsesModelOptions['client']
  reader: ResponseEventReader
  signal: AbortSignal
}

/**
 * Yields the events of a background response. While the response continues at the provider, a broken connection is replaced by one that
 * starts after the last event.
 */
export async function* backgroundStream(first: AsyncIterable<unknown>, { client, reader, signal }: Background): AsyncGenerator<unknown, void, undefined> {
  let stream = first
  let failures = 0
  while (true) {
    const before = reader.lastSequence
    const fault = yield* eventsOf(stream)
    if (reader.finished || signal.aborted || reader.id === '') {
      if (fault !== undefined) throw fault.error
      return
    }
    failures = reader.lastSequence > before ? 0 : failures + 1
    const pause = pauses[failures]
    if (pause === undefined || isAnswer(fault?.error)) throw fault?.error ?? new Error('The stream of a background response ended before the response did.')
    await new Promise((done) => setTimeout(done, pause))
    if (signal.aborted) return
    stream = resumed(client, { id: reader.id, after: reader.lastSequence, signal })
  }
}

/** Yields a stream to its end, and returns the error that broke it. */
async function* eventsOf(stream: AsyncIterable<unknown>): AsyncGenerator<unknown, { error: unknown } | undefined, undefined> {
  try {
    yield* stream
    return undefined
  } catch (error) {
    return { error }
  }
}

/** True for an error reported by the provider. Any other error is a broken connection. */
function isAnswer(error: unknown): boolean {
  const answered = readProviderError(error)
  return answered !== undefined && (answered.status !== undefined || answered.code !== '' || answered.type !== '')
}

async function* resumed(client: Background['client'], { id, after, signal }: { id: string; after: number; signal: AbortSignal }) {
  yield* await client.responses.retrieve(id, { stream: true, ...(after < 0 ? {} : { starting_after: after }) }, { signal })
}
