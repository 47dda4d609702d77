import type { CommitInput } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { describe, expect, it } from 'vitest'
import { checkOrder } from '../test-support/check-order.ts'
import { call, ofType, scope } from '../test-support/harness.ts'
import { hasEvent, logUntilFinish, portsWithCommit, scriptedAgent, scriptedModel, startRun } from '../test-support/scripted-agent.ts'

const answer = call('final_response', { answer: 'Done.' })
const note = { name: 'note', description: 'Notes.', input: { type: 'object' }, run: () => ({ noted: true }) }

/** Returns ports that hold the first commit that `matches` until it is released. */
function holdingPorts(matches: (input: CommitInput) => boolean) {
  const reached = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  let held = false
  const ports = portsWithCommit(async (input, write) => {
    if (!held && matches(input)) {
      held = true
      reached.resolve()
      await released.promise
    }
    return write(input)
  }, createMemoryStore())
  return { ports, reached: reached.promise, release: released.resolve }
}

const completesStep = (input: CommitInput) => hasEvent(input, 'step_complete')
const endsStep = (input: CommitInput) => input.state !== undefined && !hasEvent(input, 'run_start') && !hasEvent(input, 'finish')

describe('a run that is cancelled while the store is slow', () => {
  it('begins no further step, whichever commit of the step was slow', async () => {
    for (const matches of [completesStep, endsStep]) {
      const { ports, reached, release } = holdingPorts(matches)
      const model = scriptedModel(call('note'), answer)
      const agent = scriptedAgent(model, ports, { tools: [note] })
      await startRun(agent)
      await reached
      const cancelled = agent.cancel('run-1', scope)
      await new Promise((next) => setImmediate(next))
      release()
      expect(await cancelled).toBe(true)
      const log = await logUntilFinish(ports)
      checkOrder(log)
      expect(log.at(-1)).toMatchObject({ type: 'finish', reason: 'cancelled' })
      expect(ofType(log, 'step_start').map(({ step }) => step)).toEqual([1])
      expect(model.requests).toHaveLength(1)
      await agent.close()
    }
  })

  it('is cancelled instead of paused, and asks nothing', async () => {
    const { ports, reached, release } = holdingPorts(completesStep)
    const agent = scriptedAgent(scriptedModel(call('ui_confirm', { message: 'Sure?' })), ports, { richOutput: { enabled: true } })
    await startRun(agent)
    await reached
    const cancelled = agent.cancel('run-1', scope)
    await new Promise((next) => setImmediate(next))
    release()
    expect(await cancelled).toBe(true)
    const log = await logUntilFinish(ports)
    checkOrder(log)
    expect(ofType(log, 'finish').map(({ reason }) => reason)).toEqual(['cancelled'])
    expect(ofType(log, 'pause')).toEqual([])
    expect(await ports.pending.list(scope, 'thread-1')).toEqual([])
    await agent.close()
  })
})
