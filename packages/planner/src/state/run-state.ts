import type { AgentInput, ClientInfo, JsonValue, Source, ThreadEntry } from '@pf/core'
import type { KeptReasoning, ModelMessage, ReasoningEffort, StartedResponse } from '../model/model.ts'
import type { Background, OpenTaskGroup } from './background.ts'
import type { PlannedRun } from './planned-run.ts'
import type { InFlightCall, Resolution, Waiting } from './waiting.ts'

/** Everything that the successor of a paused run needs. It is stored before the successor starts, so that any process can start it. */
export interface Handover {
  /** Id of the run that continues. */
  to: string
  /** Undefined when nobody has answered; the run then asks again. */
  resolution?: Resolution
  /** Warnings about the answers in the request. */
  warnings: { code: string; text: string }[]
  /** New messages of the user, in the form the model reads. */
  messages: ModelMessage[]
  /** Ids of those messages. */
  known_message_ids: string[]
  context: AgentInput['context']
  client: Pick<ClientInfo, 'protocol_version' | 'pf'>
  client_tools: AgentInput['client_tools']
  /** Ids of the calls that the messages of the request already answer. */
  answered: string[]
  /** The newest message of the user, for the thread. */
  line?: Pick<ThreadEntry, 'id' | 'text'>
  /** True when the user sent a new message instead of an answer; a new turn then begins. */
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

/** The call before the current one; it shows whether the model repeats itself. */
export interface LastCall {
  key: string
  step: number
  times: number
}

/** Where a secret that the user has typed is stored. The text itself is only in the interaction store. */
export interface SecretRef {
  field: string
  interaction_id: string
}

/**
 * The persisted state of a run: one plain JSON value that is committed at the end of every step, and all that another process needs, beside the
 * event log and the stores, to continue the run after the last commit. It holds no functions, no open resources and no secrets.
 */
export interface RunState {
  /** Version of this shape. Increase it with every change, and add a migration in `read-run-state.ts`. */
  version: 4
  /** `moved`: the run continues under the id in `handover`, and never again under its own. */
  status: 'running' | 'paused' | 'moved'
  turn: Turn
  client: Pick<ClientInfo, 'protocol_version' | 'pf'>
  client_tools: AgentInput['client_tools']
  context: AgentInput['context']
  /** Ids of the user's messages that are part of the conversation. */
  known_message_ids: string[]
  /** Number of the current step. Ids of calls and texts are made of step and attempt, so an attempt number is used once. */
  step: number
  attempt: number
  /** Model calls so far; `action_seq` of the texts they stream. */
  model_calls: number
  /** Tokens of all model calls so far, in and out. */
  tokens: number
  /** Whose budgets the run spends, and which of them (`scope:unit`) the model was told about. Present only with budgets. */
  budget?: { run_id: string; thread_id: string; warned: string[] }
  /** Mean length of a token, as the counts of the endpoint show. */
  chars_per_token: number
  /** Steps in a row without progress: unknown tools, invalid arguments, refused calls. */
  consecutive_failures: number
  /** How often another process has continued the run after a crash. */
  takeovers: number
  /** True once the route and the memory are known. */
  prepared: boolean
  /** Present only when a router decides. */
  route?: SavedRoute
  /** Summary of the turns before this one; the next run of the thread reads it here. */
  memory?: MemorySummary
  /** The conversation before this run, without the system prompt, which belongs to the agent and may change. */
  history: ModelMessage[]
  /** Actions and observations of this run. */
  transcript: ModelMessage[]
  /** Messages of the user that arrived while the run waited; they follow the observation of the waiting step. */
  deferred_messages: ModelMessage[]
  /** What the provider wants back with the action of the current step, until that action is in the transcript. */
  kept_reasoning?: KeptReasoning
  /** The response of the model that is being received and that another process can ask for again. */
  started_response?: StartedResponse
  last_call?: LastCall
  /** The last successful observation, redacted; shown when the run ends without an answer of the model. */
  last_observation?: JsonValue
  sources: Source[]
  warnings: string[]
  /** Snapshot of the artifact collector; null before the first step. */
  artifacts: JsonValue
  /** Bytes of the component budget that are used. */
  components: { spent: number; inlined: number }
  secret_refs: SecretRef[]
  /** Calls that must not run twice, from before they begin until their step is committed. */
  in_flight: InFlightCall[]
  /** The step that waits for an answer, or whose answer is being processed. */
  waiting?: Waiting
  /** The outcome of `waiting`, until its step ends. */
  resolution?: Resolution
  /** Plan and progress of the plan-execute strategy. */
  planned?: PlannedRun
  /** How the run continues under another id; only with status `moved`. */
  handover?: Handover
  /** Why the run exists, when no user asked for it. */
  background?: Background
  /** Groups of the turn that tasks can still join. They are sealed when the turn ends. */
  task_groups?: OpenTaskGroup[]
}

/** Adds a call that must not run twice, or replaces its entry. */
export function recordInFlight({ in_flight }: Pick<RunState, 'in_flight'>, call: InFlightCall): void {
  const index = in_flight.findIndex(({ tool_call_id }) => tool_call_id === call.tool_call_id)
  if (index < 0) in_flight.push(call)
  else in_flight[index] = call
}
