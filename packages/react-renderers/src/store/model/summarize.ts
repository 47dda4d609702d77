import { arrayOrEmpty, truncateText } from '@pf/core/internal'
import { number, object, text } from './read.ts'

type Fields = Record<string, unknown>
/** The summary of an event: `$field` is its text, `#field` its number, `%field` its length, `@field.key` the texts under a key in a list. */
type Summary = string | ((fields: Fields) => string)

const LIMIT = 120
const DELTA = '%delta characters'

const custom: Readonly<Record<string, Summary>> = {
  artifact_chunk: ({ chunk, artifact_type, done, seq }) =>
    `${text(object(chunk).component) || text(artifact_type)} ${done === true ? 'done' : `part ${number(seq) ?? 0}`}`,
  artifact_stored: '$media_type #bytes bytes',
  artifact_update: '$id version #version',
  artifact_rejected: '@errors.code',
  answer_reset: 'attempt #attempt $reason',
  pause: '@interactions.component',
  warning: '$code $text',
  repair: '$kind attempt #attempt',
}

const summaries: Readonly<Record<string, Summary>> = {
  RUN_STARTED: '$runId',
  RUN_FINISHED: ({ outcome, result }) => text(object(outcome).type) || text(object(result).route) || 'success',
  RUN_ERROR: '$code $message',
  STEP_STARTED: '$stepName',
  STEP_FINISHED: '$stepName',
  TEXT_MESSAGE_START: '$messageId',
  TEXT_MESSAGE_CONTENT: DELTA,
  TEXT_MESSAGE_CHUNK: DELTA,
  REASONING_MESSAGE_CONTENT: DELTA,
  REASONING_MESSAGE_CHUNK: DELTA,
  TOOL_CALL_START: '$toolCallName',
  TOOL_CALL_ARGS: DELTA,
  TOOL_CALL_END: '$toolCallId',
  TOOL_CALL_RESULT: ({ content }) => (typeof content === 'string' ? `${content.length} characters` : ''),
  ACTIVITY_SNAPSHOT: '$activityType',
  ACTIVITY_DELTA: '$activityType',
  STATE_DELTA: '%delta operations',
  MESSAGES_SNAPSHOT: '%messages messages',
  CUSTOM: ({ name, value }) => `${text(name)} ${write(custom, text(name), object(value))}`,
}

function write(known: typeof custom, key: string, fields: Fields): string {
  const summary = (Object.hasOwn(known, key) && known[key]) || ''
  return typeof summary === 'function' ? summary(fields) : summary.replace(/([$#%@])(\w+)\.?(\w*)/g, (_, sign, field, of) => word(sign, fields[field], of))
}

function word(sign: string, value: unknown, key: string): string {
  if (sign === '$') return text(value)
  if (sign === '#') return String(number(value) ?? 0)
  if (sign === '%') return String(text(value).length || arrayOrEmpty(value).length)
  return arrayOrEmpty(value)
    .map((item) => text(object(item)[key]))
    .join(' ')
}

/** Returns a short description of an event: names, counts and sizes, never content, with at most 120 characters. */
export function summarize(type: string, fields: Fields): string {
  const summary = write(summaries, type, fields).trim()
  return truncateText(summary, LIMIT)
}
