import { isRecord } from '@pf/core/internal'

/**
 * Returns a `fetch` for a client of the openai package that keeps the text of every error. The client reads only the member `error` of an
 * error body. Mistral, vLLM, FastAPI and others send `{message}` or `{detail}` without it, of which the client only reports "422 status code
 * (no body)"; such a body is wrapped. Other responses are passed on unchanged. `modelOf` uses it in the clients that it creates.
 */
export function fetchWithErrorText(fetch: typeof globalThis.fetch = globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    if (response.status < 400 || !/\bjson\b/i.test(response.headers.get('content-type') ?? '')) return response
    const text = await response.text()
    const { status, statusText, headers } = response
    return new Response(wrapped(text), { status, statusText, headers })
  }
}

function wrapped(text: string): string {
  try {
    const body: unknown = JSON.parse(text)
    if (!isRecord(body) || (body.error !== undefined && body.error !== null)) return text
    return JSON.stringify({ error: { ...body, message: messageOf(body) ?? text } })
  } catch {
    return text
  }
}

/** FastAPI sends `detail`: a text, or a list of `{loc, msg}`. */
function messageOf({ message, detail }: Record<string, unknown>): string | undefined {
  const found = message ?? detail
  if (typeof found === 'string') return found
  if (!Array.isArray(found)) return undefined
  return found.map((item) => (isRecord(item) && typeof item.msg === 'string' ? `${[item.loc].flat().join('.')}: ${item.msg}` : JSON.stringify(item))).join('; ')
}
