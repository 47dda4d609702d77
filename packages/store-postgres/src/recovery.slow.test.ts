import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { PlannerEvent } from '@pf/core'
import { createModelServer, type Story } from '@pf/testing'
import { createReplayServer, openAiResponsesRecordings } from '@pf/testing/contracts'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type PostgresServer, startPostgres } from '../../../tooling/test-support/postgres.ts'
import { createPostgresStore, type PostgresStore } from './create-postgres-store.ts'
import { createTestAgent, scope } from './test-support/agent.ts'

const script = fileURLToPath(new URL('./test-support/start-run.ts', import.meta.url))
const final = (answer: string) => JSON.stringify({ next_node: 'final_response', args: { answer } })
const call = (name: string, args: object = {}) => JSON.stringify({ next_node: name, args })

let folder = ''
let ledger = ''
let server: PostgresServer
let store: PostgresStore
const closing: (() => Promise<unknown>)[] = []
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pf-recovery-'))
  ledger = join(folder, 'ledger')
  server = await startPostgres()
  store = await createPostgresStore({ connectionString: server.url })
  closing.push(() => server.stop())
  closing.push(() => store.close())
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
  rmSync(folder, { recursive: true })
})

async function serveModel(reply: Story['reply']): Promise<string> {
  const model = await createModelServer({ stories: [{ name: 'story', match: () => true, reply }] })
  closing.push(() => model.close())
  return model.url
}

/** Starts a node that starts a run; `kill` ends it without warning. */
function startNode(url: string, run_id: string, ...api: 'responses'[]) {
  const child = spawn(process.execPath, ['--conditions=pf-source', script, server.url, url, ledger, run_id, ...api])
  const types: string[] = []
  const errors: string[] = []
  child.stdout.setEncoding('utf8').on('data', (text: string) => types.push(...text.split('\n').filter(Boolean)))
  child.stderr.setEncoding('utf8').on('data', (text: string) => errors.push(text))
  const kill = async () => {
    child.kill('SIGKILL')
    await once(child, 'close')
    expect(errors).toEqual([])
  }
  const stop = async () => {
    child.kill('SIGTERM')
    const [code] = await once(child, 'close')
    expect([code, ...errors]).toEqual([0])
  }
  return { types, kill, stop, pause: () => child.kill('SIGSTOP'), wake: () => child.kill('SIGCONT') }
}

/** Follows a run to its end on this node, without any other request to it. */
async function follow(run_id: string): Promise<PlannerEvent[]> {
  const log: PlannerEvent[] = []
  for await (const event of store.events.read(scope, run_id, 0)) log.push(event)
  expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1))
  return log
}

const answerOf = (log: readonly PlannerEvent[]) => log.flatMap((event) => (event.type === 'finish' ? [event.payload.raw_answer] : [])).at(-1)
const streaming = (types: string[]) => types.filter((type) => type === 'llm_stream_chunk').length > 3

describe('the runs of a node that fails continue elsewhere without any request', () => {
  it('after kill -9 in the middle of an answer, once the lease has expired', async () => {
    const url = await serveModel(() => ({ content: final('one two three four five six seven eight nine ten'), durationMs: 2_000 }))
    const other = createTestAgent(store, { url, ledger })
    closing.push(() => other.close())
    const node = startNode(url, 'run')
    await expect.poll(() => streaming(node.types), { interval: 5 }).toBe(true)
    await node.kill()
    const killed = Date.now()
    await expect.poll(async () => (await store.storage.load(scope, 'run'))?.state, { interval: 50 }).toMatchObject({ takeovers: 1 })
    // The sum of the lease of 12 seconds, two seconds until another node reads it, and the delay of a busy machine.
    expect(Date.now() - killed).toBeLessThan(25_000)
    const log = await follow('run')
    expect(answerOf(log)).toBe('one two three four five six seven eight nine ten')
    expect(log.filter(({ type }) => type === 'run_start')).toHaveLength(1)
  })

  it('without running a call twice that must not run twice', async () => {
    const url = await serveModel(({ notes }) => [
      { content: call('charge') },
      { content: final(`unknown: ${JSON.stringify(notes).includes('outcome_unknown')}`) },
    ])
    const other = createTestAgent(store, { url, ledger })
    closing.push(() => other.close())
    const node = startNode(url, 'run')
    // The file exists before the line is in it.
    await expect.poll(() => existsSync(ledger) && readFileSync(ledger, 'utf8'), { interval: 5 }).toBe('charged\n')
    await node.kill()
    expect(answerOf(await follow('run'))).toContain('unknown')
    expect(readFileSync(ledger, 'utf8')).toBe('charged\n')
  })

  it('and a node that was paused past its lease writes nothing when it wakes', async () => {
    const url = await serveModel(() => ({ content: final('one two three four five six seven eight nine ten'), durationMs: 3_000 }))
    const other = createTestAgent(store, { url, ledger })
    closing.push(() => other.close())
    const node = startNode(url, 'run')
    await expect.poll(() => streaming(node.types), { interval: 5 }).toBe(true)
    node.pause()
    const log = await follow('run')
    expect(answerOf(log)).toBe('one two three four five six seven eight nine ten')
    node.wake()
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    expect(await store.events.last(scope, 'run')).toBe(log.length)
    await node.kill()
  })
})

describe('a run that another node is asked to cancel', () => {
  const slowAnswer = () => serveModel(() => ({ content: final('one two three '.repeat(100)), durationMs: 60_000 }))
  const openNodes = async () => {
    const url = await slowAnswer()
    const other = createTestAgent(store, { url, ledger })
    closing.push(() => other.close())
    const node = startNode(url, 'run')
    await expect.poll(() => streaming(node.types), { interval: 5 }).toBe(true)
    return { node, other }
  }
  const lastOf = (log: readonly PlannerEvent[]) => log.flatMap((event) => (event.type === 'finish' ? [event.reason] : []))

  it('is ended by the process that works on it', async () => {
    const { node, other } = await openNodes()
    expect(await other.cancel('run', scope)).toBe(true)
    expect(lastOf(await follow('run'))).toEqual(['cancelled'])
    await expect.poll(() => node.types.at(-1), { interval: 5 }).toBe('finish')
    expect(await other.cancel('run', scope)).toBe(false)
    await node.kill()
  })

  it('is ended here when that process is killed, and not continued', async () => {
    const { node, other } = await openNodes()
    await node.kill()
    expect(await other.cancel('run', scope)).toBe(true)
    const log = await follow('run')
    expect(lastOf(log)).toEqual(['cancelled'])
    expect(log.filter(({ type }) => type === 'warning')).toEqual([])
  })

  it('is ended here when that process is suspended past its lease, and that process writes nothing when it wakes', async () => {
    const { node, other } = await openNodes()
    node.pause()
    expect(await other.cancel('run', scope)).toBe(true)
    const log = await follow('run')
    expect(lastOf(log)).toEqual(['cancelled'])
    node.wake()
    await new Promise((resolve) => setTimeout(resolve, 3_000))
    expect(await store.events.last(scope, 'run')).toBe(log.length)
    await node.kill()
  })
})

describe('a response that runs at the provider', () => {
  it('is read to its end by the process that continues the run of a killed one, and is not requested again', async () => {
    const provider = await createReplayServer(openAiResponsesRecordings)
    closing.push(() => provider.close())
    const events = recordedResponse(final('seven'))
    provider.play({ recording: { events }, hangAfter: 6 }, { recording: { events } })
    const node = startNode(provider.url, 'run', 'responses')
    const started = async () => (await store.storage.load(scope, 'run'))?.state
    await expect.poll(started, { interval: 20 }).toMatchObject({ started_response: { by: 'openai-responses:scripted' } })
    await node.kill()
    const other = createTestAgent(store, { url: provider.url, ledger, responses: true })
    closing.push(() => other.close())
    const log = await follow('run')
    expect(answerOf(log)).toBe('seven')
    expect(log.flatMap((event) => (event.type === 'warning' ? [event.code] : []))).toEqual(['taken_over'])
    expect(provider.requests.map(({ method, url }) => [method, url.replace(/_[^?]*/, '_ID')])).toEqual([
      ['POST', '/responses'],
      ['GET', '/responses/resp_ID?stream=true'],
    ])
  })

  it('is continued behind the text that the killed process has stored, which clients see again', async () => {
    const provider = await createReplayServer(openAiResponsesRecordings)
    closing.push(() => provider.close())
    const answer = `${'It begins. '.repeat(250)}And it ends.`
    const events = recordedResponse(final(answer), 2_500)
    const isFirstPart = ({ data }: { data: unknown }) => (data as { type?: string }).type === 'response.output_text.delta'
    const after = events.findIndex(isFirstPart)
    provider.play({ recording: { events }, hangAfter: after + 1 }, { recording: { events } })
    const node = startNode(provider.url, 'run', 'responses')
    const started = async () => (await store.storage.load(scope, 'run'))?.state
    await expect.poll(started, { interval: 20 }).toMatchObject({ started_response: { received: { after, text: final(answer).slice(0, 2_500) } } })
    await node.kill()
    const other = createTestAgent(store, { url: provider.url, ledger, responses: true })
    closing.push(() => other.close())
    const log = await follow('run')
    expect(answerOf(log)).toBe(answer)
    const shown = log.flatMap((event) =>
      event.type === 'llm_stream_chunk' && event.channel === 'answer' ? [event.text] : event.type === 'answer_reset' ? [null] : [],
    )
    expect(shown.slice(shown.lastIndexOf(null) + 1).join('')).toBe(answer)
    expect(provider.requests.map(({ method, url }) => [method, new URL(url, 'http://x').searchParams.get('starting_after')])).toEqual([
      ['POST', null],
      ['GET', String(after)],
    ])
    expect((await started()) ?? {}).not.toHaveProperty('started_response')
  })
})

/** The events of a recorded response, with another text in two pieces: what is before `cut`, and the rest. */
function recordedResponse(text: string, cut = text.length) {
  const { events = [] } = openAiResponsesRecordings.cases.text as { events?: { event?: string; data: unknown }[] }
  const inJson = (part: string) => JSON.stringify(part).slice(1, -1)
  const changed = JSON.stringify(events)
    .replaceAll('Grüße, 世界 😀', inJson(text))
    .replaceAll('Grü', inJson(text.slice(0, cut)))
    .replaceAll('ße, 世', inJson(text.slice(cut)))
  return JSON.parse(changed.replace('界 😀', '')) as typeof events
}

describe('a deployment that is replaced', () => {
  it('hands its runs over: another process continues them when it is notified, and it does not count as a crash', async () => {
    const url = await serveModel(() => ({ content: final('one two three four five six seven eight nine ten'), durationMs: 2_000 }))
    // This node checks by itself only once an hour, so it continues because of the notification of the hand-over.
    const other = createTestAgent(store, { url, ledger, recoveryMs: 3_600_000 })
    closing.push(() => other.close())
    const node = startNode(url, 'run')
    await expect.poll(() => streaming(node.types), { interval: 5 }).toBe(true)
    await node.stop()
    const log = await follow('run')
    expect(answerOf(log)).toBe('one two three four five six seven eight nine ten')
    const warnings = log.flatMap((event) => (event.type === 'warning' ? [event] : []))
    expect(warnings.map(({ code }) => code)).toEqual(['handed_over', 'taken_over'])
    expect((await store.storage.load(scope, 'run'))?.state).toMatchObject({ takeovers: 0 })
  })

  it('leaves a run whose state a newer release has written to nodes of that release', async () => {
    const url = await serveModel(() => ({ content: final('one two three four five six seven eight nine ten'), durationMs: 2_000 }))
    const node = startNode(url, 'run')
    await expect.poll(() => streaming(node.types), { interval: 5 }).toBe(true)
    await node.stop()
    const { version } = ((await store.storage.load(scope, 'run'))?.state ?? {}) as { version: number }
    const setVersion = async (to: number) => {
      const client = new pg.Client({ connectionString: server.url })
      await client.connect()
      await client.query("UPDATE pf.run SET state = jsonb_set(state::jsonb, '{version}', to_jsonb($1::int))::text", [to])
      await client.end()
    }
    await setVersion(version + 1)
    const before = await store.storage.load(scope, 'run')
    const errors: string[] = []
    const old = createTestAgent(store, { url, ledger, recoveryMs: 100, hooks: { onLog: ({ message }) => void errors.push(message) } })
    closing.push(() => old.close())
    await expect.poll(() => errors, { interval: 5 }).toEqual([expect.stringContaining('state_unreadable')])
    expect(await store.storage.load(scope, 'run')).toEqual(before)
    await old.close()
    await setVersion(version)
    const newer = createTestAgent(store, { url, ledger, recoveryMs: 100 })
    closing.push(() => newer.close())
    expect(answerOf(await follow('run'))).toBe('one two three four five six seven eight nine ten')
  })
})
