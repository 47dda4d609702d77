/** Where the server is and how it is reached. */
export interface RunClientOptions {
  /** Prefix of every route: an origin, a path, or nothing for the page's own origin. */
  baseUrl?: string
  fetch?: typeof fetch
  /** Added to every request; a function is asked each time, for tokens that expire. */
  headers?: Record<string, string> | (() => Record<string, string>)
  /** As for `fetch`; `include` for cookies of another origin. */
  credentials?: RequestCredentials
  /** Attempts in a row without a new event, or a ping on a connection that held for a second, before a stream gives up. Default 8. */
  maxAttempts?: number
  /** First delay in milliseconds between attempts; the server's `retry` replaces it, but for less than 100. Doubles up to 10 s. Default 500. */
  retryMs?: number
  /** Silence in milliseconds after which a connection counts as dead; the server pings every 15 s. Default 45,000. */
  idleMs?: number
}

/** Sends a request to one of the routes. */
export type Send = (path: string, init?: RequestInit) => Promise<Response>

/** Makes the one way in which this client asks. */
export function createSend({ baseUrl = '', fetch: given, headers = {}, credentials }: RunClientOptions): Send {
  const base = baseUrl.replace(/\/+$/, '')
  return (path, init = {}) => {
    const ask = given ?? globalThis.fetch
    const own = typeof headers === 'function' ? headers() : headers
    const given_headers = { ...own, ...(init.headers as Record<string, string> | undefined) }
    return ask(`${base}${path}`, { ...init, headers: given_headers, ...(credentials ? { credentials } : {}) })
  }
}

/** The parts of a JSON POST. */
export const postJson = (body: unknown): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})
