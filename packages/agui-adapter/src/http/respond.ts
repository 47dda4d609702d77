import { type ErrorCode, errorCodes } from '@pf/core'

const privateJson = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** A JSON response that no cache keeps. */
export function json(value: unknown, init: { status?: number; headers?: Record<string, string> } = {}): Response {
  return new Response(JSON.stringify(value), { status: init.status ?? 200, headers: { ...privateJson, ...init.headers } })
}

/** What a refused request is told, beside the status: `{error, code, …}` as in the `error` event of the plain streams. */
export interface Refusal {
  status: number
  code: ErrorCode
  error?: string
  /** Fields of the body, such as `issues` or `run_id`. */
  fields?: Record<string, unknown>
  headers?: Record<string, string>
}

/** The JSON body of an error; without a text of its own it has the cause from the table. */
export function refusal({ status, code, error = errorCodes[code].cause, fields = {}, headers = {} }: Refusal): Response {
  return json({ error, code, ...fields }, { status, headers })
}

/** The one body for what is unknown and for what is somebody else's. */
export const notFound = () => refusal({ status: 404, code: 'not_found' })

/** For a run that cannot be read: one body, and why that may be. */
export const runGone = () =>
  refusal({
    status: 404,
    code: 'not_found',
    error: "No such run is known here: the id is wrong or somebody else's, or its log is gone, as after a restart of a store in memory or after its retention.",
  })

/** Where this server is closing and another one may answer. */
export const closing = () => refusal({ status: 503, code: 'unavailable', error: 'The server is closing. Try again.', headers: { 'retry-after': '1' } })

/** A request that does not have the documented shape, with every place. */
export const invalid = (issues: readonly object[]) => refusal({ status: 400, code: 'invalid_input', fields: { issues } })
