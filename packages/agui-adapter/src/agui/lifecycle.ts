import { type InteractionAnnouncement, type JsonObject, type PlannerEvent, turnMessageId } from '@pf/core'
import { pfMetadata, protocolVersion } from './agui-event.ts'
import { type Handler, isPfClient, keepsStreamOpen, type Mapping, runIds } from './mapping.ts'
import { createTranscript } from './transcript.ts'
import { usageField } from './usage.ts'

/** Starts a segment. RUN_STARTED is omitted if a client that keeps its stream open continues the paused run. */
export const onRunStart: Handler<'run_start'> = (mapping, event) => {
  const wasKeptOpen = mapping.phase === 'paused' && keepsStreamOpen(mapping)
  const continuesStream = wasKeptOpen && event.client.pf?.tool_results === true
  // Another client continues the run. It has not seen this stream, so the run that was kept open ends first.
  if (wasKeptOpen && !continuesStream) emitPausedEnd(mapping)
  startSegment(mapping, event)
  mapping.client = event.client
  mapping.turnMessageId = event.message_id
  mapping.claimedIds.set(event.message_id, 1)
  const { messages } = mapping.options
  // A request that continues this log contains the entire conversation, including the messages of earlier segments.
  if (!continuesStream) mapping.transcript = !isPfClient(mapping) && messages ? createTranscript(messages) : undefined
  if (!continuesStream) emitRunStarted(mapping, event)
}

/** Records that an interaction was answered: calls of earlier segments may receive their results now. */
export const onResume: Handler<'resume'> = (mapping) => {
  mapping.resumed = true
}

/** Emits RUN_STARTED for a log that does not begin with run_start. */
export function startWithoutRunStart(mapping: Mapping, event: PlannerEvent): void {
  startSegment(mapping, event)
  mapping.turnMessageId = turnMessageId(event.run_id)
  mapping.emit({ type: 'RUN_STARTED', threadId: event.thread_id, runId: event.run_id, protocolVersion })
}

function startSegment(mapping: Mapping, event: PlannerEvent) {
  mapping.phase = 'running'
  mapping.threadId = event.thread_id
  mapping.runId = event.run_id
  mapping.resumed = false
  mapping.interactions = []
  mapping.usage = []
}

function emitRunStarted(mapping: Mapping, event: PlannerEvent<'run_start'>) {
  const { registry_version, registry_digest, message_id } = event
  mapping.emit({
    type: 'RUN_STARTED',
    threadId: event.thread_id,
    runId: event.run_id,
    protocolVersion,
    ...(event.parent_run_id === undefined ? {} : { parentRunId: event.parent_run_id }),
    ...(isPfClient(mapping) ? pfMetadata({ message_id, registry_version, registry_digest }) : {}),
  })
}

/** Ends a paused segment: one interrupt for each interaction of the server, or no outcome if the front end owns every call. */
export function emitPausedEnd(mapping: Mapping): void {
  const interrupts = mapping.interactions.filter(({ tool_call_id }) => mapping.calls.get(tool_call_id)?.owner !== 'client')
  const [first, ...rest] = interrupts.map((interaction) => toInterrupt(mapping, interaction))
  const outcome = first ? { outcome: { type: 'interrupt' as const, interrupts: [first, ...rest] as [typeof first] } } : {}
  mapping.emit({ type: 'RUN_FINISHED', ...runIds(mapping), ...outcome, ...usageField(mapping) })
}

function toInterrupt(mapping: Mapping, { id, tool_call_id, component, props, message_id, result_schema, deadline }: InteractionAnnouncement) {
  const hasDeadline = deadline !== undefined && mapping.client.protocol_version !== undefined
  return {
    id,
    reason: 'tool_call',
    toolCallId: tool_call_id,
    responseSchema: (typeof result_schema === 'object' ? result_schema : {}) as JsonObject,
    metadata: { component, props, message_id },
    ...(hasDeadline ? { expiresAt: new Date(deadline).toISOString() } : {}),
  }
}
