import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { stripTypeScriptTypes } from 'node:module'
import type { AddressInfo } from 'node:net'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { getRequestListener } from '@hono/node-server'
import express from 'express'
import { fastify } from 'fastify'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createPfServer, type PfServer, runInput } from '../test-support/pf-server.ts'
import { answer, events } from '../test-support/streams.ts'

const page = readFileSync(new URL('../../MOUNTING.md', import.meta.url), 'utf8')
const folder = fileURLToPath(new URL('../..', import.meta.url))

/** Runs the code block of a section, or its part after `from`, as a module of this package with these names in scope. */
async function runBlock(section: string, scope: Record<string, unknown>, from = ''): Promise<Record<string, unknown>> {
  const whole = new RegExp(`^## ${section}\\n[^]*?\`\`\`ts\\n([^]*?)\`\`\``, 'm').exec(page)?.[1] ?? ''
  expect(whole).toContain(from)
  const block = whole.slice(whole.indexOf(from) + from.length)
  expect(block).not.toBe('')
  const place = mkdtempSync(`${folder}/node_modules/.mounting-`)
  Object.assign(globalThis, { mountingScope: scope })
  const names = Object.keys(scope).join(', ')
  writeFileSync(`${place}/block.mjs`, `const { ${names} } = globalThis.mountingScope\n${stripTypeScriptTypes(block)}`)
  try {
    return await import(/* @vite-ignore */ pathToFileURL(`${place}/block.mjs`).href)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

let server: PfServer
const closing: (() => void)[] = []
beforeEach(async () => {
  server = await createPfServer(answer, { basePath: '/api' })
})
afterEach(async () => {
  for (const close of closing.splice(0)) close()
  await server.close()
})

async function listen(listener: RequestListener): Promise<string> {
  const http = createServer(listener).listen(0, '127.0.0.1')
  closing.push(() => {
    http.closeAllConnections()
    http.close()
  })
  await once(http, 'listening')
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`
}

/** Checks the requirements on every host: a stream, a parameter in a path, a preflight, 405, and 401 for paths of other owners. */
async function works(ask: (path: string, init?: RequestInit) => Promise<Response>) {
  const input = runInput()
  const headers = { 'content-type': 'application/json' }
  const seen = await events(await ask('/api/agui/agent', { method: 'POST', body: JSON.stringify(input), headers }))
  expect(seen.at(-1)?.event).toMatchObject({ type: 'RUN_FINISHED', result: { raw_answer: 'Hello.' } })
  const again = await ask(`/api/agui/runs/${input.runId}/events?after=1`)
  expect([again.headers.get('content-type'), (await events(again)).length]).toEqual(['text/event-stream', seen.length - 1])
  expect((await ask(`/api/agui/runs/${encodeURIComponent('a/b c')}/events`)).status).toBe(404)
  expect((await ask('/api/ui/components')).status).toBe(200)
  expect((await ask('/api/agui/cancel')).status).toBe(405)
  expect((await ask('/api/agui/agent', { method: 'OPTIONS' })).status).toBe(204)
}

describe('the blocks of the page on mounting', () => {
  it('Hono', async () => {
    const app = new Hono()
    await runBlock('Hono', { handlers: server.handlers, app })
    const url = await listen(getRequestListener(app.fetch, { overrideGlobalObjects: false }) as RequestListener)
    await works((path, init) => fetch(url + path, init))
  })

  it('Express', async () => {
    const app = express()
    await runBlock('Express', { handlers: server.handlers, app })
    const url = await listen(app as RequestListener)
    await works((path, init) => fetch(url + path, init))
    expect((await fetch(`${url}/elsewhere`)).status).toBe(404)
  })

  it('Fastify', async () => {
    const app = fastify()
    closing.push(() => void app.close())
    await runBlock('Fastify', { handlers: server.handlers, app })
    app.post('/elsewhere', async (request) => ({ got: request.body }))
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    await works((path, init) => fetch(url + path, init))
    const own = await fetch(`${url}/elsewhere`, { method: 'POST', body: '{"a":1}', headers: { 'content-type': 'application/json' } })
    expect(await own.json()).toEqual({ got: { a: 1 } })
  })

  it('Next', async () => {
    let made = 0
    const createHandlers = () => {
      made += 1
      return server.handlers
    }
    // The other snippets compile the agent before this line; the slow suite builds it in a real Next app.
    const route = await runBlock(
      'Next',
      { createHandlers },
      "createPfHandlers({ agent, artifacts: ports.artifacts, authenticate: () => ({ id: 'me' }), basePath: '/api' })\n}\n",
    )
    expect(made).toBe(0)
    await works((path, init) => {
      const handle = route[init?.method ?? 'GET'] as (request: Request) => Promise<Response>
      return handle(new Request(`http://next.example${path}`, init))
    })
    expect(made).toBe(1)
  })

  it('own authentication', async () => {
    const sessions = { get: async (id: string) => (id === 's-1' ? { userId: 'ada', tenantId: 'acme' } : undefined) }
    const { authenticate } = await runBlock('Authentication', { sessions })
    const owner = (cookie?: string) =>
      (authenticate as (request: Request) => unknown)(new Request('http://x', cookie === undefined ? {} : { headers: { cookie } }))
    expect(await Promise.all([owner('a=b; session=s-1'), owner('xsession=s-1'), owner('session=s-2'), owner()])).toEqual([
      { id: 'ada', tenant: 'acme' },
      undefined,
      undefined,
      undefined,
    ])
  })
})
