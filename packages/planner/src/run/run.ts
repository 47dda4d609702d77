import type { Scope, ThreadEntry } from '@pf/core'
import type { SpendingLedger } from '../budgets/ledger.ts'
import type { GuardedAnswer } from '../hooks/guarded-answer.ts'
import type { EventDraft } from '../log/open-items.ts'
import type { RunWriter } from '../log/run-writer.ts'
import type { ResponseFormat } from '../model/model.ts'
import type { RunState } from '../state/run-state.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import type { ComponentFailures } from '../tools/component-failures.ts'
import type { ToolResources } from '../tools/tool-run.ts'
import type { CompiledAgent } from './compiled-agent.ts'

/** The services that a run uses. They are read-only and created for every segment. */
export interface RunServices {
  /** Ports, models, clock, ids, hooks, limits and options. */
  readonly agent: CompiledAgent
  readonly scope: Scope
  readonly runId: string
  readonly threadId: string
  /** Id of the turn's message. */
  readonly messageId: string
  readonly requestId: string
  readonly traceId: string
  /** The agent's tools that the owner may use, and those of the front end, by name. */
  readonly tools: ReadonlyMap<string, AgentTool>
  readonly toolNames: readonly string[]
  readonly systemPrompt: string
  readonly responseFormat: ResponseFormat
}

/**
 * The resources that are open while a segment runs: streams, calls and the writer of the log. None of them is needed to continue the run in
 * another process.
 */
export interface SegmentResources extends ToolResources {
  readonly writer: RunWriter
  /** The answer text as seen by clients. */
  readonly answer: GuardedAnswer
  /** The spending of the segment; undefined without budgets. */
  readonly ledger: SpendingLedger | undefined
  /** Values of password fields by field name. They are read from the interaction store when a run continues. */
  readonly secretFields: Map<string, string>
  /** Thread entries for the next commit. */
  readonly threadEntries: ThreadEntry[]
  /** Components that pages could not draw, until the next step of the run. */
  readonly failures: ComponentFailures
  /** True once `draft_done` has been sent. */
  draftDoneSent?: true
}

/** A run while one process works on it. */
export interface Run extends RunServices {
  /** The only part of the run that is persisted; see RunState. */
  readonly state: RunState
  readonly segment: SegmentResources
  /** Queues an event for the log. */
  emit(event: EventDraft): void
}
