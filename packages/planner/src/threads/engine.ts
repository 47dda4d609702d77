import type { Scope } from '@pf/core'
import type { CompiledAgent } from '../run/compiled-agent.ts'
import type { ActiveRuns } from './active-runs.ts'
import type { QuestionTimers } from './question-timers.ts'

/** An agent and what it has going on in this process. */
export interface Engine {
  readonly agent: CompiledAgent
  readonly runs: ActiveRuns
  readonly timers: QuestionTimers
  /** Lets everything of a thread go on that can; the run that still waits, if one does. */
  recover(scope: Scope, thread_id: string): Promise<string | undefined>
}
