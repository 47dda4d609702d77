import { type CommitInput, PfError } from '@pf/core'
import { describe, expect, it } from 'vitest'
import { checkOrder } from '../test-support/check-order.ts'
import { call, finishOf, ofType, scope } from '../test-support/harness.ts'
import { hasEvent, logUntilFinish, portsWithCommit, scriptedAgent, scriptedModel, startRun } from '../test-support/scripted-agent.ts'

const answer = call('final_response', { answer: 'Done.' })

/** Returns ports whose commits fail `times` times, starting with the first one that `matches`. */
function failingPorts(error: unknown, { times, matches = () => true }: { times: number; matches?: (input: CommitInput) => boolean }) {
  const state = { failed: 0, commits: 0 }
  const ports = portsWithCommit(async (input, write) => {
    state.commits += 1
    if (state.failed < times && (state.failed > 0 || matches(input))) {
      state.failed += 1
      throw error
    }
    return write(input)
  })
  return { ports, state }
}

describe('a commit that fails', () => {
  const passing: [string, unknown][] = [
    ['a network error', new PfError('network', 'The connection was lost.')],
    ['store_failed', new PfError('store_failed', 'The database is restarting.')],
    ['an error of the driver', new Error('ECONNRESET')],
  ]

  it.each(passing)('with %s is tried again, and the run answers as if nothing had happened', async (_, error) => {
    for (const matches of [() => true, (input: CommitInput) => hasEvent(input, 'finish')]) {
      const { ports, state } = failingPorts(error, { times: 2, matches })
      const agent = scriptedAgent(scriptedModel(answer), ports)
      expect(await startRun(agent)).toMatchObject({ status: 'started' })
      const log = await logUntilFinish(ports)
      checkOrder(log)
      expect(finishOf(log)).toMatchObject({ reason: 'answer', payload: { raw_answer: 'Done.' } })
      expect(state.failed).toBe(2)
      await agent.close()
    }
  })

  it.each(['invalid_input', 'too_large', 'unauthorized'] as const)('with %s is not tried again', async (code) => {
    const { ports, state } = failingPorts(new PfError(code, 'No.'), { times: Number.POSITIVE_INFINITY })
    const agent = scriptedAgent(scriptedModel(answer), ports)
    await expect(startRun(agent)).rejects.toMatchObject({ code: 'store_failed' })
    expect(state.commits).toBe(1)
    await agent.close()
  })
})

describe('a finish that the store refuses', () => {
  const refusal = new PfError('invalid_input', 'Not this one.')

  it('is written again with everything that closes the calls and steps of the run', async () => {
    const { ports } = failingPorts(refusal, { times: 1, matches: (input) => hasEvent(input, 'finish') })
    const begun = Promise.withResolvers<void>()
    const hang = {
      name: 'hang',
      description: 'Hangs.',
      input: { type: 'object' },
      run: () => {
        begun.resolve()
        return new Promise<never>(() => undefined)
      },
    }
    const agent = scriptedAgent(scriptedModel(call('hang')), ports, { tools: [hang] })
    await startRun(agent)
    await begun.promise
    await agent.cancel('run-1', scope)
    const log = await logUntilFinish(ports)
    checkOrder(log)
    expect(log.slice(-3).map(({ type }) => type)).toEqual(['tool_call_result', 'step_complete', 'finish'])
    expect(finishOf(log)).toMatchObject({ reason: 'error', error: { code: 'store_failed' } })
    await agent.close()
  })

  it('ends the log, so that nothing that comes later is written behind it', async () => {
    const { ports } = failingPorts(refusal, { times: 1, matches: (input) => hasEvent(input, 'finish') })
    const agent = scriptedAgent(scriptedModel(answer), ports)
    await startRun(agent)
    const log = await logUntilFinish(ports)
    await agent.close()
    expect(ofType(log, 'finish')).toHaveLength(1)
    expect(await ports.events.last(scope, 'run-1')).toBe(log.length)
  })
})
