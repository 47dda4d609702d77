/** Options of createRunClient. */
export interface RunClientOptions {
  /** Prefix of every route: an origin or a path. Default: the origin of the page. */
  baseUrl?: string
  fetch?: typeof fetch
  /** Headers of every request. A function is called for each request, which is suitable for tokens that expire. */
  headers?: Record<string, string> | (() => Record<string, string>)
  /** The option of `fetch`. Use `include` to send cookies to another origin. */
  credentials?: RequestCredentials
  /**
   * Number of consecutive attempts without a new event after which a stream fails. A ping on a connection that has lasted a second also
   * counts as success. Default 8.
   */
  maxAttempts?: number
  /** First delay between attempts in milliseconds. It doubles up to 10,000. The server's `retry` replaces it, with at least 100. Default 500. */
  retryMs?: number
  /** Milliseconds without data after which a connection is considered dead. The server sends a ping every 15,000. Default 45,000. */
  idleMs?: number
}

/** Sends a request to one of the routes. */
export type Send = (path: string, init?: RequestInit) => Promise<Response>

/** Creates the function that sends every request of the client. */
export function createSend({ baseUrl = '', fetch: customFetch, headers = {}, credentials }: RunClientOptions): Send {
  const base = baseUrl.replace(/\/+$/, '')
  return (path, init = {}) => {
    const send = customFetch ?? globalThis.fetch
    const clientHeaders = typeof headers === 'function' ? headers() : headers
    const allHeaders = { ...clientHeaders, ...(init.headers as Record<string, string> | undefined) }
    return send(`${base}${path}`, { ...init, headers: allHeaders, ...(credentials ? { credentials } : {}) })
  }
}

/** Returns the request options of a JSON POST. */
export const postJson = (body: unknown): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})
