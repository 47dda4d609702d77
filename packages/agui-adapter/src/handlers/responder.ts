import { type Owner, PfError } from '@pf/core'
import { readOwner } from '@pf/core/internal'
import type { Cors } from '../http/cors.ts'
import type { RateLimiter } from '../http/rate-limiter.ts'
import { isMultipart } from '../http/read-parts.ts'
import { isJson } from '../http/request.ts'
import { errorResponse, isClientAbort, notFound, serverClosing } from '../http/response.ts'
import type { Call, PfContext } from '../runs/context.ts'
import { matchPath, type OwnerRoute, type TableRoute } from './route-table.ts'

/** Options of createResponder. */
interface ResponderOptions {
  context: PfContext
  routes: readonly TableRoute[]
  cors: Cors
  /** Undefined if requests are not limited. */
  limitRate: RateLimiter | undefined
  authenticate(request: Request): Promise<Owner | undefined> | Owner | undefined
}

type Matched<R extends TableRoute = TableRoute> = R & { params: ReadonlyMap<string, string> }

/** Creates the request handler. It checks route, method, owner, media type, origin and rate in this order before it calls the route. Never rejects. */
export function createResponder({ context, routes, cors, limitRate, authenticate }: ResponderOptions) {
  const answer = async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const found = findRoutes(routes, url.pathname)
    if (found.length === 0) return notFound()
    if (request.method === 'OPTIONS') return cors.preflight(request, methodsOf(found))
    const route = found.find(({ method }) => method === (request.method === 'HEAD' ? 'GET' : request.method))
    if (!route)
      return errorResponse({
        status: 405,
        code: 'method_not_allowed',
        error: `Allowed methods: ${methodsOf(found).join(', ')}.`,
        headers: { allow: methodsOf(found).join(', ') },
      })
    if ('probe' in route) return route.probe(context)
    if (context.closed) return serverClosing()
    return serve(route, request, url)
  }
  const serve = async (route: Matched<OwnerRoute>, request: Request, url: URL): Promise<Response> => {
    const given = (await signedOwner(context, route, url)) ?? (await authenticate(request))
    if (!given) return errorResponse({ status: 401, code: 'unauthorized' })
    const owner = readOwner(given, 'The result of authenticate')
    const rejection = route.method === 'POST' ? checkPost(request, cors, route) : undefined
    const call: Call = { request, url, scope: { owner }, params: route.params }
    // A request of another origin is rejected before it is counted, so that no page can use up the limits of its visitor.
    return rejection ?? (await limitRate?.(call.scope, route.startsWork ?? false)) ?? (await route.handler(context, call))
  }
  return {
    async respond(request: Request): Promise<Response> {
      const response = await answer(request).catch((error: unknown) => routeErrorResponse(context, request, error))
      return cors.decorate(request, request.method === 'HEAD' ? await withoutBody(response) : response)
    },
  }
}

function findRoutes(routes: readonly TableRoute[], pathname: string): Matched[] {
  return routes.flatMap((route) => {
    const params = matchPath(route.path, pathname)
    return params ? [{ ...route, params }] : []
  })
}

function methodsOf(routes: readonly TableRoute[]): string[] {
  return [...new Set(routes.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].concat('OPTIONS')
}

/** Returns the owner of a signed URL, which is a credential for reading one artifact. */
async function signedOwner({ signer }: PfContext, { signable, params }: Matched<OwnerRoute>, url: URL): Promise<Owner | undefined> {
  const token = signable ? url.searchParams.get('token') : null
  return token === null ? undefined : signer?.verify(token, params.get('id') ?? '')
}

function checkPost(request: Request, cors: Cors, { body = 'json' }: OwnerRoute): Response | undefined {
  if (!(body === 'json' ? isJson(request) : isMultipart(request))) {
    const error = body === 'json' ? 'Send uncompressed application/json in UTF-8.' : 'Send multipart/form-data.'
    return errorResponse({ status: 415, code: 'unsupported_media_type', error })
  }
  if (!cors.allows(request))
    return errorResponse({ status: 403, code: 'forbidden_origin', error: 'This Origin is not allowed. Add it to cors.origins of createPfHandlers.' })
  return undefined
}

/**
 * Returns the response to an error of a route. A PfError `invalid_input` of a port is caused by the client, and a disconnected client is
 * not an error. Anything else is reported to `onError`, and the client receives only whether the storage is full or failed.
 */
function routeErrorResponse({ onError }: PfContext, request: Request, error: unknown): Response {
  if (isClientAbort(error, request.signal)) return new Response(null, { status: 499, headers: { 'cache-control': 'no-store' } })
  if (PfError.isInstance(error) && error.code === 'invalid_input')
    return errorResponse({ status: 400, code: 'invalid_input', error: error.message, fields: { issues: error.fields.issues ?? [] } })
  onError(error)
  const full = storageFullOf(error)
  if (full) return errorResponse({ status: 507, code: 'storage_full', error: isQuota(full) ? quotaReached : storageFull })
  if (PfError.isInstance(error) && error.code === 'store_failed')
    return errorResponse({ status: 503, code: 'store_failed', error: storeFailed, headers: { 'retry-after': '1' } })
  // The error concerns the host's code and contains no other information, so it may be returned to the client.
  if (PfError.isInstance(error) && error.code === 'body_already_read') return errorResponse({ status: 500, code: error.code, error: error.message })
  return errorResponse({ status: 500, code: 'internal' })
}

const storageFull = 'The storage of the server is full. Nothing was stored; try again later.'
const quotaReached = 'You have as many stored conversations as you may have. Delete some, and try again.'
const storeFailed = 'The store of the server cannot be reached or failed. Try again.'

/** Returns the error of a full storage. Stores of hosts throw the error of their file system or database, or an error with that error as the cause. */
function storageFullOf(error: unknown): Error | undefined {
  let at = error
  for (let depth = 0; depth < 10 && at instanceof Error; depth++, at = at.cause)
    if ('code' in at && ['storage_full', 'ENOSPC', 'EDQUOT'].includes(String(at.code))) return at
  return undefined
}

/** True for the quota of an owner's runs, as opposed to a full disk. */
const isQuota = (error: Error) => PfError.isInstance(error) && typeof error.fields.limit === 'number'

async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel()
  return new Response(null, response)
}
