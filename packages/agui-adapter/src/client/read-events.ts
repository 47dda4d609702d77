import { isRecord, PfError, type WireEvent } from '@pf/core'
import { createParser } from 'eventsource-parser'

/** What a connection tells beside its events. */
export interface ConnectionNotes {
  onRetry(ms: number): void
  /** The server had nothing to say, but said so: the connection works. */
  onPing(): void
  /** Bytes arrived, be it only a ping. */
  onBytes(): void
}

/** Largest event in characters; far above what a server of ours sends. */
const maxBufferSize = 64 * 1024 * 1024

/** The events of one response, as they arrive. Throws PfError `protocol` for what is no event, and what the connection throws. */
export async function* readEvents(body: ReadableStream<Uint8Array>, { onRetry, onPing, onBytes }: ConnectionNotes): AsyncGenerator<WireEvent, void, undefined> {
  const events: WireEvent[] = []
  const parser = createParser({ maxBufferSize, onRetry, onComment: onPing, onEvent: ({ id, data }) => events.push(toEvent(id, data)) })
  const decoder = new TextDecoder()
  const reader = body.getReader()
  try {
    for (let step = await reader.read(); !step.done; step = await reader.read()) {
      onBytes()
      parser.feed(decoder.decode(step.value, { stream: true }))
      yield* events.splice(0)
    }
  } finally {
    await reader.cancel().catch(() => {})
  }
}

function toEvent(id: string | undefined, data: string): WireEvent {
  const event = parse(data)
  if (!isRecord(event) || typeof event.type !== 'string') throw new PfError('protocol', 'The server sent something that is no AG-UI event.')
  return { ...(id ? { id } : {}), event: { ...event, type: event.type } }
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}
