import { PfError, type WireEvent } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { createSseParser } from './sse-parser.ts'

/** What a connection tells beside its events. */
export interface ConnectionNotes {
  /** Where the stream is now, with an event or without. */
  onId(id: string): void
  onRetry(ms: number): void
  /** The server had nothing to say, but said so: the connection works. */
  onPing(): void
  /** Bytes arrived, be it only a ping. */
  onBytes(): void
}

/** Largest event in characters; far above what a server of ours sends. */
const maxChars = 64 * 1024 * 1024

/**
 * The events of one response: `read` resolves with those that arrived together, or undefined at the end. Throws PfError `protocol` for
 * what is no event, after what came before it, and what the connection throws.
 */
export function readEvents(body: ReadableStream<Uint8Array>, notes: ConnectionNotes) {
  const reader = body.getReader()
  const take = createTaker(notes)
  let fault: { cause: unknown } | undefined
  return {
    async read(): Promise<WireEvent[] | undefined> {
      while (!fault) {
        const { done, value } = await reader.read()
        if (done) return undefined
        notes.onBytes()
        const found = take(value)
        fault = found.fault
        if (found.events.length > 0) return found.events
      }
      throw fault.cause
    },
    close: () => reader.cancel().catch(() => {}),
  }
}

function createTaker({ onId, onRetry, onPing }: ConnectionNotes) {
  let events: WireEvent[] = []
  const onBlock = (data: string | undefined, id: string | undefined) => {
    if (data !== undefined) events.push(id ? { id, event: toEvent(data) } : { event: toEvent(data) })
    if (id) onId(id)
  }
  const feed = createSseParser({ onBlock, onRetry, onComment: onPing }, maxChars)
  const decoder = new TextDecoder()
  return (bytes: Uint8Array): { events: WireEvent[]; fault?: { cause: unknown } } => {
    events = []
    try {
      feed(decoder.decode(bytes, { stream: true }))
      return { events }
    } catch (cause) {
      return { events, fault: { cause } }
    }
  }
}

function toEvent(data: string): WireEvent['event'] {
  const event = parse(data)
  if (!isRecord(event) || typeof event.type !== 'string') throw new PfError('protocol', 'The server sent something that is no AG-UI event.')
  return event as WireEvent['event']
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}
