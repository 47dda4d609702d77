import { type ErrorCode, PfError } from '@pf/core'
import { isRecord } from '@pf/core/internal'

const codesByStatus = new Map<number, ErrorCode>([
  [400, 'invalid_input'],
  [401, 'unauthorized'],
  [403, 'forbidden_origin'],
  [404, 'not_found'],
  [409, 'busy'],
  [410, 'gone'],
  [413, 'too_large'],
  [415, 'unsupported_media_type'],
  [429, 'rate_limited'],
])

/** Codes that pf's server sends in a body. They are more specific than the status. */
const serverCodes = new Set<unknown>([
  'busy',
  'conflict',
  'forbidden_origin',
  'gone',
  'invalid_input',
  'not_found',
  'rate_limited',
  'too_large',
  'unauthorized',
  'unavailable',
  'unsupported_media_type',
] satisfies ErrorCode[])

/** Converts an error response to a PfError. Fields such as `issues` and `run_id` come from the body. */
export async function toPfError(response: Response): Promise<PfError> {
  const body: unknown = await response.json().catch(() => undefined)
  const fields = isRecord(body) ? body : {}
  const text = typeof fields.error === 'string' ? fields.error : `The server responded with status ${response.status}.`
  const code = serverCodes.has(fields.code) ? (fields.code as ErrorCode) : (codesByStatus.get(response.status) ?? 'network')
  return new PfError(code, text.slice(0, 200), { fields: { ...fields, status: response.status } })
}

/**
 * Reads the body of a JSON response. Throws PfError with the code of an error response, `not_found` for 204, `network`, or `protocol` for a
 * body that is not JSON.
 */
async function readJson(request: Promise<Response>): Promise<unknown> {
  const response = await request.catch((cause: unknown) => {
    throw networkError(cause)
  })
  if (!response.ok) throw await toPfError(response)
  if (response.status === 204) throw new PfError('not_found', 'The server did not find the requested resource.')
  return response.json().catch((cause: unknown) => {
    throw new PfError('protocol', `${response.url} did not answer with JSON. Check the proxy.`, {
      cause,
    })
  })
}

/** Creates the error of a request that did not reach the server. */
export const networkError = (cause?: unknown) =>
  new PfError('network', 'The server could not be reached. Check the connection and try again.', cause === undefined ? {} : { cause })

/**
 * Returns the time after which the server accepts the request, in milliseconds; 0 if the response does not specify it. A date in the header
 * is not used, because it requires that the clocks of client and server agree.
 */
export function retryAfterMs({ headers }: Response): number {
  const seconds = /^\d{1,9}$/.exec(headers.get('retry-after')?.trim() ?? '')?.[0]
  return seconds === undefined ? 0 : Number(seconds) * 1_000
}

/**
 * Maximum wait in milliseconds for a server that specifies the time of the next attempt. A request that would have to wait longer fails
 * with the error of the server.
 */
export const maxWaitMs = 60_000

/** Returns the error of a response, or undefined for one that may succeed if it is retried (429 and 5xx). */
export async function permanentError(response: Response): Promise<PfError | undefined> {
  if (retryAfterMs(response) > maxWaitMs) return toPfError(response)
  if (response.status === 429 || response.status >= 500) {
    // Not awaited, because the body of a cloned response is cancelled only after both clones have been cancelled.
    void response.body?.cancel().catch(() => {})
    return undefined
  }
  return toPfError(response)
}

/** The required type of a field. */
type FieldType = 'boolean' | 'number' | 'string' | 'list' | 'object'

const typeChecks = {
  boolean: (value) => typeof value === 'boolean',
  number: (value) => Number.isFinite(value),
  string: (value) => typeof value === 'string' && value !== '',
  list: Array.isArray,
  object: isRecord,
} satisfies Record<FieldType, (value: unknown) => boolean>

/** Reads a JSON response with the given fields. Throws PfError with the code of an error response, `network`, or `protocol` for any other response. */
export async function readResult<T extends object>(request: Promise<Response>, fields: { [K in keyof T]?: FieldType }): Promise<T> {
  const body = await readJson(request)
  if (
    isRecord(body) &&
    Object.entries<FieldType | undefined>(fields).every(([name, type]) => type && Object.hasOwn(body, name) && typeChecks[type](body[name]))
  )
    return body as T
  throw new PfError('protocol', 'The response of the server has an unexpected structure. Check the address of the server.')
}

/** Converts a `not_found` error to undefined. */
export function undefinedIfNotFound<T>(result: Promise<T>): Promise<T | undefined> {
  return result.catch((error: unknown) => {
    if (PfError.isInstance(error) && error.code === 'not_found') return undefined
    throw error
  })
}
