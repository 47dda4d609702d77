import { isRecord, parseJson } from '@pf/core/internal'
import { toProviderError } from '../providers/provider-error.ts'

/** Maximum number of bytes that are read of a response that is not a stream. */
const maxBytes = 32 * 2 ** 20

/** True for a response with a JSON body in place of a stream. */
export const isWhole = (response: Response): boolean => /^application\/(?:[\w.-]+\+)?json\b/i.test(response.headers.get('content-type') ?? '')

/**
 * Reads a response of a server that does not stream, although it was requested to: the completion as one chunk. Rejects with a ProviderError
 * for an error, which some servers send with the status 200. Yields nothing for any other body, and for one that is too large.
 */
export async function* readWholeResponse(response: Response): AsyncGenerator<unknown> {
  const body = parseJson(await textOf(response))
  if (!isRecord(body)) return
  const { error } = body
  if (error !== undefined && error !== null)
    throw toProviderError({ error: { code: 'error_response', ...(isRecord(error) ? error : { message: String(error) }) } })
  if (Array.isArray(body.choices)) yield body
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
