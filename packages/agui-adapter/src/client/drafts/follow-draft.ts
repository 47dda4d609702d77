import type { DraftStreamEvent } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { DraftClientOptions } from './draft-client-options.ts'

/** Where a stream is read from and who is told. */
export interface DraftSink extends Pick<DraftClientOptions, 'baseUrl' | 'credentials' | 'EventSource'> {
  onEvent(event: DraftStreamEvent): void
  onLost(): void
}

const deltas = ['artifact_delta', 'user_delta'] as const

/** Reads the stream of a generation until its `done`; what is no event of the contract is passed over. */
export function followDraft(
  stream_url: string,
  { baseUrl = '', credentials, EventSource: Source = globalThis.EventSource, onEvent, onLost }: DraftSink,
): () => void {
  const source = new Source(`${baseUrl.replace(/\/+$/, '')}${stream_url}`, { withCredentials: credentials === 'include' })
  let over = false
  const close = () => {
    over = true
    source.close()
  }
  for (const type of deltas)
    source.addEventListener(type, ({ data }) => {
      const { text, attempt } = parse(data)
      if (!over && typeof text === 'string' && typeof attempt === 'number') onEvent({ type, text, attempt })
    })
  source.addEventListener('done', ({ data }) => {
    if (over) return
    close()
    onEvent(readDone(parse(data)))
  })
  // A refused or finished stream is closed for good; anything else reconnects by itself.
  source.addEventListener('error', () => {
    if (over || source.readyState !== Source.CLOSED) return
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
  try {
    const value: unknown = JSON.parse(String(data))
    return isRecord(value) ? value : {}
  } catch {
    return {}
  }
}
