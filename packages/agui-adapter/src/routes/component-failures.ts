import type { ComponentFailure, ValidationIssue } from '@pf/core'
import { isRecord } from '@pf/core/internal'
import { readJson } from '../http/request.ts'
import { invalidInput, jsonResponse } from '../http/response.ts'
import { expected, isId } from '../input/answers.ts'
import { storable } from '../input/clean-json.ts'
import type { RouteHandler } from '../runs/context.ts'

const keys = ['run_id', 'component_id', 'component', 'reason'] as const

/** A parsed report of a page, or the issues of an invalid one. */
type ReadComponentFailure = { ok: true; failure: ComponentFailure } | { ok: false; issues: ValidationIssue[] }

/** Reads a report from parsed JSON: four texts of at most 1,000 characters. Never throws. */
function readComponentFailure(body: unknown): ReadComponentFailure {
  const fields = isRecord(body) ? body : {}
  const wrong = keys.filter((key) => !Object.hasOwn(fields, key) || !isId(fields[key]))
  if (wrong.length > 0) return { ok: false, issues: wrong.map((key) => expected(`/${key}`, 'a text of 1 to 1,000 characters')) }
  return { ok: true, failure: Object.fromEntries(keys.map((key) => [key, storable(String(fields[key]))])) as unknown as ComponentFailure }
}

/**
 * POST /ui/components/failures: a page could not draw a component. `told`: the run reads it before its next step. A run that is over, unknown
 * or of another owner gives the same `false`, which is no error: the page tells it with its next request.
 */
export const postComponentFailure: RouteHandler = async ({ agent, limits }, { request, scope }) => {
  const body = await readJson(request, limits.bodyBytes)
  if ('response' in body) return body.response
  const read = readComponentFailure(body.value)
  if (!read.ok) return invalidInput(read.issues)
  return jsonResponse({ told: (await agent.componentFailed?.(read.failure, scope)) === true })
}
