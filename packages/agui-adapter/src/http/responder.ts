import { type Owner, PfError } from '@pf/core'
import { readOwner } from '@pf/core/internal'
import type { Call, PfContext } from './context.ts'
import type { Cors } from './cors.ts'
import { isDeparture } from './is-departure.ts'
import { isMultipart } from './multipart-boundary.ts'
import { isJson } from './read-json.ts'
import { closing, notFound, refusal } from './respond.ts'
import { matchPath, type TableRoute } from './route-table.ts'

export interface ResponderParts {
  context: PfContext
  routes: readonly TableRoute[]
  cors: Cors
  authenticate(request: Request): Promise<Owner | undefined> | Owner | undefined
}

type Matched = TableRoute & { params: ReadonlyMap<string, string> }

/** Answers requests: route, method, owner, media type, origin, and only then the handler. Never rejects. */
export function createResponder({ context, routes, cors, authenticate }: ResponderParts) {
  const answer = async (request: Request): Promise<Response> => {
    const url = new URL(request.url)
    const found = findRoutes(routes, url.pathname)
    if (found.length === 0) return notFound()
    if (request.method === 'OPTIONS') return cors.preflight(request, methodsOf(found))
    const route = found.find(({ method }) => method === (request.method === 'HEAD' ? 'GET' : request.method))
    if (!route)
      return refusal({
        status: 405,
        code: 'method_not_allowed',
        error: `Allowed here: ${methodsOf(found).join(', ')}.`,
        headers: { allow: methodsOf(found).join(', ') },
      })
    if (context.closed) return closing()
    return serve(route, request, url)
  }
  const serve = async (route: Matched, request: Request, url: URL): Promise<Response> => {
    const given = (await signedOwner(context, route, url)) ?? (await authenticate(request))
    if (!given) return refusal({ status: 401, code: 'unauthorized' })
    const owner = readOwner(given, 'What authenticate gave')
    const refused = route.method === 'POST' ? guardPost(request, cors, route) : undefined
    const call: Call = { request, url, scope: { owner }, params: route.params }
    return refused ?? (await route.handler(context, call))
  }
  return {
    async respond(request: Request): Promise<Response> {
      const response = await answer(request).catch((error: unknown) => failed(context, request, error))
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

/** A signed address is a credential of its own, for reading one artifact. */
async function signedOwner({ signer }: PfContext, { signable, params }: Matched, url: URL): Promise<Owner | undefined> {
  const token = signable ? url.searchParams.get('token') : null
  return token === null ? undefined : signer?.open(token, params.get('id') ?? '')
}

function guardPost(request: Request, cors: Cors, { body = 'json' }: TableRoute): Response | undefined {
  if (!(body === 'json' ? isJson(request) : isMultipart(request))) {
    const error = body === 'json' ? 'Send application/json in UTF-8, not compressed.' : 'Send multipart/form-data.'
    return refusal({ status: 415, code: 'unsupported_media_type', error })
  }
  if (!cors.allows(request))
    return refusal({ status: 403, code: 'forbidden_origin', error: 'This Origin may not call here. Add it to cors.origins of createPfHandlers.' })
  return undefined
}

/** A port that refuses what it was asked says so with a code; that a caller has left is no fault; everything else stays inside. */
function failed({ onError }: PfContext, request: Request, error: unknown): Response {
  if (isDeparture(error, request.signal)) return new Response(null, { status: 499, headers: { 'cache-control': 'no-store' } })
  if (PfError.isInstance(error) && error.code === 'invalid_input')
    return refusal({ status: 400, code: 'invalid_input', error: error.message, fields: { issues: error.fields.issues ?? [] } })
  onError(error)
  return refusal({ status: 500, code: 'internal' })
}

async function withoutBody(response: Response): Promise<Response> {
  await response.body?.cancel()
  return new Response(null, response)
}
