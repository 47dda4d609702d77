import { PfError } from '@pf/core'

/**
 * Other origins that may send requests from a browser. Without this option, only the same origin may. Behind a proxy that changes the Host
 * header, list the origin of the page.
 */
export interface CorsOptions {
  /** Exact origins such as `https://app.example.com`, or `*` for any origin without credentials. */
  origins: readonly string[] | '*'
  credentials?: boolean
}

/** Checks origins and sets the CORS headers of responses. */
export interface Cors {
  /** True if the Origin of the request is allowed. */
  allows(request: Request): boolean
  preflight(request: Request, methods: readonly string[]): Response
  /** Adds the headers that let an allowed origin read the response. */
  decorate(request: Request, response: Response): Response
}

const exposedHeaders = 'etag, content-range, accept-ranges, content-disposition, retry-after, location, pf-thread-id, pf-run-id'
const allowedHeaders = 'content-type, accept, authorization, last-event-id, if-none-match, range, x-requested-with'

/** Throws PfError `invalid_config` for `*` with credentials and for entries that are not origins. */
export function createCors(options: CorsOptions | undefined): Cors {
  checkOptions(options)
  const listed = new Set(options && options.origins !== '*' ? options.origins : [])
  const any = options?.origins === '*'
  const headersFor = (origin: string | null) => {
    if (origin === null || !(any || listed.has(origin))) return undefined
    return { 'access-control-allow-origin': any ? '*' : origin, ...(options?.credentials ? { 'access-control-allow-credentials': 'true' } : {}) }
  }
  return {
    allows(request) {
      // Scripts cannot set this header. It is also correct behind a proxy that changes the Host header, where Origin and Host differ.
      if (request.headers.get('sec-fetch-site') === 'same-origin') return true
      const origin = request.headers.get('origin')
      if (origin === null) return !request.headers.has('cookie')
      return isSameHost(origin, request) || listed.has(origin) || (any && !request.headers.has('cookie'))
    },
    preflight(request, methods) {
      const headers = headersFor(request.headers.get('origin'))
      const allow = { allow: methods.join(', '), vary: 'origin', 'cache-control': 'no-store' }
      if (!headers) return new Response(null, { status: request.headers.has('origin') ? 403 : 204, headers: allow })
      const preflight = { 'access-control-allow-methods': methods.join(', '), 'access-control-allow-headers': allowedHeaders, 'access-control-max-age': '600' }
      return new Response(null, { status: 204, headers: { ...allow, ...headers, ...preflight } })
    },
    decorate(request, response) {
      const headers = headersFor(request.headers.get('origin'))
      if (options && !response.headers.has('vary')) response.headers.set('vary', 'origin')
      if (headers)
        for (const [name, value] of Object.entries({ ...headers, 'access-control-expose-headers': exposedHeaders })) response.headers.set(name, value)
      return response
    },
  }
}

/**
 * True if the host of the origin is the host of the request. The scheme is not compared, because behind a proxy that terminates TLS it
 * differs from the one that the browser uses.
 */
function isSameHost(origin: string, request: Request): boolean {
  return URL.canParse(origin) && new URL(origin).host === new URL(request.url).host
}

function checkOptions(options: CorsOptions | undefined) {
  if (!options) return
  if (options.origins === '*' && options.credentials) throw new PfError('invalid_config', 'cors.credentials needs a list of origins, not "*".')
  if (options.origins === '*') return
  if (!Array.isArray(options.origins)) throw new PfError('invalid_config', 'cors.origins must be a list of origins or "*".')
  const bad = options.origins.filter((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin)
  if (bad.length > 0) throw new PfError('invalid_config', 'cors.origins has entries that are not origins such as https://app.example.com.', { fields: { bad } })
}
