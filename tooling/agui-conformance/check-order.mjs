import { createConversation } from './conversation.mjs'

const terminal = new Set(['RUN_FINISHED', 'RUN_ERROR'])
export const orderRules = [
  'RUN_STARTED first, once',
  'threadId and runId echo the input',
  'exactly one terminal event, and it is last',
  'text: start, content, end',
  'message ids are fresh and not shared between kinds',
  'tools: start, args, end',
  'tools: arguments parse as a JSON object',
  'tools: results name an ended call, once',
  'steps: balanced',
  'reasoning: balanced',
  'state: every delta applies',
  'activity: delta follows a snapshot and applies',
  'timestamps do not go back',
  'everything is closed at RUN_FINISHED',
]

/** Checks the order of the events against the specification, because clients accept many invalid sequences. */
export function checkOrder({ sent, events }, rules) {
  const bad = (rule, problem) => rules.add(`order: ${rule}`, problem)
  for (const rule of orderRules) bad(rule)
  const conversation = createConversation(sent ?? {}, bad)
  let ended = -1
  let latest = Number.NEGATIVE_INFINITY
  for (const [index, event] of events.entries()) {
    if ((event.type === 'RUN_STARTED') !== (index === 0)) bad('RUN_STARTED first, once', `#${index} is ${event.type}`)
    if (ended >= 0) bad('exactly one terminal event, and it is last', `#${index} ${event.type} after ${events[ended].type}`)
    if (event.timestamp < latest) bad('timestamps do not go back', `#${index} ${event.timestamp} < ${latest}`)
    latest = event.timestamp ?? latest
    conversation.feed(event)
    if (terminal.has(event.type) && ended < 0) ended = index
  }
  if (ended < 0) bad('exactly one terminal event, and it is last', 'there is none, which a client would report as success')
  const last = events[ended]
  if (last?.type !== 'RUN_ERROR') checkArguments(conversation.calls, bad)
  return { ...conversation, last }
}

function checkArguments(calls, bad) {
  for (const [id, { name, args }] of calls) {
    if (isObject(args)) continue
    bad('tools: arguments parse as a JSON object', `${name} ${id}: ${JSON.stringify(args.slice(0, 60))}`)
  }
}

function isObject(text) {
  try {
    const value = JSON.parse(text === '' ? '{}' : text)
    return value !== null && typeof value === 'object' && !Array.isArray(value)
  } catch {
    return false
  }
}
