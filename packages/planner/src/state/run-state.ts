import type { AgentInput, ClientInfo, JsonObject, JsonValue, Source, ThreadEntry } from '@pf/core'
import type { KeptReasoning, ModelMessage, ReasoningEffort, StartedResponse } from '../model/model.ts'
import type { Background, OpenTaskGroup } from './background.ts'
import type { PlannedRun } from './planned-run.ts'
import type { InFlightCall, Resolution, Waiting } from './waiting.ts'

/** Everything that the successor of a paused run needs. It is stored before the successor starts, so that any process can start it. */
export interface Handover {
  /** Id of the run that continues. */
  to: string
  /** Undefined if nobody has answered; the run then asks again. */
  resolution?: Resolution
  /** Warnings about the answers in the request. */
  warnings: { code: string; text: string }[]
  /** New messages of the user, in the form the model reads. */
  messages: ModelMessage[]
  /** Ids of these messages. */
  known_message_ids: string[]
  context: AgentInput['context']
  client: Pick<ClientInfo, 'protocol_version' | 'pf'>
  client_tools: AgentInput['client_tools']
  /** Ids of the calls that the messages of the request already answer. */
  answered: string[]
  /** The newest user message, for the thread. */
  line?: Pick<ThreadEntry, 'id' | 'text' | 'files'>
  /** The shared state with which a new turn begins, if its request has one. */
  shared_state?: JsonValue
  /** True if the user sent a new message instead of an answer, which begins a new turn. */
  new_turn: boolean
}

/** A turn: the id of its message, and the ids of its runs in order. */
export interface Turn {
  message_id: string
  runs: string[]
}

/** The model, by name, and the effort that a router chose for the run. */
export interface SavedRoute {
  model: string
  effort?: ReasoningEffort
}

/** A summary of earlier turns of the thread. */
export interface MemorySummary {
  text: string
  /** Id of the last turn that is part of the summary. */
  until: string
}

/** The call before the current one. It is used to detect repetitions of the model. */
export interface LastCall {
  key: string
  step: number
  times: number
}

/** The location of a secret that the user has entered. The text itself is only in the interaction store. */
export interface SecretRef {
  field: string
  interaction_id: string
}

/**
 * The persisted state of a run: one plain JSON value that is committed at the end of every step. Together with the event log and the
 * stores, it is sufficient for another process to continue the run after the last commit. It contains no functions, no open resources and
 * no secrets.
 */
export interface RunState {
  /** Version of this type. Increase it with every change, and add a migration in `read-run-state.ts`. */
  version: 10
  /** `moved`: the run continues under the id in `handover`, and never again under its own. */
  status: 'running' | 'paused' | 'moved'
  turn: Turn
  client: Pick<ClientInfo, 'protocol_version' | 'pf'>
  client_tools: AgentInput['client_tools']
  context: AgentInput['context']
  /** Ids of the user messages that are part of the conversation. */
  known_message_ids: string[]
  /** Number of the current step. Ids of calls and texts contain the step and the attempt, so an attempt number is used once. */
  step: number
  attempt: number
  /** Number of model calls so far, which is the `action_seq` of the texts that they stream. */
  model_calls: number
  /** Number of input and output tokens of all model calls so far. */
  tokens: number
  /** The run to which spending is charged, and the budgets (`scope:unit`) about which the model was warned. Present only with budgets. */
  budget?: { run_id: string; thread_id: string; warned: string[] }
  /** Mean length of a token in characters, according to the counts of the endpoint. */
  chars_per_token: number
  /** Number of consecutive steps without progress: unknown tools, invalid arguments, refused calls. */
  consecutive_failures: number
  /** Number of times another process has continued the run after a crash. */
  takeovers: number
  /** True after the route and the memory were determined. */
  prepared: boolean
  /** Present only if a router decides. */
  route?: SavedRoute
  /** Summary of the turns before this one. The next run of the thread reads it here. */
  memory?: MemorySummary
  /** The conversation before this run, without the system prompt, which belongs to the agent and may change. */
  history: ModelMessage[]
  /** Actions and observations of this run. */
  transcript: ModelMessage[]
  /** User messages that arrived while the run waited. They follow the observation of the waiting step. */
  deferred_messages: ModelMessage[]
  /** Reasoning items of the action of the current step, until that action is in the transcript. */
  kept_reasoning?: KeptReasoning
  /** The model response that is being received, and that another process can request again. */
  started_response?: StartedResponse
  last_call?: LastCall
  /** The last successful observation, redacted. It is shown if the run ends without an answer of the model. */
  last_observation?: JsonValue
  sources: Source[]
  warnings: string[]
  /** Snapshot of the artifact collector; null before the first step. */
  artifacts: JsonValue
  /**
   * Number of bytes used of the component budget. `written`: the props of shown components as the model wrote them, to trace their figures
   * in later segments; without those that the model may not see, and absent without any.
   */
  components: { spent: number; inlined: number; written?: { id: string; props: JsonObject }[] }
  secret_refs: SecretRef[]
  /** Calls that must not run twice, from before they begin until their step is committed. */
  in_flight: InFlightCall[]
  /** The step that waits for an answer, or whose answer is being processed. */
  waiting?: Waiting
  /** The outcome of `waiting`, until its step ends. */
  resolution?: Resolution
  /** Plan and progress of the plan-execute strategy. */
  planned?: PlannedRun
  /** The continuation of the run under another id. Present only with the status `moved`. */
  handover?: Handover
  /** The origin of the run, if it was not requested by a user. */
  background?: Background
  /** Groups of the turn that tasks can still join. They are sealed when the turn ends. */
  task_groups?: OpenTaskGroup[]
  /** The position of the last message to the run that was read, and whether a message pauses the run. */
  messages?: { position: number; paused?: true }
  /** True once the run has read content from outside. Present only with `guardrails.untrustedContent`. */
  untrusted?: true
  /** The shared state of the application. Absent if neither a request nor a tool has set one. */
  shared_state?: JsonValue
  /** The span, as a W3C traceparent, below which the spans of all segments of the turn are. Absent if no tracing was registered. */
  trace?: string
}

/** Adds a call that must not run twice, or replaces its entry. */
export function recordInFlight({ in_flight }: Pick<RunState, 'in_flight'>, call: InFlightCall): void {
  const index = in_flight.findIndex(({ tool_call_id }) => tool_call_id === call.tool_call_id)
  if (index < 0) in_flight.push(call)
  else in_flight[index] = call
}
