import type { AgentInput, ValidationIssue } from '@pf/core'
import { isLongerThan, isRecord } from '@pf/core/internal'
import { readEnvelope, unsafeKeyRule } from './answers.ts'
import { findUnsafeKey, readId, storable } from './clean-json.ts'
import type { InputLimits } from './limits.ts'

type Answers = NonNullable<AgentInput['answers']>

/** A turn of the plain chat route. The server creates missing ids. */
export interface ChatTurn {
  thread_id?: string
  run_id?: string
  message: string
  answers: Answers
}

/** Reads `{thread_id?, run_id?, message, answers?}` from parsed JSON. `message` is optional if there are answers. Never throws. */
export function parseChat(body: unknown, limits: InputLimits): { ok: true; turn: ChatTurn } | { ok: false; issues: ValidationIssue[] } {
  const issues: ValidationIssue[] = []
  const refuse = (pointer: string, expected: string): undefined => void issues.push({ code: 'invalid_input', pointer, expected })
  if (!isRecord(body)) return { ok: false, issues: [{ code: 'invalid_input', pointer: '', expected: 'an object' }] }
  const own = (key: string) => (Object.hasOwn(body, key) ? body[key] : undefined) ?? undefined
  const ids = (['thread_id', 'run_id'] as const).flatMap((key): [string, string][] => {
    const value = own(key)
    if (value === undefined) return []
    const id = readId(value, limits.idLength)
    return id === undefined ? (refuse(`/${key}`, `1 to ${limits.idLength} characters without control characters`) ?? []) : [[key, id]]
  })
  const rawAnswers = own('answers')
  const answers = rawAnswers === undefined ? [] : readAnswers(rawAnswers, limits.depth)
  if (!answers) refuse('/answers', 'a list of {interaction_id, result} or {interaction_id, cancelled: true}')
  for (const pointer of answers ? unsafeKeysOf(rawAnswers) : []) refuse(pointer, unsafeKeyRule)
  const message = own('message') ?? (answers?.length ? '' : undefined)
  const text = typeof message === 'string' ? storable(message) : undefined
  if (text === undefined || (text.trim() === '' && !answers?.length)) refuse('/message', 'a non-empty string')
  else if (isLongerThan(text, limits.messageBytes)) refuse('/message', `at most ${limits.messageBytes} bytes`)
  if (issues.length > 0 || text === undefined || !answers) return { ok: false, issues }
  return { ok: true, turn: { ...Object.fromEntries(ids), message: text, answers } }
}

const maxAnswers = 100

function readAnswers(value: unknown, maxDepth: number): Answers | undefined {
  if (!Array.isArray(value) || value.length > maxAnswers) return undefined
  const read = value.flatMap((entry) => readEntry(entry, maxDepth) ?? [])
  return read.length === value.length ? read : undefined
}

/** Returns the pointers of keys that could change a prototype, at most one for each answer. The answers must be valid otherwise. */
function unsafeKeysOf(answers: unknown): string[] {
  if (!Array.isArray(answers)) return []
  return answers.flatMap(({ result }, index) => findUnsafeKey(result, `/answers/${index}/result`) ?? [])
}

function readEntry(entry: unknown, maxDepth: number): Answers[number] | undefined {
  if (!isRecord(entry) || typeof entry.interaction_id !== 'string') return undefined
  const envelope = readEnvelope({ cancelled: entry.cancelled, result: entry.result }, maxDepth)
  return envelope && { ref: { interaction_id: storable(entry.interaction_id) }, envelope }
}
