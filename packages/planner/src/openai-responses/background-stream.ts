import { readProviderError } from '../providers/provider-error.ts'
import type { ResponseEventReader } from './event-reader.ts'
import type { OpenAiResponsesModelOptions } from './openai-responses-model-options.ts'

/** How often in a row a connection may break without a new event, and how long to wait before each further one, in milliseconds. */
const pauses = [100, 500, 2_000]

interface Background {
  client: OpenAiResponsesModelOptions['client']
  reader: ResponseEventReader
  signal: AbortSignal
}

/** The events of a background response: while it goes on at the provider, a broken connection is replaced by one that starts after the last event. */
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

/** Reads a stream to its end, and returns what broke it. */
async function* eventsOf(stream: AsyncIterable<unknown>): AsyncGenerator<unknown, { error: unknown } | undefined, undefined> {
  try {
    yield* stream
    return undefined
  } catch (error) {
    return { error }
  }
}

/** An error that the provider reports is an answer; anything else is a broken connection. */
function isAnswer(error: unknown): boolean {
  const told = readProviderError(error)
  return told !== undefined && (told.status !== undefined || told.code !== '' || told.type !== '')
}

async function* resumed(client: Background['client'], { id, after, signal }: { id: string; after: number; signal: AbortSignal }) {
  yield* await client.responses.retrieve(id, { stream: true, ...(after < 0 ? {} : { starting_after: after }) }, { signal })
}
