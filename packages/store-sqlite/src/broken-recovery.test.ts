import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AbandonedRun, RunStore, StorePorts } from '@pf/core'
import { recoveryContract } from '@pf/testing/contracts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createSqliteStore, type SqliteStore } from './create-sqlite-store.ts'

// The memory store of the other broken ports lists no abandoned runs, so the faults of such a list are tested with this store.
const folder = mkdtempSync(join(tmpdir(), 'pf-broken-'))
let store: SqliteStore
beforeAll(async () => {
  store = await createSqliteStore({ file: join(folder, 'pf.sqlite') })
})
afterAll(async () => {
  await store.close()
  rmSync(folder, { recursive: true })
})

type List = NonNullable<RunStore['abandoned']>

/** Faults of the list. `paused` holds the paused runs, each with whether it has ever asked a question. */
const faults: Record<string, (list: List, paused: Map<string, AbandonedRun & { asked: boolean }>) => List> = {
  'nothing is listed': () => async () => [],
  'the limit is not looked at': (list) => (_, agent) => list(10_000, agent),
  'the name of the agent is not looked at': (list) => (limit) => list(limit),
  'runs without a name are left out': (list) => async (limit, agent) => (agent === undefined ? list(limit) : []),
  'the tenant is lost': (list) => async (limit, agent) => (await list(limit, agent)).map((run) => ({ ...run, owner: { id: run.owner.id } })),
  'every paused run is listed': (list, paused) => async (limit, agent) => [...paused.values(), ...(await list(limit, agent))].slice(0, limit),
  'runs that paused without a question are listed': (list, paused) => async (limit, agent) =>
    [...[...paused.values()].filter(({ asked }) => !asked), ...(await list(limit, agent))].slice(0, limit),
  'a question that was answered before counts as that of the last pause': (list, paused) => async (limit, agent) => {
    const later = []
    for (const run of paused.values()) {
      const questions = await store.pending.list({ owner: run.owner }, run.thread_id)
      if (run.asked && questions.length > 0 && questions.every(({ state }) => state !== 'open')) later.push(run)
    }
    return [...new Map([...later, ...(await list(limit, agent))].map((run) => [run.run_id, run])).values()].slice(0, limit)
  },
  'paused runs are never listed': (list, paused) => async (limit, agent) => (await list(limit, agent)).filter(({ run_id }) => !paused.has(run_id)),
}

function breakPorts(fault: (typeof faults)[string]): StorePorts {
  const { close: _, ...ports } = store
  const paused = new Map<string, AbandonedRun & { asked: boolean }>()
  const asked = new Set<string>()
  const storage: RunStore = {
    ...ports.storage,
    async commit(scope, input) {
      const result = await ports.storage.commit(scope, input)
      const { run, events, pending = [] } = input
      if (pending.length > 0) asked.add(run.run_id)
      const last = events.at(-1)
      if (last?.type === 'finish' && last.reason === 'paused') paused.set(run.run_id, { ...run, owner: scope.owner, asked: asked.has(run.run_id) })
      else if (last) paused.delete(run.run_id)
      return result
    },
  }
  return { ...ports, storage: { ...storage, abandoned: fault((limit, agent) => ports.storage.abandoned?.(limit, agent) ?? Promise.resolve([]), paused) } }
}

async function failures(ports: StorePorts): Promise<string[]> {
  const failed: string[] = []
  for (const { name, run } of recoveryContract(async () => ports)) await run().catch(() => failed.push(name))
  return failed
}

describe('a list of abandoned runs', () => {
  it('without a fault passes where a broken one is tried', async () => {
    expect(await failures(breakPorts((list) => list))).toEqual([])
  })
  it.each(Object.entries(faults))('fails its contract when %s', async (_, fault) => {
    expect(await failures(breakPorts(fault))).not.toEqual([])
  })
})
