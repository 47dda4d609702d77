import type { ClientInfo, InteractionAnnouncement, JsonValue, PlannerEvent, PlannerEventType, TokenUsage } from '@pf/core'
import type { SurrogatePairBuffer } from '@pf/core/internal'
import type { AguiEvent, SnapshotMessage } from './agui-event.ts'
import type { Transcript } from './transcript.ts'

/** Options of the mapping. They must be the same on every node, so that every node emits the same events. */
export interface AguiMapperOptions {
  /** The messages of the request, as the client has them. Needed to remove a withdrawn answer from the messages of a third-party client. */
  messages?: readonly SnapshotMessage[]
  /** Returns the URL of a stored artifact. It is added to every artifact reference. */
  artifactUrl?: (artifactId: string) => string
}

/** An open text or reasoning message. */
export interface OpenMessage {
  id: string
  /** Keeps a high surrogate at the end of the text so far until its low surrogate arrives. */
  readonly pairs: SurrogatePairBuffer
}

/** An answer stream: the ids of the messages that carried it, and its entire text. */
export interface AnswerStream {
  ids: string[]
  text: string
}

/** A tool call of the current segment. */
export interface TrackedCall {
  owner: 'server' | 'client'
  open: boolean
  answered: boolean
  /** True if a TOOL_CALL_ARGS was emitted. */
  hasArguments: boolean
  /** Keeps a high surrogate at the end of the arguments so far until its low surrogate arrives. */
  readonly pairs: SurrogatePairBuffer
}

/** The state of the mapped stream. `paused`: the segment has ended, and the log may continue with another one. */
export type AguiMapperPhase = 'idle' | 'running' | 'paused' | 'ended'

/** The state of the mapping of one log. Handlers change it and emit events through `emit`. */
export interface Mapping {
  readonly options: AguiMapperOptions
  phase: AguiMapperPhase
  threadId: string
  runId: string
  step: number
  ts: number
  client: ClientInfo
  turnMessageId: string
  /** True if an interaction of an earlier segment was answered in this one. */
  resumed: boolean
  /** Number of times that each message id was claimed. */
  claimedIds: Map<string, number>
  texts: Map<string, OpenMessage>
  reasoning: Map<string, OpenMessage>
  /** Answer streams that were not withdrawn, in the order of their last message. */
  answers: Map<string, AnswerStream>
  steps: Map<string, string>
  calls: Map<string, TrackedCall>
  interactions: InteractionAnnouncement[]
  usage: TokenUsage[]
  /** Number of chunks of each artifact stream. */
  chunkCounts: Map<string, number>
  activities: Map<string, JsonValue>
  state: JsonValue | undefined
  transcript: Transcript | undefined
  /** True if a MESSAGES_SNAPSHOT must be sent as soon as no message is open. */
  snapshotDue: boolean
  emit(event: AguiEvent): void
}

/** Maps one planner event to wire events, which it passes to `mapping.emit`. */
export type Handler<T extends PlannerEventType> = (mapping: Mapping, event: PlannerEvent<T>) => void

/** Returns an id that no other message of this log has: `wanted`, or with the suffix `~2`, `~3` … if it is taken. */
export function claimId(mapping: Mapping, wanted: string): string {
  const count = (mapping.claimedIds.get(wanted) ?? 0) + 1
  mapping.claimedIds.set(wanted, count)
  return count === 1 ? wanted : claimId(mapping, `${wanted}~${count}`)
}

/** True for pf's own client, which reads CUSTOM events and needs no activity events. */
export const isPfClient = (mapping: Mapping) => mapping.client.pf !== undefined

/** True for a client that keeps its stream open over a pause: it receives one AG-UI run, regardless of the number of segments. */
export const keepsStreamOpen = (mapping: Mapping) => mapping.client.pf?.tool_results === true

/** Returns the ids of RUN_STARTED and RUN_FINISHED. */
export const runIds = ({ threadId, runId }: Mapping) => ({ threadId, runId })

const envelopeFields = new Set(['type', 'run_id', 'thread_id', 'seq', 'ts', 'step', 'parent_run_id'])

/** Emits a CUSTOM event with the fields of a planner event, except those that every event has. */
export function emitCustom(mapping: Mapping, name: string, event: object): void {
  const fields = Object.entries(event).filter(([key, value]) => !envelopeFields.has(key) && value !== undefined)
  mapping.emit({ type: 'CUSTOM', name, value: Object.fromEntries(fields) as { [key: string]: JsonValue } })
}
