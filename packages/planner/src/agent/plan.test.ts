import { artifact } from '@pf/artifacts/zod'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineTool } from '../index.ts'
import { answer, call, createHarness, finishOf, type Harness, type HarnessOptions, ofType, script } from '../test-support/harness.ts'

let harness: Harness
afterEach(() => harness.close())

let running = 0
let most = 0
const received: unknown[] = []
const fetchRows = defineTool({
  name: 'fetch',
  description: 'Fetches.',
  input: z.object({ n: z.number() }),
  output: z.object({ n: z.number(), rows: artifact(z.array(z.number())) }),
  run: async ({ n }) => {
    running += 1
    most = Math.max(most, running)
    await new Promise((done) => setImmediate(done))
    running -= 1
    if (n < 0) throw new Error('negative')
    return { n, rows: [n, n, n] }
  },
})
const join = { name: 'join', description: 'Joins.', input: { type: 'object' }, run: (args: unknown) => received.push(args) && { joined: true } }
const step = (n: unknown, node = 'fetch') => ({ node, args: { n } })
const plan = (args: Record<string, unknown>) => call('plan', args)

async function runPlan(args: Record<string, unknown>, more: Partial<HarnessOptions> = {}) {
  running = most = received.length = 0
  harness = await createHarness({ stories: [script(plan(args), answer('done'))], tools: [fetchRows, join], ...more })
  const events = await harness.run('Plan.')
  expect(finishOf(events)).toMatchObject({ reason: 'answer' })
  return { events, seen: harness.server.requests[1]?.conversation?.toolResults[0]?.content as { branches: unknown[]; join?: Record<string, unknown> } }
}

describe('a plan', () => {
  it('[004-par-01] runs its branches side by side, up to a limit, each with its own events', async () => {
    const { events, seen } = await runPlan({ steps: [1, 2, 3, 4, 5, 6].map((n) => step(n)) }, { limits: { planConcurrency: 3 } })
    expect(most).toBe(3)
    expect(ofType(events, 'tool_call_start').map(({ tool_call_id, branch }) => [tool_call_id, branch])).toContainEqual(['tc:run-1:1:5', 5])
    expect(new Set(ofType(events, 'tool_call_start').map(({ plan_id }) => plan_id)).size).toBe(1)
    expect(seen.branches).toHaveLength(6)
    expect(seen.branches[0]).toMatchObject({ branch: 0, node: 'fetch', status: 'ok', observation: { n: 1, rows: expect.stringContaining('<artifact:list') } })
  })

  it('one invalid, unknown or failing branch fails alone', async () => {
    const { seen } = await runPlan({ steps: [step(1), step('x'), step(2, 'nothing'), step(-1), step(1, 'plan')] })
    expect(seen.branches.map((branch) => (branch as { status: string }).status)).toEqual(['ok', 'error', 'error', 'error', 'error'])
  })

  it('[004-par-02] [004-act-09] a join gets its own arguments and the real results, and only redacted ones are shown', async () => {
    const inject = { all: '$all', failures: '$failures', ok: '$success_count', bad: '$failure_count', planned: '$expect', branches: '$branches', literal: 7 }
    const { events, seen } = await runPlan({ steps: [step(1), step(-1)], join: { node: 'join', args: { own: true }, inject } })
    expect(received).toMatchObject([
      {
        own: true,
        all: [{ n: 1, rows: [1, 1, 1] }],
        ok: 1,
        bad: 1,
        planned: 2,
        literal: 7,
        failures: [{ branch: 1 }],
        branches: [{ status: 'ok' }, { status: 'error' }],
      },
    ])
    expect(seen.join).toMatchObject({ node: 'join', status: 'ok', observation: { joined: true } })
    expect(JSON.stringify(events.filter(({ type }) => type === 'tool_call_args'))).not.toContain('[1,1,1]')
    expect(JSON.stringify(harness.server.requests[1]?.body)).not.toContain('[1,1,1]')
  })

  it.each([
    ['no join', {}],
    ['a null node', { join: { node: null } }],
    ['an unknown tool', { join: { node: 'nothing', inject: { a: '$all' } } }],
    ['an unknown source', { join: { node: 'join', inject: { a: '$everything' } } }],
    ['a join that is no object', { join: 5 }],
  ])('[004-par-03] with %s all results go back to the model', async (_name, more) => {
    const { seen } = await runPlan({ steps: [step(1), step(2)], ...more })
    expect(seen.branches).toMatchObject([{ observation: { n: 1 } }, { observation: { n: 2 } }])
    expect(received).toEqual([])
  })

  it('runs at most its limit of branches and says how many were left', async () => {
    const { seen, events } = await runPlan({ steps: Array.from({ length: 30 }, (_, n) => step(n)) }, { limits: { planBranches: 5 } })
    expect(ofType(events, 'tool_call_start')).toHaveLength(5)
    expect(seen).toMatchObject({ not_run: expect.stringContaining('25') })
  })

  it('[004-par-04] results that are too long together are compacted', async () => {
    const long = { name: 'fetch', description: 'Long.', input: { type: 'object' }, run: () => ({ text: 'x'.repeat(1_500) }) }
    const { seen } = await runPlan({ steps: Array.from({ length: 10 }, (_, n) => step(n)) }, { tools: [long], limits: { observationChars: 2_000 } })
    expect(JSON.stringify(seen).length).toBeLessThanOrEqual(4_000)
  })
})
