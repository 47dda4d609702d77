import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { hashJson } from '../json/hash-json.ts'
import { createMemoryStore } from '../memory/create-memory-store.ts'
import { errorCodes } from './codes.ts'
import { PfError } from './pf-error.ts'

const source = join(import.meta.dirname, '..')
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
const thrown = files.flatMap((name) =>
  [...readFileSync(join(source, name), 'utf8').matchAll(/new (?:PfError|ActionError)\(\s*'([^']*)'/g)].map((match) => match[1] ?? ''),
)

describe('errorCodes', () => {
  it('every code that the package throws stands in the table', () => {
    expect(thrown.length).toBeGreaterThan(5)
    for (const code of thrown) expect(Object.keys(errorCodes)).toContain(code)
  })

  it('every code has a cause and a remedy, each in full sentences of at most 200 characters', () => {
    for (const [code, { cause, remedy }] of Object.entries(errorCodes)) {
      expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/)
      for (const sentence of [cause, remedy]) {
        expect(sentence).toMatch(/^\S[\s\S]*\.$/)
        expect(sentence.length).toBeLessThanOrEqual(200)
      }
    }
  })
})

describe('PfError', () => {
  it('is known across two copies of the package, and nothing else is taken for one', async () => {
    vi.resetModules()
    const copy = await import('./pf-error.ts')
    expect(copy.PfError).not.toBe(PfError)
    expect(PfError.isInstance(new copy.PfError('busy', 'm'))).toBe(true)
    expect(copy.PfError.isInstance(new PfError('busy', 'm'))).toBe(true)
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    expect(PfError.isInstance(proxy)).toBe(false)
    for (const other of [new Error('busy'), { code: 'busy', message: 'm', name: 'PfError' }, Object.create(new PfError('busy', 'm')), null, 'busy', undefined])
      expect(PfError.isInstance(other)).toBe(false)
  })

  it('carries code, fields and cause as data; the brand is not among its own keys', () => {
    const cause = new Error('below')
    const error = new PfError('store_failed', 'The store failed.', { cause, fields: { attempt: 2 } })
    expect(error).toBeInstanceOf(Error)
    expect([error.code, error.fields, error.cause, error.name]).toEqual(['store_failed', { attempt: 2 }, cause, 'PfError'])
    expect(new PfError('busy', 'm')).not.toHaveProperty('cause')
    expect(Object.keys(error).sort()).toEqual(['code', 'fields', 'name'])
  })

  it('messages are short and hold nothing of what was put in', async () => {
    const secret = 'SECRET'.repeat(2_000)
    const scope = { owner: { id: secret } }
    const run = { run_id: secret, thread_id: secret }
    const { storage, artifacts } = createMemoryStore({ maxArtifactBytes: 10 })
    const resource = { kind: 'run' as const, ...run }
    const result = await storage.lease(scope, resource, { ttlMs: 1_000 })
    if (result.status !== 'granted') throw new Error('The run could not be leased.')
    const { lease } = result
    const warning = { type: 'warning' as const, ...run, ts: 1, code: secret, text: secret }
    const meta = { media_type: secret, source_tool: secret, run_id: secret, artifact_id: 'a' }
    await artifacts.put(scope, new Uint8Array(2), meta)
    const faults = [
      () => storage.commit(scope, { run, lease, events: [{ ...warning, run_id: `${secret}x` }] }),
      () => storage.commit(scope, { run: { ...run, thread_id: 'x' }, lease, events: [] }),
      () => storage.commit(scope, { run, lease, events: [{ ...warning, text: 1n as unknown as string }] }),
      () => storage.commit(scope, { run, lease, events: [], tasks: [{ group_id: secret, change: { kind: 'defer', ms: -1 } }] }),
      () => storage.lease(scope, resource, { ttlMs: -1 }),
      () => storage.lease(scope, resource, { ttlMs: 1, waitMs: -1 }),
      () => artifacts.put(scope, new TextEncoder().encode(secret), meta),
      () => artifacts.get(scope, 'a', { start: -1 }),
      () => artifacts.page(scope, 'a', secret, -1, 1),
      () => hashJson(JSON.parse(`${'["SECRET",'.repeat(3_000)}1${']'.repeat(3_000)}`)),
    ]
    for (const fault of faults) {
      const error = await fault().then(
        () => undefined,
        (reason: unknown) => reason,
      )
      if (!PfError.isInstance(error)) throw new Error(`no PfError: ${fault}`)
      expect(error.message.length).toBeLessThanOrEqual(200)
      expect(JSON.stringify([error.message, error.fields])).not.toContain('SECRET')
    }
  })
})
