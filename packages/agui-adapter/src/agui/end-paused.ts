import type { InteractionAnnouncement, JsonObject } from '@pf/core'
import { ids, type Mapping } from './mapping.ts'
import { usageField } from './usage.ts'

/** Waits for an answer: an interrupt for each question of ours; where the front end owns the call, an end without outcome. */
export function endPaused(mapping: Mapping): void {
  const interrupts = mapping.interactions.filter(({ tool_call_id }) => mapping.calls.get(tool_call_id)?.owner !== 'client')
  const [first, ...rest] = interrupts.map((interaction) => toInterrupt(mapping, interaction))
  const outcome = first ? { outcome: { type: 'interrupt' as const, interrupts: [first, ...rest] as [typeof first] } } : {}
  mapping.emit({ type: 'RUN_FINISHED', ...ids(mapping), ...outcome, ...usageField(mapping) })
}

function toInterrupt(mapping: Mapping, { id, tool_call_id, component, props, message_id, result_schema, deadline }: InteractionAnnouncement) {
  const expires = deadline !== undefined && mapping.client.protocol_version !== undefined
  return {
    id,
    reason: 'tool_call',
    toolCallId: tool_call_id,
    responseSchema: (typeof result_schema === 'object' ? result_schema : {}) as JsonObject,
    metadata: { component, props, message_id },
    ...(expires ? { expiresAt: new Date(deadline).toISOString() } : {}),
  }
}
