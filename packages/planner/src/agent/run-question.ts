import type { AgentPort, FinalPayload, Owner, PlannerEvent } from '@pf/core'
import { PfError } from '@pf/core'

/** Options of `Agent.run`. */
export interface RunOptions {
  /** The owner of the run. Default: the user `local`. */
  owner?: Owner
  /** The conversation to continue. Default: a new one. */
  thread_id?: string
  /** Cancels the run. */
  signal?: AbortSignal
}

/** A run that was started with a question: its events, and the payload of its finish. */
export interface QuestionRun extends AsyncIterable<PlannerEvent> {
  readonly run_id: string
  readonly thread_id: string
  /** Resolves to the payload of the finish, even if nobody reads the events. Rejects if the run could not start or its log ends early. */
  readonly payload: Promise<FinalPayload>
}

/** Starts a run with a question, for scripts and tests. The ids are generated here. */
export function runQuestion(
  agent: Pick<AgentPort, 'start' | 'attach' | 'cancel'>,
  question: string,
  { newId, ...options }: RunOptions & { newId: () => string },
): QuestionRun {
  const { owner = { id: 'local' }, thread_id = newId(), signal } = options
  const scope = { owner }
  const run_id = newId()
  const messages = [{ id: newId(), role: 'user' as const, content: question }]
  const cancel = () => void agent.cancel(run_id, scope).catch(() => undefined)
  const started = (async () => {
    signal?.throwIfAborted()
    const result = await agent.start({ thread_id, run_id, messages, client_tools: [], context: [], client: {} }, scope)
    if (result.status !== 'started') throw new PfError('busy', 'A run is active on this thread. Wait for it, or use another thread_id.')
    if (signal?.aborted) cancel()
    signal?.addEventListener('abort', cancel, { once: true })
  })()
  async function* read(): AsyncGenerator<PlannerEvent> {
    await started
    for await (const event of (await agent.attach(run_id, 0, { scope })) ?? []) {
      yield event
      if (event.type === 'finish') return
    }
  }
  const payload = (async () => {
    for await (const event of read()) if (event.type === 'finish') return event.payload
    throw new PfError('internal', 'The log of the run ended without a finish event.')
  })().finally(() => signal?.removeEventListener('abort', cancel))
  // A caller that only reads the events receives the error there.
  payload.catch(() => undefined)
  return { run_id, thread_id, payload, [Symbol.asyncIterator]: read }
}
