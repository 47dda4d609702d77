import type { CommitInput, StorePorts } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { afterEach, describe, expect, it } from 'vitest'
import { type Agent, type AgentOptions, createDrafts } from '../index.ts'
import type { Model } from '../model/model.ts'
import { answer, call, finishOf, inputOf, ofType, questionOf, scope } from '../test-support/harness.ts'
import { hasEvent, logUntilFinish, portsWithCommit, scriptedAgent, scriptedModel, startRun } from '../test-support/scripted-agent.ts'

const closing: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const agent of closing.splice(0)) await agent.close()
})

/** Creates agents on different nodes, with one store. */
function nodes(model: Model, { ports = createMemoryStore(), ...options }: { ports?: StorePorts } & Partial<AgentOptions> = {}): [Agent, Agent] {
  const pair: [Agent, Agent] = [scriptedAgent(model, ports, options), scriptedAgent(model, ports, options)]
  closing.push(...pair)
  return pair
}

/** A model that sends nothing and waits for the abort. */
function endlessModel() {
  const begun = Promise.withResolvers<void>()
  const model: Model = {
    name: 'endless',
    async *stream(_request, { signal }) {
      begun.resolve()
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
      yield { type: 'finish', reason: 'stop' }
    },
  }
  return { model, begun: begun.promise }
}

describe('cancel on a node that does not work on the run', () => {
  it('stops the model on the node that does; once it has resolved the thread is free', async () => {
    const { model, begun } = endlessModel()
    const ports = createMemoryStore()
    const [first, second] = nodes(model, { ports })
    await startRun(first)
    await begun
    expect(await second.cancel('run-1', scope)).toBe(true)
    expect(finishOf(await logUntilFinish(ports)).reason).toBe('cancelled')
    expect(await second.start(inputOf('Next.', { run_id: 'run-2' }), scope)).toEqual({ status: 'started', run_id: 'run-2' })
    expect(await first.cancel('run-2', scope)).toBe(true)
  })

  it('may be repeated and requested on both nodes at once; after the end it is refused', async () => {
    const { model, begun } = endlessModel()
    const ports = createMemoryStore()
    const [first, second] = nodes(model, { ports })
    await startRun(first)
    await begun
    const results = await Promise.all([second.cancel('run-1', scope), first.cancel('run-1', scope), second.cancel('run-1', scope)])
    expect(results).toEqual([true, true, true])
    const log = await logUntilFinish(ports)
    expect(ofType(log, 'finish')).toHaveLength(1)
    expect([await second.cancel('run-1', scope), await first.cancel('run-1', scope)]).toEqual([false, false])
    expect(await second.cancel('run-1', { owner: { id: 'bob' } })).toBe(false)
  })

  it('aborts the signal of a tool that is running there', async () => {
    const begun = Promise.withResolvers<void>()
    let reason: unknown
    const wait = {
      name: 'wait',
      description: 'Waits.',
      input: { type: 'object' },
      run: (_args: unknown, { signal }: { signal: AbortSignal }) => {
        begun.resolve()
        return new Promise((_, reject) =>
          signal.addEventListener('abort', () => {
            reason = signal.reason
            reject(reason)
          }),
        )
      },
    }
    const [first, second] = nodes(scriptedModel(call('wait')), { tools: [wait] })
    await startRun(first)
    await begun.promise
    expect(await second.cancel('run-1', scope)).toBe(true)
    expect(reason).toMatchObject({ code: 'cancelled' })
  })

  it('reaches a run that pauses at the same moment, and its question is cancelled', async () => {
    const ports = createMemoryStore()
    let cancelling: Promise<boolean> | undefined
    const whilePausing = portsWithCommit(async (input: CommitInput, write) => {
      // The request arrives when the pause is decided and not yet written.
      if (hasEvent(input, 'pause')) cancelling ??= second.cancel('run-1', scope)
      if (cancelling) await ports.storage.load(scope, 'run-1')
      return write(input)
    }, ports)
    const options = { richOutput: { enabled: true } }
    const first = scriptedAgent(scriptedModel(call('ui_confirm', { message: 'Sure?' })), whilePausing, options)
    const second = scriptedAgent(scriptedModel(answer('Never.')), ports, options)
    closing.push(first, second)
    await startRun(first)
    const { id } = questionOf(await logUntilFinish(ports))
    expect(await cancelling).toBe(true)
    expect((await ports.pending.get(scope, id))?.state).toBe('cancelled')
    expect((await ports.storage.load(scope, 'run-1'))?.finished).toBe(true)
  })

  it('reaches a run that is about to begin', async () => {
    const ports = createMemoryStore()
    const beginning = Promise.withResolvers<void>()
    const go = Promise.withResolvers<void>()
    const slow = portsWithCommit(async (input, write) => {
      if (hasEvent(input, 'run_start')) {
        beginning.resolve()
        await go.promise
      }
      return write(input)
    }, ports)
    const { model } = endlessModel()
    const first = scriptedAgent(model, slow)
    const second = scriptedAgent(model, ports)
    closing.push(first, second)
    const starting = startRun(first)
    await beginning.promise
    const cancelled = second.cancel('run-1', scope)
    await new Promise((resolve) => setTimeout(resolve, 0))
    go.resolve()
    expect(await starting).toMatchObject({ status: 'started' })
    expect(await cancelled).toBe(true)
    expect(finishOf(await logUntilFinish(ports)).reason).toBe('cancelled')
  })

  it('is refused for a run that nobody knows or that never began', async () => {
    const ports = createMemoryStore()
    const [first] = nodes(scriptedModel(answer('Hello.')), { ports })
    const leased = await ports.storage.lease(scope, { kind: 'run', run_id: 'never', thread_id: 't' }, { ttlMs: 60_000 })
    if (leased.status === 'granted') await ports.storage.release(scope, leased.lease)
    expect([await first.cancel('never', scope), await first.cancel('unknown', scope)]).toEqual([false, false])
    expect((await ports.storage.load(scope, 'never'))?.finished).toBe(false)
  })
})

describe('a request to cancel a run whose process has ended', () => {
  it('ends the run when another node takes it over, and the model is not asked again', async () => {
    let now = 1_000_000
    const ports = createMemoryStore({ now: () => now })
    const { model, begun } = endlessModel()
    let dead = false
    const mortal = portsWithCommit((input, write) => (dead ? new Promise(() => undefined) : write(input)), ports)
    const renew: StorePorts['storage']['renew'] = (...args) => (dead ? new Promise(() => undefined) : ports.storage.renew(...args))
    const first = scriptedAgent(model, { ...mortal, storage: { ...mortal.storage, renew, onCancelRequest: () => () => undefined } })
    await startRun(first)
    await begun
    dead = true
    expect(await ports.storage.requestCancel(scope, 'run-1')).toBe('requested')
    const asked = scriptedModel(answer('Never.'))
    const second = scriptedAgent(asked, ports)
    closing.push(second)
    now += 60_000
    const log = []
    for await (const event of (await second.attach('run-1', 0, { scope })) ?? []) log.push(event)
    expect(finishOf(log).reason).toBe('cancelled')
    expect(ofType(log, 'warning')).toEqual([])
    expect(asked.requests).toHaveLength(0)
  })
})

it('a draft can be stopped on a node that does not write it, and then changed there', async () => {
  const ports = createMemoryStore()
  const { model, begun } = endlessModel()
  const first = createDrafts({ model, ports })
  const second = createDrafts({ model, ports })
  closing.push(first, second)
  const { draft_id, run_id } = await first.create({ message: 'Write.' }, scope)
  await begun
  expect(await second.change(draft_id, 'Shorter.', scope)).toEqual({ status: 'busy', run_id })
  expect(await second.confirm(draft_id, 1, scope)).toMatchObject({ status: expect.stringMatching(/busy|stale/) })
  expect(await second.cancel(run_id, scope)).toBe(true)
  const changed = await second.change(draft_id, 'Shorter.', scope)
  expect(changed.status).toBe('started')
  expect(await first.cancel(changed.status === 'started' ? changed.run_id : '', scope)).toBe(true)
})
