import type { AgentPort, FinalPayload, Owner, PlannerEvent } from '@pf/core'
import { PfError } from '@pf/core'

/** Options of `Agent.run`. */
export interface RunOptions {
  /** The owner of the run. Default: the user `local`. */
  owner?: Owner
  /** The conversation to continue. Default: a new one. */
  threadId?: string
  /** Cancels the run. */
  signal?: AbortSignal
}

/** A run that was started with a question: its events, and the payload of its finish. */
export interface QuestionRun extends AsyncIterable<PlannerEvent> {
  readonly runId: string
  readonly threadId: string
  /** Resolves to the payload of the finish, even if nobody reads the events. Rejects if the run could not start or its log ends early. */
  readonly payload: Promise<FinalPayload>
}

/** Starts a run with a question, for scripts and tests. The ids are generated here. */
export function runQuestion(
  agent: Pick<AgentPort, 'start' | 'attach' | 'cancel'>,
  question: string,
  { newId, ...options }: RunOptions & { newId: () => string },
): QuestionRun {
  const { owner = { id: 'local' }, threadId = newId(), signal } = options
  const scope = { owner }
  const runId = newId()
  const messages = [{ id: newId(), role: 'user' as const, content: question }]
  const cancel = () => void agent.cancel(runId, scope).catch(() => undefined)
  const started = (async () => {
    signal?.throwIfAborted()
    const result = await agent.start({ thread_id: threadId, run_id: runId, messages, client_tools: [], context: [], client: {} }, scope)
    if (result.status !== 'started') throw new PfError('busy', 'A run is active on this thread. Wait for it, or use another thread_id.')
    if (signal?.aborted) cancel()
    signal?.addEventListener('abort', cancel, { once: true })
  })()
  async function* read(): AsyncGenerator<PlannerEvent> {
    await started
    for await (const event of (await agent.attach(runId, 0, { scope })) ?? []) {
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
  return { runId, threadId, payload, [Symbol.asyncIterator]: read }
}
