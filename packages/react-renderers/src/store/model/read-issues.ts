import type { ValidationIssue } from '@pf/core'
import { arrayOrEmpty, isRecord } from '@pf/core/internal'
import { name, omitUndefined, text } from './read.ts'

const LIMIT = 20
const short = (value: unknown) => {
  const found = name(value)
  return found === undefined ? undefined : found.slice(0, 200).toWellFormed()
}

/** Reads validation issues from the wire: at most 20, and at most 200 characters of each field. */
export function readIssues(value: unknown): ValidationIssue[] {
  return arrayOrEmpty(value)
    .filter(isRecord)
    .slice(0, LIMIT)
    .map((issue) =>
      omitUndefined({
        code: text(issue.code).slice(0, 60) || 'schema_invalid',
        pointer: text(issue.pointer).slice(0, 200).toWellFormed(),
        expected: short(issue.expected),
        received: short(issue.received),
        suggestion: short(issue.suggestion),
      }),
    )
}
