import { afterEach, describe, expect, it } from 'vitest'
import { createRunClient } from '../client/create-run-client.ts'
import { createFileClient } from '../client/route-clients.ts'
import { post, runInput } from '../test-support/pf-server.ts'
import { actionReply, answerReply, createPlannerServer, type PlannerServer, postTo } from '../test-support/planner-server.ts'
import { events } from '../test-support/streams.ts'

const open: { close(): Promise<unknown> }[] = []
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one.close()
})

const form = actionReply('ui_form', {
  fields: [
    { name: 'photo', type: 'file', required: true, validation: { accept: ['image/*', '.csv'], maxBytes: 1_000 } },
    { name: 'any', type: 'file' },
    { name: 'text', type: 'text' },
  ],
})

async function asking(options: Parameters<typeof createPlannerServer>[1] = {}) {
  const server = await createPlannerServer([form, answerReply('Thanks.')], options)
  open.push(server)
  const input = runInput()
  const seen = (await events(await post(server.url, input))).map(({ event }) => event)
  const outcome = seen.at(-1)?.outcome as { interrupts?: { id: string }[] } | undefined
  return { server, input, id: outcome?.interrupts?.[0]?.id ?? '' }
}

const file = (bytes: number, type = 'image/png', name = 'a.png') => new File([new Uint8Array(bytes).fill(7)], name, { type })

function upload({ url }: PlannerServer, parts: Record<string, string | File>, headers: Record<string, string> = {}) {
  const body = new FormData()
  for (const [name, value] of Object.entries(parts)) body.set(name, value)
  return fetch(`${url}/artifacts`, { method: 'POST', body, headers })
}

const status = async (response: Promise<Response>) => (await response).status

describe('POST /artifacts', () => {
  it('takes a file for a pending field from our client, and the form is answered with it', async () => {
    const { server, id, input } = await asking()
    const client = createRunClient({ baseUrl: server.url })
    const stored = await client.upload(id, 'photo', file(900))
    expect(stored).toEqual({ artifact_id: expect.any(String), name: 'a.png', media_type: 'image/png', bytes: 900 })
    const given = await client.answer({ interaction_id: id }, { result: { photo: stored } })
    expect(given).toMatchObject({ status: 'accepted' })
    const read = await fetch(`${server.url}/artifacts/${stored.artifact_id}`)
    expect([read.headers.get('content-disposition'), (await read.arrayBuffer()).byteLength]).toEqual([expect.stringContaining('a.png'), 900])
    expect(await status(upload(server, { interaction_id: id, field: 'photo', file: file(1) }))).toBe(410)
    expect((await server.agent.thread(input.threadId, { owner: { id: 'u' } }))?.pending).toEqual([])
  })

  it('holds owner, field, size and type', async () => {
    const { server, id } = await asking()
    const ask = (more: Record<string, string | File>, headers = {}) =>
      status(upload(server, { interaction_id: id, field: 'photo', file: file(10), ...more }, headers))
    expect(await ask({})).toBe(201)
    expect(await ask({}, { 'x-user': 'eve' })).toBe(404)
    expect(await ask({ interaction_id: 'unknown' })).toBe(404)
    for (const field of ['text', 'nothing', '__proto__']) expect(await ask({ field })).toBe(400)
    expect(await ask({ file: file(1_001) })).toBe(413)
    expect(await ask({ file: file(1_000) })).toBe(201)
    for (const [type, name] of [
      ['text/html', 'a.html'],
      ['image', 'a.png'],
      ['', 'a.exe'],
    ] as const)
      expect(await ask({ file: file(10, type, name) })).toBe(415)
    expect(await ask({ file: file(10, '', 'table.CSV') })).toBe(201)
  })

  it('takes a limited number of files for a field before the form is answered, also of uploads at once', async () => {
    const { server, id } = await asking()
    const ask = (field: string, bytes = 10) => status(upload(server, { interaction_id: id, field, file: file(bytes) }))
    expect(await ask('photo', 1_001)).toBe(413)
    const seen = await Promise.all(Array.from({ length: 25 }, () => ask('photo')))
    expect(seen.filter((each) => each === 201)).toHaveLength(10)
    expect(seen.filter((each) => each === 413)).toHaveLength(15)
    const response = await upload(server, { interaction_id: id, field: 'photo', file: file(10) })
    expect([response.status, await response.json()]).toEqual([
      413,
      {
        code: 'too_large',
        error: expect.stringContaining('already has 10 files'),
        issues: [{ code: 'too_large', pointer: '/file', expected: expect.any(String) }],
      },
    ])
    expect(await ask('any')).toBe(201)
  })

  it.each(['ENOSPC', 'EDQUOT'])('says that the storage is full, and tells the host, when the store throws %s', async (code) => {
    const { server, id } = await asking()
    const fault = Object.assign(new Error('write failed: /srv/data'), { code })
    for (const thrown of [fault, new Error('the store failed', { cause: fault })]) {
      server.stores.artifacts.put = async () => Promise.reject(thrown)
      const response = await upload(server, { interaction_id: id, field: 'any', file: file(10) })
      expect([response.status, await response.json()]).toEqual([
        507,
        { code: 'storage_full', error: 'The storage of the server is full. Nothing was stored; try again later.' },
      ])
      expect(server.errors.at(-1)).toBe(thrown)
    }
  })

  it('never uses the name for anything but a label', async () => {
    const { server, id } = await asking()
    const names = { '../../etc/passwd': 'passwd', 'C:\\x\\y.txt': 'y.txt', '...': 'file', 'a\u202egpj.exe': 'a_gpj.exe', ['x'.repeat(500)]: 'x'.repeat(120) }
    for (const [name, clean] of Object.entries(names)) {
      const response = await upload(server, { interaction_id: id, field: 'any', file: file(3, 'text/html', name) })
      const stored = await response.json()
      expect([name, stored]).toMatchObject([name, { name: clean, media_type: 'text/html' }])
      const read = await fetch(`${server.url}/artifacts/${stored.artifact_id}`)
      expect([read.headers.get('content-type'), read.headers.get('x-content-type-options')]).toEqual(['application/octet-stream', 'nosniff'])
      expect(read.headers.get('content-disposition')).toMatch(/^attachment; filename="[^"]*"; /)
    }
  })

  it('refuses another body, and a foreign page', async () => {
    const { server, id } = await asking()
    expect((await postTo(server.url, '/artifacts', { interaction_id: id })).status).toBe(415)
    expect(await status(upload(server, { interaction_id: id, field: 'any', file: file(3) }, { cookie: 'a=b', origin: 'https://evil.example' }))).toBe(403)
    expect(await status(upload(server, { file: file(3), interaction_id: id, field: 'any' }))).toBe(400)
  })

  it('reads a body cut at any place the same, and says so of a broken one', async () => {
    const { server, id } = await asking({ limits: { uploadsPerField: 1_000 } })
    const head = (name: string, more = '') => `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`
    const content = '\r\r\n--\r\n-b\r\n--x\r\n'
    const text = `${head('interaction_id')}${id}\r\n${head('field')}any\r\n${head('file', '; filename="a.txt"')}${content}\r\n--b--\r\n`
    const send = (pieces: string[]) => {
      const queue = pieces.map((piece) => new TextEncoder().encode(piece))
      const body = new ReadableStream({ pull: (sink) => void (queue.length > 0 ? sink.enqueue(queue.shift()) : sink.close()) })
      const request = new Request('http://x/artifacts', {
        method: 'POST',
        body,
        duplex: 'half',
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
      } as RequestInit)
      return server.handlers.fetch(request)
    }
    for (const pieces of [[...text], ...Array.from({ length: text.length }, (_, at) => [text.slice(0, at), text.slice(at)])]) {
      const response = await send(pieces)
      expect([pieces.length, response.status, (await response.json()).bytes]).toEqual([pieces.length, 201, content.length])
    }
    const end = text.indexOf('\r\n--b--')
    for (let at = 0; at < end; at += 7) expect([at, (await send([text.slice(0, at)])).status]).toEqual([at, 400])
    for (const broken of [
      '',
      'x'.repeat(20_000),
      `--b${'x'.repeat(20_000)}`,
      `--b\r\n${'x'.repeat(20_000)}`,
      '--b\r\n\r\n\r\n--b--',
      head('interaction_id') + 'x'.repeat(5_000),
    ])
      expect([broken.length, (await send([broken])).status]).toEqual([broken.length, 400])
  })

  it('holds at most one chunk of a large file in memory', async () => {
    const { server, id } = await asking()
    const sizes: number[] = []
    const put = server.stores.artifacts.put
    server.stores.artifacts.put = async (scope, body, meta) => {
      for await (const chunk of body as AsyncIterable<Uint8Array>) sizes.push(chunk.length)
      return put(scope, new Uint8Array(1), meta)
    }
    expect(await status(upload(server, { interaction_id: id, field: 'any', file: file(9_000_000) }))).toBe(201)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(9_000_000)
    expect(Math.max(...sizes)).toBeLessThan(200_000)
  })
})

describe('signed URLs', () => {
  const secret = 'a secret of more than 32 characters, really'

  it('are short-lived, read one artifact without a credential, and nothing else', async () => {
    const server = await createPlannerServer([answerReply('x')], {
      signing: { secret },
      authenticate: (request) => (request.headers.has('x-user') ? { id: 'u' } : undefined),
    })
    open.push(server)
    const put = (text: string) =>
      server.stores.artifacts.put({ owner: { id: 'u' } }, new TextEncoder().encode(text), { media_type: 'text/csv', source_tool: 't', run_id: 'r' })
    const [one, two] = [await put('one'), await put('two')]
    const meta = await (await fetch(`${server.url}/artifacts/${one.artifact_id}/meta`, { headers: { 'x-user': 'u' } })).json()
    expect(meta.expires - Date.now()).toBeLessThanOrEqual(300_000)
    expect(meta.url).not.toContain('token')
    expect(await (await fetch(server.url + meta.signed_url)).text()).toBe('one')
    const token = new URL(server.url + meta.signed_url).searchParams.get('token') ?? ''
    expect(atob(token.replaceAll('-', '+').replaceAll('_', '/'))).not.toContain('"u"')
    for (const address of [
      `/artifacts/${two.artifact_id}?token=${token}`,
      `/artifacts/${one.artifact_id}/meta?token=${token}`,
      `/artifacts/${one.artifact_id}?token=${token.slice(0, -2)}AA`,
      `/artifacts/${one.artifact_id}?token=x`,
      `/artifacts/${one.artifact_id}`,
    ])
      expect([address, (await fetch(server.url + address)).status]).toEqual([address, 401])
    await server.handlers.close()
  })
})

describe('POST /artifacts with a thread', () => {
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3])
  const serve = async (options: Parameters<typeof createPlannerServer>[1] = {}) => {
    const server = await createPlannerServer([answerReply('Seen.')], options)
    open.push(server)
    return server
  }

  it('[003-in-08] stores a file with the type of its content, once, and a message has it', async () => {
    const server = await serve()
    const files = createFileClient({ baseUrl: server.url })
    const file = await files.uploadFile('t9', new File([png], 'C:\\my\\chart.html', { type: 'text/html' }))
    expect(file).toEqual({
      kind: 'image',
      media_type: 'image/png',
      name: 'chart.html',
      bytes: 11,
      artifact_id: file.artifact_id,
      url: `/artifacts/${file.artifact_id}`,
    })
    expect(await files.uploadFile('t9', new File([png], 'chart.html'))).toEqual(file)
    const source = { type: 'file', provider: 'pf', value: file.artifact_id, mimeType: file.media_type }
    const input = { ...runInput(), threadId: 't9', messages: [{ id: 'u1', role: 'user', content: [{ type: 'image', source }] }] }
    await events(await post(server.url, input))
    const view = (await (await fetch(`${server.url}/agui/threads/t9`)).json()) as { messages: { files?: unknown }[] }
    expect(view.messages[0]?.files).toEqual([file])
  })

  it('holds owner, size and thread', async () => {
    const server = await serve({ limits: { fileBytes: 20, idLength: 10 } })
    const ask = (parts: Record<string, string | File>, headers = {}) => upload(server, parts, headers)
    const given = await ask({ thread_id: 't9', file: file(20) }, { 'x-user': 'ada' })
    const { artifact_id } = (await given.json()) as { artifact_id: string }
    expect(given.status).toBe(201)
    expect((await fetch(`${server.url}/artifacts/${artifact_id}`, { headers: { 'x-user': 'eve' } })).status).toBe(404)
    const theirs = (await (await ask({ thread_id: 't9', file: file(20) }, { 'x-user': 'eve' })).json()) as { artifact_id: string }
    expect(theirs.artifact_id).not.toBe(artifact_id)
    expect(await status(ask({ thread_id: 't9', file: file(21) }))).toBe(413)
    expect(await status(ask({ thread_id: 't9', file: file(0) }))).toBe(400)
    expect(await status(ask({ thread_id: '', file: file(1) }))).toBe(400)
    expect(await status(ask({ thread_id: 'eleven chars', file: file(1) }))).toBe(400)
    expect(await status(ask({ file: file(1) }))).toBe(400)
    await expect(createFileClient({ baseUrl: server.url }).uploadFile('t9', file(21))).rejects.toMatchObject({ code: 'too_large' })
  })

  it('is deleted with its thread, also if no message has it', async () => {
    const server = await serve()
    const { artifact_id } = await createFileClient({ baseUrl: server.url }).uploadFile('t9', new File([png], 'a.png'))
    await events(await post(server.url, { ...runInput(), threadId: 't9' }))
    const url = `${server.url}/artifacts/${artifact_id}`
    expect(await status(fetch(url))).toBe(200)
    expect(await server.stores.threads.delete({ owner: { id: 'u' } }, 't9')).toMatchObject({ status: 'deleted' })
    expect(await status(fetch(url))).toBe(404)
  })
})
