import type { AgentPort, Scope } from '@pf/core'
import { PfError } from '@pf/core'
import { catalogView } from '@pf/registry'
import { createActiveRuns } from './active-runs.ts'
import type { AgentOptions } from './agent-options.ts'
import { cancelRun } from './cancel-run.ts'
import { compileAgent } from './compile-agent.ts'
import { ownScope } from './own-scope.ts'
import { startRun } from './start-run.ts'
import { threadView } from './thread-view.ts'

/** An agent that can be shut down. */
export interface Agent extends AgentPort {
  /** Cancels the runs of this process and waits until each has written its finish; no new ones are taken. */
  close(): Promise<void>
}

/** Creates an agent (AgentPort of @pf/core). Throws PfError `invalid_config` with every fault at once. */
export function createAgent(options: AgentOptions): Agent {
  const agent = compileAgent(options)
  const { events, storage } = agent.ports
  const runs = createActiveRuns()
  let closed = false
  return {
    start: async (input, scope) => {
      if (closed) throw new PfError('cancelled', 'The agent is shut down and takes no new runs.')
      return startRun(agent, runs, { input, scope: ownScope(scope) })
    },
    attach: async (run_id: string, after: number, { scope: given, signal }: { scope: Scope; signal?: AbortSignal }) => {
      const scope = ownScope(given)
      await runs.get(scope, run_id)?.started
      const record = await storage.load(scope, run_id)
      return record && record.last_seq > 0 ? events.read(scope, run_id, after, signal) : undefined
    },
    // Nothing this agent does can ask, so there is no question that an answer could belong to.
    answer: async () => ({ status: 'unknown' }),
    cancel: async (run_id, scope) => cancelRun(agent, runs, { run_id, scope: ownScope(scope) }),
    catalog: () => catalogView(agent.rich?.policy),
    thread: async (thread_id, scope) => threadView(agent.ports, ownScope(scope), thread_id),
    close: async () => {
      closed = true
      const open = runs.all()
      for (const run of open) run.abort(new PfError('cancelled', 'The server is shutting down.'))
      await Promise.all(open.map(({ done }) => done))
    },
  }
}
