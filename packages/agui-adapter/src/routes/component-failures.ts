import type { ComponentFailure, ValidationIssue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { readJson } from '../http/request.ts'
import { invalidInput, jsonResponse } from '../http/response.ts'
import { expected, isId } from '../input/answers.ts'
import { storable } from '../input/clean-json.ts'
import type { RouteHandler } from '../runs/context.ts'

const keys = ['run_id', 'component_id', 'component', 'reason'] as const

/** A parsed failure report, or the issues of an invalid one. */
type ReadComponentFailure = { ok: true; failure: ComponentFailure } | { ok: false; issues: ValidationIssue[] }

/** Reads a report from parsed JSON: four strings of at most 1,000 characters. Never throws. */
function readComponentFailure(body: unknown): ReadComponentFailure {
  const fields = isRecord(body) ? body : {}
  const wrong = keys.filter((key) => !Object.hasOwn(fields, key) || !isId(fields[key]))
  if (wrong.length > 0) return { ok: false, issues: wrong.map((key) => expected(`/${key}`, 'a string of 1 to 1,000 characters')) }
  return { ok: true, failure: Object.fromEntries(keys.map((key) => [key, storable(String(fields[key]))])) as unknown as ComponentFailure }
}

/**
 * POST /ui/components/failures: reports that a page could not render a component. `delivered` is true if the run receives the report before its
 * next step. It is false for a run that has ended, is unknown or belongs to another owner; the page then sends the report with its next
 * request.
 */
export const postComponentFailure: RouteHandler = async ({ agent, limits }, { request, scope }) => {
  const body = await readJson(request, limits.bodyBytes)
  if ('response' in body) return body.response
  const read = readComponentFailure(body.value)
  if (!read.ok) return invalidInput(read.issues)
  return jsonResponse({ delivered: (await agent.componentFailed?.(read.failure, scope)) === true })
}
