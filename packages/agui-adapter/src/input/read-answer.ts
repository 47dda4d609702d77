import type { AnswerEnvelope, ValidationIssue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { cleanJson, isDeeperThan } from './clean-json.ts'
import { storable } from './storable.ts'

/** The body of an answer: the named ids, which are strings, and the envelope. */
export type ReadAnswer<K extends string> = { ok: true; ids: Record<K, string>; envelope: AnswerEnvelope } | { ok: false; issues: ValidationIssue[] }

/** Reads an answer from parsed JSON: each of `keys` a non-empty string, and either `result` or `cancelled: true`. Never throws. */
export function readAnswer<K extends string>(body: unknown, keys: readonly K[], maxDepth: number): ReadAnswer<K> {
  const fields = isRecord(body) ? body : {}
  const own = (key: string) => (Object.hasOwn(fields, key) ? fields[key] : undefined)
  const issues = keys.flatMap((key): ValidationIssue[] => (isId(own(key)) ? [] : [expected(`/${key}`, 'a non-empty string')]))
  const envelope = readEnvelope({ cancelled: own('cancelled'), result: own('result') }, maxDepth)
  if (!envelope) issues.push(expected('/result', `result, at most ${maxDepth} levels deep, or cancelled: true, and not both`))
  if (issues.length > 0 || !envelope) return { ok: false, issues }
  return { ok: true, ids: Object.fromEntries(keys.map((key) => [key, storable(String(own(key)))])) as Record<K, string>, envelope }
}

/** An envelope; undefined where it is none. */
export function readEnvelope({ cancelled, result }: { cancelled: unknown; result: unknown }, maxDepth: number): AnswerEnvelope | undefined {
  if (cancelled === true) return result === undefined ? { cancelled: true } : undefined
  if ((cancelled !== undefined && cancelled !== false) || result === undefined || isDeeperThan(result, maxDepth)) return undefined
  return { result: cleanJson(result) }
}

const isId = (value: unknown) => typeof value === 'string' && value !== '' && value.length <= 1_000

const expected = (pointer: string, what: string): ValidationIssue => ({ code: 'invalid_input', pointer, expected: what })
