import { type AgentInput, type Lease, PfError, type Scope, type StartResult } from '@pf/core'
import { leaseTtlMs, leaseWaitMs } from '../log/lease-keeper.ts'
import type { CompiledAgent } from '../run/compiled-agent.ts'
import { beginRun, type RunOrigin } from '../segments/begin-run.ts'
import { handoverForRequest } from '../segments/make-handover.ts'
import { checkInputState } from '../shared-state/shared-state.ts'
import type { Engine } from '../threads/engine.ts'
import { launch } from '../threads/launch.ts'
import { leaseNewRun } from '../threads/lease-run.ts'
import { startSuccessor } from '../threads/recover-thread.ts'
import { resumeRun } from '../threads/resume-run.ts'
import { type RunSlot, withRunSlot } from '../threads/run-slot.ts'
import { takeOver } from '../threads/take-over.ts'
import { loadThreadStatus, type PausedRun, type ThreadStatus } from '../threads/thread-status.ts'
import { isPfError } from '../util/thrown-message.ts'
import { checkInput } from './check-input.ts'
import { applyAnswers } from './input-answers.ts'

interface Request {
  input: AgentInput
  scope: Scope
  /** Present for a run that was not requested by a user. It begins on a free thread only and answers no question. */
  origin?: RunOrigin
}

/**
 * Starts a run and resolves once its first commit is written; the run itself continues in the background. On a thread that waits for an
 * answer, the paused run continues under the id of the request. `exists` takes precedence over `busy`, so that a retried request attaches.
 * Rejects with PfError `invalid_input` or `store_failed`, in which case nothing was started.
 */
export async function startRun(engine: Engine, request: Request): Promise<StartResult> {
  checkInput(request.input)
  checkInputState(engine.agent, request.input.state)
  try {
    return await startWhenPossible(engine, request)
  } catch (error) {
    throw isPfError(error) ? error : new PfError('store_failed', 'The run could not be written to its store.', { cause: error })
  }
}

/** The result of one attempt to start. After `unfinished` and `changed`, the start is attempted again once the thread has changed. */
type StartAttempt = StartResult | { status: 'unfinished'; thread: Exclude<ThreadStatus, { kind: 'free' } | PausedRun> } | { status: 'changed' }

/** Repeats the attempt only after another request or process has changed the thread, so no attempt is repeated with the same state. */
async function startWhenPossible(engine: Engine, request: Request): Promise<StartResult> {
  const { scope, input } = request
  const { run_id, thread_id } = input
  while (true) {
    const attempt = await withRunSlot(engine, { scope, run_id, thread_id }, (slot) => startOnThread(engine, request, slot))
    if (attempt.status === 'unfinished') {
      const result = await recoverUnfinished(engine, scope, attempt.thread)
      if (result) return result
    } else if (attempt.status !== 'changed') return attempt
  }
}

async function startOnThread(engine: Engine, request: Request, slot: RunSlot): Promise<StartAttempt> {
  const { input, scope } = request
  const { run_id, thread_id } = input
  const now = await loadThreadStatus(engine.agent, scope, thread_id)
  const own = await engine.agent.ports.storage.load(scope, run_id)
  // A record without events belongs to a start that failed before its first commit. It is started again.
  const known = own !== undefined && own.last_seq > 0 && !(now.kind === 'paused' && now.record.run_id === run_id && answersQuestion(now, input))
  if (known) return { status: 'exists', run_id }
  if (request.origin && now.kind !== 'free') return { status: 'busy', run_id: now.record.run_id }
  if (now.kind === 'free') return startNewRun(engine, request, slot)
  if (now.kind === 'paused') return resumePausedRun(engine, request, { now, slot })
  return { status: 'unfinished', thread: now }
}

/** Holds the lease of the thread until the first commit, after which every node sees the run. `changed` means that another node was faster. */
async function startNewRun(engine: Engine, request: Request, slot: RunSlot): Promise<StartAttempt> {
  const { scope, input } = request
  return withThreadLease(engine.agent, scope, input.thread_id, async (threadLease) => {
    const still = (await loadThreadStatus(engine.agent, scope, input.thread_id)).kind === 'free'
    return still ? launchNewRun(engine, request, { slot, threadLease }) : { status: 'changed' }
  })
}

async function launchNewRun(
  engine: Engine,
  { input, scope, origin }: Request,
  { slot, threadLease }: { slot: RunSlot; threadLease: Lease },
): Promise<StartResult> {
  const { agent } = engine
  const { run_id, thread_id, parent_run_id } = input
  const { warnings } = await applyAnswers(agent, scope, { input, saved: undefined })
  const lease = await leaseNewRun(agent.ports, scope, { run_id, thread_id })
  if (!lease) return { status: 'exists', run_id }
  const run = { run_id, thread_id, ...(parent_run_id === undefined ? {} : { parent_run_id }) }
  await launch(engine, {
    scope,
    run,
    lease,
    slot,
    begin: (segment) => beginRun(agent, { input, target: segment, warnings, fences: [threadLease], ...(origin ? { origin } : {}) }),
  })
  return { status: 'started', run_id }
}

async function resumePausedRun(engine: Engine, { input, scope }: Request, { now, slot }: { now: PausedRun; slot: RunSlot }): Promise<StartAttempt> {
  const result = await resumeRun(engine, {
    scope,
    paused: now.record,
    to: input.run_id,
    slot,
    decide: async (saved) => handoverForRequest(engine.agent, saved, { input, ...(await applyAnswers(engine.agent, scope, { input, saved })) }),
  })
  if (result.status === 'started') return { status: 'started', run_id: input.run_id, ...(result.after > 0 ? { after: result.after } : {}) }
  if (result.status === 'taken') return { status: 'exists', run_id: input.run_id }
  return result.status === 'busy' ? { status: 'busy', run_id: now.record.run_id } : result
}

/** True if the input answers the open question. A request with the id of the paused run that contains no answer is a repetition of the first request. */
function answersQuestion({ saved }: PausedRun, { answers: given = [], messages }: AgentInput): boolean {
  const { waiting } = saved
  if (!waiting?.asked) return messages.some((message) => message.role === 'tool' && message.tool_call_id === waiting?.call.tool_call_id)
  const { id, tool_call_id } = waiting.asked
  return given.some(({ ref }) => ('interaction_id' in ref ? ref.interaction_id === id : ref.tool_call_id === tool_call_id))
}

/** Continues the unfinished run of the thread if its process has ended. The new run has to wait. */
async function recoverUnfinished(engine: Engine, scope: Scope, now: Exclude<ThreadStatus, { kind: 'free' } | PausedRun>): Promise<StartResult | undefined> {
  if (now.kind === 'foreign') return { status: 'busy', run_id: now.record.run_id }
  if (now.kind === 'working') {
    await takeOver(engine, scope, now.record)
    const record = await engine.agent.ports.storage.load(scope, now.record.run_id)
    return record?.finished ? undefined : { status: 'busy', run_id: now.record.run_id }
  }
  await startSuccessor(engine, scope, now)
  return now.saved.handover ? { status: 'busy', run_id: now.saved.handover.to } : undefined
}

/**
 * Runs `work` while no other node starts a run on the thread. A thread without an unfinished run has no run lease that could decide between
 * two nodes, so the lease of the thread does. Throws PfError `store_failed` if another request holds the thread for longer than the lease
 * of a process that has died.
 */
async function withThreadLease<T>({ ports }: CompiledAgent, scope: Scope, thread_id: string, work: (lease: Lease) => Promise<T>): Promise<T> {
  const { storage } = ports
  const result = await storage.lease(scope, { kind: 'thread', thread_id }, { ttlMs: leaseTtlMs, waitMs: leaseWaitMs })
  if (result.status !== 'granted') throw new PfError('store_failed', 'Another request holds the thread; try again.')
  try {
    return await work(result.lease)
  } finally {
    // The work has ended at this point, and a lease that cannot be released expires. The callback also catches a store that throws synchronously.
    await Promise.resolve()
      .then(() => storage.release(scope, result.lease))
      .catch(() => undefined)
  }
}
