import type { DraftStreamEvent } from '@pf/core'
import { isRecord, parseJson } from '@pf/core/internal'
import type { RunClientOptions } from '../options.ts'

/** Options of createDraftClient. */
export interface DraftClientOptions extends Pick<RunClientOptions, 'baseUrl' | 'fetch' | 'headers' | 'credentials'> {
  /** EventSource class to use. It sends cookies but not `headers`. Default: the global EventSource. */
  EventSource?: typeof EventSource
}

/** The server of a stream and the callbacks for its events. */
export interface DraftSink extends Pick<DraftClientOptions, 'baseUrl' | 'credentials' | 'EventSource'> {
  onEvent(event: DraftStreamEvent): void
  onLost(): void
}

const deltas = ['artifact_delta', 'user_delta'] as const

/** Reads the stream of a generation until its `done` event. Unknown events are ignored. Returns a function that closes the stream. */
export function followDraft(
  stream_url: string,
  { baseUrl = '', credentials, EventSource: Source = globalThis.EventSource, onEvent, onLost }: DraftSink,
): () => void {
  const source = new Source(`${baseUrl.replace(/\/+$/, '')}${stream_url}`, { withCredentials: credentials === 'include' })
  let closed = false
  const close = () => {
    closed = true
    source.close()
  }
  for (const type of deltas)
    source.addEventListener(type, ({ data }) => {
      const { text, attempt } = parse(data)
      if (!closed && typeof text === 'string' && typeof attempt === 'number') onEvent({ type, text, attempt })
    })
  source.addEventListener('done', ({ data }) => {
    if (closed) return
    close()
    onEvent(readDone(parse(data)))
  })
  // An EventSource is CLOSED after an error status or a finished stream. After any other error it reconnects automatically.
  source.addEventListener('error', () => {
    if (closed || source.readyState !== Source.CLOSED) return
    close()
    onLost()
  })
  return close
}

function readDone({ ok, parse_ok, version, error }: Record<string, unknown>): DraftStreamEvent {
  return {
    type: 'done',
    ok: ok === true,
    parse_ok: parse_ok === true,
    ...(typeof version === 'number' ? { version } : {}),
    ...(typeof error === 'string' ? { error } : {}),
  }
}

function parse(data: unknown): Record<string, unknown> {
  const value = parseJson(String(data))
  return isRecord(value) ? value : {}
}
