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
  if (typeof id !== 'string' || id === '' || id.length > maxIdChars) throw invalid('id', `a text of 1 to ${maxIdChars} characters`)
  if (!kinds.includes(kind)) throw invalid('kind', `one of ${kinds.join(', ')}`)
  if (kind === 'pause' || kind === 'resume') return { id, kind }
  if (typeof text !== 'string' || text.trim() === '' || text.length > maxTextChars) throw invalid('text', `a text of 1 to ${maxTextChars} characters`)
  return { id, kind, text }
}

const invalid = (member: string, expected: string) =>
  new PfError('invalid_input', `The ${member} of the message must be ${expected}.`, {
    fields: { issues: [{ code: 'invalid_input', pointer: `/${member}`, expected }] },
  })
