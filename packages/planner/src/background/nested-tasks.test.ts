import type { TaskRecord } from '@pf/core'
import type { Story } from '@pf/testing'
import { afterEach, describe, expect, it } from 'vitest'
import type { AgentOptions } from '../index.ts'
import { answer, call, createHarness, type Harness, scope } from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness?.close())

/** Each run starts a subagent with the same request, and reports what became of it. */
const spawning: Story = {
  name: 'spawning',
  match: () => true,
  reply: ({ step, toolResults }) => ({
    content:
      step === 1
        ? call('task', { query: 'Do the same.', merge_strategy: 'APPEND', retain_turn: true })
        : answer(`Got ${JSON.stringify(toolResults.at(-1)?.content).slice(0, 600)}`),
  }),
}

async function spawn(options: Pick<AgentOptions, 'budgets' | 'tasks'>) {
  harness = await createHarness({ stories: [spawning], ...options, tasks: { confirm: false, pollMs: 10, ...options.tasks } })
  return harness.run('Begin.')
}

/** Returns the tasks of all levels, highest first. Each level is on the thread of the task above it. */
async function levels(): Promise<TaskRecord[]> {
  const all: TaskRecord[] = []
  for (let thread = 'thread-1'; ; thread = `task:${all.at(-1)?.task_id}`) {
    const [task] = (await harness.ports.tasks?.list(scope, thread))?.flatMap(({ tasks }) => tasks) ?? []
    if (!task) return all
    all.push(task)
  }
}

describe('a subagent that starts itself without end', () => {
  it.each([1, 2, 4])('is stopped at the depth %d, with a message that the model reads', async (maxDepth) => {
    const events = await spawn({ tasks: { maxDepth, maxConcurrent: 1 } })
    const all = await levels()
    expect(all.map(({ status }) => status)).toEqual(Array.from({ length: maxDepth }, () => 'done'))
    expect(all.at(-1)?.result).toContain(`they can be nested at most ${maxDepth} deep. Do the work here.`)
    expect(events.at(-1)).toMatchObject({ type: 'finish', reason: 'answer' })
  })

  it('is stopped by the budget of the run that began, from which all levels spend', async () => {
    // Each level needs two calls, so the fourth one begins with none left.
    await spawn({ tasks: { maxDepth: 50 }, budgets: { run: { modelCalls: 3 } } })
    const all = await levels()
    expect(all.length).toBeLessThanOrEqual(3)
    expect(all.at(-1)).toMatchObject({ status: 'failed', error: { code: 'budget_exhausted' } })
    expect(harness.server.requests).toHaveLength(3)
  })
})
