import type { AgentInput, JsonValue, ThreadEntry } from '@pf/core'
import type { GuardedAnswer } from '../hooks/guarded-answer.ts'
import type { RunWriter } from '../log/run-writer.ts'
import type { ModelMessage, ModelTool, ResponseFormat } from '../model/model.ts'
import type { Route } from '../options/routing.ts'
import type { InFlight } from '../state/in-flight.ts'
import type { KeptSummary } from '../state/kept-summary.ts'
import type { LastCall } from '../state/last-call.ts'
import type { PlannedRun } from '../state/planned-run.ts'
import type { SavedRun, Turn } from '../state/saved-run.ts'
import type { SecretPlace } from '../state/secret-place.ts'
import type { Settled, Waiting } from '../state/waiting.ts'
import type { AgentTool } from '../tools/agent-tool.ts'
import type { PauseSlot } from '../tools/pause-slot.ts'
import type { ToolRun } from '../tools/tool-run.ts'
import type { AgentCore } from './agent-core.ts'

/** Everything one run knows; lives from the start of a segment to its finish. */
export interface Run extends ToolRun {
  readonly agent: AgentCore
  readonly turn: Turn
  readonly client: SavedRun['client']
  readonly client_tools: AgentInput['client_tools']
  readonly known: string[]
  readonly context: AgentInput['context']
  /** The agent's tools and those of the front end. */
  readonly tools: ReadonlyMap<string, AgentTool>
  readonly toolNames: readonly string[]
  responseFormat: ResponseFormat
  readonly writer: RunWriter
  readonly answer: GuardedAnswer
  /** The conversation up to this run, as the model reads it; system prompt first. */
  history: ModelMessage[]
  /** Actions and observations of this run. */
  transcript: ModelMessage[]
  /** Lines of the user that go behind the answer it waits for. */
  later: ModelMessage[]
  /** The pause of the current step. */
  pause: PauseSlot
  /** The step that waits, or waited until now. */
  waiting?: Waiting
  /** What became of it. */
  settled?: Settled
  readonly secretPlaces: SecretPlace[]
  /** What the user typed into password fields, by field. */
  readonly secretFields: Map<string, string>
  readonly takeovers: number
  /** Steps in a row that led nowhere: unknown tools, arguments that do not fit, calls that were refused. */
  fruitless: number
  /** Model, effort and memory are settled. */
  prepared: boolean
  route: Route
  memory?: KeptSummary
  lastCall?: LastCall
  /** Redacted, for a finish without an answer of the model. */
  lastObservation?: JsonValue
  /** The plan of a run that plans, executes and responds, once it is made. */
  planned?: PlannedRun
  /** The end of a draft's generation has been told. */
  draftTold?: true
  /** The one function that the next model call offers, instead of a response format. */
  offer?: ModelTool
  /** Calls that must not run twice, by id, until their step is written. */
  readonly inFlight: Map<string, InFlight>
  /** Thread entries since the last step commit. */
  readonly entries: ThreadEntry[]
}
