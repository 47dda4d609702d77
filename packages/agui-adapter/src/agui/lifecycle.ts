import { type PlannerEvent, turnMessageId } from '@pf/core'
import { pfMetadata, protocolVersion } from './agui-event.ts'
import { endPaused } from './end-paused.ts'
import { type Handler, isOurs, keepsStream, type Mapping } from './mapping.ts'
import { createTranscript } from './transcript.ts'

/** Begins a segment: RUN_STARTED, unless a client that keeps its stream sees the paused one go on. */
export const onRunStart: Handler<'run_start'> = (mapping, event) => {
  const kept = mapping.phase === 'paused' && keepsStream(mapping)
  const goesOn = kept && event.client.pf?.toolResults === true
  // Somebody else goes on, who has not seen this stream: the run that was kept open for the other one ends first.
  if (kept && !goesOn) endPaused(mapping)
  startSegment(mapping, event)
  mapping.client = event.client
  mapping.turn = event.message_id
  mapping.claimed.set(event.message_id, 1)
  const { messages } = mapping.options
  // A request that goes on with this log restates all of the conversation, so what earlier segments said is in it.
  if (!goesOn) mapping.transcript = !isOurs(mapping) && messages ? createTranscript(messages) : undefined
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
