import { type ArtifactMeta, type ArtifactStore, parsePointer } from '@pf/core'
import { byteBody } from '../http/byte-body.ts'
import { mediaHeaders } from '../http/media.ts'
import { invalidInput, jsonResponse, notFound } from '../http/response.ts'
import type { Call, PfContext, RouteHandler } from '../runs/context.ts'

/** GET /artifacts/{id}: returns the bytes, with ETag and Range; with `path`, `offset` or `limit` a page of its items. */
export const getArtifact: RouteHandler = async (context, call) => {
  const { artifacts } = context
  const artifact_id = call.params.get('id') ?? ''
  if (!artifacts) return notFound()
  if (['path', 'offset', 'limit'].some((key) => call.url.searchParams.has(key))) return getPage(context, call, { artifacts, artifact_id })
  const meta = await artifacts.head(call.scope, artifact_id)
  return meta ? getBytes(context, call, { artifacts, meta }) : notFound()
}

/** GET /artifacts/{id}/meta: returns the metadata of an artifact; with `signing` also a URL that needs no credential. */
export const getArtifactMeta: RouteHandler = async ({ artifacts, artifactUrl, signer }, { scope, params }) => {
  const meta = await artifacts?.head(scope, params.get('id') ?? '')
  if (!meta) return notFound()
  const url = artifactUrl(meta.artifact_id)
  const signed = await signer?.sign(scope.owner, meta.artifact_id)
  return jsonResponse({ ...meta, url, ...(signed ? { signed_url: `${url}?token=${signed.token}`, expires: signed.expires } : {}) })
}

interface Stored {
  artifacts: ArtifactStore
  artifact_id: string
}

async function getPage({ limits }: PfContext, { url, scope }: Call, { artifacts, artifact_id }: Stored): Promise<Response> {
  const path = url.searchParams.get('path') ?? ''
  const offset = parseInteger(url.searchParams.get('offset') ?? '0')
  const limit = parseInteger(url.searchParams.get('limit') ?? '100')
  const issues = [
    ...(parsePointer(path) ? [] : [{ code: 'invalid_input', pointer: '/path', expected: 'a JSON Pointer' }]),
    ...(offset === undefined ? [{ code: 'invalid_input', pointer: '/offset', expected: 'a non-negative integer' }] : []),
    ...(limit === undefined ? [{ code: 'invalid_input', pointer: '/limit', expected: 'a non-negative integer' }] : []),
  ]
  if (offset === undefined || limit === undefined || issues.length > 0) return invalidInput(issues)
  const page = await artifacts.page(scope, artifact_id, path, offset, Math.min(limit, limits.pageItems))
  return page ? jsonResponse(page) : notFound()
}

const parseInteger = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : undefined)

async function getBytes({ onError }: PfContext, call: Call, { artifacts, meta }: { artifacts: ArtifactStore; meta: ArtifactMeta }): Promise<Response> {
  const etag = `"${meta.sha256}"`
  const headers = { ...mediaHeaders(meta), etag, 'accept-ranges': 'bytes', 'cache-control': 'private, no-cache', 'referrer-policy': 'no-referrer' }
  const requestHeaders = call.request.headers
  if (failsIfMatch(requestHeaders.get('if-match'), etag))
    return new Response(null, { status: 412, headers: { etag, 'cache-control': headers['cache-control'] } })
  if (matchesIfNoneMatch(requestHeaders.get('if-none-match'), etag))
    return new Response(null, { status: 304, headers: { etag, 'cache-control': headers['cache-control'] } })
  const ifRange = requestHeaders.get('if-range')
  // Range is defined for GET only (RFC 9110 §14.2).
  const mayBePartial = call.request.method === 'GET' && (ifRange === null || ifRange === etag)
  const range = readRange(mayBePartial ? requestHeaders.get('range') : null, meta.bytes)
  if (range.kind === 'unsatisfiable') return new Response(null, { status: 416, headers: { 'content-range': `bytes */${meta.bytes}` } })
  const part = range.kind === 'part' ? range : undefined
  const found = await artifacts.get(call.scope, meta.artifact_id, part && { start: part.start, end: part.end })
  if (!found) return notFound()
  const length = part ? part.end - part.start + 1 : meta.bytes
  const partial = part ? { 'content-range': `bytes ${part.start}-${part.end}/${meta.bytes}` } : {}
  const body = byteBody(found.body, onError)
  return new Response(body, { status: part ? 206 : 200, headers: { ...headers, ...partial, 'content-length': String(length) } })
}

/** True if If-Match fails. It uses the strong comparison (RFC 9110 §13.1.1). */
const failsIfMatch = (header: string | null, etag: string) => header !== null && !header.split(',').some((tag) => tag.trim() === etag || tag.trim() === '*')

/** True if If-None-Match matches. It uses the weak comparison (RFC 9110 §13.1.2). */
function matchesIfNoneMatch(header: string | null, etag: string): boolean {
  const tags = (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.includes(etag) || tags.includes('*')
}

/** `part`: both ends are inside the bytes. `whole`: the header is missing or not supported. */
type RangeResult = { kind: 'whole' } | { kind: 'unsatisfiable' } | { kind: 'part'; start: number; end: number }

/** Reads a Range header with one range of bytes (RFC 9110 §14). Several ranges and other units give the entire artifact. */
function readRange(header: string | null, bytes: number): RangeResult {
  const match = /^bytes=(\d*)-(\d*)$/.exec((header ?? '').trim().toLowerCase())
  if (!match || (match[1] === '' && match[2] === '')) return { kind: 'whole' }
  const [from, to] = [match[1] ?? '', match[2] ?? '']
  if (from === '') return part(Math.max(0, bytes - Number(to)), bytes - 1, { bytes, empty: Number(to) === 0 })
  const end = to === '' ? bytes - 1 : Number(to)
  if (to !== '' && end < Number(from)) return { kind: 'whole' }
  return part(Number(from), Math.min(end, bytes - 1), { bytes, empty: false })
}

function part(start: number, end: number, { bytes, empty }: { bytes: number; empty: boolean }): RangeResult {
  return empty || start >= bytes ? { kind: 'unsatisfiable' } : { kind: 'part', start, end }
}
