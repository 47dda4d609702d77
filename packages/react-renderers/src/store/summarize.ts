import { isRecord } from '@pf/core'
import { list, number, object, text } from './read.ts'

type Summary = (fields: Record<string, unknown>) => string

const LIMIT = 120
const delta: Summary = (fields) => `${text(fields.delta).length} characters`
const messageId: Summary = (fields) => text(fields.messageId)
const call: Summary = (fields) => text(fields.toolCallId)
const step: Summary = (fields) => text(fields.stepName)

const custom: Record<string, Summary> = {
  artifact_chunk: (value) =>
    `${text(object(value.chunk).component) || text(value.artifact_type)} ${value.done === true ? 'done' : `part ${number(value.seq) ?? 0}`}`,
  artifact_stored: (value) => `${text(value.media_type)} ${number(value.bytes) ?? 0} bytes`,
  artifact_update: (value) => `${text(value.id)} version ${number(value.version) ?? 0}`,
  artifact_rejected: (value) =>
    list(value.errors)
      .map((error) => text(object(error).code))
      .join(' '),
  answer_reset: (value) => `attempt ${number(value.attempt) ?? 0} ${text(value.reason)}`,
  pause: (value) =>
    list(value.interactions)
      .map((item) => text(object(item).component))
      .join(' '),
  warning: (value) => `${text(value.code)} ${text(value.text)}`,
  repair: (value) => `${text(value.kind)} attempt ${number(value.attempt) ?? 0}`,
}

const summaries: Record<string, Summary> = {
  RUN_STARTED: (fields) => text(fields.runId),
  RUN_FINISHED: (fields) => text(object(fields.outcome).type) || text(object(fields.result).route) || 'success',
  RUN_ERROR: (fields) => `${text(fields.code)} ${text(fields.message)}`,
  STEP_STARTED: step,
  STEP_FINISHED: step,
  TEXT_MESSAGE_START: messageId,
  TEXT_MESSAGE_CONTENT: delta,
  TEXT_MESSAGE_CHUNK: delta,
  REASONING_MESSAGE_CONTENT: delta,
  REASONING_MESSAGE_CHUNK: delta,
  TOOL_CALL_START: (fields) => text(fields.toolCallName),
  TOOL_CALL_ARGS: delta,
  TOOL_CALL_END: call,
  TOOL_CALL_RESULT: (fields) => (typeof fields.content === 'string' ? `${fields.content.length} characters` : ''),
  ACTIVITY_SNAPSHOT: (fields) => text(fields.activityType),
  ACTIVITY_DELTA: (fields) => text(fields.activityType),
  STATE_DELTA: (fields) => `${list(fields.delta).length} operations`,
  MESSAGES_SNAPSHOT: (fields) => `${list(fields.messages).length} messages`,
  CUSTOM: (fields) => {
    const name = text(fields.name)
    const more = Object.hasOwn(custom, name) && isRecord(fields.value) ? custom[name] : undefined
    return more ? `${name} ${more(fields.value as Record<string, unknown>)}` : name
  },
}

/** A few words about an event: names, counts and sizes, never content; at most 120 characters. */
export function summarize(type: string, fields: Record<string, unknown>): string {
  const summary = Object.hasOwn(summaries, type) ? summaries[type] : undefined
  const words = summary ? summary(fields).trim() : ''
  return words.length > LIMIT ? `${words.slice(0, LIMIT - 1).toWellFormed()}…` : words
}
