import type { ComponentFailure, ValidationIssue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { expected, isId } from './answers.ts'
import { storable } from './clean-json.ts'

const keys = ['run_id', 'component_id', 'component', 'reason'] as const

/** A parsed report of a page, or the issues of an invalid one. */
export type ReadComponentFailure = { ok: true; failure: ComponentFailure } | { ok: false; issues: ValidationIssue[] }

/** Reads a report from parsed JSON: four texts of at most 1,000 characters. Never throws. */
export function readComponentFailure(body: unknown): ReadComponentFailure {
  const fields = isRecord(body) ? body : {}
  const wrong = keys.filter((key) => !Object.hasOwn(fields, key) || !isId(fields[key]))
  if (wrong.length > 0) return { ok: false, issues: wrong.map((key) => expected(`/${key}`, 'a text of 1 to 1,000 characters')) }
  return { ok: true, failure: Object.fromEntries(keys.map((key) => [key, storable(String(fields[key]))])) as unknown as ComponentFailure }
}
