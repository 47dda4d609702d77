import type { ArtifactMeta } from '@pf/core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { authenticate, createPfServer, type PfServer } from '../test-support/pf-server.ts'
import { answer } from '../test-support/streams.ts'

let server: PfServer

beforeEach(async () => {
  server = await createPfServer(answer, { authenticate, limits: { pageItems: 3 } })
})
afterEach(() => server.close())

const scope = { owner: { id: 'a' } }
const put = (body: string | Uint8Array, meta: Partial<ArtifactMeta> = {}) =>
  server.stores.artifacts.put(scope, typeof body === 'string' ? new TextEncoder().encode(body) : body, {
    media_type: 'text/plain',
    source_tool: 'export',
    run_id: 'r',
    ...meta,
  })
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(`${server.url}/artifacts/${path}`, { method, headers: { 'x-user': 'a', ...headers } })

describe('GET /artifacts/{id}', () => {
  it('[003-lim-06] gives the bytes to their owner, with a tag and without a cache of others', async () => {
    const { artifact_id, sha256 } = await put('0123456789')
    const response = await get(artifact_id)
    expect(await response.text()).toBe('0123456789')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      etag: `"${sha256}"`,
      'cache-control': 'private, no-cache',
      'accept-ranges': 'bytes',
      'content-length': '10',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
  })

  it('gives another owner the same response as for an unknown artifact', async () => {
    const { artifact_id } = await put('x')
    const foreign = await Promise.all([
      get(artifact_id, { 'x-user': 'b' }),
      get(`${artifact_id}/meta`, { 'x-user': 'b' }),
      get(`${artifact_id}?offset=0`, { 'x-user': 'b' }),
    ])
    const unknown = await get('nothing')
    const body = await unknown.text()
    for (const response of foreign) expect([response.status, await response.text()]).toEqual([404, body])
  })

  it('answers 304 when the client has the current version', async () => {
    const { artifact_id, sha256 } = await put('x')
    for (const tag of [`"${sha256}"`, `W/"${sha256}"`, `"other", "${sha256}"`, '*']) expect((await get(artifact_id, { 'if-none-match': tag })).status).toBe(304)
    expect((await get(artifact_id, { 'if-none-match': '"other"' })).status).toBe(200)
    for (const tag of [`"${sha256}"`, `"other", "${sha256}"`, '*']) expect((await get(artifact_id, { 'if-match': tag })).status).toBe(200)
    for (const tag of ['"other"', `W/"${sha256}"`, '']) expect((await get(artifact_id, { 'if-match': tag, 'if-none-match': '*' })).status).toBe(412)
  })

  it.each([
    ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
    ['bytes=4-', 206, '456789', 'bytes 4-9/10'],
    ['bytes=-2', 206, '89', 'bytes 8-9/10'],
    ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
    ['bytes=10-', 416, '', 'bytes */10'],
    ['bytes=-0', 416, '', 'bytes */10'],
    ['bytes=5-2', 200, '0123456789', null],
    ['bytes=0-1,3-4', 200, '0123456789', null],
    ['bytes=0-0', 206, '0', 'bytes 0-0/10'],
    ['bytes=9-9', 206, '9', 'bytes 9-9/10'],
    ['BYTES=0-1', 206, '01', 'bytes 0-1/10'],
    ['bytes=0-99999999999999999999', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=-99999999999999999999', 206, '0123456789', 'bytes 0-9/10'],
    ['bytes=99999999999999999999-', 416, '', 'bytes */10'],
    [`bytes=${'9'.repeat(4_000)}-`, 416, '', 'bytes */10'],
    ['bytes=10-10', 416, '', 'bytes */10'],
    ['bytes=0-1,99-', 200, '0123456789', null],
    [`bytes=${'0-,'.repeat(1_000)}0-`, 200, '0123456789', null],
    ['bytes=--1', 200, '0123456789', null],
    ['bytes=1.5-2', 200, '0123456789', null],
    ['bytes=0-1-2', 200, '0123456789', null],
    ['bytes', 200, '0123456789', null],
    ['bytes=-', 200, '0123456789', null],
    ['rows=0-1', 200, '0123456789', null],
    ['bytes=0x1-2', 200, '0123456789', null],
  ])('answers Range %s with %i', async (range, status, text, contentRange) => {
    const { artifact_id } = await put('0123456789')
    const response = await get(artifact_id, { range })
    expect([response.status, await response.text(), response.headers.get('content-range')]).toEqual([status, text, contentRange])
    if (status !== 416) expect(response.headers.get('content-length')).toBe(String(text.length))
  })

  it('has no range of an artifact without bytes', async () => {
    const { artifact_id } = await put('')
    for (const range of ['bytes=0-', 'bytes=-1', 'bytes=0-0']) expect((await get(artifact_id, { range })).status).toBe(416)
    expect((await get(artifact_id)).headers.get('content-length')).toBe('0')
  })

  it('returns the whole artifact when If-Range names another version', async () => {
    const { artifact_id, sha256 } = await put('0123456789')
    expect((await get(artifact_id, { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200)
    expect((await get(artifact_id, { range: 'bytes=0-1', 'if-range': `"${sha256}"` })).status).toBe(206)
  })

  it.each([
    ['image/png', 'image/png', 'inline'],
    ['video/mp4', 'video/mp4', 'inline'],
    ['application/pdf', 'application/pdf', 'attachment'],
    ['text/csv', 'text/csv; charset=utf-8', 'attachment'],
    ['application/json', 'application/json; charset=utf-8', 'attachment'],
    ['text/html', 'application/octet-stream', 'attachment'],
    ['TEXT/HTML; charset=utf-8', 'application/octet-stream', 'attachment'],
    ['image/svg+xml', 'application/octet-stream', 'attachment'],
    ['application/xhtml+xml', 'application/octet-stream', 'attachment'],
    ['text/javascript', 'application/octet-stream', 'attachment'],
    ['image/png\r\nx-evil: 1', 'application/octet-stream', 'attachment'],
    ['', 'application/octet-stream', 'attachment'],
  ])('serves %o as %s, %s', async (media_type, type, kind) => {
    const { artifact_id } = await put('<script>', { media_type })
    const { headers } = await get(artifact_id)
    expect([headers.get('content-type'), headers.get('content-disposition')?.split(';')[0], headers.has('x-evil')]).toEqual([type, kind, false])
  })

  it.each([
    ['report.csv', 'filename="report.csv"; filename*=UTF-8\'\'report.csv'],
    ['Umsätze "2026".csv', 'filename="Ums_tze _2026_.csv"; filename*=UTF-8\'\'Ums%C3%A4tze%20_2026_.csv'],
    ['../../etc/passwd', 'filename=".._.._etc_passwd"; filename*=UTF-8\'\'.._.._etc_passwd'],
    ['a\r\nset-cookie: x', 'filename="a__set-cookie_ x"; filename*=UTF-8\'\'a__set-cookie_%20x'],
    ['..', 'filename="artifact"; filename*=UTF-8\'\'artifact'],
    ["it's (1)*", "filename=\"it's (1)_\"; filename*=UTF-8''it%27s%20%281%29_"],
    ['\u202egpj.exe', 'filename="_gpj.exe"; filename*=UTF-8\'\'_gpj.exe'],
  ])('names the file %o without letting it out of its header', async (name, expected) => {
    const { artifact_id } = await put('x', { name })
    expect((await get(artifact_id)).headers.get('content-disposition')).toBe(`attachment; ${expected}`)
  })

  it('answers HEAD with the length and nothing else', async () => {
    const { artifact_id } = await put('0123456789')
    const response = await get(artifact_id, {}, 'HEAD')
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '10', ''])
    const partly = await get(artifact_id, { range: 'bytes=0-1' }, 'HEAD')
    expect([partly.status, partly.headers.get('content-length'), partly.headers.has('content-range')]).toEqual([200, '10', false])
  })
})

describe('GET /artifacts/{id}?path&offset&limit', () => {
  const rows = Array.from({ length: 5 }, (_, n) => ({ n }))
  const putRows = () => put(JSON.stringify({ rows, 'a/b': [1], text: 'x' }), { media_type: 'application/json' })

  it('pages the rows at a path, and no more at once than allowed', async () => {
    const { artifact_id } = await putRows()
    expect(await (await get(`${artifact_id}?path=/rows&offset=1&limit=2`)).json()).toEqual({ items: [{ n: 1 }, { n: 2 }], offset: 1, total: 5 })
    expect(await (await get(`${artifact_id}?path=/rows&limit=99999`)).json()).toMatchObject({ items: [{ n: 0 }, { n: 1 }, { n: 2 }], total: 5 })
    expect(await (await get(`${artifact_id}?path=${encodeURIComponent('/a~1b')}`)).json()).toMatchObject({ items: [1] })
    expect(await (await get(`${artifact_id}?path=/rows&offset=99`)).json()).toEqual({ items: [], offset: 99, total: 5 })
  })

  it.each(['path=rows', 'path=/~2', 'offset=-1', 'offset=1.5', 'limit=all', 'limit=1e3', 'offset=99999999999999999999'])('refuses %s', async (query) => {
    const { artifact_id } = await putRows()
    const response = await get(`${artifact_id}?${query}`)
    expect([response.status, await response.json()]).toMatchObject([400, { code: 'invalid_input', issues: [{ expected: expect.any(String) }] }])
  })

  it.each(['path=/text', 'path=/nothing', 'path=', 'path=/rows/0', 'path=/__proto__', 'path=/rows/length'])('finds no rows at %s', async (query) => {
    const { artifact_id } = await putRows()
    expect((await get(`${artifact_id}?${query}`)).status).toBe(404)
  })
})

describe('GET /artifacts/{id}/meta', () => {
  it('tells what is known, with the address', async () => {
    const { artifact_id } = await put('abc', { name: 'n.txt' })
    expect(await (await get(`${artifact_id}/meta`)).json()).toMatchObject({
      artifact_id,
      bytes: 3,
      media_type: 'text/plain',
      name: 'n.txt',
      url: `/artifacts/${artifact_id}`,
    })
  })
})
