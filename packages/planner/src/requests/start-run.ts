import type { AgentInput, Scope, StartResult } from '@pf/core'
import { PfError } from '@pf/core'
import { leaseRun } from '../log/lease-run.ts'
import { beginRun } from '../segments/begin-run.ts'
import { handoverWith } from '../segments/make-handover.ts'
import { claimPlace, type Place } from '../threads/claim-place.ts'
import type { Engine } from '../threads/engine.ts'
import { goOn } from '../threads/go-on.ts'
import { holdThread } from '../threads/hold-thread.ts'
import { launch } from '../threads/launch.ts'
import { takeOver } from '../threads/take-over.ts'
import { type PausedRun, type ThreadNow, threadNow } from '../threads/thread-now.ts'
import { beginHanded } from '../threads/touch-thread.ts'
import { isPfError } from '../util/is-pf-error.ts'
import { checkInput } from './check-input.ts'
import { applyAnswers } from './input-answers.ts'

interface Request {
  input: AgentInput
  scope: Scope
}

/** Looks at a thread again after something of it was brought in order. */
const mostLooks = 5

/**
 * Starts a run and returns once its first commit is written; the run itself goes on. On a thread that waits for an answer the paused run
 * goes on under the request's id. `exists` wins over `busy`, so that a retried request attaches. Rejects with PfError `invalid_input`, or
 * `store_failed`, and then nothing was started.
 */
export async function startRun(engine: Engine, request: Request): Promise<StartResult> {
  checkInput(request.input)
  try {
    for (let look = 0; look < mostLooks; look++) {
      const result = await tryStart(engine, request)
      if (result) return result
    }
    throw new PfError('store_failed', 'The thread did not come to rest; try again.')
  } catch (error) {
    throw isPfError(error) ? error : new PfError('store_failed', 'The run could not be written to its store.', { cause: error })
  }
}

/** Undefined when the thread has to be looked at again. */
async function tryStart(engine: Engine, { input, scope }: Request): Promise<StartResult | undefined> {
  const { run_id, thread_id } = input
  const place = await claimPlace(engine, { scope, run_id, thread_id })
  if ('status' in place) return place
  try {
    const now = await threadNow(engine.agent, scope, thread_id)
    const own = await engine.agent.ports.storage.load(scope, run_id)
    // A record without events is a start that died before its first commit: it is begun again.
    const known = own !== undefined && own.last_seq > 0 && !(now.kind === 'paused' && now.record.run_id === run_id && answers(now, input))
    if (known) return place.leave({ status: 'exists', run_id })
    if (now.kind === 'free') return await startFresh(engine, { input, scope }, place)
    if (now.kind === 'paused') return await startPaused(engine, { input, scope }, { now, place })
    place.leave(undefined)
    return await bringInOrder(engine, scope, now)
  } catch (error) {
    place.leave(undefined)
    throw error
  }
}

/** Held up to the first commit, behind which every node sees that the thread works. Undefined when another node was first. */
async function startFresh(engine: Engine, request: Request, place: Place): Promise<StartResult | undefined> {
  const { agent } = engine
  const { scope, input } = request
  const held = await holdThread(agent, scope, input.thread_id)
  if (!held) return place.leave(undefined)
  try {
    const still = (await threadNow(agent, scope, input.thread_id)).kind === 'free'
    return still ? await beginFresh(engine, request, place) : place.leave(undefined)
  } finally {
    // The run has begun or not; a hold that is not given back ends by itself.
    await Promise.resolve()
      .then(() => agent.ports.storage.release(scope, held))
      .catch(() => undefined)
  }
}

async function beginFresh(engine: Engine, { input, scope }: Request, place: Place): Promise<StartResult> {
  const { agent } = engine
  const { run_id, thread_id, parent_run_id } = input
  const { told } = await applyAnswers(agent, scope, { input, saved: undefined })
  const lease = await leaseRun(agent.ports.storage, scope, { run_id, thread_id })
  if (!lease) return place.leave({ status: 'exists', run_id })
  const run = { run_id, thread_id, ...(parent_run_id === undefined ? {} : { parent_run_id }) }
  await launch(engine, { scope, run, lease, place, begin: (segment) => beginRun(agent, { input, place: segment, told }) })
  return { status: 'started', run_id }
}

async function startPaused(engine: Engine, { input, scope }: Request, { now, place }: { now: PausedRun; place: Place }): Promise<StartResult | undefined> {
  const went = await goOn(engine, {
    scope,
    paused: now.record,
    to: input.run_id,
    place,
    decide: async (saved) => handoverWith(engine.agent, saved, { input, ...(await applyAnswers(engine.agent, scope, { input, saved })) }),
  })
  if (went.status === 'started') return { status: 'started', run_id: input.run_id, ...(went.after > 0 ? { after: went.after } : {}) }
  return place.leave(went.status === 'taken' ? { status: 'exists', run_id: input.run_id } : undefined)
}

/** Some clients go on under the id of the run that paused; without anything for its question it is the same request again. */
function answers({ saved }: PausedRun, { answers: given = [], messages }: AgentInput): boolean {
  const { waiting } = saved
  if (!waiting?.asked) return messages.some((message) => message.role === 'tool' && message.tool_call_id === waiting?.call.tool_call_id)
  const { id, tool_call_id } = waiting.asked
  return given.some(({ ref }) => ('interaction_id' in ref ? ref.interaction_id === id : ref.tool_call_id === tool_call_id))
}

/** A run that works, or worked until its process died, or is just being begun: it goes on, and this one has to wait. */
async function bringInOrder(engine: Engine, scope: Scope, now: Exclude<ThreadNow, { kind: 'free' } | PausedRun>): Promise<StartResult | undefined> {
  if (now.kind === 'working') {
    await takeOver(engine, scope, now.record)
    const record = await engine.agent.ports.storage.load(scope, now.record.run_id)
    return record?.finished ? undefined : { status: 'busy', run_id: now.record.run_id }
  }
  await beginHanded(engine, scope, now)
  return now.saved.handover ? { status: 'busy', run_id: now.saved.handover.to } : undefined
}
