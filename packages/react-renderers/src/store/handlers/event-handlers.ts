import type { EventType } from '@ag-ui/core'
import { applyPatch } from '@pf/core'
import { arrayOrEmpty } from '@pf/core/internal'
import { currentTurn, type Handler, patchTurn, putRunMessage, warn } from '../model/model.ts'
import { json, object, text } from '../model/read.ts'
import { activityDelta, activitySnapshot } from './activity.ts'
import { artifactChunk, artifactRejected, artifactStored, artifactUpdate } from './components.ts'
import { messagesSnapshot } from './messages.ts'
import { pause } from './pause.ts'
import { reasoningContent, reasoningEnd, reasoningStart } from './reasoning.ts'
import { runFailed, runFinished, runStarted } from './run.ts'
import { textChunk, textContent, textEnd, textStart } from './text.ts'
import { toolArgs, toolChunk, toolEnd, toolResult, toolStart } from './tools.ts'

/** Event types that appear only in the timeline. */
type Listed = 'RAW' | 'REASONING_ENCRYPTED_VALUE' | `STEP_${'STARTED' | 'FINISHED'}` | `SUBAGENT_${'STARTED' | 'FINISHED' | 'ERROR'}`

/** CUSTOM `answer_reset`: withdraws the text of a failed attempt. */
const answerReset: Handler = (model, { fields }) => {
  const stream_id = text(object(fields.value).stream_id)
  const turn = currentTurn(model)
  // A stream that a tool call interrupted continues with a suffix on its id.
  const isWithdrawn = (id: string) => id === stream_id || id.startsWith(`${stream_id}~`)
  if (stream_id === '') return
  patchTurn(model, turn, { segments: turn.segments.map((segment) => (isWithdrawn(segment.id) ? { ...segment, done: true, withdrawn: true } : segment)) })
}

/** CUSTOM `budget`: the spending of the run and the remaining amounts. */
const budget: Handler = (model, { fields }) => {
  const { spent, limits } = object(fields.value)
  patchTurn(model, currentTurn(model), { budget: { spent: object(spent), limits: arrayOrEmpty(limits).map(object) } })
}

/** CUSTOM `warning`. */
const warning: Handler = (model, { fields }) => {
  const value = object(fields.value)
  warn(model, currentTurn(model), { code: text(value.code), text: text(value.text) })
}

/** CUSTOM `run_message`: a message that the run has read, or that came too late for it. */
const runMessage: Handler = (model, { fields }) => {
  const value = object(fields.value)
  const id = text(value.message_id)
  if (id) putRunMessage(model, currentTurn(model), { id, kind: text(value.kind), text: text(value.text), status: value.status === 'late' ? 'late' : 'read' })
}

const stateSnapshot: Handler = (model, { fields }) => {
  model.shared = json(fields.snapshot)
}

/** Ignores a patch that cannot be applied; the next snapshot corrects the state. */
const stateDelta: Handler = (model, { fields }) => {
  const result = applyPatch(model.shared ?? {}, fields.delta)
  if (result.ok) model.shared = result.value
}

const customHandlers = new Map<string, Handler>([
  ['artifact_chunk', artifactChunk],
  ['artifact_stored', artifactStored],
  ['artifact_update', artifactUpdate],
  ['artifact_rejected', artifactRejected],
  ['answer_reset', answerReset],
  ['pause', pause],
  ['budget', budget],
  ['warning', warning],
  ['run_message', runMessage],
])

const custom: Handler = (model, event) => customHandlers.get(text(event.fields.name))?.(model, event)

const handlers = {
  RUN_STARTED: runStarted,
  RUN_FINISHED: runFinished,
  RUN_ERROR: runFailed,
  TEXT_MESSAGE_START: textStart,
  TEXT_MESSAGE_CONTENT: textContent,
  TEXT_MESSAGE_END: textEnd,
  TEXT_MESSAGE_CHUNK: textChunk,
  TOOL_CALL_START: toolStart,
  TOOL_CALL_ARGS: toolArgs,
  TOOL_CALL_END: toolEnd,
  TOOL_CALL_CHUNK: toolChunk,
  TOOL_CALL_RESULT: toolResult,
  REASONING_START: reasoningStart,
  REASONING_MESSAGE_START: reasoningStart,
  REASONING_MESSAGE_CONTENT: reasoningContent,
  REASONING_MESSAGE_CHUNK: reasoningContent,
  REASONING_MESSAGE_END: reasoningEnd,
  REASONING_END: reasoningEnd,
  STATE_SNAPSHOT: stateSnapshot,
  STATE_DELTA: stateDelta,
  MESSAGES_SNAPSHOT: messagesSnapshot,
  ACTIVITY_SNAPSHOT: activitySnapshot,
  ACTIVITY_DELTA: activityDelta,
  CUSTOM: custom,
} satisfies Record<Exclude<`${EventType}`, Listed>, Handler>

const table: ReadonlyMap<string, Handler> = /* @__PURE__ */ new Map<string, Handler>(Object.entries(handlers))

/** Returns the handler of an event type. Unknown types are ignored. Some servers still send the older THINKING_* names. */
export const handlerOf = (type: string): Handler | undefined => table.get(type.replace(/^THINKING_(TEXT_)?/, 'REASONING_'))
