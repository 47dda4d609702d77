// (u) Background tasks over each store, beside the jobs of bare pg-boss: how many are stored, claimed and ended in a second.
import { createAgent } from '../../packages/planner/src/index.ts'
import { startPostgres } from '../../tooling/test-support/postgres.ts'
import { table } from '../lib/table.mjs'
import { loadPeers } from '../peers/libraries.mjs'
import { storeNames, withStore } from './open-stores.mjs'

const scope = { owner: { id: 'bench' } }
const agent = 'bench'
/** Number of requests that are open at once. */
const width = 16
/** Number of tasks that one claim takes. */
const batch = 16

export async function tasks({ quick, progress, report }) {
  const count = quick ? 300 : 2_000
  const jobs = quick ? 100 : 500
  const rows = []
  for (const name of storeNames) {
    progress(`tasks: ${name}`)
    const found = await withStore(name, async ({ ports }) => ({ records: await records(ports.tasks, count), whole: await wholeJobs(ports, jobs) }))
    rows.push({ name: `pf, ${name}`, ...found })
  }
  const server = await startPostgres()
  for (const size of [1, batch]) {
    progress(`tasks: pg-boss, ${size} a fetch`)
    const found = await pgBoss(server.url, { count: size === 1 ? Math.ceil(count / 2) : count, size })
    if (found) rows.push({ name: `pg-boss, ${size} a fetch`, records: found })
  }
  await server.stop()
  for (const row of rows) report({ section: 'stores', what: 'tasks', ...row })
  print(rows, { count, jobs })
}

function print(rows, { count, jobs }) {
  console.log(`\n(u) Tasks a second, ${width} requests at once. Records: ${count} tasks stored one by one, then claimed by ${batch} and ended.`)
  console.log(`Whole jobs: ${jobs} jobs with an empty tool, each a run with its events, started and ended by one process.`)
  const rate = (value) => (value === undefined ? '-' : `${Math.round(value)}/s`)
  const lines = rows.map(({ name, records: { stored, ended }, whole }) => ({ name, cells: [rate(stored), rate(ended), rate(whole)] }))
  console.log(table(['stored', 'claimed, ended', 'whole jobs'], lines))
}

const joinOf = (id, payload) => ({
  kind: 'join',
  task: { task_id: id, name: 'empty', run_id: id, mode: 'job', merge_strategy: 'APPEND', payload },
  group: { name: 'empty', thread_id: id, agent, alone: true, sealed: true, report: 'none', merge_strategy: 'APPEND' },
})

/** Stores tasks, claims them and ends them, without running anything. */
async function records(store, count) {
  await cycle(store, 'warm', batch)
  return cycle(store, 'task', count)
}

async function cycle(store, prefix, count) {
  const stored = await perSecond(count, (at) => store.change(scope, `${prefix}-${at}`, joinOf(`${prefix}-${at}`, null)))
  const began = performance.now()
  let ended = 0
  while (ended < count) {
    const claims = await store.claim({ agent, limit: batch, ttlMs: 60_000 })
    if (claims.length === 0) throw new Error(`${count - ended} tasks cannot be claimed`)
    await Promise.all(
      claims.map(({ group, task, token }) =>
        store.change(scope, group.group_id, { kind: 'end', task_id: task.task_id, token, outcome: { status: 'done', result: '' } }),
      ),
    )
    ended += claims.length
  }
  return { stored, ended: (count * 1_000) / (performance.now() - began) }
}

/** Runs jobs whose tool does nothing. The last result is awaited with the store, as a page would see it. */
async function wholeJobs(ports, count) {
  const tool = { name: 'nothing', description: 'Does nothing', input: { type: 'object', properties: {}, additionalProperties: false }, run: () => ({}) }
  const model = {
    name: 'none',
    // A job calls no model.
    async *stream() {
      yield { type: 'finish', reason: 'stop' }
    },
  }
  await perSecond(count, (at) => ports.tasks.change(scope, `job-${at}`, joinOf(`job-${at}`, { tool: 'nothing', tool_args: {}, depth: 1 })))
  const began = performance.now()
  const worker = createAgent({ name: agent, model, tools: [tool], ports, tasks: { confirm: false, maxConcurrent: width, pollMs: 50 } })
  for (let at = 0; at < count; at += 1) {
    while ((await ports.tasks.get(scope, `job-${at}`))?.tasks[0]?.status !== 'done') await new Promise((resolve) => setTimeout(resolve, 5))
  }
  const rate = (count * 1_000) / (performance.now() - began)
  await worker.close()
  return rate
}

async function pgBoss(url, { count, size }) {
  const { 'pg-boss': library } = await loadPeers('pg-boss')
  if (!library) return undefined
  const boss = new library.PgBoss({ connectionString: url, schema: `boss_${size}`, supervise: false, schedule: false })
  await boss.start()
  const queue = 'empty'
  await boss.createQueue(queue)
  const stored = await perSecond(count, (at) => boss.send(queue, { at }))
  const began = performance.now()
  let ended = 0
  const drain = async () => {
    while (true) {
      const jobs = await boss.fetch(queue, { batchSize: size })
      if (jobs.length === 0) return
      await boss.complete(
        queue,
        jobs.map(({ id }) => id),
      )
      ended += jobs.length
    }
  }
  await Promise.all(Array.from({ length: size === 1 ? width : 1 }, drain))
  if (ended !== count) throw new Error(`pg-boss ended ${ended} of ${count} jobs`)
  const rate = (count * 1_000) / (performance.now() - began)
  await boss.stop({ graceful: false })
  return { stored, ended: rate }
}

/** Makes `count` requests, a number of them at once, and returns how many ended in a second. */
async function perSecond(count, request) {
  const began = performance.now()
  let next = 0
  await Promise.all(
    Array.from({ length: width }, async () => {
      while (next < count) {
        const at = next
        next += 1
        await request(at)
      }
    }),
  )
  return (count * 1_000) / (performance.now() - began)
}
