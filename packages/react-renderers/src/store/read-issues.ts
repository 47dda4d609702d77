import { isRecord, type ValidationIssue } from '@pf/core'
import { list, name, optional, text } from './read.ts'

const LIMIT = 20
const short = (value: unknown) => {
  const found = name(value)
  return found === undefined ? undefined : found.slice(0, 200).toWellFormed()
}

/** Reads validation issues off the wire: at most 20, each field at most 200 characters. */
export function readIssues(value: unknown): ValidationIssue[] {
  return list(value)
    .filter(isRecord)
    .slice(0, LIMIT)
    .map((issue) => ({
      code: text(issue.code).slice(0, 60) || 'schema_invalid',
      pointer: text(issue.pointer).slice(0, 200).toWellFormed(),
      ...optional('expected', short(issue.expected)),
      ...optional('received', short(issue.received)),
      ...optional('suggestion', short(issue.suggestion)),
    }))
}
