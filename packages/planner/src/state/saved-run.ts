import type { AgentInput, ClientInfo, JsonValue, Source } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { ModelMessage } from '../model/model.ts'
import type { Handover } from './handover.ts'
import type { InFlight } from './in-flight.ts'
import type { KeptSummary } from './kept-summary.ts'
import type { LastCall } from './last-call.ts'
import type { PlannedRun } from './planned-run.ts'
import type { SavedRoute } from './saved-route.ts'
import type { SecretPlace } from './secret-place.ts'
import type { Settled, Waiting } from './waiting.ts'

/** A turn: the id of its message, and its runs in order. */
export interface Turn {
  message_id: string
  runs: string[]
}

/** Everything a run is, as it stands in its record: another node goes on from here. */
export interface SavedRun {
  version: 2
  /** `moved`: goes on under the id in `handover`, and never again here. */
  status: 'running' | 'paused' | 'moved'
  turn: Turn
  client: Pick<ClientInfo, 'protocol_version' | 'pf'>
  client_tools: AgentInput['client_tools']
  /** Ids of the user's lines that are in the conversation. */
  known: string[]
  context: AgentInput['context']
  step: number
  attempt: number
  model_calls: number
  fruitless: number
  tokens?: number
  chars_per_token?: number
  /** Model, effort and memory are settled. */
  prepared?: true
  route?: SavedRoute
  /** Summary of turns before this one; the next run of the thread reads it here. */
  memory?: KeptSummary
  last_call?: LastCall
  history: ModelMessage[]
  transcript: ModelMessage[]
  /** Lines of the user that came while the run waited; they go behind the answer. */
  later: ModelMessage[]
  sources: Source[]
  warnings: string[]
  last_observation?: JsonValue
  artifacts: JsonValue
  components: { spent: number; inlined: number }
  secrets: SecretPlace[]
  in_flight: InFlight[]
  waiting?: Waiting
  /** What became of `waiting`, until its step is over. */
  settled?: Settled
  planned?: PlannedRun
  /** How often another process had to go on with it. */
  takeovers: number
  handover?: Handover
}

/** The state of a run as this version writes it; undefined for another one's. */
export function readSaved(state: JsonValue): SavedRun | undefined {
  return isRecord(state) && state.version === 2 ? (structuredClone(state) as unknown as SavedRun) : undefined
}
