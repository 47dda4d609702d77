import { type PlannerEvent, turnMessageId } from '@pf/core'
import { pfMetadata, protocolVersion } from './agui-event.ts'
import { type Handler, isOurs, type Mapping } from './mapping.ts'
import { createTranscript } from './transcript.ts'

/** Begins a segment: RUN_STARTED, unless a client that keeps its stream sees the paused one go on. */
export const onRunStart: Handler<'run_start'> = (mapping, event) => {
  const goesOn = mapping.phase === 'paused' && keepsStream(mapping)
  startSegment(mapping, event)
  mapping.client = event.client
  mapping.turn = event.message_id
  mapping.claimed.set(event.message_id, 1)
  const { messages } = mapping.options
  if (!isOurs(mapping) && messages) mapping.transcript ??= createTranscript(messages)
  if (!goesOn) announce(mapping, event)
}

/** The answer to a question arrived: calls of the segment before may get their results now. */
export const onResume: Handler<'resume'> = (mapping) => {
  mapping.resumed = true
}

/** A log that does not begin with run_start still begins with RUN_STARTED on the wire. */
export function startBroken(mapping: Mapping, event: PlannerEvent): void {
  startSegment(mapping, event)
  mapping.turn = turnMessageId(event.run_id)
  mapping.emit({ type: 'RUN_STARTED', threadId: event.thread_id, runId: event.run_id, protocolVersion })
}

/** True for way A: one AG-UI run on the wire, whatever pauses are inside. */
export const keepsStream = (mapping: Mapping) => mapping.client.pf?.toolResults === true

function startSegment(mapping: Mapping, event: PlannerEvent) {
  mapping.phase = 'running'
  mapping.thread_id = event.thread_id
  mapping.run_id = event.run_id
  mapping.resumed = false
  mapping.interactions = []
  mapping.usage = []
}

function announce(mapping: Mapping, event: PlannerEvent<'run_start'>) {
  const { registry_version, registry_digest, message_id } = event
  mapping.emit({
    type: 'RUN_STARTED',
    threadId: event.thread_id,
    runId: event.run_id,
    protocolVersion,
    ...(event.parent_run_id === undefined ? {} : { parentRunId: event.parent_run_id }),
    ...(isOurs(mapping) ? pfMetadata({ message_id, registry_version, registry_digest }) : {}),
  })
}
