import type { AgentPort, ErrorContext, Scope } from '@pf/core'
import { PfError } from '@pf/core'
import { requireNode } from '@pf/core/internal'
import { catalogView } from '@pf/registry'
import { type AgentTasks, createAgentTasks } from '../background/task-port.ts'
import { startWorker } from '../background/worker.ts'
import { HandedOver } from '../log/run-writer-options.ts'
import type { AgentOptions } from '../options/agent-options.ts'
import { type ConfigFileOptions, readConfig } from '../options/config-file.ts'
import { answerGroup } from '../requests/answer-group.ts'
import { answerQuestion } from '../requests/answer-question.ts'
import { attachRun } from '../requests/attach-run.ts'
import { cancelRun } from '../requests/cancel-run.ts'
import { createInbox } from '../requests/inbox.ts'
import { sendMessage } from '../requests/send-message.ts'
import { startRun } from '../requests/start-run.ts'
import { threadView } from '../requests/thread-view.ts'
import { createActiveRuns } from '../threads/active-runs.ts'
import { runCancelled } from '../threads/end-cancelled.ts'
import type { Engine } from '../threads/engine.ts'
import { createQuestionTimers } from '../threads/question-timers.ts'
import { recoverThread } from '../threads/recover-thread.ts'
import { startRecovery } from '../threads/recovery.ts'
import { compileAgent } from './compile-agent.ts'
import { freezeScope } from './freeze-scope.ts'
import { type QuestionRun, type RunOptions, runQuestion } from './run-question.ts'

/** An agent that can be shut down. */
export interface Agent extends AgentPort {
  /** Starts a run with a question, for scripts and tests. Returns an async iterable of its events with a promise of its `payload`. */
  run(question: string, options?: RunOptions): QuestionRun
  /**
   * Ends the work of this process and accepts no new runs. With a store that outlives its process, the runs stop at their current position,
   * and another process continues them immediately. With any other store they are cancelled and write their finish. Runs that wait for an
   * answer are not changed.
   */
  close(): Promise<void>
  sendMessage: NonNullable<AgentPort['sendMessage']>
  /** Present if the agent has background tasks. */
  readonly tasks?: AgentTasks
}

/** Interval in milliseconds at which abandoned runs are searched for. With a lease of 12 seconds, the first runs of a killed process continue within 15 seconds. */
const defaultRecoveryMs = 2_000

/**
 * Creates an agent (AgentPort of @pf/core). Throws PfError `invalid_config`, which lists every fault, and `unsupported_runtime` if the
 * version of Node is too old.
 */
export function createAgent(options: AgentOptions & ConfigFileOptions): Agent {
  requireNode()
  const given = readConfig(options)
  const listeners = new Set<(error: unknown, context?: ErrorContext) => void>()
  const agent = compileAgent(given, (error, context) => {
    for (const listener of listeners) listener(error, context)
  })
  const runs = createActiveRuns()
  const engine: Engine = { agent, runs, timers: createQuestionTimers(), recover: (scope, thread_id) => recoverThread(engine, scope, thread_id) }
  const unsubscribe = agent.ports.storage.onCancelRequest(({ owner, run_id }) => runs.get({ owner }, run_id)?.abort(runCancelled()))
  const recovery = given.recoveryMs === false ? undefined : startRecovery(engine, given.recoveryMs ?? defaultRecoveryMs)
  const inbox = createInbox(agent)
  const worker = startWorker(engine)
  let closed = false
  const port: Omit<Agent, 'run' | 'tasks'> = {
    usesState: agent.sharedState !== undefined,
    start: async (input, scope) => {
      if (closed) throw new PfError('cancelled', 'The agent is shut down and does not accept new runs.')
      return startRun(engine, { input, scope: freezeScope(scope) })
    },
    attach: async (run_id: string, after: number, { scope, signal }: { scope: Scope; signal?: AbortSignal }) =>
      attachRun(engine, run_id, { after, scope: freezeScope(scope), ...(signal ? { signal } : {}) }),
    answer: async (ref, envelope, scope) => {
      if (closed) throw new PfError('cancelled', 'The agent is shut down and does not accept answers.')
      const frozen = freezeScope(scope)
      const decided = 'interaction_id' in ref ? await answerGroup(agent, ref.interaction_id, { envelope, scope: frozen }) : undefined
      return decided ?? answerQuestion(engine, { ref, envelope, scope: frozen })
    },
    cancel: async (run_id, scope) => cancelRun(engine, { run_id, scope: freezeScope(scope) }),
    sendMessage: async (run_id, message, scope) => sendMessage(engine, { run_id, scope: freezeScope(scope) }, message),
    componentFailed: async (failure, scope) => engine.runs.get(freezeScope(scope), failure.run_id)?.failures.add(failure) ?? false,
    onError: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    catalog: () => catalogView(agent.rich?.policy),
    thread: async (thread_id, given) => {
      const scope = freezeScope(given)
      const view = await threadView(agent.ports, scope, thread_id)
      await inbox.noteSeen(scope, scope.owner, view?.pending ?? [])
      return view
    },
    inbox: async (scope) => inbox.read(freezeScope(scope)),
    close: async () => {
      closed = true
      recovery?.stop()
      unsubscribe()
      const stopped = worker.stop()
      engine.timers.close()
      const open = runs.all()
      const outlives = agent.ports.storage.abandoned !== undefined
      for (const run of open) run.abort(outlives ? new HandedOver() : new PfError('cancelled', 'The server is shutting down.'))
      await Promise.all([stopped, ...open.map(({ done }) => done)])
    },
  }
  const background = agent.tasks && agent.ports.tasks && createAgentTasks(engine, agent.ports.tasks, agent.tasks)
  const startTask: AgentTasks['start'] = async (input, scope) => {
    if (closed || !background) throw new PfError('cancelled', 'The agent is shut down and does not accept new tasks.')
    return background.start(input, freezeScope(scope))
  }
  const tasks = background ? { tasks: { ...background, start: startTask } } : {}
  return { ...port, ...tasks, run: (question, options) => runQuestion(port, question, { ...options, newId: agent.newId }) }
}
