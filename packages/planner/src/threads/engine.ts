import type { Scope } from '@pf/core'
import type { CompiledAgent } from '../run/compiled-agent.ts'
import type { ActiveRuns } from './active-runs.ts'
import type { QuestionTimers } from './question-timers.ts'

/** An agent with its active runs and timers in this process. */
export interface Engine {
  readonly agent: CompiledAgent
  readonly runs: ActiveRuns
  readonly timers: QuestionTimers
  /** Continues everything on a thread that can continue. Resolves to the id of the run that still waits, if there is one. */
  recover(scope: Scope, thread_id: string): Promise<string | undefined>
}
