import { type NewRunMessage, PfError, type Scope, type SendMessageResult } from '@pf/core'
import { readRunState } from '../state/read-run-state.ts'
import type { Engine } from '../threads/engine.ts'
import { loadRunStatus } from '../threads/thread-status.ts'

/** Maximum length of the text of a message, and of its id, in characters. */
const maxTextChars = 8_000
const maxIdChars = 200

const kinds: readonly unknown[] = ['inject', 'redirect', 'pause', 'resume']

/**
 * Sends a message to a run, regardless of the process that works on it. A run that continued under another id receives it there. Throws
 * PfError `invalid_input` for a message without an id or with an unknown kind, and for a text that is empty, too long, or missing for
 * `inject` and `redirect`.
 */
export async function sendMessage(engine: Engine, { run_id, scope }: { run_id: string; scope: Scope }, message: NewRunMessage): Promise<SendMessageResult> {
  const { agent } = engine
  const checked = checkMessage(message)
  const { storage } = agent.ports
  if (!storage.addMessage || !storage.messages) return 'unsupported'
  const now = await loadRunStatus(agent, scope, run_id)
  if (now.kind === 'free') return (await storage.load(scope, run_id))?.finished ? 'finished' : 'unknown'
  // A run that continues under another id receives messages there, once it has begun.
  if (now.kind === 'handed_over' || now.record.last_seq === 0) return 'unknown'
  const read = readRunState(now.record.state)
  const isJob = read.ok && read.state.background?.kind === 'job'
  const isTask = read.ok && read.state.background?.kind === 'subagent'
  if (isJob || (agent.strategy !== 'react' && !isTask)) return 'unsupported'
  return storage.addMessage(scope, now.record.run_id, checked)
}

function checkMessage({ id, kind, text }: NewRunMessage): NewRunMessage {
  const needsText = kind === 'inject' || kind === 'redirect'
  const isText = (value: unknown, max: number) => typeof value === 'string' && value.trim() !== '' && value.length <= max
  const issues = [
    ...(isText(id, maxIdChars) ? [] : [issue('id', `a text of 1 to ${maxIdChars} characters`)]),
    ...(kinds.includes(kind) ? [] : [issue('kind', `one of ${kinds.join(', ')}`)]),
    ...(!needsText || isText(text, maxTextChars) ? [] : [issue('text', `a text of 1 to ${maxTextChars} characters`)]),
  ]
  if (issues.length === 0) return { id, kind, ...(needsText && text !== undefined ? { text } : {}) }
  const faults = issues.map(({ pointer, expected }) => `${pointer.slice(1)} must be ${expected}`)
  throw new PfError('invalid_input', `The message is not valid: ${faults.join('; ')}.`, { fields: { issues } })
}

const issue = (member: string, expected: string) => ({ code: 'invalid_input', pointer: `/${member}`, expected })
