import { protocol } from './protocol.mjs'

const nullable = new Set(['value', 'snapshot', 'event'])
const anyVersion = new Set(['success', 'interrupt'])

/** Checks the schema of each event. */
export function checkSchema({ events }, rules, { legacy }) {
  for (const [index, event] of events.entries()) {
    const at = `#${index} ${event.type}`
    const known = protocol.keysByType.get(event.type)
    const keys = known ? Object.keys(event) : []
    const nulls = keys.filter((key) => event[key] === null && !nullable.has(key))
    rules.add('schema: every event is valid for @ag-ui/core', faultOf(event, at))
    rules.add(
      'schema: no unknown property (1.0 clients strip them)',
      listed(
        at,
        keys.filter((key) => !known.has(key)),
      ),
    )
    rules.add('schema: no null in an optional field', listed(at, nulls))
    if (legacy) rules.add('legacy: only what a 0.0.59 client accepts', listed(at, newerThings(event)))
  }
}

function faultOf(event, at) {
  const result = protocol.EventSchemas.safeParse(event)
  if (result.success) return ''
  return `${at}: ${result.error.issues
    .slice(0, 2)
    .map(({ path, message }) => `${path.join('.')} ${message}`)
    .join('; ')}`
}

function newerThings({ type, outcome, content }) {
  return [
    ...(outcome && !anyVersion.has(outcome.type) ? [`outcome ${outcome.type}`] : []),
    ...(outcome?.pendingToolCallIds ? ['outcome.pendingToolCallIds'] : []),
    ...(type === 'TOOL_CALL_RESULT' && typeof content !== 'string' ? ['content in parts'] : []),
  ]
}

const listed = (at, names) => (names.length > 0 ? `${at}: ${names.join(', ')}` : '')
