import type { StorePorts, TaskStore } from '@pf/core'
import { createMemoryStore } from '@pf/core/memory'
import { expect, it, vi } from 'vitest'
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
  const { tasks } = ports
  if (!tasks) throw new Error('The memory store has tasks.')
  const change: TaskStore['change'] = (...args) => (dead ? never() : tasks.change(...args))
  const claim: TaskStore['claim'] = (...args) => (dead ? never() : tasks.claim(...args))
  const kill = () => {
    dead = true
    // Longer than the lease of a run and the claim of a task.
    now += 60_000
  }
  const doomedPorts = { ...ports, storage: { ...ports.storage, commit, renew, release }, tasks: { ...tasks, change, claim } }
  return { ports, tasks, doomedPorts, kill }
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

it('the call of a background job is not made again when the process dies between the end of the call and the end of the run', async () => {
  const { ports, tasks, doomedPorts, kill } = mortalStore()
  const { tool, runs } = countingTool()
  const commit: StorePorts['storage']['commit'] = async (...args) => {
    const result = await doomedPorts.storage.commit(...args)
    const state = args[1].state?.value as { step?: number; in_flight?: unknown[] } | undefined
    if (state?.step === 1 && state.in_flight?.length === 0 && runs() === 1) kill()
    return result
  }
  const options = { name: 'agent', tools: [tool], tasks: { confirm: false, pollMs: 10 } } as const
  scriptedAgent(scriptedModel(answer), { ...doomedPorts, storage: { ...doomedPorts.storage, commit } }, options)
  await tasks.change(scope, 'job', {
    kind: 'join',
    task: { task_id: 'job', name: 'Send', run_id: 'run-1', mode: 'job', merge_strategy: 'APPEND', payload: { tool: 'send', tool_args: {}, depth: 1 } },
    group: { name: 'Send', thread_id: 'thread-1', agent: 'agent', alone: true, sealed: true, report: 'all', merge_strategy: 'APPEND' },
  })
  await vi.waitFor(() => expect(runs()).toBe(1))
  const second = scriptedAgent(scriptedModel(answer), ports, { ...options, recoveryMs: 100 })
  const task = await vi.waitFor(async () => {
    const [found] = (await tasks.get(scope, 'job'))?.tasks ?? []
    expect(found?.status).not.toMatch(/queued|running/)
    return found
  })
  expect([task?.status, task?.result, runs()]).toEqual(['done', '{"sent":1}', 1])
  await second.close()
})
