import type { ClientInfo, InteractionAnnouncement, JsonValue, PlannerEvent, PlannerEventType, TokenUsage } from '@pf/core'
import type { AguiEvent, SnapshotMessage } from './agui-event.ts'
import type { Transcript } from './transcript.ts'

/** What the host adds to a log; the same on every node, so the bytes are too. */
export interface AguiMapperOptions {
  /** The request's messages as the client holds them: with them a withdrawn answer also leaves a stock client's screen. */
  messages?: readonly SnapshotMessage[]
  /** Address of a stored artifact, put into every reference as it goes out. */
  artifactUrl?: (artifact_id: string) => string
}

/** A text or reasoning message that is open. */
export interface OpenMessage {
  id: string
  /** Half of a surrogate pair that waits for its other half. */
  held: string
}

/** An answer stream: the ids of the messages it went out as, and all its text. */
export interface AnswerStream {
  ids: string[]
  text: string
}

/** A tool call of this segment. */
export interface KnownCall {
  owner: 'server' | 'client'
  open: boolean
  answered: boolean
  /** Whether any arguments went out. */
  argued: boolean
  held: string
}

/** Where the wire stands. `paused`: the segment has ended, the log may go on. */
export type Phase = 'idle' | 'running' | 'paused' | 'ended'

/** All that one mapping remembers of its log; handlers change it and write through `emit`. */
export interface Mapping {
  readonly options: AguiMapperOptions
  phase: Phase
  thread_id: string
  run_id: string
  step: number
  ts: number
  client: ClientInfo
  /** Turn message id. */
  turn: string
  resumed: boolean
  /** How often each id was claimed. */
  claimed: Map<string, number>
  texts: Map<string, OpenMessage>
  reasoning: Map<string, OpenMessage>
  /** Streams that were not withdrawn, in order. */
  answers: Map<string, AnswerStream>
  steps: Map<string, string>
  calls: Map<string, KnownCall>
  interactions: InteractionAnnouncement[]
  usage: TokenUsage[]
  /** Chunks seen of each artifact stream. */
  chunks: Map<string, number>
  activities: Map<string, JsonValue>
  state: JsonValue | undefined
  transcript: Transcript | undefined
  snapshotDue: boolean
  emit(event: AguiEvent): void
}

/** Turns one planner event into wire events, through `mapping.emit`. */
export type Handler<T extends PlannerEventType> = (mapping: Mapping, event: PlannerEvent<T>) => void

/** An id that no other message of this log has: a taken one gets `~2`, `~3` … */
export function claimId(mapping: Mapping, wanted: string): string {
  const count = (mapping.claimed.get(wanted) ?? 0) + 1
  mapping.claimed.set(wanted, count)
  return count === 1 ? wanted : claimId(mapping, `${wanted}~${count}`)
}

/** True for our own client, which reads CUSTOM events and needs no mirror. */
export const isOurs = (mapping: Mapping) => mapping.client.pf !== undefined

/** True for way A: one AG-UI run on the wire, whatever pauses are inside. */
export const keepsStream = (mapping: Mapping) => mapping.client.pf?.toolResults === true

/** The ids of a run as its first and last event carry them. */
export const ids = ({ thread_id, run_id }: Mapping) => ({ threadId: thread_id, runId: run_id })
