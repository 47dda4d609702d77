import type { Scope } from '@pf/core'
import type { PfContext, RouteHandler } from '../context.ts'
import { lastSeen } from '../last-seen.ts'
import { nothingLeft } from '../nothing-left.ts'
import { openRun } from '../open-run.ts'
import { runGone } from '../respond.ts'

/**
 * GET /agui/runs/{run_id}/events: attaches to a run after Last-Event-ID or ?after=, from its start without; 204 when nothing is left. `?fold` sends what is
 * stored as one short batch that leaves a reader where the whole history would.
 */
export const getRunEvents: RouteHandler = async (context, call) => {
  const seen = lastSeen(call)
  if ('response' in seen) return seen.response
  const { request, scope, params } = call
  const run_id = params.get('run_id') ?? ''
  const folds = call.url.searchParams.has('fold') && seen.after.seq === 0
  const fold = folds ? await storedUntil(context, scope, run_id) : undefined
  const reading = { request, scope, run_id, after: seen.after, inspect: nothingLeft, failEarly: true, ...(fold === undefined ? {} : { fold }) }
  return (await openRun(context, reading)) ?? runGone()
}

/** The last seq that is stored now; Infinity for a run that is not its thread's last, as that one is over. */
async function storedUntil({ agent }: PfContext, scope: Scope, run_id: string): Promise<number | undefined> {
  const stop = new AbortController()
  try {
    for await (const { thread_id } of (await agent.attach(run_id, 0, { scope, signal: stop.signal })) ?? []) {
      const view = await agent.thread(thread_id, scope)
      return view?.last_run_id === run_id ? view.last_seq : Number.POSITIVE_INFINITY
    }
    return undefined
  } finally {
    stop.abort()
  }
}
