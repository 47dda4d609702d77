import { PfError, type StorePorts } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { describe, expect, it } from 'vitest'
import { call, scope } from '../test-support/harness.ts'
import { hasEvent, logUntilFinish, portsWithCommit, scriptedAgent, scriptedModel, startRun } from '../test-support/scripted-agent.ts'

const answer = call('final_response', { answer: 'Done.' })

const turns = async (count: number) => {
  for (let turn = 0; turn < count; turn++) await new Promise((next) => setImmediate(next))
}

/** True if the promise is still pending after all possible progress. */
async function isPending(promise: Promise<unknown>): Promise<boolean> {
  let pending = true
  const settle = () => {
    pending = false
  }
  promise.then(settle, settle)
  await turns(20)
  return pending
}

/** Returns ports whose first commit waits for the gate, and then fails if `error` is given. */
function gatedFirstCommit(error?: Error) {
  const gate = Promise.withResolvers<void>()
  let first = true
  const ports = portsWithCommit(async (input, write) => {
    if (!first || !hasEvent(input, 'run_start')) return write(input)
    first = false
    await gate.promise
    if (error) throw error
    return write(input)
  })
  return { ports, open: gate.resolve }
}

describe('a start behind another one that has not begun yet', () => {
  it('under the same id waits for its first commit, so that the log can be read at once', async () => {
    const { ports, open } = gatedFirstCommit()
    const agent = scriptedAgent(scriptedModel(answer), ports)
    const first = startRun(agent)
    const second = startRun(agent)
    expect(await isPending(second)).toBe(true)
    open()
    expect(await second).toEqual({ status: 'exists', run_id: 'run-1' })
    expect(await agent.attach('run-1', 0, { scope })).toBeDefined()
    expect(await first).toEqual({ status: 'started', run_id: 'run-1' })
    await agent.close()
  })

  it('under another id waits for its first commit, and then learns that the thread is busy', async () => {
    const { ports, open } = gatedFirstCommit()
    const hanging = new Promise<never>(() => undefined)
    const agent = scriptedAgent(scriptedModel(hanging), ports)
    const first = startRun(agent)
    const second = startRun(agent, { run_id: 'run-2' })
    expect(await isPending(second)).toBe(true)
    open()
    expect(await Promise.all([first, second])).toEqual([
      { status: 'started', run_id: 'run-1' },
      { status: 'busy', run_id: 'run-1' },
    ])
    await agent.close()
  })

  it('does not take its place: the one that has begun can still be cancelled', async () => {
    const { ports, open } = gatedFirstCommit()
    const agent = scriptedAgent(scriptedModel(new Promise<never>(() => undefined)), ports)
    const starts = ['run-1', 'run-1', 'run-2', 'run-1'].map((run_id) => startRun(agent, { run_id }))
    open()
    expect((await Promise.all(starts)).map(({ status }) => status)).toEqual(['started', 'exists', 'busy', 'exists'])
    expect(await agent.cancel('run-1', scope)).toBe(true)
    expect((await logUntilFinish(ports)).at(-1)).toMatchObject({ reason: 'cancelled' })
    await agent.close()
  })

  it.each(['run-1', 'run-2'])('starts as %s when the other one could not be written', async (run_id) => {
    const { ports, open } = gatedFirstCommit(new PfError('invalid_input', 'No.'))
    const agent = scriptedAgent(scriptedModel(answer), ports)
    const first = startRun(agent).catch((error: unknown) => error)
    const second = startRun(agent, { run_id })
    open()
    expect(await first).toMatchObject({ code: 'store_failed' })
    expect(await second).toEqual({ status: 'started', run_id })
    await agent.close()
  })
})

describe('a start behind a run that has ended or paused, whose lease is still held', () => {
  /** Returns ports whose first release of a run waits for the gate, and that count the loads of the run. */
  function gatedRelease() {
    const base = createMemoryStore()
    const gate = Promise.withResolvers<void>()
    const state = { loads: 0 }
    const storage: StorePorts['storage'] = {
      ...base.storage,
      load: async (...args) => {
        state.loads += 1
        await turns(1)
        return base.storage.load(...args)
      },
      release: async (owner, lease) => {
        if (lease.resource.kind === 'run') await gate.promise
        return base.storage.release(owner, lease)
      },
    }
    return { ports: { ...base, storage }, state, open: gate.resolve }
  }

  it.each([
    ['ended', answer],
    ['paused', call('ui_confirm', { message: 'Sure?' })],
  ])('that has %s waits for it without looking again, and then starts', async (_, reply) => {
    const { ports, state, open } = gatedRelease()
    const agent = scriptedAgent(scriptedModel(reply, answer), ports, { richOutput: { enabled: true } })
    await startRun(agent)
    await logUntilFinish(ports)
    const second = startRun(agent, { run_id: 'run-2' })
    await turns(20)
    const looks = state.loads
    expect(await isPending(second)).toBe(true)
    expect(state.loads).toBe(looks)
    open()
    expect(await second).toMatchObject({ status: 'started', run_id: 'run-2' })
    await agent.close()
  })
})
