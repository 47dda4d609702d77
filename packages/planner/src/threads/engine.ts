import type { Scope } from '@pf/core'
import type { AgentCore } from '../run/agent-core.ts'
import type { ActiveRuns } from './active-runs.ts'
import type { QuestionTimers } from './question-timers.ts'

/** An agent and what it has going on in this process. */
export interface Engine {
  readonly agent: AgentCore
  readonly runs: ActiveRuns
  readonly timers: QuestionTimers
  /** Lets everything of a thread go on that can; the run that still waits, if one does. */
  touch(scope: Scope, thread_id: string): Promise<string | undefined>
}
