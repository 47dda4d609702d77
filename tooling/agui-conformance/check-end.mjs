import { isDeepStrictEqual } from 'node:util'

/** Checks the end of the run, its open calls and its interrupts. */
export function checkEnd({ sent }, { calls, last }, rules, { expect, frontend, first }) {
  const open = [...calls].filter(([, { result }]) => result === undefined).map(([id, { name }]) => ({ id, name }))
  const interrupts = last?.outcome?.type === 'interrupt' ? last.outcome.interrupts : []
  const kind = kindOf(last, { open, interrupts })
  const fits = expect && first ? kind === expect : expect || (kind !== 'error' && kind !== 'none')
  rules.add('end: kind of end is the expected one', fits ? '' : `run ended as ${kind}${last?.message ? ` (${last.message})` : ''}`)
  if (last?.type === 'RUN_FINISHED') {
    const front = new Set([...(sent?.tools ?? []).map(({ name }) => name), ...frontend])
    checkOpen(rules, { open, interrupts, front })
    checkInterrupts(rules, { interrupts, calls, front })
    const named = last.outcome?.pendingToolCallIds
    const equal = !named || isDeepStrictEqual([...named].sort(), open.map(({ id }) => id).sort())
    rules.add('end: pendingToolCallIds equals the unanswered calls', equal ? '' : `${named}`)
  }
  return { kind, open, interrupts }
}

function kindOf(last, { open, interrupts }) {
  if (!last) return 'none'
  if (last.type === 'RUN_ERROR') return 'error'
  if (interrupts.length > 0) return 'interrupt'
  if (last.outcome?.type === 'cancelled') return 'cancelled'
  return open.length > 0 ? 'pending' : 'success'
}

function checkOpen(rules, { open, interrupts, front }) {
  const covered = new Set(interrupts.map(({ toolCallId }) => toolCallId))
  const forgotten = open.filter(({ id, name }) => !front.has(name) && !covered.has(id))
  rules.add('end: every call is answered, or the front end owns it, or an interrupt covers it', forgotten.map(({ id, name }) => `${name} ${id}`).join(', '))
}

function checkInterrupts(rules, { interrupts, calls, front }) {
  const list = (found) => found.map(({ id }) => id).join(', ')
  rules.add('end: interrupt ids are unique', new Set(interrupts.map(({ id }) => id)).size === interrupts.length ? '' : 'duplicate interrupt id')
  rules.add('end: interrupts name a call of this run', list(interrupts.filter(({ toolCallId }) => toolCallId && !calls.has(toolCallId))))
  rules.add('end: a front-end tool is not also an interrupt', list(interrupts.filter(({ toolCallId }) => front.has(calls.get(toolCallId)?.name))))
}
