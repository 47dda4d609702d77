import type { TaskChange, TaskChangeResult } from '@pf/core'
import { ownerKey } from '@pf/core/internal'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PostgresServer, startPostgres } from '../../../tooling/test-support/postgres.ts'
import { createPostgresStore, type PostgresStore } from './create-postgres-store.ts'
import { toKey } from './ports/keys.ts'

let server: PostgresServer
let store: PostgresStore
let other: PostgresStore
beforeAll(async () => {
  server = await startPostgres()
  store = await createPostgresStore({ connectionString: server.url })
  other = await createPostgresStore({ connectionString: server.url })
})
afterAll(async () => {
  await store?.close()
  await other?.close()
  await server?.stop()
})

const scope = { owner: { id: 'ann' } }

const join = (task_id: string): TaskChange => ({
  kind: 'join',
  task: { task_id, name: task_id, run_id: `run ${task_id}`, mode: 'job', merge_strategy: 'APPEND', payload: null },
  group: { name: 'group', thread_id: 'thread', agent: 'agent', alone: false, sealed: false, report: 'all', merge_strategy: 'APPEND' },
})

const statuses = (results: readonly TaskChangeResult[]) => results.map(({ status }) => status)
const ids = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix} ${index}`)

it('gives each of many changes at once the result that it has alone, in their order within a group', async () => {
  const groups = ids('mixed', 30)
  const joined = await Promise.all(groups.flatMap((id) => [1, 2, 3].map((at) => store.tasks.change(scope, id, join(`${id} task ${at}`)))))
  expect(new Set(statuses(joined))).toEqual(new Set(['applied']))
  const rest = await Promise.all(
    groups.flatMap((id) => [
      store.tasks.change(scope, id, { kind: 'seal' }),
      store.tasks.change(scope, id, join(`${id} task 4`)),
      store.tasks.change(scope, `${id} unknown`, { kind: 'seal' }),
    ]),
  )
  expect(statuses(rest)).toEqual(groups.flatMap(() => ['applied', 'refused', 'unknown']))
  const stored = await Promise.all(groups.map((id) => other.tasks.get(scope, id)))
  expect(stored.map((group) => [group?.sealed, group?.tasks.map(({ task_id }) => task_id)])).toEqual(
    groups.map((id) => [true, [1, 2, 3].map((at) => `${id} task ${at}`)]),
  )
})

it('creates a group once when two processes start its first tasks at once, together with many others', async () => {
  const all = await Promise.all(
    ids('both', 20).flatMap((id) =>
      [store, other, store, other].map(async ({ tasks }, at) => ({ id, result: await tasks.change(scope, id, join(`${id} task ${at}`)) })),
    ),
  )
  expect(new Set(statuses(all.map(({ result }) => result)))).toEqual(new Set(['applied']))
  for (const id of ids('both', 20)) {
    const group = await store.tasks.get(scope, id)
    expect(group?.tasks.map(({ task_id }) => task_id).sort()).toEqual([0, 1, 2, 3].map((at) => `${id} task ${at}`))
    expect((await other.tasks.list(scope, 'thread')).filter(({ group_id }) => group_id === id)).toHaveLength(1)
  }
})

it('a group that another transaction has locked delays no change of another group', async () => {
  await store.tasks.change(scope, 'held', join('held task'))
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query('BEGIN')
  await client.query('SELECT 1 FROM pf.task_group WHERE owner = $1 AND key = $2 FOR UPDATE', [ownerKey(scope), toKey('held')])
  let isSealed = false
  const held = store.tasks.change(scope, 'held', { kind: 'seal' }).then((result) => {
    isSealed = true
    return result
  })
  for (let round = 0; round < 5; round += 1) {
    const free = await Promise.all(ids(`free ${round}`, 8).map((id) => store.tasks.change(scope, id, join(`${id} task`))))
    expect(new Set(statuses(free))).toEqual(new Set(['applied']))
  }
  expect(isSealed).toBe(false)
  await client.query('COMMIT')
  await client.end()
  expect((await held).status).toBe('applied')
})

it('a change that the database refuses fails alone', async () => {
  await Promise.all(ids('before', 4).map((id) => store.tasks.change(scope, id, join(`${id} task`))))
  // The database refuses a text longer than a gigabyte; a constraint that only this test adds is easier to reach.
  const client = new pg.Client({ connectionString: server.url })
  await client.connect()
  await client.query("ALTER TABLE pf.task ADD CONSTRAINT no_poison CHECK (key NOT LIKE '%poison%')")
  const results = await Promise.allSettled([...ids('after', 6), 'poison'].map((id) => store.tasks.change(scope, id, join(`${id} task`))))
  await client.query('ALTER TABLE pf.task DROP CONSTRAINT no_poison')
  await client.end()
  expect(results.map(({ status }) => status)).toEqual([...ids('after', 6).map(() => 'fulfilled'), 'rejected'])
  expect(results.at(-1)).toMatchObject({ reason: { code: 'store_failed' } })
  expect(await store.tasks.get(scope, 'poison')).toBeUndefined()
})
