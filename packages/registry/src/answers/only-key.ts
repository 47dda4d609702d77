import { formatPointer, type ValidationIssue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { received } from '../checks/issues.ts'

/** Returns the faults of an answer that must be an object with exactly this key; undefined if there is none. */
export function onlyKey(answer: unknown, key: string): ValidationIssue[] | undefined {
  if (!isRecord(answer)) return [{ code: 'schema_invalid', pointer: '', expected: `an object with ${key}`, received: received(answer) }]
  const issues: ValidationIssue[] = Object.keys(answer)
    .filter((name) => name !== key)
    .slice(0, 20)
    .map((name) => ({ code: 'schema_invalid', pointer: formatPointer([name.slice(0, 64)]), expected: `no key other than ${key}` }))
  if (!Object.hasOwn(answer, key)) issues.push({ code: 'schema_invalid', pointer: `/${key}`, expected: 'a value (required)', received: 'nothing' })
  return issues.length > 0 ? issues : undefined
}
