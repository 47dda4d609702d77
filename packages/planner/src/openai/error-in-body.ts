import { isRecord, parseJson } from '@pf/core/internal'
import { type ProviderError, toProviderError } from '../providers/provider-error.ts'

/** Maximum number of bytes that are read of a response that is not a stream. */
const maxBytes = 2 ** 20

/** True for a response with a JSON body in place of a stream. */
export const isJsonResponse = (response: Response): boolean => /^application\/(?:[\w.-]+\+)?json\b/i.test(response.headers.get('content-type') ?? '')

/** Returns the error in a JSON body, which some servers send with the status 200; undefined for any other body and for one of more than a megabyte. */
export async function errorInBody(response: Response): Promise<ProviderError | undefined> {
  const body = parseJson(await textOf(response))
  const error = isRecord(body) ? body.error : undefined
  if (error === undefined || error === null) return undefined
  return toProviderError({ error: { code: 'error_response', ...(isRecord(error) ? error : { message: String(error) }) } })
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
