import { type ErrorCode, errorCodes } from '@pf/core'

const privateJson = { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }

/** Creates a JSON response that must not be cached. */
export function jsonResponse(value: unknown, init: { status?: number; headers?: Record<string, string> } = {}): Response {
  return new Response(JSON.stringify(value), { status: init.status ?? 200, headers: { ...privateJson, ...init.headers } })
}

/** An error response: `{error, code, …fields}`, as in the `error` event of the plain streams. */
export interface ErrorResponse {
  status: number
  code: ErrorCode
  error?: string
  /** Further fields of the body, such as `issues` or `run_id`. */
  fields?: Record<string, unknown>
  headers?: Record<string, string>
}

/** Creates an error response. `error` defaults to the cause of the code in the public table. */
export function errorResponse({ status, code, error = errorCodes[code].cause, fields = {}, headers = {} }: ErrorResponse): Response {
  return jsonResponse({ error, code, ...fields }, { status, headers })
}

/** Creates the response for anything that is unknown or belongs to another owner, so that both cases are indistinguishable. */
export const notFound = () => errorResponse({ status: 404, code: 'not_found' })

/** Creates the response for a run that cannot be read, with the possible reasons. */
export const runNotFound = () =>
  errorResponse({
    status: 404,
    code: 'not_found',
    error:
      'The run was not found. The id is wrong or belongs to another owner, or the log was deleted: a memory store loses it at a restart, and other stores delete it after the retention time.',
  })

/** Creates the response of a server that is closing; another server may accept the request. */
export const serverClosing = () =>
  errorResponse({ status: 503, code: 'unavailable', error: 'The server is closing. Try again.', headers: { 'retry-after': '1' } })

/** Creates the response to a request that does not have the documented structure, with one issue for each fault. */
export const invalidInput = (issues: readonly object[]) => errorResponse({ status: 400, code: 'invalid_input', fields: { issues } })

/** Creates a 204 response for an existing resource without content. A 404 is not used, because browsers log it in the console even if the page expects it. */
export const noContent = () => new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })

/** Returns a 204 response if a stream has nothing left to send, which stops a plain EventSource from reconnecting. */
export const noContentWhenEmpty = (first: unknown): Response | undefined => (first ? undefined : noContent())

/** True for the error of a call that was aborted because the client disconnected: the abort reason of the signal, or an AbortError after the abort. */
export function isClientAbort(error: unknown, signal: AbortSignal): boolean {
  if (!signal.aborted) return false
  return error === signal.reason || (error instanceof Error && error.name === 'AbortError')
}
