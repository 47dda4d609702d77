import type { Event, EventType } from '@ag-ui/core'

/** The protocol version that the mapping emits, regardless of the version of the client. */
export const protocolVersion = '1.0'

/** A message of a MESSAGES_SNAPSHOT in AG-UI form. */
export interface SnapshotMessage {
  id: string
  role: string
  [key: string]: unknown
}

/** The event types that the mapping may emit. Every type is known to all shipped clients, and none is a *_CHUNK. */
export type AguiEventType =
  | 'RUN_STARTED'
  | 'RUN_FINISHED'
  | 'RUN_ERROR'
  | 'STEP_STARTED'
  | 'STEP_FINISHED'
  | 'TEXT_MESSAGE_START'
  | 'TEXT_MESSAGE_CONTENT'
  | 'TEXT_MESSAGE_END'
  | 'REASONING_START'
  | 'REASONING_MESSAGE_START'
  | 'REASONING_MESSAGE_CONTENT'
  | 'REASONING_MESSAGE_END'
  | 'REASONING_END'
  | 'TOOL_CALL_START'
  | 'TOOL_CALL_ARGS'
  | 'TOOL_CALL_END'
  | 'TOOL_CALL_RESULT'
  | 'STATE_SNAPSHOT'
  | 'STATE_DELTA'
  | 'ACTIVITY_SNAPSHOT'
  | 'ACTIVITY_DELTA'
  | 'CUSTOM'

/** An event type of the protocol with its wire name as a plain string, so that no enum is needed at run time. */
export type WireForm<E> = E extends { type: infer T extends EventType } ? { type: `${T}` } & Omit<E, 'type' | 'subagentRunId' | 'rawEvent'> : never

/** An AG-UI 1.0 event as it is sent (docs of ag-ui-protocol/ag-ui, spec 1.0). */
export type AguiEvent = Extract<WireForm<Event>, { type: AguiEventType }> | { type: 'MESSAGES_SNAPSHOT'; messages: SnapshotMessage[]; timestamp?: number }

/** A wire event with its SSE id. An event that is not derived from the log has no id. */
export interface NumberedEvent {
  id?: string
  event: AguiEvent
}

/** Metadata for pf's own client, under `metadata.pf`. The meaning of a standard event never depends on it. */
export const pfMetadata = (value: Record<string, unknown>) => ({ metadata: { pf: value } })
