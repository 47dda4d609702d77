import { gzipSync } from 'node:zlib'
import { PfError } from '@pf/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bundle } from '../index.ts'
import { writeBundle } from '../index.ts'
import { checkBundle, readBundle } from '../read.ts'
import { answer, call, type RecordedHarness, record, script } from '../test-support/record.ts'

let recorded: RecordedHarness
let bundle: Bundle
beforeAll(async () => {
  recorded = await record([script(call('query', { table: 'cities' }), call('save', { name: 'mine' }), answer('Done.'))])
  const asked = await recorded.ask()
  await recorded.answer(asked, { confirmed: true })
  bundle = await recorded.bundle({ artifacts: { include: 'all' } })
})
afterAll(() => recorded.server.close())

const bytes = (value: unknown) => new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))

async function codeOf(reading: Promise<unknown>): Promise<string> {
  try {
    await reading
    return 'read'
  } catch (error) {
    if (!PfError.isInstance(error)) throw error
    expect(error.message.length).toBeLessThanOrEqual(250)
    return error.code
  }
}

/** Calls a function for every location of a value, with a copy in which only that location is changed. */
function mutate(value: unknown, change: (copy: unknown, path: (string | number)[]) => void, path: (string | number)[] = []): void {
  change(value, path)
  if (typeof value !== 'object' || value === null) return
  for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) mutate((value as Record<string, unknown>)[key], change, [...path, key])
}

function withValue(root: unknown, path: readonly (string | number)[], value: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return value
  const copy = (Array.isArray(root) ? [...root] : { ...(root as object) }) as Record<string | number, unknown>
  copy[key] = withValue(copy[key], rest, value)
  return copy
}

describe('readBundle', () => {
  it('reads what was written, also without compression', async () => {
    expect(await readBundle(await writeBundle(bundle))).toEqual(bundle)
    expect(await readBundle(bytes(bundle))).toEqual(bundle)
  })

  it('stops decompressing at the limit, however small the file is', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, ' '), { level: 9 })
    expect(bomb.length).toBeLessThan(100_000)
    expect(await codeOf(readBundle(bomb, { maxBytes: 1_000_000 }))).toBe('too_large')
    expect(await codeOf(readBundle(new Uint8Array(2_000), { maxFileBytes: 1_000 }))).toBe('too_large')
    expect(await codeOf(readBundle(bytes(bundle), { maxBytes: 1_000 }))).toBe('too_large')
  })

  it('refuses every truncation of a file, other formats and text that is not UTF-8', async () => {
    const file = await writeBundle(bundle)
    for (const length of [0, 1, 2, 10, 100, Math.floor(file.length / 2), file.length - 9, file.length - 1])
      expect(await codeOf(readBundle(file.slice(0, length)))).toBe('syntax')
    expect(await codeOf(readBundle(gzipSync(await writeBundle(bundle))))).toBe('syntax')
    expect(await codeOf(readBundle(new Uint8Array([0x50, 0x4b, 3, 4])))).toBe('syntax')
    expect(await codeOf(readBundle(new Uint8Array([0x22, 0xff, 0x22])))).toBe('syntax')
  })

  it('refuses deep nesting, too many values and members named __proto__', async () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
    expect(await codeOf(readBundle(bytes(deep)))).toBe('too_deep')
    const nested = JSON.parse(`${'{"a":'.repeat(300)}1${'}'.repeat(300)}`)
    expect(await codeOf(readBundle(bytes({ ...bundle, runs: bundle.runs.map((run) => ({ ...run, state: nested })) })))).toBe('too_deep')
    expect(await codeOf(readBundle(bytes(bundle), { maxValues: 100 }))).toBe('too_large')
    for (const text of [
      JSON.stringify(bundle).replace('"state":{', '"state":{"__proto__":{"polluted":true},'),
      `{"__proto__":{},${JSON.stringify(bundle).slice(1)}`,
    ])
      expect(await codeOf(readBundle(bytes(text)))).toBe('invalid_input')
    expect('polluted' in {}).toBe(false)
  })

  it('names the version that it reads', async () => {
    await expect(readBundle(bytes({ ...bundle, version: 2 }))).rejects.toThrow('it reads version 1')
    await expect(readBundle(bytes({ ...bundle, format: 'zip' }))).rejects.toMatchObject({ code: 'invalid_input' })
  })

  it('refuses forged ids: events, requests and artifacts of another run, thread or content', async () => {
    const [first, second] = bundle.runs
    if (!first || !second) throw new Error('no runs')
    const event = first.events[0]
    const start = first.requests[0]
    if (!event || start?.type !== 'start') throw new Error('no events')
    const forged: Bundle[] = [
      { ...bundle, run_id: 'other' },
      { ...bundle, runs: [first, { ...second, run_id: first.run_id }] },
      { ...bundle, runs: [{ ...first, events: [{ ...event, run_id: 'other' }] }, second] },
      { ...bundle, runs: [{ ...first, events: [{ ...event, thread_id: 'other' }] }, second] },
      { ...bundle, runs: [{ ...first, events: [event, event] }, second] },
      { ...bundle, runs: [{ ...first, requests: [{ ...start, input: { ...start.input, run_id: 'other' } }] }, second] },
      { ...bundle, runs: [{ ...first, requests: [{ ...start, input: { ...start.input, thread_id: 'other' } }] }, second] },
      { ...bundle, artifacts: [...bundle.artifacts, ...bundle.artifacts] },
      { ...bundle, artifacts: bundle.artifacts.map((artifact) => ({ ...artifact, data: 'e30=' })) },
      { ...bundle, artifacts: bundle.artifacts.map((artifact) => ({ ...artifact, bytes: artifact.bytes + 1 })) },
      { ...bundle, artifacts: bundle.artifacts.map(({ data: _, ...artifact }) => artifact) },
    ]
    expect(bundle.artifacts.length).toBeGreaterThan(0)
    for (const value of forged) expect(await codeOf(checkBundle(value))).toBe('invalid_input')
  })

  it('answers a wrong type at each location with a PfError or reads it as data', async () => {
    // The rows of the artifact and of the tool are free data of the same kind, so few of them are enough.
    const small = structuredClone(bundle)
    for (const run of small.runs) for (const { end } of run.tool_executions) if (end.type === 'value') end.value = { rows: [] }
    small.artifacts = small.artifacts.map(({ data: _, ...artifact }) => ({ ...artifact, omitted: 'policy' }))
    const locations: (string | number)[][] = []
    mutate(small, (_, path) => locations.push(path))
    const refused = new Set<string>()
    let read = 0
    for (const path of locations.filter((_, index) => index < 60 || index % 31 === 0)) {
      for (const wrong of [null, 7, 'text', [], {}, true]) {
        const code = await codeOf(checkBundle(withValue(small, path, wrong)))
        if (code === 'read') read += 1
        else refused.add(code)
      }
    }
    expect([...refused]).toEqual(['invalid_input'])
    expect(read).toBeGreaterThan(0)
    expect(locations.length).toBeGreaterThan(500)
  })
})
