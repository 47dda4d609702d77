import type { ArtifactCollector } from '@pf/artifacts'
import type { AgentInput, ArtifactMeta, JsonValue, Scope, Source, ThreadEntry } from '@pf/core'
import type { AgentCore } from '../agent/agent-core.ts'
import type { ModelMessage } from '../model/model.ts'
import type { ComponentBook } from '../rich-output/component-book.ts'
import type { RunSpan } from '../telemetry/run-span.ts'
import type { AnswerView } from './answer-view.ts'
import type { EventDraft } from './open-items.ts'
import type { RunWriter } from './run-writer.ts'
import type { StreamNames } from './stream-names.ts'

/** The call before the current one, to notice a model that goes in circles. */
export interface LastCall {
  key: string
  step: number
  times: number
}

/** Where a run stands. Ids are made of step and attempt, so an attempt number is used once. */
export interface Place {
  step: number
  attempt: number
  /** Model calls of the run so far, `action_seq` of what they stream. */
  modelCalls: number
}

/** Everything one run knows; lives from `start` to its finish. */
export interface Run {
  readonly agent: AgentCore
  readonly input: AgentInput
  readonly scope: Scope
  readonly run_id: string
  readonly thread_id: string
  /** Id of the turn message. */
  readonly message_id: string
  readonly request_id: string
  readonly trace_id: string
  readonly span: RunSpan
  readonly signal: AbortSignal
  readonly writer: RunWriter
  emit(event: EventDraft): void
  readonly collector: ArtifactCollector
  readonly components: ComponentBook
  readonly streamNames: StreamNames
  /** The conversation up to this run, as the model reads it; system prompt first. */
  history: ModelMessage[]
  /** Actions and observations of this run. */
  transcript: ModelMessage[]
  readonly sources: Source[]
  readonly warnings: string[]
  /** Stored since the last step commit. */
  readonly storedArtifacts: ArtifactMeta[]
  readonly place: Place
  readonly answer: AnswerView
  /** Steps in a row that led nowhere: unknown tools, arguments that do not fit, calls that were refused. */
  fruitless: number
  lastCall?: LastCall
  /** Redacted, for a finish without an answer of the model. */
  lastObservation?: JsonValue
  /** Calls that must not run twice, by id, while they run. */
  readonly inFlight: Map<string, string>
  /** Thread entries since the last step commit. */
  readonly entries: ThreadEntry[]
}
