import type { RouteHandler } from '../context.ts'
import { lastSeen } from '../last-seen.ts'
import { nothingLeft } from '../nothing-left.ts'
import { openChat } from '../open-plain.ts'
import { runGone } from '../respond.ts'

/** GET /chat/streams/{run_id}: the named events of a run after Last-Event-ID; 204 when nothing is left, which stops an EventSource. */
export const getChatStream: RouteHandler = async (context, call) => {
  const seen = lastSeen(call)
  if ('response' in seen) return seen.response
  const { request, scope, params } = call
  return (await openChat(context, { request, scope, run_id: params.get('run_id') ?? '', after: seen.after, inspect: nothingLeft })) ?? runGone()
}
