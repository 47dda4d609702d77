import type { AgentInput, Lease, Scope, StartResult } from '@pf/core'
import { PfError } from '@pf/core'
import { Fenced } from '../run/fenced.ts'
import { isPfError } from '../run/is-pf-error.ts'
import { createLeaseKeeper, leaseTtlMs } from '../run/lease-keeper.ts'
import { createRunSignal, type RunSignal } from '../run/run-signal.ts'
import { runToEnd } from '../run/run-to-end.ts'
import type { ActiveRun, ActiveRuns } from './active-runs.ts'
import type { AgentCore } from './agent-core.ts'
import { beginRun } from './begin-run.ts'
import { checkInput } from './check-input.ts'
import { findUnfinished } from './find-unfinished.ts'

/**
 * Starts a run and returns once its first commit is written; the run itself goes on. `exists` wins over `busy`, so that a retried request
 * attaches. Rejects with PfError `invalid_input`, or `store_failed`, and then nothing was started.
 */
export async function startRun(agent: AgentCore, runs: ActiveRuns, request: { input: AgentInput; scope: Scope }): Promise<StartResult> {
  const { input, scope } = request
  checkInput(input)
  const { run_id, thread_id } = input
  const place = await claimPlace(agent, runs, request)
  if ('status' in place) return place
  try {
    const refused = await whyNot(agent, request)
    if (refused) return place.leave(refused)
    const lease = await agent.ports.storage.lease(scope, { run_id, thread_id }, leaseTtlMs)
    if (!lease) return place.leave({ status: 'exists', run_id })
    await launch(agent, request, { lease, place })
    return { status: 'started', run_id }
  } catch (error) {
    place.leave(undefined)
    throw isPfError(error) ? error : new PfError('store_failed', 'The run could not be written to its store.', { cause: error })
  }
}

/**
 * Takes the run's place, or says what stands in the way. Looking and taking are one step, so that of two requests at once only one finds
 * the thread free. A run whose finish is already in the log is only waited for: clients that saw it may start the next.
 */
async function claimPlace(agent: AgentCore, runs: ActiveRuns, request: { input: AgentInput; scope: Scope }): Promise<Place | StartResult> {
  const { run_id, thread_id } = request.input
  while (true) {
    const same = runs.get(request.scope, run_id)
    if (same) return same.started.then(() => ({ status: 'exists', run_id }))
    const other = runs.onThread(request.scope, thread_id)
    if (!other) return takePlace(agent, runs, request)
    const record = await agent.ports.storage.load(request.scope, other.run_id)
    if (!record?.finished) return { status: 'busy', run_id: other.run_id }
    await other.done
  }
}

interface Place {
  signal: RunSignal
  /** The run has begun; waiting requests for the same run may go on. */
  began(): void
  leave<T>(result: T): T
}

function takePlace(agent: AgentCore, runs: ActiveRuns, { input, scope }: { input: AgentInput; scope: Scope }): Place {
  const signal = createRunSignal(agent.limits.deadlineMs)
  const started = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  const active: ActiveRun = { run_id: input.run_id, thread_id: input.thread_id, started: started.promise, done: done.promise, abort: signal.abort }
  runs.add(scope, active)
  return {
    signal,
    began: started.resolve,
    leave: (result) => {
      signal.stop()
      runs.remove(scope, active)
      started.resolve()
      done.resolve()
      return result
    },
  }
}

async function whyNot(agent: AgentCore, { input, scope }: { input: AgentInput; scope: Scope }): Promise<StartResult | undefined> {
  const record = await agent.ports.storage.load(scope, input.run_id)
  // A record without events is a start that died before its first commit: it is begun again.
  if (record && record.last_seq > 0) return { status: 'exists', run_id: input.run_id }
  const unfinished = await findUnfinished(agent, scope, input.thread_id)
  return unfinished === undefined || unfinished === input.run_id ? undefined : { status: 'busy', run_id: unfinished }
}

async function launch(
  agent: AgentCore,
  { input, scope }: { input: AgentInput; scope: Scope },
  { lease, place }: { lease: Lease; place: Place },
): Promise<void> {
  const { signal } = place
  const { storage } = agent.ports
  const { run_id, thread_id } = input
  const keeper = createLeaseKeeper({
    storage,
    scope,
    run: { run_id, thread_id },
    lease,
    ttlMs: leaseTtlMs,
    now: agent.now,
    onLost: () => signal.abort(new Fenced()),
  })
  const release = async () => {
    keeper.stop()
    // Also a store that throws at once: the place must become free.
    await Promise.resolve()
      .then(() => storage.release(scope, keeper.lease()))
      .catch(() => undefined)
  }
  try {
    const run = await beginRun(agent, { input, scope, signal, lease: keeper.lease })
    place.began()
    // Nobody waits for a run, so nothing of it may reject.
    void runToEnd(run)
      .catch(() => undefined)
      .then(release)
      .then(() => place.leave(undefined))
  } catch (error) {
    await release()
    throw error
  }
}
