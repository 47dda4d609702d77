import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { createModelServer } from '@pf/testing'
import { type PostgresServer, startPostgres } from '../../../../tooling/test-support/postgres.ts'
import { checkTurns, type Report, readAgain } from '../checks/check-turns.ts'
import { stories } from '../model/stories.ts'
import type { Turn } from '../model/turn.ts'
import { openStore } from '../node/open-store.ts'
import type { NodeSettings } from '../node/settings.ts'
import { type Cluster, createCluster } from './cluster.ts'
import { createPatientClient, type Users } from './users.ts'

export type StoreKind = NodeSettings['store']['kind']

/** A store, a scripted model, a ledger, and a cluster without a node yet. */
export interface Environment {
  cluster: Cluster
  settings: NodeSettings
  /** The database server; undefined for SQLite. */
  database: PostgresServer | undefined
  /** A folder that is removed at the end. */
  folder: string
  /** Lets all users come to an end, ends all nodes and checks what is stored. */
  finish(users: Pick<Users, 'turns' | 'leave'>): Promise<Report>
}

/** How long users and runs may need once nothing is killed any more, in milliseconds. */
const patienceMs = 120_000

/** Does work in an environment of its own. `file` is the database file of SQLite; default: one in a temporary folder. */
export async function withEnvironment<T>(
  kind: StoreKind,
  work: (environment: Environment) => Promise<T>,
  options: Partial<Pick<NodeSettings, 'answerMs'>> & { file?: string } = {},
): Promise<T> {
  const { file, ...more } = options
  const folder = mkdtempSync(join(tmpdir(), 'pf-faults-'))
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  try {
    const model = await createModelServer({ stories, keepRequests: 1 })
    closing.push(() => model.close())
    const database = kind === 'postgres' ? await startPostgres() : undefined
    if (database) closing.push(() => database.stop())
    const settings: NodeSettings = {
      store: database ? { kind: 'postgres', url: database.url } : { kind: 'sqlite', file: file ?? join(folder, 'pf.sqlite') },
      modelUrl: model.url,
      ledger: join(folder, 'ledger'),
      ...more,
    }
    const cluster = await createCluster(settings)
    closing.push(() => cluster.close())
    return await work({ cluster, settings, database, folder, finish: (users) => finish(users, cluster, settings) })
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

async function finish(users: Pick<Users, 'turns' | 'leave'>, cluster: Cluster, settings: NodeSettings): Promise<Report> {
  await Promise.race([users.leave(), setTimeout(patienceMs, undefined, { ref: false })])
  const again = await readAgain(createPatientClient(cluster.url), users.turns)
  for (const node of [...cluster.live]) await node.stop()
  const store = await openStore(settings.store)
  try {
    const report = await checkTurns(store, { turns: users.turns, again, ledger: settings.ledger })
    report.violations.push(...cluster.crashes.map((text) => `a node ended by itself: ${text}`), ...waiting(users.turns))
    return report
  } finally {
    await store.close()
  }
}

/** Requests whose client still waits for an event. */
const waiting = (turns: readonly Turn[]) =>
  turns.flatMap(({ order, runs }) => (runs.length === 0 ? [`the request ${order} was neither accepted nor refused`] : []))
