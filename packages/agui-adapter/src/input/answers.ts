import type { AgentInput, AnswerEnvelope, ValidationIssue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { cleanJson, findUnsafeKey, isDeeperThan, storable, unsafeKeyNames } from './clean-json.ts'
import { type Findings, warn } from './issues.ts'

type Answer = NonNullable<AgentInput['answers']>[number]

const maxAnswers = 100

/** Reads answers to interrupts. An invalid entry is dropped with a warning, because an error status would end the thread in third-party clients. */
export function readResume(findings: Findings, value: unknown): Answer[] {
  if (value === undefined || value === null) return []
  const entries = Array.isArray(value) ? value.slice(0, maxAnswers) : [value]
  if (Array.isArray(value) && value.length > maxAnswers)
    warn(findings, 'resume_dropped', `Of ${value.length} resume entries, all after the first ${maxAnswers} were dropped.`)
  return entries.flatMap((entry) => {
    const answer = readResumeEntry(entry)
    if (!answer) warn(findings, 'resume_dropped', 'A resume entry without interruptId or with an unknown status was dropped.')
    else if (findUnsafeKey((entry as { payload?: unknown }).payload) !== undefined)
      warn(findings, 'answer_keys_dropped', `Keys of an answer that could change a prototype were dropped: ${unsafeKeyNames}.`)
    return answer ?? []
  })
}

function readResumeEntry(entry: unknown): Answer | undefined {
  if (!isRecord(entry) || typeof entry.interruptId !== 'string') return undefined
  const ref = { interaction_id: storable(entry.interruptId) }
  if (entry.status === 'cancelled') return { ref, envelope: { cancelled: true } }
  if (entry.status === 'resolved') return { ref, envelope: { result: cleanJson(entry.payload ?? null) } }
  return undefined
}

/** A parsed answer: the requested ids and the envelope, or the issues of an invalid one. */
export type ReadAnswer<K extends string> = { ok: true; ids: Record<K, string>; envelope: AnswerEnvelope } | { ok: false; issues: ValidationIssue[] }

/** Reads an answer from parsed JSON. Each of `keys` must be a non-empty string, and there must be either `result` or `cancelled: true`. Never throws. */
export function readAnswer<K extends string>(body: unknown, keys: readonly K[], maxDepth: number): ReadAnswer<K> {
  const fields = isRecord(body) ? body : {}
  const own = (key: string) => (Object.hasOwn(fields, key) ? fields[key] : undefined)
  const issues = keys.flatMap((key): ValidationIssue[] => (isId(own(key)) ? [] : [expected(`/${key}`, 'a non-empty string')]))
  const envelope = readEnvelope({ cancelled: own('cancelled'), result: own('result') }, maxDepth)
  const unsafe = envelope && findUnsafeKey(own('result'), '/result')
  if (unsafe !== undefined) issues.push(expected(unsafe, unsafeKeyRule))
  if (!envelope) issues.push(expected('/result', `result, at most ${maxDepth} levels deep, or cancelled: true, and not both`))
  if (issues.length > 0 || !envelope) return { ok: false, issues }
  return { ok: true, ids: Object.fromEntries(keys.map((key) => [key, storable(String(own(key)))])) as Record<K, string>, envelope }
}

/** What is expected of a key that could change a prototype. Such answers are refused, because an answer without the key would be another answer. */
export const unsafeKeyRule = `a key other than ${unsafeKeyNames}`

/** Reads an envelope, without keys that could change a prototype. Returns undefined for an invalid one. */
export function readEnvelope({ cancelled, result }: { cancelled: unknown; result: unknown }, maxDepth: number): AnswerEnvelope | undefined {
  if (cancelled === true) return result === undefined ? { cancelled: true } : undefined
  if ((cancelled !== undefined && cancelled !== false) || result === undefined || isDeeperThan(result, maxDepth)) return undefined
  return { result: cleanJson(result) }
}

export const isId = (value: unknown) => typeof value === 'string' && value !== '' && value.length <= 1_000

export const expected = (pointer: string, what: string): ValidationIssue => ({ code: 'invalid_input', pointer, expected: what })
