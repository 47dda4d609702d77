import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStore } from '@pf/core/memory'
import { defineTool } from '@pf/planner'
import { afterEach, describe, expect, it } from 'vitest'
import { createRecordedAgent, exportBundle, redactBundle, replayBundle, writeBundle } from '../index.ts'
import { createFileRecorder } from '../node.ts'
import { answer, call, type RecordedHarness, record as recordRun, scope, script, throughFile } from '../test-support/record.ts'

let opened: RecordedHarness | undefined
afterEach(() => opened?.server.close())
const record = async (...options: Parameters<typeof recordRun>) => {
  opened = await recordRun(...options)
  return opened
}

const grid = call('render_component', { component: 'datagrid', props: { columns: [{ field: 'city' }], rows: { $artifact: 'query.rows' } } })

describe('exportBundle', () => {
  it('has the request, the events, the state, the model calls, the tool executions and the configuration of the agent', async () => {
    const recorded = await record([script(call('query', { table: 'cities' }), answer('Done.'))])
    const events = await recorded.ask()
    const bundle = await recorded.bundle({ packages: { '@pf/planner': '0.1.0' }, now: () => 5 })
    expect(bundle).toMatchObject({
      format: 'pf-bundle',
      version: 1,
      created: 5,
      versions: { node: process.versions.node, packages: { '@pf/planner': '0.1.0' } },
      thread_id: 'thread-1',
      run_id: 'run-1',
      agent: { options: { system: 'You answer about cities.' }, tools: [{ name: 'query' }, { name: 'save' }], not_described: [] },
    })
    const [run] = bundle.runs
    expect(run?.events).toEqual(events)
    expect(run?.state).toMatchObject({ step: 2 })
    expect(run?.requests).toMatchObject([{ type: 'start', input: { run_id: 'run-1', messages: [{ content: 'Show the cities.' }] } }])
    expect(run?.model_calls.map(({ outcome }) => outcome)).toEqual(['complete', 'complete'])
    expect(run?.tool_executions).toMatchObject([
      {
        tool: 'query',
        args: { table: 'cities' },
        operations: [{ type: 'progress', fraction: 0.5 }],
        end: { type: 'value', value: { rows: { length: 3_000 } } },
      },
    ])
    expect(JSON.stringify(bundle)).not.toContain(scope.owner.id)
    expect(await throughFile(bundle)).toEqual(bundle)
  })

  it('includes the artifacts that the policy names, up to its sizes', async () => {
    const recorded = await record([script(call('query', { table: 'cities' }), grid, answer('Done.'))])
    await recorded.ask()
    const included = async (artifacts: Parameters<typeof recorded.bundle>[0]) =>
      (await recorded.bundle(artifacts)).artifacts.map(({ data, omitted }) => omitted ?? typeof data)
    expect(await included({ artifacts: { include: 'all' } })).toEqual(['string'])
    expect(await included({ artifacts: { include: 'none' } })).toEqual(['policy'])
    expect(await included({ artifacts: { include: 'all', maxBytes: 10 } })).toEqual(['too_large'])
    expect(await included({ artifacts: { include: 'all', maxTotalBytes: 10 } })).toEqual(['too_large'])
  })

  it('is refused for a run of another owner', async () => {
    const recorded = await record([script(answer('Done.'))])
    await recorded.ask()
    await expect(recorded.bundle({ scope: { owner: { id: 'eve' } } })).rejects.toMatchObject({ code: 'not_found' })
    await expect(recorded.bundle({ runId: 'no-such-run' })).rejects.toMatchObject({ code: 'not_found' })
  })

  it('replays from the state of the run if its request was not recorded', async () => {
    const recorded = await record([script(answer('Done.'))])
    await recorded.ask()
    const bundle = await recorded.bundle()
    const none = { add: async () => undefined, read: async () => [] }
    const unrecorded = await recorded.bundle({ recorder: none })
    const runs = unrecorded.runs.map((run) => ({ ...run, model_calls: bundle.runs[0]?.model_calls ?? [] }))
    expect(unrecorded.runs[0]?.requests).toMatchObject([{ type: 'start', input: { messages: [{ role: 'user', content: 'Show the cities.' }] } }])
    expect((await replayBundle({ ...unrecorded, runs })).payload?.raw_answer).toBe('Done.')
  })
})

describe('createFileRecorder', () => {
  it('keeps recordings over a restart, in files that only the owner of the process reads, and skips a line that was cut', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pf-recordings-'))
    const recorded = await record([script(answer('Done.'))])
    const ports = createMemoryStore()
    const options = { ...recorded.options, ports }
    const agent = createRecordedAgent(options, { recorder: createFileRecorder(folder) })
    const input = { thread_id: 't', run_id: 'r', messages: [{ id: 'u', role: 'user' as const, content: 'Hello.' }], client_tools: [], context: [], client: {} }
    await agent.start(input, scope)
    for await (const event of (await agent.attach('r', 0, { scope })) ?? []) if (event.type === 'finish') break
    const [file = ''] = await readdir(folder)
    expect(file).toMatch(/^[0-9a-f]{64}\.jsonl$/)
    const { appendFile, stat } = await import('node:fs/promises')
    expect((await stat(join(folder, file))).mode & 0o077).toBe(0)
    await appendFile(join(folder, file), '{"type":"model_c')
    const bundle = await exportBundle({ ports, scope, runId: 'r', recorder: createFileRecorder(folder), agent: options })
    expect(await replayBundle(bundle)).toMatchObject({ equal: true, payload: { raw_answer: 'Done.' } })
    expect((await readFile(join(folder, file), 'utf8')).split('\n').length).toBe(3)
    await rm(folder, { recursive: true })
  })

  it('reports its errors without an effect on the run', async () => {
    const recorded = await record([script(answer('Done.'))])
    const errors: unknown[] = []
    const failing = { add: () => Promise.reject(new Error('disk full')), read: async () => [] }
    const agent = createRecordedAgent({ ...recorded.options, ports: createMemoryStore() }, { recorder: failing, onError: (error) => errors.push(error) })
    const run = agent.run('Hello.')
    expect((await run.payload).raw_answer).toBe('Done.')
    expect(errors.length).toBeGreaterThan(0)
  })
})

describe('redaction', () => {
  const secret = 'zebra-4711-crossing'

  it('removes credentials and named texts everywhere, also where a model sent them in several chunks', async () => {
    const recorded = await record([script(call('query', { table: secret }), answer(`The table is ${secret}, the key sk-abcdefgh12345678.`))])
    await recorded.ask({ messages: [{ id: 'u1', role: 'user', content: `Read ${secret}.` }] })
    const whole = await recorded.bundle({ redact: { credentials: false } })
    const texts = whole.runs[0]?.model_calls[1]?.chunks.flatMap((chunk) => (chunk.type === 'text' ? [chunk.text] : [])) ?? []
    expect(texts.some((text) => text.includes(secret))).toBe(false)
    expect(texts.join('')).toContain(secret)
    const bundle = await recorded.bundle({ redact: { secrets: [secret] } })
    const joined = JSON.stringify(
      bundle.runs.map((run) => [run, run.model_calls.map(({ chunks }) => chunks.map((chunk) => ('text' in chunk ? chunk.text : '')).join(''))]),
    )
    const streamed = bundle.runs[0]?.events.map((event) => (event.type === 'llm_stream_chunk' ? event.text : '')).join('')
    for (const text of [joined, streamed, bundle.runs[0]?.events.map((event) => (event.type === 'tool_call_args' ? event.delta : '')).join('')]) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain('sk-abcdefgh12345678')
    }
    expect(joined).toContain('[redacted]')
    expect(bundle.redaction.replaced).toBeGreaterThan(3)
    expect(await throughFile(bundle)).toEqual(bundle)
  })

  it('omits artifacts that contain a removed text', async () => {
    const recorded = await record([script(call('query', { table: 'cities' }), grid, answer('Done.'))])
    await recorded.ask()
    const bundle = await recorded.bundle({ artifacts: { include: 'all' }, redact: { secrets: ['City 1234'] } })
    expect(bundle.artifacts).toMatchObject([{ omitted: 'policy' }])
    expect(JSON.stringify(bundle)).not.toContain('City 1234')
  })

  it('removes system prompt and requests if asked to, and still replays by the order of the calls', async () => {
    const recorded = await record([script(answer('Done.'))])
    await recorded.ask()
    const bundle = redactBundle(await recorded.bundle(), { omitRequests: true })
    expect(JSON.stringify(bundle)).not.toContain('You answer about cities.')
    expect(bundle.redaction).toEqual({ replaced: 0, requests_omitted: true })
    expect(await replayBundle(bundle)).toMatchObject({ equal: true })
  })

  it('always removes what a user typed into a password field', async () => {
    const form = {
      fields: [
        { name: 'user', label: 'User', type: 'text' },
        { name: 'code', label: 'Code', type: 'password' },
      ],
    }
    const recorded = await record([script(call('ui_form', form), answer('Thanks.'))])
    const asked = await recorded.ask()
    await recorded.answer(asked, { user: 'ada', code: 'pa5' })
    const bundle = await recorded.bundle({ redact: { credentials: false } })
    expect(new TextDecoder().decode(new TextEncoder().encode(JSON.stringify(bundle)))).not.toContain('pa5')
    expect(bundle.runs[1]?.requests).toMatchObject([{ type: 'answer', envelope: { result: { user: 'ada', code: '[redacted]' } } }])
    expect((await writeBundle(bundle)).length).toBeGreaterThan(100)
  })

  it('finds texts in the strings of JSON and in URLs', async () => {
    const name = 'Ada "Countess" Lovelace\\ é'
    const who = defineTool({
      name: 'who',
      description: 'Looks up.',
      input: { type: 'object' },
      run: () => ({ name, url: `https://x.example/?q=${encodeURIComponent(name)}` }),
    })
    const recorded = await record([script(call('who', { name, nested: JSON.stringify({ name }) }), answer(`It is ${name}: 5,076 and 17.7.`))], {
      tools: [who],
      provenance: 'mark',
    })
    await recorded.ask()
    const bundle = redactBundle(await recorded.bundle(), { secrets: [name] })
    expect(JSON.stringify(bundle)).not.toMatch(/Countess|Lovelace/)
    // The figures of the answer are elsewhere now.
    expect(await replayBundle(await throughFile(bundle))).toMatchObject({ equal: true, differences: [] })
  })

  it('finds a password in JSON, also a short one and one with quotes', async () => {
    const form = {
      fields: [
        { name: 'code', label: 'Code', type: 'password' },
        { name: 'other', label: 'Other', type: 'password' },
      ],
    }
    const recorded = await record([script(call('ui_form', form), answer('Thanks.'))])
    const asked = await recorded.ask()
    await recorded.answer(asked, { code: 'pa5', other: 'a"b\\c' })
    const bundle = await recorded.bundle({ redact: { credentials: false } })
    const text = JSON.stringify(bundle)
    expect(text).not.toMatch(/pa5|a\\+"b/)
    expect(JSON.parse(text)).toEqual(bundle)
  })
})
