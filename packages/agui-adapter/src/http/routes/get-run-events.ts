import type { RouteHandler } from '../context.ts'
import { lastSeen } from '../last-seen.ts'
import { nothingLeft } from '../nothing-left.ts'
import { openRun } from '../open-run.ts'
import { runGone } from '../respond.ts'

/** GET /agui/runs/{run_id}/events: attaches to a run after Last-Event-ID or ?after=, from its start without; 204 when nothing is left. */
export const getRunEvents: RouteHandler = async (context, call) => {
  const seen = lastSeen(call)
  if ('response' in seen) return seen.response
  const { request, scope, params } = call
  const reading = { request, scope, run_id: params.get('run_id') ?? '', after: seen.after, inspect: nothingLeft, failEarly: true }
  return (await openRun(context, reading)) ?? runGone()
}
