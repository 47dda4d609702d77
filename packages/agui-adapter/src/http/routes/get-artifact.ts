import { type ArtifactMeta, type ArtifactStore, parsePointer } from '@pf/core'
import { byteBody } from '../byte-body.ts'
import type { Call, PfContext, RouteHandler } from '../context.ts'
import { mediaHeaders } from '../media.ts'
import { readRange } from '../range.ts'
import { invalid, json, notFound } from '../respond.ts'

/** GET /artifacts/{id}: the bytes, with ETag and Range; with path, offset or limit a page of a row artifact. */
export const getArtifact: RouteHandler = async (context, call) => {
  const { artifacts } = context
  const artifact_id = call.params.get('id') ?? ''
  if (!artifacts) return notFound()
  if (['path', 'offset', 'limit'].some((key) => call.url.searchParams.has(key))) return getPage(context, call, { artifacts, artifact_id })
  const meta = await artifacts.head(call.scope, artifact_id)
  return meta ? getBytes(context, call, { artifacts, meta }) : notFound()
}

/** GET /artifacts/{id}/meta: what is known of an artifact, without its bytes; where the host signs, with an address that needs no credential. */
export const getArtifactMeta: RouteHandler = async ({ artifacts, artifactUrl, signer }, { scope, params }) => {
  const meta = await artifacts?.head(scope, params.get('id') ?? '')
  if (!meta) return notFound()
  const url = artifactUrl(meta.artifact_id)
  const signed = await signer?.sign(scope.owner, meta.artifact_id)
  return json({ ...meta, url, ...(signed ? { signed_url: `${url}?token=${signed.token}`, expires: signed.expires } : {}) })
}

interface Stored {
  artifacts: ArtifactStore
  artifact_id: string
}

async function getPage({ limits }: PfContext, { url, scope }: Call, { artifacts, artifact_id }: Stored): Promise<Response> {
  const path = url.searchParams.get('path') ?? ''
  const offset = wholeNumber(url.searchParams.get('offset') ?? '0')
  const limit = wholeNumber(url.searchParams.get('limit') ?? '100')
  const issues = [
    ...(parsePointer(path) ? [] : [{ code: 'invalid_input', pointer: '/path', expected: 'a JSON Pointer' }]),
    ...(offset === undefined ? [{ code: 'invalid_input', pointer: '/offset', expected: 'a whole number from 0' }] : []),
    ...(limit === undefined ? [{ code: 'invalid_input', pointer: '/limit', expected: 'a whole number from 0' }] : []),
  ]
  if (offset === undefined || limit === undefined || issues.length > 0) return invalid(issues)
  const page = await artifacts.page(scope, artifact_id, path, offset, Math.min(limit, limits.pageItems))
  return page ? json(page) : notFound()
}

const wholeNumber = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined)

async function getBytes({ onError }: PfContext, call: Call, { artifacts, meta }: { artifacts: ArtifactStore; meta: ArtifactMeta }): Promise<Response> {
  const etag = `"${meta.sha256}"`
  const headers = { ...mediaHeaders(meta), etag, 'accept-ranges': 'bytes', 'cache-control': 'private, no-cache', 'referrer-policy': 'no-referrer' }
  const asked = call.request.headers
  if (fails(asked.get('if-match'), etag)) return new Response(null, { status: 412, headers: { etag, 'cache-control': headers['cache-control'] } })
  if (matches(asked.get('if-none-match'), etag)) return new Response(null, { status: 304, headers: { etag, 'cache-control': headers['cache-control'] } })
  const current = asked.get('if-range')
  // Range means something for GET only (RFC 9110 §14.2).
  const partly = call.request.method === 'GET' && (current === null || current === etag)
  const range = readRange(partly ? asked.get('range') : null, meta.bytes)
  if (range.kind === 'unsatisfiable') return new Response(null, { status: 416, headers: { 'content-range': `bytes */${meta.bytes}` } })
  const part = range.kind === 'part' ? range : undefined
  const found = await artifacts.get(call.scope, meta.artifact_id, part && { start: part.start, end: part.end })
  if (!found) return notFound()
  const length = part ? part.end - part.start + 1 : meta.bytes
  const partial = part ? { 'content-range': `bytes ${part.start}-${part.end}/${meta.bytes}` } : {}
  const body = byteBody(found.body, onError)
  return new Response(body, { status: part ? 206 : 200, headers: { ...headers, ...partial, 'content-length': String(length) } })
}

/** If-Match compares strongly and says that another state is of no use (RFC 9110 §13.1.1). */
const fails = (header: string | null, etag: string) => header !== null && !header.split(',').some((tag) => tag.trim() === etag || tag.trim() === '*')

/** If-None-Match compares weakly (RFC 9110 §13.1.2). */
function matches(header: string | null, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}
