import type { ValidationIssue } from '@pf/core'
import { isRecord } from '@pf/core/internal'

/** What a reader of input collects: faults that refuse it, and notices for the developer. */
export interface Findings {
  /** 1.0 senders are held to the protocol; older ones write null for what they leave out. */
  strict: boolean
  issues: ValidationIssue[]
  warnings: InputWarning[]
}

/** Something that was left out or put right, and where. */
export interface InputWarning {
  code: string
  text: string
}

const maxFindings = 50

/** Notes a fault at a JSON Pointer; never the value itself. */
export function refuse(findings: Findings, pointer: string, { expected, received }: { expected: string; received: unknown }): undefined {
  if (findings.issues.length < maxFindings) findings.issues.push({ code: 'invalid_input', pointer, expected, received: kindOf(received) })
}

/** Notes something for the developer, once for each text. */
export function warn(findings: Findings, code: string, text: string): void {
  if (findings.warnings.length < maxFindings && !findings.warnings.some((known) => known.text === text)) findings.warnings.push({ code, text })
}

/** An own field; a null from an older client reads as absent. */
export function field(findings: Findings, record: Record<string, unknown>, key: string): unknown {
  const value = Object.hasOwn(record, key) ? record[key] : undefined
  return value === null && !findings.strict ? undefined : value
}

/** The JSON kind of a value. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  return isRecord(value) ? 'object' : typeof value
}
