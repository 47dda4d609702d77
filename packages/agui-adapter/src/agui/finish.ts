import { errorCodes, type FinishReason, messageId, type PlannerEvent } from '@pf/core'
import { pfMetadata } from './agui-event.ts'
import { endPaused } from './end-paused.ts'
import { linkArtifacts } from './link-artifacts.ts'
import { type Handler, ids, isOurs, keepsStream, type Mapping } from './mapping.ts'
import { closeReasoning } from './reasoning.ts'
import { sendSnapshot } from './snapshot.ts'
import { closeSteps } from './steps.ts'
import { appendText, closeText } from './text.ts'
import { answerOpenCalls, closeCall } from './tool-calls.ts'
import { usageField } from './usage.ts'

type Finish = PlannerEvent<'finish'>

/** Ends a segment: the answer as text, everything closed, then one terminal event. */
export const onFinish: Handler<'finish'> = (mapping, event) => {
  if (tellsAnswer[event.reason](event)) completeAnswer(mapping, event)
  closeAll(mapping, event.reason)
  mapping.phase = event.reason === 'paused' ? 'paused' : 'ended'
  endings[event.reason](mapping, event)
}

/** Ends a run whose log broke off, with a message that tells nothing of the inside. */
export function breakOff(mapping: Mapping, code: keyof typeof errorCodes): void {
  if (mapping.phase === 'running') closeAll(mapping, 'error')
  mapping.phase = 'ended'
  mapping.emit({ type: 'RUN_ERROR', code, message: errorCodes[code].cause, ...usageField(mapping) })
}

/** A run that a limit ended has an answer when its route says so; else its text only says why there is none. */
const isPartial = ({ payload }: Finish) => payload.route === 'partial' && payload.raw_answer.trim() !== ''
const yes = () => true
const no = () => false

const tellsAnswer = {
  answer: yes,
  no_path: yes,
  budget_exhausted: isPartial,
  deadline: isPartial,
  cancelled: no,
  paused: no,
  error: no,
} satisfies Record<FinishReason, (event: Finish) => boolean>

const endings = {
  answer: finished,
  no_path: finished,
  budget_exhausted: partial,
  deadline: partial,
  cancelled: stopped,
  paused,
  error: failed,
} satisfies Record<FinishReason, (mapping: Mapping, event: Finish) => void>

/** What the client has not seen of the answer: the rest of a stream that was cut, or all of an answer that never streamed. */
function completeAnswer(mapping: Mapping, { payload, run_id, step }: Finish) {
  const answer = payload.raw_answer.toWellFormed()
  if (answer === '') return
  const streams = [...mapping.answers]
  const [whole] = streams.find(([, { text }]) => text === answer) ?? []
  if (whole !== undefined) return dropHalf(mapping, whole)
  const [last, { text }] = streams.at(-1) ?? [messageId(run_id, step ?? mapping.step, 0), { text: '' }]
  const shown = [text, streams.map(([, stream]) => stream.text).join('')].find((part) => part !== '' && answer.startsWith(part))
  dropHalf(mapping, last)
  if (shown === undefined) appendText(mapping, text === '' ? last : messageId(run_id, step ?? mapping.step, 0), answer)
  else if (answer !== shown) appendText(mapping, last, answer.slice(shown.length))
}

/** A pair that was cut: the answer itself says what became of it. */
function dropHalf(mapping: Mapping, stream_id: string) {
  const open = mapping.texts.get(stream_id)
  if (open) open.held = ''
}

function closeAll(mapping: Mapping, reason: FinishReason) {
  for (const stream_id of [...mapping.texts.keys()]) closeText(mapping, stream_id)
  for (const stream_id of [...mapping.reasoning.keys()]) closeReasoning(mapping, stream_id)
  for (const tool_call_id of mapping.calls.keys()) closeCall(mapping, tool_call_id)
  if (reason !== 'paused') answerOpenCalls(mapping, reason)
  closeSteps(mapping)
  sendSnapshot(mapping)
}

function finished(mapping: Mapping, { payload }: Finish) {
  const artifacts = linkArtifacts(payload.artifacts, mapping.options.artifactUrl)
  mapping.emit({ type: 'RUN_FINISHED', ...ids(mapping), result: { ...payload, artifacts }, ...usageField(mapping) })
}

function partial(mapping: Mapping, event: Finish) {
  if (isPartial(event)) finished(mapping, event)
  else stopped(mapping, event)
}

/** Stopped on purpose: an outcome that only newer clients know; the others get an error, never a success. */
function stopped(mapping: Mapping, { reason }: Finish) {
  const code = reason === 'deadline' || reason === 'budget_exhausted' ? reason : 'cancelled'
  const message = errorCodes[code].cause
  if (mapping.client.protocol_version === undefined) return mapping.emit({ type: 'RUN_ERROR', code, message, ...usageField(mapping) })
  if (code !== 'cancelled') mapping.emit({ type: 'CUSTOM', name: 'warning', value: { code, text: message } })
  mapping.emit({ type: 'RUN_FINISHED', ...ids(mapping), outcome: { type: 'cancelled' }, ...usageField(mapping) })
}

function paused(mapping: Mapping) {
  if (!keepsStream(mapping)) endPaused(mapping)
}

/** A code of the table keeps the planner's message; anything else could tell of the inside. */
function failed(mapping: Mapping, { error }: Finish) {
  const known = error !== undefined && error.code !== 'internal' && Object.hasOwn(errorCodes, error.code)
  const code = known ? error.code : 'internal'
  const message = known ? error.message.slice(0, 500).toWellFormed() : errorCodes.internal.cause
  const trace = error && isOurs(mapping) ? pfMetadata({ trace_id: error.trace_id }) : {}
  mapping.emit({ type: 'RUN_ERROR', code, message, ...trace, ...usageField(mapping) })
}
