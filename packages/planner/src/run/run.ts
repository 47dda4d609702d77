import type { AgentInput, JsonValue, ThreadEntry } from '@pf/core'
import type { AgentCore } from '../agent/agent-core.ts'
import type { ModelMessage } from '../model/model.ts'
import type { ToolRun } from '../tools/tool-run.ts'
import type { AnswerView } from './answer-view.ts'
import type { Place } from './place.ts'
import type { RunWriter } from './run-writer.ts'

/** The call before the current one, to notice a model that goes in circles. */
export interface LastCall {
  key: string
  step: number
  times: number
}

/** Everything one run knows; lives from `start` to its finish. */
export interface Run extends ToolRun {
  readonly agent: AgentCore
  readonly input: AgentInput
  readonly writer: RunWriter
  readonly place: Place
  readonly answer: AnswerView
  /** The conversation up to this run, as the model reads it; system prompt first. */
  history: ModelMessage[]
  /** Actions and observations of this run. */
  transcript: ModelMessage[]
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
