import { type EventPosition, parseEventId } from '@pf/core'
import { logStart } from '@pf/core/internal'
import type { Call } from './context.ts'
import { invalid } from './respond.ts'

/** Where the reader of a stream is, or the response that refuses what it says. The header is newer than the address, which an EventSource keeps. */
export function lastSeen({ request, url }: Call): { after: EventPosition } | { response: Response } {
  const asked = request.headers.get('last-event-id') || url.searchParams.get('after') || undefined
  const after = asked === undefined ? logStart : parseEventId(asked)
  if (after) return { after }
  return { response: invalid([{ code: 'invalid_input', pointer: '', expected: 'Last-Event-ID or after of the form seq or seq.k' }]) }
}
