import { logStart, parseEventId } from '../../sse/event-id.ts'
import type { Call, RouteHandler } from '../context.ts'
import { openRun } from '../open-run.ts'
import { invalid, notFound } from '../respond.ts'

/** GET /agui/runs/{run_id}/events: attaches to a run after Last-Event-ID or ?after=, from its start without; 204 when nothing is left. */
export const getRunEvents: RouteHandler = async (context, { request, scope, url, params }) => {
  const asked = lastSeen(request, url)
  const after = asked === undefined ? logStart : parseEventId(asked)
  if (!after) return invalid([{ code: 'invalid_input', pointer: '', expected: 'Last-Event-ID or after of the form seq or seq.k' }])
  const inspect = (first: unknown) => (first ? undefined : new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } }))
  return (await openRun(context, { request, scope, run_id: params.get('run_id') ?? '', after, inspect, failEarly: true })) ?? notFound()
}

/** The header is newer than the address, which an EventSource keeps when it reconnects. */
function lastSeen(request: Call['request'], url: Call['url']): string | undefined {
  return request.headers.get('last-event-id') || url.searchParams.get('after') || undefined
}
