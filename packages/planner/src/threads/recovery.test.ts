import type { AbandonedRun, RunStore, StorePorts } from '@pf/core'
import { PfError } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { afterEach, describe, expect, it } from 'vitest'
import { answer, createHarness, finishOf, type Harness, type HarnessOptions, scope, script } from '../test-support/harness.ts'

const open: Harness[] = []
afterEach(async () => {
  for (const harness of open.splice(0).reverse()) await harness.close()
})
async function harness(options: HarnessOptions): Promise<Harness> {
  const made = await createHarness(options)
  open.push(made)
  return made
}

/** A memory store whose runs outlive the agents of a test, and that lists these runs, and then the ones that nobody works on. */
function createStore(listed: readonly string[] = []): StorePorts & { left: Set<string> } {
  const ports = createMemoryStore()
  const left = new Set<string>()
  const storage: RunStore = {
    ...ports.storage,
    async lease(owner, resource, options) {
      const result = await ports.storage.lease(owner, resource, options)
      if (result.status === 'granted' && resource.kind === 'run') left.delete(resource.run_id)
      return result
    },
    async release(owner, lease) {
      const { resource } = lease
      const record = resource.kind === 'run' ? await ports.storage.load(owner, resource.run_id) : undefined
      await ports.storage.release(owner, lease)
      if (record && !record.finished && record.last_seq > 0 && !listed.includes(record.run_id)) left.add(record.run_id)
    },
    async abandoned(limit): Promise<AbandonedRun[]> {
      return [...listed, ...left].slice(0, limit).map((run_id) => ({ ...scope, run_id, thread_id: `thread of ${run_id}` }))
    },
  }
  return { ...ports, storage, left }
}

/** The answer of a run, read from the store: nobody asks an agent for the run. */
async function answerOf({ events }: StorePorts, run_id: string): Promise<string | undefined> {
  for await (const event of events.read(scope, run_id, 0)) if (event.type === 'finish') return event.payload.raw_answer
  return undefined
}

const never = 3_600_000
const inputOf = (run_id: string) => ({ run_id, thread_id: `thread of ${run_id}` })
const idsOf = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name}-${index}`)
const slow = () => ({ ...script(answer('Done.')), reply: () => ({ content: answer('Done.'), durationMs: 600_000 }) })

/** Runs that an agent has begun and left. */
async function leave(ports: StorePorts, runs: readonly string[]): Promise<void> {
  const { agent, start, server } = await createHarness({ ports, stories: [slow()], recoveryMs: false })
  await Promise.all(runs.map((run_id) => start('Go.', inputOf(run_id))))
  await agent.close()
  await server.close()
}

describe('runs that were left', () => {
  it('are all continued without a pause between them, however many there are', async () => {
    const ports = createStore()
    const runs = idsOf('run', 230)
    await leave(ports, runs)
    expect(ports.left.size).toBe(230)
    await harness({ ports, stories: [script(answer('Done.'))], recoveryMs: never })
    for (const run_id of runs) expect(await answerOf(ports, run_id)).toBe('Done.')
    expect(ports.left.size).toBe(0)
  })

  it('are continued although the store lists more runs before them that nobody can continue', async () => {
    const waiting = idsOf('waiting', 5)
    const ports = createStore([...waiting, ...idsOf('deleted meanwhile', 245)])
    const first = await createHarness({ ports, stories: [script('{"next_node":"look","args":{}}')], recoveryMs: false })
    const client_tools = [{ name: 'look', description: 'Looks.', parameters: { type: 'object' } }]
    for (const run_id of waiting) expect(finishOf(await first.run('Go.', { ...inputOf(run_id), client_tools })).reason).toBe('paused')
    await first.close()
    await leave(ports, ['left'])
    await harness({ ports, stories: [script(answer('Done.'))], recoveryMs: 100 })
    expect(await answerOf(ports, 'left')).toBe('Done.')
    for (const run_id of waiting) expect((await ports.storage.load(scope, run_id))?.state).toMatchObject({ status: 'paused' })
  })

  it('are tried again at the next passes when the store fails for a moment', async () => {
    const ports = createStore()
    await leave(ports, ['run'])
    const [failures, logs]: [{ left: number }, string[]] = [{ left: 2 }, []]
    const storage: RunStore = {
      ...ports.storage,
      load: async (owner, run_id) => {
        if (failures.left > 0) {
          failures.left -= 1
          throw new PfError('store_failed', 'The store is away.')
        }
        return ports.storage.load(owner, run_id)
      },
    }
    const hooks = { onLog: ({ message }: { message: string }) => void logs.push(message) }
    await harness({ ports: { ...ports, storage }, stories: [script(answer('Done.'))], recoveryMs: 100, hooks })
    expect(await answerOf(ports, 'run')).toBe('Done.')
    expect(logs.filter((message) => message.includes('store_failed'))).toHaveLength(2)
  })
})
