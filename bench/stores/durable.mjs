// (t) A whole run over each store, beside what other libraries store of the same run.
import { createAgent } from '../../packages/planner/src/index.ts'
import { startPostgres } from '../../tooling/test-support/postgres.ts'
import { short, table } from '../lib/table.mjs'
import { createGraph, createResumable } from './durable-peers.mjs'
import { search, textOf } from './durable-run.mjs'
import { databaseBytes, fileBytes, storeNames, withStore } from './open-stores.mjs'

const scope = { owner: { id: 'bench' } }
const widths = [1, 16]

export async function durable({ quick, progress, report }) {
  const runs = quick ? 48 : 320
  const rows = []
  const measure = async (name, { run, bytes, kept }) => {
    progress(`durable: ${name}`)
    await timed(run, `${name}-warm`, { runs: 16, width: 4 })
    const before = await bytes?.()
    const found = {}
    for (const width of widths) found[width] = await timed(run, `${name}-${width}`, { runs, width })
    const stored = before === undefined ? undefined : ((await bytes()) - before) / (runs * widths.length)
    report({ section: 'stores', what: 'durable', name, ms: found, bytes: stored })
    rows.push({ name, found, stored, kept })
  }
  for (const name of storeNames) await withStore(name, (store) => ofStore(store, (candidate) => measure(`pf, ${name}`, candidate)))
  const server = await startPostgres()
  for (const durability of ['async', 'sync']) {
    const graph = await createGraph(server.url, durability)
    if (graph)
      await measure(`LangGraph, PostgresSaver, ${durability}`, { ...graph, bytes: () => databaseBytes(server.url, 'public'), kept: 'state of each step' })
    await graph?.close()
  }
  await server.stop()
  const resumable = await createResumable()
  if (resumable) await measure('resumable-stream, Redis', { ...resumable, kept: 'a counter; the text is in the process' })
  else console.log('  redis-server is not on PATH: resumable-stream is left out')
  await resumable?.close()
  print(rows, runs)
}

function print(rows, runs) {
  const limit = rows[0].found
  const cell = (found, width) => `${short(found[width])} ms (${short(found[width] / limit[width])})`
  console.log(`\n(t) A run of two tool calls and an answer in a hundred pieces, the model without its time: median of ${runs} runs (times the memory store)`)
  const lines = rows.map(({ name, found, stored, kept }) => ({
    name,
    cells: [...widths.map((width) => cell(found, width)), stored === undefined ? '-' : `${Math.round(stored)}`, kept ?? ''],
  }))
  console.log(table([...widths.map((width) => `${width} at once`), 'bytes a run', 'kept'], lines))
}

async function ofStore({ ports, file, url }, measure) {
  const model = {
    name: 'instant',
    async *stream({ messages }) {
      const step = messages.filter(({ role }) => role === 'assistant').length
      for (const text of textOf(step)) yield { type: 'text', text }
      yield { type: 'finish', reason: 'stop' }
    },
  }
  const input = { type: 'object', properties: { page: { type: 'integer' } }, required: ['page'], additionalProperties: false }
  const tool = { name: 'search', description: 'Searches', input, run: search }
  const agent = createAgent({ model, tools: [tool], ports })
  const run = async (id) => {
    const messages = [{ id: `u-${id}`, role: 'user', content: 'Go.' }]
    await agent.start({ thread_id: id, run_id: id, messages, client_tools: [], context: [], client: {} }, scope)
    let reason
    for await (const event of await agent.attach(id, 0, { scope })) if (event.type === 'finish') reason = event.reason
    if (reason !== 'answer') throw new Error(`the run ended with ${reason}`)
  }
  const bytes = file ? () => fileBytes(file) : url ? () => databaseBytes(url, 'pf') : undefined
  await measure({ run, ...(bytes ? { bytes } : {}), kept: file || url ? 'every event, state of each step' : 'the same, in memory' })
  await agent.close()
}

/** The median time of a run in milliseconds. */
async function timed(run, prefix, { runs, width }) {
  const times = []
  let next = 0
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < runs) {
        const id = `${prefix}-${next++}`
        const start = performance.now()
        await run(id)
        times.push(performance.now() - start)
      }
    }),
  )
  return times.sort((a, b) => a - b)[times.length >> 1]
}
