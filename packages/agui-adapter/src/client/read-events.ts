import { PfError, type WireEvent } from '@pf/core'
import { isRecord, parseJson } from '@pf/core/internal'
import { createParser, type ParseError } from 'eventsource-parser'

/** Callbacks for the other data that a connection delivers besides events. */
export interface ConnectionCallbacks {
  /** Called for each id, with or without an event. */
  onId(id: string): void
  onRetry(ms: number): void
  /** Called for each comment, which the server sends as a ping. */
  onPing(): void
  /** Called for all data, including pings. */
  onBytes(): void
}

/** Default maximum size of an event in characters. Events of pf's server are much smaller. */
const defaultMaxEventChars = 64 * 1024 * 1024

/**
 * Reads the events of one response. `read` resolves to the events that arrived together, or to undefined at the end. It throws PfError
 * `protocol` for invalid and too large events, after the events before them were returned, and the errors of the connection.
 */
export function readEvents(body: ReadableStream<Uint8Array>, callbacks: ConnectionCallbacks, maxEventChars = defaultMaxEventChars) {
  const reader = body.getReader()
  const readChunk = createChunkReader(callbacks, maxEventChars)
  let failure: { cause: unknown } | undefined
  return {
    async read(): Promise<WireEvent[] | undefined> {
      while (!failure) {
        const { done, value } = await reader.read()
        if (done) return undefined
        callbacks.onBytes()
        const chunk = readChunk(value)
        failure = chunk.failure
        if (chunk.events.length > 0) return chunk.events
      }
      throw failure.cause
    },
    close: () => reader.cancel().catch(() => {}),
  }
}

function createChunkReader({ onId, onRetry, onPing }: ConnectionCallbacks, maxEventChars: number) {
  let events: WireEvent[] = []
  const parser = createParser({
    onEvent: ({ id, data }) => void events.push(id ? { id, event: toEvent(data) } : { event: toEvent(data) }),
    onId: (id) => void (id !== '' && onId(id)),
    onRetry,
    onComment: onPing,
    onError: throwWhenTooLarge,
    maxBufferSize: maxEventChars,
  })
  const decoder = new TextDecoder()
  return (bytes: Uint8Array): { events: WireEvent[]; failure?: { cause: unknown } } => {
    events = []
    try {
      parser.feed(decoder.decode(bytes, { stream: true }))
      return { events }
    } catch (cause) {
      return { events, failure: { cause } }
    }
  }
}

/** Throws for an event that is too large. The standard requires readers to ignore every other kind of error. */
function throwWhenTooLarge({ type, message }: ParseError) {
  if (type === 'max-buffer-size-exceeded') throw new PfError('protocol', `The server sent an event that is too large. ${message}.`)
}

function toEvent(data: string): WireEvent['event'] {
  const event = parseJson(data)
  if (!isRecord(event) || typeof event.type !== 'string') throw new PfError('protocol', 'The server sent data that is not an AG-UI event.')
  return event as WireEvent['event']
}
