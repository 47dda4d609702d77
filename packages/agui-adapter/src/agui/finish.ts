import { errorCodes, type FinishReason, messageId, type PlannerEvent } from '@pf/core'
import { pfMetadata } from './agui-event.ts'
import { emitPausedEnd } from './lifecycle.ts'
import { linkArtifacts } from './link-artifacts.ts'
import { type Handler, isPfClient, keepsStreamOpen, type Mapping, runIds } from './mapping.ts'
import { appendText, closeReasoning, closeText, emitDueSnapshot } from './messages.ts'
import { closeSteps } from './state.ts'
import { closeCall, emitMissingResults } from './tool-calls.ts'
import { usageField } from './usage.ts'

type Finish = PlannerEvent<'finish'>

/** Ends a segment: emits the rest of the answer, closes everything that is open, then emits one terminal event. */
export const onFinish: Handler<'finish'> = (mapping, event) => {
  if (hasAnswer[event.reason](event)) completeAnswer(mapping, event)
  closeAll(mapping, event.reason)
  mapping.phase = event.reason === 'paused' ? 'paused' : 'ended'
  endings[event.reason](mapping, event)
}

/** Ends a run whose log ended early. The message does not contain internal details. */
export function emitAbort(mapping: Mapping, code: keyof typeof errorCodes): void {
  if (mapping.phase === 'running') closeAll(mapping, 'error')
  mapping.phase = 'ended'
  mapping.emit({ type: 'RUN_ERROR', code, message: errorCodes[code].cause, ...usageField(mapping) })
}

/** True if a run that was ended by a limit has an answer. Without the route `partial`, its text explains why there is no answer. */
const isPartial = ({ payload }: Finish) => payload.route === 'partial' && payload.raw_answer.trim() !== ''
const always = () => true
const never = () => false

const hasAnswer = {
  answer: always,
  no_path: always,
  budget_exhausted: isPartial,
  deadline: isPartial,
  cancelled: never,
  paused: never,
  error: never,
} satisfies Record<FinishReason, (event: Finish) => boolean>

const endings = {
  answer: emitFinished,
  no_path: emitFinished,
  budget_exhausted: emitLimited,
  deadline: emitLimited,
  cancelled: emitCancelled,
  paused: emitPaused,
  error: emitFailed,
} satisfies Record<FinishReason, (mapping: Mapping, event: Finish) => void>

/** Emits the part of the answer that was not streamed: the rest of an interrupted stream, or the entire answer. */
function completeAnswer(mapping: Mapping, { payload, run_id, step }: Finish) {
  const answer = payload.raw_answer.toWellFormed()
  if (answer === '') return
  const streams = [...mapping.answers]
  const [complete] = streams.find(([, { text }]) => text === answer) ?? []
  if (complete !== undefined) return discardHeldSurrogate(mapping, complete)
  const [last, { text }] = streams.at(-1) ?? [messageId(run_id, step ?? mapping.step, 0), { text: '' }]
  const streamed = [text, streams.map(([, stream]) => stream.text).join('')].find((part) => part !== '' && answer.startsWith(part))
  discardHeldSurrogate(mapping, last)
  if (streamed === undefined) appendText(mapping, text === '' ? last : messageId(run_id, step ?? mapping.step, 0), answer)
  else if (answer !== streamed) appendText(mapping, last, answer.slice(streamed.length))
}

/** Drops a surrogate that is still held back, because the text of the answer replaces it. */
function discardHeldSurrogate(mapping: Mapping, stream_id: string) {
  const open = mapping.texts.get(stream_id)
  if (open) open.pairs.pending = ''
}

function closeAll(mapping: Mapping, reason: FinishReason) {
  for (const stream_id of [...mapping.texts.keys()]) closeText(mapping, stream_id)
  for (const stream_id of [...mapping.reasoning.keys()]) closeReasoning(mapping, stream_id)
  for (const tool_call_id of mapping.calls.keys()) closeCall(mapping, tool_call_id)
  if (reason !== 'paused') emitMissingResults(mapping, reason)
  closeSteps(mapping)
  emitDueSnapshot(mapping)
}

function emitFinished(mapping: Mapping, { payload }: Finish) {
  const artifacts = linkArtifacts(payload.artifacts, mapping.options.artifactUrl)
  mapping.emit({ type: 'RUN_FINISHED', ...runIds(mapping), result: { ...payload, artifacts }, ...usageField(mapping) })
}

function emitLimited(mapping: Mapping, event: Finish) {
  if (isPartial(event)) emitFinished(mapping, event)
  else emitCancelled(mapping, event)
}

/** Emits the outcome `cancelled` for clients that know it, and RUN_ERROR for older ones. */
function emitCancelled(mapping: Mapping, { reason, error }: Finish) {
  const code = reason === 'deadline' || reason === 'budget_exhausted' ? reason : 'cancelled'
  // The text of a limit names that limit.
  const message = code !== 'cancelled' && error?.code === code ? error.message.slice(0, 500).toWellFormed() : errorCodes[code].cause
  if (mapping.client.protocol_version === undefined) return mapping.emit({ type: 'RUN_ERROR', code, message, ...usageField(mapping) })
  if (code !== 'cancelled') mapping.emit({ type: 'CUSTOM', name: 'warning', value: { code, text: message } })
  mapping.emit({ type: 'RUN_FINISHED', ...runIds(mapping), outcome: { type: 'cancelled' }, ...usageField(mapping) })
}

function emitPaused(mapping: Mapping) {
  if (!keepsStreamOpen(mapping)) emitPausedEnd(mapping)
}

/** Emits RUN_ERROR. The message is included only with a code of the public table, because any other message could contain internal details. */
function emitFailed(mapping: Mapping, { error }: Finish) {
  const known = error !== undefined && error.code !== 'internal' && Object.hasOwn(errorCodes, error.code)
  const code = known ? error.code : 'internal'
  const message = known ? error.message.slice(0, 500).toWellFormed() : errorCodes.internal.cause
  const trace = error && isPfClient(mapping) ? pfMetadata({ trace_id: error.trace_id }) : {}
  mapping.emit({ type: 'RUN_ERROR', code, message, ...trace, ...usageField(mapping) })
}
