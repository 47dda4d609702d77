import { PfError } from '@pf/core'

/** Which other origins may call from a browser; without it only the page's own. Behind a proxy that changes the Host header, list the page's origin. */
export interface CorsOptions {
  /** Exact origins like `https://app.example.com`, or `*` for any without credentials. */
  origins: readonly string[] | '*'
  credentials?: boolean
}

/** Answers what browsers ask about origins. */
export interface Cors {
  /** True where the request may come from this Origin. */
  allows(request: Request): boolean
  preflight(request: Request, methods: readonly string[]): Response
  /** The response with the headers that let a listed origin read it. */
  decorate(request: Request, response: Response): Response
}

const exposed = 'etag, content-range, accept-ranges, content-disposition, retry-after, location, pf-thread-id, pf-run-id'
const accepted = 'content-type, accept, authorization, last-event-id, if-none-match, range, x-requested-with'

/** Throws PfError `invalid_config` for `*` with credentials and for entries that are no origins. */
export function createCors(options: CorsOptions | undefined): Cors {
  checkOptions(options)
  const listed = new Set(options && options.origins !== '*' ? options.origins : [])
  const any = options?.origins === '*'
  const answerFor = (origin: string | null) => {
    if (origin === null || !(any || listed.has(origin))) return undefined
    return { 'access-control-allow-origin': any ? '*' : origin, ...(options?.credentials ? { 'access-control-allow-credentials': 'true' } : {}) }
  }
  return {
    allows(request) {
      // The browser's own word, which no script can set: it holds behind a proxy that changes the Host header, where Origin and Host differ.
      if (request.headers.get('sec-fetch-site') === 'same-origin') return true
      const origin = request.headers.get('origin')
      if (origin === null) return !request.headers.has('cookie')
      return isOwn(origin, request) || listed.has(origin) || (any && !request.headers.has('cookie'))
    },
    preflight(request, methods) {
      const headers = answerFor(request.headers.get('origin'))
      const allow = { allow: methods.join(', '), vary: 'origin', 'cache-control': 'no-store' }
      if (!headers) return new Response(null, { status: request.headers.has('origin') ? 403 : 204, headers: allow })
      const more = { 'access-control-allow-methods': methods.join(', '), 'access-control-allow-headers': accepted, 'access-control-max-age': '600' }
      return new Response(null, { status: 204, headers: { ...allow, ...headers, ...more } })
    },
    decorate(request, response) {
      const headers = answerFor(request.headers.get('origin'))
      if (options && !response.headers.has('vary')) response.headers.set('vary', 'origin')
      if (headers) for (const [name, value] of Object.entries({ ...headers, 'access-control-expose-headers': exposed })) response.headers.set(name, value)
      return response
    },
  }
}

/** The host decides, not the scheme: behind a proxy that ends TLS the request's own scheme is not the browser's. */
function isOwn(origin: string, request: Request): boolean {
  return URL.canParse(origin) && new URL(origin).host === new URL(request.url).host
}

function checkOptions(options: CorsOptions | undefined) {
  if (!options) return
  if (options.origins === '*' && options.credentials) throw new PfError('invalid_config', 'cors: credentials need a list of origins, not "*".')
  if (options.origins === '*') return
  if (!Array.isArray(options.origins)) throw new PfError('invalid_config', 'cors.origins is a list of origins, or "*".')
  const bad = options.origins.filter((origin) => !URL.canParse(origin) || new URL(origin).origin !== origin)
  if (bad.length > 0) throw new PfError('invalid_config', 'cors.origins holds entries that are no origins like https://app.example.com.', { fields: { bad } })
}
