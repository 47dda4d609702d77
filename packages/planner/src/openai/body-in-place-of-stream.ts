import { isRecord, parseJson } from '@pf/core/internal'
import { toProviderError } from '../providers/provider-error.ts'

/** Maximum number of bytes that are read of a response that is not a stream. */
const maxBytes = 2 ** 20

/** True for a response with a JSON body in place of a stream. */
export const isJsonResponse = (response: Response): boolean => /^application\/(?:[\w.-]+\+)?json\b/i.test(response.headers.get('content-type') ?? '')

/**
 * Returns the completion in a JSON body, of servers that ignore `stream`; undefined for any other body and for one of more than a megabyte.
 * Throws the error in it, which some servers send with the status 200.
 */
export async function readBody(response: Response): Promise<unknown> {
  const body = parseJson(await textOf(response))
  if (!isRecord(body)) return undefined
  const { error, choices } = body
  if (error !== undefined && error !== null)
    throw toProviderError({ error: { code: 'error_response', ...(isRecord(error) ? error : { message: String(error) }) } })
  return Array.isArray(choices) && choices.some(isRecord) ? body : undefined
}

async function textOf({ body }: Response): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.byteLength
    if (bytes > maxBytes) return ''
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
}
