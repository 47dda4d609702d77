import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readBundle, writeBundle } from '../index.ts'
import { testBundles } from '../node.ts'
import { answer, call, type RecordedHarness, record, script } from '../test-support/record.ts'
import { runCommand } from './run-command.ts'

let folder = ''
let recorded: RecordedHarness
const path = (name: string) => join(folder, name)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pf-bundle-'))
  recorded = await record([script(call('query', { table: 'cities' }), answer('Three hundred \u001b[31mcities\u001b[0m.'))])
  await recorded.ask()
  const bundle = await recorded.bundle()
  await writeFile(path('a.pfbundle'), await writeBundle(bundle))
  const changed = structuredClone(bundle)
  for (const { chunks } of changed.runs[0]?.model_calls.slice(1) ?? [])
    chunks.splice(0, chunks.length, { type: 'text', text: answer('Four hundred.') }, { type: 'finish', reason: 'stop' })
  await writeFile(path('changed.json'), JSON.stringify(changed))
  await writeFile(path('broken.pfbundle'), (await writeBundle(bundle)).slice(0, 200))
})
afterAll(async () => {
  await recorded.server.close()
  await rm(folder, { recursive: true })
})

async function run(...args: string[]) {
  const lines = { out: [] as string[], error: [] as string[] }
  const code = await runCommand(args, { print: (text) => void lines.out.push(text), printError: (text) => void lines.error.push(text) })
  return { code, out: lines.out.join('\n'), error: lines.error.join('\n') }
}

describe('pf-bundle', () => {
  it('shows what a run did, without control characters of the model', async () => {
    const shown = await run('show', path('a.pfbundle'))
    expect(shown.code).toBe(0)
    expect(shown.out).toMatch(/^question {4}Show the cities\.$/m)
    expect(shown.out).toMatch(/^actions {5}query$/m)
    expect(shown.out).toMatch(/^replayable {2}yes$/m)
    expect(shown.out).not.toContain('\u001b')
    expect(JSON.parse((await run('show', path('a.pfbundle'), '--json')).out)).toMatchObject({
      run_id: 'run-1',
      model_calls: 2,
      tool_executions: 1,
      replayable: true,
    })
  })

  it('replays: 0 if equal, 1 with the differences if not', async () => {
    expect(await run('replay', path('a.pfbundle'))).toMatchObject({ code: 0, out: expect.stringMatching(/^Equal: \d+ events and the payload/) })
    const shown = JSON.parse((await run('show', path('a.pfbundle'), '--json')).out) as { events: number }
    expect((await run('replay', path('a.pfbundle'))).out).toMatch(`Equal: ${shown.events} events `)
    const changed = await run('replay', path('changed.json'))
    expect(changed).toMatchObject({ code: 1, out: expect.stringContaining('payload /raw_answer') })
    expect(JSON.parse((await run('replay', path('changed.json'), '--json')).out)).toMatchObject({ equal: false, answer: 'Four hundred.' })
  })

  it('runs it again with the agent of a module', async () => {
    await writeFile(path('french.mjs'), "export default (options) => ({ ...options, system: 'Answer in French.' })")
    const changed = await run('replay', path('a.pfbundle'), '--agent', path('french.mjs'))
    expect(changed.code).toBe(1)
    expect(changed.out).toContain('model calls\n  - 2\n  + 1')
    expect(changed.out).toMatch(/^The replay ended with model_unavailable: .*\/messages\/0\/content at character 0/m)
    await writeFile(path('none.mjs'), 'export const other = 1')
    expect(await run('replay', path('a.pfbundle'), '--agent', path('none.mjs'))).toMatchObject({ code: 2, error: expect.stringContaining('default export') })
  })

  it('makes each bundle of a folder a test', async () => {
    const tests = new Map<string, () => Promise<void>>()
    const folderOf = await mkdtemp(join(tmpdir(), 'pf-bundle-tests-'))
    const declare = () => testBundles(folderOf, (name, test) => void tests.set(name, test))
    expect(declare).toThrow('has no bundle')
    await writeFile(join(folderOf, 'a.pfbundle'), await readFile(path('a.pfbundle')))
    await writeFile(join(folderOf, 'b.json'), await readFile(path('changed.json')))
    declare()
    expect([...tests.keys()]).toEqual(['a.pfbundle', 'b.json'])
    await tests.get('a.pfbundle')?.()
    await expect(tests.get('b.json')?.()).rejects.toThrow('Different:')
    await rm(folderOf, { recursive: true })
  })

  it('compares what two runs did', async () => {
    expect(await run('diff', path('a.pfbundle'), path('a.pfbundle'))).toMatchObject({ code: 0, out: 'The two runs did the same.' })
    const bundle = await readBundle(await readFile(path('a.pfbundle')))
    const events = bundle.runs[0]?.events.filter(({ type }) => type !== 'tool_call_start') ?? []
    await writeFile(path('other.json'), JSON.stringify({ ...bundle, runs: bundle.runs.map((one) => ({ ...one, events })) }))
    const differing = await run('diff', path('a.pfbundle'), path('other.json'), '--json')
    expect([differing.code, JSON.parse(differing.out).differing]).toEqual([1, ['actions']])
    expect((await run('diff', path('a.pfbundle'), path('other.json'))).out).toContain('actions\n  - ["query"]\n  + []')
  })

  it('writes a redacted copy and never over a file', async () => {
    const redacted = await run('redact', path('a.pfbundle'), path('clean.pfbundle'), '--secret', 'Three hundred', '--omit-requests')
    expect(redacted.code).toBe(0)
    const clean = await readBundle(await readFile(path('clean.pfbundle')))
    expect(JSON.stringify(clean)).not.toContain('Three hundred')
    expect(clean.redaction.requests_omitted).toBe(true)
    expect(await run('redact', path('a.pfbundle'), path('clean.pfbundle'))).toMatchObject({ code: 2, error: expect.stringContaining('exists already') })
  })

  it('answers mistakes with 2 and a text that says what to do', async () => {
    expect(await run('--help')).toMatchObject({ code: 0, out: expect.stringContaining('Exit codes') })
    expect(await run('toString')).toMatchObject({ code: 2, error: expect.stringContaining('--help') })
    expect(await run('show')).toMatchObject({ code: 2, error: expect.stringContaining('needs 1 file') })
    expect(await run('show', path('none'))).toMatchObject({ code: 2, error: expect.stringContaining('no such file') })
    expect(await run('show', path('broken.pfbundle'))).toMatchObject({ code: 2, error: expect.stringContaining('damaged or truncated') })
    expect(await run('show', '--colour', 'x')).toMatchObject({ code: 2 })
  })
})
