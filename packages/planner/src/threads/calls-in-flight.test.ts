import type { StorePorts } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { expect, it } from 'vitest'
import { leaseTtlMs } from '../log/lease-keeper.ts'
import { checkOrder } from '../test-support/check-order.ts'
import { call, finishOf, scope } from '../test-support/harness.ts'
import { logUntilFinish, scriptedAgent, scriptedModel, startRun } from '../test-support/scripted-agent.ts'

const answer = call('final_response', { answer: 'Done.' })
const never = () => new Promise<never>(() => undefined)

/** A tool that must not run twice, and the number of its runs. */
function countingTool() {
  let runs = 0
  const tool = {
    name: 'send',
    description: 'Sends.',
    input: { type: 'object' },
    idempotent: false,
    run: () => {
      runs += 1
      return { sent: runs }
    },
  }
  return { tool, runs: () => runs }
}

/** A store, and the view of it that a process has until it is killed. */
function mortalStore() {
  let now = 1_000
  let dead = false
  const ports = createMemoryStore({ now: () => now })
  const commit: StorePorts['storage']['commit'] = (...args) => (dead ? never() : ports.storage.commit(...args))
  const renew: StorePorts['storage']['renew'] = (...args) => (dead ? never() : ports.storage.renew(...args))
  const release: StorePorts['storage']['release'] = (...args) => (dead ? never() : ports.storage.release(...args))
  const kill = () => {
    dead = true
    now += leaseTtlMs + 1
  }
  return { ports, doomedPorts: { ...ports, storage: { ...ports.storage, commit, renew, release } }, kill }
}

/** Waits until a model has received `requests` requests; it does not reply to the last of them. */
const asked = async (model: ReturnType<typeof scriptedModel>, requests: number) => {
  while (model.requests.length < requests) await new Promise((next) => setImmediate(next))
}

const actionsIn = (messages: readonly { role: string; content: string }[] = [], tool: string) =>
  messages.filter(({ role, content }) => role === 'assistant' && content.includes(`"${tool}"`))

it('a call whose step has ended is not taken for one that was under way when the process died', async () => {
  const { ports, doomedPorts, kill } = mortalStore()
  const { tool, runs } = countingTool()
  const doomedModel = scriptedModel(call('send'), never())
  await startRun(scriptedAgent(doomedModel, doomedPorts, { tools: [tool] }))
  await asked(doomedModel, 2)
  kill()
  const model = scriptedModel(answer)
  const agent = scriptedAgent(model, ports, { tools: [tool] })
  const reading = (await agent.attach('run-1', 0, { scope }))?.[Symbol.asyncIterator]()
  await reading?.next()
  const log = await logUntilFinish(ports)
  checkOrder(log)
  expect(finishOf(log).reason).toBe('answer')
  expect(actionsIn(model.requests[0], 'send')).toHaveLength(1)
  expect(JSON.stringify(model.requests[0])).not.toContain('outcome_unknown')
  expect(runs()).toBe(1)
  await reading?.return?.()
  await agent.close()
})

it('a call that had ended before its step paused is not taken for one that was under way', async () => {
  const { ports, doomedPorts, kill } = mortalStore()
  const { tool, runs } = countingTool()
  const plan = call('plan', {
    steps: [
      { node: 'send', args: {} },
      { node: 'ui_confirm', args: { message: 'Sure?' } },
    ],
    join: { node: 'send', inject: {} },
  })
  const options = { tools: [tool], richOutput: { enabled: true } } as const
  const first = scriptedAgent(scriptedModel(plan), doomedPorts, options)
  await startRun(first)
  await logUntilFinish(ports)
  const saved = (await ports.storage.load(scope, 'run-1'))?.state as { in_flight: unknown[] }
  expect(saved.in_flight).toEqual([])
  expect(runs()).toBe(1)
  kill()
  const second = scriptedAgent(scriptedModel(answer), ports, options)
  await second.cancel('run-1', scope)
  await second.close()
})
