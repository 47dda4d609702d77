import type { Event, EventType } from '@ag-ui/core'

/** The protocol version that the mapping speaks; it is never the echo of a client's. */
export const protocolVersion = '1.0'

/** A message of a MESSAGES_SNAPSHOT, in AG-UI form. */
export interface SnapshotMessage {
  id: string
  role: string
  [key: string]: unknown
}

/** The closed list of what the mapping may emit: every type is known to the shipped clients, and none is a *_CHUNK. */
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

/** The protocol's event types with their wire names as plain strings, so that no enum is needed at run time. */
export type WireForm<E> = E extends { type: infer T extends EventType } ? { type: `${T}` } & Omit<E, 'type' | 'subagentRunId' | 'rawEvent'> : never

/** An AG-UI 1.0 event as it goes out (docs of ag-ui-protocol/ag-ui, spec 1.0). */
export type AguiEvent = Extract<WireForm<Event>, { type: AguiEventType }> | { type: 'MESSAGES_SNAPSHOT'; messages: SnapshotMessage[]; timestamp?: number }

/** What clients of ours find under `metadata.pf`; nothing of a standard event's meaning rests on it. */
export const pfMetadata = (value: Record<string, unknown>) => ({ metadata: { pf: value } })
