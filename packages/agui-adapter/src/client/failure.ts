import { type ErrorCode, PfError } from '@pf/core'
import { isRecord } from '@pf/core/internal'

const codes = new Map<number, ErrorCode>([
  [400, 'invalid_input'],
  [401, 'unauthorized'],
  [403, 'forbidden_origin'],
  [404, 'not_found'],
  [409, 'busy'],
  [410, 'gone'],
  [413, 'too_large'],
  [415, 'unsupported_media_type'],
])

/** Codes that a server of ours says in a body; they tell more than the status does. */
const said = new Set<unknown>([
  'busy',
  'conflict',
  'forbidden_origin',
  'gone',
  'invalid_input',
  'not_found',
  'too_large',
  'unauthorized',
  'unavailable',
  'unsupported_media_type',
] satisfies ErrorCode[])

/** The error that a refused request stands for; fields such as `issues` and `run_id` come from the body. */
export async function failureOf(response: Response): Promise<PfError> {
  const body: unknown = await response.json().catch(() => undefined)
  const fields = isRecord(body) ? body : {}
  const text = typeof fields.error === 'string' ? fields.error : `The server answered ${response.status}.`
  const code = said.has(fields.code) ? (fields.code as ErrorCode) : (codes.get(response.status) ?? 'network')
  return new PfError(code, text.slice(0, 200), { fields: { ...fields, status: response.status } })
}

/** The body of a JSON answer. Throws PfError: the server's refusal, or `network`. */
export async function readJson(asked: Promise<Response>): Promise<unknown> {
  const response = await asked.catch((cause: unknown) => {
    throw unreachable(cause)
  })
  if (!response.ok) throw await failureOf(response)
  return response.json().catch((cause: unknown) => {
    throw new PfError('protocol', 'The server answered without JSON.', { cause })
  })
}

/** The server could not be reached, or not any more. */
export const unreachable = (cause?: unknown) =>
  new PfError('network', 'The server could not be reached. Check the connection and try again.', cause === undefined ? {} : { cause })

/** The failure, or undefined where trying again may help. */
export async function permanent(response: Response): Promise<PfError | undefined> {
  if (response.status === 429 || response.status >= 500) {
    // Not awaited: half of a body that is read twice is cancelled only when the other half is.
    void response.body?.cancel().catch(() => {})
    return undefined
  }
  return failureOf(response)
}
