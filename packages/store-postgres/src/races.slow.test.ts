import type { TaskChange } from '@pf/core'
import { createAgent } from '@pf/planner'
import { expect, it } from 'vitest'
import { raceModel, raceNodes } from '../../../tooling/test-support/node-races.ts'
import { startPostgres } from '../../../tooling/test-support/postgres.ts'
import { createPostgresStore } from './create-postgres-store.ts'

/** Number of rounds. The long form is `PF_RACES=1000`. */
const rounds = Number(process.env.PF_RACES ?? 100)
const seed = Number(process.env.PF_SEED ?? 1)

it(`of ${rounds} starts, answers and cancellations on two nodes at once, each is accepted once (seed ${seed})`, async () => {
  const server = await startPostgres()
  const stores = await Promise.all([1, 2].map(() => createPostgresStore({ connectionString: server.url })))
  const nodes = stores.map((ports) => createAgent({ model: raceModel, tools: [], ports, richOutput: { enabled: true } }))
  try {
    const [ports] = stores
    expect(ports).toBeDefined()
    if (ports) await raceNodes({ nodes, ports, rounds, seed })
  } finally {
    for (const node of nodes) await node.close()
    for (const store of stores) await store.close()
    await server.stop()
  }
}, 1_200_000)

const scope = { owner: { id: 'ann' } }
const [task, group] = [
  { task_id: 'task', name: 'Task', run_id: 'run', mode: 'subagent', merge_strategy: 'HUMAN_GATED', payload: { query: 'Look.' } },
  { name: 'Group', thread_id: 'thread', agent: 'agent', alone: false, sealed: true, report: 'all', merge_strategy: 'HUMAN_GATED' },
] as const

it(`of ${rounds} approvals, rejections and cancellations of a group on two nodes at once, one decides, and all readers see the same`, async () => {
  const server = await startPostgres()
  const stores = await Promise.all([1, 2].map(() => createPostgresStore({ connectionString: server.url })))
  const outcomes = new Map<string, number>()
  try {
    for (let round = 0; round < rounds; round += 1) {
      const group_id = `group-${round}`
      const task_id = `task-${round}`
      const [first, second] = stores.map(
        ({ tasks }) =>
          (change: TaskChange) =>
            tasks.change(scope, group_id, change),
      )
      if (!first || !second) throw new Error('There are not two stores.')
      await first({ kind: 'join', task: { ...task, task_id }, group })
      await first({ kind: 'claim', task_id, token: 'worker', ttl_ms: 60_000 })
      // In every second round, the task ends in the same moment.
      const end: TaskChange = { kind: 'end', task_id, token: 'worker', outcome: { status: 'done', result: 'Seen.' } }
      if (round % 2 === 0) await first(end)
      const decisions: TaskChange[] = [{ kind: 'decide', verdict: 'approve' }, { kind: 'decide', verdict: 'reject' }, { kind: 'cancel' }]
      const all = [...decisions, ...decisions, ...(round % 2 === 0 ? [] : [end])]
      const results = await Promise.all(all.map((change, index) => (index % 2 === 0 ? first : second)(change)))
      const decided = all.filter(({ kind }, index) => kind === 'decide' && results[index]?.status === 'applied')
      expect(decided.length).toBeLessThanOrEqual(1)
      const seen = await Promise.all([...stores, ...stores].map(({ tasks }) => tasks.find(scope, task_id)))
      expect(new Set(seen.map((each) => JSON.stringify(each))).size).toBe(1)
      const [one] = seen
      const expected =
        decided[0]?.kind === 'decide' ? (decided[0].verdict === 'approve' ? 'approved' : 'rejected') : one?.tasks[0]?.status === 'done' ? 'pending' : undefined
      expect(one?.approval).toBe(expected)
      if (round % 2 === 0) expect(decided).toHaveLength(1)
      const outcome = `${one?.tasks[0]?.status} ${one?.approval}`
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    }
    // Nothing is shown of a race that the same side wins each time.
    expect(outcomes.size).toBeGreaterThan(1)
    console.log(`outcomes of ${rounds} races: ${[...outcomes].map(([name, count]) => `${name}: ${count}`).join(', ')}`)
  } finally {
    for (const store of stores) await store.close()
    await server.stop()
  }
}, 1_200_000)
