import { createMemoryStore } from '@pf/core/memory'
import { describe, expect, it } from 'vitest'
import { checkOrder } from '../test-support/check-order.ts'
import { call, ofType, scope } from '../test-support/harness.ts'
import { logUntilFinish, scriptedAgent, scriptedModel, startRun } from '../test-support/scripted-agent.ts'

/** A tool that never returns, and a promise that resolves when it was called this number of times. */
function hangingTool(begun: number) {
  const reached = Promise.withResolvers<void>()
  let runs = 0
  const tool = {
    name: 'hang',
    description: 'Hangs.',
    input: { type: 'object' },
    run: () => {
      runs += 1
      if (runs === begun) reached.resolve()
      return new Promise<never>(() => undefined)
    },
  }
  return { tool, reached: reached.promise }
}

const closing = new Set(['tool_call_end', 'tool_call_result', 'step_complete', 'finish'])

/** Returns the types of the events that close the log, from the moment at which the run was stopped. */
async function closingEvents(reply: string, begun: number) {
  const ports = createMemoryStore()
  const { tool, reached } = hangingTool(begun)
  const agent = scriptedAgent(scriptedModel(reply), ports, { tools: [tool] })
  await startRun(agent)
  await reached
  // The events written so far are in the store before the run is closed.
  await new Promise((next) => setImmediate(next))
  const before = await ports.events.last(scope, 'run-1')
  await agent.cancel('run-1', scope)
  const log = await logUntilFinish(ports)
  checkOrder(log)
  await agent.close()
  return log.slice(before).filter(({ type }) => closing.has(type))
}

describe('a run that is cancelled', () => {
  it('closes its call before the step of the call, and its step before the finish', async () => {
    const events = await closingEvents(call('hang'), 1)
    expect(events.map(({ type }) => type)).toEqual(['tool_call_result', 'step_complete', 'finish'])
  })

  it('closes the calls of a plan before any step, and the branches of a step before the step', async () => {
    const steps = [
      { node: 'hang', args: { a: 1 } },
      { node: 'hang', args: { a: 2 } },
    ]
    const events = await closingEvents(call('plan', { steps, join: { node: 'hang', inject: {} } }), 1)
    const types = events.map(({ type }) => type)
    expect(types.lastIndexOf('tool_call_result')).toBeLessThan(types.indexOf('step_complete'))
    expect(types.at(-1)).toBe('finish')
    const completed = ofType(events, 'step_complete')
    expect(completed.at(-1)).not.toHaveProperty('branch')
    expect(completed.slice(0, -1).every((event) => event.branch !== undefined)).toBe(true)
  })
})
