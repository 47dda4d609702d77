import { resultMessageId } from '@pf/core'
import { SurrogatePairBuffer } from '@pf/core/internal'
import { pfMetadata } from './agui-event.ts'
import { claimId, type Handler, isPfClient, type Mapping, type TrackedCall } from './mapping.ts'
import { closeText, parentMessageId } from './messages.ts'

/** Opens a call whose parent is the last text message of the turn. Open text messages end first. A repeated call is ignored. */
export const onCallStart: Handler<'tool_call_start'> = (mapping, { tool_call_id, name, owner }) => {
  if (mapping.calls.has(tool_call_id)) return
  for (const stream_id of [...mapping.texts.keys()]) closeText(mapping, stream_id)
  mapping.calls.set(tool_call_id, { owner, open: true, answered: false, hasArguments: false, pairs: new SurrogatePairBuffer() })
  mapping.emit({ type: 'TOOL_CALL_START', toolCallId: tool_call_id, toolCallName: name, parentMessageId: parentMessageId(mapping) })
}

/** Appends to the arguments of an open call. */
export const onCallArgs: Handler<'tool_call_args'> = (mapping, { tool_call_id, delta }) => {
  const call = mapping.calls.get(tool_call_id)
  if (!call?.open) return
  writeArgs(mapping, { tool_call_id, call, delta: call.pairs.take(delta).toWellFormed() })
}

/** Ends the arguments of an open call. */
export const onCallEnd: Handler<'tool_call_end'> = (mapping, { tool_call_id }) => closeCall(mapping, tool_call_id)

/** Emits one result for each call, after its end. No result is emitted for a call that the front end owns or whose result was in the request. */
export const onCallResult: Handler<'tool_call_result'> = (mapping, { tool_call_id, status, content, code }) => {
  if (!awaitsResult(mapping, tool_call_id)) return
  const failure = status === 'ok' || !isPfClient(mapping) ? {} : pfMetadata({ status, ...(code === undefined ? {} : { code }) })
  writeResult(mapping, tool_call_id, { content: content.toWellFormed(), ...failure })
}

/** Emits a CUSTOM event, because AG-UI has no event for the progress of a call. */
export const onCallProgress: Handler<'tool_call_progress'> = (mapping, { tool_call_id, fraction, text }) =>
  mapping.emit({
    type: 'CUSTOM',
    name: 'tool_call_progress',
    value: { tool_call_id, ...(fraction === undefined ? {} : { fraction }), ...(text === undefined ? {} : { text }) },
  })

/** Ends an open call. A call without arguments gets an empty object. */
export function closeCall(mapping: Mapping, tool_call_id: string): void {
  const call = mapping.calls.get(tool_call_id)
  if (!call?.open) return
  writeArgs(mapping, { tool_call_id, call, delta: call.hasArguments ? call.pairs.pending.toWellFormed() : '{}' })
  call.open = false
  mapping.emit({ type: 'TOOL_CALL_END', toolCallId: tool_call_id })
}

/** Emits an error result for every unanswered call of the server, because model providers reject a history with an unanswered call. */
export function emitMissingResults(mapping: Mapping, reason: string): void {
  for (const [tool_call_id, call] of mapping.calls)
    if (call.owner === 'server' && !call.answered) writeResult(mapping, tool_call_id, { content: JSON.stringify({ error: 'no_result', reason }) })
}

/** True for a call of an earlier segment that may be answered after a resume. The result of any other unknown call is ignored. */
function awaitsResult(mapping: Mapping, tool_call_id: string): boolean {
  if (mapping.client.answered.includes(tool_call_id)) return false
  const call = mapping.calls.get(tool_call_id)
  return call ? call.owner === 'server' && !call.answered : mapping.resumed
}

function writeResult(mapping: Mapping, tool_call_id: string, result: { content: string; metadata?: Record<string, unknown> }) {
  closeCall(mapping, tool_call_id)
  const call: TrackedCall = mapping.calls.get(tool_call_id) ?? {
    owner: 'server',
    open: false,
    answered: false,
    hasArguments: false,
    pairs: new SurrogatePairBuffer(),
  }
  call.answered = true
  mapping.calls.set(tool_call_id, call)
  const messageId = claimId(mapping, resultMessageId(tool_call_id))
  mapping.emit({ type: 'TOOL_CALL_RESULT', messageId, toolCallId: tool_call_id, role: 'tool', ...result })
}

function writeArgs(mapping: Mapping, { tool_call_id, call, delta }: { tool_call_id: string; call: TrackedCall; delta: string }) {
  if (delta === '') return
  call.hasArguments = true
  mapping.emit({ type: 'TOOL_CALL_ARGS', toolCallId: tool_call_id, delta })
}
