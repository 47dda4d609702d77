import type { ChatMessage, ValidationIssue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import type { IncomingFile } from './incoming-file.ts'

/** The results of reading an input: issues that refuse it, and warnings for the developer. */
export interface Findings {
  /** True for clients of 1.0 and later. Older clients write null for missing fields. */
  strict: boolean
  issues: ValidationIssue[]
  warnings: InputWarning[]
  /** The files in messages of the user, by message. */
  files: Map<ChatMessage, IncomingFile[]>
}

/** A part of a request that was dropped or corrected. */
export interface InputWarning {
  code: string
  text: string
}

const maxFindings = 50

/** Adds an issue at a JSON Pointer. The value itself is never included. */
export function refuse(findings: Findings, pointer: string, { expected, received }: { expected: string; received: unknown }): undefined {
  if (findings.issues.length < maxFindings) findings.issues.push({ code: 'invalid_input', pointer, expected, received: jsonTypeOf(received) })
}

/** Adds a warning. A repeated text is added once. */
export function warn(findings: Findings, code: string, text: string): void {
  if (findings.warnings.length < maxFindings && !findings.warnings.some((known) => known.text === text)) findings.warnings.push({ code, text })
}

/** Reads an own field. A null of an older client is treated as missing. */
export function field(findings: Findings, record: Record<string, unknown>, key: string): unknown {
  const value = Object.hasOwn(record, key) ? record[key] : undefined
  return value === null && !findings.strict ? undefined : value
}

/** Returns the JSON type of a value. */
export function jsonTypeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return isRecord(value) ? 'object' : typeof value
}
